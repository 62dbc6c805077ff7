// SPDX-License-Identifier: Apache-2.0
//
// Two alternating states: an operand is wanted, or one has just been read. What was begun and
// waits for its rest is a Frame; a frame that ends where its last operand ends (an operator,
// `else`, a quantifier) is completed by whatever cannot continue that operand, the others by
// their own closing token.
#include "gcl/expr_parser.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "gcl/infix.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

bool is_order(Tok op) { return op >= Tok::Less && op <= Tok::GreaterEqual; }

const char* name_of(Clause clause) {
  switch (clause) {
    case Clause::Axiom: return "an axiom";
    case Clause::FunctionBody: return "the body of a function";
    case Clause::Requires: return "a requires clause";
    case Clause::Ensures: return "an ensures clause";
    case Clause::Body: return "a statement";
    case Clause::LoopClause: return "a loop's clause";
  }
  return "an expression";
}

bool has_state(Clause clause) { return clause != Clause::Axiom && clause != Clause::FunctionBody; }
bool has_old(Clause clause) { return has_state(clause) && clause != Clause::Requires; }

}  // namespace

std::optional<Operand> ExprParser::parse(Clause clause) {
  clause_ = clause;
  Step step = Step::WantOperand;
  while (step == Step::WantOperand || step == Step::HaveOperand) {
    step = step == Step::WantOperand ? operand() : after_operand();
  }
  if (step == Step::Failed) {
    abandon();
    return std::nullopt;
  }
  PAWL_ASSERT(frames_.empty() && operands_.size() == 1, "an expression should be one operand");
  const Operand result = operands_.back();
  operands_.clear();
  return result;
}

void ExprParser::abandon() {
  if (!quantified_.empty()) state_.scope.leave(quantified_.front().mark, Scope::Locals::Hide);
  quantified_.clear();
  frames_.clear();
  operands_.clear();
  indices_.clear();
  map_sorts_.clear();
}

void ExprParser::push_frame(Open kind, Tok op, std::uint32_t index) {
  frames_.push_back({kind, op, static_cast<std::uint32_t>(state_.index()),
                     static_cast<std::uint32_t>(operands_.size()), index});
}

ExprParser::Step ExprParser::push(Expr expr, std::size_t begin) {
  operands_.push_back(
      {expr, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(state_.index())});
  return Step::HaveOperand;
}

ExprParser::Step ExprParser::begin(Open kind) {
  push_frame(kind);
  state_.advance();
  return Step::WantOperand;
}

// ---- An operand is wanted.

ExprParser::Step ExprParser::operand() {
  const std::size_t at = state_.index();
  const Token token = state_.peek();
  const auto take = [&](Expr expr) {
    state_.advance();
    return push(expr, at);
  };
  const Tok tok = token.tok();
  if (tok == Tok::Identifier) return identifier();
  if (tok == Tok::Integer) return take(check_.integer(token.name));
  if (tok == Tok::Real) return take(check_.real(token.name));
  if (tok == Tok::LeftParen) return begin(Open::Paren);
  if (tok == Tok::Minus) return minus();
  if (tok == Tok::Bang) {
    push_frame(Open::Prefix, tok);
    state_.advance();
    return Step::WantOperand;
  }
  if (tok == Tok::KwTrue) return take(state_.context.true_());
  if (tok == Tok::KwFalse) return take(state_.context.false_());
  if (tok == Tok::KwIf) return begin(Open::Condition);
  if (tok == Tok::KwForall || tok == Tok::KwExists) return begin_quantifier();
  if (tok == Tok::BitVector) return take(check_.bitvec(token.name, at));
  if (tok == Tok::KwOld) return begin_past(Open::Old);
  if (tok == Tok::KwEntry) return begin_past(Open::Entry);
  if (tok == Tok::KwMapof) return begin_map_of();
  state_.unexpected(
      "an expression",
      "expressions begin with a name, a literal, '(', '-', '!', 'if' or a quantifier");
  return Step::Failed;
}

/// match:  - 5
/// result: the literal -5; any other operand, `(5)` too, is negated
ExprParser::Step ExprParser::minus() {
  const std::size_t at = state_.index();
  if (state_.tok(1) == Tok::Integer) {
    const Name literal = state_.peek(1).name;
    state_.advance();
    state_.advance();
    return push(check_.negative_integer(literal), at);
  }
  if (state_.tok(1) == Tok::Real) {
    const Name literal = state_.peek(1).name;
    state_.advance();
    state_.advance();
    return push(check_.negative_real(literal), at);
  }
  push_frame(Open::Prefix, Tok::Minus);
  state_.advance();
  return Step::WantOperand;
}

