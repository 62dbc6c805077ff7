// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gcl/integer.h"

namespace pawl::frontend::c {

/// An integer type of the target. `_Bool` is unsigned with one bit.
struct IntType {
  unsigned bits = 32;
  bool is_signed = true;
  bool is_bool = false;

  gcl::Integer min() const {
    return is_signed ? -gcl::Integer::power_of_two(bits - 1) : gcl::Integer(0);
  }
  gcl::Integer max() const {
    return gcl::Integer::power_of_two(is_signed ? bits - 1 : bits) - gcl::Integer(1);
  }
  gcl::Integer modulus() const { return gcl::Integer::power_of_two(bits); }
  bool holds(const IntType& other) const { return min() <= other.min() && other.max() <= max(); }
  friend bool operator==(const IntType&, const IntType&) = default;
};

}  // namespace pawl::frontend::c
