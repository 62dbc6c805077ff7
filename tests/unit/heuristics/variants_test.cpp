// SPDX-License-Identifier: Apache-2.0
#include "heuristics/variants.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/parser.h"
#include "gcl/printer.h"

using namespace pawl;

namespace {

/// What is proposed for the one loop of this code over n, i and x.
std::vector<std::string> proposed(const std::string& code) {
  gcl::Context context;
  const SourceFile file("test.gcl", "procedure p(n: int) { var i: int; var x: int; " + code + " }");
  Diagnostics diagnostics;
  const auto program = gcl::parse_program(context, file, diagnostics);
  REQUIRE(program);
  std::vector<std::string> texts;
  gcl::for_each_stmt(*program->procedures[0].body, [&](const gcl::Stmt& stmt) {
    const auto* loop = std::get_if<gcl::While>(&stmt.node);
    if (loop == nullptr) return;
    for (const gcl::Expr one : heuristics::propose_variants(context, *program, *loop)) {
      texts.push_back(gcl::print(one));
    }
  });
  return texts;
}

bool has(const std::vector<std::string>& texts, const char* wanted) {
  return std::ranges::find(texts, wanted) != texts.end();
}

}  // namespace

TEST_CASE("the distance of the guard comes first", "[heuristics][variants]") {
  const auto texts = proposed("while i < n { i := i + 1; }");
  REQUIRE_FALSE(texts.empty());
  CHECK(texts.front() == "n - i");
}

TEST_CASE("tests in the body count too", "[heuristics][variants]") {
  CHECK(has(proposed("block L { while true { if n <= i { exit L; } i := i + 1; } }"), "n - i"));
}

TEST_CASE("what the loop does not change cannot count down", "[heuristics][variants]") {
  CHECK(proposed("while x < n { i := i + 1; }").empty());
}

TEST_CASE("there are never many", "[heuristics][variants]") {
  std::string code = "while i < n { ";
  for (int k = 0; k < 40; ++k) code += "if i < " + std::to_string(k) + " { x := 1; } ";
  CHECK(proposed(code + "i := i + 1; }").size() == 12);
}
