// SPDX-License-Identifier: Apache-2.0
//
// `pawl infer`, `pawl verify` and `pawl slam`: read the file, let engine/ work, write what was
// asked for. Results go to standard output, everything else to standard error.
#include "cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>

#include "cli/abstract.h"
#include "cli/bebop.h"
#include "cli/candidates.h"
#include "cli/certify.h"
#include "cli/input.h"
#include "cli/interpret.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/replay.h"
#include "cli/source_names.h"
#include "cli/source_output.h"
#include "cli/terminal.h"
#include "emit/explain.h"
#include "emit/json.h"
#include "emit/slam.h"
#include "emit/stages.h"
#include "emit/stats.h"
#include "emit/text.h"
#include "engine/calls.h"
#include "engine/engine.h"
#include "engine/slam.h"
#include "support/file.h"
#include "support/interrupt.h"
#include "support/log.h"

namespace pawl::cli {
namespace {

class Run {
 public:
  explicit Run(const Options& options) : options_(options) {}

  int operator()() {
    const Result<std::string> text = read_file(options_.file, diagnostics_);
    if (!text) return input_error();
    const SourceFile file(display_name(options_.file), *text);
    const std::unique_ptr<SourceInput> input = open_input(options_, file, diagnostics_);
    if (!input) return input_error();
    if (std::ranges::find(options_.formats, Format::Acsl) != options_.formats.end() &&
        !input->is_c()) {
      std::cerr << "pawl: --format=acsl is for C\n";
      return exit_usage;
    }
    gcl::Context context;
    const std::optional<gcl::Program> program = input->load(context, purpose_, diagnostics_);
    if (!program) return input_error();
    if (options_.print_after != emit::Stage::None) {
      std::ostringstream out;
      emit::print_stage(out, options_.print_after, context, *program);
      return write(options_.output, out.str()) ? exit_true : input_error();
    }
    if (!options_.candidates_file.empty()) {
      if (slam_only()) {
        std::cerr << "pawl: --hints are for inference, not for --engine=slam\n";
        return exit_usage;
      }
      candidates_ = read_candidates(options_, *input, context, *program, diagnostics_);
      if (!candidates_) return input_error();
    }
    return analyse(*input, context, *program);
  }

 private:
  bool slam_only() const {
    return options_.command == Command::Slam ||
           (options_.command == Command::Verify && options_.choice == EngineChoice::Slam);
  }

  engine::Result decide(const engine::Input& input, gcl::Context& context,
                        const gcl::Program& program) {
    if (slam_only()) return slam(input, nullptr);
    engine::Options engine_options = options_.engine;
    if (candidates_) engine_options.hints = candidates_->claims;
    if (!options_.quiet) engine_options.infer.on_progress = terminal_progress();
    engine::Result inferred = engine::run(input, context, program, engine_options, diagnostics_);
    by_inference_ = true;
    const bool try_slam =
        options_.command == Command::Verify && options_.choice == EngineChoice::Auto &&
        options_.engine.inference != engine::Inference::Never && !diagnostics_.has_errors() &&
        !interrupt_requested() && engine::judge(inferred).verdict == engine::Verdict::Unknown;
    if (!try_slam) return inferred;
    engine::Result refined = slam(input, &inferred);
    // No better answer: what inference found is still worth telling.
    by_inference_ = diagnostics_.has_errors() || !answers(input, program, refined, inferred);
    if (by_inference_) return inferred;
    purpose_ = engine::Purpose::Procedures;
    return refined;
  }

  /// Does SLAM decide what inference left open? It proves what runs from its entries reach: enough
  /// for a procedure that is nothing but a part of the program. Any other has to hold wherever its
  /// contract does, whoever calls it.
  bool answers(const engine::Input& input, const gcl::Program& program,
               const engine::Result& refined, const engine::Result& inferred) const {
    const engine::Verdict verdict = engine::judge(refined).verdict;
    if (verdict != engine::Verdict::True) return verdict == engine::Verdict::False;
    const std::vector<std::string> entries = engine::entries_of(program, options_.c.entry);
    return std::ranges::all_of(inferred.procedures, [&](const engine::ProcedureResult& one) {
      const bool told =
          std::ranges::find(refined.procedures, one.name, &engine::ProcedureResult::name) !=
          refined.procedures.end();
      const bool proved = engine::judge(one).verdict == engine::Verdict::True;
      return told && (proved || !input.refutable(one.name) ||
                      std::ranges::find(entries, one.name) != entries.end());
    });
  }

  /// Where inference had its turn, SLAM gets the rest of the time; without a clock, what a few
  /// seconds are enough for.
  void limit(slam::SlamOptions& slam, prover::Limits& solver) const {
    if (slam.seconds > 0) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
      slam.seconds = std::max(1.0, slam.seconds - spent.count());
      return;
    }
    slam.max_rounds = std::min<std::size_t>(slam.max_rounds, 40);
    slam.max_predicates = std::min<std::size_t>(slam.max_predicates, 120);
    if (slam.max_queries == 0) slam.max_queries = 2'000;
    slam.bebop.max_nodes = std::min<std::size_t>(slam.bebop.max_nodes, 500'000);
    solver.divide_rlimit(10);
  }

