// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang/AST/Decl.h>

#include <string>

namespace pawl::frontend::c {

/// The name in the IL, where `$` puts names together: the `$` that C compilers allow in a name
/// becomes `$0`, which no field and no count begins with.
std::string il_name(const clang::NamedDecl* declaration);

}  // namespace pawl::frontend::c
