// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/analyze.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "dataflow/dataflow.h"
#include "emit/gcl.h"
#include "emit/text.h"
#include "gcl/parser.h"

using namespace pawl;
using engine::Inference;

namespace {

const char* const counter = R"(procedure count(n: int) returns (i: int)
  requires 0 <= n;
  ensures i == n;
{
  i := 0;
  while i < n
  {
    i := i + 1;
  }
}
)";

engine::ProcedureResult analyze(const std::string& text, Inference inference,
                                const std::string& heuristics = "all") {
  const SourceFile file("test.gcl", text);
  engine::Options options;
  options.inference = inference;
  options.infer.heuristics = heuristics;
  return engine::analyze_procedure(engine::GclInput(file), "count", options, {},
                                   [](const std::string&) {});
}

}  // namespace

TEST_CASE("inference makes the difference", "[engine][analyze]") {
  CHECK(to_string(judge(analyze(counter, Inference::Never))) == "unknown(invariant-too-weak)");
  const engine::ProcedureResult result = analyze(counter, Inference::WhenNeeded);
  CHECK(to_string(judge(result)) == "true");
  REQUIRE(result.loops.size() == 1);
  CHECK(result.loops[0].id == "count.1");
  CHECK(result.loops[0].status == engine::LoopStatus::Certified);
  CHECK(std::ranges::all_of(result.loops[0].invariant, &engine::ConjunctResult::certified));
}

TEST_CASE("nothing is inferred when the annotations decide", "[engine][analyze]") {
  std::string annotated = counter;
  annotated.replace(annotated.find("while i < n\n"), 12, "while i < n invariant i <= n;\n");
  const engine::ProcedureResult result = analyze(annotated, Inference::WhenNeeded);
  CHECK(to_string(judge(result)) == "true");
  CHECK(result.loops[0].rounds == 0);
  CHECK(result.loops[0].invariant.size() == 1);
  CHECK(analyze(annotated, Inference::Always).loops[0].rounds > 0);
}

TEST_CASE("an open assertion is searched for once more with NEWTON", "[engine][analyze]") {
  const std::string swap = R"(procedure count() {
  var a: int, b: int, t: int;
  a, b := 4, 9;
  while * { t := a; a := b; b := t; }
  assert a >= LEAST;
})";
  const auto with = [&](const std::string& least, Inference inference,
                        const std::string& heuristics = "all") {
    std::string text = swap;
    return analyze(text.replace(text.find("LEAST"), 5, least), inference, heuristics);
  };
  const engine::ProcedureResult found =
      with("4", Inference::WhenNeeded, "targets,atoms,goals,frame,newton");
  CHECK(to_string(judge(found)) == "true");
  CHECK(found.loops[0].status == engine::LoopStatus::Certified);
  CHECK(std::ranges::any_of(found.loops[0].predicates, [](const engine::PredicateResult& one) {
    return one.used && one.origin.starts_with("newton");
  }));
  CHECK(to_string(judge(with("4", Inference::Always))) == "true");

  const engine::ProcedureResult without =
      with("4", Inference::WhenNeeded, "targets,atoms,goals,frame");
  CHECK(to_string(judge(without)) == "unknown(invariant-too-weak)");
  CHECK(std::ranges::none_of(without.queries, [](const engine::CallerCount& one) {
    return one.caller == "explain.newton";
  }));
  // A run that fails is an answer already.
  const engine::ProcedureResult refuted = with("5", Inference::WhenNeeded);
  CHECK(judge(refuted).verdict == engine::Verdict::False);
}

TEST_CASE("facts from runs: only what the proof rests on stays", "[engine][analyze]") {
  const std::string squares = R"(procedure count(n: int) returns (s: int)
  requires 0 <= n;
  ensures s == n * n;
{
  var i: int, d: int;
  s, d, i := 0, 1, 0;
  while i < n { s := s + d; d := d + 2; i := i + 1; }
})";
  const engine::ProcedureResult result = analyze(squares, Inference::WhenNeeded);
  CHECK(to_string(judge(result)) == "true");
  CHECK(result.loops[0].rounds == 0);  // nothing was searched for
  CHECK(result.loops[0].invariant.size() <= 4);
  const engine::ProcedureResult without =
      analyze(squares, Inference::WhenNeeded, "targets,atoms,goals,frame,newton");
  CHECK(std::ranges::none_of(without.queries, [](const engine::CallerCount& one) {
    return one.caller == "infer.claims";
  }));
}

