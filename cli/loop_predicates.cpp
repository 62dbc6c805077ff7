// SPDX-License-Identifier: Apache-2.0
#include "cli/loop_predicates.h"

#include <algorithm>
#include <map>
#include <regex>

#include "gcl/parser.h"
#include "gcl/stmt.h"

namespace pawl::cli {

using frontend::c::LoopPredicates;

namespace {

/// The text with every header made the beginning of an annotation comment, and comments blank.
std::optional<std::string> as_annotations(const SourceFile& file,
                                          std::vector<LoopPredicates>& hints,
                                          Diagnostics& diagnostics) {
  static const std::regex header(R"(\s*loop\s+(\w+)\s+(line\s+)?(\d{1,9})\s*:\s*)");
  std::string text;
  const std::uint32_t lines = file.line_of(file.text().size());
  for (std::uint32_t number = 1; number <= lines; ++number) {
    const std::string whole(file.line(number));
    const std::string line = whole.substr(0, whole.find('#'));
    std::smatch parts;
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (std::regex_match(line, parts, header)) {
      if (!hints.empty()) {
        text.insert(text.size() - 1, "*/");
        hints.back().end = text.size() - 1;
      }
      LoopPredicates hint;
      hint.function = parts[1];
      (parts[2].matched ? hint.line : hint.ordinal) = std::stoul(parts[3]);
      hint.begin = text.size();
      hints.push_back(std::move(hint));
      text += "/*@\n";
    } else if (hints.empty() && !blank) {
      diagnostics.error({&file, {number, 1}, {number, 2}}, "a hint belongs to a loop",
                        "begin with a line 'loop FUNCTION NUMBER:'");
      return std::nullopt;
    } else {
      text += line + "\n";
    }
  }
  if (!hints.empty()) {
    text.insert(text.size() - 1, "*/");
    hints.back().end = text.size() - 1;
  }
  return text;
}

/// In text order.
std::vector<const gcl::Stmt*> loops_of(const gcl::Procedure& procedure) {
  std::vector<const gcl::Stmt*> found;
  if (!procedure.body) return found;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    if (std::holds_alternative<gcl::While>(stmt.node)) found.push_back(&stmt);
  });
  std::ranges::stable_sort(found, [](const gcl::Stmt* a, const gcl::Stmt* b) {
    return a->range.begin < b->range.begin;
  });
  return found;
}

/// Behind the condition of the loop.
std::size_t place_for_clauses(const SourceFile& file, const gcl::Stmt& loop) {
  const auto& condition = std::get<gcl::While>(loop.node).condition;
  if (!condition) {
    const std::size_t from = file.line_begin(loop.range.begin.line) + loop.range.begin.column - 1;
    return file.text().find('*', from) + 1;
  }
  const SourcePosition end = condition->range.end;
  return file.line_begin(end.line) + end.column - 1;
}

}  // namespace

std::optional<std::vector<LoopPredicates>> read_hints(const SourceFile& file,
                                                      Diagnostics& diagnostics) {
  std::vector<LoopPredicates> hints;
  const std::optional<std::string> text = as_annotations(file, hints, diagnostics);
  if (!text) return std::nullopt;
  const auto kept = std::make_shared<const SourceFile>(file.name(), *text);
  for (LoopPredicates& one : hints) one.file = kept;
  return hints;
}

std::optional<std::string> insert_hints(const SourceFile& program, const SourceFile& file,
                                        Diagnostics& diagnostics) {
  std::vector<LoopPredicates> hints;
  const std::optional<std::string> text = as_annotations(file, hints, diagnostics);
  gcl::Context context;
  const std::optional<gcl::Program> parsed = gcl::parse_program(context, program, diagnostics);
  if (!text || !parsed) return std::nullopt;
  std::multimap<std::size_t, std::string, std::greater<>> insertions;
  for (const LoopPredicates& hint : hints) {
    const gcl::Procedure* procedure = parsed->find_procedure(hint.function);
    const auto loops =
        procedure != nullptr ? loops_of(*procedure) : std::vector<const gcl::Stmt*>();
    const auto wanted = std::ranges::find_if(loops, [&](const gcl::Stmt* const& one) {
      const auto index = static_cast<std::size_t>(&one - loops.data());
      return hint.ordinal != 0 ? hint.ordinal == index + 1 : one->range.begin.line == hint.line;
    });
    if (wanted == loops.end()) {
      const std::uint32_t line = file.line_of(hint.begin);
      diagnostics.error({&file, {line, 1}, {line, 2}},
                        "there is no such loop in '" + hint.function + "'");
      return std::nullopt;
    }
    std::string clauses = text->substr(hint.begin + 3, hint.end - hint.begin - 5);
    std::ranges::replace(clauses, '\n', ' ');
    insertions.emplace(place_for_clauses(program, **wanted), " " + clauses);
  }
  std::string result(program.text());
  for (const auto& [at, clauses] : insertions) result.insert(at, clauses);
  return result;
}

}  // namespace pawl::cli
