// SPDX-License-Identifier: Apache-2.0
#include "engine/recheck.h"

#include <algorithm>
#include <optional>

#include "engine/recheck_claims.h"
#include "engine/to_text.h"
#include "gcl/map_range.h"
#include "gcl/parser.h"
#include "gcl/targets.h"
#include "prover/query_log.h"
#include "result/annotate.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

class Recheck {
 public:
  Recheck(const Input& input, const ProcedureResult& claimed, const check::Options& options)
      : input_(input), claimed_(claimed), options_(options) {}

  ProcedureRecheck run() {
    answer_.loops.assign(claimed_.loops.size(), Confirmation::Verified);
    if (!claimed_.summary.requires_.empty() || !claimed_.summary.ensures.empty()) {
      answer_.mismatch = "procedure '" + claimed_.name + "' has a summary, but SLAM took no part";
      return answer_;
    }
    const Verdict verdict = judge(claimed_).verdict;
    std::optional<std::vector<FoundObligation>> found = look(check::Assertions::Check);
    if (!found) return answer_;
    answer_.judgement = judgement_of(*found);
    if (verdict == Verdict::True) {
      for (const FoundObligation& one : *found) claim(claimed_, one, answer_);
    } else {
      // What is not proved must not lend itself to the invariants.
      if (answer_.judgement.verdict != Verdict::True) found = look(check::Assertions::Remove);
      for (const FoundObligation& one : *found) {
        if (one.of_invariant) claim(claimed_, one, answer_);
      }
    }
    if (verdict == Verdict::False) find_run();
    return answer_;
  }

 private:
  std::optional<std::vector<FoundObligation>> look(check::Assertions assertions) {
    gcl::Context context;
    std::optional<gcl::Program> program = load(context, Purpose::Prove);
    if (!program) return std::nullopt;
    gcl::Procedure& procedure =
        *std::ranges::find(program->procedures, claimed_.name, &gcl::Procedure::name);
    answer_.mismatch =
        annotate(context, gcl::Program(*program), claimed_, Standing::Claimed, procedure);
    if (!answer_.mismatch.empty()) return std::nullopt;
    const std::vector<gcl::While*> loops = loops_of(*procedure.body);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      if (assertions == check::Assertions::Remove) withdraw(i, *loops[i]);
      if (!add_frames(context, *program, procedure, i, *loops[i])) return std::nullopt;
    }
    check::Options options = options_;
    options.assertions = assertions;
    options.real_runs = check::RealRuns::Ignore;
    return found_in(check::check_procedure(context, *program, procedure, options, log_));
  }

  std::optional<gcl::Program> load(gcl::Context& context, Purpose purpose) {
    Diagnostics diagnostics;
    std::optional<gcl::Program> program = input_.load(context, purpose, diagnostics);
    PAWL_ASSERT(program, "a program should load the second time as it did the first");
    const gcl::Procedure* procedure = program->find_procedure(claimed_.name);
    if (procedure != nullptr && procedure->body) return program;
    answer_.mismatch = "the program has no procedure '" + claimed_.name + "' with a body";
    return std::nullopt;
  }

  /// What the result does not claim of what the user wrote is as open as an assertion.
  void withdraw(std::size_t index, gcl::While& loop) const {
    std::vector<gcl::Located> kept;
    std::size_t next = 0;
    for (const ConjunctResult& conjunct : claimed_.loops[index].invariant) {
      if (conjunct.origin != Origin::User || next == loop.invariants.size()) continue;
      if (says_certified(conjunct)) kept.push_back(loop.invariants[next]);
      ++next;
    }
    for (; next < loop.invariants.size(); ++next) kept.push_back(loop.invariants[next]);
    loop.invariants = std::move(kept);
  }

  /// What stays as it was is an invariant as well.
  bool add_frames(gcl::Context& context, const gcl::Program& program,
                  const gcl::Procedure& procedure, std::size_t index, gcl::While& loop) {
    const auto term = [&](const std::string& text) {
      const SourceFile file("range", text);
      Diagnostics diagnostics;
      const gcl::Expr e =
          gcl::parse_expr(context, file, program, procedure, {}, context.int_sort(), diagnostics);
      return diagnostics.has_errors() ? gcl::Expr() : e;
    };
    const std::vector<gcl::Expr> targets = gcl::targets(program, loop.body);
    for (const FrameResult& frame : claimed_.loops[index].frames) {
      const auto map = std::ranges::find_if(
          targets, [&](gcl::Expr one) { return one.name() == frame.variable; });
      const bool is_map =
          map != targets.end() && map->sort().is_map() && map->sort().key().is_int();
      const gcl::Expr low = term(frame.low), high = term(frame.high);
      if (!is_map || !low || !high) {
        answer_.mismatch = "'" + frame.low + "' to '" + frame.high + "' is no range of '" +
                           frame.variable + "' at loop " + claimed_.loops[index].id;
        return false;
      }
      loop.invariants.push_back({gcl::unchanged_outside(context, {*map, low, high}), {}});
    }
    return true;
  }

  /// Somebody says that a run fails: check/ looks for one by itself.
  void find_run() {
    gcl::Context context;
    const std::optional<gcl::Program> program =
        load(context, input_.exact() ? Purpose::Prove : Purpose::Refute);
    if (!program) return;
    check::Options options = options_;
    options.real_runs = check::RealRuns::Search;
    const check::ProcedureReport report = check::check_procedure(
        context, *program, *program->find_procedure(claimed_.name), options, log_);
    if (const check::ObligationReport* failure = report.first(check::Fate::Refuted)) {
      answer_.judgement = judgement_of({{to_text(*failure), Confirmation::Refused, false, 0}});
      return;
    }
    const bool proved = answer_.judgement.verdict == Verdict::True;
    answer_.open.push_back({"that a run of procedure " + claimed_.name + " fails",
                            proved ? Confirmation::Refused : Confirmation::Undecided});
  }

  const Input& input_;
  const ProcedureResult& claimed_;
  const check::Options& options_;
  prover::QueryLog log_;
  ProcedureRecheck answer_;
};

}  // namespace

ProcedureRecheck recheck_procedure(const Input& input, const ProcedureResult& claimed,
                                   const check::Options& options) {
  return Recheck(input, claimed, options).run();
}

std::vector<ProcedureRecheck> recheck(const Input& input, const Result& claimed,
                                      const check::Options& options) {
  std::vector<ProcedureRecheck> answers;
  for (const ProcedureResult& procedure : claimed.procedures) {
    answers.push_back(recheck_procedure(input, procedure, options));
  }
  gcl::Context context;
  Diagnostics diagnostics;
  const std::optional<gcl::Program> program = input.load(context, Purpose::Prove, diagnostics);
  PAWL_ASSERT(program, "a program should load the second time as it did the first");
  for (const gcl::Procedure& procedure : program->procedures) {
    const bool told = std::ranges::find(claimed.procedures, procedure.name,
                                        &ProcedureResult::name) != claimed.procedures.end();
    if (!procedure.body || told) continue;
    answers.emplace_back().mismatch =
        "the result says nothing of procedure '" + procedure.name + "'";
  }
  return answers;
}

Confirmation overall(const std::vector<ProcedureRecheck>& procedures) {
  Confirmation all = Confirmation::Verified;
  for (const ProcedureRecheck& procedure : procedures) {
    if (!procedure.mismatch.empty()) return Confirmation::Refused;
    for (const Claim& claim : procedure.open) all = worst(all, claim.confirmation);
  }
  return all;
}

}  // namespace pawl::engine
