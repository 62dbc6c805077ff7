// SPDX-License-Identifier: Apache-2.0
#include "gcl/rational.h"

#include <algorithm>
#include <utility>

#include "support/assert.h"

namespace pawl::gcl {
namespace {

Integer magnitude(const Integer& value) { return value.is_negative() ? -value : value; }

Integer greatest_common_divisor(Integer a, Integer b) {
  while (!b.is_zero()) {
    Integer rest = Integer::mod(a, b);
    a = std::exchange(b, std::move(rest));
  }
  return a;
}

Integer power_of_ten(std::size_t exponent) { return Integer("1" + std::string(exponent, '0')); }

/// How often `factor` divides `value`, which is divided by it as often.
std::size_t take_out(Integer& value, const Integer& factor) {
  std::size_t count = 0;
  for (; Integer::mod(value, factor).is_zero(); ++count) value = Integer::div(value, factor);
  return count;
}

Rational parse(std::string_view text) {
  if (const std::size_t bar = text.find('/'); bar != std::string_view::npos) {
    return Rational(Integer(text.substr(0, bar)), Integer(text.substr(bar + 1)));
  }
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return Rational(Integer(text));
  std::string digits(text.substr(0, point));
  digits += text.substr(point + 1);
  return Rational(Integer(std::string_view(digits)), power_of_ten(text.size() - point - 1));
}

}  // namespace

Rational::Rational(Integer numerator, Integer denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  PAWL_ASSERT(!denominator_.is_zero(), "a denominator should not be zero");
  Integer common = greatest_common_divisor(magnitude(numerator_), magnitude(denominator_));
  if (denominator_.is_negative()) common = -common;
  if (common == Integer(1)) return;
  numerator_ = Integer::div(numerator_, common);
  denominator_ = Integer::div(denominator_, common);
}

Rational::Rational(std::string_view text) : Rational(parse(text)) {}

std::optional<std::string> Rational::decimal() const {
  Integer rest = denominator_;
  const std::size_t twos = take_out(rest, 2);
  const std::size_t fives = take_out(rest, 5);
  if (!(rest == Integer(1))) return std::nullopt;
  const auto places = std::max<std::size_t>({twos, fives, 1});
  const Integer scaled = magnitude(numerator_) * Integer::div(power_of_ten(places), denominator_);
  std::string digits = scaled.to_string();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, ".");
  return numerator_.is_negative() ? "-" + digits : digits;
}

std::string Rational::to_string() const {
  constexpr std::size_t short_enough = 24;
  std::optional<std::string> text = decimal();
  if (text && text->size() <= short_enough) return *std::move(text);
  return numerator_.to_string() + "/" + denominator_.to_string();
}

Rational operator+(const Rational& a, const Rational& b) {
  return Rational(a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_,
                  a.denominator_ * b.denominator_);
}
Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
Rational operator*(const Rational& a, const Rational& b) {
  return Rational(a.numerator_ * b.numerator_, a.denominator_ * b.denominator_);
}
Rational operator/(const Rational& a, const Rational& b) {
  return Rational(a.numerator_ * b.denominator_, a.denominator_ * b.numerator_);
}
Rational operator-(const Rational& a) { return Rational(-a.numerator_, a.denominator_); }
std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  return a.numerator_ * b.denominator_ <=> b.numerator_ * a.denominator_;
}

}  // namespace pawl::gcl
