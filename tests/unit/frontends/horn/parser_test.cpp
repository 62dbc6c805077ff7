// SPDX-License-Identifier: Apache-2.0
#include "frontends/horn/parser.h"

#include <catch2/catch.hpp>

#include "frontends/clauses/components.h"
#include "frontends/clauses/lower.h"
#include "gcl/printer.h"

namespace pawl::frontend::horn {
namespace {

using clauses::Dialect;
using clauses::System;

std::string errors(const std::string& text) {
  const SourceFile file("x.smt2", text);
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

struct Read {
  explicit Read(const std::string& text) : file("x.smt2", text) {
    Diagnostics diagnostics;
    std::optional<System> found = parse(file, context, diagnostics);
    REQUIRE(found);
    system = std::move(*found);
  }
  std::string program() {
    Diagnostics diagnostics;
    const auto lowered = clauses::lower(system, context, diagnostics);
    REQUIRE(lowered);
    return gcl::print(*lowered);
  }
  SourceFile file;
  gcl::Context context;
  System system;
};

const char* const two_loops =
    "(set-logic HORN)\n"
    "(declare-fun p (Int Int) Bool)\n"
    "(declare-fun q (Int Int) Bool)\n"
    "(assert (forall ((i Int) (n Int)) (=> (= i 0) (p i n))))\n"
    "(assert (forall ((i Int) (n Int)) (=> (and (p i n) (< i n)) (p (+ i 1) n))))\n"
    "(assert (forall ((i Int) (n Int)) (=> (and (p i n) (>= i n)) (q i n))))\n"
    "(assert (forall ((i Int) (n Int)) (=> (and (q i n) (> i 0)) (q (- i 1) n))))\n"
    "(assert (forall ((i Int) (n Int)) (=> (and (q i n) (< i 0)) false)))\n"
    "(check-sat)\n";

TEST_CASE("clauses of HORN are loops, in the order of derivation", "[horn]") {
  Read read(two_loops);
  CHECK(read.system.dialect == Dialect::Horn);
  CHECK(read.system.clauses.size() == 5);
  CHECK(clauses::recursive_predicates(read.system) == std::vector<bool>{true, true});
  const auto component = clauses::components(read.system);
  CHECK(component.at(0) > component.at(1));
  const std::string text = read.program();
  INFO(text);
  CHECK(text.find("assume i < n;\n    i := i + 1;") != std::string::npos);
  CHECK(text.find("assume n <= i;") != std::string::npos);
  CHECK(text.find("assert !(i < 0);") != std::string::npos);
}

TEST_CASE("variables that only a clause knows have any value", "[horn]") {
  Read read(
      "(declare-fun p (Int) Bool)\n"
      "(assert (forall ((a Int)) (=> (> a 0) (p a))))\n"
      "(assert (forall ((a Int) (b Int)) (=> (and (p a) (> b a)) (p (+ a b)))))\n"
      "(assert (forall ((a Int)) (=> (p a) (> a 0))))");
  const std::string text = read.program();
  INFO(text);
  CHECK(text.find("havoc b;\n    assume a < b;\n    a := a + b;") != std::string::npos);
}

TEST_CASE("names of a clause are its own", "[horn]") {
  // In the second clause x is new and y is the state.
  Read read(
      "(declare-fun p (Int) Bool)\n"
      "(assert (forall ((x Int)) (=> (= x 0) (p x))))\n"
      "(assert (forall ((x Int) (y Int)) (=> (and (p y) (< y x)) (p x))))\n"
      "(assert (forall ((x Int)) (not (and (p x) (< x 0)))))");
  const std::string text = read.program();
  INFO(text);
  const std::string state = read.system.predicates[0].state[0].name();
  CHECK(text.find("havoc x") != std::string::npos);
  CHECK(text.find("assume " + state + " < x") != std::string::npos);
}

TEST_CASE("a query is asked in each round where the state decides about the next", "[horn]") {
  const std::string clauses =
      "(declare-fun p (Int) Bool)\n"
      "(assert (forall ((x Int)) (=> (= x 0) (p x))))\n"
      "(assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))\n"
      "(assert (forall ((x Int)) (=> (p x) (<= x 9))))\n";
  const std::string text = Read(clauses).program();
  INFO(text);
  CHECK(text.find("while x < 9 {\n    assert x <= 9;") != std::string::npos);
  CHECK(text.find("  }\n  assert x <= 9;") != std::string::npos);
  // Another predicate may be gone to at any time.
  const std::string free = Read(clauses +
                                "(declare-fun q (Int) Bool)\n"
                                "(assert (forall ((x Int)) (=> (p x) (q x))))\n"
                                "(assert (forall ((x Int)) (=> (q x) (< x 20))))\n")
                               .program();
  INFO(free);
  CHECK(free.find("while *") != std::string::npos);
}

TEST_CASE("a value that a clause chooses for an argument is called like it", "[horn]") {
  Read read(
      "(declare-fun p (Int Int) Bool)\n"
      "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) y))))\n"
      "(assert (forall ((a Int) (y Int) (x Int)) (=> (and (< a 5) (< y a) (< x y)) (p y a))))\n"
      "(assert (forall ((x Int) (y Int)) (=> (p x y) (< y 5))))");
  const std::string text = read.program();
  INFO(text);
  CHECK(text.find("assume y < 5;\n  assume x < y;") != std::string::npos);
  CHECK(text.find("x := y") == std::string::npos);
}

TEST_CASE("rules and a query", "[horn]") {
  const Read read(
      "(declare-rel p (Int))\n(declare-rel bad ())\n(declare-var x Int)\n"
      "(rule (p 0))\n(rule (=> (and (p x) (< x 9)) (p (+ x 1))) step)\n"
      "(rule (=> (and (p x) (> x 9)) bad))\n(query bad)");
  CHECK(read.system.dialect == Dialect::Rules);
  REQUIRE(read.system.clauses.size() == 4);
  CHECK_FALSE(read.system.clauses[3].head);
}

TEST_CASE("none exist, disjunctions and let", "[horn]") {
  const Read read(
      "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n"
      "(assert (p 0))\n(assert (q 1))\n"
      "(assert (forall ((x Int)) (let ((a (+ x 1))) (=> (or (p x) (q x)) (p a)))))\n"
      "(assert (not (exists ((x Int)) (and (p x) (< x 0)))))");
  CHECK(read.system.clauses.size() == 5);
}

TEST_CASE("what is not read is refused", "[horn]") {
  CHECK(errors("(declare-fun f (Int) Int)") == "1:22 only predicates can be unknown\n");
  CHECK(errors("(declare-datatype t ())") == "1:1 command 'declare-datatype' is not supported\n");
  CHECK(errors("(declare-rel p ())") == "1:1 there is no query\n");
  CHECK(errors("(declare-fun p (Int) Bool)\n"
               "(assert (forall ((x Int)) (=> (and (p x) (p 1)) false)))") ==
        "2:9 this clause is not linear\n");
  CHECK(errors("(declare-fun p (Int) Bool)\n(assert (p true))") ==
        "2:9 these are not the arguments that 'p' takes\n");
  CHECK(errors("(declare-fun p (Bool) Bool)\n(assert (p (p true)))") ==
        "2:9 a predicate stands where no Horn clause has one\n");
}

}  // namespace
}  // namespace pawl::frontend::horn
