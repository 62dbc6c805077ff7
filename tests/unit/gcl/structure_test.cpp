// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/cfg.h"
#include "tests/support/test_graph.h"
#include "tests/unit/gcl/printed.h"

using namespace pawl;
using namespace pawl::gcl;
using namespace pawl::test;

namespace {

std::string structured(const std::vector<BlockText>& blocks) {
  TestGraph graph(blocks);
  Diagnostics diagnostics;
  const auto code = structure(graph.parsed.context, graph.cfg, "L", diagnostics);
  CHECK_FALSE(diagnostics.has_errors());
  return code ? printed(*code) : "irreducible";
}

}  // namespace

TEST_CASE("straight lines and ifs have no labels", "[gcl][structure]") {
  CHECK(structured({finish("x := 1;")}) == "x := 1;");
  CHECK(structured({go("x := 1;", 2), finish("x := 9;"), go("", 3), go("x := 2;", 4),
                    finish("")}) == "x := 1; x := 2;");
  CHECK(structured({branch("x := 0;", "a < b", 1, 2), go("x := 1;", 2), finish("y := x;")}) ==
        "x := 0; if a < b { x := 1; } y := x;");
  CHECK(structured({branch("", "a < b", 1, 2), go("x := 1;", 3), go("x := 2;", 3),
                    finish("y := x;")}) == "if a < b { x := 1; } else { x := 2; } y := x;");
  CHECK(structured({branch("", "a < b", 2, 1), go("x := 1;", 2), finish("")}) ==
        "if !(a < b) { x := 1; }");
  CHECK(structured({branch("", "*", 2, 1), go("x := 1;", 2), finish("")}) == "if * { x := 1; }");
}

TEST_CASE("a chain of ifs, a sequence of ifs", "[gcl][structure]") {
  CHECK(structured({branch("", "a == 1", 1, 2), go("x := 1;", 5), branch("", "a == 2", 3, 4),
                    go("x := 2;", 5), go("x := 3;", 5), finish("y := x;")}) ==
        "if a == 1 { x := 1; } else if a == 2 { x := 2; } else { x := 3; } y := x;");
  CHECK(structured({branch("", "a == 1", 1, 2), go("x := 1;", 2), branch("", "b == 1", 3, 4),
                    go("x := 2;", 4), branch("", "c == 1", 5, 6), go("x := 3;", 6), finish("")}) ==
        "if a == 1 { x := 1; } if b == 1 { x := 2; } if c == 1 { x := 3; }");
}

TEST_CASE("branches that are none", "[gcl][structure]") {
  CHECK(structured({branch("", "true", 1, 2), finish("x := 1;"), finish("x := 2;")}) == "x := 1;");
  CHECK(structured({branch("", "false", 1, 2), finish("x := 1;"), finish("x := 2;")}) == "x := 2;");
  CHECK(structured({branch("", "a < b", 1, 2), go("", 3), go("", 3), finish("x := 2;")}) ==
        "x := 2;");
}

TEST_CASE("a loop whose head only assumes is while", "[gcl][structure]") {
  CHECK(structured({go("x := 0;", 1), branch("", "x < n", 2, 3), go("x := x + 1;", 1),
                    finish("y := x;")}) == "x := 0; while x < n { x := x + 1; } y := x;");
  CHECK(structured({go("x := 0;", 1), branch("", "n <= x", 3, 2), go("x := x + 1;", 1),
                    finish("y := x;")}) == "x := 0; while !(n <= x) { x := x + 1; } y := x;");
  CHECK(structured(
            {branch("assume x != 5;", "x < n", 1, 2), go("x := x + 1;", 0), finish("y := x;")}) ==
        "while x < n { assume x != 5; x := x + 1; } assume x != 5; y := x;");
  CHECK(structured({branch("", "*", 1, 0), finish("x := 1;")}) == "while * { } x := 1;");
  // The head is in two pieces.
  CHECK(structured({go("", 1), branch("assume x != 5;", "x < n", 2, 3), go("x := x + 1;", 0),
                    finish("")}) == "while x < n { assume x != 5; x := x + 1; } assume x != 5;");
}

