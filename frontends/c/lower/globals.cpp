// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/globals.h"

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower.h"
#include "gcl/builtin.h"

namespace pawl::frontend::c {

using gcl::Expr;

Globals::Globals(const Rooms& rooms) : context_(rooms.context), acsl_(rooms.acsl) {}

/// Some declaration of it is, or an annotation speaks of it.
bool Globals::is_used(const clang::VarDecl* var) const {
  return acsl_.mentions(var->getNameAsString()) ||
         std::ranges::any_of(var->redecls(), [](const clang::VarDecl* one) {
           return one->isReferenced() || one->isUsed();
         });
}

Expr Globals::global(const std::string& name, gcl::Sort sort) {
  const auto found = globals_.find(name);
  if (found != globals_.end()) return found->second;
  names_taken_.insert(name);
  return globals_.emplace(name, context_.var(name, sort)).first->second;
}

std::string Globals::unique_name(const std::string& wanted) {
  std::string name = gcl::is_reserved(wanted) ? wanted + "$" : wanted;
  const std::string base = name;
  for (int i = 2; !names_taken_.insert(name).second; ++i) name = base + "$" + std::to_string(i);
  return name;
}

/// The number the next allocation gets.
Expr Globals::next_object() { return global("object$next", context_.int_sort()); }

}  // namespace pawl::frontend::c
