// SPDX-License-Identifier: Apache-2.0
//
// A contradiction of differences is a cycle: of equations and bounds whose distances add up to less
// than nothing, or of equations and one disequation whose distances add up to nothing. Where
// nothing is AtMost these are all minimal ones, since integers are unbounded and disequations
// therefore independent of each other. Depth-first, from every fact once around.
#include "slam/equality_conflicts.h"

#include <algorithm>
#include <map>
#include <set>

namespace pawl::slam {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;
using Relation = Difference::Relation;

// ---- literals as differences ------------------------------------------------------------------

namespace {

/// place + offset; no place: a number.
struct Linear {
  Expr place;
  Integer offset;
};

Integer number(Expr e) { return Integer(std::string_view(e.text())); }

bool is_place(Expr e) {
  if (e.sort().is_map() || e.has_bound_vars()) return false;
  Expr inner = e;
  while (inner.is(Kind::Select)) inner = inner.arg(0);
  return inner.is(Kind::Var);
}

std::optional<Linear> linear(Expr e) {
  Integer offset = 0;
  // match: x + c   x - c   c + x
  while (e.is(Kind::Add) || e.is(Kind::Sub)) {
    if (e.args().size() != 2) return std::nullopt;
    const bool sum = e.is(Kind::Add);
    if (e.arg(1).is(Kind::IntConst)) {
      offset = sum ? offset + number(e.arg(1)) : offset - number(e.arg(1));
      e = e.arg(0);
    } else if (sum && e.arg(0).is(Kind::IntConst)) {
      offset = offset + number(e.arg(0));
      e = e.arg(1);
    } else {
      return std::nullopt;
    }
  }
  if (e.is(Kind::IntConst)) return Linear{Expr(), offset + number(e)};
  if (is_place(e)) return Linear{e, offset};
  return std::nullopt;
}

bool can_be_compared(Expr side) {
  return side.sort().is_int() || (side.is(Kind::Var) && !side.sort().is_bitvec());
}

}  // namespace

std::optional<Difference> difference_of(gcl::Context& context, Expr literal) {
  const Atom atom = atom_of(context, literal);
  const bool equation = atom.expr.is(Kind::Eq);
  if (!equation && !atom.expr.is(Kind::Le)) return std::nullopt;
  if (!can_be_compared(atom.expr.arg(0))) return std::nullopt;
  const std::optional<Linear> left = linear(atom.expr.arg(0));
  const std::optional<Linear> right = linear(atom.expr.arg(1));
  if (!left || !right || left->place == right->place) return std::nullopt;
  const Integer distance = right->offset - left->offset;
  if (equation) {
    const Relation relation = atom.positive ? Relation::Equal : Relation::Different;
    return Difference{relation, left->place, right->place, distance};
  }
  if (atom.positive) return Difference{Relation::AtMost, left->place, right->place, distance};
  return Difference{Relation::AtMost, right->place, left->place, -distance - 1};
}

bool independent_places(std::span<const Difference> differences) {
  // A map is read at constants only, or at one address only.
  std::map<Expr, std::set<Expr>> addresses;
  const auto note = [&](Expr place) {
    while (place && place.is(Kind::Select)) {
      addresses[place.arg(0)].insert(place.arg(1));
      place = place.arg(0);
    }
  };
  for (const Difference& one : differences) {
    note(one.left);
    note(one.right);
  }
  return std::ranges::all_of(addresses, [](const auto& of_map) {
    if (of_map.first.is(Kind::Select) && of_map.second.size() > 1) return false;
    return of_map.second.size() == 1 ||
           std::ranges::all_of(of_map.second, [](Expr key) { return key.is(Kind::IntConst); });
  });
}

// ---- cycles -----------------------------------------------------------------------------------

namespace {

using Node = std::size_t;

/// A way to go from one place to another under a literal: `to` is at most, or just, `distance`
/// away.
struct Arc {
  Node to = 0;
  Integer distance;
  Relation relation = Relation::Equal;
  std::size_t owner = 0;  // predicates first, then facts
  bool positive = true;
};

class Search {
 public:
  Search(std::span<const Difference> facts, std::span<const Difference> predicates,
         const ConflictLimits& limits)
      : predicates_(predicates.size()), limits_(limits) {
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      add(predicates[i], i, true);
      add(opposite(predicates[i]), i, false);
    }
    for (std::size_t i = 0; i < facts.size(); ++i) add(facts[i], predicates_ + i, true);
    used_.resize(predicates_ + facts.size(), false);
    on_path_.resize(arcs_.size(), false);
  }

  Cubes operator()() {
    if (used_.size() == predicates_) {
      for (Node start = 0; start < arcs_.size(); ++start) around(start);
    } else {
      through_facts();
    }
    return minimal();
  }

 private:
  static Difference opposite(Difference d) {
    switch (d.relation) {
      case Relation::Equal: d.relation = Relation::Different; break;
      case Relation::Different: d.relation = Relation::Equal; break;
      case Relation::AtMost:
        std::swap(d.left, d.right);
        d.distance = -d.distance - 1;
        break;
    }
    return d;
  }

  Node node(Expr place) {
    if (!place) return zero;
    const auto [found, added] = nodes_.try_emplace(place, arcs_.size());
    if (added) arcs_.emplace_back();
    return found->second;
  }

