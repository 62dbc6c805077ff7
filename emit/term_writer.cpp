// SPDX-License-Identifier: Apache-2.0
#include "emit/term_writer.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Kind;

bool is_inequality(Expr e) { return e.is(Kind::Not) && e.arg(0).is(Kind::Eq); }
bool is_order(Expr e) { return e.is(Kind::Le) || e.is(Kind::Lt); }

}  // namespace

Bind TermWriter::bind_of(Expr e) const {
  switch (e.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::Var:
    case Kind::BoundVar: return Bind::Atom;
    case Kind::IntConst:
    case Kind::RealConst: return e.text().front() == '-' ? Bind::Prefix : Bind::Atom;
    case Kind::And:
    case Kind::Or: return Bind::Connective;
    case Kind::Implies:
    case Kind::Iff: return Bind::Implication;
    case Kind::Eq: return is_special_equation(e) ? special_bind(e) : Bind::Comparison;
    case Kind::Le:
    case Kind::Lt:
    case Kind::RealLe:
    case Kind::RealLt: return Bind::Comparison;
    case Kind::Not:
      return is_inequality(e) && !is_special_equation(e.arg(0)) ? Bind::Comparison : Bind::Prefix;
    case Kind::Add:
    case Kind::Sub:
    case Kind::RealAdd:
    case Kind::RealSub: return Bind::Sum;
    case Kind::Mul:
    case Kind::RealMul: return Bind::Product;
    case Kind::Neg:
    case Kind::RealNeg: return Bind::Prefix;
    case Kind::BitVecConst:
    case Kind::Ite:
    case Kind::Div:
    case Kind::Mod:
    case Kind::RealDiv:
    case Kind::IntToReal:
    case Kind::RealFloor:
    case Kind::Select:
    case Kind::Store:
    case Kind::ConstMap:
    case Kind::BvNot:
    case Kind::BvNeg:
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
    case Kind::BvAdd:
    case Kind::BvSub:
    case Kind::BvMul:
    case Kind::BvUdiv:
    case Kind::BvUrem:
    case Kind::BvSdiv:
    case Kind::BvSrem:
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
    case Kind::BvUlt:
    case Kind::BvUle:
    case Kind::BvSlt:
    case Kind::BvSle:
    case Kind::BvConcat:
    case Kind::BvExtract:
    case Kind::BvZeroExtend:
    case Kind::BvSignExtend:
    case Kind::BvToInt:
    case Kind::IntToBv:
    case Kind::Apply:
    case Kind::Forall:
    case Kind::Exists:
    case Kind::Old:
    case Kind::Entry: return special_bind(e);
  }
  return Bind::Any;
}

std::string TermWriter::operator()(Expr root, Bind context) {
  std::string out;
  std::vector<Piece> stack;
  stack.push_back({{}, root, context});
  while (!stack.empty()) {
    const Piece piece = std::move(stack.back());
    stack.pop_back();
    if (!piece.expr) {
      out += piece.text;
      continue;
    }
    const bool parentheses = bind_of(piece.expr) < piece.context;
    pieces_.clear();
    if (parentheses) put("(");
    node(piece.expr);
    if (parentheses) put(")");
    stack.insert(stack.end(), std::make_move_iterator(pieces_.rbegin()),
                 std::make_move_iterator(pieces_.rend()));
  }
  return out;
}

