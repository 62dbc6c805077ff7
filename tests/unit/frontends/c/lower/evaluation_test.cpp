// SPDX-License-Identifier: Apache-2.0
//
// Values that later effects cannot change, and the order of operands.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "frontends/c/lower.h"
#include "gcl/printer.h"

using namespace pawl;
using frontend::c::Approximation;
using frontend::c::TranslationUnit;

namespace {

struct Outcome {
  std::string il;  // empty: refused
  std::string errors;
  bool exact = true;
  std::size_t inexact_steps = 0;
};

Outcome lower(const std::string& text, Approximation approximation = Approximation::Over) {
  const SourceFile file("test.c", text);
  Diagnostics diagnostics;
  Outcome outcome;
  const frontend::c::Options options;
  if (const auto unit = TranslationUnit::parse(file, options, diagnostics)) {
    gcl::Context context;
    const auto lowered = frontend::c::lower(*unit, options, approximation, context, diagnostics);
    if (lowered) {
      outcome.il = gcl::print(lowered->program);
      outcome.exact = lowered->exact;
      outcome.inexact_steps = lowered->inexact_steps.size();
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

TEST_CASE("an operand is saved if something changes it", "[frontends][c][evaluation]") {
  const Outcome changed = lower("int main(void) { int i = 1; return i + ({ i = 5; 2; }); }");
  INFO(changed.il << changed.errors);
  CHECK(contains(changed.il, "tmp$"));
  const Outcome quiet = lower("int main(void) { int i = 1, j = 2; return i + (j = 5); }");
  INFO(quiet.il << quiet.errors);
  CHECK_FALSE(contains(quiet.il, "tmp$"));
}

TEST_CASE("a statement that nobody looks at saves nothing", "[frontends][c][evaluation]") {
  const Outcome outcome = lower("int main(void) { int i = 1; i++; i += 2; i = i + 1; return i; }");
  INFO(outcome.il);
  CHECK_FALSE(contains(outcome.il, "tmp$"));
}

TEST_CASE("orders that make a difference are looked at", "[frontends][c][evaluation]") {
  const std::string functions = R"(
int g;
int set(void) { g = 1; return 0; }
int get(void) { return g; }
int pure(int x) { return x + 1; })";
  CHECK_FALSE(lower(functions + "int main(void) { return get() + set(); }").exact);
  CHECK_FALSE(lower(functions + "int main(void) { g += set(); return g; }").exact);
  CHECK(lower(functions + "int main(void) { return get() + pure(1); }").exact);
  CHECK(lower(functions + "int main(void) { g = set(); return 0; }").exact);
}

TEST_CASE("an unsequenced change is refused with its place", "[frontends][c][evaluation]") {
  for (const std::string text : {"i = i++", "a[i] = i++", "i++ + i", "i += i--"}) {
    const Outcome outcome =
        lower("int main(void) { int i = 0, a[3] = {0}; " + text + "; return 0; }");
    INFO(text << outcome.errors);
    CHECK(outcome.il.empty());
    CHECK(contains(outcome.errors, "test.c:1:"));
  }
  for (const std::string text : {"i = i + 1", "i = (i++, i)", "i = i++ && 1 ? 2 : 3", "a[i] = i"}) {
    const Outcome outcome =
        lower("int main(void) { int i = 0, a[9] = {0}; " + text + "; return 0; }");
    INFO(text << outcome.errors);
    CHECK_FALSE(outcome.il.empty());
  }
}

TEST_CASE("a run ends at a step that is not modelled exactly", "[frontends][c][evaluation]") {
  const std::string text = "int main(void) { int i; return (int)(long)&i; }";
  CHECK(lower(text, Approximation::Under).inexact_steps == 1);
  const Outcome over = lower(text);
  CHECK(over.inexact_steps == 0);
  CHECK_FALSE(over.exact);
}
