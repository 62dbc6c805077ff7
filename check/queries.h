// SPDX-License-Identifier: Apache-2.0
//
// The questions of check.h as SMT-LIB files: the certificate of a result. Each obligation is one
// script that z3 and cvc5 answer `unsat` from the shell if it holds.
#pragma once

#include <string>
#include <vector>

#include "check/check.h"

namespace pawl::check {

struct ObligationQuery {
  std::string kind;     // as gcl::to_string(ObligationKind)
  std::string formula;  // GCL
  std::string smtlib;
};

/// In the order of the obligations. With Assertions::Remove only those of loop invariants are left.
std::vector<ObligationQuery> obligation_queries(gcl::Context& context, const gcl::Program& program,
                                                const gcl::Procedure& procedure,
                                                Assertions assertions);

}  // namespace pawl::check
