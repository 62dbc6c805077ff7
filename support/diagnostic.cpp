// SPDX-License-Identifier: Apache-2.0
#include "support/diagnostic.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace pawl {
namespace {

const char* name(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "error";
}

/// What is shown of a long line: a window around the caret, so that a 20 MB line stays readable.
constexpr std::size_t window = 120;

/// How many bytes the UTF-8 character at the front of `text` has; 0 when it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xc2 ? 0
                             : byte(0) < 0xe0 ? 2
                             : byte(0) < 0xf0 ? 3
                             : byte(0) < 0xf5 ? 4
                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  }
  return length;
}

/// Control characters and what is no UTF-8 would upset terminals and readers of our output.
void write_printable(std::ostream& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out << '?';
    } else if (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f) {
      out << ' ';
    } else {
      out << text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

void render_caret(std::ostream& out, const SourceRange& range) {
  std::string_view text = range.file->line(range.begin.line);
  std::size_t column = range.begin.column == 0 ? 0 : range.begin.column - 1;
  column = std::min(column, text.size());
  std::size_t width = 1;
  if (range.end.line == range.begin.line && range.end.column > range.begin.column) {
    width = range.end.column - range.begin.column;
  }
  const std::size_t skip = column > window / 2 ? column - window / 2 : 0;
  text = text.substr(skip, window);
  out << "  ";
  write_printable(out, text);
  out << "\n  " << std::string(column - skip, ' ') << '^';
  const std::size_t room = text.size() > column - skip ? text.size() - (column - skip) : 1;
  out << std::string(std::min(width, std::max<std::size_t>(room, 1)) - 1, '~') << '\n';
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error) ++errors_;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(const SourceRange& range, std::string message, std::string hint) {
  add({range, Severity::Error, std::move(message), std::move(hint)});
}

void Diagnostics::warning(const SourceRange& range, std::string message, std::string hint) {
  add({range, Severity::Warning, std::move(message), std::move(hint)});
}

void Diagnostics::note(const SourceRange& range, std::string message, std::string hint) {
  add({range, Severity::Note, std::move(message), std::move(hint)});
}

void render(std::ostream& out, const Diagnostic& diagnostic) {
  if (diagnostic.range.known()) {
    out << to_string(diagnostic.range) << ": ";
  } else if (diagnostic.range.file != nullptr) {
    out << diagnostic.range.file->name() << ": ";
  }
  out << name(diagnostic.severity) << ": ";
  write_printable(out, diagnostic.message);
  out << '\n';
  if (diagnostic.range.known()) render_caret(out, diagnostic.range);
  if (!diagnostic.hint.empty()) out << "  hint: " << diagnostic.hint << '\n';
}

void render(std::ostream& out, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) render(out, diagnostic);
}

}  // namespace pawl
