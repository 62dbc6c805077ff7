// SPDX-License-Identifier: Apache-2.0
//
// The points-to analysis against the interpreter: addresses that meet at run time are in one class.
// Two addresses are equal in the IL if object and index are; that is decided without the classes. A
// store through one is seen through the other only if their classes are one. So: random programs
// shuffle pointers, then whoever is equal to whom is written and read, and no assertion may fail.
#include <catch2/catch.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "frontends/c/lower.h"
#include "gcl/interpreter.h"

using namespace pawl;
using frontend::c::Approximation;
using frontend::c::TranslationUnit;

namespace {

class PointerProgram {
 public:
  explicit PointerProgram(std::uint32_t seed) : random_(seed) {}

  std::string text() {
    out_ << "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assert(int);\n"
            "extern void *malloc(unsigned long);\nextern void pawl_print(int);\n"
            "struct S { int v; int *p; struct S *next; };\n"
            "struct T { int left, right; };\n"
            "int g;\nint *gp = &g;\n"
            "static int *same(int *q) { return q; }\n"
            "static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }\n"
            "int main(void) {\n"
            "  int x = 0, y = 0, a[3] = {0}, m[2][3] = {{0}};\n"
            "  struct T two = {0, 0};\n  struct S s, r;\n"
            "  int *p = &x, *q = &y, *h = malloc(sizeof(int));\n  int **pp = &p;\n"
            "  struct S *t = &s;\n  s.v = r.v = g = 0; *h = 0;\n"
            "  s.p = &x; r.p = &y; s.next = &r; r.next = &s;\n";
    for (int i = 0; i < 9; ++i) out_ << "  " << maybe(shuffle()) << "\n";
    for (const char* one : pointers) {
      for (const char* other : addresses) compare(one, other);
    }
    out_ << "  return 0;\n}\n";
    return out_.str();
  }

 private:
  static constexpr const char* pointers[] = {"p", "q", "h", "gp", "s.p", "r.p", "*pp", "t->p"};
  static constexpr const char* addresses[] = {"&x",
                                              "&y",
                                              "&g",
                                              "&a[1]",
                                              "&s.v",
                                              "&r.v",
                                              "&t->v",
                                              "q",
                                              "h",
                                              "gp",
                                              "s.p",
                                              "t->next->p",
                                              "&two.left",
                                              "&two.right",
                                              "&m[1][0]",
                                              "&m[0][3]",
                                              "&m[0][0] + 3",
                                              "(int *)((char *)&two + 4)"};
  static constexpr const char* slots[] = {"&p", "&q", "&gp", "&s.p", "&t->p", "&t->next->p"};

  template <std::size_t Size>
  const char* pick(const char* const (&from)[Size]) {
    return from[random_() % Size];
  }
  std::string value() {
    const std::string chosen = random_() % 2 == 0 ? pick(pointers) : pick(addresses);
    return random_() % 4 == 0 ? "same(" + chosen + ")" : chosen;
  }
  std::string shuffle() {
    switch (random_() % 6) {
      case 0: return std::string("pp = ") + pick(slots) + ";";
      case 1: return "t = t->next;";
      case 2: return std::string("swap(") + pick(slots) + ", " + pick(slots) + ");";
      case 3: return std::string("t = ") + (random_() % 2 == 0 ? "&s;" : "&r;");
      default: return std::string(pick(pointers)) + " = " + value() + ";";
    }
  }
  std::string maybe(const std::string& statement) {
    return random_() % 3 == 0 ? "if (__VERIFIER_nondet_int()) " + statement : statement;
  }
  void compare(const std::string& one, const std::string& other) {
    const std::string number = std::to_string(++stored_);
    out_ << "  if (" << one << " == " << other << ") { *(" << other << ") = 0; *(" << one
         << ") = " << number << "; pawl_print(1); __VERIFIER_assert(*(" << other
         << ") == " << number << "); }\n";
  }

  std::mt19937 random_;
  std::ostringstream out_;
  int stored_ = 0;
};

std::size_t printed(const gcl::Run& run) {
  std::size_t count = 0;
  for (const gcl::TraceStep& step : run.trace) {
    for (const auto& change : step.changes) {
      count += change.first.name() == frontend::c::printed_variable ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("addresses that meet at run time are in one class",
          "[frontends][c][points_to][property]") {
  std::size_t met = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const SourceFile file("test.c", PointerProgram(seed).text());
    Diagnostics diagnostics;
    const auto unit = TranslationUnit::parse(file, {}, diagnostics);
    gcl::Context context;
    std::optional<frontend::c::Lowered> lowered;
    if (unit) lowered = frontend::c::lower(*unit, {}, Approximation::Over, context, diagnostics);
    std::ostringstream why;
    render(why, diagnostics);
    INFO("seed " << seed << "\n" << file.text() << why.str());
    REQUIRE(lowered);
    for (std::uint64_t inputs = 1; inputs <= 4; ++inputs) {
      gcl::SeededChooser chooser(inputs);
      const gcl::Run run =
          gcl::run(lowered->program, lowered->program.procedures.at(0), chooser, {});
      CHECK(!run.ended<gcl::WentWrong>());
      CHECK(!run.ended<gcl::Undecided>());
      met += printed(run);
    }
  }
  CHECK(met > 1000);
}

TEST_CASE("what memory holds is in the range of its cells", "[frontends][c][points_to]") {
  // Reads assume it. A write that broke it would end the run there.
  const std::string text =
      "extern void __VERIFIER_assert(int);\nextern int __VERIFIER_nondet_int(void);\n"
      "struct B { unsigned low : 3; int high : 5; };\nunion U { int i; unsigned char b[4]; };\n"
      "int main(void) {\n"
      "  int big = __VERIFIER_nondet_int();\n"
      "  unsigned char text[3] = \"\\xff\\x80\", cells[3];\n"
      "  for (int i = 0; i < 3; i++) cells[i] = big;\n"
      "  struct B b[2]; b[1].low = big; b[1].high = big;\n"
      "  union U u[2]; u[0].i = big; u[1] = u[0];\n"
      "  unsigned n[2]; int *view = (int *)&n[1]; *view = big;\n"
      "  __VERIFIER_assert(text[0] == 255 && text[1] == 128 && cells[2] <= 255);\n"
      "  __VERIFIER_assert(b[1].low <= 7 && b[1].high <= 15 && b[1].high >= -16);\n"
      "  __VERIFIER_assert(u[1].b[0] == cells[0] && (int)n[1] == big);\n"
      "  return 0;\n}\n";
  const SourceFile file("test.c", text);
  Diagnostics diagnostics;
  const auto unit = TranslationUnit::parse(file, {}, diagnostics);
  REQUIRE(unit);
  for (const Approximation approximation : {Approximation::Over, Approximation::Under}) {
    gcl::Context context;
    const auto lowered = frontend::c::lower(*unit, {}, approximation, context, diagnostics);
    REQUIRE(lowered);
    CHECK(lowered->exact);
    for (std::uint64_t inputs = 1; inputs <= 20; ++inputs) {
      gcl::SeededChooser chooser(inputs);
      const gcl::Run run =
          gcl::run(lowered->program, lowered->program.procedures.at(0), chooser, {});
      CHECK(run.ended<gcl::NormalEnd>());
    }
  }
}
