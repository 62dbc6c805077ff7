// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "gcl/expr.h"
#include "gcl/value.h"

namespace pawl::test {

/// A constant expression with that value; elements of uninterpreted sorts have none.
inline gcl::Expr value_expr(gcl::Context& context, const gcl::Value& value) {
  using gcl::Kind;
  if (value.is_bool()) return context.bool_(value.as_bool());
  if (value.is_integer()) return context.int_const(value.as_integer().to_string());
  if (value.is_bitvec()) {
    return context.bitvec_const(value.as_bitvec().bits.to_string(), value.as_bitvec().width);
  }
  if (value.is_real()) {
    const gcl::Rational& r = value.as_real();
    return context.make(Kind::RealDiv, {context.real_const(r.numerator().to_string() + ".0"),
                                        context.real_const(r.denominator().to_string() + ".0")});
  }
  if (!value.is_map()) throw std::runtime_error("no expression for an element");
  const gcl::MapValue& map = value.as_map();
  gcl::Expr result = context.make_const_map(map.sort, value_expr(context, map.default_value));
  for (const auto& [key, mapped] : map.updates) {
    result =
        context.make(Kind::Store, {result, value_expr(context, key), value_expr(context, mapped)});
  }
  return result;
}

}  // namespace pawl::test
