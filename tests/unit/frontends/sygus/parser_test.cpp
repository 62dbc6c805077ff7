// SPDX-License-Identifier: Apache-2.0
#include "frontends/sygus/parser.h"

#include <catch2/catch.hpp>

#include "frontends/clauses/lower.h"
#include "frontends/clauses/solution.h"
#include "gcl/build.h"
#include "gcl/printer.h"

namespace pawl::frontend::sygus {
namespace {

using clauses::System;

std::string errors(const std::string& text) {
  const SourceFile file("x.sl", text);
  gcl::Context context;
  Diagnostics diagnostics;
  CHECK_FALSE(parse(file, context, diagnostics));
  std::string result;
  for (const Diagnostic& one : diagnostics.all()) {
    result += std::to_string(one.range.begin.line) + ":" + std::to_string(one.range.begin.column) +
              " " + one.message + "\n";
  }
  return result;
}

const char* const counter =
    "(set-logic LIA)\n"
    "(synth-inv inv ((x Int) (n Int)))\n"
    "(define-fun pre ((x Int) (n Int)) Bool (= x 0))\n"
    "(define-fun trans ((x Int) (n Int) (x! Int) (n! Int)) Bool\n"
    "  (and (< x n) (= x! (+ x 1)) (= n! n)))\n"
    "(define-fun post ((x Int) (n Int)) Bool (=> (>= n 0) (<= x n)))\n"
    "(inv-constraint inv pre trans post)\n"
    "(check-synth)\n";

struct Read {
  explicit Read(const std::string& text) : file("x.sl", text) {
    Diagnostics diagnostics;
    std::optional<System> found = parse(file, context, diagnostics);
    REQUIRE(found);
    system = std::move(*found);
  }
  SourceFile file;
  gcl::Context context;
  System system;
};

TEST_CASE("an invariant constraint is three clauses", "[sygus]") {
  Read read(counter);
  REQUIRE(read.system.predicates.size() == 1);
  CHECK(read.system.predicates[0].names == std::vector<std::string>{"x", "n"});
  REQUIRE(read.system.clauses.size() == 3);
  CHECK_FALSE(read.system.clauses[0].body);
  CHECK(read.system.clauses[1].body);
  CHECK(read.system.clauses[1].head);
  CHECK_FALSE(read.system.clauses[2].head);
  CHECK(read.system.clauses[2].range.begin.line == 7);
}

TEST_CASE("the loop of a constraint has assignments", "[sygus]") {
  Read read(counter);
  Diagnostics diagnostics;
  const auto program = clauses::lower(read.system, read.context, diagnostics);
  REQUIRE(program);
  const std::string text = gcl::print(*program);
  INFO(text);
  CHECK(text.find("x := 0;") != std::string::npos);
  CHECK(text.find("assume x < n;\n    x := x + 1;") != std::string::npos);
  CHECK(text.find("assert 0 <= n ==> x <= n;") != std::string::npos);
}

TEST_CASE("a solution says of the state on entry what the clauses do", "[sygus]") {
  Read read(counter);
  gcl::Context& c = read.context;
  const gcl::Expr x = read.system.predicates[0].state[0];
  const gcl::Expr began = c.make(gcl::Kind::Entry, {x});
  const std::vector<gcl::Expr> invariant{gcl::mk_le(c, began, x)};
  const auto plain =
      clauses::solution(c, read.system, {{0, {invariant}}}, clauses::Conjuncts::OfState);
  REQUIRE(plain);
  CHECK(gcl::print(plain->at(0)) == "true");
  const auto all = clauses::solution(c, read.system, {{0, {invariant}}}, clauses::Conjuncts::All);
  REQUIRE(all);
  CHECK(gcl::print(all->at(0)) == "0 <= x");
  const gcl::Expr claim = clauses::obligation(c, read.system, read.system.clauses[2], *all);
  CHECK(gcl::print(claim).find("==> false") == std::string::npos);
}

TEST_CASE("constraints that are Horn clauses", "[sygus]") {
  const std::string head = "(synth-fun p ((x Int)) Bool)\n(declare-var x Int)\n";
  const Read read(head +
                  "(constraint (or (not (p x)) (> x 0)))\n"
                  "(constraint (and (p 1) (=> (p x) (p (+ x 1)))))");
  CHECK(read.system.clauses.size() == 3);
  CHECK(errors(head + "(constraint (or (p x) (p 1)))") == "3:13 this clause has two conclusions\n");
  CHECK(errors(head + "(constraint (=> (and (p x) (p 1)) false))") ==
        "3:13 this clause is not linear\n");
  CHECK(errors(head + "(constraint (= (p x) (> x 0)))") ==
        "3:13 a predicate stands where no Horn clause has one\n");
}

TEST_CASE("what is not read is refused", "[sygus]") {
  CHECK(errors("(check-synth)") == "1:1 there is nothing to synthesise\n");
  CHECK(errors("(synth-inv f ((x Real)))") == "1:18 sort 'Real' is not supported\n");
  CHECK(errors("(synth-fun f ((x Int)) Int)") == "1:24 only a predicate can be synthesised\n");
  CHECK(errors("(push 1)") == "1:1 command 'push' is not supported\n");
  CHECK(errors("x") == "1:1 a command is expected here: (name ...)\n");
  CHECK(errors("(define-fun f () Int (+ 1 true))") == "1:22 '+' takes integers\n");
  CHECK(errors("(define-fun f () Bool (< 1))") == "1:23 '<' does not take 1 argument\n");
  CHECK(errors("(define-fun + () Int 1)") == "1:13 '+' is declared already\n");
  CHECK(errors("(synth-inv p ((x Int) (x! Int)))\n"
               "(define-fun a ((x Int) (y Int)) Bool true)\n"
               "(define-fun t ((x Int) (y Int) (u Int) (v Int)) Bool true)\n"
               "(inv-constraint p a t a)") ==
        "4:17 two arguments of the invariant have one name, now or after a step\n");
}

}  // namespace
}  // namespace pawl::frontend::sygus
