// SPDX-License-Identifier: Apache-2.0
//
// Quantifier-free consequences. While searching, every quantified fact is replaced by its
// instances at the ground terms that index maps in the code: the questions stay decidable and
// fast, and have real models. Fewer facts can only make the search keep more states, so the
// result gets weaker, never wrong; check/ judges the result with the quantifiers in place.
#pragma once

#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gcl/expr.h"

namespace pawl::infer {

/// The ground terms formulas use as keys of maps and arguments of functions.
class GroundTerms {
 public:
  /// Collects from formulas; terms under a quantifier that mention its variables do not count.
  void collect(std::span<const gcl::Expr> formulas);
  /// Keys of maps of this sort, in order of first collection.
  const std::vector<gcl::Expr>& keys(gcl::Sort map_sort) const;
  const std::vector<gcl::Expr>& arguments(const std::string& function, std::size_t position) const;
  /// All of them that have this sort.
  const std::vector<gcl::Expr>& of_sort(gcl::Sort sort) const;

 private:
  using TermList = std::vector<gcl::Expr>;
  void add(TermList& list, gcl::Expr term);
  std::map<std::uint32_t, TermList> keys_;     // by id of the map sort
  std::map<std::uint32_t, TermList> by_sort_;  // by id of the term's sort
  std::map<std::pair<std::string, std::size_t>, TermList> arguments_;
  std::unordered_set<gcl::Expr> seen_nodes_;
};

class Instantiator {
 public:
  Instantiator(gcl::Context& context, const GroundTerms& terms)
      : context_(context), terms_(terms) {}

  /// A quantifier-free formula implied by `formula` (up to fresh constants for its
  /// existentials).
  gcl::Expr weaken(gcl::Expr formula);

 private:
  enum class Polarity { Positive, Negative };
  gcl::Expr visit(gcl::Expr e, Polarity polarity, unsigned depth);
  gcl::Expr visit_args(gcl::Expr e, Polarity polarity, unsigned depth);
  gcl::Expr instances(gcl::Expr quantifier, Polarity polarity, unsigned depth);
  gcl::Expr skolemized(gcl::Expr quantifier, Polarity polarity, unsigned depth);
  std::vector<gcl::Expr> candidates(gcl::Expr bound_var, gcl::Expr body) const;
  bool has_quantifier(gcl::Expr e);

  gcl::Context& context_;
  const GroundTerms& terms_;
  std::unordered_map<gcl::Expr, bool> has_quantifier_;
};

}  // namespace pawl::infer