ExprParser::Step ExprParser::identifier() {
  const std::size_t at = state_.index();
  const Name name = state_.peek().name;
  if (state_.tok(1) == Tok::LeftParen) return begin_call(name);
  const Expr expr = variable(name);
  state_.advance();
  return push(expr, at);
}

/// The variable or constant at the current token; null and reported when it is none.
Expr ExprParser::variable(Name name) {
  const Entity& entity = state_.scope.find(name);
  switch (entity.kind) {
    case EntityKind::Constant:
    case EntityKind::Parameter:
    case EntityKind::Local:
    case EntityKind::Bound:
    case EntityKind::Skolem: return entity.expr;
    case EntityKind::Global:
    case EntityKind::Result: return is_allowed_here(entity, name) ? entity.expr : Expr();
    case EntityKind::None:
    case EntityKind::Literal:
      state_.reporter.error(state_.here(), "unknown name " + state_.quoted(name),
                            state_.hint_for_unknown(name));
      return {};
    case EntityKind::Hidden:
      state_.reporter.error(state_.here(), state_.quoted(name) + " is not in scope here",
                            "a local variable is visible up to the end of its block");
      state_.note_declaration(entity, "declared here");
      return {};
    case EntityKind::Function:
    case EntityKind::Builtin:
      state_.reporter.error(state_.here(), "function " + state_.quoted(name) + " has no arguments",
                            "write its arguments in parentheses");
      return {};
    case EntityKind::Sort:
    case EntityKind::Procedure:
      state_.reporter.error(
          state_.here(), state_.quoted(name) + " is a " + describe(entity.kind) + ", not a value",
          "values are variables, constants and what is made of them");
      return {};
  }
  return {};
}

bool ExprParser::is_allowed_here(const Entity& entity, Name name) {
  if (entity.kind == EntityKind::Global && !has_state(clause_)) {
    state_.reporter.error(state_.here(),
                          std::string(name_of(clause_)) + " cannot speak of the global variable " +
                              state_.quoted(name),
                          "only constants and functions do not change");
    return false;
  }
  if (entity.kind == EntityKind::Result && clause_ == Clause::Requires) {
    state_.reporter.error(state_.here(),
                          "a requires clause cannot speak of the result " + state_.quoted(name),
                          "results have no value before the call");
    return false;
  }
  return true;
}

/// At `name (`.
ExprParser::Step ExprParser::begin_call(Name name) {
  constexpr std::uint32_t unknown = UINT32_MAX;
  const Entity& entity = state_.scope.find(name);
  if (entity.kind == EntityKind::Builtin) return begin_builtin(entity.index);
  const bool known = entity.kind == EntityKind::Function;
  if (entity.kind == EntityKind::Procedure) {
    state_.reporter.error(state_.here(), "procedure " + state_.quoted(name) + " in an expression",
                          "a procedure is called by a statement: call x := p(e);");
  } else if (entity.kind == EntityKind::None) {
    const std::string similar(state_.scope.similar(name));
    state_.reporter.error(state_.here(), "unknown function " + state_.quoted(name),
                          similar.empty() ? "declare it, for example 'function f(x: int): int;'"
                                          : "did you mean '" + similar + "'?");
  } else if (!known) {
    state_.reporter.error(
        state_.here(), state_.quoted(name) + " is a " + describe(entity.kind) + ", not a function",
        "a map is indexed with [ ]");
  }
  push_frame(Open::Call, Tok::End, known ? entity.index : unknown);
  state_.advance();
  state_.advance();
  return state_.at(Tok::RightParen) ? close_call(frames_.back()) : Step::WantOperand;
}

ExprParser::Step ExprParser::begin_builtin(std::uint32_t index) {
  const Builtin& function = builtins()[index];
  push_frame(Open::BuiltinCall, Tok::End, index);
  state_.advance();
  state_.advance();
  for (int i = 0; i < function.indices; ++i) {
    std::uint32_t value = 0;
    const std::string_view digits =
        state_.at(Tok::Integer) ? state_.name_text(state_.peek().name) : std::string_view();
    const auto end = digits.data() + digits.size();
    if (digits.empty() || std::from_chars(digits.data(), end, value).ec != std::errc()) {
      state_.unexpected("a number of bits as argument " + std::to_string(i + 1) + " of '" +
                            std::string(function.name) + "'",
                        "numbers of bits are literals");
      return Step::Failed;
    }
    indices_.push_back(value);
    state_.advance();
    if (!state_.expect(Tok::Comma, "before the next argument")) return Step::Failed;
  }
  return Step::WantOperand;
}

