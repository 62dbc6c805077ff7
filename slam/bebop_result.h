// SPDX-License-Identifier: Apache-2.0
//
// What BEBOP says about a Boolean program: plain data, no BDDs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "slam/bp_cfg.h"
#include "slam/variable_order.h"

namespace pawl::slam {

/// What BEBOP remembers of the states at a place. Each is at least as precise as the one before.
enum class Domain : std::uint8_t {
  Cartesian,    // one trivector
  Disjunctive,  // a set of trivectors, each stepped by itself
  Focus,        // ... with no `*` left in what the step reads
  Total,        // sets of states: every variable is in focus
};

enum class BebopVerdict { Safe, Violated, Unknown };
enum class BebopUnknown {
  None,
  BddLimit,
  Timeout,
  Interrupted,
  Domain,  // BebopOptions::domain is too coarse to exclude a failure
};

const char* to_string(BebopUnknown reason);

/// One step of an error trace: the state before a statement is executed.
struct BebopStep {
  enum class Kind : std::uint8_t {
    Statement,  // any other; the next step is in the same procedure
    StepOver,   // a call whose inside is not shown: the next step is where it returns
    Enter,      // a call; the next step is at the entry of the callee
    Leave,      // the exit of a procedure; the next step is where its call returns
    Failure,    // the assertion that fails, or the error label; always the last step
  };
  Kind kind = Kind::Statement;
  NodeId node = 0;
  std::uint32_t depth = 0;  // calls entered and not left
  /// By global, then by variable of the procedure; at a Leave the results follow.
  std::vector<bool> values;
};

struct BebopLiteral {
  VarRef var{};
  bool positive = true;
};

/// What holds whenever a node is reached: a conjunction of clauses.
struct BebopInvariant {
  NodeId node = 0;
  enum class Kind : std::uint8_t {
    Clauses,      // exactly the reachable states; no clauses: all of them
    Unreachable,  // no state at all
    TooLarge,     // would take too many clauses
  };
  Kind kind = Kind::Clauses;
  std::vector<std::vector<BebopLiteral>> clauses;
};

/// One literal of a clause about the entry of a procedure and a node in it.
struct BebopPairLiteral {
  enum class Moment : std::uint8_t { Entry, Now };
  enum class Kind : std::uint8_t { Variable, Result };
  Kind kind = Kind::Variable;
  Moment moment = Moment::Now;
  VarRef var{};              // Variable
  std::uint32_t result = 0;  // Result: its number
  bool positive = true;
};

/// How the states at a node hang together with those at the entry of its procedure: the loop
/// invariants (nodes of `while`) and summaries (exits) that prove a program safe.
struct BebopProofStep {
  NodeId node = 0;
  BebopInvariant::Kind kind = BebopInvariant::Kind::Clauses;
  std::vector<std::vector<BebopPairLiteral>> clauses;
};

struct BebopResult {
  BebopVerdict verdict = BebopVerdict::Unknown;
  BebopUnknown reason = BebopUnknown::None;
  BpCfg cfg;                               // refers to the program
  std::vector<BebopStep> trace;            // Violated: a shortest one
  std::vector<NodeId> failing;             // every assertion that can fail; complete unless Unknown
  std::vector<NodeId> checked;             // every assertion and error label
  std::vector<bool> reached;               // by node; complete unless Unknown
  std::vector<BebopInvariant> invariants;  // on request; empty when Unknown
  std::vector<BebopProofStep> proof;       // Safe, on request: entries, exits and heads of `while`
  VariableOrder order;                     // on request; empty when Unknown
  std::uint64_t steps = 0;                 // nodes taken from the worklist
  std::uint64_t live_nodes = 0;            // BDD nodes at the end; depends on the package
};

}  // namespace pawl::slam
