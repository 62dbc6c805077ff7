// SPDX-License-Identifier: Apache-2.0
#include "contracts/propose.h"

#include <catch2/catch.hpp>
#include <functional>

#include "contracts/ensures.h"
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
  std::vector<std::string> invariants = {};
  std::function<bool(const std::string&)> ensured = {};
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
    for (std::size_t at = text.find("ensures "); at != std::string::npos;
         at = text.find("ensures ", at + 1)) {
      // All of them stand in the first line.
      const std::size_t end = text.find(
          ';', text.find("==> ", at) < text.find("; ensures", at) ? text.find("==> ", at) : at);
      result::ObligationResult found;
      found.kind = gcl::ObligationKind::Postcondition;
      found.formula_place = {1, static_cast<std::uint32_t>(at + 1), 1,
                             static_cast<std::uint32_t>(end + 2)};
      found.fate =
          ensured(text.substr(at, end - at)) ? result::Fate::Proved : result::Fate::Refuted;
      judged.obligations.push_back(found);
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

  std::optional<Annotated> annotated(const std::string& text, const std::string&) override {
    return Annotated{text, invariants};
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

const std::string fill =
    "int fill(int *a, int n) {\n"
    "  int i = 0;\n"
    "  while (i < n) a[i++] = 7;\n"
    "  return i;\n"
    "}\n";

TEST_CASE("what holds at the end is said of the result, and only what is proved", "[contracts]") {
  WordJudge judge;
  judge.invariants = {"\\forall integer k; 0 <= k < i ==> a[k] == 7", "n <= 9", "0 <= i"};
  judge.ensured = [](const std::string& text) {
    return text != "ensures 0 <= \\result" && text.find("0 == 1") == std::string::npos;
  };
  const Proposals found = proposals(fill, judge);
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].contract.ensures ==
        std::vector<std::string>{"\\forall integer k; 0 <= k < \\result ==> a[k] == 7"});
  // Nothing is said of what is always empty.
  judge.ensured = [](const std::string& text) { return text != "ensures 0 <= \\result"; };
  CHECK(proposals(fill, judge).functions[0].contract.ensures.empty());
  judge.ensured = [](const std::string&) { return false; };
  CHECK(proposals(fill, judge).functions[0].contract.ensures.empty());
}

TEST_CASE("guesses at what is promised", "[contracts]") {
  const std::string text =
      "int find(const int *a, int n, int x) {\n"
      "  for (int i = 0; i < n; i++)\n"
      "    if (a[i] == x) return i;\n"
      "  return -1;\n"
      "}\n"
      "struct s { int i; };\n"
      "void down(int n, int *a, struct s *r) { while (n > 0) { n--; a[n] = r->i; } }\n";
  const SourceFile file("f.c", text);
  Diagnostics diagnostics;
  const auto unit = c::TranslationUnit::parse(file, {}, diagnostics);
  REQUIRE(unit);
  const auto functions = c::outline(*unit);
  const auto guesses = [&](std::size_t function, const std::string& invariant) {
    std::vector<std::string> texts;
    for (const Promise& one : promises_for(functions[function], {invariant})) {
      texts.push_back(one.text);
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(guesses(0, "\\forall integer k; 0 <= k < i ==> a[k] != x") ==
        Texts{"\\forall integer k; 0 <= k < \\result ==> a[k] != x",
              "\\result != -1 ==> \\forall integer k; 0 <= k < \\result ==> a[k] != x",
              "\\result == -1 ==> \\forall integer k; 0 <= k < n ==> a[k] != x",
              "\\result == -1 ==> \\forall integer k; 0 <= k < x ==> a[k] != x",
              "\\result == -1 ==> \\forall integer k; 0 <= k < 0 ==> a[k] != x"});
  // Of no variable that callers know nothing of, and nothing that they know already.
  CHECK(guesses(0, "0 <= n").empty());
  // A parameter that changes is what it was at the call; a field is no variable.
  CHECK(guesses(1, "\\forall integer k; n <= k < \\at(n, Pre) ==> a[k] == r->i") ==
        Texts{"\\forall integer k; r->i <= k < n ==> a[k] == r->i",
              "\\forall integer k; 0 <= k < n ==> a[k] == r->i"});
  CHECK(guesses(1, "a[0] == \\at(a[0], Pre)") == Texts{"a[0] == \\old(a[0])"});
  CHECK(guesses(1, "a[0] == \\at(a[0], LoopEntry)").empty());
}

TEST_CASE("of an invariant one thing is said of all runs, or one of each kind of runs",
          "[contracts]") {
  using Texts = std::vector<std::string>;
  CHECK(worth_saying({{"a", 0, {}}, {"b", 0, {}}, {"c", 1, {}}, {"d", 0, "r"}}) == Texts{"a", "c"});
  CHECK(worth_saying({{"a", 0, "r"}, {"b", 0, "s"}, {"c", 0, "r"}}) == Texts{"a", "b"});
  // Where the result is -1, the first says nothing.
  CHECK(worth_saying(
            {{"k < \\result", 0, {}}, {"b", 0, "\\result != -1"}, {"c", 0, "\\result == -1"}}) ==
        Texts{"k < \\result", "c"});
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
