// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gcl/expr.h"
#include "gcl/stmt.h"

namespace pawl::gcl {

struct SortDecl {
  std::string name;
  SourceRange range;
};
/// `const null: ref;` — never assigned, arbitrary but fixed.
struct ConstDecl {
  Expr var;
  SourceRange range;
};
/// Uninterpreted, or defined by `body` over `parameters` (BoundVars). Definitions are not
/// recursive: the type checker refuses cycles, because they could be contradictory.
struct FunctionDecl {
  std::string name;
  std::vector<Expr> parameters;
  Sort result;
  std::optional<Located> body;
  SourceRange range;
};
struct AxiomDecl {
  Located formula;
  SourceRange range;
};
struct VarDecl {
  Expr var;
  SourceRange range;
};

struct Procedure {
  std::string name;
  std::vector<VarDecl> parameters;  // not assignable
  std::vector<VarDecl> results;
  std::vector<Located> requires_;
  std::vector<Located> ensures;
  std::vector<Expr> modifies;   // globals
  std::vector<VarDecl> locals;  // declared anywhere in the body; names are unique in a procedure
  std::optional<Block> body;    // absent: known by contract only
  SourceRange range;            // the header
};

/// A checked program: names resolved, sorts right. Everything else speaks these types.
struct Program {
  std::vector<SortDecl> sorts;
  std::vector<ConstDecl> constants;
  std::vector<FunctionDecl> functions;
  std::vector<AxiomDecl> axioms;
  std::vector<VarDecl> globals;
  std::vector<Procedure> procedures;

  const Procedure* find_procedure(std::string_view name) const;
  const FunctionDecl* find_function(std::string_view name) const;
};

/// Structural equality, ranges ignored. Both programs live in the same Context.
bool equal(const Program& a, const Program& b);

}  // namespace pawl::gcl
