// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/verify.h"

#include <algorithm>

#include "engine/judge/call_graph.h"
#include "engine/strategy/inference.h"

namespace pawl::engine {
namespace {

/// Parts of what is left when an engine begins. SLAM has the rest.
constexpr double probe_fraction = 0.25;
constexpr double inference_fraction = 0.7;
constexpr double dataflow_fraction = 0.5;

/// Without a clock SLAM gets what a few seconds are enough for.
void limit_by_count(SlamSettings& settings) {
  slam::SlamOptions& slam = settings.slam;
  slam.max_rounds = std::min<std::size_t>(slam.max_rounds, 40);
  slam.max_predicates = std::min<std::size_t>(slam.max_predicates, 120);
  if (slam.max_queries == 0) slam.max_queries = 2'000;
  slam.bebop.max_nodes = std::min<std::size_t>(slam.bebop.max_nodes, 500'000);
  settings.check.prover.limits.divide_rlimit(10);
  // There are many questions, and nearly all are small.
  slam.c2bp.strengthen.prover.limits.divide_timeout(4);
  slam.newton.prover.limits.divide_timeout(4);
}

/// A function that nobody has defined is some function, and not ours to choose: a lemma that was
/// not read may say which. A failing run that needs it to be a certain one refutes nothing.
bool defines_functions(const Result& refuted) {
  const auto chooses = [](const NamedText& choice) {
    return choice.name.find('(') != std::string::npos;  // f(3)
  };
  const auto needs_one = [&](const ObligationResult& one) {
    return one.real_run && std::ranges::any_of(one.real_run->choices, chooses);
  };
  return std::ranges::any_of(refuted.procedures, [&](const ProcedureResult& procedure) {
    return std::ranges::any_of(procedure.obligations, needs_one);
  });
}

class Verification {
 public:
  Verification(const Input& input, gcl::Context& context, const gcl::Program& program,
               const Portfolio& portfolio, const Budget& budget, Diagnostics& diagnostics)
      : task_{input, context, program},
        portfolio_(portfolio),
        budget_(budget),
        diagnostics_(diagnostics) {}

  Outcome run() {
    if (portfolio_.choice == EngineChoice::Slam) {
      return SlamEngine(portfolio_.slam).run(task_, budget_, diagnostics_);
    }
    if (portfolio_.choice == EngineChoice::Dataflow) {
      return DataflowEngine(portfolio_.dataflow).run(task_, budget_, diagnostics_);
    }
    if (probes_first()) probe();
    infer();
    if (slam_may_help() && is_like_a_driver()) join_predicates();
    if (slam_may_help()) refine();
    if (more_time_may_help()) infer_with_the_rest();
    return std::move(best_);
  }

 private:
  bool failed() const { return diagnostics_.has_errors(); }
  bool is_decided() const { return judge(best_.result).verdict != Verdict::Unknown; }
  bool both_engines() const {
    return portfolio_.choice == EngineChoice::Auto &&
           portfolio_.inference.inference != Inference::Never;
  }

  /// Where somebody reads the invariants, they are wanted of refuted procedures as well: then only
  /// a clock that runs makes what is quick worth doing twice.
  bool probes_first() const {
    const Options& options = portfolio_.inference;
    const bool for_readers = options.wording == Wording::Readable || options.explain == Explain::On;
    return options.inference == Inference::WhenNeeded && options.hints.empty() &&
           (!for_readers || budget_.has_deadline());
  }

  void probe() {
    Options options = portfolio_.inference;
    options.depth = Depth::Shallow;
    InferenceEngine engine(options);
    keep(engine.run(task_, budget_.slice(probe_fraction), diagnostics_));
  }

  void infer() {
    if (failed()) return;
    if (task_.known != nullptr && (is_decided() || budget_.over())) return;
    Options options = portfolio_.inference;
    if (task_.known != nullptr) options.depth = Depth::Rest;
    InferenceEngine engine(options);
    keep(engine.run(task_, both_engines() ? budget_.slice(inference_fraction) : budget_,
                    diagnostics_));
  }

  void keep(Outcome outcome) {
    best_ = std::move(outcome);
    known_ = best_.result;
    task_.known = &known_;
    if (portfolio_.on_result && !failed()) portfolio_.on_result(known_);
  }

  bool slam_may_help() const {
    return both_engines() && !failed() && !budget_.over() && !is_decided();
  }

  /// SLAM mostly knows soon that it cannot help; what the clock has cut off before may go on then.
  bool more_time_may_help() const {
    const auto cut_off = [](const ProcedureResult& procedure) {
      return procedure.failure != Reason::None ||
             std::ranges::any_of(procedure.loops,
                                 [](const LoopResult& loop) { return !loop.incomplete.empty(); });
    };
    return both_engines() && !failed() && !is_decided() && budget_.has_deadline() &&
           !budget_.over() && std::ranges::any_of(known_.procedures, cut_off);
  }

  void infer_with_the_rest() {
    Options options = portfolio_.inference;
    options.depth = task_.known != nullptr ? Depth::Rest : Depth::Full;
    Outcome again = InferenceEngine(options).run(task_, budget_, diagnostics_);
    if (!failed() && judge(again.result).verdict != Verdict::Unknown) best_ = std::move(again);
  }

  /// Calls and branches, and few loops over data: what a lattice with predicates is for. Without a
  /// clock only where a specification asks.
  bool is_like_a_driver() const {
    std::size_t calls = 0;
    std::size_t branches = 0;
    std::size_t loops = 0;
    for (const gcl::Procedure& procedure : task_.program.procedures) {
      if (!procedure.body) continue;
      gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
        calls += std::holds_alternative<gcl::Call>(stmt.node) ? 1U : 0U;
        branches += std::holds_alternative<gcl::If>(stmt.node) ? 1U : 0U;
        loops += std::holds_alternative<gcl::While>(stmt.node) ? 1U : 0U;
      });
    }
    return portfolio_.typestates ||
           (budget_.has_deadline() && branches >= 10 && branches + calls >= 10 * loops);
  }

