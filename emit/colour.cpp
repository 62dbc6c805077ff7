// SPDX-License-Identifier: Apache-2.0
#include "emit/colour.h"

#include <array>

namespace pawl::emit {
namespace {

constexpr const char* plain = "\033[0m";
constexpr const char* bold = "\033[1m";
constexpr const char* red = "\033[1;31m";
constexpr const char* green = "\033[1;32m";
constexpr const char* yellow = "\033[1;33m";
constexpr const char* cyan = "\033[1;36m";

struct Word {
  std::string_view text;
  const char* colour;
};
constexpr std::array severities = {Word{"error: ", red}, Word{"warning: ", yellow},
                                   Word{"note: ", cyan}};
constexpr std::array verdicts = {Word{"RESULT: true", green}, Word{"RESULT: false", red},
                                 Word{"RESULT: unknown", yellow}};

std::string in(const char* colour, std::string_view text) {
  return colour + std::string(text) + plain;
}

/// `file:1:2: error: ...`, or without a place: what is before the word has no space in it.
std::string severity(std::string_view line, const Word& word) {
  const std::size_t at = line.find(word.text);
  const bool is_place = at == 0 || (at != std::string_view::npos && at >= 2 &&
                                    line.substr(at - 2, 2) == ": " && line.front() != ' ');
  if (!is_place) return {};
  const std::string before = at == 0 ? "" : in(bold, line.substr(0, at));
  const std::size_t end = at + word.text.size();
  return before + in(word.colour, line.substr(at, end - at)) + in(bold, line.substr(end));
}

/// "    ^~~~": marks under a line of the source.
bool is_marks(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] == '^' &&
         line.find_first_not_of('~', first + 1) == std::string_view::npos;
}

std::string coloured_line(std::string_view line) {
  for (const Word& verdict : verdicts) {
    if (line.starts_with(verdict.text)) return in(verdict.colour, line);
  }
  for (const Word& word : severities) {
    if (std::string found = severity(line, word); !found.empty()) return found;
  }
  if (is_marks(line)) return in(green, line);
  return std::string(line);
}

}  // namespace

std::string coloured(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    result += coloured_line(text.substr(0, end));
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace pawl::emit
