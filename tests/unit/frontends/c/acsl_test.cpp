// SPDX-License-Identifier: Apache-2.0
//
// What annotations become, as IL text, and which are refused, where.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "frontends/c/lower.h"
#include "gcl/parser.h"
#include "gcl/printer.h"

using namespace pawl;
using frontend::c::Approximation;
using frontend::c::Options;
using frontend::c::TranslationUnit;

namespace {

struct Outcome {
  std::string il;        // empty: refused
  std::string messages;  // rendered
};

Outcome lower(const std::string& text, const Options& options = {}) {
  const SourceFile file("test.c", text);
  Diagnostics diagnostics;
  Outcome outcome;
  const auto unit = TranslationUnit::parse(file, options, diagnostics);
  if (unit) {
    gcl::Context context;
    const auto lowered =
        frontend::c::lower(*unit, options, Approximation::Over, context, diagnostics);
    if (lowered) {
      outcome.il = gcl::print(lowered->program);
      gcl::Context again;
      Diagnostics none;
      const SourceFile printed("test.gcl", outcome.il);
      INFO(outcome.il);
      CHECK(gcl::parse_program(again, printed, none).has_value());
    }
  }
  std::ostringstream out;
  render(out, diagnostics);
  outcome.messages = out.str();
  return outcome;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The assertion about int x, y and unsigned u.
Outcome assertion(const std::string& predicate) {
  return lower("extern int f(void);\nint main(void) { int x = f(), y = f(); unsigned u = 1;\n//@ " +
               predicate + ";\nreturn 0; }");
}

}  // namespace

TEST_CASE("integers of the logic do not wrap around", "[frontends][c][acsl]") {
  CHECK(contains(assertion("assert x + y * 2 == 7").il, "assert x + y * 2 == 7;"));
  CHECK(contains(assertion("assert u - 1 >= 0").il, "assert 0 <= u - 1;"));
  CHECK(contains(assertion("assert 0 <= x < y <= 5").il, "assert 0 <= x && x < y && y <= 5;"));
  CHECK(contains(assertion("assert x == 0x10 + 'a' + 010").il, "x == (16 + 97) + 8"));
}

TEST_CASE("division of the logic rounds towards zero", "[frontends][c][acsl]") {
  CHECK(contains(assertion("assert x / y == 1").il,
                 "(if 0 <= x then x div y else 0 - (0 - x) div y) == 1"));
}

TEST_CASE("connectives and quantifiers", "[frontends][c][acsl]") {
  CHECK(contains(assertion("assert x == 1 ^^ y == 1").il, "(x == 1) != (y == 1)"));
  CHECK(contains(assertion("assert x == 1 <==> y == 1").il, "x == 1 <==> y == 1"));
  CHECK(contains(assertion("assert \\let z = x + 1; z > y").il, "assert y < x + 1;"));
  CHECK(contains(assertion("assert \\forall integer k; k > x ==> k >= x").il,
                 "forall k': int :: x < k' ==> x <= k'"));
  CHECK(contains(assertion("assert \\exists unsigned char k; k == x").il,
                 "exists k': int :: 0 <= k' && k' <= 255 && k' == x"));
}

TEST_CASE("check is proved and not assumed, admit is assumed and told", "[frontends][c][acsl]") {
  const Outcome checked = assertion("check x == 1");
  CHECK(contains(checked.il, "assert x == 1;\n    assume false;"));
  const Outcome admitted = assertion("admit x == 1");
  CHECK(contains(admitted.il, "assume x == 1;"));
  CHECK(contains(admitted.messages, "assumed, not proved"));
}

TEST_CASE("a contract is the contract of a procedure", "[frontends][c][acsl]") {
  const Outcome outcome = lower(R"(
int g;
/*@ requires x > 0; assigns g; ensures \result == x + \old(g) && g == 0; */
int f(int x) { int r = x + g; g = 0; x = 0; return r; }
int main(void) { return f(3); }
)");
  INFO(outcome.il << outcome.messages);
  CHECK(contains(outcome.il, "requires 0 < x$in;"));
  CHECK(contains(outcome.il, "ensures result == x$in + old(g) && g == 0;"));
  CHECK(contains(outcome.il, "call call$1 := f(3);"));
}

TEST_CASE("what assigns does not list stays as it was", "[frontends][c][acsl]") {
  const Outcome outcome = lower(R"(
int g, h;
/*@ assigns g; */
void f(void) { g = 1; h = 2; }
/*@ assigns \nothing; */
int pure(int x);
int main(void) { f(); return pure(h); }
)");
  INFO(outcome.il << outcome.messages);
  CHECK(contains(outcome.il, "ensures h == old(h);"));
  CHECK_FALSE(contains(outcome.il, "ensures g == old(g);"));
  CHECK(contains(outcome.messages, "'pure' has no body: its contract is assumed"));
}

TEST_CASE("without assigns a function without a body changes everything", "[frontends][c][acsl]") {
  const Outcome outcome = lower(R"(
int g;
/*@ ensures \result > 0; */
int f(void);
int main(void) { g = 1; return f(); }
)");
  INFO(outcome.il);
  CHECK(contains(outcome.il, "procedure f() returns (result: int);\n  modifies g;"));
}

TEST_CASE("loop clauses", "[frontends][c][acsl]") {
  const char* text = R"(
int main(void) {
  int i = 0, s = 5;
  /*@ loop invariant i <= 10 && s == \at(s, LoopEntry);
      loop assigns i;
      loop variant 10 - i; */
  while (i < 10) { i++; s = 5; }
  return 0;
})";
  const Outcome outcome = lower(text);
  INFO(outcome.il);
  CHECK(contains(outcome.il, "invariant i <= 10 && s == entry(s);"));
  CHECK(contains(outcome.il, "invariant s == entry(s);"));
  CHECK(contains(outcome.il, "10 - i < variant$"));
  Options dropped;
  dropped.loop_annotations = frontend::c::LoopAnnotations::Ignore;
  const Outcome without = lower(text, dropped);
  CHECK_FALSE(contains(without.il, "invariant"));
  CHECK_FALSE(contains(without.il, "variant$"));
}

