// SPDX-License-Identifier: Apache-2.0
#include "cli/outputs.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "check/queries.h"
#include "cli/clause_answer.h"
#include "cli/clause_output.h"
#include "cli/not_analysed.h"
#include "cli/source_output.h"
#include "emit/boogie.h"
#include "emit/cprover.h"
#include "emit/dafny.h"
#include "emit/gcl.h"
#include "emit/identity.h"
#include "emit/sarif.h"
#include "emit/smtlib.h"
#include "emit/text.h"
#include "emit/why3.h"
#include "emit/witness.h"
#include "frontends/c/back/written_terms.h"
#include "result/annotate.h"
#include "support/assert.h"
#include "support/file.h"

namespace pawl::cli {
namespace {

/// The program loaded once more, in a context that the writer may fill.
class Again {
 public:
  explicit Again(const FinishedRun& run) {
    Diagnostics ignored;
    std::optional<gcl::Program> loaded = run.input.load(context, run.purpose, ignored);
    PAWL_ASSERT(loaded, "a program should load the second time as it did the first");
    program = std::move(*loaded);
  }
  gcl::Context context;
  gcl::Program program;
};

std::string annotated_gcl(const FinishedRun& run) {
  Again again(run);
  std::ostringstream out;
  emit::write_annotated(out, again.context, again.program, run.result);
  return out.str();
}

std::string report(const FinishedRun& run) {
  std::ostringstream out;
  const Options& options = run.options;
  if (!options.quiet) {
    emit::write_report(out, run.result, run.input.file(),
                       options.verbose > 0 ? emit::Detail::Everything : emit::Detail::Failures);
    if (options.command != Command::Infer) {
      for (const std::string& name : not_analysed(run)) {
        out << (run.result.language.name == "c" ? "function " : "procedure ") << name
            << ": not analysed, no run that was judged comes to it\n";
      }
    }
  }
  if (options.command != Command::Infer) {
    out << "RESULT: " << verdict_text(options, run.result) << '\n';
  }
  return out.str();
}

Result<std::string> for_verifier(Format format, const FinishedRun& run, Diagnostics& diagnostics) {
  Again again(run);
  Result<emit::PlainProgram> plain =
      emit::make_plain(again.context, again.program, run.result, diagnostics);
  if (!plain) return failed;
  if (format == Format::Boogie) return emit::to_boogie(*plain);
  if (format == Format::Dafny) return emit::to_dafny(again.context, *plain, diagnostics);
  return emit::to_why3(again.context, *plain, diagnostics);
}

Result<std::string> for_c(Format format, const FinishedRun& run, Diagnostics& diagnostics) {
  if (run.result.language.name != "c") {
    diagnostics.error({}, "witnesses and loop contracts of CPROVER are for C programs");
    return failed;
  }
  if (format == Format::Cprover) return emit::to_cprover(run.result);
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  emit::WitnessTask task;
  task.command_line = run.options.command_line;
  task.creation_time = emit::time_text(epoch == nullptr ? "" : epoch);
  return emit::to_witness(run.result, run.input.file(), task);
}

const char* ending(Format format) {
  switch (format) {
    case Format::Text: return ".txt";
    case Format::Horn: return ".smt2";
    case Format::Sygus: return ".sl";
    case Format::Answer: return ".answer";
    case Format::Gcl: return ".annotated.gcl";
    case Format::Json: return ".json";
    case Format::Acsl: return ".annotated.c";
    case Format::Boogie: return ".bpl";
    case Format::Dafny: return ".dfy";
    case Format::Why3: return ".mlw";
    case Format::Smtlib: return ".smt2";
    case Format::Witness: return ".witness.yml";
    case Format::Sarif: return ".sarif";
    case Format::Cprover: return ".cprover.json";
  }
  return "";
}

std::string stem(const Options& options) {
  return options.file == "-" ? "stdin" : std::filesystem::path(options.file).stem().string();
}

/// The questions behind the result, each a file, with a script that asks them. Of a procedure that
/// is not proved only those of its certified invariants.
void add_bundle(const FinishedRun& run, std::vector<OutputFile>& files) {
  Again again(run);
  engine::annotate(again.context, run.result, again.program);
  const std::string folder = stem(run.options) + ending(Format::Smtlib) + "/";
  std::vector<std::string> names;
  for (const engine::ProcedureResult& procedure : run.result.procedures) {
    const auto assertions = engine::judge(procedure).verdict == engine::Verdict::True
                                ? check::Assertions::Check
                                : check::Assertions::Remove;
    std::size_t number = 0;
    for (check::ObligationQuery& query :
         check::obligation_queries(again.context, again.program,
                                   *again.program.find_procedure(procedure.name), assertions)) {
      names.push_back(emit::query_file_name(procedure.name, ++number, query.kind));
      std::replace(query.formula.begin(), query.formula.end(), '\n', ' ');
      files.push_back({folder + names.back(), "; " + query.formula + "\n" + query.smtlib});
    }
  }
  files.push_back({folder + "check.sh", emit::check_script(names)});
}

}  // namespace

bool nothing_to_prove(const engine::Result& result) {
  return engine::judge(result).verdict == engine::Verdict::True &&
         std::ranges::all_of(result.procedures, [](const engine::ProcedureResult& one) {
           return one.obligations.empty();
         });
}

std::string verdict_text(const Options& options, const engine::Result& result) {
  if (options.require_obligations && nothing_to_prove(result)) return "unknown(no-obligations)";
  return engine::to_string(engine::judge(result));
}

Result<std::string> render(Format format, const FinishedRun& run, Diagnostics& diagnostics) {
  switch (format) {
    case Format::Text: return report(run);
    case Format::Horn:
    case Format::Sygus: return clauses_as(format, run.input, diagnostics);
    case Format::Answer:
      return clause_answer(run.input, run.result, run.options.engine.check.prover);
    case Format::Gcl: return annotated_gcl(run);
    case Format::Json: return run.json;
    case Format::Acsl: return annotate_c(run.result, run.input.file(), run.options);
    case Format::Boogie:
    case Format::Dafny:
    case Format::Why3: return for_verifier(format, run, diagnostics);
    case Format::Witness:
    case Format::Cprover: return for_c(format, run, diagnostics);
    case Format::Sarif:
      return emit::to_sarif(run.result, run.input.file(),
                            {run.options.code_flows, run.exit_code, frontend::c::join_comparisons});
    case Format::Smtlib: break;  // a directory
  }
  return failed;
}

Result<std::vector<OutputFile>> render_all(const FinishedRun& run, Diagnostics& diagnostics) {
  std::vector<OutputFile> files;
  for (const Format format : run.formats) {
    if (format == Format::Smtlib) {
      add_bundle(run, files);
      continue;
    }
    Result<std::string> text = render(format, run, diagnostics);
    if (!text) return failed;
    files.push_back({stem(run.options) + ending(format), std::move(*text)});
  }
  return files;
}

WriteAll write_all(const std::string& directory, const std::vector<OutputFile>& files,
                   Diagnostics& diagnostics) {
  for (const OutputFile& file : files) {
    const std::filesystem::path path = std::filesystem::path(directory) / file.path;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
      diagnostics.error({}, "cannot make the directory '" + path.parent_path().string() +
                                "': " + error.message());
      return WriteAll::NotWritten;
    }
    if (write_file(path.string(), file.text, diagnostics) != WriteOutcome::Written) {
      return WriteAll::NotWritten;
    }
  }
  return WriteAll::Written;
}

}  // namespace pawl::cli
