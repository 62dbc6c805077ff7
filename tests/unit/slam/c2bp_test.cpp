// SPDX-License-Identifier: Apache-2.0
//
// C2BP on the examples of the papers. Expressions are compared by their values in all consistent
// states: the papers choose freely in the others.
#include "slam/c2bp.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "slam/bebop.h"
#include "slam/bp_check.h"
#include "slam/bp_printer.h"
#include "tests/support/parsed.h"
#include "tests/support/parsed_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::Parsed;
using pawl::test::ParsedBp;

namespace {

/// A program in the internal form with its Boolean program.
class Abstracted {
 public:
  Abstracted(const std::string& text, const std::string& predicates, C2bpOptions options = {})
      : parsed(text), file_("test.predicates", predicates) {
    internal = gcl::internal_form(parsed.context, parsed.program, gcl::LoopInvariants::Check);
    Diagnostics diagnostics;
    read_predicates(parsed.context, parsed.program, file_, set, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    add_binding_predicates(parsed.context, internal, set);
    C2bp c2bp(parsed.context, internal, options, log);
    result = c2bp(set, "");
    queries = c2bp.strengthener().counts().queries;
    Diagnostics ours;
    check_bp(result.program, ours);
    REQUIRE_FALSE(ours.has_errors());
  }

  BebopVerdict verdict(const std::string& entry) const {
    BebopOptions options;
    options.entry = result.program.find(entry);
    return bebop(result.program, options).verdict;
  }
  const BpProcedure& procedure(const std::string& name) const {
    return result.program.procedures[result.program.find(name)];
  }
  std::string text() const { return to_string(result.program); }

  Parsed parsed;
  gcl::Program internal;
  PredicateSet set;
  prover::QueryLog log;
  Abstraction result;
  std::uint64_t queries = 0;

 private:
  SourceFile file_;
};

/// What an expression may be under an assignment to all variables: bit 0 false, bit 1 true.
unsigned values(const BpExpr& e, const std::vector<bool>& globals,
                const std::vector<bool>& locals) {
  std::vector<unsigned> stack;
  const auto pop = [&] {
    const unsigned top = stack.back();
    stack.pop_back();
    return top;
  };
  const auto combine = [](unsigned a, unsigned b, auto function) {
    unsigned result = 0;
    for (unsigned x = 0; x < 2; ++x) {
      for (unsigned y = 0; y < 2; ++y) {
        if ((a >> x & 1U) != 0 && (b >> y & 1U) != 0) result |= function(x, y) ? 2U : 1U;
      }
    }
    return result;
  };
  for (const BpExpr::Node& node : e.nodes()) {
    switch (node.op) {
      case BpOp::False: stack.push_back(1); break;
      case BpOp::True: stack.push_back(2); break;
      case BpOp::Nondet: stack.push_back(3); break;
      case BpOp::Var:
      case BpOp::Next:
        stack.push_back((node.var.is_global() ? globals : locals)[node.var.index] ? 2 : 1);
        break;
      case BpOp::Not: {
        const unsigned a = pop();
        stack.push_back((a & 1U) << 1U | a >> 1U);
        break;
      }
      case BpOp::Choose:
      case BpOp::Schoose: {
        const unsigned neg = pop();
        const unsigned pos = pop();
        unsigned result = 0;
        if ((pos & 2U) != 0) result |= 2;
        if ((pos & 1U) != 0) {
          if ((neg & 2U) != 0) result |= 1;
          if ((neg & 1U) != 0) result |= 3;
        }
        stack.push_back(result);
        break;
      }
      case BpOp::And:
      case BpOp::Or:
      case BpOp::Xor:
      case BpOp::Implies:
      case BpOp::Equal:
      case BpOp::NotEqual: {
        const unsigned b = pop();
        const unsigned a = pop();
        stack.push_back(combine(a, b, [&](unsigned x, unsigned y) {
          if (node.op == BpOp::And) return x != 0 && y != 0;
          if (node.op == BpOp::Or) return x != 0 || y != 0;
          if (node.op == BpOp::Implies) return x == 0 || y != 0;
          return (x == y) == (node.op == BpOp::Equal);
        }));
        break;
      }
    }
  }
  return stack.back();
}

/// The same values wherever `consistent` (over the procedure's variables) holds.
void check_same(const Abstracted& abstracted, const BpExpr& found, const std::string& procedure,
                const std::string& expected, const std::string& consistent) {
  const BpProcedure& of = abstracted.procedure(procedure);
  std::string text = "void main() begin decl ";
  for (std::size_t i = 0; i < of.variables.size(); ++i) {
    text += (i > 0 ? ", " : "") + shown_name(of.variables[i].name);
  }
  text += ", ok; ok := " + consistent + "; ok := " + expected + "; end";
  const ParsedBp reference(text);
  const BpBlock& body = reference.program.procedures[0].body;
  const BpExpr& is_consistent = std::get<BpAssign>(body[0].node).values[0];
  const BpExpr& wanted = std::get<BpAssign>(body[1].node).values[0];
  INFO("found " << to_string(abstracted.result.program, of, found) << ", expected " << expected);
  for (std::size_t bits = 0; bits < (1U << of.variables.size()); ++bits) {
    std::vector<bool> locals;
    for (std::size_t i = 0; i <= of.variables.size(); ++i) locals.push_back((bits >> i & 1U) != 0);
    if (values(is_consistent, {}, locals) != 2) continue;
    CHECK(values(found, {}, locals) == values(wanted, {}, locals));
  }
}

/// The values of a variable after the i-th statement that is of this kind.
template <class Kind>
const Kind& nth(const BpBlock& block, std::size_t index) {
  for (const BpStmt& stmt : block) {
    const auto* found = std::get_if<Kind>(&stmt.node);
    if (found != nullptr && index-- == 0) return *found;
  }
  throw std::runtime_error("no such statement");
}

const BpExpr& value_of(const Abstracted& abstracted, const std::string& procedure,
                       const BpAssign& assign, const std::string& name) {
  const BpProcedure& of = abstracted.procedure(procedure);
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    if (abstracted.result.program.variable(of, assign.targets[i]).name == name) {
      return assign.values[i];
    }
  }
  throw std::runtime_error("'" + name + "' is not assigned");
}

C2bpOptions unlimited() {
  C2bpOptions options;
  options.strengthen.cube_length = 0;
  return options;
}

}  // namespace

