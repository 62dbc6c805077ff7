// SPDX-License-Identifier: Apache-2.0
#include "hints/result_hints.h"

#include <map>

namespace pawl::hints {
namespace {

/// The user's own conjuncts are in the source itself, as long as it is the same.
std::vector<Hint> of_procedures(const result::Result& result, Source source) {
  std::vector<Hint> hints;
  for (const result::ProcedureResult& procedure : result.procedures) {
    for (std::size_t loop = 0; loop < procedure.loops.size(); ++loop) {
      for (const result::ConjunctResult& conjunct : procedure.loops[loop].invariant) {
        if (conjunct.origin == result::Origin::User && source == Source::Same) continue;
        Hint hint;
        hint.language = Language::Gcl;
        hint.text = conjunct.text;
        hint.function = procedure.name;
        hint.ordinal = loop + 1;
        hints.push_back(std::move(hint));
      }
    }
  }
  return hints;
}

std::vector<Hint> of_source_loops(const result::Result& result) {
  std::vector<Hint> hints;
  std::map<std::string, std::size_t> seen;
  for (const result::SourceLoop& loop : result.source_loops) {
    const std::size_t ordinal = ++seen[loop.function];
    for (const result::SourceTerm& term : loop.invariant) {
      if (term.acsl.empty()) continue;
      Hint hint;
      hint.text = term.acsl;
      hint.function = loop.function;
      hint.ordinal = ordinal;
      hints.push_back(std::move(hint));
    }
  }
  return hints;
}

}  // namespace

std::vector<Hint> hints_of(const result::ResultFile& file, Source source) {
  if (source == Source::Same || file.result.language.name != "c") {
    return of_procedures(file.result, source);
  }
  return of_source_loops(file.result);
}

}  // namespace pawl::hints
