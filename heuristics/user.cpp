// SPDX-License-Identifier: Apache-2.0
//
// The predicates and skolem constants that the program's own `predicate` clauses give
// [FlanaganQadeer02].
#include "heuristics/loop_facts.h"
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

class UserSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "user"; }

  void propose(const LoopView& view, Proposal& proposal) const override {
    const gcl::While& loop = *view.desugared.loops[view.loop].source;
    for (const gcl::Expr skolem : loop.skolems) proposal.add_given_skolem(skolem);
    for (const gcl::Located& predicate : loop.predicates) {
      proposal.add_given(predicate.expr, origin(predicate.range));
    }
  }

 private:
  static std::string origin(const SourceRange& range) {
    return range.known() ? "user: line " + std::to_string(range.begin.line) : "user";
  }
};

}  // namespace

std::unique_ptr<PredicateSource> make_user_source() { return std::make_unique<UserSource>(); }

}  // namespace pawl::heuristics
