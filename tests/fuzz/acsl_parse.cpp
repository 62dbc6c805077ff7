// SPDX-License-Identifier: Apache-2.0
// Any bytes as a C text: every annotation in it is parsed. What is accepted is printed, and the
// printed text has to be accepted again, be the same and print the same. What is refused has to
// have an error, and rendering it has to survive whatever the line holds. The bytes are also parsed
// as one term, and as the inside of one annotation.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>

#include "frontends/acsl/parser.h"
#include "frontends/acsl/printer.h"
#include "support/diagnostic.h"

namespace {

using pawl::Diagnostics;
using pawl::SourceFile;
using namespace pawl::frontend::acsl;  // NOLINT(google-build-using-namespace)

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

void require_either(bool parsed, const Diagnostics& diagnostics) {
  std::ostringstream messages;
  render(messages, diagnostics);
  require(parsed != diagnostics.has_errors(), "a result or an error, one of them", messages.str());
}

std::optional<Annotation> parsed(const SourceFile& file, TextRange comment) {
  Diagnostics diagnostics;
  std::optional<Annotation> out = parse_annotation(file, comment, {}, diagnostics);
  require_either(out.has_value(), diagnostics);
  return out;
}

void check_annotation(const SourceFile& file, TextRange comment) {
  const std::optional<Annotation> annotation = parsed(file, comment);
  // Ghost code is kept as it is, comments and all; there is nothing to be stable about.
  if (!annotation || std::holds_alternative<Ghost>(*annotation)) return;
  const SourceFile printed("printed", print(*annotation));
  const std::string text(printed.text());
  const std::optional<Annotation> again = parsed(printed, {0, text.size()});
  require(again.has_value(), "what is printed should be accepted", text);
  require(equal(*again, *annotation), "what is printed should be the same annotation", text);
  require(print(*again) == text, "printing should be stable", text);
}

void check_term(const SourceFile& file) {
  Diagnostics diagnostics;
  const Term term = parse_term(file, {}, diagnostics);
  require_either(term != nullptr, diagnostics);
  if (!term) return;
  const SourceFile printed("printed", print(term));
  Diagnostics none;
  const Term again = parse_term(printed, {}, none);
  require(again != nullptr, "what is printed should be accepted", std::string(printed.text()));
  require(equal(again, term), "what is printed should be the same term",
          std::string(printed.text()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const SourceFile file("fuzz.c", text);
  for (const TextRange comment : find_annotations(file.text())) check_annotation(file, comment);
  const SourceFile line("fuzz.c", "//@" + text);
  check_annotation(line, {0, line.text().size()});
  check_term(file);
  return 0;
}
