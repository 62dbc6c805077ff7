// SPDX-License-Identifier: Apache-2.0
#include "heuristics/data/claims.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "../loop_fixture.h"
#include "gcl/printer.h"
#include "heuristics/data/parameters.h"
#include "heuristics/data/runs.h"

namespace pawl::heuristics {
namespace {

std::vector<std::vector<std::string>> claims_of(std::string text) {
  LoopFixture fixture(std::move(text));
  std::vector<std::vector<std::string>> all;
  for (const auto& loop :
       claims_of_runs(fixture.context(), fixture.program(), fixture.procedure(), Budget())) {
    std::vector<std::string>& texts = all.emplace_back();
    for (const gcl::Expr claim : loop) texts.push_back(gcl::print(claim));
  }
  return all;
}

bool has(const std::vector<std::string>& claims, const std::string& text) {
  CAPTURE(claims, text);
  return std::ranges::find(claims, text) != claims.end();
}

TEST_CASE("claims: bounds and values of numbers", "[heuristics][data]") {
  const auto claims = claims_of(R"(
    procedure p(n: int) returns (s: int) {
      var i: int;
      s := 1;
      i := 0;
      while i < n { s := s + 2 * i; i := i + 1; }
    })");
  REQUIRE(claims.size() == 1);
  CHECK(has(claims[0], "0 <= i"));
  CHECK(has(claims[0], "s + i == i * i + 1"));
}

TEST_CASE("claims: cells on either side of a frontier", "[heuristics][data]") {
  const auto claims = claims_of(R"(
    procedure p(n: int) returns (a: [int]int)
      requires n >= 0;
      ensures forall k: int :: 0 <= k && k < n ==> a[k] == 2 * k + n;
    {
      var i: int;
      i := 0;
      while i < n { a[i] := 0; i := i + 1; }
      i := 0;
      while i < n { a[i] := a[i] + i + i + n; i := i + 1; }
    })");
  REQUIRE(claims.size() == 2);
  CHECK(has(claims[1], "forall k: int :: {a[k]} 0 <= k && k < n && k < i ==> a[k] == 2 * k + n"));
  CHECK(has(claims[1], "forall k: int :: {a[k]} 0 <= k && k < n && i <= k ==> a[k] == 0"));
}

TEST_CASE("claims: cells at the frontier of the loop around", "[heuristics][data]") {
  const auto claims = claims_of(R"(
    procedure p(n: int) returns (a: [int]int)
      ensures forall k: int :: 0 <= k && k < n ==> a[k] == n;
    {
      var i: int, j: int;
      i := 0;
      while i < n { a[i] := 0; i := i + 1; }
      i := 0;
      while i < n {
        j := 0;
        while j < n { a[i] := a[i] + 1; j := j + 1; }
        i := i + 1;
      }
    })");
  REQUIRE(claims.size() == 3);
  CHECK(has(claims[2], "forall k: int :: {a[k]} 0 <= k && k < n && k == i ==> a[k] == j"));
  CHECK(has(claims[2], "forall k: int :: {a[k]} 0 <= k && k < n && i < k ==> a[k] == 0"));
}

TEST_CASE("claims: what the first round sets", "[heuristics][data]") {
  const auto claims = claims_of(R"(
    procedure p(n: int) returns (s: int)
      ensures n >= 1 ==> s == 3 * n - 3;
    {
      var i: int;
      i := 0;
      while i < n { if i == 0 { s := 0; } else { s := s + 3; } i := i + 1; }
    })");
  REQUIRE(claims.size() == 1);
  CHECK(has(claims[0], "1 <= i ==> s + 3 == 3 * i"));
}

TEST_CASE("claims: large literals are sizes", "[heuristics][data]") {
  const auto claims = claims_of(R"(
    procedure p() returns (s: int)
      ensures s == 20000;
    {
      var i: int;
      s := 10000;
      i := 0;
      while i < 10000 { s := s + 1; i := i + 1; }
    })");
  REQUIRE(claims.size() == 1);
  CHECK(has(claims[0], "i <= 10000"));
  CHECK(has(claims[0], "s == i + 10000"));
}

TEST_CASE("claims: the same every time", "[heuristics][data]") {
  const std::string text = R"(
    procedure p(n: int) returns (s: int, a: [int]int)
      ensures s == a[0];
    {
      var i: int;
      i := 0;
      while i < n { havoc s; a[i] := s; i := i + 1; }
    })";
  CHECK(claims_of(text) == claims_of(text));
}

TEST_CASE("parametrize: neighbours keep their distance, limits of types stay",
          "[heuristics][data]") {
  LoopFixture fixture(R"(
    procedure p(n: int) {
      while n < 100000 && n < 99999 && -100000 < n && n <= 2147483647 {}
    })");
  const Parametrized made = parametrize(fixture.context(), fixture.program());
  REQUIRE(made.parameters.size() == 1);
  CHECK(made.parameters[0].second == 99999);
  const auto& loop = std::get<gcl::While>(made.program.procedures[0].body->front().node);
  const std::string name = made.parameters[0].first.name();
  CHECK(gcl::print(loop.condition->expr) ==
        "n < " + name + " + 1 && n < " + name + " && -(" + name + " + 1) < n && n <= 2147483647");
}

}  // namespace
}  // namespace pawl::heuristics