TEST_CASE("a loop tested at its end, and one without a test", "[gcl][structure]") {
  CHECK(structured({branch("x := x + 1;", "x < n", 0, 1), finish("y := x;")}) ==
        "block L1 { while true { x := x + 1; if !(x < n) { exit L1; } } } y := x;");
  CHECK(structured({go("", 1), go("x := x + 1;", 0)}) == "while true { x := x + 1; }");
  CHECK(structured({go("", 0)}) == "while true { }");
  CHECK(structured({branch("", "true", 1, 2), go("x := x + 1;", 0), finish("y := 1;")}) ==
        "while true { x := x + 1; }");
  // do { ... } while (0)
  CHECK(structured({branch("", "a < b", 1, 2), go("a := b;", 2), go("", 3),
                    branch("x := x + 1;", "false", 2, 4), finish("y := x;")}) ==
        "if a < b { a := b; } x := x + 1; y := x;");
}

TEST_CASE("break and continue", "[gcl][structure]") {
  // while (x < n) { if (a == x) break; if (b == x) continue; y++; }
  // with x++ at the top, so that continue jumps to the head from two places
  CHECK(
      structured({branch("", "x < n", 1, 5), branch("x := x + 1;", "a == x", 5, 2),
                  branch("", "b == x", 0, 3), go("y := y + 1;", 0), halt(""), finish("c := 1;")}) ==
      "block L1 { while x < n { x := x + 1; if a == x { exit L1; } "
      "if b != x { y := y + 1; } } } c := 1;");
  CHECK(structured({branch("", "x < n", 1, 5), branch("x := x + 1;", "a == x", 0, 2),
                    branch("y := y + 1;", "b == x", 0, 3), branch("c := y;", "c == x", 4, 6),
                    go("c := c + 1;", 6), finish(""), go("b := b + c;", 0)}) ==
        "while x < n { x := x + 1; if a != x { y := y + 1; if b != x { c := y; if c == x { "
        "c := c + 1; } b := b + c; } } }");
  // continue from where the rest of the body does not end
  CHECK(structured({branch("", "x < n", 1, 5), branch("x := x + 1;", "a == x", 2, 3),
                    branch("", "b == x", 0, 4), go("b := 2;", 4), go("y := y + 1;", 0),
                    finish("")}) ==
        "while x < n { x := x + 1; block L1 { if a == x { if b == x { exit L1; } } else { b := 2; "
        "} y := y + 1; } }");
}

TEST_CASE("what has left a loop is not in its body", "[gcl][structure]") {
  // while (x < n) { if (a == x) { c = 1; break; } x++; } y = c;
  CHECK(structured({branch("", "x < n", 1, 4), branch("", "a == x", 2, 3), go("c := 1;", 4),
                    go("x := x + 1;", 0), finish("y := c;")}) ==
        "block L2 { block L1 { while x < n { if a == x { exit L1; } x := x + 1; } exit L2; } "
        "c := 1; } y := c;");
  // while (1) { x++; if (a == x) y++; if (x == n) break; } c = 1; and much more
  CHECK(structured({branch("x := x + 1;", "a == x", 1, 2), go("y := y + 1;", 2),
                    branch("", "x == n", 3, 0), branch("c := 1;", "c == a", 4, 5),
                    finish("c := 2;"), finish("c := 3;")}) ==
        "block L1 { while true { x := x + 1; if a == x { y := y + 1; } if x == n { exit L1; } } } "
        "c := 1; if c == a { c := 2; } else { c := 3; }");
  // An error deep inside two loops follows the outer one, and the main line follows the error.
  CHECK(structured({branch("", "x < n", 1, 4), branch("", "y < x", 2, 3),
                    branch("y := y + 1;", "y == a", 5, 1), go("x := x + 1;", 0), finish("c := 1;"),
                    halt("b := 1; assert b == c;")}) ==
        "block L2 { block L1 { while x < n { while y < x { y := y + 1; if y == a { exit L1; } } "
        "x := x + 1; } exit L2; } b := 1; assert b == c; assume false; } c := 1;");
}

TEST_CASE("nested loops", "[gcl][structure]") {
  CHECK(structured({go("x := 0;", 1), branch("", "x < n", 2, 6), go("y := 0;", 3),
                    branch("", "y < x", 4, 5), go("y := y + 1;", 3), go("x := x + 1;", 1),
                    finish("c := x;")}) ==
        "x := 0; while x < n { y := 0; while y < x { y := y + 1; } x := x + 1; } c := x;");
  // The inner loop comes at once, and the outer one is continued from it.
  CHECK(structured({go("", 1), branch("", "y < x", 2, 3), branch("y := y + 1;", "y == a", 0, 1),
                    finish("")}) ==
        "block L2 { while true { block L1 { while y < x { y := y + 1; if y == a { exit L1; } } "
        "exit L2; } } }");
}

