// SPDX-License-Identifier: Apache-2.0
//
// A region is made from a BDD once, with its clauses beside it: its prime cover, or the implicates
// that are short (abstraction/cover.h).
#include "abstraction/region.h"

#include "abstraction/cover.h"
#include "gcl/build.h"

namespace pawl::abstraction {

namespace {

std::string to_string(const Clause& clause) {
  if (clause.empty()) return "false";
  std::string text;
  for (const Literal literal : clause) {
    if (!text.empty()) text += " | ";
    text += (literal.positive ? "b" : "!b") + std::to_string(literal.predicate);
  }
  return clause.size() == 1 ? text : "(" + text + ")";
}

}  // namespace

Region Region::bottom(const BddManager& manager) {
  return Region(manager.constant(false), {Clause{}});
}

Region Region::top(const BddManager& manager) { return Region(manager.constant(true), {}); }

std::optional<Region> Region::exactly(const Bdd& function, std::size_t max_clauses) {
  std::optional<std::vector<Clause>> clauses = prime_cover(function, max_clauses);
  if (!clauses) return std::nullopt;
  return Region(function, std::move(*clauses));
}

Region Region::at_least(const Bdd& function, std::size_t max_literals) {
  std::vector<Clause> clauses = short_implicates(function, max_literals);
  Bdd weaker = function.manager().constant(true);
  for (const Clause& clause : clauses) weaker &= function.manager().clause(clause);
  return Region(std::move(weaker), std::move(clauses));
}

gcl::Expr concretize(gcl::Context& context, const Clause& clause,
                     std::span<const gcl::Expr> predicates) {
  std::vector<gcl::Expr> literals;
  for (const Literal literal : clause) {
    const gcl::Expr predicate = predicates[literal.predicate];
    literals.push_back(literal.positive ? predicate : gcl::mk_not(context, predicate));
  }
  return gcl::mk_or(context, literals);
}

gcl::Expr concretize(gcl::Context& context, const Region& region,
                     std::span<const gcl::Expr> predicates) {
  std::vector<gcl::Expr> clauses;
  for (const Clause& clause : region.clauses()) {
    clauses.push_back(concretize(context, clause, predicates));
  }
  return gcl::mk_and(context, clauses);
}

std::string to_string(const Region& region) {
  if (region.clauses().empty()) return "true";
  std::string text;
  for (const Clause& clause : region.clauses()) {
    if (!text.empty()) text += " & ";
    text += to_string(clause);
  }
  return text;
}

}  // namespace pawl::abstraction
