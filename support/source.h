// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// A text we were given, kept whole so that diagnostics can show the offending line.
class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  /// `line` is 1-based; without its line end. Empty when there is no such line.
  std::string_view line(std::uint32_t line) const;
  /// The 1-based line of a byte offset, by binary search.
  std::uint32_t line_of(std::size_t offset) const;
  std::size_t line_begin(std::uint32_t line) const { return line_begins_[line - 1]; }

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_begins_;  // sorted; [0] == 0
};

/// 1-based; columns count bytes. Line 0 means "no place in any file".
struct SourcePosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
  friend auto operator<=>(const SourcePosition&, const SourcePosition&) = default;
};

/// Half open: `end` is the first position after the construct. The file outlives every range.
struct SourceRange {
  const SourceFile* file = nullptr;
  SourcePosition begin;
  SourcePosition end;
  bool known() const { return file != nullptr && begin.line != 0; }
};

/// From the start of `first` to the end of `last`.
SourceRange cover(const SourceRange& first, const SourceRange& last);

/// "file:line:column", or "<unknown>" for a range without a place.
std::string to_string(const SourceRange& range);

}  // namespace pawl
