// SPDX-License-Identifier: Apache-2.0
#include "gcl/integer.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <limits>
#include <utility>

#include "support/assert.h"

namespace pawl::gcl {
namespace {

using Big = boost::multiprecision::cpp_int;

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// Boost's reader takes "0x10", "010" and "+1" as well: only plain decimals are ours.
bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

Big parse(std::string_view text) {
  PAWL_ASSERT(is_decimal(text), "an integer should be written in decimal digits");
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t first = text.find_first_not_of('0');
  if (first == std::string_view::npos) return 0;
  const Big magnitude{std::string(text.substr(first))};
  return negative ? Big(-magnitude) : magnitude;
}

}  // namespace

struct IntegerAccess {
  static const Big* big(const Integer& i) { return static_cast<const Big*>(i.big_); }
  static bool both_small(const Integer& a, const Integer& b) {
    return a.big_ == nullptr && b.big_ == nullptr;
  }
  static std::int64_t small(const Integer& i) { return i.small_; }

  static Big widen(const Integer& i) { return i.big_ != nullptr ? *big(i) : Big(i.small_); }

  static Integer narrow(Big value) {
    if (value >= smallest && value <= largest) return Integer(static_cast<std::int64_t>(value));
    Integer result;
    result.big_ = new Big(std::move(value));
    return result;
  }
};

using Access = IntegerAccess;

Integer::Integer(std::string_view decimal) { *this = Access::narrow(parse(decimal)); }

Integer::Integer(const Integer& other)
    : small_(other.small_), big_(other.big_ != nullptr ? new Big(*Access::big(other)) : nullptr) {}

Integer::Integer(Integer&& other) noexcept
    : small_(other.small_), big_(std::exchange(other.big_, nullptr)) {}

Integer& Integer::operator=(const Integer& other) {
  if (this != &other) *this = Integer(other);
  return *this;
}

Integer& Integer::operator=(Integer&& other) noexcept {
  small_ = other.small_;
  std::swap(big_, other.big_);
  return *this;
}

Integer::~Integer() { delete static_cast<Big*>(big_); }

std::string Integer::to_string() const {
  return big_ != nullptr ? Access::big(*this)->str() : std::to_string(small_);
}

std::optional<std::int64_t> Integer::to_int64() const {
  if (big_ != nullptr) return std::nullopt;
  return small_;
}

bool Integer::is_zero() const { return big_ == nullptr && small_ == 0; }

bool Integer::is_negative() const {
  return big_ != nullptr ? Access::big(*this)->sign() < 0 : small_ < 0;
}

std::size_t Integer::hash() const {
  if (big_ == nullptr) return std::hash<std::int64_t>{}(small_);
  return std::hash<std::string>{}(to_string());
}

std::size_t Integer::bit_length() const {
  return is_zero() ? 0 : msb(abs(Access::widen(*this))) + 1;
}

Integer operator+(const Integer& a, const Integer& b) {
  std::int64_t sum = 0;
  if (Access::both_small(a, b) &&
      !__builtin_add_overflow(Access::small(a), Access::small(b), &sum)) {
    return sum;
  }
  return Access::narrow(Access::widen(a) + Access::widen(b));
}

Integer operator-(const Integer& a, const Integer& b) {
  std::int64_t difference = 0;
  if (Access::both_small(a, b) &&
      !__builtin_sub_overflow(Access::small(a), Access::small(b), &difference)) {
    return difference;
  }
  return Access::narrow(Access::widen(a) - Access::widen(b));
}

Integer operator*(const Integer& a, const Integer& b) {
  std::int64_t product = 0;
  if (Access::both_small(a, b) &&
      !__builtin_mul_overflow(Access::small(a), Access::small(b), &product)) {
    return product;
  }
  return Access::narrow(Access::widen(a) * Access::widen(b));
}

Integer operator-(const Integer& a) { return Integer(0) - a; }

bool operator==(const Integer& a, const Integer& b) { return std::is_eq(a <=> b); }

std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
  if (Access::both_small(a, b)) return Access::small(a) <=> Access::small(b);
  const int sign = Access::widen(a).compare(Access::widen(b));
  return sign <=> 0;
}

Integer Integer::mod(const Integer& a, const Integer& b) {
  PAWL_ASSERT(!b.is_zero(), "a divisor should not be zero");
  // -1 is excluded: INT64_MIN % -1 overflows.
  if (Access::both_small(a, b) && b.small_ != -1) {
    const std::int64_t remainder = a.small_ % b.small_;  // |remainder| < |b|, the sign of a
    if (remainder >= 0) return remainder;
    return b.small_ > 0 ? remainder + b.small_ : remainder - b.small_;
  }
  const Big divisor = Access::widen(b);
  Big remainder = Access::widen(a) % divisor;
  if (remainder < 0) remainder += abs(divisor);
  return Access::narrow(std::move(remainder));
}

Integer Integer::div(const Integer& a, const Integer& b) {
  // a - (a mod b) is a multiple of b, so truncating division is exact.
  return Access::narrow(Access::widen(a - mod(a, b)) / Access::widen(b));
}

Integer Integer::power_of_two(std::uint32_t exponent) {
  if (exponent < 63) return std::int64_t{1} << exponent;
  Big power = 1;
  power <<= exponent;
  return Access::narrow(std::move(power));
}

Integer Integer::bit_and(const Integer& a, const Integer& b) {
  PAWL_ASSERT(!a.is_negative() && !b.is_negative(), "bits should be of non-negative values");
  return Access::narrow(Access::widen(a) & Access::widen(b));
}

Integer Integer::bit_or(const Integer& a, const Integer& b) {
  PAWL_ASSERT(!a.is_negative() && !b.is_negative(), "bits should be of non-negative values");
  return Access::narrow(Access::widen(a) | Access::widen(b));
}

Integer Integer::bit_xor(const Integer& a, const Integer& b) {
  PAWL_ASSERT(!a.is_negative() && !b.is_negative(), "bits should be of non-negative values");
  return Access::narrow(Access::widen(a) ^ Access::widen(b));
}

}  // namespace pawl::gcl
