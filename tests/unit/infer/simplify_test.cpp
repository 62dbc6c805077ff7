// SPDX-License-Identifier: Apache-2.0
#include "infer/simplify.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "prover/query_log.h"

using namespace pawl;
using gcl::Expr;
using gcl::Kind;

namespace {

struct Fixture {
  gcl::Context c;
  prover::QueryLog log;
  prover::ProverOptions options;
  Expr i = c.var("i", c.int_sort()), n = c.var("n", c.int_sort());
  Expr zero = c.int_const(0), one = c.int_const(1);
  std::vector<Expr> targets = {i};

  Expr le(Expr left, Expr right) { return c.make(Kind::Le, {left, right}); }
  std::vector<Expr> simplify(std::vector<Expr> conjuncts) {
    return infer::simplify(c, std::move(conjuncts), targets, options, log);
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "an implied conjunct is dropped", "[infer][simplify]") {
  const Expr weak = c.make(Kind::Or, {le(zero, i), le(i, n)});
  CHECK(simplify({le(one, i), weak, le(zero, i)}) == std::vector<Expr>{le(one, i)});
}

TEST_CASE_METHOD(Fixture, "a fact about nothing the loop changes is dropped", "[infer][simplify]") {
  CHECK(simplify({le(zero, n), le(i, n)}) == std::vector<Expr>{le(i, n)});
}

TEST_CASE_METHOD(Fixture, "entry values are opaque, not equal to current ones",
                 "[infer][simplify]") {
  const Expr entry = c.make(Kind::Entry, {i});
  CHECK(simplify({le(entry, i), le(zero, i)}).size() == 2);
}

TEST_CASE_METHOD(Fixture, "a prover that never knows drops nothing that speaks of targets",
                 "[infer][simplify]") {
  options.kind = prover::ProverKind::Unknown;
  CHECK(simplify({le(one, i), le(zero, i)}).size() == 2);
}
