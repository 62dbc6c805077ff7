// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_printer.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "slam/bp_check.h"
#include "tests/support/parsed_bp.h"
#include "tests/support/random_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::ParsedBp;

TEST_CASE("what is printed is parsed to the same program", "[slam][printer]") {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    const BpProgram program = test::random_bp(random);
    Diagnostics diagnostics;
    check_bp(program, diagnostics);
    const std::string text = to_string(program);
    INFO("seed " << seed << "\n" << text);
    REQUIRE_FALSE(diagnostics.has_errors());
    const ParsedBp parsed(text);
    REQUIRE(same_program(program, parsed.program));
    REQUIRE(to_string(parsed.program) == text);
  }
}

TEST_CASE("samples survive printing", "[slam][printer]") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PAWL_SOURCE_DIR "/samples/bp")) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    INFO(entry.path());
    const ParsedBp parsed(text.str());
    const ParsedBp again(to_string(parsed.program));
    CHECK(same_program(parsed.program, again.program));
    ++count;
  }
  CHECK(count >= 5);
}

TEST_CASE("the text of a Boolean program", "[slam][printer]") {
  const ParsedBp parsed(R"(decl g; decl {x == 2};
    bool<2> f(a) begin return a, !(a & g) => g; end
    void main() begin decl l; L1: L2: l, g := f({x == 2} | g & l);
      if (*) then skip; elsif l then goto L1, L2; else abortif l; fi;
      while (!l) do l := choose(g, *) constrain 'l; od;
      branch assert(F); || dead l, g; end; enforce g; return; end)");
  CHECK(to_string(parsed.program) == R"(decl g;
decl {x == 2};

bool<2> f(a)
begin
  return a, !(a & g) => g;
end

void main()
begin
  decl l;
  L1: L2: l, g := f({x == 2} | g & l);
  if (*) then
    skip;
  elsif (l) then
    goto L1, L2;
  else
    abortif (l);
  fi;
  while (!l) do
    l := choose(g, *) constrain 'l;
  od;
  branch
    assert (F);
  ||
    dead l, g;
  end;
  enforce (g);
  return;
end
)");
  const BpProcedure& main = parsed.program.procedures[1];
  CHECK(head_of(parsed.program, main, main.body[1]) == "if (*) then");
  CHECK(shown_name("begin") == "{begin}");
  CHECK(shown_name("a-1") == "a-1");
  CHECK(shown_name("1a") == "{1a}");
}

TEST_CASE("comments and origins are for people", "[slam][printer]") {
  BpProgram program;
  program.procedures.push_back({.name = "main", .variables = {}, .body = {}});
  program.procedures[0].body.push_back({.node = BpSkip{}, .origin = 7, .comment = "if (x)\n  y"});
  CHECK_THAT(to_string(program), Catch::Contains("skip;  // if (x)   y\n"));
  BpProgram other = program;
  other.procedures[0].body[0].origin = 8;
  CHECK(same_program(program, other));
}
