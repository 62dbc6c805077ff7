// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "support/source.h"

namespace pawl {

enum class Severity { Error, Warning, Note };

/// What the user has to know about the input. Messages start lower-case and name the
/// construct; the hint says the way out.
struct Diagnostic {
  SourceRange range;
  Severity severity = Severity::Error;
  std::string message;
  std::string hint;
};

/// Collects, so that one run reports several errors.
class Diagnostics {
 public:
  void error(const SourceRange& range, std::string message, std::string hint = {});
  void warning(const SourceRange& range, std::string message, std::string hint = {});
  void note(const SourceRange& range, std::string message, std::string hint = {});

  bool has_errors() const { return errors_ != 0; }
  std::size_t error_count() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  void add(Diagnostic diagnostic);
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// file:line:column: error: message, then the line with a caret, then the hint.
void render(std::ostream& out, const Diagnostic& diagnostic);
void render(std::ostream& out, const Diagnostics& diagnostics);

}  // namespace pawl
