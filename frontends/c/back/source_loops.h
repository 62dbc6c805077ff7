// SPDX-License-Identifier: Apache-2.0
//
// The way back from the IL: which loops the C text has, which IL loops are activations of them, and
// how what the IL speaks of is written in C where such a loop stands.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/int_type.h"
#include "gcl/expr.h"
#include "support/source.h"

namespace pawl::frontend::c {

/// `while`, `for` or `do` in the text, or a label that is jumped back to.
struct LoopSite {
  enum class Origin { Text, Macro, Include };
  SourceRange place;     // begins at the keyword, or at the statement behind the label
  std::string keyword;   // while, for, do, goto
  std::string function;  // that it stands in
  Origin origin = Origin::Text;
  /// The statement that every run goes on with when the condition is false, and only such runs come
  /// from the loop to it. Unknown: there is none, or nobody can say.
  SourceRange next = {};
  std::string condition = {};  // as written; evaluating it changes nothing. Only with `next`
};

/// An lvalue of C and the IL term that is its value: `map[keys...]`, or just `value` without keys.
/// Keys contain holes, variables that stand for the index between two pieces of the text:
/// {"a[", "].f"} with keys {hole 0}. A pointer is the number of its object; where it may point into
/// the middle of something, that is said by further IL variables.
struct Lvalue {
  std::vector<std::string> pieces;
  gcl::Expr value;
  std::vector<gcl::Expr> keys;
  bool followed = false;  // it is reached through a pointer
  bool sure = false;      // which is the address of a variable, for certain
  bool is_pointer = false;
  bool has_offset = false;  // of a pointer
  gcl::Expr offset = {};    // the IL variable with it
  IntType type = {};        // of an integer
  /// IL variables that the text reads besides `value`: pointers it goes through, indices.
  std::vector<gcl::Expr> through = {};
  /// By hole: the length of the array, as an IL term that the loop does not change; null: not
  /// known.
  std::vector<gcl::Expr> extents = {};
  /// Pointers on the way to it, IL terms: it is there, and is this IL term, if none of them is
  /// null.
  std::vector<gcl::Expr> not_null = {};
  /// Its variable exists when the function is called, with the value that the caller gave it.
  bool at_call = false;
  std::size_t pointer_hole = static_cast<std::size_t>(-1);  // p[hole]: 0 there is *p
};

/// What can be said at one loop, in one activation of its function.
struct SourceScope {
  bool has_ranges = true;        // integers are in the ranges of their types
  std::vector<gcl::Expr> holes;  // by number
  std::vector<Lvalue> lvalues;   // what is declared last comes first; no shadowed names
  std::set<std::string> names;   // all identifiers of the scope: bound variables are none of them
  /// Number of an object -> what its variable is called. Only of variables that live once.
  std::map<std::string, std::string> objects;
  /// IL variable of a parameter's value on entry -> its name; only in the procedure of its own.
  std::vector<std::pair<gcl::Expr, std::string>> incoming;
  /// IL variables that nothing in the procedure changes.
  std::set<std::string> constant;
  /// IL variables that are nothing of C that lives longer than a round of the loop: temporaries,
  /// variables of the body, locals of the functions it calls.
  std::set<std::string> inner;
};

/// A loop of the C text in one activation of its function, whether or not it became a loop of the
/// IL: code that runs at most once does not.
struct LoopActivation {
  std::size_t site = 0;   // index into Lowered::sites
  std::string procedure;  // IL
  /// The procedure is the function itself, started in any state: what holds here holds whenever
  /// the function runs.
  bool is_root = false;
  SourceScope scope;
};

}  // namespace pawl::frontend::c
