// SPDX-License-Identifier: Apache-2.0
#include "support/source.h"

#include <algorithm>
#include <utility>

namespace pawl {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_begins_{0} {
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    line_begins_.push_back(at + 1);
  }
}

std::string_view SourceFile::line(std::uint32_t line) const {
  if (line == 0 || line > line_begins_.size()) return {};
  const std::size_t begin = line_begins_[line - 1];
  std::size_t end = text_.find('\n', begin);
  if (end == std::string::npos) end = text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

std::uint32_t SourceFile::line_of(std::size_t offset) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  return static_cast<std::uint32_t>(after - line_begins_.begin());
}

SourceRange cover(const SourceRange& first, const SourceRange& last) {
  if (!first.known()) return last;
  if (!last.known()) return first;
  return {first.file, first.begin, last.end};
}

std::string to_string(const SourceRange& range) {
  if (!range.known()) return "<unknown>";
  return range.file->name() + ":" + std::to_string(range.begin.line) + ":" +
         std::to_string(range.begin.column);
}

}  // namespace pawl
