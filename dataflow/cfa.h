// SPDX-License-Identifier: Apache-2.0
//
// Control-flow automata: locations and the operations between them, as the paper has them
// [FischerJhalaMajumdar05, section 2.1]. Made from the internal form of a program
// (gcl/internal_form.h): one automaton for each procedure with a body. `old(g)` is a variable of
// its own (gcl/old_constants.h) that the first operation sets.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gcl/program.h"

namespace pawl::dataflow {

using LocationId = std::size_t;
using EdgeId = std::size_t;

struct Skip {};
struct Assume {
  gcl::Expr condition;
};
/// Parallel.
struct Assign {
  std::vector<gcl::Expr> targets;
  std::vector<gcl::Expr> values;
};
struct Havoc {
  std::vector<gcl::Expr> targets;
};
struct Call {
  std::size_t callee = 0;  // index into Program::procedures; it has a body
  std::vector<gcl::Expr> arguments;
  std::vector<gcl::Expr> targets;
};
using Operation = std::variant<Skip, Assume, Assign, Havoc, Call>;

/// A decision that the program leaves open, as gcl::Chooser::branch answers it.
struct Decision {
  std::size_t chosen = 0;
  std::size_t branches = 2;
};

struct Edge {
  LocationId from = 0;
  LocationId to = 0;
  Operation operation;
  const gcl::Stmt* stmt = nullptr;  // null: none of the program's
  std::optional<Decision> decision = {};
};

/// What has to hold at a location. The assertion is assumed on the edge that leaves it.
struct Check {
  LocationId at = 0;
  gcl::Expr condition;
  Operation failure;  // assumes that it does not hold
  const gcl::Stmt* stmt = nullptr;
};

struct Location {
  SourceRange range;
  const gcl::Stmt* loop = nullptr;  // whose head it is: before the test
  std::vector<EdgeId> out;
  std::vector<EdgeId> in;
};

struct Cfa {
  std::size_t procedure = 0;  // index into Program::procedures
  std::vector<Location> locations;
  std::vector<Edge> edges;
  std::vector<Check> checks;
  LocationId entry = 0;
  LocationId exit = 0;
  /// Globals whose value on entry somebody speaks of.
  std::vector<gcl::Expr> remembered;
};

/// By procedure; null for those without a body. `remembered` adds to what the code itself speaks
/// of.
using Automata = std::vector<std::optional<Cfa>>;
Automata automata(gcl::Context& context, const gcl::Program& program,
                  const std::map<std::size_t, std::vector<gcl::Expr>>& remembered = {});

/// The operation as text, for tables and logs: `[x < 3]`, `x := 1`.
std::string to_string(const gcl::Program& program, const Operation& operation);

}  // namespace pawl::dataflow
