// SPDX-License-Identifier: Apache-2.0
//
// Strongest postconditions [FlanaganQadeer02, section 3], on the passive form, where they are
// linear: one outcome for the normal end (the paper's Norm), one for each assertion that fails
// (whose disjunction is its Wrong), and one for each label the command exits to. Formulas are over
// versions; versions that the outcome's Env does not name are the values of the past, and the
// paper's quantifier over them is left implicit: "Norm implies q" means for all of them, "Norm is
// satisfiable" for some. Linear as a DAG; written out as a tree the formulas are exponential.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gcl/passive.h"

namespace pawl::gcl {

struct Outcome {
  Expr formula;
  Env env;  // where to read the program's variables afterwards (in_state)
};

struct FailedAssert {
  Expr formula;  // a run arrives at the assert, and its condition is false
  std::optional<std::size_t> obligation;
  SourceRange range;
};

struct SpResult {
  Outcome normal;
  std::vector<FailedAssert> failed;      // in program order
  Expr wrong;                            // one of them
  std::map<std::string, Outcome> exits;  // as Passive::label_env
  std::vector<Expr> points;              // by Assume::point: a run arrives there
};

/// From states that satisfy `precondition`, a formula over the versions the command starts with.
/// An assertion that holds is assumed afterwards.
SpResult sp(Context& context, const Passive& command, Expr precondition);

}  // namespace pawl::gcl
