// SPDX-License-Identifier: Apache-2.0
//
// A program from a text that is known to be right, with everything it needs to live.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "gcl/parser.h"

namespace pawl::test {

class Parsed {
 public:
  explicit Parsed(std::string text) : file_("test.gcl", std::move(text)) {
    Diagnostics diagnostics;
    std::optional<gcl::Program> parsed = gcl::parse_program(context, file_, diagnostics);
    if (!parsed) fail(diagnostics);
    program = std::move(*parsed);
  }
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  const gcl::Procedure& procedure(std::size_t index = 0) const {
    return program.procedures.at(index);
  }
  /// Over the names in scope of that procedure.
  gcl::Expr expr(const std::string& text, gcl::Sort sort, std::size_t index = 0) {
    const SourceFile file("expression", text);
    Diagnostics diagnostics;
    const gcl::Expr result =
        gcl::parse_expr(context, file, program, procedure(index), {}, sort, diagnostics);
    if (!result) fail(diagnostics);
    return result;
  }
  gcl::Expr formula(const std::string& text, std::size_t index = 0) {
    return expr(text, context.bool_sort(), index);
  }
  gcl::Expr int_var(const std::string& name) { return context.var(name, context.int_sort()); }

  gcl::Context context;
  gcl::Program program;

 private:
  [[noreturn]] static void fail(const Diagnostics& diagnostics) {
    std::ostringstream text;
    render(text, diagnostics);
    throw std::runtime_error(text.str());
  }
  SourceFile file_;
};

}  // namespace pawl::test
