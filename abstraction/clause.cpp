// SPDX-License-Identifier: Apache-2.0
//
// Literals, clauses and cubes as sorted vectors.
#include "abstraction/clause.h"

#include <algorithm>

namespace pawl::abstraction {

std::vector<Literal> negated(std::span<const Literal> literals) {
  std::vector<Literal> result(literals.begin(), literals.end());
  for (Literal& literal : result) literal = !literal;
  return result;
}

Cube cube_of(const Minterm& minterm) {
  Cube cube(minterm.size());
  for (std::uint32_t i = 0; i < minterm.size(); ++i) cube[i] = {i, minterm[i]};
  return cube;
}

bool contains(const Minterm& minterm, std::span<const Literal> cube) {
  return std::all_of(cube.begin(), cube.end(),
                     [&](Literal l) { return minterm[l.predicate] == l.positive; });
}

bool shown_before(const Clause& a, const Clause& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

}  // namespace pawl::abstraction
