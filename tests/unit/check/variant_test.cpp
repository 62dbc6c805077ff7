// SPDX-License-Identifier: Apache-2.0
#include "check/variant.h"

#include <catch2/catch.hpp>

#include "gcl/parser.h"
#include "gcl/printer.h"
#include "prover/query_log.h"

using namespace pawl;

namespace {

/// The variant found for the first loop among these candidates; "none".
std::string variant(const std::string& body, const std::vector<std::string>& candidates,
                    prover::ProverKind kind = prover::ProverKind::Z3) {
  gcl::Context context;
  const SourceFile file("test.gcl", "procedure p(n: int) { var i: int; var x: int; " + body + " }");
  Diagnostics diagnostics;
  const auto program = gcl::parse_program(context, file, diagnostics);
  REQUIRE(program);
  const gcl::Procedure& procedure = program->procedures[0];
  std::vector<gcl::Expr> terms;
  for (const std::string& text : candidates) {
    const SourceFile term("term", text);
    terms.push_back(
        gcl::parse_expr(context, term, *program, procedure, {}, context.int_sort(), diagnostics));
    REQUIRE(terms.back());
  }
  check::Options options;
  options.prover.kind = kind;
  prover::QueryLog log;
  const auto found = check::find_variants(context, *program, procedure, {terms}, options, log);
  REQUIRE(found.size() == 1);
  return found[0] ? gcl::print(*found[0]) : "none";
}

}  // namespace

TEST_CASE("what counts down is found", "[check][variant]") {
  CHECK(variant("while i < n { i := i + 1; }", {"i - n", "n - i"}) == "n - i");
  CHECK(variant("while 0 < i { i := i - 2; }", {"i"}) == "i");
}

TEST_CASE("every way back has to count", "[check][variant]") {
  CHECK(variant("while i < n { if * { i := i + 1; } }", {"n - i"}) == "none");
  CHECK(variant("while i < n { if * { i := i + 1; } else { i := i + 3; } }", {"n - i"}) == "n - i");
  // A way out need not.
  CHECK(variant("block L { while i < n { if * { exit L; } i := i + 1; } }", {"n - i"}) == "n - i");
}

TEST_CASE("it must not be negative while the loop goes on", "[check][variant]") {
  CHECK(variant("while i != n { i := i + 1; }", {"n - i"}) == "none");
  CHECK(variant("assume i <= n; while i != n invariant i <= n; { i := i + 1; }", {"n - i"}) ==
        "n - i");
}

TEST_CASE("assertions of the program lend nothing", "[check][variant]") {
  CHECK(variant("while i != n { assert i < n; i := i + 1; }", {"n - i"}) == "none");
}

TEST_CASE("who does not know says no", "[check][variant]") {
  CHECK(variant("while i < n { i := i + 1; }", {"n - i"}, prover::ProverKind::Unknown) == "none");
}
