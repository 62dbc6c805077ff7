// SPDX-License-Identifier: Apache-2.0
#include "check/frames.h"

#include <catch2/catch.hpp>

#include "gcl/parser.h"
#include "gcl/printer.h"
#include "prover/query_log.h"

using namespace pawl;

namespace {

using Ends = std::pair<std::string, std::string>;

/// Which of the ranges are found for `a`, by loop: "0 .. i - 1", or "-".
std::string frames(const std::string& body, const std::vector<std::vector<Ends>>& candidates,
                   prover::ProverKind kind = prover::ProverKind::Z3) {
  gcl::Context context;
  const SourceFile file(
      "test.gcl",
      "procedure p(n: int, b: [int]int) { var a: [int]int; var i: int; var j: int; a := b; " +
          body + " }");
  Diagnostics diagnostics;
  auto program = gcl::parse_program(context, file, diagnostics);
  REQUIRE(program);
  gcl::Procedure& procedure = program->procedures[0];
  const auto term = [&](const std::string& text) {
    const SourceFile source("term", text);
    const gcl::Expr e =
        gcl::parse_expr(context, source, *program, procedure, {}, context.int_sort(), diagnostics);
    REQUIRE(e);
    return e;
  };
  const gcl::Expr map = context.var("a", context.map_sort(context.int_sort(), context.int_sort()));
  std::vector<gcl::While*> loops;
  const auto collect = [&](gcl::Block& block, const auto& again) -> void {
    for (gcl::Stmt& stmt : block) {
      auto* loop = std::get_if<gcl::While>(&stmt.node);
      if (loop == nullptr) continue;
      loops.push_back(loop);
      again(loop->body, again);
    }
  };
  collect(*procedure.body, collect);
  std::vector<std::vector<gcl::MapRange>> ranges;
  for (const auto& of_loop : candidates) {
    ranges.emplace_back();
    for (const auto& [low, high] : of_loop) ranges.back().push_back({map, term(low), term(high)});
  }
  REQUIRE(ranges.size() == loops.size());
  check::Options options;
  options.prover.kind = kind;
  prover::QueryLog log;
  std::string text;
  for (const auto& of_loop :
       check::find_frames(context, *program, procedure, loops, ranges, options, log)) {
    text += text.empty() ? "" : "; ";
    text +=
        of_loop.empty() ? "-" : gcl::print(of_loop[0].low) + " .. " + gcl::print(of_loop[0].high);
  }
  return text;
}

const char* const fill = "i := 0; while i < n invariant 0 <= i; { a[i] := 7; i := i + 1; }";

}  // namespace

TEST_CASE("the part that a loop has written", "[check][frames]") {
  CHECK(frames(fill, {{{"0", "i - 1"}}}) == "0 .. i - 1");
  CHECK(frames(fill, {{{"entry(i)", "i - 1"}}}) == "entry(i) .. i - 1");
  // The first that is proved is taken; one that leaves something out is not.
  CHECK(frames(fill, {{{"1", "i - 1"}, {"0", "i - 2"}, {"0", "i - 1"}, {"0", "n"}}}) ==
        "0 .. i - 1");
}

TEST_CASE("a range that is not all of it is refused", "[check][frames]") {
  CHECK(
      frames("i := 0; while i < n invariant 0 <= i; { a[i] := 7; if * { a[n] := 1; } i := i + 1; }",
             {{{"0", "i - 1"}}}) == "-");
  CHECK(frames("i := 0; while i < n invariant 0 <= i; { havoc a; i := i + 1; }",
               {{{"0", "i - 1"}}}) == "-");
}

TEST_CASE("what is found of the inner loop helps the outer one", "[check][frames]") {
  const std::string nested =
      "i := 0; while i < n invariant 0 <= i; { j := 0; while j <= i invariant 0 <= j && 0 <= i; "
      "{ a[j] := 1; j := j + 1; } i := i + 1; }";
  const std::vector<Ends> inner = {{"0", "j - 1"}}, outer = {{"0", "i"}};
  CHECK(frames(nested, {outer, inner}) == "-; 0 .. j - 1");
  const std::string bounded =
      "i := 0; while i < n invariant 0 <= i; { j := 0; while j <= i invariant 0 <= j && j <= i + 1 "
      "&& 0 <= i; { a[j] := 1; j := j + 1; } i := i + 1; }";
  CHECK(frames(bounded, {outer, inner}) == "0 .. i; 0 .. j - 1");
  CHECK(frames(bounded, {outer, {}}) == "-; -");
}

TEST_CASE("a prover that knows nothing finds nothing", "[check][frames]") {
  CHECK(frames(fill, {{{"0", "i - 1"}}}, prover::ProverKind::Unknown) == "-");
}