void TermWriter::node(Expr e) {
  switch (e.kind()) {
    case Kind::True: return put(std::string(tokens_.true_));
    case Kind::False: return put(std::string(tokens_.false_));
    case Kind::IntConst: return put(e.text());
    case Kind::Var: return variable(e);
    case Kind::BoundVar: return put(name_of(e));
    case Kind::And: return conjunction(e);
    case Kind::Or: return infix(e.args(), tokens_.or_, Bind::Comparison, Bind::Comparison);
    case Kind::Implies: return infix(e.args(), tokens_.implies, Bind::Connective, Bind::Connective);
    case Kind::Iff: return infix(e.args(), tokens_.iff, Bind::Connective, Bind::Connective);
    case Kind::Not: return negation(e);
    case Kind::Eq:
      if (is_special_equation(e)) return special(e);
      return infix(e.args(), tokens_.equal, Bind::Sum, Bind::Sum);
    case Kind::Le: return infix(e.args(), "<=", Bind::Sum, Bind::Sum);
    case Kind::Lt: return infix(e.args(), "<", Bind::Sum, Bind::Sum);
    case Kind::Add: return infix(e.args(), "+", Bind::Product, Bind::Product);
    case Kind::Sub: return infix(e.args(), "-", Bind::Sum, Bind::Product);
    case Kind::Mul: return infix(e.args(), "*", Bind::Call, Bind::Call);
    case Kind::Neg: put("-"); return put(e.arg(0), Bind::Atom);
    case Kind::RealConst: return real_constant(e);
    case Kind::RealLe: return infix(e.args(), of_reals("<="), Bind::Sum, Bind::Sum);
    case Kind::RealLt: return infix(e.args(), of_reals("<"), Bind::Sum, Bind::Sum);
    case Kind::RealAdd: return infix(e.args(), of_reals("+"), Bind::Product, Bind::Product);
    case Kind::RealSub: return infix(e.args(), of_reals("-"), Bind::Sum, Bind::Product);
    case Kind::RealMul: return infix(e.args(), of_reals("*"), Bind::Call, Bind::Call);
    case Kind::RealNeg: put(of_reals("-") + " "); return put(e.arg(0), Bind::Atom);
    case Kind::BitVecConst:
    case Kind::Ite:
    case Kind::Div:
    case Kind::Mod:
    case Kind::RealDiv:
    case Kind::IntToReal:
    case Kind::RealFloor:
    case Kind::Select:
    case Kind::Store:
    case Kind::ConstMap:
    case Kind::BvNot:
    case Kind::BvNeg:
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
    case Kind::BvAdd:
    case Kind::BvSub:
    case Kind::BvMul:
    case Kind::BvUdiv:
    case Kind::BvUrem:
    case Kind::BvSdiv:
    case Kind::BvSrem:
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
    case Kind::BvUlt:
    case Kind::BvUle:
    case Kind::BvSlt:
    case Kind::BvSle:
    case Kind::BvConcat:
    case Kind::BvExtract:
    case Kind::BvZeroExtend:
    case Kind::BvSignExtend:
    case Kind::BvToInt:
    case Kind::IntToBv:
    case Kind::Apply:
    case Kind::Forall:
    case Kind::Exists:
    case Kind::Old:
    case Kind::Entry: return special(e);
  }
}

void TermWriter::real_constant(Expr e) {
  const bool negative = e.text().front() == '-';
  put(negative ? of_reals("-") + " " + e.text().substr(1) : e.text());
}

void TermWriter::negation(Expr e) {
  if (is_inequality(e) && !is_special_equation(e.arg(0))) {
    return infix(e.arg(0).args(), tokens_.unequal, Bind::Sum, Bind::Sum);
  }
  put(std::string(tokens_.not_));
  put(e.arg(0), Bind::Atom);
}

/// match:  a <= b && b < c
/// result: a <= b < c, where the language has that
void TermWriter::conjunction(Expr e) {
  const std::span<const Expr> args = e.args();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) put(" " + std::string(tokens_.and_) + " ");
    put(args[i], Bind::Comparison);
    while (tokens_.chains == Tokens::Chains::Yes && i + 1 < args.size() && is_order(args[i]) &&
           is_order(args[i + 1]) && args[i].arg(1) == args[i + 1].arg(0)) {
      put(args[i + 1].is(Kind::Le) ? " <= " : " < ");
      put(args[i + 1].arg(1), Bind::Sum);
      ++i;
    }
  }
}

void TermWriter::infix(std::span<const Expr> operands, std::string_view op, Bind first,
                       Bind others) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) put(" " + std::string(op) + " ");
    put(operands[i], i == 0 ? first : others);
  }
}

}  // namespace pawl::emit
