// SPDX-License-Identifier: Apache-2.0
#include "gcl/targets.h"

#include <set>

#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {

std::vector<Expr> targets(const Program& program, const Block& block) {
  std::set<Expr> found;
  const auto add = [&](const std::vector<Expr>& vars) { found.insert(vars.begin(), vars.end()); };
  for_each_stmt(block, [&](const Stmt& stmt) {
    std::visit(overloaded{
                   [&](const Assign& assign) { add(assign.targets); },
                   [&](const Havoc& havoc) { add(havoc.targets); },
                   [&](const Call& call) {
                     const Procedure* callee = program.find_procedure(call.procedure);
                     PAWL_ASSERT(callee != nullptr, "a called procedure should be declared");
                     add(call.results);
                     add(callee->modifies);
                   },
                   [](const Assert&) {},
                   [](const Assume&) {},
                   [](const Choice&) {},
                   [](const If&) {},
                   [](const While&) {},
                   [](const LabeledBlock&) {},
                   [](const Exit&) {},
               },
               stmt.node);
  });
  return {found.begin(), found.end()};
}

}  // namespace pawl::gcl
