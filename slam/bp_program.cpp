// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_program.h"

#include <algorithm>

namespace pawl::slam {
namespace {

bool same(const BpBlock& a, const BpBlock& b);

bool same(const BpArm& a, const BpArm& b) {
  return a.condition == b.condition && same(a.body, b.body);
}

bool same(const BpSkip&, const BpSkip&) { return true; }
bool same(const BpGoto& a, const BpGoto& b) { return a.labels == b.labels; }
bool same(const BpAssign& a, const BpAssign& b) {
  return a.targets == b.targets && a.values == b.values && a.constrain == b.constrain;
}
bool same(const BpCall& a, const BpCall& b) {
  return a.targets == b.targets && a.procedure == b.procedure && a.arguments == b.arguments;
}
bool same(const BpReturn& a, const BpReturn& b) { return a.values == b.values; }
bool same(const BpAssume& a, const BpAssume& b) { return a.condition == b.condition; }
bool same(const BpAssert& a, const BpAssert& b) { return a.condition == b.condition; }
bool same(const BpAbortif& a, const BpAbortif& b) { return a.condition == b.condition; }
bool same(const BpEnforce& a, const BpEnforce& b) { return a.condition == b.condition; }
bool same(const BpDead& a, const BpDead& b) { return a.variables == b.variables; }
bool same(const BpIf& a, const BpIf& b) {
  return std::ranges::equal(a.arms, b.arms,
                            [](const BpArm& x, const BpArm& y) { return same(x, y); }) &&
         same(a.otherwise, b.otherwise);
}
bool same(const BpWhile& a, const BpWhile& b) {
  return a.condition == b.condition && same(a.body, b.body);
}
bool same(const BpBranch& a, const BpBranch& b) {
  return std::ranges::equal(a.choices, b.choices,
                            [](const BpBlock& x, const BpBlock& y) { return same(x, y); });
}

bool same(const BpStmt& a, const BpStmt& b) {
  if (a.labels != b.labels || a.node.index() != b.node.index()) return false;
  return std::visit(
      [&](const auto& node) { return same(node, std::get<std::decay_t<decltype(node)>>(b.node)); },
      a.node);
}

bool same(const BpBlock& a, const BpBlock& b) {
  return std::ranges::equal(a, b, [](const BpStmt& x, const BpStmt& y) { return same(x, y); });
}

bool same_names(const std::vector<BpVariable>& a, const std::vector<BpVariable>& b) {
  return std::ranges::equal(a, b, {}, &BpVariable::name, &BpVariable::name);
}

}  // namespace

std::uint32_t BpProgram::find(const std::string& name) const {
  const auto found = std::ranges::find(procedures, name, &BpProcedure::name);
  return static_cast<std::uint32_t>(found - procedures.begin());
}

bool same_program(const BpProgram& a, const BpProgram& b) {
  const auto same_procedure = [](const BpProcedure& x, const BpProcedure& y) {
    return x.name == y.name && x.results == y.results && x.formals == y.formals &&
           same_names(x.variables, y.variables) && same(x.body, y.body);
  };
  return same_names(a.globals, b.globals) &&
         std::ranges::equal(a.procedures, b.procedures, same_procedure);
}

}  // namespace pawl::slam
