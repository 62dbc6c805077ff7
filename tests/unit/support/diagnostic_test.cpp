// SPDX-License-Identifier: Apache-2.0
#include "support/diagnostic.h"

#include <catch2/catch.hpp>
#include <sstream>

using pawl::Diagnostic;
using pawl::Diagnostics;
using pawl::Severity;
using pawl::SourceFile;

namespace {

std::string rendered(const Diagnostic& diagnostic) {
  std::ostringstream out;
  render(out, diagnostic);
  return out.str();
}

}  // namespace

TEST_CASE("an error shows its line, a caret under the construct, and a hint",
          "[support][diagnostic]") {
  const SourceFile file("f.gcl", "var x: int;\nx := treu;\n");
  CHECK(rendered({{&file, {2, 6}, {2, 10}}, Severity::Error, "unknown name 'treu'", "'true'?"}) ==
        "f.gcl:2:6: error: unknown name 'treu'\n"
        "  x := treu;\n"
        "       ^~~~\n"
        "  hint: 'true'?\n");
}

TEST_CASE("a diagnostic without a place shows none", "[support][diagnostic]") {
  CHECK(rendered({{}, Severity::Warning, "nothing to do", ""}) == "warning: nothing to do\n");
  const SourceFile file("f.gcl", "");
  CHECK(rendered({{&file, {}, {}}, Severity::Note, "empty", ""}) == "f.gcl: note: empty\n");
}

TEST_CASE("a caret stays within its line", "[support][diagnostic]") {
  const SourceFile file("f.gcl", "ab\n");
  const std::string at_end = "f.gcl:1:3: error: m\n  ab\n    ^\n";
  CHECK(rendered({{&file, {1, 3}, {1, 9}}, Severity::Error, "m", ""}) == at_end);
  // Past the end of the line: shown at its end.
  CHECK(rendered({{&file, {1, 7}, {2, 1}}, Severity::Error, "m", ""}) ==
        "f.gcl:1:7: error: m\n  ab\n    ^\n");
}

TEST_CASE("of a very long line only a window is shown", "[support][diagnostic]") {
  const SourceFile file("f.gcl", std::string(100'000, 'a') + "!" + std::string(100'000, 'b'));
  const std::string text =
      rendered({{&file, {1, 100'001}, {1, 100'002}}, Severity::Error, "m", ""});
  CHECK(text.size() < 400);
  const std::size_t mark = text.find('!') - text.rfind('\n', text.find('!'));
  const std::size_t caret = text.find('^') - text.rfind('\n', text.find('^'));
  CHECK(mark == caret);
}

TEST_CASE("control characters do not reach the terminal", "[support][diagnostic]") {
  const SourceFile file("f.gcl", "a\x1b[31m\tb\n");
  const std::string text = rendered({{&file, {1, 1}, {1, 2}}, Severity::Error, "m", ""});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\t') == std::string::npos);
}

TEST_CASE("only errors count as errors", "[support][diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.warning({}, "w");
  diagnostics.note({}, "n");
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.error({}, "e1");
  diagnostics.error({}, "e2");
  CHECK(diagnostics.error_count() == 2);
  std::ostringstream out;
  render(out, diagnostics);
  CHECK(out.str() == "warning: w\nnote: n\nerror: e1\nerror: e2\n");
}
