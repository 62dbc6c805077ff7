// SPDX-License-Identifier: Apache-2.0
//
// Exact fractions: the values of sort real, as far as they can be written down.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gcl/integer.h"

namespace pawl::gcl {

class Rational {
 public:
  Rational() = default;
  /// The denominator is not zero.
  explicit Rational(Integer numerator, Integer denominator = 1);
  /// "-12", "1.25" or "-7/3".
  explicit Rational(std::string_view text);

  const Integer& numerator() const { return numerator_; }
  const Integer& denominator() const { return denominator_; }
  bool is_zero() const { return numerator_.is_zero(); }
  /// The largest integer that is not greater.
  Integer floor() const { return Integer::div(numerator_, denominator_); }
  /// Of the numerator and the denominator together.
  std::size_t bit_length() const { return numerator_.bit_length() + denominator_.bit_length(); }

  /// "1.25", "2.0"; nullopt when the digits never end, as those of 1/3.
  std::optional<std::string> decimal() const;
  /// Decimal where that is short, else "7/3".
  std::string to_string() const;

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  /// The divisor is not zero.
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a);
  friend bool operator==(const Rational& a, const Rational& b) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  // Canonical: no common factor, the denominator is positive.
  Integer numerator_;
  Integer denominator_ = 1;
};

}  // namespace pawl::gcl
