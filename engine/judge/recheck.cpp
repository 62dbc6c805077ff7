// SPDX-License-Identifier: Apache-2.0
#include "engine/judge/recheck.h"

#include <algorithm>
#include <optional>

#include "check/certify.h"
#include "check/exhaust.h"
#include "check/variant.h"
#include "engine/judge/recheck_claims.h"
#include "engine/procedure/exhaustion.h"
#include "engine/readable/consequences.h"
#include "engine/readable/standing.h"
#include "gcl/map_range.h"
#include "gcl/parser.h"
#include "gcl/printer.h"
#include "gcl/targets.h"
#include "prover/query_log.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

class Recheck {
 public:
  Recheck(const Input& input, const ProcedureResult& claimed, const check::Options& options)
      : input_(input), claimed_(claimed), options_(options) {}

  ProcedureRecheck run() {
    answer_.loops.assign(claimed_.loops.size(), Confirmation::Verified);
    answer_.again = claimed_;
    answer_.again.exhausted = 0;
    if (!claimed_.summary.requires_.empty() || !claimed_.summary.ensures.empty()) {
      answer_.mismatch = "procedure '" + claimed_.name + "' has a summary, but SLAM took no part";
      return answer_;
    }
    if (nothing_told()) return answer_;
    const Verdict verdict = judge(claimed_).verdict;
    std::optional<std::vector<FoundObligation>> found = judge_obligations(check::Assertions::Check);
    if (!found) return answer_;
    if (claimed_.exhausted > 0 && follow_all_runs(*found)) {
      // With assertions that are proved otherwise, invariants stand on their own.
      if (!judge_obligations(check::Assertions::Remove)) return answer_;
    }
    answer_.judgement = judgement_of(*found);
    if (claimed_.failure == Reason::None) derive_obligations(claimed_, *found, answer_.again);
    if (verdict != Verdict::True) note_undecided(*found);
    if (verdict == Verdict::True) {
      for (const FoundObligation& one : *found) claim(claimed_, one, answer_);
    } else {
      // What is not proved must not lend itself to the invariants.
      if (answer_.judgement.verdict != Verdict::True)
        found = judge_obligations(check::Assertions::Remove);
      for (const FoundObligation& one : *found) {
        if (one.of_invariant) claim(claimed_, one, answer_);
      }
    }
    derive_status(answer_.again);
    judge_rest();
    repeat_runs();
    return answer_;
  }

 private:
  /// Proved by exhaustion, it says: then every run is followed again.
  bool follow_all_runs(std::vector<FoundObligation>& found) {
    gcl::Context context;
    const std::optional<gcl::Program> program = load(context, Purpose::Prove);
    if (!program) return false;
    const check::Exhaustion all =
        check::exhaust(context, *program, *program->find_procedure(claimed_.name),
                       exhaust_limits(Patience::Long), options_.prover, log_);
    if (!all.complete) return false;
    answer_.again.exhausted = all.paths;
    for (FoundObligation& one : found) {
      if (one.of_invariant || one.confirmation == Confirmation::Verified) continue;
      one.confirmation = Confirmation::Verified;
      one.text.fate = Fate::Proved;
      one.text.reason = Reason::None;
      one.text.induction_failure.reset();
    }
    return true;
  }

  /// What is told to be proved beside what is not, and nobody knows now.
  void note_undecided(const std::vector<FoundObligation>& found) {
    for (std::size_t i = 0; i < found.size() && i < claimed_.obligations.size(); ++i) {
      const bool told = claimed_.obligations[i].fate == Fate::Proved;
      if (!told || found[i].confirmation != Confirmation::Undecided) continue;
      answer_.open.push_back(
          {"that '" + found[i].text.formula + "' is proved in procedure " + claimed_.name,
           Confirmation::Undecided});
    }
  }

  /// There is no answer at all: nobody has to be asked.
  bool nothing_told() {
    if (claimed_.failure == Reason::None || !claimed_.loops.empty() ||
        !claimed_.obligations.empty()) {
      return false;
    }
    gcl::Context context;
    const std::optional<gcl::Program> program = load(context, Purpose::Prove);
    if (program) answer_.again.place = place_of(program->find_procedure(claimed_.name)->range);
    answer_.again.vacuous = false;
    answer_.judgement = judge(claimed_);
    return true;
  }

