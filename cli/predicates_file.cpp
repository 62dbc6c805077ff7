// SPDX-License-Identifier: Apache-2.0
#include "cli/predicates_file.h"

#include <string_view>

namespace pawl::cli {
namespace {

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

bool is_silent(std::string_view line) {
  return line.empty() || line.starts_with('#') || line.starts_with("//");
}

bool starts_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && line.size() > word.size() &&
         std::string_view(" \t:").find(line[word.size()]) != std::string_view::npos;
}

/// The part that a line belongs to, given that of the line before it.
PredicatePart next_part(std::string_view line, PredicatePart before) {
  if (starts_word(line, "loop")) return PredicatePart::Loops;
  const bool scope = starts_word(line, "global") || starts_word(line, "procedure");
  return scope && line.find(':') != std::string_view::npos ? PredicatePart::Scopes : before;
}

template <class Visit>
void for_each_line(const SourceFile& file, const Visit& visit) {
  PredicatePart part = PredicatePart::Scopes;
  const std::uint32_t lines = file.line_of(file.text().size());
  for (std::uint32_t number = 1; number <= lines; ++number) {
    const std::string_view line = trimmed(file.line(number));
    part = next_part(line, part);
    visit(number, part, is_silent(line));
  }
}

}  // namespace

std::string part_of(const SourceFile& file, PredicatePart part) {
  std::string text;
  for_each_line(file, [&](std::uint32_t number, PredicatePart of, bool silent) {
    if (of == part && !silent) text += file.line(number);
    text += '\n';
  });
  return text;
}

std::uint32_t first_line_of(const SourceFile& file, PredicatePart part) {
  std::uint32_t first = 0;
  for_each_line(file, [&](std::uint32_t number, PredicatePart of, bool silent) {
    if (of == part && !silent && first == 0) first = number;
  });
  return first;
}

}  // namespace pawl::cli
