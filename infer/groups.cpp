// SPDX-License-Identifier: Apache-2.0
#include "infer/groups.h"

#include <algorithm>
#include <numeric>

#include "gcl/traverse.h"

namespace pawl::infer {
namespace {

using SkolemSet = std::vector<std::size_t>;  // indices into the skolems, ascending

SkolemSet skolems_of(gcl::Expr formula, std::span<const gcl::Expr> skolems) {
  SkolemSet found;
  for (std::size_t i = 0; i < skolems.size(); ++i) {
    if (gcl::occurs(skolems[i], formula)) found.push_back(i);
  }
  return found;
}

bool subset(const SkolemSet& inner, const SkolemSet& outer) {
  return std::ranges::includes(outer, inner);
}

/// At most `size` of them: sources propose the most useful ones first.
Group first(Group group, std::size_t size) {
  if (group.size() > size) group.resize(size);
  return group;
}

bool by_user(const heuristics::Predicate& predicate) {
  return predicate.origin.starts_with("user");
}

/// Conditions under which quantified facts typically hold: a Boolean flag (`found`), or a
/// sentinel (`spot == n`: nothing was found yet).
bool is_flag(gcl::Expr formula) {
  if (formula.is(gcl::Kind::Not)) return is_flag(formula.arg(0));
  if (formula.is(gcl::Kind::Var)) return true;
  const auto atom = [](gcl::Expr e) { return e.is(gcl::Kind::Var) || e.is(gcl::Kind::IntConst); };
  return formula.is(gcl::Kind::Eq) && atom(formula.arg(0)) && atom(formula.arg(1));
}

class Splitter {
 public:
  Splitter(std::span<const heuristics::Predicate> predicates, std::span<const gcl::Expr> skolems,
           std::size_t group_size)
      : predicates_(predicates), size_(group_size) {
    of_.reserve(predicates.size());
    for (const auto& predicate : predicates) {
      of_.push_back(skolems_of(predicate.formula, skolems));
    }
  }

  std::vector<Group> split() {
    std::vector<Group> groups;
    // What the user gave is one exact domain, as in the paper, whatever its size.
    groups.push_back(select([&](std::size_t p) { return by_user(predicates_[p]); }));
    for (const SkolemSet& set : skolem_sets()) groups.push_back(about(set));
    const Group plain = select([&](std::size_t p) { return of_[p].empty(); });
    // Chunks keep the sources' order, so that what was proposed together stays together.
    for (std::size_t begin = 0; begin < plain.size(); begin += size_) {
      const std::size_t end = std::min(plain.size(), begin + size_);
      groups.emplace_back(plain.begin() + static_cast<std::ptrdiff_t>(begin),
                          plain.begin() + static_cast<std::ptrdiff_t>(end));
    }
    std::erase_if(groups, [](const Group& group) { return group.empty(); });
    return groups;
  }

 private:
  template <class Condition>
  Group select(Condition wanted) const {
    Group group;
    for (std::size_t p = 0; p < predicates_.size(); ++p) {
      if (wanted(p)) group.push_back(p);
    }
    return group;
  }

  /// The sets of skolem constants that occur together in some predicate.
  std::vector<SkolemSet> skolem_sets() const {
    std::vector<SkolemSet> sets;
    for (const SkolemSet& set : of_) {
      if (!set.empty() && std::ranges::find(sets, set) == sets.end()) sets.push_back(set);
    }
    return sets;
  }

  /// Everything over a part of the set: `0 <= x`, `x < y` and `a[x] <= a[y]` for {x, y}; then
  /// flags, then other plain predicates while there is room.
  Group about(const SkolemSet& set) const {
    Group group =
        first(select([&](std::size_t p) { return !of_[p].empty() && subset(of_[p], set); }), size_);
    const auto fill = [&](const Group& more) {
      for (const std::size_t p : more) {
        if (group.size() < size_ && std::ranges::find(group, p) == group.end()) group.push_back(p);
      }
    };
    fill(select([&](std::size_t p) { return of_[p].empty() && is_flag(predicates_[p].formula); }));
    fill(select([&](std::size_t p) { return of_[p].empty(); }));
    std::ranges::sort(group);
    return group;
  }

  std::span<const heuristics::Predicate> predicates_;
  std::vector<SkolemSet> of_;  // by predicate
  std::size_t size_;
};

}  // namespace

std::vector<Group> split_into_groups(std::span<const heuristics::Predicate> predicates,
                                     std::span<const gcl::Expr> skolems, std::size_t group_size) {
  if (predicates.size() > group_size) return Splitter(predicates, skolems, group_size).split();
  Group all(predicates.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return {all};
}

}  // namespace pawl::infer
