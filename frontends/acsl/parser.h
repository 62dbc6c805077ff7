// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "frontends/acsl/ast.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::frontend::acsl {

/// Bytes of a file, half open.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct ParseOptions {
  /// Is this identifier a type here? Decides `(x) - 1`, `(x)(y)` and `sizeof(x)` as it does in C.
  /// Without it a cast is what can be nothing else: `(x)(y)` and `(x) y`, but not `(x) - 1`.
  std::function<bool(std::string_view)> is_type_name;
};

/// Does a comment's text begin as an annotation, `/*@` or `//@`?
bool is_annotation(std::string_view comment);

/// The annotation comments of a C text (or of a file of logic declarations), in order. Knows
/// comments, strings and line splices, not the preprocessor: what is in `#if 0` is found too.
std::vector<TextRange> find_annotations(std::string_view text);

/// One annotation comment, `/*@ ... */` or `//@ ...`; `comment` covers it with its delimiters.
/// Several errors per call; nothing iff at least one was reported. `file` outlives the result.
std::optional<Annotation> parse_annotation(const SourceFile& file, TextRange comment,
                                           const ParseOptions& options, Diagnostics& diagnostics);

/// The whole text is one term or predicate. Null iff errors were reported.
Term parse_term(const SourceFile& file, const ParseOptions& options, Diagnostics& diagnostics);

/// The same for a part of the text.
Term parse_term(const SourceFile& file, TextRange part, const ParseOptions& options,
                Diagnostics& diagnostics);

}  // namespace pawl::frontend::acsl
