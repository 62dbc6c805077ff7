// SPDX-License-Identifier: Apache-2.0
//
// Procedures as code for the register machine (gcl/register_machine.h). Every variable is a
// register; expressions are computed into further registers, each shared node once as long as
// nothing is jumped over. What needs more than its arguments (quantifiers, functions, old) is
// left to gcl/evaluate.h, whole.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gcl/cell.h"
#include "gcl/desugar.h"
#include "gcl/interpreter.h"
#include "gcl/program.h"

namespace pawl::gcl {

/// Where a cell is: the upper two bits say in which row, the others at which place.
using Register = std::uint32_t;
enum class Row : std::uint32_t { Frame, Global, Constant };
inline Register in_row(Row row, std::size_t place) {
  return static_cast<std::uint32_t>(row) << 30 | static_cast<std::uint32_t>(place);
}

enum class Op : std::uint8_t {
  // d := ...
  Move,  // a
  Not,   // a
  Add,   // a + b; Sub, Mul, Div, Mod likewise
  Sub,
  Mul,
  Div,
  Mod,
  Negate,
  Less,
  LessEqual,
  Equal,
  Select,      // a[b]
  SelectPath,  // a[keys]; `info`: the keys
  Store,       // a[b := c]
  MakeMap,     // a everywhere; `info`: the sort
  Bits,        // of bit-vectors of at most 64 bits: `kind`, `width`
  ToBits,      // of an integer, modulo 2^width
  FromBits,    // unsigned
  SignExtend,  // from `width` bits to `info`
  Operation,   // any other kind: `info` is an Applied
  Evaluate,    // `info` is an Evaluated
  StorePath,   // d[keys] := c in place; `info`: the keys
  Clear,
  // Control.
  Jump,      // to c
  JumpIf,    // to c, if a is `width` (0 or 1)
  JumpLess,  // to c, if (a < b) is `width`; LessEqual, Equal likewise
  JumpLessEqual,
  JumpEqual,
  JumpChosen,  // to c, if the chooser's branch is `width`
  Choose,      // to one of the targets of `info`
  Statement,   // costs fuel
  Prove,       // a; `info` is a Proof
  Assume,      // a; `info` is a Clause
  Havoc,       // d; `info` is a variable
  Local,       // likewise: a result or local of a callee, on entry
  Watch,       // d; `info` is a variable
  Call,        // `info` is a CallSite
  Contract,    // the procedure has no body: told before its ensures
  Return,
};

struct Instruction {
  Op op = Op::Return;
  Kind kind = Kind::True;
  std::uint16_t width = 0;
  Register d = 0, a = 0, b = 0, c = 0;
  std::uint32_t info = 0;
};

struct Applied {
  Expr e;
  std::vector<Register> arguments;
};
using Reads = std::vector<std::pair<Expr, Register>>;  // variable -> where it is
struct Evaluated {
  Located e;
  Reads now, old, entry;
};
struct Proof {
  ObligationKind kind = ObligationKind::Assertion;
  const Located* clause = nullptr;
  const Stmt* stmt = nullptr;  // null, for a precondition: the call
  SourceRange at;
};
struct CallSite {
  const Stmt* stmt = nullptr;
  std::size_t callee = 0;
  std::vector<Register> arguments, results;
};

struct ProcedureCode {
  const Procedure* procedure = nullptr;
  std::vector<Instruction> code;
  std::size_t start = 0;         // when it is called: its preconditions are the caller's to prove
  std::size_t start_of_run = 0;  // when the run begins with it: they are assumed
  std::size_t registers = 0;     // its parameters first, then its results and locals
  std::vector<Register> results;
  std::vector<SourceRange> places;  // of each instruction, for what cannot be decided
};

struct ProgramCode {
  const Program* program = nullptr;
  std::vector<ProcedureCode> procedures;  // as in the program
  std::vector<Cell> constants;
  std::vector<Expr> globals;  // and constants of the program, which never change
  std::vector<Applied> applied;
  std::vector<Evaluated> evaluated;
  std::vector<std::vector<Register>> paths;
  std::vector<std::vector<std::uint32_t>> targets;
  std::vector<Proof> proofs;
  std::vector<Located> clauses;
  std::vector<Expr> variables;
  std::vector<CallSite> calls;
  std::vector<Sort> sorts;
  Sort int_sort;  // where something is divided
};

/// `watched`: global or local variables whose every new value is told.
ProgramCode compile(const Program& program, InvariantChecks invariants,
                    const std::unordered_set<Expr>& watched);

}  // namespace pawl::gcl
