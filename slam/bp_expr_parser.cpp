// SPDX-License-Identifier: Apache-2.0
//
// Operator precedence with an explicit stack; the output is the postfix form itself. From loose to
// tight, as in SATABS: => = != (to the right), ^, |, &, prefixes.
#include "slam/bp_expr_parser.h"

#include <utility>

namespace pawl::slam {
namespace {

std::optional<BpOp> infix(BpTok tok) {
  if (tok == BpTok::And) return BpOp::And;
  if (tok == BpTok::Or || tok == BpTok::DoubleOr) return BpOp::Or;
  if (tok == BpTok::Xor) return BpOp::Xor;
  if (tok == BpTok::Implies) return BpOp::Implies;
  if (tok == BpTok::Equal) return BpOp::Equal;
  if (tok == BpTok::NotEqual) return BpOp::NotEqual;
  return std::nullopt;
}

int precedence(BpOp op) {
  if (op == BpOp::And) return 4;
  if (op == BpOp::Or) return 3;
  if (op == BpOp::Xor) return 2;
  return 1;
}

bool binds_before(BpOp left, BpOp right) {
  const int a = precedence(left);
  const int b = precedence(right);
  return a > b || (a == b && a != 1);
}

}  // namespace

std::optional<BpExpr> BpExprParser::parse(OrBars bars) {
  bars_ = bars;
  enclosing_ = 0;
  frames_.clear();
  out_.clear();
  Step step = Step::WantOperand;
  while (step == Step::WantOperand || step == Step::HaveOperand) {
    step = step == Step::WantOperand ? operand() : after_operand();
  }
  if (step == Step::Failed) return std::nullopt;
  return BpExpr::postfix(std::exchange(out_, {}));
}

BpExprParser::Step BpExprParser::emit(BpOp op, VarRef var) {
  out_.push_back({op, var});
  state_.advance();
  return Step::HaveOperand;
}

BpExprParser::Step BpExprParser::operand() {
  const BpTok tok = state_.tok();
  if (tok == BpTok::Identifier) {
    const std::optional<VarRef> var = state_.variable(state_.peek().name);
    if (var) return emit(BpOp::Var, *var);
    const gcl::Name name = state_.peek().name;
    const bool called = state_.procedure(name) && state_.tok(1) == BpTok::LeftParen;
    state_.reporter.error(
        state_.here(),
        called ? "a call inside an expression" : "unknown variable " + state_.quoted(name),
        called ? "call it in a statement of its own: x := " + state_.text(name) + "(...)"
               : "declare it first with 'decl'");
    if (called) return Step::Failed;
    return emit(BpOp::False);
  }
  if (tok == BpTok::KwTrue) return emit(BpOp::True);
  if (tok == BpTok::KwFalse) return emit(BpOp::False);
  if (tok == BpTok::Star) return emit(BpOp::Nondet);
  if (tok == BpTok::Number) return number();
  if (tok == BpTok::KwChoose) return choose(BpOp::Choose);
  if (tok == BpTok::KwSchoose) return choose(BpOp::Schoose);
  if (tok == BpTok::LeftParen || tok == BpTok::Bang || tok == BpTok::Tick) {
    const Open kind = tok == BpTok::LeftParen ? Open::Paren
                      : tok == BpTok::Bang    ? Open::Not
                                              : Open::Tick;
    frames_.push_back({kind, BpOp::Not, out_.size()});
    if (kind == Open::Paren) ++enclosing_;
    state_.advance();
    return Step::WantOperand;
  }
  state_.unexpected("an expression",
                    "expressions begin with a variable, T, F, *, '!', '(' or choose");
  return Step::Failed;
}

BpExprParser::Step BpExprParser::number() {
  const std::string text = state_.text(state_.peek().name);
  if (text == "0" || text == "1") return emit(text == "1" ? BpOp::True : BpOp::False);
  state_.reporter.error(state_.here(), "the number " + text + " is no truth value",
                        "write 0 or 1, or F or T");
  return emit(BpOp::False);
}

/// choose(pos, neg) and schoose[pos, neg].
BpExprParser::Step BpExprParser::choose(BpOp op) {
  state_.advance();
  const bool square = op == BpOp::Schoose;
  if (!state_.expect(square ? BpTok::LeftBracket : BpTok::LeftParen,
                     square ? "after 'schoose'" : "after 'choose'")) {
    return Step::Failed;
  }
  frames_.push_back({Open::Pos, op, out_.size()});
  ++enclosing_;
  return Step::WantOperand;
}

/// What stands directly before an operand and waits for nothing else.
void BpExprParser::complete_prefixes() {
  for (; !frames_.empty(); frames_.pop_back()) {
    const Frame& frame = frames_.back();
    if (frame.kind == Open::Not) {
      out_.push_back({BpOp::Not, {}});
    } else if (frame.kind == Open::Tick) {
      for (std::size_t i = frame.begin; i < out_.size(); ++i) {
        if (out_[i].op == BpOp::Var) out_[i].op = BpOp::Next;
      }
    } else {
      return;
    }
  }
}

void BpExprParser::complete_operators() {
  for (; !frames_.empty() && frames_.back().kind == Open::Binary; frames_.pop_back()) {
    out_.push_back({frames_.back().op, {}});
  }
}

BpExprParser::Step BpExprParser::after_operand() {
  complete_prefixes();
  const BpTok tok = state_.tok();
  const bool separates = tok == BpTok::DoubleOr && bars_ == OrBars::Separates && enclosing_ == 0;
  if (const std::optional<BpOp> op = infix(tok); op && !separates) return binary(*op);
  complete_operators();
  if (frames_.empty()) return Step::Done;
  if (tok == BpTok::Comma && frames_.back().kind == Open::Pos) return next_argument();
  return close(tok);
}

BpExprParser::Step BpExprParser::binary(BpOp op) {
  while (!frames_.empty() && frames_.back().kind == Open::Binary &&
         binds_before(frames_.back().op, op)) {
    out_.push_back({frames_.back().op, {}});
    frames_.pop_back();
  }
  frames_.push_back({Open::Binary, op, 0});
  state_.advance();
  return Step::WantOperand;
}

BpExprParser::Step BpExprParser::next_argument() {
  frames_.back().kind = Open::Neg;
  state_.advance();
  return Step::WantOperand;
}

BpExprParser::Step BpExprParser::close(BpTok tok) {
  const Frame frame = frames_.back();
  const bool square = frame.op == BpOp::Schoose && frame.kind != Open::Paren;
  const BpTok wanted = frame.kind == Open::Pos ? BpTok::Comma
                       : square                ? BpTok::RightBracket
                                               : BpTok::RightParen;
  if (tok != wanted) {
    state_.unexpected("'" + std::string(spelling(wanted)) + "' or an operator",
                      frame.kind == Open::Pos ? "choose has two arguments: choose(pos, neg)" : "");
    return Step::Failed;
  }
  frames_.pop_back();
  --enclosing_;
  if (frame.kind == Open::Neg) return emit(frame.op);
  state_.advance();
  return Step::HaveOperand;
}

}  // namespace pawl::slam
