// SPDX-License-Identifier: Apache-2.0
//
// Why the least solution does not prove an assertion, and which predicates help
// [FischerJhalaMajumdar05, section 3.2]. A path that neither predicates nor lattice rule out is a
// run, or it is infeasible and NEWTON says why. If there is no such path, facts were lost where
// paths join, and what holds on one of them and not on the other keeps them apart.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dataflow/dataflow.h"
#include "dataflow/search.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"

namespace pawl::dataflow {

/// A predicate in the scope of a procedure.
using Found = std::pair<std::size_t, gcl::Expr>;

/// The variables that the condition of a check depends on, in its procedure.
std::set<gcl::Expr> slice_of(const Cfa& cfa, const Check& check);

/// The variables that the program decides by.
std::set<gcl::Expr> tested_in(const Cfa& cfa);

/// What one path knows at a join and another does not: nearest to the goal first, loops last. Facts
/// about what the program tests come first, since paths that a test has parted mostly are kept
/// apart by it; then those that are certainly false on the other path. Beside tests only `wanted`
/// counts; an empty set wants all.
template <Lattice L>
std::vector<Found> separating(const L& lattice, const Task& task, const Search<L>& search,
                              const std::set<gcl::Expr>& wanted) {
  using Visit = typename Search<L>::Visit;
  std::map<std::tuple<bool, std::size_t, std::size_t, LocationId, std::size_t>,
           std::vector<const Visit*>>
      joins;
  for (const Visit& visit : search.visits()) {
    const Location& location = task.automata[visit.procedure]->locations[visit.at];
    if (location.in.size() < 2) continue;
    joins[{location.loop != nullptr, search.distance(visit), visit.procedure, visit.at,
           visit.stack}]
        .push_back(&visit);
  }
  constexpr std::size_t max_pairs = 60;
  std::vector<Found> found;
  std::vector<Found> ranked[3];
  std::map<std::size_t, std::set<gcl::Expr>> tested;
  const auto speaks_of = [](gcl::Expr fact, const std::set<gcl::Expr>& some) {
    return std::ranges::any_of(gcl::free_vars(fact),
                               [&](gcl::Expr var) { return some.contains(var); });
  };
  const auto add = [&](const Visit& here, const Visit& there) {
    auto& tests = tested[here.procedure];
    if (tests.empty()) tests = tested_in(*task.automata[here.procedure]);
    for (const gcl::Expr fact : lattice.meaning(here.piece.element).facts) {
      const std::optional<bool> elsewhere = lattice.decide(there.piece.element, fact);
      const bool decides = speaks_of(fact, tests);
      if (elsewhere == true || !(decides || wanted.empty() || speaks_of(fact, wanted))) continue;
      ranked[decides ? 0 : elsewhere == false ? 1 : 2].emplace_back(here.procedure, fact);
    }
  };
  for (const auto& [where, visits] : joins) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < visits.size(); ++i) {
      for (std::size_t k = i + 1; k < visits.size() && pairs < max_pairs; ++k, ++pairs) {
        if ((visits[i]->piece.region & visits[k]->piece.region).is_false()) continue;
        add(*visits[i], *visits[k]);
        add(*visits[k], *visits[i]);
      }
    }
    for (std::vector<Found>& some : ranked) {
      found.insert(found.end(), some.begin(), some.end());
      some.clear();
    }
  }
  return found;
}

}  // namespace pawl::dataflow
