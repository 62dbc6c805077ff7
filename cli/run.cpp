// SPDX-License-Identifier: Apache-2.0
//
// `pawl infer`, `pawl verify` and `pawl slam`: read the file, let engine/ work, write what was
// asked for. Results go to standard output, everything else to standard error.
#include "cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "cli/abstract.h"
#include "cli/bebop.h"
#include "cli/certify.h"
#include "cli/clause_output.h"
#include "cli/contracts.h"
#include "cli/dataflow.h"
#include "cli/hint_file.h"
#include "cli/input.h"
#include "cli/interpret.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/replay.h"
#include "cli/source_names.h"
#include "cli/source_output.h"
#include "cli/terminal.h"
#include "emit/dataflow.h"
#include "emit/explain.h"
#include "emit/json.h"
#include "emit/slam.h"
#include "emit/stages.h"
#include "emit/stats.h"
#include "emit/text.h"
#include "engine/engine.h"
#include "support/file.h"
#include "support/interrupt.h"
#include "support/log.h"

namespace pawl::cli {
namespace {

void write_verdict(const Options& options, const std::string& verdict) {
  Diagnostics diagnostics;
  if (write_file(options.output, "RESULT: " + verdict + "\n", diagnostics) ==
      WriteOutcome::Written) {
    return;
  }
  tell(diagnostics);
}

/// The time is over, and nothing can be said.
void write_nothing_known(const Options& options, const Guard& guard) {
  const bool decides = options.command == Command::Verify || options.command == Command::Slam ||
                       options.command == Command::Bebop;
  if (decides) {
    write_verdict(options, guard.signalled() ? "unknown(interrupted)" : "unknown(timeout)");
  } else {
    std::cerr << "pawl: the time was over before the output was written\n";
  }
}

class Run {
 public:
  Run(const Options& options, Guard& guard) : options_(options), guard_(guard) {}

  int operator()() {
    const Result<std::string> text = read_file(options_.file, diagnostics_);
    if (!text) return input_error();
    const SourceFile original(display_name(options_.file), *text);
    original_ = &original;
    const SourceFile file(original.name(), proposed(original));
    const std::unique_ptr<SourceInput> input = open_input(options_, file, diagnostics_);
    if (!input) return input_error();
    if (options_.contracts && !input->is_c()) {
      std::cerr << "pawl: --contracts are for C\n";
      return exit_usage;
    }
    if (std::ranges::find(options_.formats, Format::Acsl) != options_.formats.end() &&
        !input->is_c()) {
      std::cerr << "pawl: --format=acsl is for C\n";
      return exit_usage;
    }
    gcl::Context context;
    if (std::ranges::find(options_.formats, Format::Answer) != options_.formats.end() &&
        !input->clauses(context)) {
      std::cerr << "pawl: --format=answer is for clauses (docs/clauses.md)\n";
      return exit_usage;
    }
    const std::optional<gcl::Program> program = input->load(context, purpose_, diagnostics_);
    if (!program) return input_error();
    budget_ = guard_.for_analysis();
    if (!options_.certifiers.empty()) budget_ = budget_.slice(0.5);  // the judges have the rest
    if (options_.print_after != emit::Stage::None) {
      std::ostringstream out;
      emit::print_stage(out, options_.print_after, context, *program);
      return write(options_.output, out.str()) ? exit_true : input_error();
    }
    if (options_.formats.size() == 1 && of_clauses(options_.formats.front())) {
      const auto clauses = clauses_as(options_.formats.front(), *input, diagnostics_);
      return clauses && write(options_.output, *clauses) ? exit_true : input_error();
    }
    if (!options_.candidates_file.empty()) {
      if (by_procedures()) {
        std::cerr << "pawl: --hints are for inference, not for --engine=slam or dataflow\n";
        return exit_usage;
      }
      candidates_ = read_candidates(options_, *input, context, *program, diagnostics_);
      if (!candidates_) return input_error();
    }
    return analyse(*input, context, *program);
  }

 private:
  std::string proposed(const SourceFile& original) {
    if (!options_.contracts || !is_c(options_, original)) return std::string(original.text());
    return text_with_contracts(options_, original, guard_.for_analysis().slice(0.5));
  }

  /// What was read, which needs no answer.
  static bool of_clauses(Format format) {
    return format == Format::Horn || format == Format::Sygus;
  }

  bool slam_only() const {
    return options_.command == Command::Slam ||
           (options_.command == Command::Verify && options_.choice == engine::EngineChoice::Slam);
  }

  bool by_procedures() const {
    return slam_only() || (options_.command == Command::Verify &&
                           options_.choice == engine::EngineChoice::Dataflow);
  }