TEST_CASE("what is printed as an invariant rests on no unproved assertion", "[engine][analyze]") {
  // i <= 5 is inductive only if the assertion holds, and it does not.
  const engine::ProcedureResult result = analyze(R"(procedure count() {
  var i: int;
  i := 0;
  while * predicate i <= 5, 0 <= i; { i := i + 1; assert i <= 5; }
})",
                                                 Inference::Always);
  for (const engine::ConjunctResult& conjunct : result.loops[0].invariant) {
    CHECK(conjunct.text != "i <= 5");
  }
}

TEST_CASE("a wrong user invariant is never printed as a fact", "[engine][analyze]") {
  const engine::ProcedureResult result = analyze(R"(procedure count() {
  var i: int;
  i := 0;
  while * invariant i <= 3; { i := i + 1; }
})",
                                                 Inference::Always);
  REQUIRE_FALSE(result.loops[0].invariant.empty());
  CHECK(result.loops[0].invariant[0].origin == engine::Origin::User);
  CHECK_FALSE(result.loops[0].invariant[0].certified());
  CHECK(to_string(judge(result)) == "false(invariant)");
}

TEST_CASE("a wrong user invariant carries no other", "[engine][analyze]") {
  const std::string text = R"(procedure count(n: int) {
  var x: int, y: int;
  x := 0; y := 0;
  while x < n invariant x <= 1, y <= 2; { x := x + 1; y := x; }
})";
  for (const Inference inference : {Inference::Always, Inference::Never}) {
    const engine::ProcedureResult result = analyze(text, inference);
    CHECK(to_string(judge(result)) == "false(invariant)");
    CHECK(result.loops[0].status == engine::LoopStatus::Candidate);
    for (const engine::ConjunctResult& conjunct : result.loops[0].invariant) {
      INFO(conjunct.text);
      CHECK(conjunct.certified() == (conjunct.origin != engine::Origin::User));
      CHECK((conjunct.origin == engine::Origin::User || conjunct.text != "y <= 2"));
    }
  }
}

TEST_CASE("the annotated program parses and proves itself", "[engine][emit]") {
  engine::Result result;
  result.procedures = {analyze(counter, Inference::Always)};
  const SourceFile file("test.gcl", counter);
  gcl::Context context;
  Diagnostics diagnostics;
  const auto program = gcl::parse_program(context, file, diagnostics);
  REQUIRE(program);
  std::ostringstream out;
  emit::write_annotated(out, context, *program, result);
  CHECK(to_string(judge(analyze(out.str(), Inference::Never))) == "true");
}

TEST_CASE("the report names place, fate and state", "[engine][emit]") {
  engine::Result result;
  result.procedures = {analyze(counter, Inference::Never)};
  std::ostringstream out;
  emit::write_report(out, result, SourceFile("test.gcl", counter), emit::Detail::Failures);
  CHECK(out.str().find("test.gcl:3:11: warning: this postcondition is not proved") == 0);
  CHECK(out.str().find("counterexample to induction") != std::string::npos);
  CHECK(out.str().find("i havocked by the loop at test.gcl:6:3") != std::string::npos);
}

TEST_CASE("what lattices know is claimed", "[engine][analyze]") {
  const std::string bound = R"(procedure count(n: int) returns (i: int)
{
  i := 0;
  while i < n { i := i + 1; }
  assert 0 <= i;
}
)";
  CHECK(to_string(judge(analyze(bound, Inference::WhenNeeded, "none"))) ==
        "unknown(invariant-too-weak)");
  CHECK(to_string(judge(analyze(bound, Inference::WhenNeeded, "lattices"))) == "true");
  if (!dataflow::is_available(dataflow::LatticeKind::Polyhedra)) return;
  const std::string relation = R"(procedure count(n: int) returns (i: int)
{
  var b: int, c: int;
  i := 0;
  b := 0;
  c := 0;
  while i < n {
    if * { b := b + 1; i := i + 3; } else { c := c + 1; i := i + 2; }
  }
  assert 3 * b + 2 * c == i && 2 * c <= i;
}
)";
  CHECK(to_string(judge(analyze(relation, Inference::WhenNeeded, "none"))) ==
        "unknown(invariant-too-weak)");
  CHECK(to_string(judge(analyze(relation, Inference::WhenNeeded, "lattices"))) == "true");
}
