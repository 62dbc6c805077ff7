// SPDX-License-Identifier: Apache-2.0
//
// What C becomes, as IL text, and what is refused, where.
#include "frontends/c/lower.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "gcl/parser.h"
#include "gcl/printer.h"

using namespace pawl;
using frontend::c::Approximation;
using frontend::c::Options;
using frontend::c::TranslationUnit;

namespace {

struct Outcome {
  std::string il;      // empty: refused
  std::string errors;  // rendered
  bool exact = true;
  std::string skipped;  // functions
};

Outcome lower(const std::string& text, const Options& options = {},
              Approximation approximation = Approximation::Over) {
  const SourceFile file("test.c", text);
  Diagnostics diagnostics;
  Outcome outcome;
  const auto unit = TranslationUnit::parse(file, options, diagnostics);
  if (unit) {
    gcl::Context context;
    const auto lowered = frontend::c::lower(*unit, options, approximation, context, diagnostics);
    if (lowered) {
      outcome.il = gcl::print(lowered->program);
      outcome.exact = lowered->exact;
      for (const auto& one : lowered->skipped) outcome.skipped += one.name;
      // What we print is a program: names, sorts, modifies clauses are right.
      gcl::Context again;
      Diagnostics none;
      const SourceFile printed("test.gcl", outcome.il);
      const bool parses = gcl::parse_program(again, printed, none).has_value();
      std::ostringstream why;
      render(why, none);
      INFO(outcome.il << why.str());
      CHECK(parses);
    }
  }
  std::ostringstream out;
  render(out, diagnostics);
  outcome.errors = out.str();
  return outcome;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a loop keeps its shape", "[frontends][c][lower]") {
  const Outcome outcome = lower(R"(
int main(void) {
  int i = 0;
  while (i < 10) i = i + 1;
  return i;
})");
  INFO(outcome.il);
  CHECK(contains(outcome.il, "while i < 10 {"));
  CHECK(contains(outcome.il, "assume i + 1 <= 2147483647;"));
  CHECK(contains(outcome.il, "i := i + 1;"));
  CHECK(outcome.exact);
}

TEST_CASE("an assertion is an assert", "[frontends][c][lower]") {
  const Outcome outcome = lower(R"(
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) { int x = 3; __VERIFIER_assert(x == 3); return 0; })");
  INFO(outcome.il);
  CHECK(contains(outcome.il, "assert x == 3;"));
}

TEST_CASE("what is allocated in a loop is many objects", "[frontends][c][points_to]") {
  const Outcome outcome = lower(R"(
void *malloc(unsigned long);
int main(void) {
  int *keep = 0;
  for (int i = 0; i < 3; i++) { int *p = malloc(4); *p = i; keep = p; }
  return *keep;
})");
  INFO(outcome.il);
  CHECK(contains(outcome.il, "var heap: [int]int;"));
  CHECK(contains(outcome.il, "object$next := object$next + 1;"));
}

TEST_CASE("pointers that cannot meet have memory of their own", "[frontends][c][points_to]") {
  const Outcome apart = lower(R"(
int main(void) { int x = 1, y = 2; int *p = &x, *q = &y; *p = 3; *q = 4; return x; })");
  INFO(apart.il);
  CHECK(contains(apart.il, "main$x := 3;"));
  CHECK(contains(apart.il, "main$y := 4;"));
  const Outcome together = lower(R"(
extern int unknown(void);
int main(void) { int x = 1, y = 2; int *p = unknown() ? &x : &y; *p = 3; return x + y; })");
  INFO(together.il);
  // One map for both, by object.
  CHECK(contains(together.il, "[p] := 3;"));
  CHECK(contains(together.il, ": [int]int;"));
}

TEST_CASE("strangers' pointers may meet", "[frontends][c][points_to]") {
  Options options;
  options.entry = "f";
  const Outcome outcome =
      lower("int g; int f(int *p, int *q) { *p = 1; *q = 2; g = 3; return *p; }", options);
  INFO(outcome.il);
  CHECK(contains(outcome.il, "memory[p] := 1;"));
  CHECK(contains(outcome.il, "memory[q] := 2;"));
  CHECK(contains(outcome.il, "memory["));
  CHECK_FALSE(contains(outcome.il, "var g: int;"));
}

