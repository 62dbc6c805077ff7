// SPDX-License-Identifier: Apache-2.0
#include "judges/read_answer.h"

#include <algorithm>
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

/// `program.bpl(6,5): Error BP5005: ...`, `program.dfy(6,5): Error: ...`
std::vector<Remark> remarks_in(const std::vector<std::string>& lines) {
  static const std::regex error(R"([^(]*\((\d{1,9}),\d+\): Error.*)");
  std::vector<Remark> remarks;
  for (const std::string& line : lines) {
    std::smatch match;
    if (!std::regex_match(line, match, error)) continue;
    remarks.push_back({std::stoul(match[1]), Opinion::Refused});
  }
  return remarks;
}

}  // namespace

Answer read_summary(std::string_view output) {
  static const std::regex summary(
      R"(\w+ program verifier finished with (\d+) verified, (\d+) errors?(.*))");
  const std::vector<std::string> lines = lines_of(output);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    std::smatch match;
    if (!std::regex_match(*line, match, summary)) continue;
    if (match[2] != "0") return {Opinion::Refused, errors_in(lines), remarks_in(lines)};
    // ", 1 time out", ", 2 inconclusives", ", 1 out of memory"
    if (match[3].length() != 0) return {Opinion::Undecided, *line};
    return {Opinion::Verified, {}, {}, true};
  }
  const std::string errors = errors_in(lines);
  if (!errors.empty()) return {Opinion::Refused, errors};
  return {Opinion::Undecided, "it ended without a summary"};
}

Answer read_why3(std::string_view output, int exit_code) {
  const std::vector<std::string> lines = lines_of(output);
  std::size_t valid = 0;
  std::string undecided, refused, place;
  std::vector<Remark> remarks;
  static const std::regex where(R"re(File "[^"]*", line (\d{1,9}),.*)re");
  for (const std::string& line : lines) {
    if (line.starts_with("File \"")) place = line;
    constexpr std::string_view result = "Prover result is: ";
    if (!line.starts_with(result)) continue;
    const std::string said = line.substr(result.size());
    std::string& told = said.starts_with("Invalid") ? refused : undecided;
    if (said.starts_with("Valid")) {
      ++valid;
      continue;
    }
    if (told.empty()) told = std::string(place).append(" ").append(said);
    std::smatch match;
    const std::size_t at = std::regex_match(place, match, where) ? std::stoul(match[1]) : 0;
    remarks.push_back({at, &told == &refused ? Opinion::Refused : Opinion::Undecided});
  }
  // Every goal stands for itself.
  const bool complete = std::ranges::none_of(remarks, [](const Remark& r) { return r.line == 0; });
  if (!refused.empty()) return {Opinion::Refused, refused, remarks, complete};
  if (!undecided.empty()) return {Opinion::Undecided, undecided, remarks, complete};
  if (exit_code == 0) return {Opinion::Verified, {}, {}, true};
  // No goal failed: the module itself is not accepted. The message is the last thing it says.
  std::string message;
  for (std::size_t i = lines.size() > lines_shown ? lines.size() - lines_shown : 0;
       i < lines.size(); ++i) {
    message += (message.empty() ? "" : "\n") + lines[i];
  }
  return {valid == 0 ? Opinion::Refused : Opinion::Undecided, message};
}

std::vector<Opinion> opinions_of_loops(std::string_view program, const Answer& answer) {
  // A loop's clauses follow it, one on a line.
  static const std::regex clause(R"(\s*(invariant|decreases|variant|diverges|free)\b.*)");
  static const std::regex loop(R"(\s*while\b.*)");
  std::vector<std::size_t> loop_of_line = {0};  // by line; 0: none
  std::size_t loops = 0;
  bool inside = false;
  for (const std::string& line : lines_of(program)) {
    if (std::regex_match(line, loop)) {
      ++loops;
      inside = true;
    } else if (!std::regex_match(line, clause)) {
      inside = false;
    }
    loop_of_line.push_back(inside ? loops : 0);
  }
  std::vector<Opinion> opinions(loops, answer.complete ? Opinion::Verified : Opinion::Undecided);
  for (const Remark& remark : answer.remarks) {
    if (remark.line >= loop_of_line.size() || loop_of_line[remark.line] == 0) continue;
    Opinion& opinion = opinions[loop_of_line[remark.line] - 1];
    if (opinion != Opinion::Refused) opinion = remark.opinion;
  }
  return opinions;
}

}  // namespace pawl::judges
