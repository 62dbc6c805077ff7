// SPDX-License-Identifier: Apache-2.0
//
// Expressions as text, with an explicit stack. The parser refuses a quantified variable that
// hides a name in scope; engines may build such a formula all the same (a callee's `forall k`
// where the caller has a variable k), so a bound variable in conflict is printed under another
// name. What the parser made has no conflicts and keeps its names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gcl/expr.h"
#include "gcl/kind_info.h"

namespace pawl::gcl {

class ExprPrinter {
 public:
  explicit ExprPrinter(std::string& out) : out_(out) {}

  /// Appends the text. Linear in the size of the tree (not of the DAG).
  void print(Expr e);

  /// A name in scope that no bound variable may have. The text must outlive the printer.
  void reserve(std::string_view name) { reserved_.push_back(name), ++uses_[name]; }
  using Mark = std::size_t;
  Mark mark() const { return reserved_.size(); }
  void release(Mark mark);

 private:
  /// Does something follow that an open-ended expression (if, forall) would swallow?
  enum class Followed : std::uint8_t { No, Yes };
  struct Item {
    std::string_view text;  // printed as it is, if there is no expr
    Expr expr;
    Level level = Level::Any;  // what binds looser than this needs parentheses
    Followed followed = Followed::No;
  };

  void expand(const Item& item);
  void node(Expr e, Followed followed);
  void leaf(Expr e);
  void special(Expr e, Followed followed);
  void infix(Expr e, std::string_view op, Followed followed);
  void equation(Expr equation, std::string_view op, Followed followed);
  void prefix(Expr e, std::string_view op, Followed followed);
  void call(std::string_view name, Expr e);
  void if_then_else(Expr e, Followed followed);
  void map_access(Expr e);
  void quantifier(Expr e, Followed followed);

  void push(std::string_view text) { stack_.push_back({.text = text, .expr = {}}); }
  void push(Expr e, Level level, Followed followed = Followed::No) {
    stack_.push_back({{}, e, level, followed});
  }
  void push_operator(std::string_view op) { push(" "), push(op), push(" "); }
  std::string_view name_of(Expr bound_variable) const;
  void rename_if_taken(Expr bound_variable);

  std::string& out_;
  std::vector<Item> stack_;
  std::vector<std::string_view> reserved_;
  std::unordered_map<std::string_view, int> uses_;  // how often a name is reserved
  // Of the expression being printed, filled when its first quantifier is met.
  Expr root_;
  bool names_known_ = false;
  std::unordered_set<std::string_view> variables_;  // names of its Vars
  std::unordered_set<std::string_view> bound_;      // names of its BoundVars
  std::unordered_map<Expr, std::string> renamed_;
};

}  // namespace pawl::gcl
