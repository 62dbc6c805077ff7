// SPDX-License-Identifier: Apache-2.0
#include "slam/loop.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "slam/family.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::Parsed;

namespace {

const std::string inc = R"(
  procedure inc(x0: int) returns (r: int) { var x: int; x := x0; x := x + 1; r := x; })";

}  // namespace

TEST_CASE("work is kept between rounds", "[slam][loop]") {
  Parsed parsed(inc + R"(
    procedure main(a: int) {
      var b: int, c: int;
      call b := inc(a);
      call c := inc(b);
      if a == 2 { assert c == 4; }
    })");
  prover::QueryLog log;
  SlamOptions options;
  options.entry = "main";
  const SlamResult result = slam::slam(parsed.context, parsed.program, {}, options, log);
  CHECK(result.verdict == SlamVerdict::Safe);
  REQUIRE(result.rounds.size() > 1);
  CHECK(result.proof.contains("inc"));
  CHECK(result.proof.at("main").requires_.empty());
}

TEST_CASE("a new caller does not make the callee be abstracted again", "[slam][loop]") {
  const std::string predicates =
      "procedure inc:\n x == x0\n x == x0 + 1\n r == x0 + 1\nprocedure foo:\n b == 3\n";
  const auto abstracted = [&](const std::string& callers) {
    Parsed parsed(inc + callers);
    const SourceFile file("predicates", predicates);
    const gcl::Program internal =
        gcl::internal_form(parsed.context, parsed.program, gcl::LoopInvariants::Check);
    PredicateSet set;
    Diagnostics diagnostics;
    read_predicates(parsed.context, parsed.program, file, set, diagnostics);
    prover::QueryLog log;
    C2bp c2bp(parsed.context, internal, {}, log);
    c2bp(set, "");
    const std::uint64_t first = c2bp.counts().by_procedure.at("inc");
    // The second time another caller is looked at as well: inc is known.
    set.add(parsed.context, "bar", parsed.formula("b == 7", 2));
    c2bp(set, "");
    return std::pair(first, c2bp.counts().by_procedure.at("inc"));
  };
  const auto [first, second] = abstracted(R"(
    procedure foo() { var b: int; call b := inc(2); assert b == 3; }
    procedure bar() { var b: int; call b := inc(6); assert b == 7; })");
  CHECK(first > 0);
  CHECK(second == first);
}

TEST_CASE("reasons for giving up have names", "[slam][loop]") {
  CHECK(std::string(to_string(SlamUnknown::RepeatedCounterexample)) == "repeated-counterexample");
  CHECK(std::string(to_string(SlamUnknown::NoNewPredicates)) == "no-new-predicates");
}

TEST_CASE("the tests of one place are a family", "[slam][loop]") {
  Parsed parsed(R"(
    var s: int, closed: int, other: int;
    procedure set(n: int) modifies closed, other, s; { closed := 2; other := n; s := other; }
    procedure main() modifies closed, s; {
      if s == closed { s := 7; }
      if s != 3 && 4 == s { s := closed; }
      while s < 9 { s := s + 1; }
    })");
  std::vector<std::string> texts;
  for (const auto& [procedure, e] :
       family_of(parsed.context, parsed.program, parsed.int_var("s"))) {
    texts.push_back(procedure + ": " + gcl::print(e));
  }
  CHECK(texts == std::vector<std::string>{"set: s == other", "main: s == closed", "main: s == 3",
                                          "main: s == 4", "main: s == closed", "set: closed == 2"});
}

TEST_CASE("a copy takes the values of what it is a copy of", "[slam][loop]") {
  Parsed parsed(R"(
    var s: int, saved: int;
    procedure step() modifies s; { s := 3; s := s + 1; s := 5; }
    procedure main() modifies s, saved; { saved := s; s := 4; call step(); s := saved; }
    procedure other() modifies saved; { saved := 7; })");
  const auto texts = [&](const char* copy) {
    std::vector<std::string> result;
    for (const auto& [procedure, e] :
         values_of_copy(parsed.context, parsed.program, parsed.int_var(copy))) {
      result.push_back(procedure + ": " + gcl::print(e));
    }
    return result;
  };
  CHECK(texts("saved") ==
        std::vector<std::string>{"main: saved == 3", "main: saved == 5", "main: saved == 4"});
  CHECK(texts("s") == std::vector<std::string>{"main: s == 7"});
}
