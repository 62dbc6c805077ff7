// SPDX-License-Identifier: Apache-2.0
//
// Of C, by words: whatever a function that was analysed mentions may be called, and so may what is
// mentioned between functions (tables of callbacks), if it is no declaration. Inlined functions are
// no procedures of the result, but mentioned.
#include "cli/not_analysed.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "cli/input.h"
#include "frontends/c/outline.h"
#include "frontends/c/translation_unit.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;

enum class Calls { Count, Skip };

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The words of a text; without those that a parenthesis follows, if those are skipped.
void add_words(std::string_view text, Calls calls, std::set<std::string>& words) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    const std::size_t next = text.find_first_not_of(" \t\r\n", end);
    const bool called = next != std::string_view::npos && text[next] == '(';
    if (calls == Calls::Count || !called) words.emplace(text.substr(i, end - i));
    i = end;
  }
}

std::vector<std::string> of_c(const FinishedRun& run, const c::Options& options) {
  Diagnostics ignored;
  const SourceFile& file = run.input.file();
  const auto unit = c::TranslationUnit::parse(file, options, ignored);
  if (!unit) return {};
  const std::vector<c::FunctionOutline> functions = c::outline(*unit);
  std::set<std::string> mentioned;
  for (const engine::ProcedureResult& one : run.result.procedures) mentioned.insert(one.name);
  std::size_t done = 0;
  for (const c::FunctionOutline& one : functions) {
    add_words(file.text().substr(done, one.body.begin - done), Calls::Skip, mentioned);
    done = one.body.end;
  }
  add_words(file.text().substr(done), Calls::Skip, mentioned);
  std::set<std::string> reached;
  for (bool more = true; more;) {
    more = false;
    for (const c::FunctionOutline& one : functions) {
      if (!mentioned.contains(one.name) || !reached.insert(one.name).second) continue;
      add_words(file.text().substr(one.body.begin, one.body.end - one.body.begin), Calls::Count,
                mentioned);
      more = true;
    }
  }
  std::vector<std::string> found;
  for (const c::FunctionOutline& one : functions) {
    if (!reached.contains(one.name)) found.push_back(one.name);
  }
  return found;
}

std::vector<std::string> of_gcl(const FinishedRun& run) {
  Diagnostics ignored;
  gcl::Context context;
  const auto program = run.input.load(context, run.purpose, ignored);
  std::vector<std::string> found;
  if (!program) return found;
  for (const gcl::Procedure& one : program->procedures) {
    const bool known = std::ranges::any_of(
        run.result.procedures, [&](const auto& other) { return other.name == one.name; });
    if (one.body && !known) found.push_back(one.name);
  }
  return found;
}

}  // namespace

std::vector<std::string> not_analysed(const FinishedRun& run) {
  const auto* source = dynamic_cast<const SourceInput*>(&run.input);
  if (source == nullptr || run.result.procedures.empty()) return {};
  const c::Options* options = source->c_options();
  return options == nullptr ? of_gcl(run) : of_c(run, *options);
}

}  // namespace pawl::cli