  void join_predicates() {
    DataflowSettings settings = portfolio_.dataflow;
    if (!budget_.has_deadline()) {
      settings.dataflow.max_rounds = std::min<std::size_t>(settings.dataflow.max_rounds, 20);
      settings.check.prover.limits.divide_rlimit(10);
    }
    Diagnostics refusals;
    Outcome outcome =
        DataflowEngine(settings).run(task_, budget_.slice(dataflow_fraction), refusals);
    if (refusals.has_errors() || !answers(outcome.result)) return;
    best_ = std::move(outcome);
  }

  /// What only SLAM cannot read is no error where inference has read it, but worth telling. Without
  /// a better answer, what inference found is still worth telling.
  void refine() {
    SlamSettings settings = portfolio_.slam;
    settings.tries_runs = true;
    if (!budget_.has_deadline()) limit_by_count(settings);
    Diagnostics refusals;
    const std::uint64_t work = portfolio_.inference.work_each;
    Outcome outcome =
        SlamEngine(settings).run(task_, work == 0 ? budget_ : budget_.with_work(work), refusals);
    for (const Diagnostic& one : refusals.all()) {
      if (one.severity != Severity::Error) continue;
      diagnostics_.note(one.range, "not tried by slam: " + one.message);
    }
    if (refusals.has_errors() || !answers(outcome.result)) {
      best_.refinement = std::move(outcome.refinement);
    } else {
      best_ = std::move(outcome);
    }
  }

  /// Does SLAM decide what inference left open? It proves what runs from its entries reach: enough
  /// for a procedure that is nothing but a part of the program. Any other has to hold wherever its
  /// contract does, whoever calls it.
  bool answers(const Result& refined) const {
    const Verdict verdict = judge(refined).verdict;
    if (verdict != Verdict::True) return verdict == Verdict::False && !defines_functions(refined);
    const std::vector<std::string> entries = entries_of(task_.program, portfolio_.slam.entry);
    return std::ranges::all_of(known_.procedures, [&](const ProcedureResult& one) {
      const bool told = std::ranges::find(refined.procedures, one.name, &ProcedureResult::name) !=
                        refined.procedures.end();
      const bool proved = judge(one).verdict == Verdict::True;
      return told && (proved || !task_.input.refutable(one.name) ||
                      std::ranges::find(entries, one.name) != entries.end());
    });
  }

  Task task_;
  const Portfolio& portfolio_;
  const Budget& budget_;
  Diagnostics& diagnostics_;
  Outcome best_;
  Result known_;  // by inference
};

}  // namespace

Outcome verify(const Input& input, gcl::Context& context, const gcl::Program& program,
               const Portfolio& portfolio, const Budget& budget, Diagnostics& diagnostics) {
  return Verification(input, context, program, portfolio, budget, diagnostics).run();
}

}  // namespace pawl::engine
