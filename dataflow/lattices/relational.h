// SPDX-License-Identifier: Apache-2.0
//
// Lattices of linear relations between integer variables, over octagons or polyhedra (shape.h). Of
// infinite height: widening keeps those tests of the program that hold on both sides.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dataflow/lattice.h"
#include "dataflow/lattices/shape.h"

namespace pawl::dataflow {

class Relational {
 public:
  /// Canonical: every variable is constrained.
  struct Element {
    bool bottom = false;
    std::vector<gcl::Expr> vars;         // sorted; the dimensions of the shape
    std::shared_ptr<const Shape> shape;  // null: no variables
    friend bool operator==(const Element& a, const Element& b);
  };

  /// Of which variables relations are known; nothing is said of the others. `tests` are conditions
  /// of the program. Pre: has_shapes().
  Relational(gcl::Context& context, ShapeKind kind, std::set<gcl::Expr> tracked,
             const std::vector<gcl::Expr>& tests);

  Element bottom() const { return {true, {}, nullptr}; }
  Element top() const { return {}; }
  bool is_bottom(const Element& a) const { return a.bottom; }
  Element join(const Element& a, const Element& b) const;
  Element widen(const Element& a, const Element& b) const;
  bool less_equal(const Element& a, const Element& b) const;
  Element post(const Element& a, const Operation& operation) const;
  Element enter(const Element& before, const CallSite& site) const;
  Element leave(const Element& before, const Element& exit, const CallSite& site) const;
  std::optional<bool> decide(const Element& a, gcl::Expr e) const;
  Element forget(const Element& a, const std::set<gcl::Expr>& vars) const;
  Meaning meaning(const Element& a) const;
  std::string print(const Element& a) const;

 private:
  /// constant + sum of factor * variable.
  struct Form {
    std::map<gcl::Expr, gcl::Integer> terms;
    gcl::Integer constant;
  };
  enum class Sign { Zero, NotNegative };

  /// A shape that is worked on, with a name for each dimension, in any order. Names of values that
  /// are no variables begin where the variables of the program end.
  struct Work {
    std::vector<gcl::Expr> vars;
    std::unique_ptr<Shape> shape;
    std::size_t values = 0;
  };

  Work open(const Element& a) const;
  Element close(Work work) const;
  void keep(Work& work, const std::function<bool(gcl::Expr)>& wanted) const;
  static void rename(Work& work, gcl::Expr from, gcl::Expr to);
  static std::size_t dimension(Work& work, gcl::Expr var);
  gcl::Expr fresh(Work& work) const;
  gcl::Expr value_name(std::size_t number) const;
  bool is_value(gcl::Expr var) const;

  static Form plus(const Form& a, const Form& b, const gcl::Integer& factor);
  static LinearForm in_dimensions(Work& work, const Form& form);
  static void meet(Work& work, const Form& form, Sign sign);
  void make_equal(Work& work, gcl::Expr var, const Form& form) const;
  static void unite(Work& a, Work& b);
  static Work join(Work a, Work b);
  static std::optional<gcl::Integer> maximum(Work& work, const Form& form);
  static std::optional<gcl::Integer> minimum(Work& work, const Form& form);

  std::optional<Form> linear(Work& work, gcl::Expr e) const;
  std::optional<Form> product(Work& work, gcl::Expr e) const;
  std::optional<Form> quotient(Work& work, gcl::Expr e) const;
  std::optional<Form> choice(Work& work, gcl::Expr e) const;
  Work assume(Work work, gcl::Expr e, bool holds) const;
  Work assume_all(Work work, std::span<const gcl::Expr> es, bool hold) const;
  Work assume_any(const Work& work, std::span<const gcl::Expr> es, bool hold) const;
  Work compare(Work work, gcl::Expr e, bool holds) const;
  Element assign(const Element& a, const Assign& operation) const;
  void add_test(gcl::Expr e);
  gcl::Expr formula(const Element& a, const LinearConstraint& constraint) const;

  static Work copy(const Work& work) { return {work.vars, work.shape->clone(), work.values}; }

  gcl::Context& context_;
  ShapeKind kind_;
  std::set<gcl::Expr> tracked_;
  std::vector<Form> tests_;  // what may bound a loop: form >= 0
};

}  // namespace pawl::dataflow
