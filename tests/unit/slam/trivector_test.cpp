// SPDX-License-Identifier: Apache-2.0
//
// CART's two examples of lost precision, and what disjunctive completion and focus win back.
#include "slam/trivector.h"

#include <catch2/catch.hpp>

#include "slam/bebop.h"
#include "slam/c2bp.h"
#include "tests/support/parsed.h"
#include "tests/support/parsed_bp.h"

using namespace pawl;
using namespace pawl::slam;
using abstraction::Bdd;
using pawl::test::Parsed;
using pawl::test::ParsedBp;

namespace {

/// The only statement of this kind in a program with one procedure.
template <class Kind>
Transfer only_step(const BpCfg& cfg, const StateSpace& space) {
  for (NodeId v = 0; v < cfg.nodes.size(); ++v) {
    const CfgNode& node = cfg.nodes[v];
    if (node.stmt == nullptr || !std::holds_alternative<Kind>(node.stmt->node)) continue;
    return space.edge(v, node.edges.front());
  }
  throw std::runtime_error("no such statement");
}

/// <v1, v2, ...>: '0', '1' or '*' for each variable in scope.
Bdd trivector(const StateSpace& space, const std::string& values) {
  BpState state(values.size());
  std::vector<Slot> known;
  for (Slot i = 0; i < values.size(); ++i) {
    state[i] = values[i] == '1';
    if (values[i] != '*') known.push_back(i);
  }
  return space.cube(state, known);
}

BebopResult run(const std::string& text, Domain domain) {
  const ParsedBp parsed(text);
  BebopOptions options;
  options.domain = domain;
  return bebop(parsed.program, options);
}

/// Which domains prove it, from Cartesian to Total: 'y' or 'n'.
std::string proved_by(const std::string& text) {
  std::string answers;
  for (const Domain domain :
       {Domain::Cartesian, Domain::Disjunctive, Domain::Focus, Domain::Total}) {
    const BebopResult result = run(text, domain);
    const bool safe = result.verdict == BebopVerdict::Safe;
    if (!safe) CHECK((domain == Domain::Total || result.reason == BebopUnknown::Domain));
    answers += safe ? 'y' : 'n';
  }
  return answers;
}

}  // namespace

TEST_CASE("theory 2.5: x = y with x > 5, x < 5 and y = 5", "[slam][trivector]") {
  Parsed parsed("procedure main(y: int) { var x: int; skip; x := y; }");
  const SourceFile file("predicates", "procedure main:\n 5 < x\n x < 5\n y == 5\n");
  PredicateSet set;
  Diagnostics diagnostics;
  read_predicates(parsed.context, parsed.program, file, set, diagnostics);
  const gcl::Program internal =
      gcl::internal_form(parsed.context, parsed.program, gcl::LoopInvariants::Check);
  const auto check = [&](Correlation correlation, const std::vector<std::string>& expected) {
    C2bpOptions options;
    options.correlation = correlation;
    options.strengthen.cube_length = 0;
    prover::QueryLog log;
    const Abstraction abstraction = C2bp(parsed.context, internal, options, log)(set, "main");
    const BpCfg cfg = make_cfg(abstraction.program);
    const StateSpace space(abstraction.program, cfg, {});
    // C2BP puts formals first: y == 5, 5 < x, x < 5.
    REQUIRE(abstraction.program.procedures[0].variables[0].name == "y == 5");
    std::optional<Transfer> step;
    for (NodeId v = 0; v < cfg.nodes.size(); ++v) {
      const BpStmt* stmt = cfg.nodes[v].stmt;
      if (stmt == nullptr || !std::holds_alternative<BpAssign>(stmt->node)) continue;
      const SourceStep& source = abstraction.steps[stmt->origin];
      if (source.role == SourceStep::Role::Statement) {
        step = space.edge(v, cfg.nodes[v].edges.front());
      }
    }
    REQUIRE(step);
    const Bdd start = trivector(space, "000");
    Bdd wanted = space.none();
    for (const std::string& one : expected) wanted |= trivector(space, one);
    CHECK(StateSpace::apply(start, *step) == wanted);
    // post#_bc(<0,0,0>) is <*,*,0> in the order of the paper.
    CHECK(post(std::vector{start}, *step, Domain::Cartesian) ==
          std::vector{trivector(space, "0**")});
  };
  // post#_bool, and the Cartesian product without what no state has.
  check(Correlation::Boolean, {"010", "001"});
  check(Correlation::Cartesian, {"000", "010", "001"});
}

TEST_CASE("theory 2.5: the filter x1 = x2 with and without focus", "[slam][trivector]") {
  const ParsedBp parsed("void main() begin decl x1, x2, x3; assume(x1 = x2); end");
  const BpCfg cfg = make_cfg(parsed.program);
  const StateSpace space(parsed.program, cfg, {});
  const Transfer step = only_step<BpAssume>(cfg, space);
  const std::vector<Bdd> all = {trivector(space, "***")};
  CHECK(post(all, step, Domain::Cartesian) == all);
  CHECK(post(all, step, Domain::Disjunctive) == all);
  CHECK(post(all, step, Domain::Focus) ==
        std::vector{trivector(space, "00*"), trivector(space, "11*")});
  const std::vector<Bdd> half = {trivector(space, "1*0")};
  CHECK(post(half, step, Domain::Cartesian) == std::vector{trivector(space, "110")});
}

TEST_CASE("theory 2.5: each rung of the ladder proves more", "[slam][trivector]") {
  CHECK(proved_by("void main() begin decl a; a := T; assert(a); end") == "yyyy");
  // Control points join trivectors; sets of them do not.
  CHECK(proved_by("void main() begin decl a, b; if (*) then a, b := T, T; else a, b := F, F; fi "
                  "assert(a = b); end") == "nyyy");
  CHECK(proved_by("void main() begin decl a, b; assume(a = b); assert(a = b); end") == "nnyy");
  // Nothing that is read can be focused on: the statement itself is nondeterministic.
  CHECK(proved_by("void main() begin decl a, b; a, b := *, * constrain ('a = 'b); "
                  "assert(a = b); end") == "nnny");
  CHECK(proved_by("void main() begin decl a; assert(a); end") == "nnnn");
  // Through calls.
  CHECK(proved_by("bool f(p) begin return p; end void main() begin decl a; a := f(T); "
                  "assert(a); end") == "yyyy");
}
