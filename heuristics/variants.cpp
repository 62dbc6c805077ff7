// SPDX-License-Identifier: Apache-2.0
#include "heuristics/variants.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/targets.h"
#include "gcl/traverse.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

constexpr std::size_t most_candidates = 12;

/// The tests of a loop: its own, then those in its body, but not in loops inside.
void collect_tests(const gcl::Block& block, std::vector<Expr>& tests) {
  for (const gcl::Stmt& stmt : block) {
    if (const auto* branch = std::get_if<gcl::If>(&stmt.node)) {
      if (branch->condition) tests.push_back(branch->condition->expr);
      collect_tests(branch->then_branch, tests);
      collect_tests(branch->else_branch, tests);
    } else if (const auto* labeled = std::get_if<gcl::LabeledBlock>(&stmt.node)) {
      collect_tests(labeled->body, tests);
    } else if (const auto* choice = std::get_if<gcl::Choice>(&stmt.node)) {
      for (const gcl::Block& one : choice->branches) collect_tests(one, tests);
    }
  }
}

/// Both ways round: a test may be what keeps the loop going, or what ends it.
void add_distances(gcl::Context& context, Expr test, std::vector<Expr>& found) {
  gcl::post_order(test, [&](Expr e) {
    const bool compares = e.is(Kind::Lt) || e.is(Kind::Le) || e.is(Kind::Eq);
    if (!compares || !e.arg(0).sort().is_int() || e.has_bound_vars()) return;
    found.push_back(gcl::mk_sub(context, e.arg(1), e.arg(0)));
    found.push_back(gcl::mk_sub(context, e.arg(0), e.arg(1)));
  });
}

}  // namespace

std::vector<Expr> propose_variants(gcl::Context& context, const gcl::Program& program,
                                   const gcl::While& loop) {
  std::vector<Expr> tests;
  if (loop.condition) tests.push_back(loop.condition->expr);
  collect_tests(loop.body, tests);
  std::vector<Expr> found;
  for (const Expr test : tests) add_distances(context, test, found);
  const std::vector<Expr> targets = gcl::targets(program, loop.body);
  std::vector<Expr> kept;
  for (const Expr one : found) {
    const std::vector<Expr> vars = gcl::free_vars(one);
    const bool changes = std::ranges::any_of(
        vars, [&](Expr var) { return std::ranges::find(targets, var) != targets.end(); });
    const bool is_new = std::ranges::find(kept, one) == kept.end();
    if (changes && is_new && kept.size() < most_candidates) kept.push_back(one);
  }
  return kept;
}

}  // namespace pawl::heuristics
