// SPDX-License-Identifier: Apache-2.0
#include "engine/readable/tidy.h"

#include <catch2/catch.hpp>

#include "gcl/parser.h"

using namespace pawl;

namespace {

using Texts = std::vector<std::string>;

struct Tidied {
  Texts kept;
  std::vector<engine::RedundantResult> redundant;
};

Tidied tidied(const Texts& conjuncts, std::size_t of_user = 0,
              prover::ProverKind kind = prover::ProverKind::Z3) {
  gcl::Context context;
  const SourceFile file("test.gcl",
                        "procedure p(n: int, i: int, j: int, a: [int]int, b: [int]int) {}");
  Diagnostics diagnostics;
  const auto program = gcl::parse_program(context, file, diagnostics);
  REQUIRE(program);
  engine::LoopResult loop;
  for (const std::string& text : conjuncts) loop.invariant.push_back({.text = text, .smtlib = {}});
  prover::ProverOptions options;
  options.kind = kind;
  prover::QueryLog log;
  engine::tidy(context, *program, program->procedures[0], options, log, of_user, loop);
  Tidied result;
  for (const engine::ConjunctResult& one : loop.invariant) result.kept.push_back(one.text);
  result.redundant = loop.redundant;
  return result;
}

}  // namespace

TEST_CASE("what follows from others is dropped, and told", "[engine][tidy]") {
  const Tidied result = tidied({"0 <= i", "i <= j", "j <= n", "i <= n || a[0] == 1"});
  CHECK(result.kept == Texts{"0 <= i", "i <= j", "j <= n"});
  REQUIRE(result.redundant.size() == 1);
  CHECK(result.redundant[0].text == "i <= n || a[0] == 1");
  CHECK(result.redundant[0].follows_from == std::vector<std::size_t>{1, 2});
}

TEST_CASE("of two that say the same one stays", "[engine][tidy]") {
  CHECK(tidied({"i < n", "i + 1 <= n"}).kept.size() == 1);
  CHECK(tidied({"i <= n", "i <= n"}).kept == Texts{"i <= n"});
}

TEST_CASE("what the user wrote stays", "[engine][tidy]") {
  CHECK(tidied({"i <= n || j <= n", "i <= n"}, 1).kept == Texts{"i <= n || j <= n", "i <= n"});
}

TEST_CASE("a quantifier that one instance replaces", "[engine][tidy]") {
  CHECK(tidied({"forall k: int :: k <= i ==> k < n"}).kept == Texts{"i < n"});
  CHECK(tidied({"forall k: int :: k < i ==> k <= j"}).kept == Texts{"i <= j + 1"});
  const Texts array = {"forall k: int :: 0 <= k && k < i ==> a[k] == 0"};
  CHECK(tidied(array).kept == array);
  // No instance says that much.
  const Texts both = {"forall k: int :: k <= i ==> k <= n || j <= k"};
  CHECK(tidied(both).kept == both);
}

TEST_CASE("common premises are said once", "[engine][tidy]") {
  CHECK(tidied({"forall k: int :: 0 <= k && k < i ==> a[k] == 0",
                "forall k: int :: 0 <= k && k < i ==> b[k] == 1"})
            .kept == Texts{"forall k: int :: 0 <= k && k < i ==> a[k] == 0 && b[k] == 1"});
}

TEST_CASE("who knows nothing drops nothing", "[engine][tidy]") {
  const Texts all = {"0 <= i", "i <= j", "i <= j || j <= n"};
  CHECK(tidied(all, 0, prover::ProverKind::Unknown).kept == all);
}
