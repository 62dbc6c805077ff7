// SPDX-License-Identifier: Apache-2.0
//
// From Expr to the terms of a solver, the part that is the same for all solvers: an explicit
// stack, a memo table, and bounded depth. Solvers recurse over terms and overflow their stack on
// deep ones (Z3 4.8.12 near 20,000 levels), so a closed subterm deeper than `max_closed_depth` is
// replaced by a new constant and the back end is told to assert the equation. That is sound and
// complete: the equation only defines the new constant. The same is done where nested sums,
// conjunctions and the like share so much that the solver, which flattens them, would write out
// more than `max_closed_width` terms. A subterm with free bound variables has no
// such name; when it gets too deep or wide the whole formula is refused. So is what a solver cannot
// express.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gcl/expr.h"
#include "gcl/triggers.h"

namespace pawl::prover {

inline constexpr std::uint32_t max_closed_depth = 500;
inline constexpr std::uint32_t max_open_depth = 2000;
inline constexpr std::uint64_t max_closed_width = 20'000;
inline constexpr std::uint64_t max_open_width = 1'000'000;
inline constexpr std::uint32_t max_sort_depth = 50;

/// Maps inside maps, counted; solvers recurse over these too.
inline bool is_shallow(gcl::Sort sort) {
  std::vector<std::pair<gcl::Sort, std::uint32_t>> todo{{sort, 1}};
  while (!todo.empty()) {
    const auto [top, depth] = todo.back();
    todo.pop_back();
    if (!top.is_map()) continue;
    if (depth > max_sort_depth) return false;
    todo.emplace_back(top.key(), depth + 1);
    todo.emplace_back(top.value(), depth + 1);
  }
  return true;
}

/// Operators whose nested occurrences solvers merge into one; 0: none.
inline int flattening_group(gcl::Kind kind) {
  using gcl::Kind;
  if (kind == Kind::And) return 1;
  if (kind == Kind::Or) return 2;
  if (kind == Kind::Add || kind == Kind::Sub || kind == Kind::Neg || kind == Kind::Mul) return 3;
  if (kind == Kind::BvAdd || kind == Kind::BvSub || kind == Kind::BvNeg) return 4;
  if (kind == Kind::BvMul) return 5;
  if (kind == Kind::BvAnd) return 6;
  if (kind == Kind::BvOr) return 7;
  if (kind == Kind::BvXor) return 8;
  if (kind == Kind::BvConcat) return 9;
  return 0;
}

/// A constant as every solver writes it: a number, true or false, or a constant map of one.
inline bool is_value(gcl::Expr e) {
  while (e.is(gcl::Kind::ConstMap)) e = e.arg(0);
  return e.is(gcl::Kind::IntConst) || e.is(gcl::Kind::RealConst) || e.is(gcl::Kind::BitVecConst) ||
         e.is_true() || e.is_false();
}

/// `Builder` has a type Term and
///   bool supports(Expr e)                                  false: the formula is refused
///   Term make(Expr e, const std::vector<Term>& args)       any node but a quantifier
///   Term make_quantifier(Expr e, const Term& body, const std::vector<std::vector<Term>>& patterns)
///   Term define(Expr e, const Term& value)                 a new constant, said to equal `value`
template <class Builder>
class Translator {
 public:
  using Term = typename Builder::Term;

  explicit Translator(Builder& builder) : builder_(builder) {}

  /// nullopt: refused, cannot be given to this solver.
  std::optional<Term> operator()(gcl::Expr root) {
    std::vector<gcl::Expr> stack{root};
    while (!stack.empty()) {
      const gcl::Expr e = stack.back();
      if (memo_.contains(e)) {
        stack.pop_back();
      } else if (!push_missing(e, stack)) {
        stack.pop_back();
        if (!translate(e)) return std::nullopt;
      }
    }
    return memo_.at(root).term;
  }

