// SPDX-License-Identifier: Apache-2.0
//
// A claim about a loop that somebody else makes: a candidate, and no more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/source.h"

namespace pawl::hints {

enum class Language {
  Gcl,   // over the variables of the IL
  Acsl,  // a predicate over what is in scope at the loop; C expressions are read as such
};

struct Hint {
  SourcePosition at;  // in its file; line 0: not known
  Language language = Language::Acsl;
  std::string text;
  /// Which loop: the n-th of a function (of a procedure, for GCL), or by place if `ordinal` is 0.
  std::string function;  // may be empty if the place is given
  std::size_t ordinal = 0;
  std::uint32_t line = 0, column = 0;  // of the loop's keyword; column 0: not given
  std::string ignored = {};            // why nobody should be asked; else empty
};

/// "main.2", "main, line 8".
inline std::string loop_name(const Hint& hint) {
  if (hint.ordinal != 0) return hint.function + "." + std::to_string(hint.ordinal);
  const std::string line = "line " + std::to_string(hint.line);
  return hint.function.empty() ? line : hint.function + ", " + line;
}

}  // namespace pawl::hints
