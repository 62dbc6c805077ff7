// SPDX-License-Identifier: Apache-2.0
#include "dataflow/lattices/sets.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "gcl/build.h"
#include "gcl/operations.h"

namespace pawl::dataflow {

using gcl::Expr;
using gcl::Kind;

namespace {

constexpr std::size_t max_products = 64;

/// Has `e` a value that depends on nothing but its arguments'?
bool is_operation(Expr e, std::span<const gcl::Value> args) {
  static constexpr std::array others = {Kind::Var,    Kind::BoundVar, Kind::Apply, Kind::Forall,
                                        Kind::Exists, Kind::Old,      Kind::Entry, Kind::Select,
                                        Kind::Store,  Kind::ConstMap};
  if (std::ranges::find(others, e.kind()) != others.end()) return false;
  if (e.is(Kind::Div) || e.is(Kind::Mod)) return !args[1].as_integer().is_zero();
  return !e.is(Kind::RealDiv) || !(args[1] == gcl::Value::default_of(e.sort()));
}

bool compare(const gcl::Value& left, const gcl::Value& right, Kind kind) {
  if (kind == Kind::Eq) return left == right;
  return kind == Kind::Le ? !(right < left) : left < right;
}

}  // namespace

Sets::Maybe Sets::apply(Expr node, std::span<const Maybe> args) const {
  std::size_t products = 1;
  for (const Maybe& one : args) {
    if (!one) return std::nullopt;
    products *= one->size();
    if (products > max_products) return std::nullopt;
  }
  Value results;
  for (std::size_t i = 0; i < products; ++i) {
    std::vector<gcl::Value> chosen;
    std::size_t rest = i;
    for (const Maybe& one : args) {
      chosen.push_back((*one)[rest % one->size()]);
      rest /= one->size();
    }
    if (!is_operation(node, chosen)) return std::nullopt;
    results.push_back(gcl::apply_operation(node, chosen));
  }
  std::sort(results.begin(), results.end());
  results.erase(std::unique(results.begin(), results.end()), results.end());
  if (results.size() > limit_) return std::nullopt;
  return results;
}

Sets::Maybe Sets::join(const Value& a, const Value& b) const {
  Value both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  if (both.size() > limit_) return std::nullopt;
  return both;
}

bool Sets::less_equal(const Value& a, const Value& b) const {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

bool Sets::disjoint(const Value& a, const Value& b) const {
  return std::ranges::none_of(
      a, [&](const gcl::Value& one) { return std::binary_search(b.begin(), b.end(), one); });
}

std::optional<bool> Sets::truth(const Value& value) const {
  if (value.size() != 1 || !value.front().is_bool()) return std::nullopt;
  return value.front().as_bool();
}

Sets::Restricted Sets::restrict(const Maybe& self, const Maybe& other, Kind kind, bool holds,
                                bool self_left) const {
  if (!other) return {false, self};
  if (!self) return {false, kind == Kind::Eq && holds ? other : std::nullopt};
  Value left;
  for (const gcl::Value& mine : *self) {
    const bool possible = std::ranges::any_of(*other, [&](const gcl::Value& theirs) {
      return compare(self_left ? mine : theirs, self_left ? theirs : mine, kind) == holds;
    });
    if (possible) left.push_back(mine);
  }
  if (left.empty()) return {true, std::nullopt};
  return {false, std::move(left)};
}

Expr Sets::meaning(gcl::Context& context, Expr place, const Value& value) const {
  std::vector<Expr> cases;
  for (const gcl::Value& one : value) {
    const Expr constant = literal(context, one);
    if (!constant) return {};
    cases.push_back(constant.sort().is_bool()
                        ? (constant.is_true() ? place : gcl::mk_not(context, place))
                        : gcl::mk_eq(context, place, constant));
  }
  return gcl::mk_or(context, cases);
}

std::string Sets::print(const Value& value) const {
  if (value.size() == 1) return gcl::to_string(value.front());
  std::string text;
  for (const gcl::Value& one : value) text += (text.empty() ? "" : ", ") + gcl::to_string(one);
  return "{" + text + "}";
}

Expr literal(gcl::Context& context, const gcl::Value& value) {
  if (value.is_bool()) return context.bool_(value.as_bool());
  if (value.is_integer()) return context.int_const(value.as_integer().to_string());
  if (value.is_bitvec()) {
    return context.bitvec_const(value.as_bitvec().bits.to_string(), value.as_bitvec().width);
  }
  return {};
}

}  // namespace pawl::dataflow