TEST_CASE("switch with fall-through", "[gcl][structure]") {
  // switch (a) { case 1: x = 1; case 2: x = x + 2; break; case 3: x = 3; default: y = 1; }
  CHECK(
      structured({branch("", "a == 1", 3, 1), branch("", "a == 2", 4, 2),
                  branch("", "a == 3", 5, 6), go("x := 1;", 4), go("x := x + 2;", 7),
                  go("x := 3;", 6), go("y := 1;", 7), finish("c := x;")}) ==
      "block L1 { if a == 1 { x := 1; } else if a != 2 { if a == 3 { x := 3; } y := 1; exit L1; } "
      "x := x + 2; } c := x;");
  // The cases as CIL writes them: all tests first, then the code. Each case falls into the next.
  CHECK(structured({branch("", "a == 1", 3, 1), branch("", "a == 2", 4, 2),
                    branch("", "a == 3", 5, 6), go("x := 1;", 4), go("x := x + 2;", 5),
                    go("x := x + 3;", 6), finish("c := x;")}) ==
        "block L2 { block L1 { if a == 1 { x := 1; } else if a != 2 { if a == 3 { exit L1; } "
        "exit L2; } x := x + 2; } x := x + 3; } c := x;");
}

TEST_CASE("goto", "[gcl][structure]") {
  // Forward, out of two levels, to common code before the end.
  CHECK(structured({branch("", "a < b", 1, 3), branch("x := 1;", "b < c", 5, 2), go("x := 2;", 4),
                    branch("x := 3;", "c < a", 5, 4), go("y := x;", 5), finish("c := x;")}) ==
        "block L1 { if a < b { x := 1; if b < c { exit L1; } x := 2; } else { x := 3; if c < a { "
        "exit L1; } } y := x; } c := x;");
  // Backward: retry.
  CHECK(structured({go("x := 0;", 1), branch("x := x + 1;", "a < x", 2, 3),
                    branch("y := y + 1;", "y < n", 1, 3), finish("c := x;")}) ==
        "x := 0; block L1 { while true { x := x + 1; if !(a < x) { exit L1; } y := y + 1; "
        "if !(y < n) { exit L1; } } } c := x;");
  // Into the branch of an if: if (a < b) goto in; x = 1; if (b < c) { y = 1; in: y = y + 2; } c =
  // y;
  CHECK(
      structured({branch("", "a < b", 3, 1), branch("x := 1;", "b < c", 2, 4), go("y := 1;", 3),
                  go("y := y + 2;", 4), finish("c := y;")}) ==
      "block L1 { if !(a < b) { x := 1; if !(b < c) { exit L1; } y := 1; } y := y + 2; } c := y;");
}

TEST_CASE("returns leave what they are in", "[gcl][structure]") {
  CHECK(structured({branch("x := 0;", "a < b", 1, 2), finish("x := 1;"), branch("", "y < n", 3, 4),
                    branch("y := y + 1;", "y == a", 5, 2), finish("x := 2;"), finish("")}) ==
        "x := 0; block L1 { if a < b { x := 1; } else { while y < n { y := y + 1; "
        "if y == a { exit L1; } } x := 2; } }");
}

TEST_CASE("branches to failure are assertions, to nowhere assumptions", "[gcl][structure]") {
  CHECK(structured({branch("", "a < b", 2, 1), halt("assert false;"), finish("x := 1;")}) ==
        "assert a < b; x := 1;");
  CHECK(structured({branch("", "a < b", 1, 2), halt("assert false; assume false;"),
                    finish("x := 1;")}) == "assert !(a < b); x := 1;");
  CHECK(structured({branch("", "a < b", 2, 1), halt(""), finish("x := 1;")}) ==
        "assume a < b; x := 1;");
  CHECK(structured({branch("", "*", 2, 1), halt("assume false;"), finish("x := 1;")}) == "x := 1;");
  CHECK(structured({branch("", "*", 2, 1), halt("assert false;"), finish("x := 1;")}) ==
        "if * { assert false; } x := 1;");
  // Not exactly that.
  CHECK(structured({branch("", "a < b", 2, 1), halt("y := 1; assert false;"), finish("x := 1;")}) ==
        "if !(a < b) { y := 1; assert false; } x := 1;");
  CHECK(structured({branch("", "a < b", 2, 1), finish("assert false;"), finish("x := 1;")}) ==
        "if a < b { x := 1; } else { assert false; }");
  // Several branches to one failure; a loop that only failure leaves keeps its condition.
  CHECK(structured({branch("", "a < b", 1, 3), branch("x := 1;", "b < c", 2, 3), finish(""),
                    halt("assert false;")}) == "assert a < b; x := 1; assert b < c;");
  CHECK(structured({branch("", "x < n", 1, 2), go("x := x + 1;", 0), halt("assert false;")}) ==
        "while x < n { x := x + 1; } assert false;");
  CHECK(structured({halt("x := 1;")}) == "x := 1; assume false;");
}