ExprParser::Step ExprParser::begin_map_of() {
  push_frame(Open::MapOf);
  state_.advance();
  if (!state_.expect(Tok::LeftParen, "after 'mapof'")) return Step::Failed;
  const std::size_t sort_begin = state_.index();
  const std::optional<Sort> sort = state_.parse_sort();
  if (!sort) return Step::Failed;
  const bool is_map = *sort && sort->is_map();
  if (*sort && !is_map) {
    state_.reporter.error(state_.range_of(sort_begin, state_.index()),
                          "'mapof' makes a map, but the sort is " + to_string(*sort),
                          "write mapof([int]bool, false)");
  }
  if (!state_.expect(Tok::Comma, "after the sort of 'mapof'")) return Step::Failed;
  map_sorts_.push_back(is_map ? *sort : Sort());
  return Step::WantOperand;
}

ExprParser::Step ExprParser::begin_past(Open kind) {
  const bool old = kind == Open::Old;
  if (old && !has_old(clause_)) {
    state_.reporter.error(state_.here(), std::string("old() in ") + name_of(clause_),
                          "there is no earlier state to speak of");
  } else if (!old && clause_ != Clause::LoopClause) {
    state_.reporter.error(state_.here(), std::string("entry() in ") + name_of(clause_),
                          "entry() is for the invariants and predicates of a loop");
  }
  push_frame(kind);
  state_.advance();
  if (!state_.expect(Tok::LeftParen, old ? "after 'old'" : "after 'entry'")) return Step::Failed;
  return Step::WantOperand;
}

ExprParser::Step ExprParser::begin_quantifier() {
  push_frame(Open::Quantifier);
  quantified_.push_back({.kind = state_.at(Tok::KwForall) ? Kind::Forall : Kind::Exists,
                         .bound = {},
                         .triggers = {},
                         .mark = state_.scope.enter()});
  state_.advance();
  do {
    if (!bind(quantified_.back())) return Step::Failed;
  } while (state_.accept(Tok::Comma));
  if (!state_.expect(Tok::DoubleColon, "after the quantified variables")) return Step::Failed;
  return begin_body();
}

bool ExprParser::bind(Quantified& quantified) {
  const auto binder = state_.parse_binder("a variable to quantify over");
  if (!binder) return false;
  const TextRange range = state_.range_of(binder->token);
  const Expr variable = binder->sort
                            ? state_.context.bound_var(state_.name_text(binder->name), binder->sort)
                            : Expr();
  const auto declared = state_.declare(
      binder->name, {.kind = EntityKind::Bound, .expr = variable, .declared = range});
  const bool fresh = declared == ParserState::Declared::Fresh;
  quantified.bound.push_back(fresh ? variable : Expr());
  if (clause_ == Clause::Body || clause_ == Clause::LoopClause) {
    note_bound(binder->name, range);
  }
  return true;
}

/// After `::`: another trigger or the body.
ExprParser::Step ExprParser::begin_body() {
  if (!state_.at(Tok::LeftBrace)) return Step::WantOperand;
  return begin(Open::Trigger);
}

// ---- An operand has been read.

ExprParser::Step ExprParser::after_operand() {
  Tok tok = state_.tok();
  if (tok == Tok::LeftBracket) {
    push_frame(Open::Key);
    --frames_.back().base;  // the map is its first operand
    state_.advance();
    return Step::WantOperand;
  }
  if (tok == Tok::Equals) {
    state_.reporter.error(state_.here(), "'=' is not an operator", "write '==' to compare");
    tok = Tok::Equal;
  }
  return find_infix(tok) != nullptr ? infix(tok) : close();
}

ExprParser::Step ExprParser::infix(Tok op) {
  const Infix& infix = *find_infix(op);
  while (!frames_.empty()) {
    const Frame& top = frames_.back();
    if (top.open == Open::Prefix) {
      reduce();
      continue;
    }
    if (top.open != Open::Infix || find_infix(top.op)->level < infix.level) break;
    if (find_infix(top.op)->level == infix.level) {
      if (op == Tok::Implies) break;  // to the right
      if (op == top.op && infix.is_chain) {
        state_.advance();
        return Step::WantOperand;
      }
      if (infix.level == Level::Comparison) report_chain(top, op);
    }
    reduce();
  }
  push_frame(Open::Infix, op);
  --frames_.back().base;
  state_.advance();
  return Step::WantOperand;
}

