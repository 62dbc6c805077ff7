// SPDX-License-Identifier: Apache-2.0
//
// Parentheses are printed where the tree would change without them, and nowhere else. Two things
// decide: how tightly the surroundings bind, and whether an open-ended expression (if-then-else,
// a quantifier) would take in what follows it.
#include "gcl/expr_printer.h"

#include <algorithm>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

bool is_inequality(Expr e) {
  return e.is(Kind::Not) && (e.arg(0).is(Kind::Eq) || e.arg(0).is(Kind::Iff));
}

bool is_open_ended(Expr e) { return e.is(Kind::Ite) || e.is(Kind::Forall) || e.is(Kind::Exists); }

bool is_number(Expr e) { return e.is(Kind::IntConst) || e.is(Kind::RealConst); }

bool is_negative(Expr e) { return is_number(e) && e.text().front() == '-'; }

/// How tightly the expression itself binds; open-ended ones bind their own operands.
Level level_of(Expr e) {
  if (is_inequality(e)) return Level::Comparison;
  return is_negative(e) ? Level::Prefix : info(e.kind()).level;
}

Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

/// What the first operand of an infix operator may be without parentheses.
Level first_level(Expr e, Expr first) {
  const Level level = level_of(e);
  // a + b + c is one sum, so a sum that is an operand of another is in parentheses.
  const bool is_chain = info(e.kind()).more == KindInfo::More::Yes;
  if (is_chain && first.is(e.kind())) return Level::Never;
  const bool to_the_left = level == Level::Sum || level == Level::Product || level == Level::Iff;
  return to_the_left ? level : tighter(level);
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
  push(e, Level::Any);
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
  if (parentheses || item.level == Level::Never) {
    out_ += '(';
    node(item.expr, Followed::No);
    push(")");
  } else {
    node(item.expr, item.followed);
  }
  std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end());
}

void ExprPrinter::node(Expr e, Followed followed) {
  const KindInfo& kind = info(e.kind());
  switch (kind.form) {
    case Form::Leaf: return leaf(e);
    case Form::Prefix:
      return is_inequality(e) ? equation(e.arg(0), "!=", followed)
                              : prefix(e, kind.symbol, followed);
    case Form::Infix:
      return kind.level == Level::Comparison ? equation(e, kind.symbol, followed)
                                             : infix(e, kind.symbol, followed);
    case Form::Function: return call(kind.symbol, e);
    case Form::Special: return special(e, followed);
  }
}

void ExprPrinter::leaf(Expr e) {
  if (e.is_true() || e.is_false()) {
    out_ += e.is_true() ? "true" : "false";
  } else if (e.is(Kind::BitVecConst)) {
    out_ += e.text() + "bv" + std::to_string(e.sort().width());
  } else if (e.is(Kind::BoundVar)) {
    out_ += name_of(e);
  } else {
    out_ += e.is(Kind::Var) ? e.name() : e.text();
  }
}

void ExprPrinter::special(Expr e, Followed followed) {
  if (e.is(Kind::Ite)) return if_then_else(e, followed);
  if (e.is(Kind::Select) || e.is(Kind::Store)) return map_access(e);
  if (e.is(Kind::Forall) || e.is(Kind::Exists)) return quantifier(e, followed);
  if (e.is(Kind::ConstMap)) {
    out_ += "mapof(" + to_string(e.sort()) + ", ";
    push(e.arg(0), Level::Any);
    return push(")");
  }
  call(e.is(Kind::Apply) ? std::string_view(e.name()) : info(e.kind()).symbol, e);
}

void ExprPrinter::infix(Expr e, std::string_view op, Followed followed) {
  const std::span<const Expr> args = e.args();
  const Level level = level_of(e);
  push(args.front(), first_level(e, args.front()), Followed::Yes);
  for (std::size_t i = 1; i < args.size(); ++i) {
    const bool last = i + 1 == args.size();
    push_operator(op);
    push(args[i], e.is(Kind::Implies) ? level : tighter(level), last ? followed : Followed::Yes);
  }
}

void ExprPrinter::equation(Expr equation, std::string_view op, Followed followed) {
  push(equation.arg(0), Level::Sum, Followed::Yes);
  push_operator(op);
  push(equation.arg(1), Level::Sum, followed);
}

void ExprPrinter::prefix(Expr e, std::string_view op, Followed followed) {
  out_ += op;
  // Minus and digits are read as one literal: -(5) is not -5.
  const bool digits = is_number(e.arg(0)) && !e.is(Kind::Not) && !is_negative(e.arg(0));
  push(e.arg(0), digits ? Level::Never : Level::Prefix, followed);
}

void ExprPrinter::call(std::string_view name, Expr e) {
  out_ += name;
  out_ += '(';
  if (e.is(Kind::IntToBv)) out_ += std::to_string(e.sort().width()) + ", ";
  for (const std::uint32_t index : e.indices()) out_ += std::to_string(index) + ", ";
  std::string_view separator;
  for (const Expr arg : e.args()) {
    push(separator);
    push(arg, Level::Any);
    separator = ", ";
  }
  push(")");
}

void ExprPrinter::if_then_else(Expr e, Followed followed) {
  out_ += "if ";
  push(e.arg(0), Level::Any);
  push(" then ");
  push(e.arg(1), Level::Any);
  push(" else ");
  push(e.arg(2), Level::Any, followed);
}

void ExprPrinter::map_access(Expr e) {
  push(e.arg(0), Level::Postfix, Followed::Yes);
  push("[");
  push(e.arg(1), Level::Any);
  if (e.is(Kind::Store)) {
    push(" := ");
    push(e.arg(2), Level::Any);
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
      push(term, Level::Any);
      before = ", ";
    }
    push("} ");
  }
  push(e.arg(0), Level::Any, followed);
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
