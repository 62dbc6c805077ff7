// SPDX-License-Identifier: Apache-2.0
//
// Unbounded integers. The door to Boost.Multiprecision: only integer.cpp includes it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pawl::gcl {

class Integer {
 public:
  Integer() = default;
  Integer(std::int64_t value) : small_(value) {}  // NOLINT(google-explicit-constructor)
  /// Decimal digits with an optional leading '-'.
  explicit Integer(std::string_view decimal);
  Integer(const Integer& other);
  Integer(Integer&& other) noexcept;
  Integer& operator=(const Integer& other);
  Integer& operator=(Integer&& other) noexcept;
  ~Integer();

  std::string to_string() const;
  std::optional<std::int64_t> to_int64() const;
  bool is_zero() const;
  bool is_negative() const;
  std::size_t hash() const;
  /// Of the absolute value; 0 for 0.
  std::size_t bit_length() const;

  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a);
  friend bool operator==(const Integer& a, const Integer& b);
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b);

  /// Euclidean, as in SMT-LIB: 0 <= a mod b < |b|. The divisor is not zero.
  static Integer div(const Integer& a, const Integer& b);
  static Integer mod(const Integer& a, const Integer& b);
  static Integer power_of_two(std::uint32_t exponent);
  /// Bitwise on non-negative values.
  static Integer bit_and(const Integer& a, const Integer& b);
  static Integer bit_or(const Integer& a, const Integer& b);
  static Integer bit_xor(const Integer& a, const Integer& b);

 private:
  friend struct IntegerAccess;
  // A value that fits lives in small_ and big_ is null: the representation is canonical.
  std::int64_t small_ = 0;
  void* big_ = nullptr;  // boost::multiprecision::cpp_int*, owned
};

}  // namespace pawl::gcl
