// SPDX-License-Identifier: Apache-2.0
//
// The algorithms that ask one clause at a time and take only yes or no for an answer: naive,
// greedy and fq [FlanaganQadeer02, section 5], ddp [DasDillPark99], ss [SaidiShankar99]. They are
// here to be compared with, and to test guided against. An Unknown answer counts as "not
// implied": the clause is left out and the result gets weaker, never wrong.
// A maximal clause and the one minterm that violates it are two names for the same thing; `open`
// holds the minterms not decided yet, so that the BDD picks the next clause.
#include <algorithm>
#include <utility>

#include "abstraction/cover.h"
#include "abstraction/search.h"

namespace pawl::abstraction {

namespace {

Clause joined(const Clause& a, const Clause& b) {
  Clause result(a);
  result.insert(result.end(), b.begin(), b.end());
  std::sort(result.begin(), result.end());
  return result;
}

// r => clause and Q => gamma(clause). A point already found to be a state of Q answers as well
// as r does, so `lower` stands in for r: same answers, fewer questions.
bool passes(Search& search, const Clause& clause) {
  return search.lower.implies_clause(clause) && search.oracle.implied(clause);
}

Clause shrink_greedily(Search& search, Clause clause) {
  for (std::size_t i = 0; i < clause.size();) {
    Clause shorter = clause;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
    if (passes(search, shorter)) {
      clause = std::move(shorter);
    } else {
      ++i;
    }
  }
  return clause;
}

// A minimal c within m such that context|c passes; context|m does. Depth log |m|.
Clause shrink_by_halves(Search& search, const Clause& context, const Clause& m) {
  if (m.empty()) return {};
  if (m.size() == 1) return passes(search, context) ? Clause{} : m;
  const auto middle = m.begin() + static_cast<std::ptrdiff_t>(m.size() / 2);
  const Clause m1(m.begin(), middle);
  const Clause m2(middle, m.end());
  if (passes(search, joined(context, m2))) return shrink_by_halves(search, context, m2);
  const Clause c1 = shrink_by_halves(search, joined(context, m2), m1);
  const Clause c2 = shrink_by_halves(search, joined(context, c1), m2);
  return joined(c1, c2);
}

template <class Shrink>
void shrink_maximal_clauses(Search& search, Shrink shrink) {
  // Each round takes at least one point out of `open`, so this ends.
  Bdd open = !search.r;
  Minterm point(search.oracle.predicates(), false);
  while (!open.is_false()) {
    point = open.nearest(point);
    const Clause maximal = negated(cube_of(point));
    if (search.oracle.implied(maximal)) {
      const Bdd clause = search.manager().clause(shrink(maximal));
      search.upper &= clause;
      open &= clause;
    } else {
      const Bdd state = search.manager().cube(cube_of(point));
      search.lower |= state;
      open &= !state;
    }
  }
}

}  // namespace

void naive(Search& search) {
  shrink_maximal_clauses(search, [](const Clause& maximal) { return maximal; });
}

void greedy(Search& search) {
  shrink_maximal_clauses(search,
                         [&](const Clause& maximal) { return shrink_greedily(search, maximal); });
}

void fq(Search& search) {
  shrink_maximal_clauses(
      search, [&](const Clause& maximal) { return shrink_by_halves(search, {}, maximal); });
}

void ddp(Search& search) {
  // Depth first; a vertex is a clause over the first predicates. Children are longer, so the
  // stack never holds more than one sibling per level.
  std::vector<Clause> stack{Clause{}};
  while (!stack.empty()) {
    const Clause clause = std::move(stack.back());
    stack.pop_back();
    const Bdd violations = search.manager().cube(negated(clause));
    if (violations.implies(search.r)) continue;  // no clause below can hold in r
    if (search.r.implies_clause(clause) && search.oracle.implied(clause)) {
      search.upper &= !violations;
    } else if (clause.size() == search.oracle.predicates()) {
      search.lower |= violations;
    } else {
      for (const bool positive : {false, true}) {
        stack.push_back(clause);
        stack.back().push_back({static_cast<std::uint32_t>(clause.size()), positive});
      }
    }
  }
}

void ss(Search& search) {
  std::vector<std::uint32_t> variables(search.oracle.predicates());
  for (std::uint32_t i = 0; i < variables.size(); ++i) variables[i] = i;
  std::vector<Clause> implied;
  const auto visit = [&](const Clause& clause) {
    const auto within = [&](const Clause& shorter) {
      return std::includes(clause.begin(), clause.end(), shorter.begin(), shorter.end());
    };
    if (std::any_of(implied.begin(), implied.end(), within)) return;
    if (!search.oracle.implied(clause)) return;
    implied.push_back(clause);
    search.upper &= search.manager().clause(clause);
  };
  const Bdd nothing_known = search.manager().constant(true);
  for (std::size_t size = 0; size <= variables.size(); ++size) {
    for_each_implicate(search.r, nothing_known, variables, size, visit);
  }
}

}  // namespace pawl::abstraction
