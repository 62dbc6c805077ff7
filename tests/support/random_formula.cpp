// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_formula.h"

#include <array>
#include <string>

namespace pawl::test {

using gcl::Expr;
using gcl::Kind;
using gcl::Sort;

RandomFormula::RandomFormula(gcl::Context& context, std::uint32_t seed, FormulaFeatures features)
    : c_(context), random_(seed), features_(features) {
  ref_ = c_.uninterpreted_sort("ref");
  bv_ = c_.bitvec_sort(4);
  int_map_ = c_.map_sort(c_.int_sort(), c_.int_sort());
  bool_map_ = c_.map_sort(c_.int_sort(), c_.bool_sort());
  ref_map_ = c_.map_sort(ref_, c_.int_sort());
  for (const char* name : {"p", "q"}) variables_.push_back(c_.var(name, c_.bool_sort()));
  for (const char* name : {"x", "y", "z"}) variables_.push_back(c_.var(name, c_.int_sort()));
  for (const char* name : {"r", "s"}) variables_.push_back(c_.var(name, ref_));
  for (const char* name : {"a", "b"}) variables_.push_back(c_.var(name, int_map_));
  variables_.push_back(c_.var("m", bool_map_));
  variables_.push_back(c_.var("h", ref_map_));
  if (features_.bit_vectors) {
    for (const char* name : {"u", "v"}) variables_.push_back(c_.var(name, bv_));
  }
}

Expr RandomFormula::variable(Sort sort) {
  std::vector<Expr> fitting;
  for (const Expr v : variables_) {
    if (v.sort() == sort) fitting.push_back(v);
  }
  for (const Expr v : bound_) {
    if (v.sort() == sort) fitting.insert(fitting.end(), 3, v);
  }
  return fitting[below(static_cast<std::uint32_t>(fitting.size()))];
}

Expr RandomFormula::of_sort(Sort sort, int size) {
  if (sort.is_bool()) return boolean(size);
  if (sort.is_int()) return integer(size);
  if (sort.is_bitvec()) return bitvec(size);
  if (sort.is_map()) return map(sort, size);
  return variable(sort);
}

Expr RandomFormula::boolean(int size) {
  if (size <= 0) return below(4) == 0 ? variable(c_.bool_sort()) : comparison(0);
  const auto part = [&] { return boolean(size - 1); };
  switch (below(10)) {
    case 0: return c_.make(Kind::Not, {part()});
    case 1: return c_.make(Kind::And, {part(), part(), part()});
    case 2: return c_.make(Kind::And, {part(), part()});
    case 3: return c_.make(Kind::Or, {part(), part()});
    case 4: return c_.make(Kind::Implies, {part(), part()});
    case 5: return c_.make(Kind::Iff, {part(), part()});
    case 6: return c_.make(Kind::Ite, {part(), part(), part()});
    case 7: return features_.quantifiers && bound_.size() < 2 ? quantified(size - 1) : part();
    default: return comparison(size);
  }
}

Expr RandomFormula::comparison(int size) {
  const int part = size - 1;
  switch (below(features_.bit_vectors ? 12 : 9)) {
    case 0:
    case 1: return c_.make(Kind::Le, {integer(part), integer(part)});
    case 2: return c_.make(Kind::Lt, {integer(part), integer(part)});
    case 3:
    case 4: return c_.make(Kind::Eq, {integer(part), integer(part)});
    case 5: return c_.make(Kind::Eq, {variable(ref_), variable(ref_)});
    case 6: {
      const Sort sort = std::array{int_map_, bool_map_, ref_map_}[below(3)];
      return c_.make(Kind::Eq, {map(sort, part), map(sort, part)});
    }
    case 7: return c_.make(Kind::Select, {map(bool_map_, part), integer(part)});
    case 8:
      if (!features_.functions) return c_.bool_(below(2) == 0);
      return c_.make_apply("g", c_.bool_sort(), std::array{integer(part), variable(ref_)});
    case 9: return c_.make(Kind::Eq, {bitvec(part), bitvec(part)});
    default: {
      const Kind kind = std::array{Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle}[below(4)];
      return c_.make(kind, {bitvec(part), bitvec(part)});
    }
  }
}

// Half of them over a range, which is what invariants look like; a trigger where one fits.
Expr RandomFormula::quantified(int size) {
  const bool over_refs = below(4) == 0;
  const Expr k =
      c_.bound_var("k" + std::to_string(quantifiers_++), over_refs ? ref_ : c_.int_sort());
  bound_.push_back(k);
  Expr body = boolean(size);
  bound_.pop_back();
  const Kind kind = below(2) == 0 ? Kind::Forall : Kind::Exists;
  if (!over_refs && below(2) == 0) {
    const Expr range = c_.make(Kind::And, {c_.make(Kind::Le, {variable(c_.int_sort()), k}),
                                           c_.make(Kind::Lt, {k, variable(c_.int_sort())})});
    body = c_.make(kind == Kind::Forall ? Kind::Implies : Kind::And, {range, body});
  }
  std::vector<std::vector<Expr>> triggers;
  if (!over_refs && below(2) == 0) {
    triggers.push_back({c_.make(Kind::Select, {variable(int_map_), k})});
  }
  return c_.make_quantifier(kind, std::array{k}, triggers, body);
}

Expr RandomFormula::divisor(int size) {
  if (features_.partial_division && below(2) == 0) return integer(size);
  return c_.int_const(std::array{-3, -2, 2, 3, 5}[below(5)]);
}

Expr RandomFormula::integer(int size) {
  if (size <= 0) {
    if (below(3) == 0) return c_.int_const(static_cast<int>(below(9)) - 3);
    return variable(c_.int_sort());
  }
  const auto part = [&] { return integer(size - 1); };
  const auto small = [&] { return c_.int_const(static_cast<int>(below(7)) - 3); };
  switch (below(12)) {
    case 0: return c_.make(Kind::Add, {part(), part()});
    case 1: return c_.make(Kind::Add, {part(), part(), part()});
    case 2: return c_.make(Kind::Sub, {part(), part()});
    case 3: return c_.make(Kind::Neg, {part()});
    case 4:
      return c_.make(Kind::Mul,
                     {features_.multiplication && below(6) == 0 ? part() : small(), part()});
    case 5: return c_.make(Kind::Div, {part(), divisor(size - 1)});
    case 6: return c_.make(Kind::Mod, {part(), divisor(size - 1)});
    case 7: return c_.make(Kind::Ite, {boolean(size - 1), part(), part()});
    case 8: return c_.make(Kind::Select, {map(int_map_, size - 1), part()});
    case 9: return c_.make(Kind::Select, {map(ref_map_, size - 1), variable(ref_)});
    case 10:
      if (!features_.functions) return small();
      return c_.make_apply("f", c_.int_sort(), std::array{part()});
    default:
      if (!features_.bit_vectors) return variable(c_.int_sort());
      return c_.make(Kind::BvToInt, {bitvec(size - 1)});
  }
}

Expr RandomFormula::bitvec(int size) {
  if (size <= 0) {
    return below(3) == 0 ? c_.bitvec_const(std::to_string(below(16)), 4) : variable(bv_);
  }
  const auto part = [&] { return bitvec(size - 1); };
  static constexpr std::array binary = {Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,
                                        Kind::BvSub,  Kind::BvMul,  Kind::BvUdiv, Kind::BvUrem,
                                        Kind::BvSdiv, Kind::BvSrem, Kind::BvShl,  Kind::BvLshr,
                                        Kind::BvAshr};
  switch (below(8)) {
    case 0: return c_.make(below(2) == 0 ? Kind::BvNot : Kind::BvNeg, {part()});
    case 1: return c_.make_extract(5, 2, c_.make(Kind::BvConcat, {part(), part()}));
    case 2: {
      const Kind extend = below(2) == 0 ? Kind::BvZeroExtend : Kind::BvSignExtend;
      const std::uint32_t low = below(4);
      return c_.make_extract(low + 3, low, c_.make_extend(extend, 3, part()));
    }
    case 3: return c_.make(Kind::Ite, {boolean(size - 1), part(), part()});
    case 4: return below(3) == 0 ? c_.make_int_to_bv(4, integer(size - 1)) : part();
    default: return c_.make(binary[below(binary.size())], {part(), part()});
  }
}

Expr RandomFormula::map(Sort sort, int size) {
  if (size <= 0) return variable(sort);
  switch (below(5)) {
    case 0:
      return c_.make(Kind::Store, {map(sort, size - 1), of_sort(sort.key(), size - 1),
                                   of_sort(sort.value(), size - 1)});
    case 1: return c_.make_const_map(sort, of_sort(sort.value(), below(2) == 0 ? 0 : size - 1));
    case 2:
      return c_.make(Kind::Ite, {boolean(size - 1), map(sort, size - 1), map(sort, size - 1)});
    default: return variable(sort);
  }
}

}  // namespace pawl::test
