// SPDX-License-Identifier: Apache-2.0
#include "slam/footprint.h"

#include <algorithm>
#include <unordered_set>

namespace pawl::slam {

using gcl::Expr;
using gcl::Kind;

namespace {

void tidy(std::vector<Expr>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

bool meet(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (*left == *right) return true;
    if (*left < *right) {
      ++left;
    } else {
      ++right;
    }
  }
  return false;
}

/// The variable at the bottom of m[i][j]; null when the map is made by something else.
Expr map_variable(Expr read) {
  Expr map = read;
  while (map.is(Kind::Select)) map = map.arg(0);
  return map.is(Kind::Var) ? map : Expr();
}

class Walk {
 public:
  Footprint operator()(Expr root) {
    stack_.push_back(root);
    while (!stack_.empty()) {
      const Expr e = stack_.back();
      stack_.pop_back();
      if (!seen_.insert(e).second) continue;
      visit(e);
    }
    tidy(found_.places);
    tidy(found_.maps);
    tidy(found_.whole);
    tidy(found_.values);
    return std::move(found_);
  }

 private:
  void visit(Expr e) {
    if (e.is(Kind::Var)) {
      (e.sort().is_map() ? found_.whole : found_.places).push_back(e);
      return;
    }
    if (e.is(Kind::Select)) return visit_read(e);
    if (e.is(Kind::Eq)) {
      for (const Expr side : e.args()) note_value(side);
    }
    stack_.insert(stack_.end(), e.args().begin(), e.args().end());
  }

  void visit_read(Expr e) {
    const Expr map = map_variable(e);
    if (!map || e.has_bound_vars()) {
      stack_.insert(stack_.end(), e.args().begin(), e.args().end());
      return;
    }
    found_.places.push_back(e);
    found_.maps.push_back(map);
    for (Expr at = e; at.is(Kind::Select); at = at.arg(0)) {
      note_value(at.arg(1));
      stack_.push_back(at.arg(1));
    }
  }

  void note_value(Expr e) {
    if (e.is(Kind::IntConst)) found_.values.push_back(e);
  }

  std::vector<Expr> stack_;
  std::unordered_set<Expr> seen_;
  Footprint found_;
};

}  // namespace

Footprint footprint(Expr e) { return Walk()(e); }

bool related(const Footprint& a, const Footprint& b) {
  if (meet(a.places, b.places) || meet(a.whole, b.whole)) return true;
  if (meet(a.whole, b.maps) || meet(a.maps, b.whole)) return true;
  // `p == 3` has to do with m[3]: p may be its address.
  return (!a.maps.empty() || !b.maps.empty()) && meet(a.values, b.values);
}

std::vector<std::size_t> cone(const Footprint& seed, std::span<const Footprint> all) {
  std::vector<bool> in(all.size(), false);
  std::vector<const Footprint*> work = {&seed};
  while (!work.empty()) {
    const Footprint* next = work.back();
    work.pop_back();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (in[i] || !related(*next, all[i])) continue;
      in[i] = true;
      work.push_back(&all[i]);
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (in[i]) result.push_back(i);
  }
  return result;
}

std::vector<std::vector<std::size_t>> components(std::span<const Footprint> all) {
  std::vector<std::vector<std::size_t>> result;
  std::vector<bool> done(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (done[i]) continue;
    std::vector<std::size_t> part = cone(all[i], all);
    if (!std::ranges::binary_search(part, i)) part = {i};  // it speaks of nothing
    for (const std::size_t one : part) done[one] = true;
    result.push_back(std::move(part));
  }
  return result;
}

}  // namespace pawl::slam