  void add(const Difference& d, std::size_t owner, bool positive) {
    const Node left = node(d.left);
    const Node right = node(d.right);
    arcs_[left].push_back({right, d.distance, d.relation, owner, positive});
    if (d.relation == Relation::AtMost) return;
    arcs_[right].push_back({left, -d.distance, d.relation, owner, positive});
  }

  /// Every cycle whose first place is `start` and whose others come later.
  void around(Node start) {
    first_ = start;
    goal_ = start;
    walk(start, 0, Kinds{});
  }

  /// Every cycle with a fact in it.
  void through_facts() {
    for (Node from = 0; from < arcs_.size(); ++from) {
      for (const Arc& arc : arcs_[from]) {
        if (arc.owner < predicates_) continue;
        first_ = 0;
        goal_ = from;
        take(from, arc, 0, Kinds{});
      }
    }
  }

  struct Kinds {
    bool bound = false;
    bool different = false;
  };

  void walk(Node at, const Integer& sum, Kinds kinds) {
    for (const Arc& arc : arcs_[at]) take(at, arc, sum, kinds);
  }

  // As deep as a cube is long, or as there are places among the predicates.
  void take(Node at, const Arc& arc, const Integer& sum, Kinds kinds) {
    if (arc.to < first_ || used_[arc.owner] || (on_path_[arc.to] && arc.to != goal_)) return;
    const bool from_predicate = arc.owner < predicates_;
    if (from_predicate && limits_.cube_length != 0 && cube_.size() == limits_.cube_length) return;
    kinds.bound |= arc.relation == Relation::AtMost;
    if (arc.relation == Relation::Different && kinds.different) return;
    kinds.different |= arc.relation == Relation::Different;
    if ((kinds.different && kinds.bound) || ++steps_ > limits_.max_steps) return;
    const Integer total = sum + arc.distance;
    used_[arc.owner] = true;
    on_path_[at] = true;
    if (from_predicate) cube_.push_back({arc.owner, arc.positive});
    if (arc.to == goal_) {
      close(total, kinds);
    } else {
      walk(arc.to, total, kinds);
    }
    if (from_predicate) cube_.pop_back();
    on_path_[at] = false;
    used_[arc.owner] = false;
  }

  void close(const Integer& total, Kinds kinds) {
    const bool contradiction = kinds.different ? total.is_zero() : total.is_negative();
    if (!contradiction) return;
    PredicateCube found = cube_;
    std::ranges::sort(found);
    found_.insert(std::move(found));
  }

  /// Without what another cube, or a weaker one of as many literals, says better. That x == 1
  /// excludes x == 2 is not left out: the weaker ones rely on it.
  Cubes minimal() const {
    const bool facts = used_.size() > predicates_;
    Cubes result;
    for (const PredicateCube& cube : found_) {
      const bool basic = !facts && cube.size() == 2;
      if (!has_smaller(cube) && (basic || !has_weaker(cube))) result.push_back(cube);
    }
    return result;
  }

  bool has_smaller(const PredicateCube& cube) const {
    // Cycles are simple: a proper part that contradicts the facts leaves out at least one literal.
    if (cube.empty()) return false;
    if (cube.size() > 16) return false;
    const std::size_t all = (std::size_t{1} << cube.size()) - 1;
    for (std::size_t part = 0; part < all; ++part) {
      PredicateCube smaller;
      for (std::size_t i = 0; i < cube.size(); ++i) {
        if ((part >> i & 1U) != 0) smaller.push_back(cube[i]);
      }
      if (found_.contains(smaller)) return true;
    }
    return false;
  }

  /// x == 1 in a cube where x != 2 would do.
  bool has_weaker(const PredicateCube& cube) const {
    for (std::size_t i = 0; i < cube.size(); ++i) {
      for (const PredicateLiteral weaker : implied_by(cube[i])) {
        PredicateCube other = cube;
        other[i] = weaker;
        std::ranges::sort(other);
        if (found_.contains(other)) return true;
      }
    }
    return false;
  }

  std::vector<PredicateLiteral> implied_by(const PredicateLiteral& literal) const {
    std::vector<PredicateLiteral> result;
    for (const std::vector<Arc>& from : arcs_) {
      const auto equation = std::ranges::find_if(from, [&](const Arc& arc) {
        return arc.owner == literal.predicate && arc.positive == literal.positive &&
               arc.relation == Relation::Equal;
      });
      if (equation == from.end()) continue;
      for (const Arc& arc : from) {
        if (arc.to == equation->to && arc.relation == Relation::Different &&
            arc.owner < predicates_ && arc.distance != equation->distance) {
          result.push_back({arc.owner, arc.positive});
        }
      }
      return result;
    }
    return result;
  }

  static constexpr Node zero = 0;

  std::size_t predicates_;
  const ConflictLimits& limits_;
  std::map<Expr, Node> nodes_;                                             // but zero
  std::vector<std::vector<Arc>> arcs_ = std::vector<std::vector<Arc>>(1);  // by where they leave
  std::vector<bool> used_;                                                 // by owner
  std::vector<bool> on_path_;                                              // by node
  Node first_ = 0;
  Node goal_ = 0;
  std::size_t steps_ = 0;
  PredicateCube cube_;
  std::set<PredicateCube> found_;
};

}  // namespace

Cubes equality_conflicts(std::span<const Difference> facts, std::span<const Difference> predicates,
                         const ConflictLimits& limits) {
  return Search(facts, predicates, limits)();
}

}  // namespace pawl::slam
