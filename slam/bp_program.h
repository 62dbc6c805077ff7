// SPDX-License-Identifier: Apache-2.0
//
// Boolean programs [BallRajamani00]: the control structure of a source program, over Boolean
// variables. What the parser reads and what C2BP makes. docs/boolean-programs.md gives the text
// form and the meaning of every statement.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "slam/bp_expr.h"
#include "support/source.h"

namespace pawl::slam {

struct BpStmt;
using BpBlock = std::vector<BpStmt>;

struct BpSkip {};
/// One of the labels, chosen arbitrarily.
struct BpGoto {
  std::vector<std::string> labels;
};
/// Parallel: all values are read before any target is written. Only outcomes that satisfy
/// `constrain` (over old values x and new values 'x) are possible.
struct BpAssign {
  std::vector<VarRef> targets;
  std::vector<BpExpr> values;
  BpExpr constrain;  // may be absent
};
struct BpCall {
  std::vector<VarRef> targets;  // none: the results are dropped
  std::uint32_t procedure = 0;
  std::vector<BpExpr> arguments;
};
struct BpReturn {
  std::vector<BpExpr> values;
};
struct BpAssume {
  BpExpr condition;
};
struct BpAssert {
  BpExpr condition;
};
/// Ends the run, without an error, when the condition is true: assume !condition.
struct BpAbortif {
  BpExpr condition;
};
/// Holds before and after every statement that follows in the same block, or the run is not
/// considered. How C2BP keeps out states that no source state has.
struct BpEnforce {
  BpExpr condition;
};
/// The variables may have any value from here.
struct BpDead {
  std::vector<VarRef> variables;
};
struct BpArm {
  BpExpr condition;
  BpBlock body;
};
/// The first arm whose condition holds (if, elsif ...), else `otherwise`.
struct BpIf {
  std::vector<BpArm> arms;  // not empty
  BpBlock otherwise;
};
struct BpWhile {
  BpExpr condition;
  BpBlock body;
};
/// One of the blocks, chosen arbitrarily.
struct BpBranch {
  std::vector<BpBlock> choices;
};

/// Which statement of the source program this one abstracts; the meaning of the number is a
/// matter of who made the program.
using Origin = std::uint32_t;
inline constexpr Origin no_origin = std::numeric_limits<Origin>::max();

struct BpStmt {
  std::variant<BpSkip, BpGoto, BpAssign, BpCall, BpReturn, BpAssume, BpAssert, BpAbortif, BpEnforce,
               BpDead, BpIf, BpWhile, BpBranch>
      node;
  std::vector<std::string> labels{};
  SourceRange range{};  // in the .bp text, or in the source of what was abstracted
  Origin origin = no_origin;
  std::string comment{};  // shown after it by the printer; no meaning
};

struct BpVariable {
  std::string name;  // any text without braces, or with balanced ones
  SourceRange range{};
};

struct BpProcedure {
  std::string name;
  std::uint32_t results = 0;
  std::uint32_t formals = 0;          // the first so many variables
  std::vector<BpVariable> variables;  // formals, then locals: arbitrary at entry
  BpBlock body;
  SourceRange range{};
  Origin origin = no_origin;
};

/// Globals start with arbitrary values.
struct BpProgram {
  std::vector<BpVariable> globals;
  std::vector<BpProcedure> procedures;

  const BpVariable& variable(const BpProcedure& procedure, VarRef var) const {
    return var.is_global() ? globals[var.index] : procedure.variables[var.index];
  }
  /// The index of a procedure, or procedures.size().
  std::uint32_t find(const std::string& name) const;
};

/// Equal up to places, origins and comments.
bool same_program(const BpProgram& a, const BpProgram& b);

/// Statements in blocks in statements: whoever walks them recurses this deep at most.
inline constexpr int max_bp_nesting = 1'000;

}  // namespace pawl::slam
