// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "frontends/acsl/ast.h"

namespace pawl::frontend::acsl {

/// ACSL text with as few parentheses as the grammar allows: parsing it gives an equal tree.
std::string print(const Term& term);
/// Of a parameter or cast: "const int *", "int (*)[3]".
std::string print(const Type& type);
/// "int *p".
std::string print(const Binder& binder);

/// A whole comment, `/*@ ... */`; one clause per line. `//@` when a string has `*/` in it.
std::string print(const Annotation& annotation);

}  // namespace pawl::frontend::acsl
