// SPDX-License-Identifier: Apache-2.0
//
// One loop with what was seen at its head, as columns of numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "heuristics/data/polynomial.h"
#include "heuristics/data/runs.h"
#include "heuristics/loop_facts.h"

namespace pawl::heuristics {

/// What the loops of a procedure share.
struct ProcedureData {
  gcl::Context& context;
  const gcl::Program& program;
  const gcl::Procedure& procedure;
  gcl::Desugared desugared;
  std::vector<std::unique_ptr<LoopFacts>> facts;  // by loop
  std::vector<std::vector<Visit>> visits;         // by loop
  std::set<std::int64_t> constants;               // small ones of the text
  std::vector<gcl::Expr> fixed_cells;             // m[3], as the text has them
  ExprSet indexed;                                // maps with other keys than fixed ones
  std::vector<gcl::Expr> limits;  // below which counters stay, over what no loop changes
  ExprSet changing;               // what some loop changes

  ProcedureData(gcl::Context& context, const gcl::Program& program,
                const gcl::Procedure& procedure);

  /// A name that the program does not have.
  std::string fresh_name() const;

 private:
  void find_constants();
  void find_limits();
};

/// Does it compare with the end of a machine type? Other constants of that size are parameters.
bool is_range_of_type(const Linear& form);

using Numbers = std::vector<std::int64_t>;

/// A term with its value at each visit.
struct Feature {
  gcl::Expr term;
  Numbers values;
};

class LoopData {
 public:
  LoopData(const ProcedureData& procedure, std::size_t loop);

  const ProcedureData& procedure() const { return procedure_; }
  const LoopFacts& facts() const { return *procedure_.facts[loop_]; }
  const std::vector<Visit>& visits() const { return procedure_.visits[loop_]; }
  std::size_t loop() const { return loop_; }
  /// The loops around this one, the innermost first.
  std::vector<std::size_t> around() const;

  /// nullopt: not a number everywhere.
  std::optional<Feature> feature(gcl::Expr term) const;

  /// Counters of this loop and of those around it, and what no loop changes; none is constant and
  /// no two are the same on all visits.
  const std::vector<Feature>& positions() const { return positions_; }
  /// Other numbers in scope: variables and fixed cells; likewise.
  const std::vector<Feature>& others() const { return others_; }
  /// Numbers that the loop changes: variables and fixed cells.
  const std::vector<Feature>& targets() const { return targets_; }

  std::vector<std::size_t> runs() const;

 private:
  void add(gcl::Expr term, std::vector<Feature>& to);
  bool is_new(const Numbers& values) const;
  std::vector<gcl::Expr> counters() const;
  std::vector<gcl::Expr> numbers_in_scope() const;

  const ProcedureData& procedure_;
  std::size_t loop_;
  std::vector<Feature> positions_;
  std::vector<Feature> others_;
  std::vector<Feature> targets_;
};

std::optional<std::int64_t> number_at(const ProcedureData& procedure, const Visit& visit,
                                      gcl::Expr term);

using Claims = std::vector<gcl::Expr>;
void add_claim(Claims& claims, gcl::Expr claim);

/// Of numbers: bounds of counters, polynomials, remainders, comparisons.
void claim_numbers(const LoopData& data, Claims& claims);
/// Of the cells of maps that the loop changes.
void claim_cells(const LoopData& data, Claims& claims);

}  // namespace pawl::heuristics
