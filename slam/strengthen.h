// SPDX-License-Identifier: Apache-2.0
//
// F of the papers: the weakest combination of predicates that implies a formula, as a disjunction
// of minimal cubes; G(e) is !F(!e) [BallMillsteinRajamani05]. A cube implies e iff its negation is
// a clause implied by !e, so F(e) is the complement of the abstraction of !e, which abstraction/
// computes from models and cores, restricted to the cone of influence of e.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "abstraction/bdd.h"
#include "gcl/program.h"
#include "prover/prover.h"
#include "prover/query_log.h"
#include "slam/equality_conflicts.h"
#include "slam/footprint.h"
#include "slam/predicate_cube.h"

namespace pawl::slam {

/// Answers of F that somebody else computed, procedure by procedure. They are believed as little as
/// all the rest: a wrong one makes a wrong Boolean program, whose answer nobody confirms.
class AbstractionStore {
 public:
  virtual ~AbstractionStore() = default;
  /// Predicates as text.
  struct Interface {
    std::vector<std::string> formals, returns;
    std::vector<std::string> own, globals;  // all that the procedure is abstracted with
  };
  struct Question {
    gcl::Expr negated;
    std::span<const gcl::Expr> predicates;
    std::size_t cube_length = 0;
  };
  /// What is asked from now on is about this procedure.
  virtual void enter(const std::string& procedure, const Interface& interface) = 0;
  virtual std::optional<Cubes> find(const Question& question) = 0;
  virtual void keep(const Question& question, const Cubes& answer) = 0;
};

struct StrengthenOptions {
  prover::ProverOptions prover;
  std::size_t cube_length = 3;  // literals in a cube; 0: any number
  /// For one formula; when it is used up, longer cubes are not tried. 0: no limit.
  std::uint64_t max_queries = 500;
  enum class Solving { Incremental, Fresh };
  Solving solving = Solving::Incremental;  // Fresh: for comparison
  /// Where predicates only compare places and constants, no solver is needed
  /// (slam/equality_conflicts.h). Never: for comparison.
  enum class Equalities { Cycles, Never };
  Equalities equalities = Equalities::Cycles;
  /// true ends the search: what was not found is not used, which is weaker.
  std::function<bool()> stop;
  AbstractionStore* store = nullptr;  // null: none
};

struct StrengthenCounts {
  std::uint64_t asked = 0;      // formulas
  std::uint64_t computed = 0;   // ... that were neither trivial nor known from before
  std::uint64_t stored = 0;     // ... that the store knew
  std::uint64_t by_cycles = 0;  // of the computed ones: without a solver
  std::uint64_t queries = 0;
  std::uint64_t unknowns = 0;
};

class Strengthener {
 public:
  Strengthener(gcl::Context& context, const gcl::Program& program, StrengthenOptions options,
               prover::QueryLog& log);

  /// F(e). Unknown answers and limits only lose cubes: the result implies e whatever happens.
  Combination strengthen(gcl::Expr e, std::span<const gcl::Expr> predicates);
  /// F(false): what no state satisfies, as minimal cubes.
  Cubes inconsistent(std::span<const gcl::Expr> predicates);

  const StrengthenCounts& counts() const { return counts_; }
  /// From now on cubes of any length, with as many queries as it takes; what was computed before is
  /// not used any more.
  void lift_limits();
  std::size_t cube_length() const { return options_.cube_length; }
  /// Gives the BDD universe back: there is one in a process. It is opened again when needed.
  void release() { manager_.reset(); }

 private:
  Cubes cubes(gcl::Expr e, std::span<const gcl::Expr> predicates);
  Cubes compute(gcl::Expr negated, std::span<const gcl::Expr> predicates);
  std::optional<Cubes> known(const std::vector<gcl::Expr>& key);
  struct Found {
    Cubes cubes;
    bool stopped = false;
  };
  Found search(gcl::Expr negated, std::span<const gcl::Expr> predicates);
  std::optional<Cubes> by_cycles(gcl::Expr negated, std::span<const gcl::Expr> predicates);
  const std::optional<Difference>& difference(gcl::Expr literal);
  const Footprint& footprint_of(gcl::Expr e);
  std::optional<Cubes> literal(gcl::Expr e, std::span<const gcl::Expr> predicates);
  prover::Prover& prover();

  gcl::Context& context_;
  StrengthenOptions options_;
  prover::QueryLog& log_;
  std::vector<gcl::Expr> background_;
  std::set<gcl::Expr> background_vars_;
  std::unique_ptr<prover::Prover> prover_;
  std::optional<abstraction::BddManager> manager_;
  std::map<gcl::Expr, Footprint> footprints_;
  std::map<gcl::Expr, std::optional<Difference>> differences_;
  std::map<std::vector<gcl::Expr>, Cubes> known_;  // by negated formula and predicates of the cone
  StrengthenCounts counts_;
};

}  // namespace pawl::slam
