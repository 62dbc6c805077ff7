// SPDX-License-Identifier: Apache-2.0
//
// Terms, predicates, types and binders. Recursive descent; how deep it goes is counted, and an
// error beyond max_nesting. Null (or nothing) always means that an error was reported.
#pragma once

#include <optional>
#include <vector>

#include "frontends/acsl/operators.h"
#include "frontends/acsl/parser_state.h"
#include "frontends/acsl/term.h"

namespace pawl::frontend::acsl {

class TermParser {
 public:
  explicit TermParser(ParserState& state) : state_(state) {}

  Term term() { return expression(Naming::Allowed); }
  /// `t, t, ...`, at least one.
  std::optional<std::vector<Term>> terms();
  /// `{A, B}`; nothing to read is an empty list.
  std::optional<std::vector<Identifier>> labels();

  /// `unsigned char *`: without a name.
  std::optional<Type> type();
  /// `int *p`.
  std::optional<Binder> binder();
  /// `int *p, i, integer k`.
  std::optional<std::vector<Binder>> binders();
  /// What `logic` is followed by: the type of the result without array parts, which would belong to
  /// the name.
  std::optional<Type> result_type();

 private:
  /// In `c ? x : y` the colon after x belongs to the question mark.
  enum class Naming { Allowed, Refused };

  // term_parser.cpp: operators.
  Term expression(Naming naming);
  Term infix_expression(int min_precedence, Naming naming);
  Term chain(const InfixOperator& op, Term first, std::size_t begin, Naming naming);
  Term comparison(Term first, std::size_t begin, Naming naming);
  Term member(Term first, std::size_t begin, Naming naming);
  Term unary(Naming naming);
  Term prefix(TermKind kind);
  Term cast();
  Term size_of();
  Term postfix();

  // operand_parser.cpp
  Term primary();
  Term parenthesized();
  Term name();
  Term backslash();
  Term built_in();
  Term old_value();
  Term at_label();
  Term set();
  Term comprehension(Term element, std::size_t begin);
  Term open(Naming naming);
  Term let(Naming naming);
  Term literal(TermKind kind);
  /// A term, or `lo .. hi` with each bound optional.
  Term range_or_term();
  /// `( a, b )`
  std::optional<std::vector<Term>> arguments();

  // type_parser.cpp
  /// Is the token after the parenthesis here the begin of a type?
  bool at_cast() const;
  bool at_type_keyword(std::size_t ahead) const;
  bool at_new_type() const;
  std::optional<Type> specifiers();
  bool keywords(Type& type);
  bool tagged(Type& type);
  bool type_arguments(Type& type);
  bool qualifiers(bool& is_const, bool& is_volatile);
  enum class Name { Wanted, Absent };
  bool declarator(Name wanted, Identifier& name, std::vector<Derivation>& derivations);
  bool array_sizes(std::vector<Derivation>& out);
  std::optional<Binder> declare(const Type& base);

  Term make(TermKind kind, std::size_t begin, std::vector<Term> children, std::string text = {});
  Term make(TermNode node, std::size_t begin);
  bool too_deep();

  /// Three levels are one pair of parentheses. A level takes less than 2 kB of stack even with
  /// sanitizers.
  static constexpr std::uint32_t max_nesting = 2'000;
  /// Counts the nesting of the parser itself.
  class Nest {
   public:
    explicit Nest(TermParser& parser) : parser_(parser) { ++parser_.nesting_; }
    ~Nest() { --parser_.nesting_; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;

   private:
    TermParser& parser_;
  };

  ParserState& state_;
  std::uint32_t nesting_ = 0;
};

}  // namespace pawl::frontend::acsl