  /// The equations of a scope are gone after its pop, and with them what the new constants mean:
  /// every translation made since then is forgotten if there was one.
  void push() { scopes_.push_back({trail_.size(), definitions_}); }
  void pop() {
    const Scope scope = scopes_.back();
    scopes_.pop_back();
    if (definitions_ != scope.definitions) {
      for (std::size_t i = scope.trail; i < trail_.size(); ++i) memo_.erase(trail_[i]);
      trail_.resize(scope.trail);
      definitions_ = scope.definitions;
    }
    if (scopes_.empty()) trail_.clear();
  }

 private:
  struct Entry {
    Term term;
    std::uint32_t depth;
    std::uint64_t width;  // how many terms the solver gets by flattening
    int group;            // flattening_group, 0 for a constant that stands for something
  };
  struct Scope {
    std::size_t trail;
    std::size_t definitions;
  };

  static bool is_quantifier(gcl::Expr e) {
    return e.is(gcl::Kind::Forall) || e.is(gcl::Kind::Exists);
  }

  const std::vector<std::vector<gcl::Expr>>& triggers_of(gcl::Expr quantifier) {
    const auto known = triggers_.find(quantifier);
    if (known != triggers_.end()) return known->second;
    return triggers_.emplace(quantifier, gcl::usable_triggers(quantifier)).first->second;
  }

  bool push_missing(gcl::Expr e, std::vector<gcl::Expr>& stack) {
    const std::size_t before = stack.size();
    const auto push_if_missing = [&](gcl::Expr part) {
      if (!memo_.contains(part)) stack.push_back(part);
    };
    for (const gcl::Expr arg : e.args()) push_if_missing(arg);
    if (is_quantifier(e)) {
      for (const auto& trigger : triggers_of(e)) std::ranges::for_each(trigger, push_if_missing);
    }
    return stack.size() != before;
  }

  bool translate(gcl::Expr e) {
    if (!is_shallow(e.sort()) || !builder_.supports(e)) return false;
    std::vector<Term> args;
    args.reserve(e.args().size());
    std::uint32_t depth = 0;
    std::uint64_t width = 0;
    const int group = flattening_group(e.kind());
    for (const gcl::Expr arg : e.args()) {
      const Entry& entry = memo_.at(arg);
      args.push_back(entry.term);
      depth = std::max(depth, entry.depth);
      width += group != 0 && group == entry.group ? entry.width : 1;
    }
    if (++depth > max_open_depth + 1 ||
        width > std::max<std::uint64_t>(max_open_width, e.args().size())) {
      return false;
    }
    Term term = is_quantifier(e) ? quantifier(e, args[0]) : builder_.make(e, args);
    const bool too_much = depth > max_closed_depth ||
                          width > std::max<std::uint64_t>(max_closed_width, e.args().size());
    if (too_much && !e.has_bound_vars()) {
      remember(e, {builder_.define(e, term), 1, 1, 0});
      ++definitions_;
    } else {
      remember(e, {std::move(term), depth, width, group});
    }
    return true;
  }

  Term quantifier(gcl::Expr e, const Term& body) {
    std::vector<std::vector<Term>> patterns;
    for (const auto& trigger : triggers_of(e)) {
      std::vector<Term>& pattern = patterns.emplace_back();
      for (const gcl::Expr term : trigger) pattern.push_back(memo_.at(term).term);
    }
    return builder_.make_quantifier(e, body, patterns);
  }

  void remember(gcl::Expr e, Entry entry) {
    memo_.emplace(e, std::move(entry));
    if (!scopes_.empty()) trail_.push_back(e);
  }

  Builder& builder_;
  std::unordered_map<gcl::Expr, Entry> memo_;
  std::unordered_map<gcl::Expr, std::vector<std::vector<gcl::Expr>>> triggers_;
  std::vector<gcl::Expr> trail_;  // of memo_, since the outermost push
  std::vector<Scope> scopes_;
  std::size_t definitions_ = 0;  // still in force
};

}  // namespace pawl::prover