TEST_CASE("assertions keep the place of the failure, loops that of their head",
          "[gcl][structure]") {
  TestGraph graph({branch("", "x < n", 1, 3), branch("x := x + 1;", "a < x", 0, 2),
                   halt("assert false;"), finish("y := 1;")});
  const Expr invariant = graph.parsed.formula("x <= n");
  graph.cfg.blocks[0].clauses.invariants.push_back({invariant, {}});
  graph.cfg.blocks[1].clauses.invariants.push_back({graph.parsed.formula("a == b"), {}});
  Diagnostics diagnostics;
  const auto code = structure(graph.parsed.context, graph.cfg, "L", diagnostics);
  REQUIRE(code);
  CHECK(printed(*code) == "while x < n invariant x <= n; { x := x + 1; assert a < x; } y := 1;");
  CHECK(code->front().range.begin.line == 2);
  const Stmt& assertion = std::get<While>(code->front().node).body.back();
  CHECK(assertion.range.begin.line == 4);
  CHECK(std::get<Assert>(assertion.node).condition.range.begin.line == 3);
}

TEST_CASE("a loop with two entries is reported where it is entered", "[gcl][structure]") {
  TestGraph graph({go("x := 0;", 1), branch("y := 0;", "a < b", 2, 3), go("x := x + 1;", 3),
                   branch("y := y + 1;", "y < n", 2, 4), finish("")});
  Diagnostics diagnostics;
  CHECK_FALSE(structure(graph.parsed.context, graph.cfg, "L", diagnostics));
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(to_string(diagnostics.all().front().range) == "test.gcl:3:22");
  CHECK(diagnostics.all().front().message == "jump into a loop: the control flow is irreducible");
}

TEST_CASE("a loop with two entries gets one that looks up which is meant", "[gcl][structure]") {
  TestGraph graph({go("x := 0;", 1), branch("y := 0;", "a < b", 2, 3), go("x := x + 1;", 3),
                   branch("y := y + 1;", "y < n", 2, 4), finish("")});
  Context& context = graph.parsed.context;
  int variables = 0;
  make_reducible(context, graph.cfg, [&] {
    ++variables;
    return context.var("a", context.int_sort());
  });
  CHECK(variables == 1);
  Diagnostics diagnostics;
  const auto code = structure(context, graph.cfg, "L", diagnostics);
  REQUIRE(code);
  const std::string text = printed(*code);
  INFO(text);
  CHECK(text.find("if a == 0 { y := y + 1;") != std::string::npos);
  CHECK(text.find("while") != std::string::npos);
  // Once is enough, and a reducible graph is left alone.
  make_reducible(context, graph.cfg, [&] {
    ++variables;
    return context.var("a", context.int_sort());
  });
  CHECK(variables == 1);
}

namespace {

BasicBlock step(Context& context, Expr var, BlockId next) {
  BasicBlock block;
  const Expr more = context.make(Kind::Add, {var, context.int_const(1)});
  block.statements.push_back({Assign{{var}, {{more, {}}}}, {}});
  block.end = Goto{next};
  return block;
}

BasicBlock fork(Context& context, Expr var, std::size_t bound, BlockId then_target,
                BlockId else_target) {
  BasicBlock block;
  const Expr less =
      context.make(Kind::Lt, {var, context.int_const(static_cast<std::int64_t>(bound))});
  block.end = Branch{Located{less, {}}, then_target, else_target};
  return block;
}

std::size_t depth_of(const Block& block) {
  std::size_t depth = 0;
  std::vector<std::pair<const Block*, std::size_t>> todo{{&block, 0}};
  while (!todo.empty()) {
    const auto [top, above] = todo.back();
    todo.pop_back();
    depth = std::max(depth, above);
    for (const Stmt& stmt : *top) {
      if (const auto* inner = std::get_if<If>(&stmt.node)) {
        todo.emplace_back(&inner->then_branch, above + 1);
        todo.emplace_back(&inner->else_branch, above + 1);
      } else if (const auto* loop = std::get_if<While>(&stmt.node)) {
        todo.emplace_back(&loop->body, above + 1);
      } else if (const auto* labeled = std::get_if<LabeledBlock>(&stmt.node)) {
        todo.emplace_back(&labeled->body, above + 1);
      }
    }
  }
  return depth;
}

std::ptrdiff_t assignments(const Block& block) {
  std::ptrdiff_t count = 0;
  for_each_stmt(block, [&](const Stmt& stmt) {
    if (std::holds_alternative<Assign>(stmt.node)) ++count;
  });
  return count;
}

}  // namespace

