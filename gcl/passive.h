// SPDX-License-Identifier: Apache-2.0
//
// Passive form (dynamic single assignment) [FlanaganSaxe01, BarnettLeino05]: every assignment
// becomes `assume x@k == e`, every havoc a new version, every join an equation per variable that
// differs. Only Assert, Assume, Choice, LabeledBlock and Exit remain; no variable changes.
// Version 0 of x is x itself, so `old(x)` is just x. Along every path the versions of a variable
// are numbered upwards, so a join takes the highest of the versions that arrive: on the paths
// that do not have it, it is still unused.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "gcl/desugar.h"
#include "gcl/env.h"

namespace pawl::gcl {

/// `e`, a formula of the source, in the state described by `env`. Old(e) is read in the initial
/// state; Entry must have been replaced by ghosts (entry_by_ghosts).
Expr in_state(Context& context, Expr e, const Env& env);

struct Passive {
  Block body;
  std::vector<Expr> versions;  // introduced here, by id; with the program's variables: all in use
  std::unordered_map<Expr, Expr> variable_of;  // version -> program variable
  std::vector<Env> point_env;                  // by index into Desugared::points
  std::vector<Env> obligation_env;  // by index into Desugared::obligations: state at the assert
  Env exit_env;                     // at the normal end
  std::map<std::string, Env> label_env;  // by label that no block of the command catches
};

/// Code after an `exit` is kept, though it never runs: its points and obligations get the Env of
/// the exit.
Passive make_passive(Context& context, const Desugared& desugared);

/// The same for any desugared command, which may have `exit`s to labels around it, started in
/// the state `initial`.
Passive make_passive(Context& context, const Block& command, const Env& initial);

}  // namespace pawl::gcl