/// `a < b < c`: the first comparison has been read. Its result is made null, because comparing a
/// bool with c would be reported again.
void ExprParser::report_chain(const Frame& first, Tok op) {
  Operand& left = operands_[first.base];
  const Operand& right = operands_[first.base + 1];
  std::string hint = "write parentheses";
  if (is_order(op) && is_order(first.op)) {
    const std::string middle = state_.excerpt(state_.range_of(right.begin, right.end));
    hint = "write " + state_.excerpt(state_.range_of(left.begin, left.end)) + " " +
           std::string(spelling(first.op)) + " " + middle + " && " + middle + " " +
           std::string(spelling(op)) + " ...";
  }
  state_.reporter.error(state_.here(), "comparisons cannot be chained", hint);
  left.expr = Expr();
}

/// Puts `expr` in the place of the operands of the frame on top, which is gone then. The operand
/// ends at the current token.
void ExprParser::finish(Expr expr, std::size_t begin) {
  operands_.resize(frames_.back().base);
  frames_.pop_back();
  push(expr, begin);
}

void ExprParser::reduce() {
  const Frame frame = frames_.back();
  const std::span<const Operand> operands = operands_of(frame);
  if (frame.open == Open::Infix) {
    finish(check_.infix(frame.op, operands), operands.front().begin);
  } else if (frame.open == Open::Prefix) {
    finish(check_.prefix(frame.op, operands.front()), frame.token);
  } else if (frame.open == Open::Else) {
    finish(check_.if_then_else(operands), frame.token);
  } else {
    finish(make_quantifier(operands.front()), frame.token);
  }
}

void ExprParser::reduce_open_ended() {
  while (!frames_.empty() && frames_.back().open <= Open::Quantifier) reduce();
}

Expr ExprParser::make_quantifier(const Operand& body) {
  Quantified quantified = std::move(quantified_.back());
  quantified_.pop_back();
  state_.scope.leave(quantified.mark, Scope::Locals::Hide);
  bool ok = std::ranges::all_of(quantified.bound, [](Expr e) { return bool(e); });
  ok &= check_.has_sort(body, state_.context.bool_sort(), "the body of a quantifier");
  if (!ok) return {};
  std::vector<std::vector<Expr>> triggers;
  for (const auto& terms : quantified.triggers) {
    if (!check_trigger(terms, quantified.bound)) return {};
    auto& trigger = triggers.emplace_back();
    for (const Operand& term : terms) trigger.push_back(term.expr);
  }
  return state_.context.make_quantifier(quantified.kind, quantified.bound, std::move(triggers),
                                        body.expr);
}

/// A trigger instantiates the quantifier when terms of its shape turn up, so the terms together
/// have to name every variable, and a variable alone is no shape.
bool ExprParser::check_trigger(std::span<const Operand> terms, std::span<const Expr> bound) {
  std::unordered_set<Expr> missing(bound.begin(), bound.end());
  for (const Operand& term : terms) {
    if (!term.expr) return false;
    bool has_quantifier = false;
    post_order(term.expr, [&](Expr node) {
      missing.erase(node);
      has_quantifier |= node.is(Kind::Forall) || node.is(Kind::Exists);
    });
    if (has_quantifier || term.expr.args().empty()) {
      state_.reporter.error(
          state_.range_of(term.begin, term.end),
          has_quantifier ? "a trigger contains a quantifier" : "a trigger is no application",
          "write terms such as a[x] or f(x)");
      return false;
    }
  }
  const auto absent =
      std::ranges::find_if(bound, [&](Expr variable) { return missing.contains(variable); });
  if (absent == bound.end()) return true;
  state_.reporter.error(state_.range_of(terms.front().begin, terms.back().end),
                        "the trigger does not mention '" + absent->name() + "'",
                        "the terms of a trigger together mention every quantified variable");
  return false;
}

// ---- Closing tokens.

