// SPDX-License-Identifier: Apache-2.0
//
// What NEWTON found on paths through the loop, if it was asked: see path_predicates.h. Asking costs
// queries, so whoever searches does it, and only when everything else did not suffice.
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

/// More would take the room of better guesses.
constexpr std::size_t max_predicates = 16;

class NewtonSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "newton"; }

  void propose(const LoopView& view, Proposal& proposal) const override {
    const std::size_t room = proposal.predicates().size() + max_predicates;
    for (const gcl::Expr predicate : view.path_predicates) {
      if (proposal.predicates().size() >= room) return;
      proposal.add_premise(predicate, Rank::Key,
                           "newton: tells why a path to an assertion is infeasible");
    }
  }
};

}  // namespace

std::unique_ptr<PredicateSource> make_newton_source() { return std::make_unique<NewtonSource>(); }

}  // namespace pawl::heuristics
