// SPDX-License-Identifier: Apache-2.0
//
// What is said about wrong programs, to the letter: diagnostics/*.txt hold the cases. Here are
// only those that no text file can show.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "gcl/parser.h"
#include "support/file.h"

using namespace pawl;
using namespace pawl::gcl;

namespace {

std::string diagnosed(std::string text) {
  Context context;
  const SourceFile file("t", std::move(text));
  Diagnostics diagnostics;
  const bool accepted = parse_program(context, file, diagnostics).has_value();
  CHECK(accepted != diagnostics.has_errors());
  std::ostringstream out;
  render(out, diagnostics);
  return out.str();
}

struct Case {
  std::string title, program, expected;
};

/// "=== title", the program, "---", the messages, an empty line.
std::vector<Case> read_cases(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<Case> cases;
  std::string* part = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      cases.push_back({line.substr(4), "", ""});
      part = &cases.back().program;
    } else if (line == "---") {
      part = &cases.back().expected;
    } else if (part != nullptr) {
      *part += line + "\n";
    }
  }
  return cases;
}

/// Spaces at the ends of lines are no part of a message: an empty source line is shown as one.
std::string trimmed(const std::string& text) {
  std::istringstream in(text);
  std::string result;
  for (std::string line; std::getline(in, line);) {
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  while (result.ends_with("\n\n")) result.pop_back();
  return result;
}

}  // namespace

TEST_CASE("every mistake gets its place, its line and its hint", "[gcl][typecheck]") {
  const std::filesystem::path folder =
      std::filesystem::path(PAWL_SOURCE_DIR) / "tests/unit/gcl/diagnostics";
  std::vector<std::filesystem::path> files;
  std::ranges::copy(std::filesystem::directory_iterator(folder), std::back_inserter(files));
  std::ranges::sort(files);
  std::size_t count = 0;
  for (const auto& file : files) {
    for (const Case& wrong : read_cases(file)) {
      CAPTURE(file.filename().string(), wrong.title, wrong.program);
      CHECK(trimmed(diagnosed(wrong.program)) == trimmed(wrong.expected));
      ++count;
    }
  }
  CHECK(count >= 90);
}

TEST_CASE("an empty file is no program", "[gcl][typecheck]") {
  const std::string message =
      "t:1:1: error: the program has no procedure\n"
      "  \n"
      "  ^\n"
      "  hint: the smallest program is: procedure main() { }\n";
  CHECK(diagnosed("") == message);
  CHECK(diagnosed("\n") == message);
}

TEST_CASE("binary data is reported, not read", "[gcl][typecheck]") {
  CHECK(trimmed(diagnosed(std::string("procedure p() {}\n\0\x01\x02", 20))) ==
        "t:2:1: error: 3 unexpected bytes, the first is byte 0x00\n"
        "\n"
        "  ^~~\n"
        "  hint: outside of comments only ASCII text has a meaning\n");
  std::string noise;
  for (unsigned i = 0; i < 100'000; ++i) noise += static_cast<char>(i * 2654435761U >> 24);
  Context context;
  const SourceFile file("t", noise);
  Diagnostics diagnostics;
  CHECK_FALSE(parse_program(context, file, diagnostics));
  CHECK(diagnostics.error_count() == 51);
}

TEST_CASE("lines end in any way", "[gcl][typecheck]") {
  CHECK(diagnosed("procedure p()\r\n{\r\n  assert 1;\r\n}") ==
        "t:3:10: error: an assertion should be bool, but is int\n"
        "    assert 1;\n"
        "           ^\n"
        "  hint: compare it with something, for example 'e != 0'\n");
  CHECK(diagnosed("procedure p() { assert 1; } // no line end") ==
        "t:1:24: error: an assertion should be bool, but is int\n"
        "  procedure p() { assert 1; } // no line end\n"
        "                         ^\n"
        "  hint: compare it with something, for example 'e != 0'\n");
}

TEST_CASE("fifty errors are enough", "[gcl][typecheck]") {
  std::string text = "procedure p() {\n";
  for (int i = 0; i < 1000; ++i) text += "  y" + std::to_string(i) + " := 1;\n";
  Context context;
  const SourceFile file("t", text + "}\n");
  Diagnostics diagnostics;
  CHECK_FALSE(parse_program(context, file, diagnostics));
  REQUIRE(diagnostics.error_count() == 51);
  CHECK(diagnostics.all()[49].message == "unknown name 'y49'");
  CHECK(diagnostics.all()[50].message == "too many errors; only 50 are shown");
}

TEST_CASE("errors come in the order of the text", "[gcl][typecheck]") {
  const std::string text = diagnosed(
      "procedure p() { assert f(1); }\n"
      "function f(x: int): int = f(x);\n"
      "axiom g;\n");
  const auto first = text.find("t:1:");
  const auto second = text.find("t:2:");
  const auto third = text.find("t:3:");
  REQUIRE(third != std::string::npos);
  CHECK(first < second);
  CHECK(second < third);
}

TEST_CASE("nesting has a limit where parsing recurses", "[gcl][typecheck]") {
  const auto repeated = [](std::size_t count, const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
  };
  const auto message = [&](const std::string& text) {
    Context context;
    const SourceFile file("t", text);
    Diagnostics diagnostics;
    if (parse_program(context, file, diagnostics)) return std::string("accepted");
    return diagnostics.all().front().message;
  };
  const auto blocks = [&](std::size_t n) {
    return "procedure p() " + repeated(n, "{") + repeated(n, "}");
  };
  CHECK(message(blocks(1000)) == "accepted");
  CHECK(message(blocks(1001)) == "statements nested more than 1000 deep");
  CHECK(message(blocks(100'000)) == "statements nested more than 1000 deep");
  const auto whiles = [&](std::size_t n) {
    return "procedure p() {" + repeated(n, "while * { block L {") + repeated(n, "}}") + "}";
  };
  CHECK(message(whiles(300)) == "label 'L' is already that of a block around");
  CHECK(message("procedure p() {" + repeated(999, "if * {} else ") + "{} }") == "accepted");
  CHECK(message("procedure p() {" + repeated(50'000, "if * {} else ") + "{} }") ==
        "statements nested more than 1000 deep");
  CHECK(message("procedure p(x: " + repeated(1000, "[int]") + "int) {}") == "accepted");
  CHECK(message("procedure p(x: " + repeated(1001, "[int]") + "int) {}") ==
        "sort nested more than 1000 deep");
  CHECK(message("procedure p(x: " + repeated(100'000, "[")) == "sort nested more than 1000 deep");
}
