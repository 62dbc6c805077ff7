// SPDX-License-Identifier: Apache-2.0
#include "emit/c_source.h"

#include <ostream>

#include "support/diagnostic.h"

namespace pawl::emit {
namespace {

const char* reason(result::Skipped skipped) {
  using result::Skipped;
  switch (skipped) {
    case Skipped::No: return "";
    case Skipped::Macro: return "the loop comes out of a macro";
    case Skipped::Include: return "the loop stands in an included file";
    case Skipped::NotAnalysed: return "no analysed function comes here";
    case Skipped::NeverRepeated: return "the loop never comes back to its head";
    case Skipped::NotAllActivations: return "it is not known for every call that leads here";
  }
  return "";
}

std::string joined(const std::vector<result::SourceTerm>& terms) {
  std::string text;
  for (const result::SourceTerm& term : terms) text += (text.empty() ? "" : ", ") + term.acsl;
  return text.empty() ? "\\nothing" : text;
}

}  // namespace

std::vector<std::string> acsl_clauses(const result::SourceLoop& loop,
                                      const std::vector<std::string>& invariants) {
  const bool has_keyword = loop.keyword != "goto";
  const std::string word = has_keyword ? "loop invariant" : "assert";
  std::vector<std::string> clauses;
  for (std::size_t i = 0; i < invariants.size(); ++i) {
    clauses.push_back(word + " inferred_" + std::to_string(i + 1) + ": " + invariants[i] + ";");
  }
  if (loop.skipped != result::Skipped::No || !has_keyword) return clauses;
  if (loop.assigns_known) clauses.push_back("loop assigns " + joined(loop.assigns) + ";");
  if (loop.variant) clauses.push_back("loop variant " + loop.variant->acsl + ";");
  return clauses;
}

std::string describe(const result::SourceLanguage& language) {
  const std::string floats = language.floats.empty() ? "" : ", floats: " + language.floats;
  return language.ints + ", data model: " + language.data_model + floats;
}

void write_source_remarks(std::ostream& out, const result::Result& result, const SourceFile& file) {
  for (const result::SourceLoop& loop : result.source_loops) {
    Diagnostic remark;
    remark.severity = Severity::Note;
    remark.range = {
        &file, {loop.place.line, loop.place.column}, {loop.place.end_line, loop.place.end_column}};
    const auto say = [&](std::string message) {
      remark.message = std::move(message);
      render(out, remark);
    };
    if (loop.skipped != result::Skipped::No) {
      say(std::string("not annotated: ") + reason(loop.skipped));
      continue;
    }
    if (loop.left_out != 0) {
      say(std::to_string(loop.left_out) + (loop.left_out == 1 ? " conjunct" : " conjuncts") +
          " of the invariant cannot be written in C; see --format=gcl");
    }
    if (loop.assigns_known || loop.keyword == "goto") continue;
    say("no `loop assigns`: " +
        (loop.assigns.empty()
             ? "something that it changes has no name here"
             : "no range of " + joined(loop.assigns) + " is proved to be all that it changes"));
  }
}

}  // namespace pawl::emit