TEST_CASE("large graphs: long ones are not deep", "[gcl][structure]") {
  Context context;
  Diagnostics diagnostics;
  const Expr x = context.var("x", context.int_sort());
  const std::size_t size = 100'000;
  Cfg cfg;
  std::size_t depth = 0;
  SECTION("a straight line") {
    for (BlockId i = 0; i < size; ++i) cfg.blocks.push_back(step(context, x, i + 1));
    cfg.blocks.emplace_back().end = Finish{};
  }
  SECTION("ifs in sequence") {
    for (BlockId i = 0; i < size; i += 2) {
      cfg.blocks.push_back(fork(context, x, i, i + 1, i + 2));
      cfg.blocks.push_back(step(context, x, i + 2));
    }
    cfg.blocks.emplace_back().end = Finish{};
    depth = 1;
  }
  SECTION("many jumps to one place") {
    for (BlockId i = 0; i < size; i += 2) {
      cfg.blocks.push_back(fork(context, x, i, size + 1, i + 1));
      cfg.blocks.push_back(step(context, x, i + 2));
    }
    cfg.blocks.push_back(step(context, x, size + 1));
    cfg.blocks.push_back(step(context, x, size + 2));
    cfg.blocks.emplace_back().end = Finish{};
    depth = 9;
  }
  SECTION("loops in sequence, left from two places") {
    for (BlockId i = 0; i < size; i += 5) {
      cfg.blocks.push_back(fork(context, x, i, i + 1, i + 5));
      cfg.blocks.push_back(step(context, x, i + 2));
      cfg.blocks.push_back(fork(context, x, i + 7, i + 3, i + 4));
      cfg.blocks.push_back(step(context, x, i));
      cfg.blocks.push_back(step(context, x, i + 5));
    }
    cfg.blocks.emplace_back().end = Finish{};
    depth = 4;
  }
  SECTION("backward jumps to one place") {
    cfg.blocks.push_back(step(context, x, 1));
    for (BlockId i = 1; i < size; i += 2) {
      cfg.blocks.push_back(fork(context, x, i, 0, i + 1));
      cfg.blocks.push_back(step(context, x, i + 2));
    }
    cfg.blocks.push_back(step(context, x, 0));
    depth = 10;
  }
  std::reverse(cfg.blocks.begin(), cfg.blocks.end());  // the order of blocks means nothing
  cfg.entry = cfg.blocks.size() - 1;
  for (BasicBlock& block : cfg.blocks) {
    const auto turn = [&](BlockId& target) { target = cfg.blocks.size() - 1 - target; };
    if (auto* jump = std::get_if<Goto>(&block.end)) turn(jump->target);
    if (auto* branch = std::get_if<Branch>(&block.end)) {
      turn(branch->then_target);
      turn(branch->else_target);
    }
  }
  const auto steps = std::ranges::count_if(
      cfg.blocks, [](const BasicBlock& block) { return !block.statements.empty(); });
  const auto code = structure(context, std::move(cfg), "L", diagnostics);
  REQUIRE(code);
  CHECK(depth_of(*code) == depth);
  CHECK(assignments(*code) == steps);
}

TEST_CASE("large graphs: deep ones up to a limit", "[gcl][structure]") {
  Context context;
  const Expr x = context.var("x", context.int_sort());
  const auto ladder = [&](std::size_t size) {
    Cfg cfg;  // if x < 0 { if x < 1 { ... } x := x + 1; } x := x + 1;
    for (BlockId i = 0; i < size; ++i) {
      cfg.blocks.push_back(fork(context, x, i, i + 1, 2 * size - i));
    }
    cfg.blocks.push_back(step(context, x, size + 1));
    for (BlockId i = 0; i < size; ++i) {
      cfg.blocks.push_back(step(context, x, size + 2 + i));
    }
    cfg.blocks.emplace_back().end = Finish{};
    return cfg;
  };
  Diagnostics diagnostics;
  const auto code = structure(context, ladder(2'000), "L", diagnostics);
  REQUIRE(code);
  CHECK(depth_of(*code) == 2'000);
  CHECK(assignments(*code) == 2'001);
  CHECK_FALSE(structure(context, ladder(10'000), "L", diagnostics));
  CHECK(diagnostics.error_count() == 1);
}