  engine::Result slam(const engine::Input& input, const engine::Result* inferred) {
    engine::SlamSettings settings;
    settings.slam = options_.slam;
    settings.check = options_.engine.check;
    if (inferred != nullptr) limit(settings.slam, settings.check.prover.limits);
    settings.entry = options_.c.entry;
    settings.inferred = inferred;
    settings.summaries = options_.summaries;
    if (!options_.quiet) settings.slam.on_round = slam_progress();
    settings.predicates = scope_predicates(options_, diagnostics_);
    if (diagnostics_.has_errors()) return {};
    // What only SLAM cannot read is no error where inference has read it, but worth telling.
    Diagnostics refusals;
    const engine::SlamReport report =
        engine::run_slam(input, settings, inferred != nullptr ? refusals : diagnostics_);
    for (const Diagnostic& one : refusals.all()) {
      if (one.severity == Severity::Error)
        diagnostics_.note(one.range, "not tried by slam: " + one.message);
    }
    if (options_.verbose > 0) emit::write_slam(std::cerr, report);
    return report.result;
  }

  int analyse(const SourceInput& input, gcl::Context& context, const gcl::Program& program) {
    engine::Result result = decide(input, context, program);
    if (candidates_) {
      result.hints_file = display_name(options_.candidates_file);
      result.hints = candidates_->sources;
    }
    finish_progress();
    Agreement agreement = Agreement::Agree;
    if (!diagnostics_.has_errors()) {
      agreement = ask_judges({options_, input, purpose_, result, {}, {}, 0}, result, diagnostics_);
    }
    tell(diagnostics_);
    if (agreement == Agreement::Disagree) return exit_internal;
    if (diagnostics_.has_errors()) return exit_input;
    diagnostics_ = {};
    if (input.is_c()) {
      set_language(options_, result);
      if (by_inference_) describe_source(input, context, program, options_, result);
      if (options_.replay == Replay::Compile) replay_compiled(input, options_, result);
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
    const Material material = {options_,
                               input,
                               purpose_,
                               result,
                               emit::to_json(result, describe_run(), engine::Statistics::Without),
                               formats(input),
                               exit_code(result)};
    if (!write_outputs(material, input)) return input_error();
    return exit_code(result);
  }

  std::vector<Format> formats(const SourceInput& input) const {
    if (!options_.formats.empty()) return options_.formats;
    if (options_.command != Command::Infer) return {Format::Text};
    return {input.is_c() ? Format::Acsl : Format::Gcl};
  }

  Format annotated_format(const SourceInput& input) const {
    return input.is_c() && !options_.annotated_file.ends_with(".gcl") ? Format::Acsl : Format::Gcl;
  }

  bool write_outputs(const Material& material, const SourceInput& input) {
    if (!options_.json_file.empty() && !write(options_.json_file, material.json)) return false;
    if (!options_.annotated_file.empty()) {
      const pawl::Result<std::string> annotated =
          cli::render(annotated_format(input), material, diagnostics_);
      if (!annotated || !write(options_.annotated_file, *annotated)) return false;
    }
    if (material.formats.size() == 1 && material.formats.front() != Format::Smtlib) {
      return write_one(material.formats.front(), material);
    }
    const auto files = render_all(material, diagnostics_);
    return files && write_all(options_.output, *files, diagnostics_) == WriteAll::Written;
  }

  bool write_one(Format format, const Material& material) {
    if (format == Format::Acsl && options_.command == Command::Infer) {
      return write_source(material.result, material.input.file(), options_, diagnostics_);
    }
    if (options_.json_file == "-") return true;  // only JSON on standard output
    const pawl::Result<std::string> text = cli::render(format, material, diagnostics_);
    if (!text) return false;
    if (format == Format::Gcl && !options_.quiet) {
      tell([&](std::ostream& out) {
        emit::write_report(out, material.result, material.input.file(), emit::Detail::Failures);
      });
    }
    const bool for_people = format == Format::Text && options_.output == "-";
    return write(options_.output, for_people ? for_terminal(*text) : *text);
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
        if (!procedure.failure.empty()) return exit_unknown;
        for (const engine::LoopResult& loop : procedure.loops) {
          if (loop.status == "none" || loop.status == "candidate") return exit_unknown;
        }
      }
      return exit_true;
    }
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
  bool by_inference_ = false;  // the result is about the loops of the program as it was loaded
  Diagnostics diagnostics_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  /// Of the program that the result speaks of.
  engine::Purpose purpose_ = slam_only() ? engine::Purpose::Procedures : engine::Purpose::Prove;
  std::optional<Candidates> candidates_;
};

}  // namespace

int run(const Options& options) {
  if (options.verbose > 0) {
    set_log_level(options.verbose > 1 ? LogLevel::Debug : LogLevel::Info);
  }
  if (options.command == Command::Abstract) return run_abstract(options);
  if (options.command == Command::Bebop) return run_bebop(options);
  if (options.command == Command::Run) return interpret(options);
  if (options.command == Command::Certify) return certify(options);
  std::string error;
  if (heuristics::make_sources(options.engine.infer.heuristics, error); !error.empty()) {
    std::cerr << "pawl: --heuristics: " << error << '\n';
    return exit_usage;
  }
  return Run(options)();
}

}  // namespace pawl::cli
