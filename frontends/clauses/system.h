// SPDX-License-Identifier: Apache-2.0
//
// Constrained Horn clauses, linear ones: what a `.sl` and a HORN file are about. Unknown predicates
// are wanted that make every clause true.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gcl/expr.h"
#include "support/source.h"

namespace pawl::frontend::clauses {

struct Predicate {
  std::string name;                // as written
  std::vector<gcl::Expr> state;    // Vars with names of GCL, one for each argument
  std::vector<std::string> names;  // of the arguments, as written; made up where nobody wrote any
  SourceRange range;
};

struct Application {
  std::size_t predicate = 0;  // index into System::predicates
  std::vector<gcl::Expr> arguments;
};

/// `body && constraint ==> head`, for all values of its variables.
struct Clause {
  std::optional<Application> body;  // none: a fact
  gcl::Expr constraint;             // without predicates
  std::optional<Application> head;  // none: a query, `false`
  SourceRange range;
};

/// What its answers look like.
enum class Dialect {
  Sygus,
  Horn,  // sat: there are such predicates
  Rules  // declare-rel, rule, query; sat: what is asked for can be derived
};

struct System {
  Dialect dialect = Dialect::Horn;
  std::vector<Predicate> predicates;
  std::vector<Clause> clauses;  // in text order
};

}  // namespace pawl::frontend::clauses
