// SPDX-License-Identifier: Apache-2.0
//
// The P-abstract transition relation p --op--> p' [FischerJhalaMajumdar05, section 3], on sets of
// valuations of the predicates as BDDs. A set relates what the predicates are now to what those
// over globals and parameters were on entry to the procedure, so that the exit of a callee is a
// summary: it can be composed with any call.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "abstraction/abstract.h"
#include "dataflow/lattice.h"
#include "dataflow/predicates.h"
#include "prover/query_log.h"

namespace pawl::dataflow {

/// A predicate has a variable for each of these.
enum class Copy : std::uint32_t {
  Now,
  Next,
  Entry,
  CallEntry,  // of the callee, while a call is composed
  CallExit,
};
constexpr std::uint32_t copies = 5;
constexpr std::uint32_t variable(PredicateId id, Copy copy) {
  return static_cast<std::uint32_t>(id) * copies + static_cast<std::uint32_t>(copy);
}

class Transitions {
 public:
  using Bdd = abstraction::Bdd;

  struct Options {
    prover::ProverOptions prover{};
    std::function<bool()> stop;
  };

  /// All outlive it. Predicates may be added between questions.
  Transitions(gcl::Context& context, const gcl::Program& program,
              const abstraction::BddManager& manager, const Predicates& predicates,
              const Options& options, prover::QueryLog& log);

  /// Anything, on entry to a procedure that starts.
  Bdd start(std::size_t procedure);
  /// Not of a Call.
  Bdd post(const Bdd& region, std::size_t procedure, const Operation& operation);
  /// What the callee starts with.
  Bdd enter(const Bdd& before, std::size_t caller, const CallSite& site);
  /// After the call, when its callee ends in `exit`.
  Bdd leave(const Bdd& before, const Bdd& exit, std::size_t caller, const CallSite& site);

  /// The predicates whose value an operation may change or tell.
  const std::vector<PredicateId>& touched(std::size_t procedure, const Operation& operation);
  /// Operations live elsewhere from now on.
  void forget_operations() { touched_.clear(); }
  /// What all states have in common, of the predicates that `region` speaks of now.
  Bdd consistent(const Bdd& region);
  Bdd none() const { return manager_.constant(false); }
  Bdd literal(PredicateId id, bool positive) const;
  /// What a variable of a region says, `old(g)` and all.
  gcl::Expr meaning(std::uint32_t var);

 private:
  /// A formula and the variable that has its truth value.
  struct Term {
    gcl::Expr meaning;
    std::uint32_t var = 0;
  };
  using Terms = std::vector<Term>;

  Terms now(std::size_t procedure) const;
  bool speaks_of_entry(PredicateId id, const gcl::Procedure& callee) const;
  Bdd relation(const Terms& seeds, const Terms& pool, gcl::Expr assumption);
  Bdd abstract(const Terms& terms, gcl::Expr assumption);
  Bdd update(const Bdd& region, std::size_t procedure, const std::vector<gcl::Expr>& targets,
             const std::vector<gcl::Expr>& values);
  Bdd binding(std::size_t caller, const CallSite& site);
  Bdd enter_state(const Bdd& bound, std::size_t callee);
  Bdd equal(std::uint32_t a, std::uint32_t b) const;
  Bdd without(const Bdd& function, std::vector<std::uint32_t> vars) const;
  gcl::Expr another(gcl::Expr var, const char* moment);
  const std::vector<gcl::Expr>& vars_of(gcl::Expr e);

  gcl::Context& context_;
  const gcl::Program& program_;
  abstraction::BddManager manager_;
  const Predicates& predicates_;
  Options options_;
  std::unique_ptr<prover::Prover> prover_;
  std::vector<gcl::Expr> background_;
  std::map<std::pair<gcl::Expr, std::vector<std::pair<gcl::Expr, std::uint32_t>>>, Bdd> known_;
  std::map<gcl::Expr, std::vector<gcl::Expr>> vars_;
  std::map<std::pair<std::size_t, const Operation*>,
           std::pair<std::size_t, std::vector<PredicateId>>>
      touched_;
};

}  // namespace pawl::dataflow