TEST_CASE("hints are predicates and claim nothing", "[frontends][c][acsl]") {
  const Outcome outcome = lower(R"(
int main(void) {
  int i = 0;
  //@ loop_predicate i == k;
  //@ loop_invariant i >= 0;
  //@ skolem_constant int k;
  while (i < 10) i++;
  return 0;
})");
  INFO(outcome.il);
  CHECK(contains(outcome.il, "predicate i == k"));
  CHECK(contains(outcome.il, "0 <= i"));
  CHECK(contains(outcome.il, "skolem k: int;"));
  CHECK_FALSE(contains(outcome.il, "invariant"));
}

TEST_CASE("a recursive definition is unfolded where it is written", "[frontends][c][acsl]") {
  const Outcome outcome = lower(R"(
/*@ logic integer sum(integer n) = n <= 0 ? 0 : sum(n - 1) + n; */
int main(void) {
  //@ assert sum(1) == 1;
  return 0;
})");
  INFO(outcome.il);
  CHECK(contains(outcome.il, "{sum(n')} sum(n') == if n' <= 0 then 0 else sum$below(n' - 1) + n'"));
  CHECK(contains(outcome.il, "{sum(n')} sum(n') == sum$below(n')"));
}

TEST_CASE("lemmas are axioms when asked", "[frontends][c][acsl]") {
  const std::string text = R"(
/*@ logic integer f(integer n) = n <= 0 ? 0 : f(n - 1);
    lemma zero: \forall integer n; f(n) == 0; */
int main(void) {
  //@ assert f(5) == 0;
  return 0;
})";
  CHECK_FALSE(contains(lower(text).il, ":: f(n') == 0"));
  Options trusting;
  trusting.trust_lemmas = true;
  const Outcome outcome = lower(text, trusting);
  INFO(outcome.il);
  CHECK(contains(outcome.il, ":: f(n') == 0"));
  CHECK(contains(outcome.messages, "assumed, not proved"));
}

TEST_CASE("what annotations cannot say is refused with its place", "[frontends][c][acsl]") {
  const auto [predicate, message] = GENERATE(table<std::string, std::string>({
      {"assert z == 1", "test.c:3:12: error: 'z', which is not declared here,"},
      {"assert \\result == 1", "\\result outside of a postcondition"},
      {"assert \\at(x, Post) == 1", "the label 'Post'"},
      {"assert P(x)", "'P', which is not declared in the logic,"},
      {"assert x << y == 1", "a shift by an amount"},
      {"assert \\fresh(x)", "'\\fresh'"},
      {"for b: assert x == 1", "a behavior of main inside of it"},
      {"ghost int k = 1", "ACSL ghost code"},
      {"ensures x == 1", "an ACSL contract of a statement"},
      {"loop invariant x == 1", "a loop annotation that is not before a loop"},
  }));
  const Outcome outcome = assertion(predicate);
  INFO(predicate << "\n" << outcome.messages);
  CHECK(outcome.il.empty());
  CHECK(contains(outcome.messages, message));
}

TEST_CASE("comments that the preprocessor leaves out are none", "[frontends][c][acsl]") {
  const Outcome outcome = lower(R"(
int main(void) {
  int x = 1;
#if 0
  //@ assert x == 2;
#endif
  return x;
})");
  CHECK_FALSE(contains(outcome.il, "assert"));
}
