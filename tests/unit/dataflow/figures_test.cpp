// SPDX-License-Identifier: Apache-2.0
//
// The tables of figures 2 and 4 of [FischerJhalaMajumdar05], location by location.
#include <catch2/catch.hpp>
#include <sstream>

#include "dataflow/dataflow.h"
#include "support/file.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::dataflow;
using pawl::test::Parsed;

namespace {

std::string sample(const std::string& name) {
  Diagnostics diagnostics;
  const auto text =
      read_file(std::string(PAWL_SOURCE_DIR) + "/samples/dataflow/" + name, diagnostics);
  REQUIRE(text);
  return *text;
}

std::string rows(const Outcome& outcome) {
  std::ostringstream out;
  for (const FactTable& table : outcome.tables) {
    for (const FactRow& row : table.rows) {
      out << row.operation << " |";
      for (const auto& piece : row.pieces) out << " " << piece.when << ": [" << piece.facts << "]";
      out << "\n";
    }
  }
  return out.str();
}

Outcome analyse(Parsed& p, LatticeKind lattice, bool refine = true) {
  Options options;
  options.entry = p.procedure(p.program.procedures.size() - 1).name;
  options.lattice = lattice;
  options.refine = refine;
  prover::QueryLog log;
  return dataflow::dataflow(p.context, p.program, options, log);
}

}  // namespace

TEST_CASE("figure 2: typestates", "[dataflow][figures]") {
  Parsed p(sample("figure1.gcl"));
  const Outcome plain = analyse(p, LatticeKind::Typestate, false);
  CHECK(plain.verdict == Verdict::Unknown);
  CHECK(plain.unproved.size() == 1);
  CHECK(rows(plain) ==
        "spec$is_open[out] := 1 | true: []\n"
        "{spec$is_open[out] == 1} | true: [spec$is_open[out]: 1]\n"
        "spec$is_open[out] := 0 | true: [spec$is_open[out]: 1]\n"
        "[flag != 0] | true: [spec$is_open[out]: 0]\n"
        "spec$is_open[out] := 1 | true: [spec$is_open[out]: 0]\n"
        "[flag != 0] | true: [spec$is_open[out]: {0, 1}]\n"
        "{spec$is_open[out] == 1} | true: [spec$is_open[out]: {0, 1}]\n"
        "(end) | true: [spec$is_open[out]: {0, 1}]\n");
  const Outcome joined = analyse(p, LatticeKind::Typestate);
  CHECK(joined.verdict == Verdict::Safe);
  REQUIRE(joined.predicates.size() == 1);
  CHECK(joined.predicates[0].second == "flag == 0");
  CHECK(rows(joined) ==
        "spec$is_open[out] := 1 | true: []\n"
        "{spec$is_open[out] == 1} | true: [spec$is_open[out]: 1]\n"
        "spec$is_open[out] := 0 | true: [spec$is_open[out]: 1]\n"
        "[flag != 0] | true: [spec$is_open[out]: 0]\n"
        "spec$is_open[out] := 1 | flag != 0: [spec$is_open[out]: 0]\n"
        "[flag != 0] | flag == 0: [spec$is_open[out]: 0] flag != 0: [spec$is_open[out]: 1]\n"
        "{spec$is_open[out] == 1} | flag != 0: [spec$is_open[out]: 1]\n"
        "(end) | flag == 0: [spec$is_open[out]: 0] flag != 0: [spec$is_open[out]: 1]\n");
}

TEST_CASE("figure 4: value tags of may-pointers", "[dataflow][figures]") {
  Parsed p(sample("figure4.gcl"));
  const Outcome outcome = analyse(p, LatticeKind::Symbolic);
  CHECK(outcome.verdict == Verdict::Safe);
  CHECK(outcome.predicates.empty());
  CHECK(rows(outcome) ==
        "* | true: []\n"
        "x := next | true: []\n"
        "next := next + 1 | true: [x == next]\n"
        "heap[x] := 0 | true: []\n"
        "heap[x] := 1 | true: [heap[x]: 0]\n"
        "{heap[x] == 1} | true: [heap[x]: 1]\n"
        "heap[x] := 0 | true: [heap[x]: 1]\n"
        "(end) | true: []\n");
}

TEST_CASE("a join that loses is kept apart", "[dataflow][refine]") {
  Parsed p(sample("join.gcl"));
  const Outcome outcome = analyse(p, LatticeKind::Constants);
  CHECK(outcome.verdict == Verdict::Safe);
  REQUIRE(outcome.rounds.size() == 2);
  CHECK(outcome.rounds[0].refinement == "a join that loses what its paths know");
}

TEST_CASE("a real run is a violation", "[dataflow][refine]") {
  Parsed p("procedure p(x: int) { if x == 3 { assert x != 3; } }");
  const Outcome outcome = analyse(p, LatticeKind::Constants);
  CHECK(outcome.verdict == Verdict::Violated);
  REQUIRE(outcome.run);
}

TEST_CASE("more predicates are never less precise", "[dataflow][refine]") {
  const char* const text =
      "var g: int;\n"
      "procedure f(n: int) returns (r: int) modifies g; { if n > 0 { g := 1; r := 1; } else { r := "
      "2; } }\n"
      "procedure main(x: int) modifies g; { var y: int; g := 0; call y := f(x);\n"
      "  assert y == 1 || y == 2; assert y == 2 || g == 1; }";
  Parsed p(text);
  Options options;
  options.entry = "main";
  options.lattice = LatticeKind::Constants;
  options.refine = false;
  prover::QueryLog log;
  std::size_t before = 1'000;
  for (const char* predicate : {"true", "x > 0", "y == 1", "y == 2", "g == 1"}) {
    options.predicates.emplace_back("main", p.formula(predicate, 1));
    if (std::string(predicate) == "x > 0") options.predicates.emplace_back("f", p.formula("n > 0"));
    if (std::string(predicate) == "y == 1") {
      options.predicates.emplace_back("f", p.formula("r == 1"));
      options.predicates.emplace_back("f", p.formula("r == 2"));
    }
    const Outcome outcome = dataflow::dataflow(p.context, p.program, options, log);
    CHECK(outcome.unproved.size() <= before);
    before = outcome.unproved.size();
  }
  CHECK(before == 0);
}