TEST_CASE("theory 2.2: x < 5 and x = 2, the table of the paper", "[slam][c2bp]") {
  const Abstracted a(R"(procedure main(y: int) { var x: int;
      x := y; assert x < 4; assume x < 2; x := x + 1; })",
                     "procedure main:\n x < 5\n x == 2\n");
  const std::string consistent = "!({x == 2} & !{x < 5})";
  const BpBlock& body = a.procedure("main").body;
  check_same(a, nth<BpAssert>(body, 0).condition, "main", "choose({x == 2}, !{x < 5})", consistent);
  check_same(a, nth<BpAssume>(body, 0).condition, "main", "{x < 5} & !{x == 2}", consistent);
  const auto& step = nth<BpAssign>(body, 2);
  check_same(a, value_of(a, "main", step, "x < 5"), "main", "choose({x == 2}, !{x < 5})",
             consistent);
  check_same(a, value_of(a, "main", step, "x == 2"), "main", "choose(F, {x == 2} | !{x < 5})",
             consistent);
}

TEST_CASE("theory 2.2: *p = *p + x, where p does not point to x or r", "[slam][c2bp]") {
  const Abstracted a(R"(var m: [int]int;
    procedure main(p: int, x: int, r: int) modifies m; {
      m[p] := m[p] + x;
      if m[p] <= x { skip; } else { skip; }
    })",
                     "procedure main:\n m[p] <= 0\n x == 0\n r == 0\n");
  const BpBlock& body = a.procedure("main").body;
  const auto& store = nth<BpAssign>(body, 0);
  CHECK(store.targets.size() == 1);
  check_same(a, value_of(a, "main", store, "m[p] <= 0"), "main",
             "choose({m[p] <= 0} & {x == 0}, !{m[p] <= 0} & {x == 0})", "T");
  const auto& test = nth<BpBranch>(body, 0);
  check_same(a, nth<BpAssume>(test.choices[0], 0).condition, "main", "{x == 0} => {m[p] <= 0}",
             "T");
  check_same(a, nth<BpAssume>(test.choices[1], 0).condition, "main", "{x == 0} => !{m[p] <= 0}",
             "T");
}

