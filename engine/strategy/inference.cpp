// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/inference.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/procedure/analyze.h"
#include "engine/sliced_input.h"
#include "engine/workers/best_so_far.h"
#include "engine/workers/workers.h"
#include "gcl/traverse.h"
#include "prover/query_log.h"
#include "support/sha256.h"

namespace pawl::engine {
namespace {

std::vector<const gcl::Procedure*> with_body(const gcl::Program& program) {
  std::vector<const gcl::Procedure*> found;
  for (const gcl::Procedure& procedure : program.procedures) {
    if (procedure.body) found.push_back(&procedure);
  }
  return found;
}

std::size_t loops_in(const gcl::Procedure& procedure) {
  std::size_t count = 0;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    count += std::holds_alternative<gcl::While>(stmt.node) ? 1 : 0;
  });
  return count;
}

/// Where invariants are what is asked for, functions without loops come last and have less: what
/// they assert is of no use to a loop. Those of few loops come first, for they leave most of their
/// time to the others.
std::vector<double> order_by_loops(std::vector<const gcl::Procedure*>& procedures) {
  constexpr double without_loops = 0.25;
  const auto rank = [](const gcl::Procedure* one) {
    const std::size_t loops = loops_in(*one);
    return loops == 0 ? std::numeric_limits<std::size_t>::max() : loops;
  };
  std::ranges::stable_sort(procedures, {}, rank);
  std::vector<double> weights;
  for (const gcl::Procedure* one : procedures) {
    weights.push_back(loops_in(*one) == 0 ? without_loops : 1);
  }
  return weights;
}

/// In a worker too: a solver that dies on the axioms must not take the run with it. No answer is
/// no objection: inconsistent axioms that nobody can prove inconsistent prove nothing either,
/// as far as this solver is concerned.
bool axioms_contradictory(gcl::Context& context, const gcl::Program& program,
                          const Options& options, const Budget& budget) {
  if (program.axioms.empty()) return false;
  const auto task = [&](std::size_t, const Budget& own, const Send&) {
    check::Options limited = options.check;
    limited.prover.limits.budget = own;
    prover::QueryLog log;
    const auto answer = check::axioms_consistent(context, program, limited, log);
    return std::string(answer == prover::Answer::No ? "contradictory" : "");
  };
  const auto outcomes = run_in_workers(1, 1, budget.slice(0.1), 0, task);
  return outcomes[0].text == "contradictory";
}

/// Expected, and told with the results.
bool is_end_of_time(Reason failure) {
  return failure == Reason::Timeout || failure == Reason::Interrupted ||
         failure == Reason::NotAnalysed;
}

ProcedureResult received(const gcl::Procedure& procedure, const WorkerOutcome& outcome,
                         Diagnostics& diagnostics) {
  if (outcome.text) {
    std::optional<ProcedureResult> result = result::WorkerMessage::read(*outcome.text);
    if (result && !outcome.failure.empty()) cut_off(*result, failure_of(outcome.failure));
    if (result) return std::move(*result);
  }
  ProcedureResult lost;
  lost.name = procedure.name;
  lost.place = place_of(procedure.range);
  lost.failure = outcome.failure.empty() ? Reason::WorkerCrashed : failure_of(outcome.failure);
  if (is_end_of_time(lost.failure)) return lost;
  diagnostics.warning(procedure.range,
                      "no answer for procedure '" + procedure.name +
                          "': " + to_string(lost.failure) +
                          (outcome.detail.empty() ? "" : ", " + outcome.detail),
                      "the other procedures are not affected");
  return lost;
}

const ProcedureResult* find(const Result* known, const std::string& procedure) {
  if (known == nullptr) return nullptr;
  const auto found = std::ranges::find(known->procedures, procedure, &ProcedureResult::name);
  return found == known->procedures.end() ? nullptr : &*found;
}

bool is_decided(const ProcedureResult* known) {
  return known != nullptr && judge(*known).verdict != Verdict::Unknown;
}

/// Nobody came to an answer now, but to a part of one before.
ProcedureResult or_before(ProcedureResult now, const ProcedureResult* before) {
  if (now.failure == Reason::None || before == nullptr || before->failure != Reason::None)
    return now;
  ProcedureResult result = *before;
  cut_off(result, now.failure);
  return result;
}

}  // namespace

std::string InferenceEngine::name() const {
  return options_.depth == Depth::Shallow ? "annotations" : "inference";
}

Outcome InferenceEngine::run(const Task& task, const Budget& budget, Diagnostics& diagnostics) {
  Outcome outcome;
  outcome.result.file = task.input.file().name();
  outcome.result.sha256 = sha256_hex(task.input.file().text());
  if (task.known == nullptr && axioms_contradictory(task.context, task.program, options_, budget)) {
    diagnostics.error(task.program.axioms.front().range, "the axioms are contradictory",
                      "anything would follow from them; remove or weaken one");
    return outcome;
  }
  const std::vector<const gcl::Procedure*> procedures = with_body(task.program);
  std::vector<const gcl::Procedure*> open;
  for (const gcl::Procedure* one : procedures) {
    if (!is_decided(find(task.known, one->name))) open.push_back(one);
  }
  const Programs programs(task.input, task.program);
  const auto work = [&](std::size_t index, const Budget& own, const Send& send) {
    const Budget limited = options_.work_each == 0 ? own : own.with_work(options_.work_each);
    const SlicedInput sliced(programs, open[index]->name);
    return to_json(analyze_procedure(sliced, open[index]->name, options_, limited, send),
                   Statistics::With);
  };
  const bool by_loops = options_.inference == Inference::Always && budget.has_deadline();
  const std::vector<double> weights =
      by_loops ? order_by_loops(open) : std::vector<double>(open.size(), 1);
  const auto outcomes = run_in_workers(weights, options_.jobs, budget, options_.seconds_each, work);
  std::map<const gcl::Procedure*, const WorkerOutcome*> found;
  for (std::size_t i = 0; i < open.size(); ++i) found[open[i]] = &outcomes[i];
  for (const gcl::Procedure* one : procedures) {
    const ProcedureResult* known = find(task.known, one->name);
    outcome.result.procedures.push_back(
        is_decided(known) ? *known : or_before(received(*one, *found.at(one), diagnostics), known));
  }
  return outcome;
}

}  // namespace pawl::engine