  engine::Outcome decide(const engine::Input& input, gcl::Context& context,
                         const gcl::Program& program) {
    engine::Portfolio portfolio;
    portfolio.inference = options_.engine;
    if (candidates_) portfolio.inference.hints = candidates_->claims;
    if (!options_.quiet) portfolio.inference.infer.on_progress = terminal_progress();
    if (options_.command == Command::Infer) {
      return {engine::run(input, context, program, portfolio.inference, budget_, diagnostics_)};
    }
    portfolio.choice = slam_only() ? engine::EngineChoice::Slam : options_.choice;
    portfolio.slam.slam = options_.slam;
    portfolio.slam.check = options_.engine.check;
    portfolio.slam.entry = options_.c.entry;
    portfolio.slam.summaries = options_.summaries;
    if (!options_.quiet) portfolio.slam.slam.on_round = slam_progress();
    if (portfolio.choice != engine::EngineChoice::Infer) {
      portfolio.slam.predicates = scope_predicates(options_, diagnostics_);
      if (diagnostics_.has_errors()) return {};
      portfolio.dataflow = dataflow_settings(options_, portfolio.slam.predicates);
      portfolio.typestates = !options_.spec_file.empty();
      portfolio.dataflow.on_report = [&](const engine::DataflowReport& report) {
        if (options_.verbose > 0) emit::write_dataflow_rounds(std::cerr, report);
      };
    }
    portfolio.on_result = [&](const engine::Result& known) { promise(known, input.file()); };
    return engine::verify(input, context, program, portfolio, budget_, diagnostics_);
  }

  int analyse(const SourceInput& input, gcl::Context& context, const gcl::Program& program) {
    engine::Outcome outcome = decide(input, context, program);
    if (options_.verbose > 0) emit::write_slam(std::cerr, outcome.refinement);
    engine::Result& result = outcome.result;
    purpose_ = outcome.purpose;
    by_inference_ = purpose_ == engine::Purpose::Prove;
    if (candidates_) {
      result.hints_file = display_name(options_.candidates_file);
      result.hints = candidates_->sources;
    }
    finish_progress();
    promise(result, input.file());
    const Options options = for_report();
    Agreement agreement = Agreement::Agree;
    if (!diagnostics_.has_errors()) {
      agreement = ask_judges({options, input, purpose_, result, {}, {}, 0}, result, diagnostics_);
    }
    tell(diagnostics_);
    if (agreement == Agreement::Disagree) return exit_internal;
    if (diagnostics_.has_errors()) return exit_input;
    diagnostics_ = {};
    result.language.name = input.language();
    if (input.is_c()) {
      set_language(options_, input, purpose_, result);
      if (by_inference_) describe_source(input, context, program, options, result);
      if (options_.replay == Replay::Compile) replay_compiled(input, options_, result);
      const bool memory = options_.c.checks.contains(frontend::c::Hazard::Bounds);
      if (memory && options_.command == Command::Verify && !options_.quiet) {
        suggest_contracts(options_, input.file(), budget_, result);
      }
    }

    promise(result, input.file());
    if (options_.command != Command::Infer && !options_.quiet && nothing_to_prove(result)) {
      std::cerr << "pawl: warning: 0 obligations: nothing was checked; use a contract, an assertion"
                << (input.is_c() ? " or --check" : "") << '\n';
    }
    if (options_.explain_predicates) emit::write_predicates(std::cerr, result);
    if (options_.explain) {
      const bool c_names = input.is_c() && by_inference_;
      emit::write_explanation(
          std::cerr, c_names ? in_source_names(*input.source_map(), result) : result, input.file());
    }
    if (options_.stats == StatsFormat::Text) {
      emit::write_stats(std::cerr, result, input.frontend_time());
    }
    if (options_.stats == StatsFormat::Json) {
      emit::write_stats_json(std::cerr, result, input.frontend_time());
    }
    const FinishedRun run = {options,
                             input,
                             purpose_,
                             result,
                             emit::to_json(result, describe_run(), result::Statistics::Without),
                             formats(input),
                             exit_code(result)};
    guard_.begin_writing(run.exit_code);
    if (!write_outputs(run, input)) return input_error();
    return exit_code(result);
  }

  std::vector<Format> formats(const SourceInput& input) const {
    if (!options_.formats.empty()) return options_.formats;
    if (options_.command != Command::Infer) return {Format::Text};
    gcl::Context context;
    if (input.clauses(context)) return {Format::Answer};
    return {input.is_c() ? Format::Acsl : Format::Gcl};
  }

  Format annotated_format(const SourceInput& input) const {
    return input.is_c() && !options_.annotated_file.ends_with(".gcl") ? Format::Acsl : Format::Gcl;
  }

  bool write_outputs(const FinishedRun& run, const SourceInput& input) {
    if (!options_.json_file.empty() && !write(options_.json_file, run.json)) return false;
    if (!options_.annotated_file.empty()) {
      const pawl::Result<std::string> annotated =
          cli::render(annotated_format(input), run, diagnostics_);
      if (!annotated || !write(options_.annotated_file, *annotated)) return false;
    }
    if (run.formats.size() == 1 && run.formats.front() != Format::Smtlib) {
      return write_one(run.formats.front(), run);
    }
    const auto files = render_all(run, diagnostics_);
    return files && write_all(options_.output, *files, diagnostics_) == WriteAll::Written;
  }