TEST_CASE("theory 2.2: figure 1 of CART, the assertion is unreachable", "[slam][c2bp]") {
  const Abstracted a(R"(var x: int, y: int, z: int, w: int;
    procedure main() modifies x, z; {
      var again: bool;
      again := true;
      while again {
        z := 0; x := y;
        if w != 0 { x := x + 1; z := 1; }
        again := x != y;
      }
      if z != 0 { assert false; }
    })",
                     "global:\n z == 0\n x == y\nprocedure main:\n again\n");
  CHECK(a.verdict("main") == BebopVerdict::Safe);
  const Abstracted body(R"(procedure main(y: int, w: int) {
      var x: int, z: int;
      z := 0; x := y;
      if w != 0 { x := x + 1; z := 1; }
      if z != 0 { assert false; }
    })",
                        "procedure main:\n z == 0\n x == y\n");
  const BpBlock& top = body.procedure("main").body;
  const auto value = [&](const BpAssign& assign, const std::string& name) {
    return to_string(body.result.program, body.procedure("main"),
                     value_of(body, "main", assign, name));
  };
  CHECK(value(nth<BpAssign>(top, 1), "z == 0") == "T");
  CHECK(value(nth<BpAssign>(top, 2), "x == y") == "T");
  const BpBlock& taken = nth<BpBranch>(top, 0).choices[0];
  CHECK(nth<BpAssume>(taken, 0).condition.is(BpOp::True));
  check_same(body, value_of(body, "main", nth<BpAssign>(taken, 0), "x == y"), "main",
             "choose(F, {x == y})", "T");
  CHECK(value(nth<BpAssign>(taken, 1), "z == 0") == "F");
  check_same(body, nth<BpAssume>(nth<BpBranch>(top, 1).choices[0], 0).condition, "main",
             "!{z == 0}", "T");
  const Abstracted blind(R"(var x: int, y: int, z: int, w: int;
    procedure main() modifies x, z; {
      z := 0; x := y;
      if w != 0 { x := x + 1; z := 1; }
      if z != 0 { assert false; }
    })",
                         "global:\n z == 0\n");
  CHECK(blind.verdict("main") == BebopVerdict::Violated);
}

const char* const inc_foo = R"(
  procedure inc(x0: int) returns (r: int) { var x: int; x := x0; x := x + 1; r := x; }
  procedure foo(a: int) returns (c: int) {
    var b: int;
    call b := inc(a);
    call c := inc(b);
    assert a == 2 ==> c == 4;
  })";

TEST_CASE("theory 2.3: inc and foo, monomorphic", "[slam][c2bp]") {
  const Abstracted a(inc_foo,
                     "procedure inc:\n x0 == 2\n x0 == 3\n x == 2\n x == 3\n x == 4\n r == 3\n"
                     " r == 4\nprocedure foo:\n a == 2\n b == 3\n c == 4\n");
  CHECK(a.verdict("foo") == BebopVerdict::Safe);
  // After the first call b = 3 is just what came back for r = 3.
  const auto& update = nth<BpAssign>(a.procedure("foo").body, 1);
  check_same(a, value_of(a, "foo", update, "b == 3"), "foo", "ret1", "!(ret1 & ret2)");
}

TEST_CASE("theory 2.3: inc and foo, polymorphic, one abstraction of inc for all callers",
          "[slam][c2bp]") {
  const std::string predicates =
      "procedure inc:\n x == x0\n x == x0 + 1\n r == x0 + 1\nprocedure foo:\n"
      " a == 2\n b == 3\n c == 4\n";
  const Abstracted a(inc_foo, predicates);
  CHECK(a.verdict("foo") == BebopVerdict::Safe);
  const auto& update = nth<BpAssign>(a.procedure("foo").body, 1);
  check_same(a, value_of(a, "foo", update, "b == 3"), "foo",
             "choose({a == 2} & ret1, ({a == 2} & !ret1) | (!{a == 2} & ret1))", "T");
  const Abstracted more(std::string(inc_foo) + R"(
      procedure main() { var d: int; call d := foo(5); call d := inc(7); assert d == 8; })",
                        predicates + "procedure main:\n d == 8\n");
  CHECK(more.verdict("main") == BebopVerdict::Safe);
  CHECK(to_string(more.result.program).find(to_string(a.result.program).substr(0, 200)) !=
        std::string::npos);
}

