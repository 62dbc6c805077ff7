// SPDX-License-Identifier: Apache-2.0
//
// Expressions by operator precedence, with the stack in memory: operators, parentheses,
// quantifiers, if-then-else and arguments may be nested 100,000 deep. Names are resolved and
// sorts checked on the way, so that the result is a typed Expr and there is no second tree.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gcl/parser_state.h"
#include "gcl/stmt.h"
#include "gcl/typecheck.h"

namespace pawl::gcl {

/// Where an expression stands: what it may speak of.
enum class Clause : std::uint8_t {
  Axiom,         // constants and functions
  FunctionBody,  // the same and parameters
  Requires,      // no results, no old()
  Ensures,
  Body,        // statements
  LoopClause,  // invariants and predicates: entry() too
};

class ExprParser {
 public:
  explicit ExprParser(ParserState& state) : state_(state), check_(state) {}

  /// Parses as much as is an expression and stops at the first token that cannot continue it.
  /// Nothing after a syntax error; a null `expr` when names or sorts are wrong. Both have been
  /// reported.
  std::optional<Operand> parse(Clause clause);

  TypeChecker& check() { return check_; }
  Located located(const Operand& operand) {
    return {operand.expr, state_.source_range(operand.begin, operand.end)};
  }

  /// A quantified variable may not have the name of a local declared later in the same body,
  /// because the printer declares locals first: where each name was first quantified.
  const std::unordered_map<Name, TextRange>& bound_in_body() const { return bound_in_body_; }
  void note_bound(Name name, TextRange range) { bound_in_body_.emplace(name, range); }
  void forget_bound_in_body() { bound_in_body_.clear(); }

 private:
  enum class Open : std::uint8_t {
    Infix,        // operands [base, ...) and an operator between each two
    Prefix,       // - or !
    Else,         // if c then a else _
    Quantifier,   // forall x: int :: _
    Paren,        // ( _
    Condition,    // if _
    Then,         // if c then _
    Key,          // a[_
    Value,        // a[k := _
    Call,         // f(_
    BuiltinCall,  // bv_add(_
    MapOf,        // mapof([int]int, _
    Old,          // old(_
    Entry,        // entry(_
    Trigger,      // forall x: int :: {_
  };
  /// Something begun and not yet complete.
  struct Frame {
    Open open = Open::Paren;
    Tok op = Tok::End;        // Infix, Prefix
    std::uint32_t token = 0;  // where it begins
    std::uint32_t base = 0;   // its operands are [base, ...) of operands_
    std::uint32_t index = 0;  // Call, BuiltinCall: which
  };
  struct Quantified {
    Kind kind = Kind::Forall;
    std::vector<Expr> bound;  // null: reported
    std::vector<std::vector<Operand>> triggers;
    Scope::Mark mark = 0;
  };
  enum class Step : std::uint8_t { WantOperand, HaveOperand, Done, Failed };

  Step operand();
  Step identifier();
  Step minus();
  Step begin_call(Name name);
  Step begin_builtin(std::uint32_t index);
  Step begin_map_of();
  Step begin_quantifier();
  Step begin_body();
  Step begin_past(Open kind);
  Step begin(Open kind);

  Step after_operand();
  Step infix(Tok op);
  Step close();
  Step close_paren(const Frame& frame);
  Step close_key(const Frame& frame);
  Step close_call(const Frame& frame);
  Step close_trigger(const Frame& frame);
  Step go_on(Open next);
  Step missing(const Frame& frame, const char* expected, const char* hint);
  Step assignment_inside();

  Expr variable(Name name);
  bool is_allowed_here(const Entity& entity, Name name);
  bool bind(Quantified& quantified);
  void push_frame(Open kind, Tok op = Tok::End, std::uint32_t index = 0);
  Step push(Expr expr, std::size_t begin);
  /// Completes the frame on top and replaces its operands by the result.
  void reduce();
  void reduce_open_ended();
  void finish(Expr expr, std::size_t begin);
  void report_chain(const Frame& first, Tok op);
  Expr make_quantifier(const Operand& body);
  bool check_trigger(std::span<const Operand> terms, std::span<const Expr> bound);
  std::span<const Operand> operands_of(const Frame& frame) const {
    return std::span<const Operand>(operands_).subspan(frame.base);
  }
  void abandon();

  ParserState& state_;
  TypeChecker check_;
  Clause clause_ = Clause::Body;
  std::vector<Operand> operands_;
  std::vector<Frame> frames_;
  std::vector<Quantified> quantified_;
  std::vector<std::uint32_t> indices_;  // of the BuiltinCalls that are open
  std::vector<Sort> map_sorts_;         // of the MapOfs that are open; null: reported
  std::unordered_map<Name, TextRange> bound_in_body_;
};

}  // namespace pawl::gcl
