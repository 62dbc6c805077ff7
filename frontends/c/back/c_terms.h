// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "frontends/c/back/source_loops.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

struct CTerm {
  std::string text;    // empty: there is none
  bool exact = false;  // 1 where the formula holds and 0 elsewhere; else just 1 where it holds
};

/// A formula as a C expression that follows from it and whose evaluation is always defined:
/// arithmetic is done in a type in which it cannot overflow, and an element of an array is read
/// only behind a test of its index. A quantifier is replaced by instances: at the ends of its own
/// range, or of the arrays it runs over. What has no form is left out of conjunctions. Nothing is
/// read through pointers. Only for the machine's integers.
CTerm to_c(gcl::Context& context, gcl::Expr formula, const SourceScope& scope);

}  // namespace pawl::frontend::c