const char* const swap_test = R"(
  var m: [int]int;
  procedure swap(p: int, q: int) modifies m; {
    var t: int;
    t := m[p]; m[p] := m[q]; m[q] := t;
  }
  procedure test() modifies m; {
    m[1] := 4; m[2] := 5;
    call swap(1, 2);
    assert m[1] == 5;
    assert m[2] == 4;
  })";

TEST_CASE("theory 2.3: swap and test", "[slam][c2bp]") {
  const std::string predicates =
      "procedure swap:\n m[p] == old(m[p])\n m[q] == old(m[q])\n m[p] == old(m[q])\n"
      " m[q] == old(m[p])\n t == old(m[p])\n"
      "procedure test:\n m[1] == 4\n m[2] == 5\n m[1] == 5\n m[2] == 4\n";
  const Abstracted a(swap_test, predicates);
  CHECK(a.verdict("test") == BebopVerdict::Safe);
  // In swap: t = *p; *p = *q; *q = t, where nothing is known of p = q.
  const BpBlock& swap = a.procedure("swap").body;
  const auto& read = nth<BpAssign>(swap, 1);
  CHECK(read.targets.size() == 1);
  check_same(a, value_of(a, "swap", read, "t == old(m)[p]"), "swap", "{m[p] == old(m)[p]}", "T");
  const auto& copy = nth<BpAssign>(swap, 2);
  check_same(a, value_of(a, "swap", copy, "m[p] == old(m)[p]"), "swap", "{m[q] == old(m)[p]}", "T");
  check_same(a, value_of(a, "swap", copy, "m[p] == old(m)[q]"), "swap", "{m[q] == old(m)[q]}", "T");
  const auto& write = nth<BpAssign>(swap, 3);
  check_same(a, value_of(a, "swap", write, "m[q] == old(m)[p]"), "swap", "{t == old(m)[p]}", "T");
  // After the call: a place has a value if it was there before and stayed, or was in the other
  // place and moved. The rets are the first four predicates of swap.
  const std::string consistent = "(!{m[1] == 4} | !{m[1] == 5}) & (!{m[2] == 4} | !{m[2] == 5})";
  const auto& update = nth<BpAssign>(a.procedure("test").body, 2);
  const auto check_update = [&](const std::string& own, const std::string& stays,
                                const std::string& other, const std::string& moves) {
    INFO(own);
    const std::string was = "{" + own + "}";
    const std::string there = "{" + other + "}";
    check_same(a, value_of(a, "test", update, own), "test",
               "choose((" + was + " & " + stays + ") | (" + there + " & " + moves + "), (" + was +
                   " != " + stays + ") | (" + there + " != " + moves + "))",
               consistent);
  };
  check_update("m[1] == 4", "ret1", "m[2] == 4", "ret3");
  check_update("m[1] == 5", "ret1", "m[2] == 5", "ret3");
  check_update("m[2] == 4", "ret2", "m[1] == 4", "ret4");
  check_update("m[2] == 5", "ret2", "m[1] == 5", "ret4");
}

TEST_CASE("theory 2.3: swap both ways round needs to know whether p is q", "[slam][c2bp]") {
  const std::string text = std::string(swap_test) + R"(
    procedure main() modifies m; { call test(); call swap(2, 1); })";
  const std::string predicates =
      "procedure swap:\n p == q\n m[p] == old(m[q])\n m[q] == old(m[p])\n t == old(m[p])\n"
      "procedure test:\n m[1] == 4\n m[2] == 5\n m[1] == 5\n m[2] == 4\n";
  const Abstracted a(text, predicates);
  CHECK(a.verdict("main") == BebopVerdict::Safe);
}

