// SPDX-License-Identifier: Apache-2.0
#include "judges/read_answer.h"

#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace pawl::judges {
namespace {

constexpr std::size_t lines_shown = 6;

std::vector<std::string> lines_of(std::string_view output) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(output)};
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The lines that tell of an error. Z3 4.8.12 also complains of a parameter, at length: harmless.
std::string errors_in(const std::vector<std::string>& lines) {
  static const std::regex error(
      R"(.*(: [Ee]rror( BP\d+)?:|\berror:|parse errors|type checking).*)");
  std::string text;
  std::size_t count = 0;
  for (const std::string& line : lines) {
    if (line.starts_with("Prover error") || !std::regex_match(line, error)) continue;
    if (count++ == lines_shown) break;
    text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

}  // namespace

Answer read_summary(std::string_view output) {
  static const std::regex summary(
      R"(\w+ program verifier finished with (\d+) verified, (\d+) errors?(.*))");
  const std::vector<std::string> lines = lines_of(output);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    std::smatch match;
    if (!std::regex_match(*line, match, summary)) continue;
    if (match[2] != "0") return {Opinion::Refused, errors_in(lines)};
    // ", 1 time out", ", 2 inconclusives", ", 1 out of memory"
    if (match[3].length() != 0) return {Opinion::Undecided, *line};
    return {Opinion::Verified, {}};
  }
  const std::string errors = errors_in(lines);
  if (!errors.empty()) return {Opinion::Refused, errors};
  return {Opinion::Undecided, "it ended without a summary"};
}

Answer read_why3(std::string_view output, int exit_code) {
  const std::vector<std::string> lines = lines_of(output);
  std::size_t valid = 0;
  std::string undecided, refused, place;
  for (const std::string& line : lines) {
    if (line.starts_with("File \"")) place = line;
    constexpr std::string_view result = "Prover result is: ";
    if (!line.starts_with(result)) continue;
    const std::string said = line.substr(result.size());
    std::string& told = said.starts_with("Invalid") ? refused : undecided;
    if (said.starts_with("Valid")) {
      ++valid;
    } else if (told.empty()) {
      told = place + " " + said;
    }
  }
  if (!refused.empty()) return {Opinion::Refused, refused};
  if (!undecided.empty()) return {Opinion::Undecided, undecided};
  if (exit_code == 0) return {Opinion::Verified, {}};
  // No goal failed: the module itself is not accepted. The message is the last thing it says.
  std::string message;
  for (std::size_t i = lines.size() > lines_shown ? lines.size() - lines_shown : 0;
       i < lines.size(); ++i) {
    message += (message.empty() ? "" : "\n") + lines[i];
  }
  return {valid == 0 ? Opinion::Refused : Opinion::Undecided, message};
}

}  // namespace pawl::judges
