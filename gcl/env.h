// SPDX-License-Identifier: Apache-2.0
//
// Which version of each variable is current: a persistent map. Copies share structure, and what
// two copies differ in is found without looking at what they share, so that keeping an Env for
// every assertion and joining branches costs what changed, not how many variables there are.
// A big-endian Patricia tree over Expr::id() [OkasakiGill98].
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

class Env {
 public:
  /// The current version of `var`; the variable itself when nothing was set.
  Expr version(Expr var) const;
  bool contains(Expr var) const;
  void set(Expr var, Expr version);

  /// (variable, version), by the variables' ids.
  std::vector<std::pair<Expr, Expr>> entries() const;
  bool empty() const { return root_ == nullptr; }

  /// The variables whose versions differ, by id. Shared parts are skipped.
  static std::vector<Expr> difference(const Env& a, const Env& b);

 private:
  struct Node;
  using Pointer = std::shared_ptr<const Node>;
  Pointer root_;
};

}  // namespace pawl::gcl
