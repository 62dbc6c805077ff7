// SPDX-License-Identifier: Apache-2.0
#include "cli/source_output.h"

#include <ostream>

#include "cli/source_result.h"
#include "cli/terminal.h"
#include "emit/c_source.h"
#include "emit/diff.h"
#include "emit/text.h"
#include "frontends/c/back/annotate_source.h"
#include "frontends/c/back/written_terms.h"
#include "support/file.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;

std::vector<c::LoopNote> notes_of(const result::Result& result) {
  std::vector<c::LoopNote> notes;
  for (const result::SourceLoop& loop : result.source_loops) {
    if (loop.skipped != result::Skipped::No) continue;
    std::vector<std::string> said;
    for (const result::SourceTerm& term : loop.invariant) {
      if (!term.acsl.empty()) said.push_back(term.acsl);
    }
    notes.push_back({{loop.place.line, loop.place.column},
                     emit::acsl_clauses(loop, c::join_comparisons(said)),
                     loop.keyword == "goto" ? c::NoteForm::Assertions : c::NoteForm::Loop});
  }
  return notes;
}

/// Clang reads the new text, and so does the front end, with its annotations.
bool reads_again(const std::string& text, const SourceFile& file, const Options& options,
                 Diagnostics& diagnostics) {
  const SourceFile changed(file.name(), text);
  Diagnostics found;
  const auto unit = c::TranslationUnit::parse(changed, options.c, found);
  gcl::Context context;
  if (unit && c::lower(*unit, options.c, c::Approximation::Over, context, found)) return true;
  diagnostics.error({&file, {1, 1}, {1, 1}},
                    "the annotated text could not be read again; the file is left as it is",
                    "this is a bug in Pawl");
  return false;
}

}  // namespace

void set_language(const Options& options, const SourceInput& input, result::Purpose purpose,
                  result::Result& result) {
  input.tell_model(purpose, result);
  result.language = {"c", options.c.ints == c::IntModel::Machine ? "machine" : "ideal",
                     options.c.data_model == c::DataModel::Lp64 ? "LP64" : "ILP32",
                     options.c.floats == c::Floats::Real ? "real" : ""};
}

void describe_source(const SourceInput& input, gcl::Context& context, const gcl::Program& program,
                     const Options& options, result::Result& result) {
  const bool machine = options.c.ints == c::IntModel::Machine;
  // An annotation is read as a claim about its function; verify and --entry speak of one program.
  const bool of_function = options.command == Command::Infer && options.c.entry.empty();
  add_source_terms(*input.source_map(), context, program, machine ? CTerms::With : CTerms::Without,
                   of_function ? Callers::Any : Callers::OfProgram, options.engine.check.prover,
                   result);
}

std::string annotate_c(const result::Result& result, const SourceFile& file,
                       const Options& options) {
  const bool ignored = options.c.loop_annotations == c::LoopAnnotations::Ignore;
  std::vector<SourcePosition> kept;
  std::string text = c::annotate(
      file, notes_of(result), ignored ? c::OldAnnotations::Replace : c::OldAnnotations::Keep, kept);
  const std::string assumed = "// Invariants by Pawl; integers: " + emit::describe(result.language);
  const bool as_usual = options.c.ints == c::IntModel::Machine;
  if (as_usual || text == file.text() || text.starts_with(assumed)) return text;
  const bool dos = text.find("\r\n") != std::string::npos;
  return assumed + (dos ? "\r\n" : "\n") + text;
}

bool write_source(const result::Result& result, const SourceFile& file, const SourceFile& original,
                  const Options& options, Diagnostics& diagnostics) {
  if (!options.quiet) {
    tell([&](std::ostream& out) {
      emit::write_report(out, result, file, emit::Detail::Failures);
      emit::write_source_remarks(out, result, file);
    });
  }
  if (options.json_file == "-") return true;  // only JSON on standard output
  const std::string text = annotate_c(result, file, options);
  const auto write = [&](const std::string& path, const std::string& what) {
    return write_file(path, what, diagnostics) == WriteOutcome::Written;
  };
  switch (options.source_output) {
    case SourceOutput::Whole: return write(options.output, text);
    case SourceOutput::Diff:
      return write(options.output,
                   emit::unified_diff(original.text(), text, file.name(),
                                      "integers: " + emit::describe(result.language)));
    case SourceOutput::InPlace: break;
  }
  if (options.file == "-") {
    diagnostics.error({}, "--in-place needs a file to write to");
    return false;
  }
  if (text == original.text()) return true;
  return reads_again(text, file, options, diagnostics) && write(options.file, text);
}

}  // namespace pawl::cli
