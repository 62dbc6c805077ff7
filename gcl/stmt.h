// SPDX-License-Identifier: Apache-2.0
//
// Statements: a variant of plain structs, owned by their parent, visited with overloaded{...}.
// Desugared and passive programs use the same types, a subset of them each, so that every stage
// prints as text the parser accepts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gcl/expr.h"
#include "support/source.h"

namespace pawl::gcl {

struct Stmt;
using Block = std::vector<Stmt>;  // a sequence; `{ ... }` in the text

/// An expression with its place. Shared nodes have no place of their own, their uses do.
struct Located {
  Expr expr;
  SourceRange range;
};

struct Assert {
  Located condition;
  /// What is proved here, filled by desugar.
  std::optional<std::size_t> obligation;  // index into Desugared::obligations
  /// What a front end says it is for ("overflow"); not part of the text. Empty: nothing special.
  std::string label = {};
};
struct Assume {
  Located condition;
  /// A place engines ask about, marked by desugar.
  std::optional<std::size_t> point;  // index into Desugared::points
};
/// Parallel. Targets are distinct Vars; `a[i] := e` is `a := a[i := e]`, which the parser makes
/// and the printer undoes.
struct Assign {
  std::vector<Expr> targets;
  std::vector<Located> values;
};
struct Havoc {
  std::vector<Expr> targets;
};
struct Choice {  // A [] B [] ...: at least two
  std::vector<Block> branches;
};
/// What a front end makes a condition of, for people who read runs; not part of the text.
struct WrittenTest {
  SourceRange range = {};  // unknown: that of the condition
  bool negated = false;    // the condition is the negation of what is written there
};
struct If {
  std::optional<Located> condition;  // absent: `*`
  Block then_branch;
  Block else_branch;
  WrittenTest written = {};
};
struct While {
  std::optional<Located> condition;  // absent: `*`
  std::vector<Located> invariants;
  std::vector<Located> predicates;
  std::vector<Expr> skolems;  // Vars, in scope in `predicates` only
  Block body;
  /// Which loop of another language it is: a front end's number, not part of the text. 0: none.
  std::size_t origin = 0;
  WrittenTest written = {};
};
struct LabeledBlock {  // block L { ... exit L ... }
  std::string label;
  Block body;
};
struct Exit {
  std::string label;
};
struct Call {
  std::vector<Expr> results;
  std::string procedure;
  std::vector<Located> arguments;
};

struct Stmt {
  std::variant<Assert, Assume, Assign, Havoc, Choice, If, While, LabeledBlock, Exit, Call> node;
  SourceRange range;  // for a loop or an if: from the keyword to the closing brace
};

/// Structural equality, ranges ignored.
bool equal(const Block& a, const Block& b);

/// Calls `visit` on every statement, outer before inner, in text order.
void for_each_stmt(const Block& block, const std::function<void(const Stmt&)>& visit);

}  // namespace pawl::gcl
