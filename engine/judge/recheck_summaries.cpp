// SPDX-License-Identifier: Apache-2.0
//
// Results that rest on contracts of callees: all claims of all procedures are put in at once and
// proved together, and every procedure that an entry may reach has to be among them.
#include <algorithm>

#include "check/certify.h"
#include "check/choices.h"
#include "engine/judge/call_graph.h"
#include "engine/judge/recheck_claims.h"
#include "prover/query_log.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

class Recheck {
 public:
  Recheck(const Input& input, const Result& claimed, const std::string& entry,
          const check::Options& options)
      : input_(input), claimed_(claimed), entry_(entry), options_(options) {
    options_.assertions = check::Assertions::Check;
    options_.real_runs = check::RealRuns::Ignore;
  }

  std::vector<ProcedureRecheck> run() {
    source_ = load(context_);
    program_ = source_;
    answers_.resize(claimed_.procedures.size());
    if (!covered() || !annotate_all()) return std::move(answers_);
    certify_needed();
    for (std::size_t i = 0; i < claimed_.procedures.size(); ++i) {
      judge_one(claimed_.procedures[i], answers_[i]);
    }
    return std::move(answers_);
  }

 private:
  gcl::Program load(gcl::Context& context) const {
    Diagnostics diagnostics;
    std::optional<gcl::Program> program = input_.load(context, Purpose::Procedures, diagnostics);
    PAWL_ASSERT(program, "a program should load the second time as it did the first");
    return std::move(*program);
  }

  bool annotate_all() {
    for (std::size_t i = 0; i < claimed_.procedures.size(); ++i) {
      answers_[i].loops.assign(claimed_.procedures[i].loops.size(), Confirmation::Verified);
      answers_[i].again = claimed_.procedures[i];
      answers_[i].again.exhausted = 0;  // SLAM and dataflow prove nothing that way
      answers_[i].mismatch = add(claimed_.procedures[i], answers_[i].again);
      if (!answers_[i].mismatch.empty()) return false;
    }
    return true;
  }

  std::string add(const ProcedureResult& one, ProcedureResult& again) {
    const auto found = std::ranges::find(program_.procedures, one.name, &gcl::Procedure::name);
    if (found == program_.procedures.end() || !found->body) {
      return "the program has no procedure '" + one.name + "' with a body";
    }
    if (std::ranges::count(claimed_.procedures, one.name, &ProcedureResult::name) > 1) {
      return "the result tells of procedure '" + one.name + "' twice";
    }
    again.place = place_of(found->range);
    if (!needed_.contains(one.name) && one.loops.empty()) return {};
    std::string misfit = redescribe(context_, source_, *source_.find_procedure(one.name), again);
    if (!misfit.empty()) return misfit;
    return annotate(context_, source_, one, Standing::Claimed, *found);
  }

  const ProcedureResult* find(const std::string& name) const {
    const auto found = std::ranges::find(claimed_.procedures, name, &ProcedureResult::name);
    return found == claimed_.procedures.end() ? nullptr : &*found;
  }

  /// What is said to be true rests on everything that it calls; `true` of the whole program, on
  /// everything that may run. Where a run starts, nothing is required.
  bool covered() {
    std::vector<std::string> told;
    for (const ProcedureResult& one : claimed_.procedures) {
      if (judge(one).verdict == Verdict::True) told.push_back(one.name);
    }
    needed_ = called_from(source_, told);
    std::set<std::string> wanted = needed_;
    const std::vector<std::string> entries = entries_of(source_, entry_);
    if (judge(claimed_).verdict == Verdict::True) {
      wanted.merge(called_from(source_, entries));
      if (entries.empty()) return mismatch("there is no procedure '" + entry_ + "' with a body");
    }
    for (const std::string& name : wanted) {
      if (find(name) == nullptr)
        return mismatch("the result says nothing of procedure '" + name + "'");
    }
    for (const std::string& name : entries) {
      const ProcedureResult* one = find(name);
      const bool starts = one != nullptr && judge(*one).verdict == Verdict::True;
      if (!starts || one->summary.requires_.empty()) continue;
      return mismatch("runs start in '" + name + "': its summary cannot require '" +
                      one->summary.requires_.front() + "'");
    }
    return true;
  }

  bool mismatch(std::string text) {
    answers_.emplace_back().mismatch = std::move(text);
    return false;
  }

