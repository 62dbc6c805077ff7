// SPDX-License-Identifier: Apache-2.0
#include "check/used.h"

#include <array>
#include <catch2/catch.hpp>

#include "prover/query_log.h"
#include "tests/support/parsed.h"

namespace pawl::check {
namespace {

TEST_CASE("a proof rests on the conjuncts in its core", "[check][used]") {
  test::Parsed parsed(
      "procedure p(n: int) requires 0 <= n; {\n"
      "  var i: int, j: int; i := 0; j := 0;\n"
      "  while i < n invariant j == 0; invariant i <= n; { i := i + 1; j := 2 * j; }\n"
      "  assert i == n; assert j == 0; assert n >= 0; }");
  gcl::Procedure& procedure = parsed.program.procedures[0];
  gcl::While* loop = nullptr;
  for (gcl::Stmt& stmt : *procedure.body) {
    if (auto* found = std::get_if<gcl::While>(&stmt.node)) loop = found;
  }
  REQUIRE(loop != nullptr);
  prover::QueryLog log;
  const std::vector<UsedConjuncts> all =
      used_conjuncts(parsed.context, parsed.program, procedure, std::array{loop}, {}, log);
  std::vector<std::vector<ConjunctId>> by_assertion;
  for (const UsedConjuncts& one : all) {
    CHECK(one.proved);
    if (one.obligation.kind == gcl::ObligationKind::Assertion) by_assertion.push_back(one.used);
  }
  REQUIRE(by_assertion.size() == 3);
  CHECK(by_assertion[0] == std::vector<ConjunctId>{{0, 1}});
  CHECK(by_assertion[1] == std::vector<ConjunctId>{{0, 0}});
  CHECK(by_assertion[2].empty());
}

}  // namespace
}  // namespace pawl::check
