// SPDX-License-Identifier: Apache-2.0
//
// The predicated lattice L_P [FischerJhalaMajumdar05, section 3.1]: maps from valuations of the
// predicates P to elements of L. Valuations that map to the same element are one piece, with their
// set as a BDD; what maps to bottom is left out. With no predicates there is one piece: L itself.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "abstraction/bdd.h"
#include "dataflow/lattice.h"

namespace pawl::dataflow {

template <Lattice L>
struct Piece {
  abstraction::Bdd region;      // not empty
  typename L::Element element;  // not bottom
};

/// Regions are disjoint, elements distinct.
template <Lattice L>
using Predicated = std::vector<Piece<L>>;

/// More pieces than this become one: coarser, and still right.
constexpr std::size_t max_pieces = 200;

template <Lattice L>
void add_piece(const L& lattice, Predicated<L>& to, const abstraction::Bdd& region,
               typename L::Element element) {
  if (region.is_false() || lattice.is_bottom(element)) return;
  for (Piece<L>& one : to) {
    if (one.element == element) {
      one.region |= region;
      return;
    }
  }
  to.push_back({region, std::move(element)});
}

/// \p . a(p) COMBINED WITH b(p), where `both` combines what both sides know.
template <Lattice L, class Both>
Predicated<L> combine(const L& lattice, const Predicated<L>& a, const Predicated<L>& b, Both both) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  Predicated<L> result;
  std::vector<abstraction::Bdd> rest;
  for (const Piece<L>& one : b) rest.push_back(one.region);
  for (const Piece<L>& left : a) {
    abstraction::Bdd alone = left.region;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const abstraction::Bdd common = left.region & b[i].region;
      if (common.is_false()) continue;
      add_piece(lattice, result, common, both(left.element, b[i].element));
      alone &= !common;
      rest[i] &= !common;
    }
    add_piece(lattice, result, alone, left.element);
  }
  for (std::size_t i = 0; i < b.size(); ++i) add_piece(lattice, result, rest[i], b[i].element);
  if (result.size() <= max_pieces) return result;
  Piece<L> one = result.front();
  for (const Piece<L>& piece : result) {
    one.region |= piece.region;
    one.element = lattice.join(one.element, piece.element);
  }
  return {std::move(one)};
}

template <Lattice L>
Predicated<L> join(const L& lattice, const Predicated<L>& a, const Predicated<L>& b) {
  return combine(lattice, a, b, [&](const auto& x, const auto& y) { return lattice.join(x, y); });
}

template <Lattice L>
Predicated<L> widen(const L& lattice, const Predicated<L>& a, const Predicated<L>& b) {
  return combine(lattice, a, b, [&](const auto& x, const auto& y) {
    return lattice.widen(x, lattice.join(x, y));
  });
}

template <Lattice L>
bool less_equal(const L& lattice, const Predicated<L>& a, const Predicated<L>& b) {
  return std::ranges::all_of(a, [&](const Piece<L>& mine) {
    abstraction::Bdd rest = mine.region;
    for (const Piece<L>& theirs : b) {
      if (rest.is_false()) break;
      const abstraction::Bdd common = rest & theirs.region;
      if (common.is_false()) continue;
      if (!lattice.less_equal(mine.element, theirs.element)) return false;
      rest &= !common;
    }
    return rest.is_false();
  });
}

}  // namespace pawl::dataflow