  bool write_one(Format format, const FinishedRun& run) {
    if (format == Format::Acsl && options_.command == Command::Infer) {
      return write_source(run.result, run.input.file(), *original_, options_, diagnostics_);
    }
    if (options_.json_file == "-") return true;  // only JSON on standard output
    const pawl::Result<std::string> text = cli::render(format, run, diagnostics_);
    if (!text) return false;
    if (format == Format::Gcl && !options_.quiet) {
      tell([&](std::ostream& out) {
        emit::write_report(out, run.result, run.input.file(), emit::Detail::Failures);
      });
    }
    const bool for_people = format == Format::Text && options_.output == "-";
    return write(options_.output, for_people ? for_terminal(*text) : *text);
  }

  /// What is said if the time is over before the outputs are made: the verdict of what is known by
  /// now, and for readers of invariants the report. `file` is there as long as the run.
  void promise(engine::Result result, const SourceFile& file) {
    const int code = exit_code(result);
    guard_.set_last_word(
        [this, &file, result = std::move(result)] {
          if (options_.command != Command::Infer) {
            return write_verdict(options_, verdict_text(options_, result));
          }
          if (!options_.quiet) {
            emit::write_report(std::cerr, result, file, emit::Detail::Everything);
          }
          write_nothing_known(options_, guard_);
        },
        code);
  }

  /// Questions about wording are paid from what is left for the report.
  Options for_report() {
    Options options = options_;
    options.engine.check.prover.limits.budget = guard_.for_report();
    return options;
  }

  emit::RunDescription describe_run() const {
    const prover::ProverOptions& prover = options_.engine.check.prover;
    const bool slam = purpose_ == engine::Purpose::Procedures;
    return {options_.command == Command::Infer ? "infer"
            : slam                             ? "slam"
                                               : "verify",
            prover::version(prover.kind),
            options_.engine.infer.heuristics,
            options_.inference,
            prover.limits.rlimit,
            prover.seed,
            options_.load};
  }

  /// `infer` is done when every loop has a certified invariant; assertions are not its question.
  int exit_code(const engine::Result& result) const {
    if (options_.command == Command::Infer) {
      for (const engine::ProcedureResult& procedure : result.procedures) {
        if (procedure.failure != result::Reason::None) return exit_unknown;
        for (const engine::LoopResult& loop : procedure.loops) {
          if (loop.status == result::LoopStatus::None ||
              loop.status == result::LoopStatus::Candidate)
            return exit_unknown;
        }
      }
      return exit_true;
    }
    if (options_.require_obligations && nothing_to_prove(result)) return exit_unknown;
    switch (engine::judge(result).verdict) {
      case engine::Verdict::True: return exit_true;
      case engine::Verdict::False: return exit_false;
      case engine::Verdict::Unknown: return exit_unknown;
    }
    return exit_internal;
  }

  bool write(const std::string& path, const std::string& text) {
    return write_file(path, text, diagnostics_) == WriteOutcome::Written;
  }

  int input_error() const {
    tell(diagnostics_);
    return exit_input;
  }

  const Options& options_;
  Guard& guard_;
  const SourceFile* original_ = nullptr;  // as it was read, without proposals
  Budget budget_;                         // of the engines
  bool by_inference_ = false;  // the result is about the loops of the program as it was loaded
  Diagnostics diagnostics_;
  /// Of the program that the result speaks of.
  engine::Purpose purpose_ = by_procedures() ? engine::Purpose::Procedures : engine::Purpose::Prove;
  std::optional<Candidates> candidates_;
};

}  // namespace

int run(const Options& options, Guard& guard) {
  if (options.verbose > 0) {
    set_log_level(options.verbose > 1 ? LogLevel::Debug : LogLevel::Info);
  }
  guard.set_last_word([&] { write_nothing_known(options, guard); }, exit_unknown);
  if (options.command == Command::Abstract) return run_abstract(options);
  if (options.command == Command::Dataflow) return run_dataflow(options);
  if (options.command == Command::Bebop) return run_bebop(options);
  if (options.command == Command::Run) return interpret(options);
  if (options.command == Command::Certify) return certify(options);
  std::string error;
  if (heuristics::make_sources(options.engine.infer.heuristics, error); !error.empty()) {
    std::cerr << "pawl: --heuristics: " << error << '\n';
    return exit_usage;
  }
  Run run(options, guard);
  const int exit_code = run();
  guard.begin_writing(exit_code);  // its last word would speak of what is gone now
  return exit_code;
}

}  // namespace pawl::cli
