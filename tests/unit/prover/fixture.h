// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "gcl/build.h"
#include "gcl/expr.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace pawl::prover {

/// A prover, a few variables, and short ways to write formulas.
struct Fixture {
  explicit Fixture(ProverOptions options = {}) : prover(make_prover(c, options, log)) {}
  explicit Fixture(ProverKind kind) : Fixture(ProverOptions{.kind = kind}) {}

  gcl::Context c;
  QueryLog log;
  std::unique_ptr<Prover> prover;

  gcl::Sort integer = c.int_sort();
  gcl::Sort boolean = c.bool_sort();
  gcl::Sort int_map = c.map_sort(integer, integer);
  gcl::Sort ref = c.uninterpreted_sort("ref");
  gcl::Expr x = c.var("x", integer);
  gcl::Expr y = c.var("y", integer);
  gcl::Expr p = c.var("p", boolean);
  gcl::Expr q = c.var("q", boolean);
  gcl::Expr a = c.var("a", int_map);
  gcl::Expr b = c.var("b", int_map);
  gcl::Expr k = c.bound_var("k", integer);

  gcl::Expr num(std::int64_t n) { return c.int_const(n); }
  gcl::Expr eq(gcl::Expr l, gcl::Expr r) { return gcl::mk_eq(c, l, r); }
  gcl::Expr lt(gcl::Expr l, gcl::Expr r) { return c.make(gcl::Kind::Lt, {l, r}); }
  gcl::Expr le(gcl::Expr l, gcl::Expr r) { return c.make(gcl::Kind::Le, {l, r}); }
  gcl::Expr add(gcl::Expr l, gcl::Expr r) { return c.make(gcl::Kind::Add, {l, r}); }
  gcl::Expr no(gcl::Expr e) { return c.make(gcl::Kind::Not, {e}); }
  gcl::Expr both(gcl::Expr l, gcl::Expr r) { return c.make(gcl::Kind::And, {l, r}); }
  gcl::Expr implies(gcl::Expr l, gcl::Expr r) { return c.make(gcl::Kind::Implies, {l, r}); }
  gcl::Expr at(gcl::Expr map, gcl::Expr key) { return c.make(gcl::Kind::Select, {map, key}); }
  gcl::Expr with(gcl::Expr map, gcl::Expr key, gcl::Expr value) {
    return c.make(gcl::Kind::Store, {map, key, value});
  }
  gcl::Expr forall(gcl::Expr bound, gcl::Expr body,
                   std::vector<std::vector<gcl::Expr>> triggers = {}) {
    return c.make_quantifier(gcl::Kind::Forall, std::array{bound}, std::move(triggers), body);
  }

  bool proves(gcl::Expr fact) { return prover->entails({}, fact) == Answer::Yes; }
  bool refutes(gcl::Expr fact) { return prover->entails({}, fact) == Answer::No; }
};

}  // namespace pawl::prover
