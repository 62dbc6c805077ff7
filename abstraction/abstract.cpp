// SPDX-License-Identifier: Apache-2.0
//
// One abstraction step: the exact algorithm that was asked for and, when it cannot finish, the
// ladder below it. Whatever ends a rung early, the search's upper bound is sound, so the next
// rung starts from there and the result is never worse than what was already known.
#include "abstraction/abstract.h"

#include <algorithm>
#include <array>
#include <utility>

#include "abstraction/oracle.h"
#include "abstraction/search.h"
#include "abstraction/structure.h"

namespace pawl::abstraction {

namespace {

constexpr std::array algorithms{Algorithm::Naive, Algorithm::Greedy, Algorithm::Fq,
                                Algorithm::Ddp,   Algorithm::Ss,     Algorithm::Guided};

/// What is asserted while it lives is forgotten afterwards.
class Scope {
 public:
  explicit Scope(Oracle& oracle) : oracle_(oracle) { oracle_.push(); }
  ~Scope() { oracle_.pop(); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Oracle& oracle_;
};

void run(Algorithm algorithm, Search& search, const Structure& structure) {
  switch (algorithm) {
    case Algorithm::Naive: naive(search); return;
    case Algorithm::Greedy: greedy(search); return;
    case Algorithm::Fq: fq(search); return;
    case Algorithm::Ddp: ddp(search); return;
    case Algorithm::Ss: ss(search); return;
    case Algorithm::Guided: guided(search, structure); return;
  }
}

/// None when the result is exact.
Loss run_exactly(Search& search, const Options& options) {
  if (options.precision != Precision::Exact) return Loss::Requested;
  const Problem& problem = search.oracle.problem();
  const Structure structure =
      options.algorithm == Algorithm::Guided ? analyse(problem) : unstructured(problem);
  if (structure.largest_group() > options.max_exact_predicates) return Loss::TooManyPredicates;
  const Scope scope(search.oracle);
  search.oracle.allow(options.max_queries, options.max_unknowns);
  try {
    run(options.algorithm, search, structure);
    return Loss::None;
  } catch (const SearchEnd& end) {
    return end.loss;
  } catch (const BddLimit&) {
    return Loss::BddLimit;
  } catch (const BddStopped&) {
    return Loss::Stopped;
  }
}

struct Rung {
  std::size_t completed = 0;  // every implied clause of at most so many literals was found
  Loss loss = Loss::None;     // None: as far as it was meant to go
};

Rung descend(Search& search, const Options& options) {
  const bool conjunctions_only = options.precision == Precision::Conjunctions;
  const std::size_t max_literals = conjunctions_only ? 1 : options.max_clause_literals;
  const Scope scope(search.oracle);
  const std::uint64_t queries = options.max_queries == 0 ? 0 : options.max_queries / 2 + 1;
  search.oracle.allow(queries, options.max_unknowns);
  Rung rung;
  try {
    bounded(search, max_literals, options.max_candidates, rung.completed);
  } catch (const SearchEnd& end) {
    rung.loss = end.loss;
  } catch (const BddLimit&) {
    rung.loss = Loss::BddLimit;
  } catch (const BddStopped&) {
    rung.loss = Loss::Stopped;
  }
  return rung;
}

void set_bound(Outcome& outcome, std::size_t literals) {
  outcome.precision = literals > 1 ? Precision::BoundedClauses : Precision::Conjunctions;
  outcome.clause_bound = std::max<std::size_t>(literals, 1);
}

/// Short clauses of the function, as long as the BDD package allows; true as the last resort,
/// which needs no node.
void write_down_weakened(Outcome& outcome, const Bdd& function, std::size_t max_literals) {
  for (std::size_t literals = max_literals; literals > 0; --literals) {
    try {
      outcome.region = Region::at_least(function, literals);
      set_bound(outcome, literals);
      return;
    } catch (const BddLimit&) {
      outcome.loss = Loss::BddLimit;
    } catch (const BddStopped&) {
      outcome.loss = Loss::Stopped;
      break;
    }
  }
  outcome.region = Region::top(function.manager());
  set_bound(outcome, 1);
}

void write_down(Outcome& outcome, const Bdd& function, const Options& options) {
  try {
    if (std::optional<Region> region = Region::exactly(function, options.max_clauses)) {
      outcome.region = std::move(*region);
      return;
    }
    outcome.loss = Loss::TooManyClauses;
  } catch (const BddLimit&) {
    outcome.loss = Loss::BddLimit;
  } catch (const BddStopped&) {
    outcome.loss = Loss::Stopped;
  }
  const bool is_exact = outcome.precision == Precision::Exact;
  write_down_weakened(outcome, function,
                      is_exact ? options.max_clause_literals : outcome.clause_bound);
}

void note_losses(Outcome& outcome) {
  if (outcome.loss != Loss::None) {
    outcome.note = outcome.clause_bound > 1 ? "only clauses of at most " +
                                                  std::to_string(outcome.clause_bound) + " literals"
                                            : std::string("only conjunctions of literals");
    outcome.note += std::string(": ") + to_string(outcome.loss);
  }
  if (outcome.unknowns > 0) {
    if (!outcome.note.empty()) outcome.note += "; ";
    outcome.note += std::to_string(outcome.unknowns) + " of " + std::to_string(outcome.queries) +
                    " queries unanswered";
  }
}

}  // namespace

Outcome unite(const Region& r, const Problem& problem, const Options& options) {
  Outcome outcome;
  if (r.is_top()) {
    outcome.region = r;
    return outcome;
  }
  Oracle oracle(problem, options);
  Search search(r, oracle);
  outcome.loss = run_exactly(search, options);
  if (outcome.loss != Loss::None) {
    Rung rung;
    if (outcome.loss != Loss::Stopped) rung = descend(search, options);
    if (rung.loss != Loss::None) outcome.loss = rung.loss;
    set_bound(outcome, rung.completed);
  }
  write_down(outcome, search.upper, options);
  outcome.queries = oracle.queries();
  outcome.unknowns = oracle.unknowns();
  note_losses(outcome);
  return outcome;
}

const char* to_string(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Naive: return "naive";
    case Algorithm::Greedy: return "greedy";
    case Algorithm::Fq: return "fq";
    case Algorithm::Ddp: return "ddp";
    case Algorithm::Ss: return "ss";
    case Algorithm::Guided: return "guided";
  }
  return "?";
}

std::optional<Algorithm> algorithm_named(std::string_view name) {
  const auto found = std::ranges::find(algorithms, name, [](Algorithm a) { return to_string(a); });
  if (found == algorithms.end()) return std::nullopt;
  return *found;
}

const char* to_string(Precision precision) {
  switch (precision) {
    case Precision::Exact: return "exact";
    case Precision::BoundedClauses: return "bounded clauses";
    case Precision::Conjunctions: return "conjunctions";
  }
  return "?";
}

const char* to_string(Loss loss) {
  switch (loss) {
    case Loss::None: return "nothing lost";
    case Loss::Requested: return "as requested";
    case Loss::TooManyPredicates: return "too many predicates hang together";
    case Loss::TooManyClauses: return "the exact result has too many clauses";
    case Loss::QueryLimit: return "the limit of queries was reached";
    case Loss::UnknownLimit: return "too many queries were unanswered";
    case Loss::BddLimit: return "the BDD package was full";
    case Loss::Stopped: return "stopped before the end (not reproducible)";
  }
  return "?";
}

}  // namespace pawl::abstraction
