// SPDX-License-Identifier: Apache-2.0
//
// Weakest preconditions on the passive form, with one postcondition per outcome. Formulas are
// over versions, those made by the command universally quantified, implicitly: "p implies
// wp(c, q)" means for all of them. Linear as a DAG. The two ways to compute the same thing:
//
//   Norm(p, c) ==> q   iff  p ==> wlp(c, q)
//   that, and Wrong(p, c) is unsatisfiable   iff  p ==> wp(c, q)
#pragma once

#include <map>
#include <string>

#include "gcl/passive.h"

namespace pawl::gcl {

/// In source terms; each is read in the Env of its outcome.
struct Postcondition {
  Expr normal;
  std::map<std::string, Expr> exits;  // by label; absent: true
};

/// No run goes wrong, and those that end satisfy the postcondition of their outcome.
Expr wp(Context& context, const Passive& command, const Postcondition& post);
/// Liberal: runs that go wrong do not count.
Expr wlp(Context& context, const Passive& command, const Postcondition& post);

}  // namespace pawl::gcl
