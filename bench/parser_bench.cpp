// SPDX-License-Identifier: Apache-2.0
//
// How fast text becomes checked programs, and programs text. The aim is 200,000 lines per second.
// Usage: bench_parser [LINES]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "gcl/parser.h"
#include "gcl/printer.h"

namespace {

using namespace pawl;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string name(const char* stem, std::size_t number) { return stem + std::to_string(number); }

/// Assignments, assertions, branches and map updates over fifty variables, in procedures of a
/// thousand lines; about what a front end makes of straight-line code.
std::string ordinary(std::size_t lines) {
  std::string text;
  for (std::size_t line = 0; line < lines;) {
    text += "procedure p" + std::to_string(line) + "(n: int, a: [int]int) returns (r: int)\n" +
            "  requires 0 <= n;\n{\n  var b: [int]int";
    for (std::size_t i = 0; i < 50; ++i) text += ", " + name("x", i) + ": int";
    text += ";\n";
    for (std::size_t i = 0; i < 800; ++i) {
      const std::string x = name("x", i % 50), y = name("x", i * 7 % 50), z = name("x", i * 3 % 50);
      const std::string k = std::to_string(i);
      if (i % 7 == 0) {
        text += "  if " + x + " < n {\n    " + y + " := " + z + " + " + k +
                ";\n  } else {\n    b[" + x + "] := a[" + k + "] * 2;\n  }\n";
      } else if (i % 5 == 0) {
        text += "  assert 0 <= " + x + " && " + y + " <= n + " + k + " ==> b[" + z + "] == a[" + x +
                "];\n";
      } else {
        text += "  " + x + " := " + y + " + " + z + " - " + k + ";\n";
      }
    }
    text += "}\n";
    line += 1256;
  }
  return text;
}

std::string deep(std::size_t depth) {
  std::string text = "procedure p(i: int) returns (r: int)\n{\n  r := ";
  for (std::size_t i = 0; i < depth; ++i) text += "(1 + ";
  return text + "i" + std::string(depth, ')') + ";\n}\n";
}

std::string conjunction(std::size_t length) {
  std::string text = "procedure p(i: int) returns (r: bool)\n{\n  r := r";
  for (std::size_t i = 0; i < length; ++i) text += " && i != " + std::to_string(i);
  return text + ";\n}\n";
}

/// Exit code 1 if the generated text is no program: then there is nothing to measure.
void measure(const char* what, std::string text) {
  const std::size_t lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  const SourceFile file("generated", std::move(text));
  gcl::Context context;
  Diagnostics diagnostics;
  const Clock::time_point start = Clock::now();
  const std::optional<gcl::Program> program = gcl::parse_program(context, file, diagnostics);
  const double parsed = seconds_since(start);
  if (!program) {
    render(std::cerr, diagnostics);
    std::exit(1);
  }
  const Clock::time_point middle = Clock::now();
  const std::size_t printed_size = gcl::print(*program).size();
  const double printed = seconds_since(middle);
  std::printf("%-22s %9zu %8.1f %9.3f %11.0f %8.1f %9.3f %8.1f\n", what, lines, megabytes, parsed,
              static_cast<double>(lines) / parsed, megabytes / parsed, printed,
              static_cast<double>(printed_size) / 1e6 / printed);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t lines = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200'000;
  std::printf("Parsing and type checking, and printing\n\n%-22s %9s %8s %9s %11s %8s %9s %8s\n", "",
              "lines", "MB", "parse s", "lines/s", "MB/s", "print s", "MB/s");
  measure("ordinary code", ordinary(lines / 4));
  measure("ordinary code, x 2", ordinary(lines / 2));
  measure("ordinary code, x 4", ordinary(lines));
  measure("100,000 deep", deep(100'000));
  measure("200,000 deep", deep(200'000));
  measure("100,000 conjuncts", conjunction(100'000));
  measure("200,000 conjuncts", conjunction(200'000));
}
