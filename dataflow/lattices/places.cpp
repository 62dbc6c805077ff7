// SPDX-License-Identifier: Apache-2.0
#include "dataflow/lattices/places.h"

#include <algorithm>

#include "gcl/traverse.h"

namespace pawl::dataflow {

using gcl::Expr;
using gcl::Kind;

namespace {

constexpr std::size_t max_key_size = 16;  // nodes

bool writes(Expr base, Expr value, const std::vector<Expr>& outer, std::vector<Write>& found) {
  std::vector<Write> reversed;
  while (!(value == base)) {
    if (!value.is(Kind::Store)) return false;
    std::vector<Expr> keys = outer;
    keys.push_back(value.arg(1));
    const Expr written = value.arg(2);
    if (!written.sort().is_map()) {
      reversed.push_back({std::move(keys), written});
    } else {
      // A row is read from the map as it was, or as it is after the writes before this one.
      std::vector<Write> row;
      Expr old_row = written;
      while (old_row.is(Kind::Store)) old_row = old_row.arg(0);
      const bool same = old_row.is(Kind::Select) && old_row.arg(1) == value.arg(1) &&
                        old_row.arg(0) == value.arg(0);
      if (same && writes(old_row, written, keys, row)) {
        reversed.insert(reversed.end(), row.rbegin(), row.rend());
      } else {
        reversed.push_back({std::move(keys), Expr()});
      }
    }
    value = value.arg(0);
  }
  found.insert(found.end(), reversed.rbegin(), reversed.rend());
  return true;
}

}  // namespace

std::optional<Place> place_in(Expr e) {
  Place place;
  while (e.is(Kind::Select)) {
    const Expr key = e.arg(1);
    if (key.has_bound_vars() || gcl::dag_size(std::span(&key, 1)) > max_key_size) {
      return std::nullopt;
    }
    place.keys.push_back(key);
    e = e.arg(0);
  }
  if (!e.is(Kind::Var)) return std::nullopt;
  std::ranges::reverse(place.keys);
  place.variable = e;
  return place;
}

Expr expression(gcl::Context& context, const Place& place) {
  Expr result = place.variable;
  for (const Expr key : place.keys) result = context.make(Kind::Select, {result, key});
  return result;
}

std::optional<std::vector<Write>> writes_of(Expr map, Expr value) {
  std::vector<Write> found;
  if (!writes(map, value, {}, found)) return std::nullopt;
  return found;
}

std::vector<Expr> key_variables(Expr place) {
  const std::optional<Place> parts = place_in(place);
  return parts ? gcl::free_vars(parts->keys) : std::vector<Expr>();
}

}  // namespace pawl::dataflow
