// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_expr.h"

#include <algorithm>

#include "support/assert.h"

namespace pawl::slam {

std::size_t arity(BpOp op) {
  switch (op) {
    case BpOp::False:
    case BpOp::True:
    case BpOp::Nondet:
    case BpOp::Var:
    case BpOp::Next: return 0;
    case BpOp::Not: return 1;
    case BpOp::And:
    case BpOp::Or:
    case BpOp::Xor:
    case BpOp::Implies:
    case BpOp::Equal:
    case BpOp::NotEqual:
    case BpOp::Choose:
    case BpOp::Schoose: return 2;
  }
  PAWL_UNREACHABLE("every operator should have an arity");
}

BpExpr BpExpr::postfix(std::vector<Node> nodes) {
  std::size_t waiting = 0;
  for (const Node& node : nodes) {
    PAWL_ASSERT(waiting >= arity(node.op), "an operator should come after its operands");
    waiting += 1 - arity(node.op);
  }
  PAWL_ASSERT(waiting == 1, "the nodes should make one expression");
  return BpExpr(std::move(nodes));
}

BpExpr BpExpr::conjunction(std::span<const BpExpr> parts) {
  if (parts.empty()) return constant(true);
  BpExpr result = parts.front();
  for (const BpExpr& part : parts.subspan(1)) result.append(part, BpOp::And);
  return result;
}

BpExpr BpExpr::disjunction(std::span<const BpExpr> parts) {
  if (parts.empty()) return constant(false);
  BpExpr result = parts.front();
  for (const BpExpr& part : parts.subspan(1)) result.append(part, BpOp::Or);
  return result;
}

BpExpr& BpExpr::append(const BpExpr& right, BpOp op) {
  PAWL_ASSERT(!absent() && !right.absent() && arity(op) == 2,
              "a binary operator should have two operands");
  // By index: `right` may be this expression, and growing moves the nodes.
  const std::size_t count = right.nodes_.size();
  nodes_.reserve(nodes_.size() + count + 1 > nodes_.capacity()
                     ? std::max(nodes_.size() + count + 1, 2 * nodes_.capacity())
                     : 0);
  for (std::size_t i = 0; i < count; ++i) nodes_.push_back(right.nodes_[i]);
  nodes_.push_back({op, {}});
  return *this;
}

BpExpr& BpExpr::negate() {
  PAWL_ASSERT(!absent(), "what is negated should be an expression");
  nodes_.push_back({BpOp::Not, {}});
  return *this;
}

BpExpr& BpExpr::prime() {
  for (Node& node : nodes_) {
    if (node.op == BpOp::Var) node.op = BpOp::Next;
  }
  return *this;
}

bool BpExpr::has(BpOp op) const {
  return std::ranges::any_of(nodes_, [op](const Node& node) { return node.op == op; });
}

}  // namespace pawl::slam
