// SPDX-License-Identifier: Apache-2.0
#include "engine/annotate.h"

#include <memory>

#include "gcl/parser.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::engine {
namespace {

void collect(gcl::Block& block, std::vector<gcl::While*>& loops) {
  for (gcl::Stmt& stmt : block) {
    std::visit(overloaded{
                   [&](gcl::Choice& choice) {
                     for (gcl::Block& branch : choice.branches) collect(branch, loops);
                   },
                   [&](gcl::If& branch) {
                     collect(branch.then_branch, loops);
                     collect(branch.else_branch, loops);
                   },
                   [&](gcl::While& loop) {
                     loops.push_back(&loop);
                     collect(loop.body, loops);
                   },
                   [&](gcl::LabeledBlock& labeled) { collect(labeled.body, loops); },
                   [](gcl::Assert&) {},
                   [](gcl::Assume&) {},
                   [](gcl::Assign&) {},
                   [](gcl::Havoc&) {},
                   [](gcl::Exit&) {},
                   [](gcl::Call&) {},
               },
               stmt.node);
  }
}

}  // namespace

std::vector<gcl::While*> loops_of(gcl::Block& block) {
  std::vector<gcl::While*> loops;
  collect(block, loops);
  return loops;
}

void add_invariants(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
                    const std::vector<std::vector<std::string>>& invariants) {
  const std::vector<gcl::While*> loops = loops_of(*procedure.body);
  PAWL_ASSERT(loops.size() == invariants.size(), "every loop should have its list of invariants");
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (const std::string& text : invariants[i]) {
      const SourceFile file("invariant", text);
      Diagnostics diagnostics;
      const gcl::Expr formula =
          gcl::parse_expr(context, file, program, procedure, {}, context.bool_sort(), diagnostics);
      PAWL_ASSERT(formula && !diagnostics.has_errors(), "a printed invariant should parse again");
      loops[i]->invariants.push_back({formula, {}});
    }
  }
}

}  // namespace pawl::engine