  std::optional<std::vector<FoundObligation>> judge_obligations(check::Assertions assertions) {
    gcl::Context context;
    std::optional<gcl::Program> program = load(context, Purpose::Prove);
    if (!program) return std::nullopt;
    gcl::Procedure& procedure = procedure_in(*program);
    const gcl::Program source = *program;
    answer_.mismatch = annotate(context, source, claimed_, Standing::Claimed, procedure);
    if (answer_.mismatch.empty() && assertions == check::Assertions::Check) {
      answer_.mismatch =
          redescribe(context, source, *source.find_procedure(claimed_.name), answer_.again);
    }
    if (!answer_.mismatch.empty()) return std::nullopt;
    const std::vector<gcl::While*> loops = loops_of(*procedure.body);
    std::vector<std::vector<std::size_t>> conjuncts(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
      conjuncts[i] = conjuncts_of(claimed_.loops[i]);
      if (assertions == check::Assertions::Remove) withdraw(i, conjuncts[i], *loops[i]);
      if (!add_frames(context, *program, procedure, i, *loops[i])) return std::nullopt;
    }
    check::Options options = options_;
    options.assertions = assertions;
    options.real_runs = check::RealRuns::Ignore;
    std::vector<check::Candidates> none;
    const check::Certificate certificate =
        check::certify(context, *program, {claimed_.name}, none, options, log_);
    answer_.again.vacuous = certificate.procedures().front().vacuous;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      for (std::size_t k = 0; k < conjuncts[i].size(); ++k) {
        const std::size_t index = conjuncts[i][k];
        if (!says_certified(claimed_.loops[i].invariant[index])) continue;
        answer_.again.loops[i].invariant[index].certificate =
            certificate.of(loops[i]->invariants[k]);
      }
    }
    return without_frames(found_in(certificate.procedures().front()), conjuncts);
  }

  /// The result does not tell of the obligations of frames by themselves; what fails of them does.
  std::vector<FoundObligation> without_frames(
      std::vector<FoundObligation> found, const std::vector<std::vector<std::size_t>>& conjuncts) {
    std::vector<FoundObligation> told;
    for (FoundObligation& one : found) {
      const bool frame = one.of_invariant && one.conjunct >= conjuncts[one.loop].size();
      if (frame) {
        claim(claimed_, one, answer_);
      } else {
        told.push_back(std::move(one));
      }
    }
    return told;
  }

  gcl::Procedure& procedure_in(gcl::Program& program) const {
    return *std::ranges::find(program.procedures, claimed_.name, &gcl::Procedure::name);
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
  void withdraw(std::size_t index, std::vector<std::size_t>& conjuncts, gcl::While& loop) const {
    std::vector<gcl::Located> kept;
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < conjuncts.size(); ++k) {
      if (!says_certified(claimed_.loops[index].invariant[conjuncts[k]])) continue;
      kept.push_back(loop.invariants[k]);
      left.push_back(conjuncts[k]);
    }
    loop.invariants = std::move(kept);
    conjuncts = std::move(left);
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

  /// Variants, and what was dropped because it follows from the rest.
  void judge_rest() {
    gcl::Context context;
    std::optional<gcl::Program> program = load(context, Purpose::Prove);
    gcl::Procedure& procedure = procedure_in(*program);
    annotate(context, gcl::Program(*program), claimed_, Standing::Claimed, procedure);
    const std::vector<gcl::While*> loops = loops_of(*procedure.body);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      std::vector<std::size_t> conjuncts = conjuncts_of(claimed_.loops[i]);
      withdraw(i, conjuncts, *loops[i]);
    }
    judge_variants(context, *program, procedure);
    judge_redundant(context, *program, procedure);
  }

  gcl::Expr parse(gcl::Context& context, const gcl::Program& program,
                  const gcl::Procedure& procedure, const std::string& text, gcl::Sort sort) {
    const SourceFile file("claim", text);
    Diagnostics diagnostics;
    const gcl::Expr e = gcl::parse_expr(context, file, program, procedure, {}, sort, diagnostics);
    return diagnostics.has_errors() ? gcl::Expr() : e;
  }

  void open(const std::string& what, std::size_t loop, Confirmation confirmation) {
    answer_.open.push_back({what + " of loop " + claimed_.loops[loop].id, confirmation});
  }

  void judge_variants(gcl::Context& context, const gcl::Program& program,
                      const gcl::Procedure& procedure) {
    std::vector<std::vector<gcl::Expr>> told(claimed_.loops.size());
    bool any = false;
    for (std::size_t i = 0; i < told.size(); ++i) {
      if (!claimed_.loops[i].variant) continue;
      const gcl::Expr term =
          parse(context, program, procedure, claimed_.loops[i].variant->text, context.int_sort());
      if (term) told[i].push_back(term);
      any = true;
    }
    if (!any) return;
    check::Options options = options_;
    options.real_runs = check::RealRuns::Ignore;
    const auto found = check::find_variants(context, program, procedure, told, options, log_);
    for (std::size_t i = 0; i < told.size(); ++i) {
      if (!claimed_.loops[i].variant) continue;
      if (found[i]) {
        answer_.again.loops[i].variant->text = gcl::print(*found[i]);
      } else {
        open("variant '" + claimed_.loops[i].variant->text + "'", i,
             told[i].empty() ? Confirmation::Refused : Confirmation::Undecided);
      }
    }
  }

  void judge_redundant(gcl::Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure) {
    prover::ProverOptions prover = options_.prover;
    prover.limits.rlimit *= 50;  // Consequences takes a fraction of it
    Consequences consequences(context, program, prover, log_);
    for (const gcl::Expr fact : standing_facts(program, procedure)) consequences.assume(fact);
    for (std::size_t i = 0; i < claimed_.loops.size(); ++i) {
      const LoopResult& loop = claimed_.loops[i];
      for (std::size_t r = 0; r < loop.redundant.size(); ++r) {
        const RedundantResult& told = loop.redundant[r];
        std::vector<gcl::Expr> facts = {
            parse(context, program, procedure, told.text, context.bool_sort())};
        for (const std::size_t index : told.follows_from) {
          const bool known = index < loop.invariant.size() && says_certified(loop.invariant[index]);
          facts.push_back(known ? parse(context, program, procedure, loop.invariant[index].text,
                                        context.bool_sort())
                                : gcl::Expr());
        }
        const std::string what = "'" + told.text + "', which is said to follow from the others,";
        if (std::ranges::find(facts, gcl::Expr()) != facts.end()) {
          open(what, i, Confirmation::Refused);
        } else if (!consequences.proof(std::span(facts).subspan(1), facts[0])) {
          open(what, i, Confirmation::Undecided);
        } else {
          answer_.again.loops[i].redundant[r].text = gcl::print(facts[0]);
        }
      }
    }
  }

  /// Somebody says that a run fails: it is run again, and has to be the one that is told, step by
  /// step. In the program that may have more runs than the source a run says nothing.
  void repeat_runs() {
    std::size_t next = 0;
    for (const ObligationResult& told : claimed_.obligations) {
      const std::size_t index = next++;
      if (told.fate != Fate::Refuted) continue;
      std::optional<ObligationResult> found;
      if (told.real_run && input_.refutable(claimed_.name)) {
        gcl::Context context;
        const std::optional<gcl::Program> program =
            load(context, input_.exact() ? Purpose::Prove : Purpose::Refute);
        if (program) {
          found =
              repeated(context, *program, *program->find_procedure(claimed_.name), *told.real_run);
        }
      }
      if (!found) {
        const bool proved = answer_.judgement.verdict == Verdict::True;
        const bool choices = told.real_run && !told.real_run->choices.empty();
        answer_.open.push_back(
            {"that a run of procedure " + claimed_.name + " fails",
             proved || choices ? Confirmation::Refused : Confirmation::Undecided});
        continue;
      }
      found->real_run->start.clear();  // in the procedure itself
      if (index < answer_.again.obligations.size()) {
        answer_.again.obligations[index] = std::move(*found);
      } else {
        answer_.again.obligations.push_back(std::move(*found));
      }
    }
    const Judgement again = judge(answer_.again);
    if (again.verdict == Verdict::False) answer_.judgement = again;
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