  void certify_needed() {
    const std::vector<std::string> names(needed_.begin(), needed_.end());
    std::vector<check::Candidates> none;
    certificate_.emplace(check::certify(context_, program_, names, none, options_, log_));
  }

  const check::ProcedureReport* report_of(const std::string& name) const {
    const auto found =
        std::ranges::find(certificate_->procedures(), name, &check::ProcedureReport::name);
    return found == certificate_->procedures().end() ? nullptr : &*found;
  }

  void judge_one(const ProcedureResult& one, ProcedureRecheck& answer) {
    if (const check::ProcedureReport* report = report_of(one.name)) {
      const std::vector<FoundObligation> found = found_in(*report);
      answer.judgement = judgement_of(found);
      for (const FoundObligation& obligation : found) claim(one, obligation, answer);
      answer.again.vacuous = report->vacuous;
      derive_obligations(one, found, answer.again);
      mark(one, answer.again);
    } else if (has_claims(one)) {
      answer.mismatch = "what is said of procedure '" + one.name + "' is part of no proof";
    }
    derive_status(answer.again);
    for (std::size_t i = 0; i < one.obligations.size(); ++i) {
      if (one.obligations[i].fate != Fate::Refuted) continue;
      repeat_run(one, one.obligations[i], answer);
      if (report_of(one.name) != nullptr) answer.again.obligations.push_back(one.obligations[i]);
    }
  }

  void mark(const ProcedureResult& one, ProcedureResult& again) {
    gcl::Procedure& procedure =
        *std::ranges::find(program_.procedures, one.name, &gcl::Procedure::name);
    const std::vector<gcl::While*> loops = loops_of(*procedure.body);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const std::vector<std::size_t> conjuncts = conjuncts_of(one.loops[i]);
      for (std::size_t k = 0; k < conjuncts.size(); ++k) {
        if (!says_certified(one.loops[i].invariant[conjuncts[k]])) continue;
        again.loops[i].invariant[conjuncts[k]].certificate =
            certificate_->of(loops[i]->invariants[k]);
      }
    }
  }

  static bool has_claims(const ProcedureResult& one) {
    const bool certified = std::ranges::any_of(one.loops, [](const LoopResult& loop) {
      return std::ranges::any_of(loop.invariant, [](const ConjunctResult& conjunct) {
        return says_certified(conjunct) && conjunct.origin != Origin::User;
      });
    });
    return certified || !one.summary.requires_.empty() || !one.summary.ensures.empty();
  }

  /// In the program as it is in the source: what was found is not needed to run it.
  void repeat_run(const ProcedureResult& one, const ObligationResult& refuted,
                  ProcedureRecheck& answer) {
    const std::string what = "that a run fails in procedure " + one.name;
    const RealRunText* told = refuted.real_run ? &*refuted.real_run : nullptr;
    if (told == nullptr || told->choices.empty()) {
      answer.open.push_back({what, Confirmation::Undecided});
      return;
    }
    const std::vector<std::string> entries = entries_of(source_, entry_);
    if (std::ranges::find(entries, told->start) == entries.end()) {
      answer.mismatch = "no run starts in '" + told->start + "'";
      return;
    }
    const check::RepeatedRun again =
        check::repeat(source_, *source_.find_procedure(told->start), told->choices);
    const auto* wrong = std::get_if<gcl::WentWrong>(&again.run.outcome);
    if (!again.fails || wrong->procedure->name != one.name || !input_.exact_calls()) {
      answer.open.push_back({what, Confirmation::Refused});
      return;
    }
    answer.judgement = judge(one);
  }

  const Input& input_;
  const Result& claimed_;
  const std::string& entry_;
  check::Options options_;
  prover::QueryLog log_;
  gcl::Context context_;
  gcl::Program source_;   // as it was loaded
  gcl::Program program_;  // with what is claimed
  std::set<std::string> needed_;
  std::optional<check::Certificate> certificate_;
  std::vector<ProcedureRecheck> answers_;
};

}  // namespace

std::vector<ProcedureRecheck> recheck_summaries(const Input& input, const Result& claimed,
                                                const std::string& entry,
                                                const check::Options& options) {
  return Recheck(input, claimed, entry, options).run();
}

}  // namespace pawl::engine
