// SPDX-License-Identifier: Apache-2.0
//
// Parentheses are printed where the tree would change without them, and nowhere else. Two things
// decide: how tightly the surroundings bind, and whether an open-ended expression (if-then-else,
// a quantifier) would take in what follows it.
#include "gcl/expr_printer.h"

#include <algorithm>

#include "gcl/builtin.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

enum Level : std::uint8_t {
  Any = 0,
  IffLevel,
  ImpliesLevel,
  OrLevel,
  AndLevel,
  ComparisonLevel,
  SumLevel,
  ProductLevel,
  PrefixLevel,
  PostfixLevel,
  Never,  // always in parentheses
};

bool is_inequality(Expr e) {
  return e.is(Kind::Not) && (e.arg(0).is(Kind::Eq) || e.arg(0).is(Kind::Iff));
}

bool is_open_ended(Expr e) { return e.is(Kind::Ite) || e.is(Kind::Forall) || e.is(Kind::Exists); }

bool is_number(Expr e) { return e.is(Kind::IntConst) || e.is(Kind::RealConst); }

bool is_negative(Expr e) { return is_number(e) && e.text().front() == '-'; }

/// How tightly the expression itself binds; open-ended ones bind their own operands.
Level level_of(Expr e) {
  switch (e.kind()) {
    case Kind::Iff: return IffLevel;
    case Kind::Implies: return ImpliesLevel;
    case Kind::Or: return OrLevel;
    case Kind::And: return AndLevel;
    case Kind::Eq:
    case Kind::Le:
    case Kind::Lt:
    case Kind::RealLe:
    case Kind::RealLt: return ComparisonLevel;
    case Kind::Add:
    case Kind::Sub:
    case Kind::RealAdd:
    case Kind::RealSub: return SumLevel;
    case Kind::Mul:
    case Kind::Div:
    case Kind::Mod:
    case Kind::RealMul:
    case Kind::RealDiv: return ProductLevel;
    case Kind::Not: return is_inequality(e) ? ComparisonLevel : PrefixLevel;
    case Kind::Neg:
    case Kind::RealNeg: return PrefixLevel;
    case Kind::IntConst:
    case Kind::RealConst: return is_negative(e) ? PrefixLevel : PostfixLevel;
    case Kind::True:
    case Kind::False:
    case Kind::BitVecConst:
    case Kind::Var:
    case Kind::BoundVar:
    case Kind::Ite:
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
    case Kind::IntToReal:
    case Kind::RealFloor:
    case Kind::Apply:
    case Kind::Forall:
    case Kind::Exists:
    case Kind::Old:
    case Kind::Entry: return PostfixLevel;
  }
  PAWL_UNREACHABLE("every kind should have a level");
}

bool is_nary_arithmetic(Expr e) {
  return e.is(Kind::Add) || e.is(Kind::Mul) || e.is(Kind::RealAdd) || e.is(Kind::RealMul);
}

/// What the first operand of an infix operator may be without parentheses.
Level first_level(Expr e, Expr first) {
  const Level level = level_of(e);
  // a + b + c is one sum, so a sum that is an operand of another is in parentheses.
  if (is_nary_arithmetic(e) && first.is(e.kind())) return Never;
  const bool to_the_left = level == SumLevel || level == ProductLevel || level == IffLevel;
  return to_the_left ? level : static_cast<Level>(level + 1);
}

}  // namespace

void ExprPrinter::release(Mark mark) {
  for (; reserved_.size() > mark; reserved_.pop_back()) {
    const auto entry = uses_.find(reserved_.back());
    if (--entry->second == 0) uses_.erase(entry);
  }
}

void ExprPrinter::print(Expr e) {
  root_ = e;
  names_known_ = false;
  renamed_.clear();
  push(e, Any);
  while (!stack_.empty()) {
    const Item item = stack_.back();
    stack_.pop_back();
    if (item.expr) {
      expand(item);
    } else {
      out_ += item.text;
    }
  }
}

/// Prints what comes first and pushes the rest, in the order of the text.
void ExprPrinter::expand(const Item& item) {
  const std::size_t before = stack_.size();
  const bool parentheses =
      is_open_ended(item.expr) ? item.followed == Followed::Yes : level_of(item.expr) < item.level;
  if (parentheses || item.level == Never) {
    out_ += '(';
    node(item.expr, Followed::No);
    push(")");
  } else {
    node(item.expr, item.followed);
  }
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
}