TEST_CASE("theory 2.4: Morris' axiom, with and without what is known of the addresses",
          "[slam][c2bp]") {
  // x is m[1]: WP(x := 5, *y > 6) is (1 = y and 5 > 6) or (1 != y and *y > 6).
  const Abstracted a(R"(var m: [int]int;
    procedure main(y: int) modifies m; { skip; m[1] := 5; })",
                     "procedure main:\n y == 1\n 6 < m[y]\n");
  const auto& store = nth<BpAssign>(a.procedure("main").body, 0);
  check_same(a, value_of(a, "main", store, "6 < m[y]"), "main",
             "choose(!{y == 1} & {6 < m[y]}, {y == 1} | !{6 < m[y]})", "T");
  const Abstracted unknown(R"(var m: [int]int;
    procedure main(y: int) modifies m; { skip; m[1] := 5; })",
                           "procedure main:\n 6 < m[y]\n");
  const auto& blind = nth<BpAssign>(unknown.procedure("main").body, 0);
  check_same(unknown, value_of(unknown, "main", blind, "6 < m[y]"), "main",
             "choose(F, !{6 < m[y]})", "T");
}

TEST_CASE("theory 2.5: CART's loss of precision, and what correlation gains", "[slam][c2bp]") {
  const std::string text = R"(procedure main(y: int, x0: int) {
      var x: int;
      x := x0;
      assume !(x > 5) && !(x < 5) && !(y == 5);
      x := y;
      assert x > 5 || x < 5;
    })";
  const std::string predicates = "procedure main:\n 5 < x\n x < 5\n y == 5\n";
  C2bpOptions cartesian = unlimited();
  CHECK(Abstracted(text, predicates, cartesian).verdict("main") == BebopVerdict::Violated);
  C2bpOptions together = unlimited();
  together.correlation = Correlation::Boolean;
  CHECK(Abstracted(text, predicates, together).verdict("main") == BebopVerdict::Safe);
}

TEST_CASE("a binding predicate is added for every symbolic constant", "[slam][c2bp]") {
  const Abstracted a("var g: int; procedure main() modifies g; { g := g + 1; }",
                     "procedure main:\n g == old(g) + 1\n");
  CHECK(a.set.of("main").size() == 2);
  CHECK(a.text().find("{g == old(g)}") != std::string::npos);
}

TEST_CASE("the printed Boolean program parses to itself", "[slam][c2bp]") {
  const Abstracted a(swap_test,
                     "global:\n m[1] == 4\nprocedure swap:\n m[p] == old(m[q])\n t == 3\n");
  const ParsedBp again(a.text());
  CHECK(same_program(again.program, a.result.program));
}

TEST_CASE("predicates out of scope are refused with their place", "[slam][c2bp]") {
  Parsed parsed("var g: int; procedure main(n: int) { var i: int; i := n; }");
  const auto messages = [&](const std::string& text) {
    const SourceFile file("p.txt", text);
    PredicateSet set;
    Diagnostics diagnostics;
    read_predicates(parsed.context, parsed.program, file, set, diagnostics);
    std::ostringstream out;
    render(out, diagnostics);
    return out.str();
  };
  CHECK(messages("global:\n g == 0\nprocedure main:\n i < n // fine\n").empty());
  CHECK(messages("global:\n i == 0\n").find("p.txt:2:1") != std::string::npos);
  CHECK(messages("procedure nobody:\n").find("no procedure 'nobody'") != std::string::npos);
  CHECK(messages("global:\n old(g) == 0\n").find("belongs to a procedure") != std::string::npos);
  CHECK(messages("procedure main:\n i +\n").find("p.txt:2") != std::string::npos);
  CHECK(messages("somewhere:\n").find("expected 'global:'") != std::string::npos);
}

TEST_CASE("longer cubes are not tried when there is a limit", "[slam][c2bp]") {
  const std::string text = R"(procedure main(a: int, b: int, c: int, d: int) { var x: int;
      x := a; assume a == 1 && b == 1 && c == 1 && d == 1; x := a + b + c + d; assert x == 4; })";
  const std::string predicates = "procedure main:\n a == 1\n b == 1\n c == 1\n d == 1\n x == 4\n";
  CHECK(Abstracted(text, predicates).verdict("main") == BebopVerdict::Violated);
  CHECK(Abstracted(text, predicates, unlimited()).verdict("main") == BebopVerdict::Safe);
}
