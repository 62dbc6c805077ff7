// SPDX-License-Identifier: Apache-2.0
//
// The register machine and the interpreter, which share no code, agree on every run: how it ends,
// where, and in which state. On random programs with loops, calls, contracts and maps, and on
// written ones for what those lack.
#include "gcl/register_machine.h"

#include <catch2/catch.hpp>

#include "tests/property/program_world.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;
using pawl::test::ProgramWorld;

namespace {

constexpr std::uint64_t plenty = 20'000;

std::string show(const State& state) {
  std::map<std::string, std::string> sorted;
  for (const auto& [var, value] : state) sorted.emplace(var.name(), to_string(value));
  std::string text;
  for (const auto& [name, value] : sorted) text += name + " = " + value + "\n";
  return text;
}

std::string place(const SourceRange& range) {
  return std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column);
}

std::string outcome(const Run& run) {
  if (const auto* wrong = std::get_if<WentWrong>(&run.outcome)) {
    return "wrong: " + std::string(to_string(wrong->kind)) + " " + place(wrong->at) + " depth " +
           std::to_string(wrong->depth) + " in " + wrong->procedure->name +
           (wrong->clause == nullptr ? "" : " clause " + place(wrong->clause->range)) +
           (wrong->stmt == nullptr ? "" : " at a statement");
  }
  if (const auto* blocked = std::get_if<Blocked>(&run.outcome)) {
    return "blocked " + place(blocked->range);
  }
  if (run.ended<NormalEnd>()) return "normal";
  if (run.ended<OutOfFuel>()) return "out of fuel";
  return "undecided: " + std::get<Undecided>(run.outcome).why;
}

struct Both {
  Run slow, fast;
};

Both run_both(const Program& program, const Procedure& procedure, std::uint64_t seed,
              InvariantChecks invariants) {
  InterpreterOptions options;
  options.fuel = plenty;
  options.invariants = invariants;
  options.tracing = Tracing::Off;
  SeededChooser first(seed);
  SeededChooser second(seed);
  MachineOptions machine;
  machine.fuel = plenty;
  machine.invariants = invariants;
  return {run(program, procedure, first, options),
          RegisterMachine(program, machine).run(procedure, second)};
}

void check_same(const Program& program, const Procedure& procedure, std::uint64_t seed,
                InvariantChecks invariants) {
  const Both both = run_both(program, procedure, seed, invariants);
  CHECK(show(both.slow.initial) == show(both.fast.initial));
  CHECK(outcome(both.slow) == outcome(both.fast));
  CHECK(both.slow.contract_calls.size() == both.fast.contract_calls.size());
  if (both.slow.ended<OutOfFuel>()) return;  // the two count differently
  CHECK(show(both.slow.final) == show(both.fast.final));
}

void check_text(const char* text) {
  const Parsed parsed(text);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    check_same(parsed.program, parsed.program.procedures.back(), seed, InvariantChecks::On);
    check_same(parsed.program, parsed.program.procedures.back(), seed, InvariantChecks::Off);
  }
}

}  // namespace

TEST_CASE("the register machine runs random programs like the interpreter",
          "[gcl][register_machine]") {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    INFO("program " << seed);
    const ProgramWorld world(seed, 14);
    for (std::uint64_t run_seed = 0; run_seed < 5; ++run_seed) {
      INFO("run " << run_seed);
      check_same(world.program(), world.main(), run_seed, InvariantChecks::On);
      check_same(world.program(), world.main(), run_seed, InvariantChecks::Off);
    }
  }
}

TEST_CASE("maps of maps are changed in place and shared ones are copied",
          "[gcl][register_machine]") {
  check_text(R"(
    procedure main() {
      var m: [int][int]int, n: [int][int]int, i: int, j: int;
      i := 0; n := m;
      while i < 6 {
        j := 0;
        while j < 6 {
          m[i][j] := m[j][i] + i * 10;
          if m[i][j] > 30 { n := m; }
          m[i] := m[j];
          m[i - 3][j - 3] := n[i][j] - 1;
          j := j + 1;
        }
        i := i + 1;
      }
      assert m[0][0] == n[5][5] || m[2][3] < 7;
      n[1], m[1] := m[2], n[2];
      assert n == m;
    })");
}