void ExprPrinter::node(Expr e, Followed followed) {
  switch (e.kind()) {
    case Kind::True: out_ += "true"; return;
    case Kind::False: out_ += "false"; return;
    case Kind::IntConst:
    case Kind::RealConst: out_ += e.text(); return;
    case Kind::BitVecConst: out_ += e.text() + "bv" + std::to_string(e.sort().width()); return;
    case Kind::Var: out_ += e.name(); return;
    case Kind::BoundVar: out_ += name_of(e); return;
    case Kind::Not:
      return is_inequality(e) ? equation(e.arg(0), " != ", followed) : prefix(e, '!', followed);
    case Kind::Neg:
    case Kind::RealNeg: return prefix(e, '-', followed);
    case Kind::And: return infix(e, " && ", followed);
    case Kind::Or: return infix(e, " || ", followed);
    case Kind::Implies: return infix(e, " ==> ", followed);
    case Kind::Iff: return infix(e, " <==> ", followed);
    case Kind::Eq: return equation(e, " == ", followed);
    case Kind::RealLe:
    case Kind::Le: return equation(e, " <= ", followed);
    case Kind::RealLt:
    case Kind::Lt: return equation(e, " < ", followed);
    case Kind::RealAdd:
    case Kind::Add: return infix(e, " + ", followed);
    case Kind::RealSub:
    case Kind::Sub: return infix(e, " - ", followed);
    case Kind::RealMul:
    case Kind::Mul: return infix(e, " * ", followed);
    case Kind::RealDiv: return infix(e, " / ", followed);
    case Kind::Div: return infix(e, " div ", followed);
    case Kind::Mod: return infix(e, " mod ", followed);
    case Kind::Ite: return if_then_else(e, followed);
    case Kind::Select:
    case Kind::Store: return map_access(e);
    case Kind::ConstMap:
      out_ += "mapof(" + to_string(e.sort()) + ", ";
      push(e.arg(0), Any);
      return push(")");
    case Kind::Apply: return call(e.name(), e);
    case Kind::Old: return call("old", e);
    case Kind::Entry: return call("entry", e);
    case Kind::Forall:
    case Kind::Exists: return quantifier(e, followed);
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
    case Kind::IntToReal:
    case Kind::RealFloor: return call(find_builtin(e.kind())->name, e);
  }
}

void ExprPrinter::infix(Expr e, std::string_view op, Followed followed) {
  const std::span<const Expr> args = e.args();
  const int level = level_of(e);
  push(args.front(), first_level(e, args.front()), Followed::Yes);
  for (std::size_t i = 1; i < args.size(); ++i) {
    const bool last = i + 1 == args.size();
    push(op);
    push(args[i], e.is(Kind::Implies) ? level : level + 1, last ? followed : Followed::Yes);
  }
}

void ExprPrinter::equation(Expr equation, std::string_view op, Followed followed) {
  push(equation.arg(0), SumLevel, Followed::Yes);
  push(op);
  push(equation.arg(1), SumLevel, followed);
}

void ExprPrinter::prefix(Expr e, char op, Followed followed) {
  out_ += op;
  // Minus and digits are read as one literal: -(5) is not -5.
  const bool digits = is_number(e.arg(0)) && !e.is(Kind::Not) && !is_negative(e.arg(0));
  push(e.arg(0), digits ? Never : PrefixLevel, followed);
}

void ExprPrinter::call(std::string_view name, Expr e) {
  out_ += name;
  out_ += '(';
  if (e.is(Kind::IntToBv)) out_ += std::to_string(e.sort().width()) + ", ";
  for (const std::uint32_t index : e.indices()) out_ += std::to_string(index) + ", ";
  std::string_view separator;
  for (const Expr arg : e.args()) {
    push(separator);
    push(arg, Any);
    separator = ", ";
  }
  push(")");
}

void ExprPrinter::if_then_else(Expr e, Followed followed) {
  out_ += "if ";
  push(e.arg(0), Any);
  push(" then ");
  push(e.arg(1), Any);
  push(" else ");
  push(e.arg(2), Any, followed);
}

void ExprPrinter::map_access(Expr e) {
  push(e.arg(0), PostfixLevel, Followed::Yes);
  push("[");
  push(e.arg(1), Any);
  if (e.is(Kind::Store)) {
    push(" := ");
    push(e.arg(2), Any);
  }
  push("]");
}

void ExprPrinter::quantifier(Expr e, Followed followed) {
  out_ += e.is(Kind::Forall) ? "forall " : "exists ";
  const char* separator = "";
  for (const Expr variable : e.bound()) {
    rename_if_taken(variable);
    out_ += separator;
    out_ += name_of(variable);
    out_ += ": " + to_string(variable.sort());
    separator = ", ";
  }
  out_ += " :: ";
  for (const auto& trigger : e.triggers()) {
    std::string_view before = "{";
    for (const Expr term : trigger) {
      push(before);
      push(term, Any);
      before = ", ";
    }
    push("} ");
  }
  push(e.arg(0), Any, followed);
}

std::string_view ExprPrinter::name_of(Expr bound_variable) const {
  const auto found = renamed_.find(bound_variable);
  return found == renamed_.end() ? std::string_view(bound_variable.name()) : found->second;
}

void ExprPrinter::rename_if_taken(Expr bound_variable) {
  if (!names_known_) {
    names_known_ = true;
    variables_.clear();
    bound_.clear();
    post_order(root_, [&](Expr e) {
      if (e.is(Kind::Var)) variables_.insert(e.name());
      for (const Expr variable : e.bound()) bound_.insert(variable.name());
    });
  }
  const auto taken = [&](std::string_view name) {
    return uses_.contains(name) || variables_.contains(name);
  };
  if (!taken(bound_variable.name()) || renamed_.contains(bound_variable)) return;
  std::string name;
  for (int count = 2; name.empty() || taken(name) || bound_.contains(name); ++count) {
    name = bound_variable.name() + "#" + std::to_string(count);
  }
  bound_.insert(renamed_.emplace(bound_variable, std::move(name)).first->second);
}

}  // namespace pawl::gcl
