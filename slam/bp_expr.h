// SPDX-License-Identifier: Apache-2.0
//
// Expressions of Boolean programs, in postfix order in one vector: C2BP makes disjunctions of
// thousands of cubes, and nobody recurses over them. Appending is amortised constant.
//
// Every occurrence of `*` is a choice of its own, so the set of values an expression may have in a
// state is exactly its value in Kleene's three-valued logic, with `*` read as {true, false}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pawl::slam {

/// A variable as seen from inside one procedure.
struct VarRef {
  enum class Scope : std::uint8_t { Global, Local };
  Scope scope = Scope::Global;
  std::uint32_t index = 0;  // into Program::globals or Procedure::variables

  static VarRef global(std::uint32_t index) { return {Scope::Global, index}; }
  static VarRef local(std::uint32_t index) { return {Scope::Local, index}; }
  bool is_global() const { return scope == Scope::Global; }
  friend bool operator==(VarRef a, VarRef b) = default;
  friend auto operator<=>(VarRef a, VarRef b) = default;
};

enum class BpOp : std::uint8_t {
  False,
  True,
  Nondet,  // *
  Var,
  Next,  // 'x: the value after the assignment; in `constrain` only
  Not,
  And,
  Or,
  Xor,
  Implies,
  Equal,
  NotEqual,
  Choose,   // choose(pos, neg): true if pos, else false if neg, else *
  Schoose,  // schoose[pos, neg]: the same function, in the spelling of SATABS
};

/// How many operands stand before it.
std::size_t arity(BpOp op);

class BpExpr {
 public:
  struct Node {
    BpOp op = BpOp::False;
    VarRef var{};  // Var, Next
    friend bool operator==(const Node&, const Node&) = default;
  };

  BpExpr() = default;  // no expression at all; only for "absent"
  /// Nodes in postfix order that make exactly one expression.
  static BpExpr postfix(std::vector<Node> nodes);
  static BpExpr constant(bool value) { return BpExpr({{value ? BpOp::True : BpOp::False, {}}}); }
  static BpExpr nondet() { return BpExpr({{BpOp::Nondet, {}}}); }
  static BpExpr var(VarRef var) { return BpExpr({{BpOp::Var, var}}); }
  static BpExpr next(VarRef var) { return BpExpr({{BpOp::Next, var}}); }
  static BpExpr choose(BpExpr pos, const BpExpr& neg) { return pos.append(neg, BpOp::Choose); }
  /// True for none.
  static BpExpr conjunction(std::span<const BpExpr> parts);
  /// False for none.
  static BpExpr disjunction(std::span<const BpExpr> parts);

  /// this := op(this, right); `op` has two operands.
  BpExpr& append(const BpExpr& right, BpOp op);
  /// this := !this
  BpExpr& negate();
  /// Every variable of this becomes its next value.
  BpExpr& prime();

  bool absent() const { return nodes_.empty(); }
  /// Postfix: operands before their operator.
  const std::vector<Node>& nodes() const { return nodes_; }
  bool has(BpOp op) const;
  bool is(BpOp op) const { return nodes_.size() == 1 && nodes_.front().op == op; }

  friend BpExpr operator!(BpExpr e) { return e.negate(); }
  friend BpExpr operator&(BpExpr a, const BpExpr& b) { return a.append(b, BpOp::And); }
  friend BpExpr operator|(BpExpr a, const BpExpr& b) { return a.append(b, BpOp::Or); }
  friend bool operator==(const BpExpr&, const BpExpr&) = default;

 private:
  explicit BpExpr(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}
  std::vector<Node> nodes_;
};

}  // namespace pawl::slam