TEST_CASE("large numbers, division by zero, bit-vectors, reals and choices",
          "[gcl][register_machine]") {
  check_text(R"(
    sort ref;
    const null: ref;
    function f(x: int, r: ref): int;
    function twice(x: int): int = x + x;
    procedure main() {
      var x: int, y: int, u: bv8, v: bv32, w: bv100, r: real, p: ref, q: ref, b: bool, i: int;
      i := 0;
      while i < 8
        invariant i <= 9; invariant entry(x) == entry(x);
      {
        x := x * x * 1000003 + y - 7; y := -x;
        y := (x div 7) + (x mod (y - y + 5)) + x div (i - 3) + x mod (i - 4) - y div -3;
        u := bv_add(u, 77bv8); v := bv_mul(v, 12345bv32); w := bv_add(w, 3bv100);
        v := bv_xor(bv_shl(v, 3bv32), bv_ashr(v, bv_lshr(v, 28bv32))); u := bv_neg(bv_not(u));
        v := bv_or(v, bv_and(int_to_bv(32, x), 65535bv32)); y := y + bv_to_int(v);
        if bv_slt(v, 9bv32) && bv_sle(u, 3bv8) || bv_ule(u, 9bv8) { u := bv_sub(u, 9bv8); }
        if bv_ult(u, 100bv8) { b := !b; } else { x := x - 1; }
        if * { x := x + 1; } else { y := twice(y) + f(i, p); }
        r := r + 0.5;
        { x := 1; } [] { y := 2; } [] { assume b || x != 17; }
        i := i + 1;
      }
      assert b || x == 3 ==> y >= 0 && (p == q <==> q == p);
      assert forall k: int :: 0 <= k && k < 5 ==> f(k, null) <= f(k, p) + 100;
    })");
}

TEST_CASE("calls, old values, recursion, blocks", "[gcl][register_machine]") {
  check_text(R"(
    var g: int;
    procedure down(n: int) returns (r: int)
      modifies g; ensures g <= old(g) + 40; ensures r >= 0 || n < 0;
    {
      var k: int;
      g := g + 1;
      block out {
        if n <= 0 { r := 0; exit out; }
        call k := down(n - 1);
        r := k + 1;
        if r > 5 { r := old(g); exit out; }
        r := r + n;
      }
    }
    procedure open(n: int) returns (r: int) requires n >= -3; modifies g; ensures r > n;
      ensures g != old(g);
    procedure main() modifies g; {
      var x: int, y: int;
      call x := down(x);
      call y := open(x);
      assert y > x;
      call x := down(y);
    })");
}

TEST_CASE("what is watched is told, and a run can be stopped", "[gcl][register_machine]") {
  Parsed parsed("procedure main() { var i: int; i := 0; while true { i := i + 1; } }");
  const Expr i = parsed.context.var("i", parsed.context.int_sort());
  std::vector<std::string> seen;
  MachineOptions options;
  options.watched = {i};
  options.observer = [&](Expr, const Value& value) { seen.push_back(to_string(value)); };
  options.fuel = 9;
  SeededChooser chooser(1);
  const Run run =
      RegisterMachine(parsed.program, options).run(parsed.program.procedures[0], chooser);
  CHECK(run.ended<OutOfFuel>());
  CHECK(seen == std::vector<std::string>{"0", "1", "2", "3", "4"});
  options.observer = [](Expr, const Value&) {};
  options.fuel = 1'000'000'000'000;
  options.go_on = [] { return false; };
  CHECK(RegisterMachine(parsed.program, options)
            .run(parsed.program.procedures[0], chooser)
            .ended<OutOfFuel>());
}
