// SPDX-License-Identifier: Apache-2.0
#include "slam/strengthen.h"

#include <algorithm>

#include "abstraction/abstract.h"
#include "gcl/build.h"
#include "gcl/integer.h"
#include "gcl/traverse.h"
#include "gcl/vc.h"

namespace pawl::slam {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

namespace {

/// A solver is exact also where bounds leave a few values only, and quick when there are so many.
constexpr std::size_t few_predicates = 12;

gcl::Integer number(Expr e) { return gcl::Integer(std::string_view(e.text())); }

Expr at_most(Context& context, Expr left, const gcl::Integer& bound) {
  return context.make(Kind::Le, {left, context.int_const(bound.to_string())});
}

/// Comparisons with a constant become t <= c, the others a <= b with the smaller id first.
Atom comparison(Context& context, Expr e) {
  const Expr left = e.arg(0);
  const Expr right = e.arg(1);
  const bool strict = e.is(Kind::Lt);
  if (right.is(Kind::IntConst)) {
    return {at_most(context, left, strict ? number(right) - 1 : number(right)), true};
  }
  if (left.is(Kind::IntConst)) {
    return {at_most(context, right, strict ? number(left) : number(left) - 1), false};
  }
  if (strict) return {context.make(Kind::Le, {right, left}), false};
  return {e, true};
}

std::vector<Expr> chosen(std::span<const Expr> predicates, std::span<const std::size_t> indices) {
  std::vector<Expr> result;
  result.reserve(indices.size());
  for (const std::size_t i : indices) result.push_back(predicates[i]);
  return result;
}

/// F(a & b) is F(a) & F(b): a state of the predicates implies both or not the conjunction.
std::vector<Expr> parts(Context& context, Expr e) {
  std::vector<Expr> result;
  std::vector<Expr> work = {e};
  while (!work.empty()) {
    const Expr next = work.back();
    work.pop_back();
    const Expr inner = next.is(Kind::Not) ? next.arg(0) : Expr();
    if (next.is(Kind::And)) {
      work.insert(work.end(), next.args().rbegin(), next.args().rend());
    } else if (inner && inner.is(Kind::Or)) {
      for (std::size_t i = inner.args().size(); i-- > 0;) {
        work.push_back(gcl::mk_not(context, inner.arg(i)));
      }
    } else if (inner && inner.is(Kind::Implies)) {
      work.push_back(gcl::mk_not(context, inner.arg(1)));
      work.push_back(inner.arg(0));
    } else if (!next.is_true()) {
      result.push_back(next);
    }
  }
  return result;
}

}  // namespace

Atom atom_of(Context& context, Expr e) {
  bool positive = true;
  while (e.is(Kind::Not)) {
    e = e.arg(0);
    positive = !positive;
  }
  if (e.is(Kind::Le) || e.is(Kind::Lt)) {
    const Atom atom = comparison(context, e);
    return {atom.expr, atom.positive == positive};
  }
  if (e.is(Kind::Eq) && e.arg(1) < e.arg(0)) {
    e = context.make(Kind::Eq, {e.arg(1), e.arg(0)});
  }
  return {e, positive};
}

Strengthener::Strengthener(Context& context, const gcl::Program& program, StrengthenOptions options,
                           prover::QueryLog& log)
    : context_(context),
      options_(std::move(options)),
      log_(log),
      background_(gcl::background(context, program)) {
  for (const Expr fact : background_) {
    for (const Expr var : gcl::free_vars(fact)) background_vars_.insert(var);
  }
}

prover::Prover& Strengthener::prover() {
  if (!prover_ || options_.solving == StrengthenOptions::Solving::Fresh) {
    prover_ = prover::make_prover(context_, options_.prover, log_);
    prover_->set_caller("c2bp");
    for (const Expr fact : background_) prover_->assert_formula(fact);
  }
  return *prover_;
}

void Strengthener::lift_limits() {
  options_.cube_length = 0;
  options_.max_queries = abstraction::Options{}.max_queries;
  known_.clear();
}

const Footprint& Strengthener::footprint_of(Expr e) {
  const auto found = footprints_.find(e);
  if (found != footprints_.end()) return found->second;
  return footprints_.emplace(e, footprint(e)).first->second;
}

Combination Strengthener::strengthen(Expr e, std::span<const Expr> predicates) {
  Combination result;
  for (const Expr part : parts(context_, e)) {
    ++counts_.asked;
    result.push_back(cubes(part, predicates));
  }
  return result;
}

/// When e is a predicate, nothing else is as weak.
std::optional<Cubes> Strengthener::literal(Expr e, std::span<const Expr> predicates) {
  const Atom wanted = atom_of(context_, e);
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    const Atom atom = atom_of(context_, predicates[i]);
    if (atom.expr == wanted.expr) return Cubes{{{i, atom.positive == wanted.positive}}};
  }
  return std::nullopt;
}

