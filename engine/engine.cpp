// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include "engine/analyze.h"
#include "engine/result_json.h"
#include "engine/workers.h"
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

/// In a worker too: a solver that dies on the axioms must not take the run with it. No answer is
/// no objection: inconsistent axioms that nobody can prove inconsistent prove nothing either,
/// as far as this solver is concerned.
bool axioms_contradictory(gcl::Context& context, const gcl::Program& program,
                          const Options& options) {
  if (program.axioms.empty()) return false;
  const auto outcomes = run_in_workers(1, 1, [&](std::size_t) {
    prover::QueryLog log;
    const auto answer = check::axioms_consistent(context, program, options.check, log);
    return std::string(answer == prover::Answer::No ? "contradictory" : "");
  });
  return outcomes[0].text == "contradictory";
}

ProcedureResult received(const gcl::Procedure& procedure, const WorkerOutcome& outcome,
                         Diagnostics& diagnostics) {
  if (outcome.text) {
    if (std::optional<ProcedureResult> result = procedure_from_json(*outcome.text)) return *result;
  }
  ProcedureResult lost;
  lost.name = procedure.name;
  lost.place = place_of(procedure.range);
  lost.failure = outcome.failure.empty() ? "worker-crashed" : outcome.failure;
  diagnostics.warning(procedure.range,
                      "no answer for procedure '" + procedure.name + "': " + lost.failure +
                          (outcome.detail.empty() ? "" : ", " + outcome.detail),
                      "the other procedures are not affected");
  return lost;
}

}  // namespace

Result run(const Input& input, gcl::Context& context, const gcl::Program& program,
           const Options& options, Diagnostics& diagnostics) {
  Result result;
  result.file = input.file().name();
  result.sha256 = sha256_hex(input.file().text());
  if (axioms_contradictory(context, program, options)) {
    diagnostics.error(program.axioms.front().range, "the axioms are contradictory",
                      "anything would follow from them; remove or weaken one");
    return result;
  }
  const std::vector<const gcl::Procedure*> procedures = with_body(program);
  const auto outcomes = run_in_workers(procedures.size(), options.jobs, [&](std::size_t index) {
    return to_json(analyze_procedure(input, procedures[index]->name, options), Statistics::With);
  });
  for (std::size_t i = 0; i < procedures.size(); ++i) {
    result.procedures.push_back(received(*procedures[i], outcomes[i], diagnostics));
  }
  return result;
}

}  // namespace pawl::engine
