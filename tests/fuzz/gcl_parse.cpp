// SPDX-License-Identifier: Apache-2.0
// Any bytes through parser and type checker. What they accept is printed, and the printed text has
// to be accepted again, mean the same and print the same. What they refuse has to have an error,
// and rendering it has to survive whatever the line holds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>

#include "gcl/parser.h"
#include "gcl/printer.h"
#include "support/diagnostic.h"

namespace {

using pawl::Diagnostics;
using pawl::SourceFile;
using pawl::gcl::Context;
using pawl::gcl::Program;

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

std::optional<Program> parsed(Context& context, const SourceFile& file) {
  Diagnostics diagnostics;
  std::optional<Program> program = parse_program(context, file, diagnostics);
  std::ostringstream messages;
  render(messages, diagnostics);
  require(program.has_value() != diagnostics.has_errors(), "a program or an error, one of them",
          messages.str());
  return program;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Context context;
  const SourceFile file("fuzz.gcl", std::string(reinterpret_cast<const char*>(data), size));
  const std::optional<Program> program = parsed(context, file);
  if (!program) return 0;
  const SourceFile printed("printed.gcl", print(*program));
  const std::string text(printed.text());
  const std::optional<Program> again = parsed(context, printed);
  require(again.has_value(), "what is printed should be accepted", text);
  require(equal(*again, *program), "what is printed should be the same program", text);
  require(print(*again) == text, "printing should be stable", text);
  return 0;
}
