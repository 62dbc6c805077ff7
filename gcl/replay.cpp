// SPDX-License-Identifier: Apache-2.0
#include "gcl/replay.h"

#include <algorithm>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

bool is_true(const std::optional<Value>& value) { return value && value->as_bool(); }

std::optional<Script::Decision> answer(const Decision& decision, std::optional<Value> value) {
  if (!value) return std::nullopt;
  if (decision.kind == Decision::Kind::Havoc) return std::move(*value);
  const std::optional<std::int64_t> branch = value->as_integer().to_int64();
  if (!branch || *branch < 0) return std::nullopt;
  return static_cast<std::size_t>(*branch);
}

}  // namespace

std::optional<std::vector<std::size_t>> path_to(const Vc& vc, std::size_t segment,
                                                const ModelValue& value_of) {
  std::vector<std::size_t> path{segment};
  while (path.back() != 0) {  // predecessors have smaller indices
    const std::vector<std::size_t>& predecessors = vc.segments[path.back()].predecessors;
    const auto taken = std::ranges::find_if(predecessors, [&](std::size_t p) {
      return vc.segments[p].guard.is_true() || is_true(value_of(vc.segments[p].guard));
    });
    if (taken == predecessors.end()) return std::nullopt;
    path.push_back(*taken);
  }
  std::ranges::reverse(path);
  return path;
}

std::optional<Script> script_from_model(Context& context, const Unrolled& unrolled,
                                        const Passive& passive, const Vc& vc, std::size_t segment,
                                        std::span<const Expr> variables, FunctionTables functions,
                                        const ModelValue& value_of) {
  const auto path = path_to(vc, segment, value_of);
  if (!path) return std::nullopt;
  Script script;
  script.functions = std::move(functions);
  for (const Expr var : variables) {
    std::optional<Value> value = value_of(var);
    if (!value) return std::nullopt;
    script.initial.emplace(var, std::move(*value));
  }
  for (std::size_t i = 0; i < unrolled.decisions.size(); ++i) {
    if (!std::ranges::binary_search(*path, vc.point_segment[i])) continue;
    const Expr var = in_state(context, unrolled.decisions[i].var, passive.point_env[i]);
    auto decision = answer(unrolled.decisions[i], value_of(var));
    if (!decision) return std::nullopt;
    script.decisions.push_back(std::move(*decision));
  }
  return script;
}

FunctionTables function_tables(std::span<const Expr> formulas, const ModelValue& value_of) {
  FunctionTables tables;
  const auto record = [&](const std::string& name, std::span<const Expr> args, Expr result) {
    std::vector<Value> values;
    for (const Expr arg : args) {
      const auto value = value_of(arg);
      if (!value) return;
      values.push_back(*value);
    }
    if (const auto value = value_of(result)) tables.set(name, std::move(values), *value);
  };
  post_order(formulas, [&](Expr e) {
    if (e.has_bound_vars()) return;
    if (e.is(Kind::Apply)) record(e.name(), e.args(), e);
    if (e.is(Kind::Div) || e.is(Kind::Mod)) {
      const auto divisor = value_of(e.arg(1));
      if (!divisor || !divisor->as_integer().is_zero()) return;
      record(e.is(Kind::Div) ? "div" : "mod", e.args().first(1), e);
    }
    if (e.is(Kind::RealDiv)) {
      const auto divisor = value_of(e.arg(1));
      if (divisor && divisor->as_real().is_zero()) record("/", e.args().first(1), e);
    }
  });
  return tables;
}

}  // namespace pawl::gcl
