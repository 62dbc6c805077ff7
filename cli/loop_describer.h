// SPDX-License-Identifier: Apache-2.0
//
// What is certified of one IL loop, said in the terms of the C loop that it is an activation of.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "cli/source_map.h"
#include "engine/readable/consequences.h"
#include "engine/readable/standing.h"
#include "frontends/c/back/extents.h"
#include "frontends/c/back/loop_assigns.h"
#include "gcl/map_range.h"
#include "gcl/program.h"
#include "gcl/traverse.h"
#include "prover/prover.h"
#include "prover/query_log.h"
#include "result/result.h"

namespace pawl::cli {

enum class CTerms { With, Without };

/// A certified formula and its form in C.
struct Statement {
  enum class Kind {
    User,       // it stands in the text already
    Inferred,   // it is to be said
    Redundant,  // it follows from others, all of them: to be said if those cannot be
  };
  Kind kind = Kind::Inferred;
  gcl::Expr formula;
  result::SourceTerm term;  // `acsl` empty: it cannot be said
  bool exact = false;       // `acsl` says all that the formula does; `c` if not `weakened`
};

/// An IL loop and the activation it is.
struct Instance {
  const frontend::c::LoopActivation* activation = nullptr;
  const gcl::While* loop = nullptr;  // null: it did not become a loop
  result::LoopResult* result = nullptr;
  bool claimed = false;  // what is certified in its procedure rests on nothing unproved
  bool alone = true;     // no other activation of the loop of the text
  std::vector<Statement> says = {};
};

/// What follows from some facts. The solver is started when somebody asks.
class Known {
 public:
  using Start = std::function<void(std::optional<engine::Consequences>&)>;
  Known(Start start, std::vector<gcl::Expr> facts)
      : start_(std::move(start)), facts_(std::move(facts)) {}

  void add(gcl::Expr fact);
  bool implies(gcl::Expr fact);

 private:
  Start start_;
  std::vector<gcl::Expr> facts_;
  std::optional<engine::Consequences> consequences_;
};

class LoopDescriber {
 public:
  LoopDescriber(gcl::Context& context, const gcl::Program& program, const SourceMap& map,
                CTerms c_terms, const prover::ProverOptions& prover)
      : context_(context), program_(program), map_(map), c_terms_(c_terms), prover_(prover) {}

  /// Fills in what the instance says, and the same in its result.
  void describe(Instance& instance);

  frontend::c::Assigned assigns(const Instance& instance);

  Known known(std::vector<gcl::Expr> facts);

 private:
  /// What stands wherever the procedure is, and what can be said at a loop where that is known.
  struct Ground {
    std::vector<gcl::Expr> facts;
    gcl::Substitution zeros;  // offsets of pointers that point to the start of something
    frontend::c::SourceScope scope;
  };
  void find_ground(const Instance& instance);
  void keep_what_is_there(Ground& ground, Known& known);
  const Ground& ground_of(const Instance& instance) const;
  const frontend::c::SourceScope& scope_of(const Instance& instance) const {
    return ground_of(instance).scope;
  }

  bool is_goto(const Instance& instance) const;
  std::set<std::string> changed_by(const Instance& instance) const;
  gcl::Expr parsed(const std::string& text, const Instance& instance, gcl::Sort sort);
  std::vector<gcl::MapRange> ranges_of(const Instance& instance);
  std::vector<gcl::Expr> said_by_assigns(const Instance& instance);
  Statement said(gcl::Expr formula, const Instance& instance,
                 const frontend::c::Certified& certified);
  void add_redundant(Instance& instance, const frontend::c::Certified& certified);
  void add_variant(const Instance& instance, const frontend::c::Certified& certified);

  gcl::Context& context_;
  const gcl::Program& program_;
  const SourceMap& map_;
  CTerms c_terms_;
  const prover::ProverOptions& prover_;
  prover::QueryLog log_;
  std::map<const frontend::c::LoopActivation*, Ground> grounds_;
};

}  // namespace pawl::cli
