// SPDX-License-Identifier: Apache-2.0
//
// Queries as SMT-LIB 2.6 text that both z3 and cvc5 read from the shell. Size is linear in the
// number of distinct nodes: shared closed terms become definitions, shared terms under a
// quantifier `let`s. Deep terms are cut as in prover/translator.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "prover/prover.h"

namespace pawl::prover {

struct QueryText {
  std::span<const gcl::Expr> asserted;
  std::span<const gcl::Expr> assumptions;
  std::string_view caller;
  Answer answer = Answer::Unknown;
  UnknownReason reason = UnknownReason::None;
};

/// A whole script: declarations, assertions, assumptions (asserted too), check-sat.
std::string query_to_smtlib(const QueryText& query);

/// A sort, its uninterpreted parts by their names.
std::string to_smtlib(gcl::Sort sort);

}  // namespace pawl::prover
