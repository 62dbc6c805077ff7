// SPDX-License-Identifier: Apache-2.0
//
// Texts and what the parser makes of them, with the messages as one string.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "frontends/acsl/parser.h"
#include "frontends/acsl/printer.h"
#include "tests/unit/frontends/acsl/random_term.h"

namespace pawl::test {

/// The file lives as long as what was parsed from it.
struct ParsedTerm {
  explicit ParsedTerm(const std::string& text, const frontend::acsl::ParseOptions& options = {})
      : file("t", text), term(frontend::acsl::parse_term(file, options, diagnostics)) {
    REQUIRE((term == nullptr) == diagnostics.has_errors());
  }
  SourceFile file;
  Diagnostics diagnostics;
  frontend::acsl::Term term;
};

struct ParsedAnnotation {
  explicit ParsedAnnotation(const std::string& text,
                            const frontend::acsl::ParseOptions& options = {})
      : file("t", text),
        annotation(frontend::acsl::parse_annotation(file, {0, text.size()}, options, diagnostics)) {
    REQUIRE(annotation.has_value() != diagnostics.has_errors());
  }
  template <class T>
  const T& as() const {
    INFO(messages(diagnostics));
    REQUIRE(annotation);
    REQUIRE(std::holds_alternative<T>(*annotation));
    return std::get<T>(*annotation);
  }
  /// "line:column: message" of each error.
  static std::string messages(const Diagnostics& diagnostics) {
    std::ostringstream out;
    for (const Diagnostic& d : diagnostics.all()) {
      out << d.range.begin.line << ':' << d.range.begin.column << ": " << d.message << '\n';
    }
    return out.str();
  }
  SourceFile file;
  Diagnostics diagnostics;
  std::optional<frontend::acsl::Annotation> annotation;
};

}  // namespace pawl::test
