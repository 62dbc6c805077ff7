// SPDX-License-Identifier: Apache-2.0
//
// A call as its contract, in the caller's terms:
//
//   match:  call x := p(e)       p(a) returns (r) requires P; modifies g; ensures Q
//   result: a' := e, g' := g;  assert P[e/a];  havoc x, g;  assume Q[a'/a, x/r, g'/old(g)]
//
// The ghosts a' and g' are made only where they are needed: a' when e mentions something the call
// changes (`call x := p(x)`), g' when Q says old(g). A result that is a global, which Q may
// mention in its own right, goes through a ghost as well. So does everything whose name a
// quantifier of the contract binds: variables of the two kinds are never confused, but the
// printed text would be.
#pragma once

#include <utility>
#include <vector>

#include "gcl/program.h"

namespace pawl::gcl {

struct ContractCall {
  const Procedure* callee = nullptr;
  std::vector<std::pair<Expr, Expr>> before;  // ghost, value: assigned in parallel, first
  std::vector<Located> requires_;             // in the order of the callee's clauses
  std::vector<Expr> havoc;                    // by id
  std::vector<Located> ensures;
  std::vector<Expr> results;                 // where each result is after the havoc
  std::vector<std::pair<Expr, Expr>> after;  // result, ghost: assigned in parallel, last
  std::vector<Expr> ghosts;                  // all that were made
};

ContractCall contract_call(Context& context, const Program& program, const Call& call);

}  // namespace pawl::gcl