ExprParser::Step ExprParser::close() {
  if (state_.at(Tok::Error)) return Step::Failed;
  reduce_open_ended();
  if (frames_.empty()) return state_.at(Tok::Assign) ? assignment_inside() : Step::Done;
  const Frame frame = frames_.back();
  switch (frame.open) {
    case Open::Paren:
    case Open::Old:
    case Open::Entry:
    case Open::MapOf: return close_paren(frame);
    case Open::Condition:
      return state_.at(Tok::KwThen) ? go_on(Open::Then)
                                    : missing(frame, "'then'", "write 'if c then a else b'");
    case Open::Then:
      return state_.at(Tok::KwElse) ? go_on(Open::Else)
                                    : missing(frame, "'else'", "write 'if c then a else b'");
    case Open::Key:
    case Open::Value: return close_key(frame);
    case Open::Call:
    case Open::BuiltinCall: return close_call(frame);
    case Open::Trigger: return close_trigger(frame);
    case Open::Infix:
    case Open::Prefix:
    case Open::Else:
    case Open::Quantifier: break;
  }
  PAWL_UNREACHABLE("open-ended frames should be complete by now");
}

/// No expression is followed by ':=' but the key of an update.
ExprParser::Step ExprParser::assignment_inside() {
  state_.reporter.error(state_.here(), "':=' in an expression",
                        "write '==' to compare; only a variable can be assigned to");
  return Step::Failed;
}

/// The frame on top continues as `next`, with the operands it has.
ExprParser::Step ExprParser::go_on(Open next) {
  frames_.back().open = next;
  state_.advance();
  return Step::WantOperand;
}

ExprParser::Step ExprParser::missing(const Frame& frame, const char* expected, const char* hint) {
  if (!state_.at(Tok::Error)) {
    state_.unexpected(expected, hint);
    state_.reporter.note(state_.range_of(frame.token), "to go with this");
  }
  return Step::Failed;
}

ExprParser::Step ExprParser::close_paren(const Frame& frame) {
  if (!state_.accept(Tok::RightParen)) return missing(frame, "')'", "every '(' needs its ')'");
  const Operand operand = operands_.back();
  Expr result = operand.expr;
  if (frame.open == Open::MapOf) {
    result = check_.const_map(map_sorts_.back(), operand);
    map_sorts_.pop_back();
  } else if (frame.open != Open::Paren && result) {
    result = state_.context.make(frame.open == Open::Old ? Kind::Old : Kind::Entry, {result});
  }
  finish(result, frame.token);
  return Step::HaveOperand;
}

ExprParser::Step ExprParser::close_key(const Frame& frame) {
  if (frame.open == Open::Key && state_.at(Tok::Assign)) return go_on(Open::Value);
  if (!state_.accept(Tok::RightBracket)) {
    return missing(frame, frame.open == Open::Key ? "']' or ':='" : "']'",
                   "write a[k], or a[k := v] for an update");
  }
  const std::span<const Operand> operands = operands_of(frame);
  const Expr result = frame.open == Open::Key ? check_.select(operands[0], operands[1])
                                              : check_.store(operands[0], operands[1], operands[2]);
  finish(result, operands[0].begin);
  return Step::HaveOperand;
}

ExprParser::Step ExprParser::close_call(const Frame& frame) {
  if (state_.accept(Tok::Comma)) return Step::WantOperand;
  if (!state_.accept(Tok::RightParen))
    return missing(frame, "',' or ')'", "arguments are separated by ','");
  const Operand call{Expr(), frame.token, static_cast<std::uint32_t>(state_.index())};
  const std::span<const Operand> arguments = operands_of(frame);
  Expr result;
  if (frame.open == Open::BuiltinCall) {
    const Builtin& function = builtins()[frame.index];
    const std::size_t first = indices_.size() - function.indices;
    result = check_.builtin(function, std::span<const std::uint32_t>(indices_).subspan(first), call,
                            arguments);
    indices_.resize(first);
  } else if (frame.index < state_.scope.functions.size()) {
    result = check_.apply(state_.scope.functions[frame.index], call, arguments);
  }
  finish(result, frame.token);
  return Step::HaveOperand;
}

ExprParser::Step ExprParser::close_trigger(const Frame& frame) {
  if (state_.accept(Tok::Comma)) return Step::WantOperand;
  if (!state_.accept(Tok::RightBrace))
    return missing(frame, "',' or '}'", "a trigger is written {a[x], f(x)}");
  const std::span<const Operand> terms = operands_of(frame);
  quantified_.back().triggers.emplace_back(terms.begin(), terms.end());
  operands_.resize(frame.base);
  frames_.pop_back();
  return begin_body();
}

}  // namespace pawl::gcl
