// SPDX-License-Identifier: Apache-2.0
//
// Bounded search for real failures: unroll, ask the solver, replay in the interpreter; then run the
// program, for longer than it can be unrolled. The interpreter shares no code with the unrolling or
// the solver, so what it confirms is a run of the source program; what it does not confirm stays
// unproved and is no refutation.
#include "check/real_run.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "check/choices.h"
#include "check/induction_failure.h"
#include "check/trials.h"
#include "gcl/build.h"
#include "gcl/interpreter.h"
#include "gcl/printer.h"
#include "gcl/register_machine.h"
#include "gcl/replay.h"
#include "gcl/unroll.h"

namespace pawl::check {
namespace {

using gcl::Expr;

/// A longer trace is cut in the middle: its start and its end are what people read.
constexpr std::size_t max_steps = 60;

/// Runs that are tried without the solver, and the statements in one: mostly a tenth of a second in
/// all. A search that is meant to be short tries shorter ones. What does not end in them is run to
/// its end, if that comes soon: a trial of that length takes a quarter of a second.
constexpr std::uint64_t trial_runs = 16;
constexpr std::uint64_t first_trial = 4'000;
constexpr std::uint64_t later_trial = 200;
constexpr std::uint64_t most_times = 100;
constexpr std::uint64_t far_trial = 5'000'000;
constexpr std::size_t longest_trace = 2'000;

enum class Loops { None, Some };

State to_state(const gcl::State& values, std::span<const Expr> variables) {
  State state;
  for (const Expr variable : variables) {
    const auto found = values.find(variable);
    if (found != values.end()) state.push_back({variable.name(), found->second});
  }
  return state;
}

std::string describe(const gcl::TraceStep& step) {
  std::string text;
  for (const auto& [variable, value] : step.changes) {
    text += (text.empty() ? "" : ", ") + variable.name() + " := " + gcl::to_short_string(value);
  }
  if (step.condition) text = *step.condition ? "condition holds" : "condition does not hold";
  if (step.branch) text = "branch " + std::to_string(*step.branch + 1) + " is taken";
  return text;
}

State changes_of(const gcl::TraceStep& step) {
  State changes;
  for (const auto& [variable, value] : step.changes) changes.push_back({variable.name(), value});
  return changes;
}

State chosen_in(const std::vector<gcl::TraceStep>& trace) {
  State chosen;
  for (const gcl::TraceStep& step : trace) {
    if (!step.is_havoc) continue;
    const State changes = changes_of(step);
    chosen.insert(chosen.end(), changes.begin(), changes.end());
  }
  return chosen;
}

bool says_something(const gcl::TraceStep& step) {
  return !step.changes.empty() || step.condition || step.branch;
}

std::vector<TraceStep> to_steps(const gcl::Run& run) {
  std::vector<const gcl::TraceStep*> telling;
  for (const gcl::TraceStep& step : run.trace) {
    if (says_something(step)) telling.push_back(&step);
  }
  std::vector<TraceStep> steps;
  const auto add = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) {
      const gcl::TraceStep& step = *telling[from];
      steps.push_back({step.range, describe(step), changes_of(step)});
    }
  };
  const std::size_t all = telling.size();
  if (all <= max_steps) {
    add(0, all);
    return steps;
  }
  add(0, max_steps / 2);
  const std::uint64_t cut = all - max_steps + run.left_out;
  steps.push_back({{}, "... " + std::to_string(cut) + " steps ...", {}});
  add(all - max_steps / 2, all);
  return steps;
}

bool is_open(const ObligationReport& one) {
  return one.fate == Fate::NotProved || one.fate == Fate::Unknown;
}

class Search {
 public:
  Search(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
         const Options& options, prover::QueryLog& log, ProcedureReport& report)
      : context_(context),
        program_(program),
        procedure_(procedure),
        options_(options),
        log_(log),
        report_(report),
        desugared_(gcl::desugar(context, program, procedure)),
        visible_(visible_variables(program, procedure)) {}

  void run() {
    // Without loops one look is all there is; otherwise the same failure is found with the fewest
    // iterations that show it.
    for (std::size_t iterations = 0; iterations <= options_.max_unrolling;
         iterations = iterations < 4 ? iterations + 1 : iterations * 2) {
      if (!any_open() || options_.prover.limits.budget.over()) return;
      if (search(iterations) == Loops::None) return;
    }
    if (options_.max_unrolling > 0) try_long_runs();
  }

