// SPDX-License-Identifier: Apache-2.0
//
// Predicate abstraction: from a set of states and predicates to the strongest Boolean combination
// of the predicates that holds in all of them. Several algorithms behind one signature; without
// Unknown answers all of them give the same function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "abstraction/region.h"
#include "gcl/expr.h"
#include "prover/prover.h"

namespace pawl::abstraction {

enum class Algorithm {
  Naive,   // every maximal clause: 2^n queries
  Greedy,  // shrinks an implied maximal clause literal by literal
  Fq,      // shrinks it by halves [FlanaganQadeer02]
  Ddp,     // binary decision tree in the order of the predicates [DasDillPark99]
  Ss,      // all clauses by increasing size [SaidiShankar99]
  Guided,  // models grow the result, cores cut it; unrelated predicates apart. The default.
};
const char* to_string(Algorithm algorithm);
std::optional<Algorithm> algorithm_named(std::string_view name);

/// What kind of Boolean combination was looked for; each is implied by the ones before it.
enum class Precision {
  Exact,           // any
  BoundedClauses,  // clauses of at most clause_bound literals
  Conjunctions,    // conjunctions of literals
};
const char* to_string(Precision precision);

/// Why the result is not the strongest combination.
enum class Loss {
  None,
  Requested,  // Options::precision
  TooManyPredicates,
  TooManyClauses,  // exact, but too long to write down
  QueryLimit,
  UnknownLimit,
  BddLimit,
  Stopped,  // Options::stop: by wall clock or by hand, so not reproducible
};
const char* to_string(Loss loss);

struct Options {
  Algorithm algorithm = Algorithm::Guided;
  /// Where on the ladder to begin.
  Precision precision = Precision::Exact;
  /// The exact result is not tried when more predicates than this hang together.
  std::size_t max_exact_predicates = 48;
  /// Exact results with more clauses are weakened to short ones.
  std::size_t max_clauses = 5'000;
  /// The longest clauses on the second rung of the ladder ...
  std::size_t max_clause_literals = 3;
  /// ... as long as there are no more than this of one length.
  std::size_t max_candidates = 50'000;
  /// For the exact result; half as many again for the ladder below it. 0: no limit.
  std::uint64_t max_queries = 20'000;
  /// Unknown answers may each cost a whole resource limit; so many are borne on each rung. 0: any.
  std::uint64_t max_unknowns = 64;
  /// Asked before each query; true ends the search with what is known.
  std::function<bool()> stop;
};

/// The set of states Q: everything asserted in `prover`, and the assumptions.
struct Problem {
  prover::Prover& prover;
  gcl::Context& context;
  std::span<const gcl::Expr> assumptions;
  /// predicates[i] is true in a state iff b_i is true in its image.
  std::span<const gcl::Expr> predicates;
  /// Exactly what is asserted in `prover`, when the caller knows: lets Guided treat unrelated
  /// predicates apart and vary models by itself. A wrong list costs precision, not soundness.
  std::optional<std::span<const gcl::Expr>> background;
};

struct Outcome {
  Region region;
  Precision precision = Precision::Exact;
  std::size_t clause_bound = 0;  // BoundedClauses: the bound; Conjunctions: 1; Exact: 0
  Loss loss = Loss::None;
  std::uint64_t queries = 0;
  std::uint64_t unknowns = 0;
  std::string note;  // empty when exact and no answer was Unknown; else one line for people
};

/// r or alpha(Q): the strongest Boolean combination implied by both, of the precision reported.
/// Post: r.function() implies the result, and Q implies its concretization, also when answers
/// were Unknown, a limit was reached or the BDD package was full: all of that only weakens.
/// The prover is left as it was found; queries are counted under the caller's name.
Outcome unite(const Region& r, const Problem& problem, const Options& options = {});

}  // namespace pawl::abstraction
