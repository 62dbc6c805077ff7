// SPDX-License-Identifier: Apache-2.0
//
// The IL variables and names of the whole program.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <string>

#include "frontends/c/lower/rooms.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Globals {
 public:
  explicit Globals(const Rooms& rooms);

  bool is_used(const clang::VarDecl* variable) const;
  gcl::Expr next_object();
  gcl::Expr global(const std::string& name, gcl::Sort sort);
  std::string unique_name(const std::string& wanted);
  /// Are there variables that other files see?
  bool seen_outside() const { return changes_globals_; }
  void set_seen_outside() { changes_globals_ = true; }
  const std::map<std::string, gcl::Expr>& all() const { return globals_; }
  std::set<std::string>& names_taken() { return names_taken_; }

 private:
  gcl::Context& context_;
  Acsl& acsl_;

  std::map<std::string, gcl::Expr> globals_;
  std::set<std::string> names_taken_;  // of globals and procedures
  bool changes_globals_ = false;
};

}  // namespace pawl::frontend::c
