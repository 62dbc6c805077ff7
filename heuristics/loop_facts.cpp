// SPDX-License-Identifier: Apache-2.0
#include "heuristics/loop_facts.h"

#include <algorithm>

#include "gcl/build.h"

namespace pawl::heuristics {

using gcl::Expr;
using gcl::Kind;

bool Scalar::is_counter() const {
  const auto constant = [](const auto& change) { return change.has_value(); };
  const auto moving = [](const auto& change) { return change.value_or(0) != 0; };
  return std::ranges::all_of(changes, constant) && std::ranges::any_of(changes, moving);
}

bool MapTarget::is_precise() const {
  return std::ranges::all_of(keys, [](Expr key) { return static_cast<bool>(key); });
}

std::optional<Linear> as_inequality(Expr literal) {
  const bool negated = literal.is(Kind::Not);
  const Expr atom = negated ? literal.arg(0) : literal;
  if (!atom.is(Kind::Le) && !atom.is(Kind::Lt)) return std::nullopt;
  const auto left = linear_form(atom.arg(negated ? 1 : 0));
  const auto right = linear_form(atom.arg(negated ? 0 : 1));
  if (!left || !right) return std::nullopt;
  // match:  a < b  and  !(b <= a)      result: a - b + 1 <= 0
  const bool strict = atom.is(Kind::Lt) != negated;
  auto form = combine(*left, -1, *right);
  if (!form || !strict) return form;
  return combine(*form, 1, Linear{.constant = 1, .terms = {}});
}

LoopFacts::LoopFacts(const LoopView& view)
    : context_(view.context),
      program_(view.program),
      loop_(view.desugared.loops[view.loop].source) {
  const std::vector<Frame> path = locate(*view.procedure.body, *loop_);
  const auto& targets = view.desugared.loops[view.loop].targets;
  all_targets_.insert(targets.begin(), targets.end());
  const ExprSet live = live_at_head(program_, view.procedure, path);
  for (const Expr target : targets) {
    if (live.contains(target)) targets_.push_back(target);
  }
  scope_ = live;
  find_scope(view);
  initial_ = initial_values(context_, program_, view.procedure, path, all_targets_);
  paths_ = body_paths(context_, program_, *loop_);
  for (const BodyPath& body_path : paths_) {
    if (body_path.end == BodyPath::End::Back) back_paths_.push_back(&body_path);
  }
  find_guard();
  find_scalars();
  find_map_targets();
  find_frontiers();
  find_counter_frontiers();
  goals_ = collect_goals(context_, program_, view.procedure, path, *loop_);
}

void LoopFacts::find_scope(const LoopView& view) {
  const auto insert = [&](const std::vector<gcl::VarDecl>& declarations) {
    for (const gcl::VarDecl& declaration : declarations) scope_.insert(declaration.var);
  };
  insert(view.procedure.parameters);
  for (const gcl::ConstDecl& constant : program_.constants) scope_.insert(constant.var);
  for (const gcl::VarDecl& global : program_.globals) {
    if (!all_targets_.contains(global.var)) scope_.insert(global.var);
  }
}

void LoopFacts::find_guard() {
  if (back_paths_.empty()) {
    if (loop_->condition) guard_conjuncts_ = gcl::conjuncts(loop_->condition->expr);
    return;
  }
  for (const Seen& candidate : back_paths_.front()->conditions) {
    const bool everywhere = std::ranges::all_of(back_paths_, [&](const BodyPath* path) {
      return std::ranges::find(path->conditions, candidate.at_head, &Seen::at_head) !=
             path->conditions.end();
    });
    const bool known =
        std::ranges::find(guard_conjuncts_, candidate.at_head) != guard_conjuncts_.end();
    if (everywhere && !known) guard_conjuncts_.push_back(candidate.at_head);
  }
}

bool LoopFacts::is_in_a_goal(Expr variable) const {
  return std::ranges::any_of(goals_,
                             [&](const Goal& goal) { return gcl::occurs(variable, goal.formula); });
}

bool LoopFacts::deserves_skolem(Expr map) const {
  const gcl::Sort key = map.sort().key();
  return key.is_int() || key.is_bitvec() || is_in_a_goal(map);
}

bool LoopFacts::is_invariant(Expr e) const {
  return std::ranges::none_of(current_vars(e),
                              [&](Expr v) { return is_target(v) || is_opaque(v); });
}

const Scalar* LoopFacts::scalar(Expr variable) const {
  const auto found = std::ranges::find(scalars_, variable, &Scalar::variable);
  return found == scalars_.end() ? nullptr : &*found;
}

bool LoopFacts::is_moving(Expr key) const {
  const auto moves = [&](Expr variable) {
    if (!is_target(variable)) return is_opaque(variable);
    const Scalar* known = scalar(variable);
    return known == nullptr || known->is_counter() || known->set_on_every_path;
  };
  if (std::ranges::any_of(current_vars(key), moves)) return true;
  // `lo + (hi - lo) div 2`: computed anew, though lo and hi are not set in every round.
  const auto form = key.sort().is_int() ? linear_form(key) : std::nullopt;
  if (!form) return false;
  return std::ranges::any_of(form->terms, [&](const auto& term) {
    return !term.first.is(Kind::Var) && !is_invariant(term.first);
  });
}

bool LoopFacts::reads_moving_cell(Expr e) const {
  return std::ranges::any_of(reads_in(e), [&](const MapRead& read) {
    return std::ranges::any_of(read.keys, [&](Expr key) { return is_moving(key); });
  });
}

Expr LoopFacts::initial(Expr variable) const {
  const auto found = initial_.find(variable);
  return found == initial_.end() ? Expr() : found->second;
}

Expr LoopFacts::value_on_entry(Expr term) const {
  const MapRead read = map_read(term);
  const Expr variable = term.is(Kind::Var) ? term : read.map;
  Expr value = initial(variable);
  if (!value) value = context_.make(Kind::Entry, {variable});
  for (const Expr key : read.keys) value = gcl::mk_select(context_, value, key);
  return value;
}

Expr LoopFacts::null_of(gcl::Sort sort) const {
  for (const gcl::ConstDecl& constant : program_.constants) {
    if (constant.var.sort() == sort && constant.var.name() == "null") return constant.var;
  }
  return {};
}

void LoopFacts::find_scalars() {
  for (const Expr target : targets_) {
    if (target.sort().is_map()) continue;
    Scalar scalar{.variable = target, .initial = initial(target), .changes = {}};
    for (const BodyPath* path : back_paths_) {
      const Expr after = path->value_after(target);
      scalar.changes.push_back(target.sort().is_int() ? constant_difference(after, target)
                                                      : std::nullopt);
    }
    scalar.set_on_every_path = std::ranges::all_of(
        back_paths_, [&](const BodyPath* path) { return !(path->value_after(target) == target); });
    scalar.direction = direction_of(scalar);
    scalars_.push_back(std::move(scalar));
  }
}

namespace {

/// Does the path pass a test that says `smaller <= larger`?
bool path_says_le(const BodyPath& path, Expr smaller, Expr larger) {
  const auto left = linear_form(smaller);
  const auto right = linear_form(larger);
  if (!left || !right) return false;
  const auto wanted = combine(*left, -1, *right);
  return wanted && std::ranges::any_of(path.conditions, [&](const Seen& condition) {
           const auto form = as_inequality(condition.at_head);
           if (!form) return false;
           const auto slack = combine(*form, -1, *wanted);
           return slack && slack->is_constant() && slack->constant >= 0;
         });
}

Direction join(Direction a, Direction b) {
  if (a == Direction::Still || a == b) return b;
  return b == Direction::Still ? a : Direction::Unknown;
}

Direction of_change(std::int64_t change) {
  if (change == 0) return Direction::Still;
  return change > 0 ? Direction::Up : Direction::Down;
}

}  // namespace

Direction LoopFacts::direction_of(const Scalar& scalar) const {
  if (!scalar.variable.sort().is_int()) return Direction::Unknown;
  Direction direction = Direction::Still;
  for (std::size_t i = 0; i < back_paths_.size(); ++i) {
    const Expr after = back_paths_[i]->value_after(scalar.variable);
    Direction here = Direction::Unknown;
    if (scalar.changes[i]) {
      here = of_change(*scalar.changes[i]);
    } else if (path_says_le(*back_paths_[i], scalar.variable, after)) {
      here = Direction::Up;
    } else if (path_says_le(*back_paths_[i], after, scalar.variable)) {
      here = Direction::Down;
    } else {
      here = direction_by_guard(scalar.variable);
    }
    direction = join(direction, here);
  }
  return direction;
}

/// In `while lo < hi` the smaller side usually grows and the larger one shrinks.
Direction LoopFacts::direction_by_guard(Expr variable) const {
  for (const Expr conjunct : guard_conjuncts_) {
    const auto form = as_inequality(conjunct);
    if (!form || form->coefficient(variable) == 0) continue;
    return form->coefficient(variable) > 0 ? Direction::Up : Direction::Down;
  }
  return Direction::Unknown;
}

void LoopFacts::find_map_targets() {
  const auto key_of = [&](const Seen& key) {
    const bool steady =
        is_invariant(key.at_head) &&
        std::ranges::all_of(current_vars(key.at_head), [&](Expr v) { return in_scope(v); });
    return steady ? key.at_head : Expr();
  };
  const auto add = [&](const MapTarget& target) {
    const auto same = [&](const MapTarget& known) {
      return known.map == target.map && known.keys == target.keys;
    };
    if (std::ranges::none_of(map_targets_, same)) map_targets_.push_back(target);
  };
  for (const BodyPath& path : paths_) {
    for (const Access& access : path.accesses) {
      if (!access.is_write() || !in_scope(access.map)) continue;
      MapTarget target{.map = access.map, .keys = {}};
      for (const Seen& key : access.keys) target.keys.push_back(key_of(key));
      add(target);
    }
  }
  // Changed as a whole, by a call, a havoc or `a := b`: every cell may be another one.
  for (const Expr map : targets_) {
    const auto known = [&](const MapTarget& target) { return target.map == map; };
    if (map.sort().is_map() && std::ranges::none_of(map_targets_, known)) {
      map_targets_.push_back({.map = map, .keys = {Expr()}});
    }
  }
}

Expr LoopFacts::seen_from_next_head(const BodyPath& path, Expr e, Back back) const {
  gcl::Substitution previous;
  for (const Expr variable : gcl::free_vars(e)) {
    if (is_opaque(variable)) return {};
    const Expr after = path.value_after(variable);
    if (variable.sort().is_map() || after == variable) continue;
    Expr stands_for;
    for (const Scalar& candidate : scalars_) {
      const bool copied = path.value_after(candidate.variable) == variable;
      if (copied && !(candidate.variable == variable)) stands_for = candidate.variable;
    }
    if (!stands_for && back == Back::CopiesAndCounters && variable.sort().is_int()) {
      if (const auto change = constant_difference(after, variable)) {
        stands_for = gcl::mk_sub(context_, variable, context_.int_const(*change));
      }
    }
    if (!stands_for) return {};
    previous.emplace(variable, stands_for);
  }
  return substitute_now(context_, e, previous);
}

}  // namespace pawl::heuristics
