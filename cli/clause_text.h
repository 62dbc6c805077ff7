// SPDX-License-Identifier: Apache-2.0
//
// Clauses as text: what was read, as SMT-LIB (HORN) or SyGuS writes it.
#pragma once

#include <string>

#include "frontends/clauses/system.h"

namespace pawl::cli {

/// A name as SMT-LIB writes it, in bars where it has to be.
std::string smtlib_symbol(const std::string& name);

/// (set-logic HORN), an assertion for each clause. Sat: there are predicates that make them true.
std::string to_horn(const frontend::clauses::System& system);

/// SyGuS, version 2: a constraint for each clause.
std::string to_sygus(const frontend::clauses::System& system);

}  // namespace pawl::cli
