// SPDX-License-Identifier: Apache-2.0
//
// What a precondition could say so that an operation is defined: in the order in which people would
// try, each a set of clauses that are put in together. Guesses only; the judge decides.
#pragma once

#include <vector>

#include "contracts/contract.h"
#include "result/result.h"

namespace pawl::contracts {

struct Measure {
  std::vector<Clause> clauses;
};

/// For a check that fails in the function, at a place of the original text. Empty: nothing in
/// sight.
std::vector<Measure> measures_for(const frontend::c::FunctionOutline& function,
                                  const result::ObligationResult& failing,
                                  const result::Place& place);

/// What the function may change, given what its pointers are said to lead to.
std::vector<std::string> assigned(const frontend::c::FunctionOutline& function,
                                  const Contract& contract);

}  // namespace pawl::contracts
