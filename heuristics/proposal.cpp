// SPDX-License-Identifier: Apache-2.0
//
// What the sources propose for one loop, without repetition, within the room that exact abstraction
// has: what is too large goes at once, what is only a maybe where it gets crowded.
#include <algorithm>
#include <utility>

#include "gcl/build.h"
#include "heuristics/loop_facts.h"
#include "heuristics/predicate_source.h"
#include "heuristics/sources.h"

namespace pawl::heuristics {

using gcl::Expr;
using gcl::Kind;

namespace {

/// Larger atoms are accidents of substitution.
constexpr std::size_t max_predicate_size = 40;
/// What exact abstraction handles well.
constexpr std::size_t plain_room = 16;
constexpr std::size_t skolem_room = 12;
/// Loops around this one that are asked for facts to keep.
constexpr std::size_t max_inherited_levels = 3;

std::size_t size_of(Expr e) { return gcl::dag_size(std::span<const Expr>(&e, 1)); }

void collect_names(Expr e, std::unordered_set<std::string>& names) {
  gcl::post_order(e, [&](Expr node) {
    if (node.is(Kind::Var) || node.is(Kind::BoundVar) || node.is(Kind::Apply)) {
      names.insert(node.name());
    }
    for (const Expr variable : node.bound()) names.insert(variable.name());
  });
}

void collect_names(const gcl::Stmt& stmt, std::unordered_set<std::string>& names) {
  const auto all = [&](const std::vector<gcl::Located>& formulas) {
    for (const gcl::Located& formula : formulas) collect_names(formula.expr, names);
  };
  if (const auto* node = std::get_if<gcl::Assert>(&stmt.node)) {
    collect_names(node->condition.expr, names);
  } else if (const auto* assume = std::get_if<gcl::Assume>(&stmt.node)) {
    collect_names(assume->condition.expr, names);
  } else if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
    all(assign->values);
  } else if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) {
    all(loop->invariants);
    all(loop->predicates);
    for (const Expr skolem : loop->skolems) names.insert(skolem.name());
  }
}

}  // namespace

Proposal::Proposal(const LoopView& view)
    : view_(view), facts_(std::make_shared<const LoopFacts>(view)) {}

void Proposal::add(Expr formula, Rank rank, const std::string& origin) {
  for (const Expr atom : atoms_of(formula)) add_atom(atom, rank, origin, Role::Plain);
}

void Proposal::add_premise(Expr formula, Rank rank, const std::string& origin) {
  for (const Expr atom : atoms_of(formula)) add_atom(atom, rank, origin, Role::Premise);
}

void Proposal::add_closed(Expr formula, Rank rank, std::string origin) {
  if (!can_be_invariant(formula) || mentions_skolem(formula)) return;
  insert({formula, std::move(origin), rank, false});
}

void Proposal::add_given(Expr formula, std::string origin) {
  insert({formula, std::move(origin), Rank::Given, !mentions_skolem(formula)});
}

void Proposal::add_atom(Expr atom, Rank rank, const std::string& origin, Role role) {
  const Expr known = canonical(view_.context, atom);
  if (known.is_true() || known.is_false() || !can_be_invariant(atom)) return;
  insert({tidy_keys(view_.context, atom), origin, rank,
          role == Role::Premise && !mentions_skolem(atom)});
}

bool Proposal::can_be_invariant(Expr atom) const {
  if (atom.has_bound_vars() || size_of(atom) > max_predicate_size) return false;
  if (contains_kind(atom, Kind::Store) || contains_kind(atom, Kind::Ite)) return false;
  bool relevant = false;
  for (const Expr variable : current_vars(atom)) {
    const bool skolem = is_skolem(variable);
    if (!skolem && (is_opaque(variable) || !facts_->in_scope(variable))) return false;
    relevant |= skolem || facts_->is_target(variable);
  }
  return relevant;
}

void Proposal::insert(Predicate predicate) {
  const Expr key = canonical(view_.context, predicate.formula);
  const auto [known, is_new] = index_of_.emplace(key, predicates_.size());
  if (is_new) {
    predicates_.push_back(std::move(predicate));
    return;
  }
  Predicate& first = predicates_[known->second];
  first.rank = std::min(first.rank, predicate.rank);
  first.is_premise |= predicate.is_premise;
}

std::vector<Expr> Proposal::skolems_in(Expr e) const {
  std::vector<Expr> found;
  for (const Expr skolem : skolems_) {
    if (gcl::occurs(skolem, e)) found.push_back(skolem);
  }
  return found;
}

/// Predicates over some of the skolems `over` (over none, when it is empty) are abstracted
/// together: the last that are only a maybe go until there is room.
void Proposal::drop_where_crowded(const std::vector<Expr>& over, std::size_t room) {
  const auto belongs = [&](const Predicate& predicate) {
    const std::vector<Expr> own = skolems_in(predicate.formula);
    const auto among = [&](Expr skolem) { return std::ranges::find(over, skolem) != over.end(); };
    return own.empty() == over.empty() && std::ranges::all_of(own, among);
  };
  auto count = static_cast<std::size_t>(std::ranges::count_if(predicates_, belongs));
  for (std::size_t i = predicates_.size(); i > 0 && count > room; --i) {
    if (predicates_[i - 1].rank != Rank::Maybe || !belongs(predicates_[i - 1])) continue;
    predicates_.erase(predicates_.begin() + static_cast<std::ptrdiff_t>(i - 1));
    --count;
  }
}