 private:
  ObligationReport* open(std::size_t obligation) const {
    const gcl::Obligation& wanted = desugared_.obligations[obligation];
    for (ObligationReport& one : report_.obligations) {
      if (one.obligation.kind == wanted.kind && one.obligation.clause == wanted.clause &&
          one.obligation.stmt == wanted.stmt) {
        return is_open(one) ? &one : nullptr;
      }
    }
    return nullptr;
  }

  bool any_open() const { return std::ranges::any_of(report_.obligations, is_open); }

  Loops search(std::size_t iterations) {
    const gcl::Unrolled unrolled =
        gcl::unroll(context_, program_, procedure_, desugared_, {.iterations = iterations});
    const gcl::Passive passive = gcl::make_passive(context_, unrolled.body, {});
    const gcl::Vc vc = gcl::make_vc(context_, passive);
    // Short runs have models that are found quickly, or none worth waiting for.
    prover::ProverOptions prover_options = options_.prover;
    prover_options.limits.divide_rlimit(10);
    prover_options.limits.divide_timeout(4);
    const auto prover = prover::make_prover(context_, prover_options, log_);
    prover->set_caller("check.real_run");
    std::vector<Expr> asserted = gcl::background(context_, program_);
    for (const Expr fact : asserted) prover->assert_formula(fact);
    std::size_t fed = 0;
    for (const gcl::Goal& goal : vc.goals) {
      ObligationReport* report = open(unrolled.origin[goal.obligation]);
      if (report == nullptr || options_.prover.limits.budget.over()) continue;
      for (; fed <= goal.segment; ++fed) {
        for (const Expr constraint : gcl::segment_constraints(context_, vc, fed)) {
          prover->assert_formula(constraint);
          asserted.push_back(constraint);
        }
      }
      const std::array assumptions = {vc.segments[goal.segment].guard,
                                      gcl::mk_not(context_, goal.condition)};
      // A candidate model of an Unknown answer is as good as any: the interpreter decides.
      if (prover->satisfiable(assumptions) == prover::Answer::No) continue;
      if (const auto model = prover->model()) {
        replay(unrolled, passive, vc, goal, asserted, *model, *report);
      }
    }
    return unrolled.has_loops ? Loops::Some : Loops::None;
  }

  void replay(const gcl::Unrolled& unrolled, const gcl::Passive& passive, const gcl::Vc& vc,
              const gcl::Goal& goal, std::span<const Expr> asserted, const prover::Model& model,
              ObligationReport& report) {
    const gcl::ModelValue value_of = [&](Expr e) { return model.value(e); };
    std::vector<Expr> variables = visible_;
    for (const gcl::ConstDecl& constant : program_.constants) variables.push_back(constant.var);
    std::optional<gcl::Script> script =
        gcl::script_from_model(context_, unrolled, passive, vc, goal.segment, variables,
                               gcl::function_tables(asserted, value_of), value_of);
    if (!script) return;
    gcl::ScriptedChooser chooser(std::move(*script));
    gcl::InterpreterOptions interpreter;
    interpreter.invariants = gcl::InvariantChecks::On;
    ChoiceRecorder recorder(chooser);
    const gcl::Run run = gcl::run(program_, procedure_, recorder, interpreter);
    if (!chooser.diverged() && confirms(run, report.obligation)) {
      refute(report, run, recorder.choices());
    }
  }

  /// One run that is tried.
  struct Trial {
    Inputs inputs = Inputs::Small;
    std::uint64_t seed = 0;
    std::uint64_t fuel = 0;
  };

  /// The solver finds short runs. Long ones that few choices decide are found by running: the
  /// first one for long, then others; and where those did not end, some to their end.
  void try_long_runs() {
    bool ended = true;
    numbers_ = numbers_of_text(procedure_);
    for (const Trial& one : short_trials()) ended &= try_run(one);
    if (ended) return;
    for (const Trial& one : far_trials()) try_run(one);
  }

  std::vector<Trial> short_trials() const {
    std::vector<Trial> trials;
    const auto add = [&](Inputs inputs) {
      for (std::uint64_t seed = 0; seed < trial_runs; ++seed) {
        trials.push_back({inputs, seed, times() * (seed == 0 ? first_trial : later_trial)});
      }
    };
    add(Inputs::Small);
    if (!numbers_.empty()) add(Inputs::OfText);
    trials.push_back({Inputs::Rising, 0, times() * later_trial});
    trials.push_back({Inputs::Falling, 0, times() * later_trial});
    return trials;
  }