Cubes Strengthener::cubes(Expr e, std::span<const Expr> predicates) {
  if (e.is_true()) return {{}};
  if (e.is_false()) return {};  // inconsistent states are nobody's business here
  if (auto found = literal(e, predicates)) return *found;
  std::vector<Footprint> footprints;
  for (const Expr predicate : predicates) footprints.push_back(footprint_of(predicate));
  const std::vector<std::size_t> in_cone = cone(footprint_of(e), footprints);
  const std::vector<Expr> nearby = chosen(predicates, in_cone);
  Cubes result = compute(gcl::mk_not(context_, e), nearby);
  for (PredicateCube& cube : result) {
    for (PredicateLiteral& one : cube) one.predicate = in_cone[one.predicate];
  }
  return result;
}

Cubes Strengthener::inconsistent(std::span<const Expr> predicates) {
  std::vector<Footprint> footprints;
  for (const Expr predicate : predicates) footprints.push_back(footprint_of(predicate));
  Cubes result;
  for (const std::vector<std::size_t>& part : components(footprints)) {
    for (PredicateCube cube : compute(context_.true_(), chosen(predicates, part))) {
      for (PredicateLiteral& one : cube) one.predicate = part[one.predicate];
      result.push_back(std::move(cube));
    }
  }
  return result;
}

/// `key`: the predicates and, last, the negated formula.
std::optional<Cubes> Strengthener::known(const std::vector<Expr>& key) {
  const auto found = known_.find(key);
  if (options_.store == nullptr) {
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }
  const AbstractionStore::Question question{key.back(), std::span(key).first(key.size() - 1),
                                            options_.cube_length};
  if (found != known_.end()) {
    options_.store->keep(question, found->second);  // another procedure may have asked
    return found->second;
  }
  std::optional<Cubes> stored = options_.store->find(question);
  if (stored) {
    ++counts_.stored;
    known_.emplace(key, *stored);
  }
  return stored;
}

Cubes Strengthener::compute(Expr negated, std::span<const Expr> predicates) {
  std::vector<Expr> key(predicates.begin(), predicates.end());
  key.push_back(negated);
  if (const std::optional<Cubes> found = known(key)) return *found;
  ++counts_.computed;
  Found result;
  if (std::optional<Cubes> cubes = by_cycles(negated, predicates)) {
    ++counts_.by_cycles;
    result.cubes = std::move(*cubes);
  } else {
    result = search(negated, predicates);
  }
  // What a stop cut short is not the answer for the next one who asks.
  if (result.stopped) return result.cubes;
  if (options_.store != nullptr) {
    options_.store->keep({negated, predicates, options_.cube_length}, result.cubes);
  }
  known_.emplace(std::move(key), result.cubes);
  return result.cubes;
}

Strengthener::Found Strengthener::search(Expr negated, std::span<const Expr> predicates) {
  if (!manager_) {
    abstraction::BddOptions bdds;
    bdds.stop = options_.stop;
    manager_.emplace(bdds);
  }
  const std::vector<Expr> assumptions = {negated};
  abstraction::Options options;
  options.precision = options_.cube_length == 0 ? abstraction::Precision::Exact
                                                : abstraction::Precision::BoundedClauses;
  options.max_clause_literals = options_.cube_length == 0 ? 3 : options_.cube_length;
  options.max_queries = options_.max_queries;
  options.stop = options_.stop;
  const abstraction::Problem problem{prover(), context_, assumptions, predicates, background_};
  const abstraction::Outcome outcome =
      abstraction::unite(abstraction::Region::bottom(*manager_), problem, options);
  counts_.queries += outcome.queries;
  counts_.unknowns += outcome.unknowns;
  Found result;
  result.stopped = outcome.loss == abstraction::Loss::Stopped;
  for (const abstraction::Clause& clause : outcome.region.clauses()) {
    PredicateCube& cube = result.cubes.emplace_back();
    for (const abstraction::Literal one : clause) cube.push_back({one.predicate, !one.positive});
  }
  return result;
}

const std::optional<Difference>& Strengthener::difference(Expr literal) {
  const auto known = differences_.find(literal);
  if (known != differences_.end()) return known->second;
  const std::vector<Expr> vars = gcl::free_vars(literal);
  const bool special =
      std::ranges::any_of(vars, [&](Expr v) { return background_vars_.contains(v); });
  return differences_.emplace(literal, special ? std::nullopt : difference_of(context_, literal))
      .first->second;
}

/// nullopt: something is said that is no difference, or bounds and disequations may play together
/// and there are few enough for a solver.
std::optional<Cubes> Strengthener::by_cycles(Expr negated, std::span<const Expr> predicates) {
  if (options_.equalities == StrengthenOptions::Equalities::Never) return std::nullopt;
  std::vector<Difference> all;
  for (const Expr predicate : predicates) {
    const std::optional<Difference>& one = difference(predicate);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  for (const Expr fact : parts(context_, negated)) {
    const std::optional<Difference>& one = difference(fact);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  const bool bounds = std::ranges::any_of(
      all, [](const Difference& one) { return one.relation == Difference::Relation::AtMost; });
  if (bounds && predicates.size() <= few_predicates) return std::nullopt;
  if (!independent_places(all)) return std::nullopt;
  const std::span<const Difference> given(all);
  return equality_conflicts(given.subspan(predicates.size()), given.first(predicates.size()),
                            {options_.cube_length});
}

}  // namespace pawl::slam
