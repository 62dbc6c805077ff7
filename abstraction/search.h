// SPDX-License-Identifier: Apache-2.0
//
// What the algorithms share: a search squeezes the result between what is known to be in it and
// what is known to contain it. It may be cut off at any moment (SearchEnd, BddLimit): `upper` is
// then still a sound result, and the ladder goes on from there.
#pragma once

#include <cstddef>

#include "abstraction/abstract.h"
#include "abstraction/bdd.h"
#include "abstraction/oracle.h"

namespace pawl::abstraction {

struct Search {
  const Region& region;
  const Bdd& r;  // its function
  Oracle& oracle;
  Bdd upper;  // implied by r and, concretized, by Q; at the end of an algorithm: the result
  Bdd lower;  // r and the points found to be states of Q, or not found not to be

  Search(const Region& start, Oracle& asked)
      : region(start),
        r(start.function()),
        oracle(asked),
        upper(start.manager().constant(true)),
        lower(start.function()) {}
  BddManager manager() const { return r.manager(); }
};

void naive(Search& search);
void greedy(Search& search);
void fq(Search& search);
void ddp(Search& search);
void ss(Search& search);

struct Structure;
void guided(Search& search, const Structure& structure);

/// The ladder below the exact result: all clauses of one literal, then of two, ... up to
/// `max_literals`, while there are fewer than `max_candidates` of a length. `completed` is at any
/// moment the longest length of which every implied clause has been found.
void bounded(Search& search, std::size_t max_literals, std::size_t max_candidates,
             std::size_t& completed);

}  // namespace pawl::abstraction