TEST_CASE("recursion proves with a procedure and refutes inlined", "[frontends][c][lower]") {
  const std::string text = R"(
int down(int n) { if (n <= 0) return 0; return down(n - 1); }
int main(void) { return down(3); })";
  const Outcome over = lower(text);
  CHECK(contains(over.il, "call call$1 := down("));
  CHECK_FALSE(over.exact);
  const Outcome under = lower(text, {}, Approximation::Under);
  CHECK_FALSE(contains(under.il, "call "));
}

TEST_CASE("names of the IL's own are kept apart", "[frontends][c][lower]") {
  const Outcome outcome =
      lower("int main(void) { int old = 1, bv8 = 2, entry = 3; return old + bv8 + entry; }");
  CHECK_FALSE(outcome.il.empty());
}

TEST_CASE("what is not modelled is refused where it stands, if asked for",
          "[frontends][c][lower]") {
  Options strict;
  strict.strict = true;
  CHECK(contains(lower("int main(void) { double d = 1.5; return d > 1; }", strict).errors,
                 "test.c:1:29: error: a floating-point number is not supported"));
  CHECK(contains(lower("int main(void) { return *(int *)42; }", strict).errors,
                 "test.c:1:26: error: a conversion from integer to pointer is not supported"));
  CHECK(contains(lower("int main(void) { __asm__(\"nop\"); return 0; }", strict).errors, "asm"));
  CHECK(contains(lower("int main(void) { return x; }").errors,
                 "test.c:1:25: error: use of undeclared identifier 'x'"));
  CHECK(contains(lower("typedef int v4 __attribute__((vector_size(16)));\n"
                       "int main(void) { v4 v = {1, 2, 3, 4}; v = v + v; return 0; }",
                       strict)
                     .errors,
                 "vector"));
}

TEST_CASE("what is not modelled costs its function", "[frontends][c][lower]") {
  const std::string text = R"(
static int g;
static void helper(void) { g++; }
static void jumps(void) { void *where = &&here; goto *where; here: helper(); }
int main(void) { g = 0; jumps(); return g; }
)";
  const Outcome over = lower(text);
  CHECK(contains(over.errors, "test.c:4:41: warning: 'jumps' is skipped: a computed goto"));
  CHECK(over.skipped == "jumps");
  CHECK_FALSE(over.exact);
  // What strangers can do to static variables, and what it asserts.
  CHECK(contains(over.il, "procedure unknown$function();\n  modifies g"));
  CHECK(contains(over.il, "assert false"));
  CHECK(contains(over.il, "procedure helper()"));
  const Outcome under = lower(text, {}, Approximation::Under);
  CHECK(under.skipped == "jumps");
  CHECK_FALSE(contains(under.il, "assert false"));
}

TEST_CASE("annotations are not passed over", "[frontends][c][lower]") {
  const Outcome outcome = lower("int main(void) {\n  //@ assert \\fresh(0);\n  return 0;\n}");
  CHECK(outcome.il.empty());
}

TEST_CASE("memory with two views is bytes", "[frontends][c][points_to]") {
  const Outcome outcome =
      lower("int main(void) { int x = 1; unsigned char *p = (unsigned char *)&x; return *p; }");
  CHECK(outcome.errors.empty());
  CHECK(contains(outcome.il, "x: [int]int"));
  CHECK(outcome.exact);
}

TEST_CASE("a pointer that nobody knows is not followed", "[frontends][c][points_to]") {
  const Outcome outcome = lower("int main(void) { long n = 8; int *p = (int *)n; return *p; }");
  CHECK(contains(outcome.errors, "is not supported"));
}

TEST_CASE("irreducible control flow is refused or structured, never wrong",
          "[frontends][c][lower]") {
  const Outcome outcome = lower(R"(
extern int unknown(void);
int main(void) {
  int i = 0;
  if (unknown()) goto inside;
  while (i < 10) {
    i++;
  inside:
    i++;
  }
  return i;
})");
  CHECK((!outcome.il.empty() || contains(outcome.errors, "irreducible")));
}
