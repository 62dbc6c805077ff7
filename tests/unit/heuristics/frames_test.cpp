// SPDX-License-Identifier: Apache-2.0
#include "heuristics/frames.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/parser.h"
#include "gcl/printer.h"

using namespace pawl;

namespace {

/// "low .. high" for the first loop.
std::vector<std::string> proposed(const std::string& code) {
  gcl::Context context;
  const SourceFile file(
      "test.gcl", "procedure p(n: int) { var a: [int]int; var i: int; var j: int; " + code + " }");
  Diagnostics diagnostics;
  const auto program = gcl::parse_program(context, file, diagnostics);
  REQUIRE(program);
  std::vector<std::string> texts;
  bool first = true;
  gcl::for_each_stmt(*program->procedures[0].body, [&](const gcl::Stmt& stmt) {
    const auto* loop = std::get_if<gcl::While>(&stmt.node);
    if (loop == nullptr || !std::exchange(first, false)) return;
    for (const gcl::MapRange& one :
         heuristics::propose_frames(context, *program, program->procedures[0], *loop)) {
      texts.push_back(gcl::print(one.low) + " .. " + gcl::print(one.high));
    }
  });
  return texts;
}

bool has(const std::vector<std::string>& texts, const char* wanted) {
  return std::ranges::find(texts, wanted) != texts.end();
}

}  // namespace

TEST_CASE("from where the counter starts to where it has come", "[heuristics][frames]") {
  const auto up = proposed("while i < n invariant 0 <= i; { a[i] := 0; i := i + 1; }");
  REQUIRE_FALSE(up.empty());
  CHECK(up.front() == "0 .. i - 1");
  CHECK(has(up, "entry(i) .. i - 1"));
  CHECK(has(proposed("while 0 < i invariant i <= n; { a[i] := 0; i := i - 1; }"), "i + 1 .. n"));
  CHECK(has(proposed("while i < n invariant 0 <= i; { a[i] := 0; a[i + 1] := 0; i := i + 1; }"),
            "0 .. i"));
}

TEST_CASE("the end of a type is none of an array", "[heuristics][frames]") {
  for (const std::string& one : proposed("while i < n invariant 0 <= i; invariant i <= 2147483647; "
                                         "{ a[j + i] := 0; i := i + 1; }")) {
    CHECK(one.find("2147483647") == std::string::npos);
  }
}

TEST_CASE("rows of a map of maps", "[heuristics][frames]") {
  const auto rows = [](const char* key) {
    return proposed("var m: [int][int]int; while i < n invariant 0 <= i; { m[" + std::string(key) +
                    "][j] := 0; i := i + 1; }");
  };
  CHECK(has(rows("n + i"), "n .. n + i - 1"));
  CHECK(has(rows("n + j"), "n + j .. n + j"));
  CHECK(rows("j").empty());  // an object
}

TEST_CASE("nothing for maps that change as a whole", "[heuristics][frames]") {
  CHECK(proposed("while i < n { havoc a; i := i + 1; }").empty());
  CHECK(proposed("while i < n { i := i + 1; }").empty());
  CHECK(proposed("while i < n { a[i * j] := 0; i := i + 1; j := j + 1; }").empty());
}

TEST_CASE("never many ranges", "[heuristics][frames]") {
  std::string code = "while i < n invariant 0 <= i; { ";
  for (int k = 0; k < 40; ++k) code += "a[i + " + std::to_string(k) + "] := 1; ";
  CHECK(proposed(code + "i := i + 1; }").size() == 6);
}
