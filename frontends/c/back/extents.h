// SPDX-License-Identifier: Apache-2.0
//
// The IL's memory has a value at every index, an array of C only inside of its extent. What is said
// of an array is said of the elements it has: this file knows when a formula does that by itself,
// and which guard it needs when it does not.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "frontends/acsl/ast.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

/// An index that something is read at.
struct Access {
  gcl::Expr index;     // bound variables may be free in it
  gcl::Expr extent;    // how many elements there are; null: nobody knows
  acsl::Term written;  // the index
  friend bool operator==(const Access& a, const Access& b) {
    return a.index == b.index && a.extent == b.extent;
  }
};

/// What is certified where a formula is to be said.
struct Certified {
  gcl::Context& context;
  /// Does it imply the closed formula? No also if nobody knows. Empty: nothing is certified.
  std::function<bool(gcl::Expr)> implies = {};
};

/// What may be assumed where `body` reads memory: the premises of a `forall`, the other conjuncts
/// of an `exists`, as far as they read none themselves.
std::vector<gcl::Expr> premises(gcl::Kind quantifier, gcl::Expr body, gcl::Context& context);

/// Do the premises bound every bound variable of the index from both sides?
bool is_bounded(gcl::Expr index, std::span<const gcl::Expr> premises);

/// Does it follow, for all values of the bound variables, from the premises and what is certified?
bool follows_from(const Certified& certified, std::span<const gcl::Expr> bound,
                  std::span<const gcl::Expr> premises, gcl::Expr fact);

}  // namespace pawl::frontend::c
