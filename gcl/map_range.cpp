// SPDX-License-Identifier: Apache-2.0
#include "gcl/map_range.h"

#include "gcl/build.h"

namespace pawl::gcl {

Expr unchanged_outside(Context& context, const MapRange& range) {
  const Expr key = context.bound_var("k'", context.int_sort());
  const Expr now = context.make(Kind::Select, {range.map, key});
  const Expr then = context.make(Kind::Select, {context.make(Kind::Entry, {range.map}), key});
  const Expr inside =
      mk_and(context, {mk_le(context, range.low, key), mk_le(context, key, range.high)});
  // No trigger: with one, the solver would not know of a wrong range that it is wrong.
  return context.make_quantifier(Kind::Forall, std::vector{key}, {},
                                 mk_or(context, {inside, mk_eq(context, now, then)}));
}

}  // namespace pawl::gcl
