// SPDX-License-Identifier: Apache-2.0
//
// Whatever the loop, what is proposed for it is well formed: distinct Boolean predicates that
// print and parse, over names that mean something at the loop, the same when asked again.
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

/// Random procedures over a few integers, flags, references and maps.
class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::string program() {
    std::string text =
        "sort ref;\nconst null: ref;\nvar g: int, next: [ref]ref;\n"
        "procedure q(x: int) returns (y: int)\n  requires 0 <= x;\n  modifies g;\n"
        "  ensures y >= x && g == old(g) + 1;\n"
        "procedure p(n: int, a: [int]int, head: ref) returns (b: [int]int, r: int)\n"
        "  requires 0 <= n;\n  modifies g, next;\n";
    for (std::size_t k = pick(3); k > 0; --k) text += "  ensures " + goal() + ";\n";
    text +=
        "{\n  var i: int, j: int, k: int, f: bool, t: ref, m: [int][int]int;\n"
        "  b := a; i := 0; j := n; f := false; t := head;\n";
    text += block(0) + loop(0) + block(0);
    return text + "}\n";
  }

 private:
  std::size_t pick(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  std::string one_of(std::initializer_list<const char*> choices) {
    return *(choices.begin() + pick(choices.size()));
  }

  std::string variable() { return one_of({"i", "j", "k", "r", "g"}); }
  std::string term() {
    switch (pick(6)) {
      case 0: return variable() + one_of({" + 1", " - 1", " * 2"});
      case 1: return "a[" + variable() + "]";
      case 2: return "b[" + variable() + one_of({"", " + 1", " - 1"}) + "]";
      case 3: return one_of({"n", "0", "1", "n - 1", "old(g)", "(i + j) div 2"});
      case 4: return "m[" + variable() + "][" + variable() + "]";
      default: return variable();
    }
  }
  std::string condition() {
    const std::string left = term();
    const std::string test = left + one_of({" < ", " <= ", " == ", " != "}) + term();
    switch (pick(6)) {
      case 0: return "f && " + test;
      case 1: return test + " || t == null";
      case 2: return "!(" + test + ")";
      case 3: return "next[t] != head";
      default: return test;
    }
  }
  std::string goal() {
    return one_of({"forall x: int :: 0 <= x && x < n ==> b[x] == a[x]",
                   "forall x: int, y: int :: 0 <= x && x < y && y < n ==> b[x] <= b[y]",
                   "exists x: int :: 0 <= x && x < n && b[x] == r", "0 <= r && r <= n",
                   "r == n || (forall x: int :: 0 <= x && x < r ==> b[x] != 0)",
                   "(r == 0) <==> (forall x: int :: b[x] == 0)", "g >= old(g)",
                   "forall x: ref :: next[x] == old(next)[x] || next[x] == null"});
  }

  std::string block(std::size_t depth) {
    std::string text;
    for (std::size_t k = pick(4); k > 0; --k) text += statement(depth);
    return text;
  }
  std::string statement(std::size_t depth) {
    switch (pick(depth < 3 ? 13 : 9)) {
      case 0: return variable() + " := " + term() + ";\n";
      case 1: return "b[" + term() + "] := " + term() + ";\n";
      case 2: return "m[" + variable() + "][" + variable() + "] := " + term() + ";\n";
      case 3: return "i, j := " + term() + ", " + term() + ";\n";
      case 4: return "next[t] := " + one_of({"null", "head", "next[head]"}) + ";\nt := next[t];\n";
      case 5: return "havoc " + variable() + ";\n";
      case 6: return one_of({"assert ", "assume "}) + condition() + ";\n";
      case 7: return "call " + one_of({"i", "j", "k", "r"}) + " := q(" + term() + ");\n";
      case 8: return "f := " + condition() + ";\n";
      case 9: return loop(depth + 1);
      case 10: return "{ " + block(depth + 1) + "} [] { " + block(depth + 1) + "}\n";
      case 11: {
        const std::string label = "l" + std::to_string(labels_++);
        return "block " + label + " {\n" + block(depth + 1) + "if " + condition() + " { exit " +
               label + "; }\n" + loop(depth + 1) + block(depth + 1) + "}\n";
      }
      default:
        return "if " + condition() + " {\n" + block(depth + 1) + "} else {\n" + block(depth + 1) +
               "}\n";
    }
  }
  std::string loop(std::size_t depth) {
    const std::string step = pick(2) == 0 ? "i := i + 1;\n" : "j := j - 1;\n";
    return "while " + (pick(8) == 0 ? std::string("*") : condition()) + " {\n" + block(depth + 1) +
           step + "}\n";
  }

  std::mt19937 random_;
  std::size_t labels_ = 0;
};

void check_well_formed(LoopFixture& f, const Proposal& proposal) {
  std::set<gcl::Expr> distinct;
  for (const Predicate& predicate : proposal.predicates()) {
    const std::string text = gcl::print(predicate.formula);
    INFO(text << "   " << predicate.origin);
    CHECK(f.expr(text, proposal.skolems()) == predicate.formula);
    CHECK(distinct.insert(canonical(f.context(), predicate.formula)).second);
    for (const gcl::Expr variable : gcl::free_vars(predicate.formula)) {
      CHECK_FALSE(is_opaque(variable));
    }
  }
  for (const gcl::Expr skolem : proposal.skolems()) {
    CHECK(std::ranges::any_of(proposal.predicates(), [&](const Predicate& predicate) {
      return gcl::occurs(skolem, predicate.formula);
    }));
  }
  CHECK(std::ranges::is_sorted(proposal.predicates(), {}, &Predicate::rank));
}

TEST_CASE("random loops: proposals are well formed", "[heuristics][random]") {
  std::size_t loops = 0;
  std::size_t predicates = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    const std::string text = Generator(seed).program();
    INFO("seed " << seed << "\n" << text);
    LoopFixture f(text);
    for (std::size_t loop = 0; loop < f.loop_count(); ++loop) {
      const Proposal proposal = f.propose(loop);
      check_well_formed(f, proposal);
      CHECK(to_string(proposal) == to_string(f.propose(loop)));
      ++loops;
      predicates += proposal.predicates().size();
    }
  }
  CHECK(loops > 300);
  CHECK(predicates > loops);
}

std::string repeated(const char* text, std::size_t times) {
  std::string all;
  for (std::size_t k = 0; k < times; ++k) all += text;
  return all;
}

TEST_CASE("random loops: deep nesting and long bodies", "[heuristics][random]") {
  const std::string head = "procedure p(n: int, a: [int]int) returns (r: int) { r := 0;\n";
  LoopFixture tests(head + "while r < n { " + repeated("if a[r] < r { ", 400) + "r := r + 1; " +
                    repeated("}", 400) + " } }");
  check_well_formed(tests, tests.propose());
  LoopFixture loops(head + repeated("while r < n { ", 30) + "r := r + 1; " + repeated("}", 30) +
                    " }");
  check_well_formed(loops, loops.propose(0));
  check_well_formed(loops, loops.propose(29));
  LoopFixture straight(head + "while r < n { " + repeated("r := r + a[r]; ", 3000) + " } }");
  check_well_formed(straight, straight.propose());
  LoopFixture doubled(head + "while r < n { " + repeated("r := r + r; ", 200) + " } }");
  check_well_formed(doubled, doubled.propose());
}

}  // namespace
}  // namespace pawl::heuristics
