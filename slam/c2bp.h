// SPDX-License-Identifier: Apache-2.0
//
// C2BP: the Boolean program of a program and predicates, modular and polymorphic
// [BallMillsteinRajamani05]. Every run of the program is simulated: the Boolean variables have, at
// every step, the truth values of their predicates.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gcl/internal_form.h"
#include "slam/bp_program.h"
#include "slam/predicate_set.h"
#include "slam/strengthen.h"

namespace pawl::slam {

/// What a statement of the Boolean program stands for.
struct SourceStep {
  enum class Role : std::uint8_t {
    Statement,  // assign, havoc, assume, assert or call
    Holds,      // the condition of an if or while is true; `*`: taken to be
    Fails,      // ... is false
    Branch,     // `branch` of a choice is taken
    LoopHead,   // a while is reached, its condition not tested yet
    Entry,      // of a procedure
    Return,     // the state after a call, as far as the call told
  };
  Role role = Role::Statement;
  std::uint32_t procedure = 0;      // index into the procedures of the internal form
  const gcl::Stmt* stmt = nullptr;  // of the internal form; null for Entry
  std::size_t branch = 0;
};

/// What a procedure shows its callers; computed from its own predicates alone.
struct Interface {
  std::vector<gcl::Expr> formals;  // E_f: no local, no result, no symbolic constant
  std::vector<gcl::Expr> returns;  // E_r: no local; a result, a symbolic constant or a global
};

struct Abstraction {
  BpProgram program;
  std::vector<SourceStep> steps;  // by Origin
  /// What the variables mean, by index: of the globals, and of the procedures (formals, then
  /// locals; temporaries for results of calls have none).
  std::vector<gcl::Expr> globals;
  std::vector<std::vector<gcl::Expr>> locals;  // by BP procedure
  std::vector<Interface> interfaces;           // by BP procedure
  std::vector<std::uint32_t> sources;          // BP procedure -> procedure of the internal form
  std::vector<BpExpr> consistent;              // by BP procedure: the combinations some state has
};

/// CART's ladder for what one assignment does to several predicates:
enum class Correlation {
  Cartesian,  // each predicate by itself
  Boolean,    // all changed predicates together: the best abstraction over the cone
};

struct C2bpOptions {
  StrengthenOptions strengthen;
  Correlation correlation = Correlation::Cartesian;
};

struct C2bpCounts {
  std::uint64_t statements = 0;                       // looked at, over all runs
  std::uint64_t abstracted = 0;                       // ... that the prover had to be asked about
  std::map<std::string, std::uint64_t> by_procedure;  // abstracted
  std::map<std::string, std::uint64_t> queries;       // by procedure
  std::map<std::string, std::uint64_t> stored;        // by procedure: answers of the store
};

/// Keeps what it computed: a later run with more predicates asks only about statements whose
/// predicates changed.
class C2bp {
 public:
  /// `program` is an internal form and outlives this, like the context and the log.
  C2bp(gcl::Context& context, const gcl::Program& program, C2bpOptions options,
       prover::QueryLog& log);

  /// `entry` names a procedure with a body; what it does not call is left out, unless empty.
  Abstraction operator()(const PredicateSet& predicates, const std::string& entry);

  const C2bpCounts& counts() const { return counts_; }
  Strengthener& strengthener() { return strengthener_; }
  Correlation correlation() const { return options_.correlation; }
  void set_correlation(Correlation correlation) { options_.correlation = correlation; }

 private:
  friend class ProcedureAbstraction;
  void tell_store(const Abstraction& abstraction, std::uint32_t number);

  gcl::Context& context_;
  const gcl::Program& program_;
  C2bpOptions options_;
  Strengthener strengthener_;
  C2bpCounts counts_;
};

/// E_f and E_r of a procedure.
Interface interface_of(gcl::Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure, const std::vector<gcl::Expr>& predicates);

}  // namespace pawl::slam
