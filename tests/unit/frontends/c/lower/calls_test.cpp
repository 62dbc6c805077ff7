// SPDX-License-Identifier: Apache-2.0
//
// Calls that are not inlined, and what functions without a body may do, as IL.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <string>

#include "frontends/c/lower.h"
#include "gcl/printer.h"

using namespace pawl;
using frontend::c::Approximation;
using frontend::c::Lowered;
using frontend::c::Options;
using frontend::c::TranslationUnit;

namespace {

class Program {
 public:
  explicit Program(const std::string& text, const Options& options = {},
                   Approximation approximation = Approximation::Over)
      : file_("test.c", text) {
    Diagnostics diagnostics;
    const auto unit = TranslationUnit::parse(file_, options, diagnostics);
    REQUIRE(unit != nullptr);
    lowered_ = frontend::c::lower(*unit, options, approximation, context_, diagnostics);
    std::ostringstream errors;
    render(errors, diagnostics);
    INFO(errors.str());
    REQUIRE(lowered_.has_value());
  }

  bool has(const std::string& procedure) const {
    return lowered_->program.find_procedure(procedure) != nullptr;
  }
  std::set<std::string> changed_by(const std::string& procedure) const {
    std::set<std::string> names;
    for (const gcl::Expr one : lowered_->program.find_procedure(procedure)->modifies) {
      names.insert(one.name());
    }
    return names;
  }
  const Lowered& lowered() const { return *lowered_; }
  std::string il() const { return gcl::print(lowered_->program); }

 private:
  SourceFile file_;
  gcl::Context context_;
  std::optional<Lowered> lowered_;
};

std::string levels(int count) {
  std::string text = "int g;\nstatic void f0(void) { g = g > 5 ? 0 : g + 1; }\n";
  for (int i = 1; i <= count; ++i) {
    const std::string inner = "f" + std::to_string(i - 1) + "(); ";
    text += "static void f" + std::to_string(i) + "(void) { " + inner + inner + "}\n";
  }
  return text + "int main(void) { f" + std::to_string(count) + "(); return 0; }\n";
}

}  // namespace

TEST_CASE("calls in calls do not double the program", "[frontends][c][calls]") {
  const Program few(levels(3));
  CHECK_FALSE(few.has("f1"));
  const Program many(levels(25));
  const Program more(levels(26));
  CHECK(more.il().size() < 2 * many.il().size());
  CHECK_FALSE(many.lowered().exact);
  const Program under(levels(25), {}, Approximation::Under);
  CHECK(under.il().size() < 20'000'000);
}

TEST_CASE("strangers change what has got out", "[frontends][c][calls]") {
  const Program program(R"(
extern void keep(int *p);
extern void later(void);
static int hidden, given, *way = &given;
int seen;
void use(int **q) { keep(*q); }
int main(void) {
  int own = 1, lent = 2;
  hidden = seen = 0;
  use(&way);
  keep(&lent);
  later();
  return own + hidden;
})");
  const std::set<std::string> changed = program.changed_by("unknown$function");
  INFO(program.il());
  // By itself, or as one of the numbers that strangers have got at.
  CHECK(std::ranges::any_of(changed, [](const std::string& name) {
    return name == "seen" || name.rfind("memory", 0) == 0;
  }));
  CHECK_FALSE(changed.contains("own"));
  const bool lent = std::ranges::any_of(changed, [](const std::string& name) {
    return name.find("lent") != std::string::npos || name.find("memory") != std::string::npos;
  });
  CHECK(lent);
}

TEST_CASE("strangers call back, main included", "[frontends][c][calls]") {
  const Program program(R"(
extern void later(void);
static int runs;
static void own(void) { runs = 7; }
void open(void) { runs = 3; }
int main(void) { runs = runs + 1; own(); later(); return 0; })");
  CHECK(program.has("open"));
  CHECK(program.has("main$called"));
  CHECK_FALSE(program.has("own"));
  CHECK(program.lowered().proof_only.contains("main$called"));
  CHECK(program.changed_by("unknown$function").contains("runs"));
}

TEST_CASE("without lasting variables main is always the same", "[frontends][c][calls]") {
  const Program program(R"(
extern int ask(void);
int main(void) { return ask() > 3; })");
  CHECK_FALSE(program.has("main$called"));
  CHECK(program.lowered().exact);
}

TEST_CASE("variables of several activations are several objects", "[frontends][c][calls]") {
  const Program program(R"(
static int f(int n) { int *p = &n; if (n > 0) f(n - 1); return *p; }
int main(void) { int x = 0, *p = &x; *p = f(3); return x; })");
  const std::string il = program.il();
  INFO(il);
  CHECK(il.find("object$next := ") != std::string::npos);
  CHECK(program.changed_by("f").contains("object$next"));
}
