// SPDX-License-Identifier: Apache-2.0
#include "contracts/propose.h"

#include <catch2/catch.hpp>
#include <functional>

#include "frontends/c/translation_unit.h"

namespace pawl::contracts {
namespace {

namespace c = frontend::c;

/// Answers by looking for words in the text.
class WordJudge final : public Judge {
 public:
  struct Check {
    std::string check;
    std::uint32_t line, column, end_column;  // in the text without contracts
    std::function<bool(const std::string&)> holds;
  };
  std::vector<Check> checks;
  bool runs = true;
  std::vector<std::string> asked;

  std::optional<result::ProcedureResult> operator()(const std::string& text,
                                                    const std::string& function,
                                                    Question question) override {
    asked.push_back(text);
    result::ProcedureResult judged;
    judged.name = function;
    if (question == Question::Run) {
      result::ObligationResult end;
      end.formula = "!(pawl_passed_1 == 1)";
      end.fate = runs ? result::Fate::Refuted : result::Fate::NotProved;
      if (runs) end.real_run.emplace();
      judged.obligations.push_back(end);
      return judged;
    }
    for (const Check& one : checks) {
      result::ObligationResult found;
      found.check = one.check;
      // A contract is one line before the function.
      found.formula_place = {one.line + 1, one.column, one.line + 1, one.end_column};
      found.fate = one.holds(text) ? result::Fate::Proved : result::Fate::NotProved;
      judged.obligations.push_back(found);
    }
    return judged;
  }
};

Proposals proposals(const std::string& text, Judge& judge) {
  const SourceFile file("f.c", text);
  Diagnostics diagnostics;
  const auto unit = c::TranslationUnit::parse(file, {}, diagnostics);
  REQUIRE(unit);
  return propose(text, c::outline(*unit), {}, judge);
}

std::function<bool(const std::string&)> has(const std::string& what) {
  return [what](const std::string& text) { return text.find(what) != std::string::npos; };
}

const std::string last =
    "int last(const int *a, int n) {\n"
    "  return a[n - 1];\n"
    "}\n";

TEST_CASE("what excludes the failing checks is proposed, and no more", "[contracts]") {
  WordJudge judge;
  judge.checks = {{"bounds", 2, 10, 18,
                   [](const std::string& text) {
                     return has("\\valid_read(a + (0 .. n - 1))")(text) && has("n >= 1")(text);
                   }},
                  {"overflow", 2, 12, 17, has("n >= ")}};
  const Proposals found = proposals(last, judge);
  REQUIRE(found.functions.size() == 1);
  REQUIRE(found.functions[0].proposed());
  CHECK(with_contracts(last, {}, {}, Layout::Readable) == last);
  CHECK(to_text(found.functions[0].contract, Layout::Readable) ==
        "/*@ requires \\valid_read(a + (0 .. n - 1));\n"
        "    requires n >= 1;\n"
        "    assigns \\nothing;\n"
        "*/\n");
}

TEST_CASE("a clause that is not needed in the end goes", "[contracts]") {
  WordJudge judge;
  // n >= 0 is tried for the overflow first, which the range excludes as well.
  judge.checks = {{"bounds", 2, 10, 18, has("\\valid_read(a + (0 .. n - 1))")},
                  {"overflow", 2, 12, 17, has("<= n - 1 <=")}};
  const Proposals found = proposals(last, judge);
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].contract.find("low n") == nullptr);
  CHECK(found.functions[0].contract.requires_.size() == 2);
}

TEST_CASE("what nobody can keep is not proposed", "[contracts]") {
  WordJudge judge;
  judge.checks = {{"bounds", 2, 10, 18, has("\\valid_read(a + (0 .. n - 1))")}};
  judge.runs = false;
  const Proposals found = proposals(last, judge);
  REQUIRE(found.functions.size() == 1);
  CHECK_FALSE(found.functions[0].proposed());
  CHECK(found.contracts().empty());
}

TEST_CASE("where nothing helps, the place and the reason are given", "[contracts]") {
  WordJudge judge;
  judge.checks = {{"bounds", 2, 10, 18, [](const std::string&) { return false; }}};
  const Proposals found = proposals(last, judge);
  REQUIRE(found.functions.size() == 1);
  CHECK_FALSE(found.functions[0].proposed());
  CHECK(found.functions[0].at.line == 2);
  CHECK(found.functions[0].why_not.find("the check for bounds") != std::string::npos);
}

TEST_CASE("a function with a contract of its own is left alone", "[contracts]") {
  WordJudge judge;
  CHECK(proposals("/*@ requires n >= 1; */ // x\n" + last, judge).functions.empty());
  CHECK(proposals("/*@ requires n >= 1; */\nint last(const int *a, int n);\n" + last, judge)
            .functions.empty());
  CHECK(proposals("/*@ predicate p(integer n) = n >= 1; */\n" + last, judge).functions.size() == 1);
}

TEST_CASE("callees come first, and callers see what was proposed for them", "[contracts]") {
  WordJudge judge;
  judge.checks = {{"null", 3, 33, 35, has("\\valid_read(p)")}};
  const Proposals found = proposals(
      "int f(int *p);\nint g(int *p) { return f(p); }\nint f(int *p)          { return *p; }\n",
      judge);
  REQUIRE(found.functions.size() == 2);
  CHECK(found.functions[0].function == "f");
  CHECK(found.functions[1].function == "g");
  CHECK(judge.asked.back().find("valid_read") != std::string::npos);
}

TEST_CASE("the text that asks for a run marks loops and ends", "[contracts]") {
  const std::string text =
      "int f(int n) {\n"
      "  for (int i = 0; i < n; i++)\n"
      "    if (i == 3) return i;\n"
      "  return n;\n"
      "}\n";
  const SourceFile file("f.c", text);
  Diagnostics diagnostics;
  const auto unit = c::TranslationUnit::parse(file, {}, diagnostics);
  REQUIRE(unit);
  const auto functions = c::outline(*unit);
  REQUIRE(functions.size() == 1);
  const std::string marked = with_witness(text, functions, {}, functions[0], {0});
  CHECK(
      marked ==
      "int f(int n) { int pawl_passed_1 = 0;\n"
      "  for (int i = 0; i < n; i++)\n"
      "    { pawl_passed_1 = 1; if (i == 3) { /*@ assert !(pawl_passed_1 == 1); */ return i; } }\n"
      "  { /*@ assert !(pawl_passed_1 == 1); */ return n; }\n"
      " /*@ assert !(pawl_passed_1 == 1); */ }\n");
  const SourceFile changed("f.c", marked);
  CHECK(c::TranslationUnit::parse(changed, {}, diagnostics));
}

}  // namespace
}  // namespace pawl::contracts