void Proposal::finish() {
  std::vector<std::vector<Expr>> groups;
  for (const Predicate& predicate : predicates_) {
    std::vector<Expr> own = skolems_in(predicate.formula);
    if (std::ranges::find(groups, own) == groups.end()) groups.push_back(std::move(own));
  }
  for (const std::vector<Expr>& over : groups) {
    drop_where_crowded(over, over.empty() ? plain_room : skolem_room);
  }
  drop_unused_skolems();
  std::ranges::stable_sort(predicates_, {}, &Predicate::rank);
  index_of_.clear();
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    index_of_.emplace(canonical(view_.context, predicates_[i].formula), i);
  }
}

bool Proposal::is_skolem(Expr variable) const {
  return std::ranges::find(skolems_, variable) != skolems_.end();
}

bool Proposal::mentions_skolem(Expr e) const {
  return std::ranges::any_of(gcl::free_vars(e), [&](Expr v) { return is_skolem(v); });
}

void Proposal::add_given_skolem(Expr skolem) { skolems_.push_back(skolem); }

Expr Proposal::skolem(gcl::Sort sort, std::size_t index) {
  std::size_t known = 0;
  for (const Expr skolem : skolems_) {
    if (skolem.sort() == sort && known++ == index) return skolem;
  }
  for (; known <= index; ++known) skolems_.push_back(view_.context.var(new_name(), sort));
  return skolems_.back();
}

/// "sc" in an outermost loop, "sd" in one inside it, and so on; then "sc2", "sc3". Not a fresh
/// name of the Context: asked twice about one loop, we answer the same.
std::string Proposal::new_name() {
  if (taken_names_.empty()) collect_taken_names();
  const std::size_t depth = view_.desugared.loops[view_.loop].depth;
  const std::string stem{'s', static_cast<char>('c' + std::min<std::size_t>(depth, 20))};
  std::string name = stem;
  for (std::size_t number = 2; !taken_names_.insert(name).second; ++number) {
    name = stem + std::to_string(number);
  }
  return name;
}

void Proposal::drop_unused_skolems() {
  std::erase_if(skolems_, [&](Expr skolem) {
    const auto& given = facts_->loop().skolems;
    if (std::ranges::find(given, skolem) != given.end()) return false;
    return std::ranges::none_of(predicates_,
                                [&](const Predicate& p) { return gcl::occurs(skolem, p.formula); });
  });
}

void Proposal::collect_taken_names() {
  const auto declared = [&](const std::vector<gcl::VarDecl>& declarations) {
    for (const gcl::VarDecl& declaration : declarations) {
      taken_names_.insert(declaration.var.name());
    }
  };
  const auto clauses = [&](const std::vector<gcl::Located>& formulas) {
    for (const gcl::Located& formula : formulas) collect_names(formula.expr, taken_names_);
  };
  for (const gcl::ConstDecl& constant : view_.program.constants) {
    taken_names_.insert(constant.var.name());
  }
  for (const gcl::FunctionDecl& function : view_.program.functions) {
    taken_names_.insert(function.name);
  }
  declared(view_.program.globals);
  declared(view_.procedure.parameters);
  declared(view_.procedure.results);
  declared(view_.procedure.locals);
  clauses(view_.procedure.requires_);
  clauses(view_.procedure.ensures);
  gcl::for_each_stmt(*view_.procedure.body,
                     [&](const gcl::Stmt& stmt) { collect_names(stmt, taken_names_); });
}

namespace {

Proposal propose_with_outer(const LoopView& view,
                            const std::vector<std::unique_ptr<PredicateSource>>& sources,
                            std::size_t levels) {
  Proposal proposal(view);
  for (const auto& source : sources) source->propose(view, proposal);
  const auto parent = view.desugared.loops[view.loop].parent;
  const bool goals =
      std::ranges::any_of(sources, [](const auto& source) { return source->name() == "goals"; });
  if (parent && goals && levels > 0) {
    const LoopView outer{view.context,   view.program, view.procedure,
                         view.desugared, *parent,      view.path_predicates};
    inherit(view, propose_with_outer(outer, sources, levels - 1), proposal);
  }
  proposal.finish();
  return proposal;
}

}  // namespace

Proposal propose(const LoopView& view,
                 const std::vector<std::unique_ptr<PredicateSource>>& sources) {
  return propose_with_outer(view, sources, max_inherited_levels);
}

std::vector<std::unique_ptr<PredicateSource>> make_sources(std::string_view selection,
                                                           std::string& error) {
  std::vector<std::unique_ptr<PredicateSource>> known;
  known.push_back(make_user_source());
  known.push_back(make_targets_source());
  known.push_back(make_atoms_source());
  known.push_back(make_goals_source());
  known.push_back(make_frame_source());
  known.push_back(make_newton_source());
  known.push_back(make_data_source());
  known.push_back(make_lattices_source());
  if (selection == "all") return known;

  std::unordered_set<std::string_view> wanted{"user"};
  if (selection == "none") selection = "user";
  while (!selection.empty()) {
    const std::size_t comma = std::min(selection.find(','), selection.size());
    const std::string_view name = selection.substr(0, comma);
    selection.remove_prefix(std::min(comma + 1, selection.size()));
    const auto has_name = [&](const auto& source) { return source->name() == name; };
    if (std::ranges::none_of(known, has_name)) {
      error = "unknown heuristic '" + std::string(name) +
              "'; known are all, none, user, targets, atoms, goals, frame, newton, data, lattices";
      return {};
    }
    wanted.insert(name);
  }
  std::erase_if(known, [&](const auto& source) { return !wanted.contains(source->name()); });
  return known;
}

}  // namespace pawl::heuristics
