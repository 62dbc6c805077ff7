// SPDX-License-Identifier: Apache-2.0
#include "emit/term_writer.h"

#include "gcl/kind_info.h"
#include "support/assert.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Form;
using gcl::Kind;
using gcl::Level;

bool is_inequality(Expr e) { return e.is(Kind::Not) && e.arg(0).is(Kind::Eq); }
bool is_order(Expr e) { return e.is(Kind::Le) || e.is(Kind::Lt); }
bool is_division(Expr e) { return e.is(Kind::Div) || e.is(Kind::Mod) || e.is(Kind::RealDiv); }

/// How tightly all languages read what GCL reads at `level`.
Bind bind_at(Level level) {
  switch (level) {
    case Level::Any: return Bind::Any;
    case Level::Iff:
    case Level::Implies: return Bind::Implication;
    case Level::Or:
    case Level::And: return Bind::Connective;
    case Level::Comparison: return Bind::Comparison;
    case Level::Sum: return Bind::Sum;
    case Level::Product: return Bind::Product;
    case Level::Prefix: return Bind::Prefix;
    case Level::Postfix:
    case Level::Never: break;
  }
  return Bind::Atom;
}

}  // namespace

/// Do all languages write it as GCL does, but for the tokens?
bool TermWriter::is_shared(Expr e) const {
  switch (gcl::info(e.kind()).form) {
    case Form::Leaf: return !e.is(Kind::BitVecConst);
    case Form::Prefix: return true;
    case Form::Infix: return !is_division(e) && !(e.is(Kind::Eq) && is_special_equation(e));
    case Form::Function:
    case Form::Special: return false;
  }
  return false;
}

Bind TermWriter::bind_of(Expr e) const {
  if (!is_shared(e)) return special_bind(e);
  if (is_inequality(e) && is_shared(e.arg(0))) return Bind::Comparison;
  if (e.is(Kind::IntConst) || e.is(Kind::RealConst)) {
    return e.text().front() == '-' ? Bind::Prefix : Bind::Atom;
  }
  return bind_at(gcl::info(e.kind()).level);
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
  if (!is_shared(e)) return special(e);
  switch (gcl::info(e.kind()).form) {
    case Form::Leaf: return leaf(e);
    case Form::Prefix: return e.is(Kind::Not) ? negation(e) : minus(e);
    case Form::Infix: return operation(e);
    case Form::Function:
    case Form::Special: break;
  }
}

void TermWriter::leaf(Expr e) {
  if (e.is(Kind::Var)) return variable(e);
  if (e.is(Kind::BoundVar)) return put(name_of(e));
  if (e.is(Kind::RealConst)) return real_constant(e);
  if (e.is(Kind::IntConst)) return put(e.text());
  put(std::string(e.is_true() ? tokens_.true_ : tokens_.false_));
}

void TermWriter::operation(Expr e) {
  switch (gcl::info(e.kind()).level) {
    case Level::And: return conjunction(e);
    case Level::Or: return infix(e.args(), tokens_.or_, Bind::Comparison, Bind::Comparison);
    case Level::Implies:
      return infix(e.args(), tokens_.implies, Bind::Connective, Bind::Connective);
    case Level::Iff: return infix(e.args(), tokens_.iff, Bind::Connective, Bind::Connective);
    case Level::Comparison: return infix(e.args(), token(e), Bind::Sum, Bind::Sum);
    case Level::Sum: {
      const bool chain = gcl::info(e.kind()).more == gcl::KindInfo::More::Yes;
      return infix(e.args(), token(e), chain ? Bind::Product : Bind::Sum, Bind::Product);
    }
    case Level::Product: return infix(e.args(), token(e), Bind::Call, Bind::Call);
    case Level::Any:
    case Level::Prefix:
    case Level::Postfix:
    case Level::Never: break;
  }
  PAWL_UNREACHABLE("an infix operator should have a level of its own");
}

void TermWriter::minus(Expr e) {
  put(token(e));
  if (e.is(Kind::RealNeg)) put(" ");
  put(e.arg(0), Bind::Atom);
}

/// What stands between operands, or before the one.
std::string TermWriter::token(Expr e) const {
  if (e.is(Kind::Eq)) return std::string(tokens_.equal);
  const std::string_view symbol = gcl::info(e.kind()).symbol;
  return e.arg(0).sort().is_real() ? of_reals(symbol) : std::string(symbol);
}

void TermWriter::real_constant(Expr e) {
  const bool negative = e.text().front() == '-';
  put(negative ? of_reals("-") + " " + e.text().substr(1) : e.text());
}

void TermWriter::negation(Expr e) {
  if (is_inequality(e) && is_shared(e.arg(0))) {
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
