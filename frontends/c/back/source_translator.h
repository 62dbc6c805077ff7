// SPDX-License-Identifier: Apache-2.0
//
// One IL formula into ACSL, at one loop: one class, split by what it is about. Predicates are in
// source_terms.cpp, integers in source_integers.cpp, memory in source_lvalues.cpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "frontends/acsl/ast.h"
#include "frontends/c/back/extents.h"
#include "frontends/c/back/source_loops.h"
#include "frontends/c/back/written_terms.h"
#include "gcl/expr.h"
#include "gcl/integer.h"

namespace pawl::frontend::c {

/// Every operation throws written::NoForm where something has no form in C.
class Translator {
 public:
  Translator(const SourceScope& scope, const std::set<std::string>& changed,
             const Certified& certified)
      : scope_(scope), changed_(changed), certified_(certified) {}

  acsl::Term term(gcl::Expr e) { return integer(e).term; }

  /// Of the elements that arrays have.
  acsl::Term fact(gcl::Expr e);

  /// The index that `key` is of an lvalue with one; null: it is none.
  acsl::Term index(const Lvalue& one, gcl::Expr key);

  /// Has everything been said so far, or less?
  bool exact() const { return exact_; }

 private:
  using Expr = gcl::Expr;
  using Kind = gcl::Kind;
  using Integer = gcl::Integer;
  using Term = acsl::Term;

  /// Which state names are read in.
  enum class State { Here, LoopEntry, Pre };

  /// May the translation say less than the formula where it stands?
  enum class Weaker { Allowed, Refused };

  /// What an integer term may be; absent: anything.
  struct Interval {
    std::optional<Integer> low, high;
    bool not_negative() const { return low && Integer(0) <= *low; }
    bool within(const Integer& from, const Integer& to) const {
      return low && high && from <= *low && *high <= to;
    }
  };

  struct Value {
    Term term;
    Interval interval = {};
  };

  /// By hole: a sum of terms; absent while it is not known.
  using Indices = std::vector<std::optional<std::vector<Expr>>>;

  // Predicates.
  Term predicate(Expr e);
  Term make_many(acsl::TermKind kind, std::span<const Expr> args);
  Term implication(Expr premise, Expr conclusion);
  static Term ordered(acsl::Relation relation, const std::pair<Value, Value>& sides);
  Term exactly(Expr e);
  Term negation(Expr e);
  Term equality(Expr left, Expr right);
  Term pointer_term(Expr e, bool& has_offset);
  Term quantifier(Expr e);
  Term quantified(Expr e);
  Term body_of(Expr e);
  std::vector<Expr> premises_of(Kind quantifier, Expr body) const;
  Term guarded(Kind quantifier, const Term& written, const std::vector<Access>& accesses);
  static Term under(const std::vector<Term>& guards, const Term& written);
  std::string fresh_name(Expr bound);

  // Integers.
  Value integer(Expr e);
  std::pair<Value, Value> sides(Expr left, Expr right);
  std::vector<Expr> summands(Expr e) const;
  Value total(const std::vector<Expr>& parts);
  Value sum(std::span<const Expr> args);
  Value summand(Expr e);
  Value product(std::span<const Expr> args);
  Value division(Expr e);
  Value bits(Expr e);

  // Memory.
  Value read(Expr e);
  bool changed_or_copied(const std::string& name, Expr incoming) const;
  std::optional<std::pair<const Lvalue*, Term>> lvalue(Expr e);
  Term cell(const Lvalue& one, const Indices& indices, State of_map);
  bool is_constant(Expr e) const;
  bool is_there(const Lvalue& one, State state) const;
  static const char* label(State state) { return state == State::Pre ? "Pre" : "LoopEntry"; }
  void note_access(const std::vector<Expr>& index, Expr extent, Term written);
  bool reads_changed(Expr e) const;
  bool match(Expr pattern, Expr key, Indices& indices) const;
  std::vector<Expr> offsets() const;

  template <class Translate>
  auto in_state(Expr e, Translate translate) -> decltype(translate(e)) {
    const State inner = e.is(Kind::Old) ? State::Pre : State::LoopEntry;
    const State outer = std::exchange(state_, inner);
    auto result = translate(e.arg(0));
    state_ = outer;
    if (outer == inner) return result;
    if constexpr (std::is_same_v<decltype(result), Value>) {
      result.term = written::at(result.term, label(inner));
    } else {
      result = written::at(result, label(inner));
    }
    return result;
  }

  /// What a failed attempt leaves behind.
  struct Saved {
    State state;
    Weaker weaker;
    bool exact;
    std::vector<Access> accesses;
    std::size_t in_scope, known;
  };
  Saved save() const;
  void restore(const Saved& saved);

  const SourceScope& scope_;
  const std::set<std::string>& changed_;
  const Certified& certified_;
  State state_ = State::Here;
  Weaker weaker_ = Weaker::Allowed;
  bool exact_ = true;
  std::vector<Access> accesses_;              // of the formula so far, by the variables in scope
  std::vector<Expr> in_scope_;                // bound variables
  std::vector<Expr> known_;                   // premises on the way here
  std::map<std::string, std::string> bound_;  // IL name -> printed
  std::map<std::string, Expr> shifts_;        // of bound variables: what they stand for in addition
};

}  // namespace pawl::frontend::c