  /// Programs that count to 100,000 end in less than a second.
  static std::vector<Trial> far_trials() {
    return {{Inputs::Small, 0, far_trial},
            {Inputs::Rising, 0, far_trial},
            {Inputs::Falling, 0, far_trial}};
  }

  /// Did it end?
  bool try_run(const Trial& trial) {
    if (!any_open() || is_over()) return true;
    const auto chooser = make_trial(trial.inputs, trial.seed, numbers_);
    const gcl::Run found = machine(trial.fuel).run(procedure_, *chooser);
    if (!found.ended<gcl::WentWrong>()) return !found.ended<gcl::OutOfFuel>();
    const auto again = make_trial(trial.inputs, trial.seed, numbers_);
    ChoiceRecorder recorder(*again);
    const gcl::Run run = traced(recorder, trial.fuel);
    for (ObligationReport& one : report_.obligations) {
      if (is_open(one) && confirms(run, one.obligation)) refute(one, run, recorder.choices());
    }
    return true;
  }

  bool is_over() const { return options_.prover.limits.budget.over(); }

  std::uint64_t times() const {
    const std::uint64_t unrolling = options_.max_unrolling;
    return std::min(most_times, unrolling * unrolling);
  }

  const gcl::RegisterMachine& machine(std::uint64_t fuel) {
    auto& made = machines_[fuel];
    if (made == nullptr) {
      made = std::make_unique<const gcl::RegisterMachine>(
          program_, gcl::MachineOptions{.fuel = fuel,
                                        .invariants = gcl::InvariantChecks::On,
                                        .go_on = [this] { return !is_over(); }});
    }
    return *made;
  }

  /// The same run by the interpreter, which keeps a trace; the two count their steps differently.
  gcl::Run traced(gcl::Chooser& chooser, std::uint64_t fuel) const {
    gcl::InterpreterOptions interpreter;
    interpreter.invariants = gcl::InvariantChecks::On;
    interpreter.fuel = 4 * fuel;
    interpreter.longest_trace = longest_trace;
    interpreter.go_on = [this] { return !is_over(); };
    return gcl::run(program_, procedure_, chooser, interpreter);
  }

  void refute(ObligationReport& report, const gcl::Run& run,
              const result::StateText& choices) const {
    report.fate = Fate::Refuted;
    report.induction_failure.reset();
    report.real_run = describe_run(run, inputs(), visible_);
    report.real_run->choices = choices;
  }

  /// The run is one of the program, and it fails at this obligation.
  static bool confirms(const gcl::Run& run, const gcl::Obligation& obligation) {
    const auto* wrong = std::get_if<gcl::WentWrong>(&run.outcome);
    return wrong != nullptr && run.undecided_axioms.empty() && run.contract_calls.empty() &&
           wrong->depth == 0 && wrong->kind == obligation.kind &&
           wrong->clause == obligation.clause && wrong->stmt == obligation.stmt;
  }

  std::vector<Expr> inputs() const {
    std::vector<Expr> found;
    for (const gcl::VarDecl& decl : program_.globals) found.push_back(decl.var);
    for (const gcl::VarDecl& decl : procedure_.parameters) found.push_back(decl.var);
    return found;
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const gcl::Procedure& procedure_;
  const Options& options_;
  prover::QueryLog& log_;
  ProcedureReport& report_;
  gcl::Desugared desugared_;
  std::vector<Expr> visible_;
  std::vector<gcl::Integer> numbers_;                                              // of the text
  std::map<std::uint64_t, std::unique_ptr<const gcl::RegisterMachine>> machines_;  // by fuel
};

}  // namespace

RealRun describe_run(const gcl::Run& run, std::span<const Expr> inputs,
                     std::span<const Expr> visible) {
  return {to_state(run.initial, inputs),
          to_steps(run),
          to_state(run.final, visible),
          chosen_in(run.trace),
          {}};
}

void search_real_runs(gcl::Context& context, const gcl::Program& program,
                      const gcl::Procedure& procedure, const Options& options,
                      prover::QueryLog& log, ProcedureReport& report) {
  Search(context, program, procedure, options, log, report).run();
}

}  // namespace pawl::check
