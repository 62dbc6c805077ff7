// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/names.h"

namespace pawl::frontend::c {

std::string il_name(const clang::NamedDecl* declaration) {
  std::string name;
  for (const char c : declaration->getNameAsString()) {
    name += c;
    if (c == '$') name += '0';
  }
  return name;
}

}  // namespace pawl::frontend::c
