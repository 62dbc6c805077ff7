// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/trial.h"

#include <algorithm>

#include "engine/to_text.h"
#include "gcl/targets.h"

namespace pawl::engine {
namespace {

void set_status(LoopResult& loop) {
  const bool all = std::ranges::all_of(loop.invariant, &ConjunctResult::certified);
  if (loop.status == LoopStatus::Unreachable && all) return;
  loop.status = loop.invariant.empty() ? LoopStatus::None
                : all                  ? LoopStatus::Certified
                                       : LoopStatus::Candidate;
}

}  // namespace

Trial::Trial(const Input& input, const std::string& procedure, const Options& options,
             prover::QueryLog& log, ProcedureResult& result)
    : input_(input), name_(procedure), options_(options), log_(log), result_(result) {
  describe_procedure();
}

void Trial::describe_procedure() {
  Loaded loaded(input_, name_);
  result_.name = name_;
  result_.place = place_of(loaded.procedure->range);
  gcl::for_each_stmt(*loaded.procedure->body, [&](const gcl::Stmt& stmt) {
    const auto* loop = std::get_if<gcl::While>(&stmt.node);
    if (loop == nullptr) return;
    LoopResult one;
    one.id = name_ + "." + std::to_string(result_.loops.size() + 1);
    one.place = place_of(stmt.range);
    for (const gcl::Expr target : gcl::targets(loaded.program, loop->body)) {
      one.targets.push_back(target.name());
    }
    for (const gcl::Located& invariant : loop->invariants) {
      one.invariant.push_back(user_conjunct(invariant.expr));
    }
    result_.loops.push_back(std::move(one));
  });
  user_invariants_.resize(result_.loops.size());
  withdrawn_.resize(result_.loops.size());
  for (std::size_t i = 0; i < result_.loops.size(); ++i) {
    user_invariants_[i] = result_.loops[i].invariant.size();
  }
}

bool Trial::has_undecided_obligation() const {
  return std::ranges::find(result_.obligations, Fate::Unknown, &ObligationResult::fate) !=
         result_.obligations.end();
}

Texts Trial::texts() const {
  Texts all(result_.loops.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
    for (std::size_t c = user_invariants_[i]; c < conjuncts.size(); ++c) {
      all[i].push_back(conjuncts[c].text);
    }
  }
  return all;
}

Claims Trial::claims() const {
  Claims all;
  for (const LoopResult& loop : result_.loops) all.push_back(loop.invariant);
  return all;
}

void Trial::set_claims(const Claims& all) {
  for (std::size_t i = 0; i < all.size(); ++i) result_.loops[i].invariant = all[i];
}

void Trial::drop_unproved(check::Assertions assertions, Effort effort) {
  for (std::set<std::size_t>& loop : withdrawn_) loop.clear();
  Loaded loaded(input_, name_);
  std::vector<check::Candidates> candidates;
  const std::vector<gcl::While*> loops = loops_of(*loaded.procedure->body);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    // Without the assertions, what the user says of loops is as open as they are.
    const bool users_too = assertions == check::Assertions::Remove;
    candidates.push_back({&loops[i]->invariants, users_too ? 0 : user_invariants_[i]});
  }
  judge(loaded, candidates, assertions, check::RealRuns::Ignore, effort);
  for (std::size_t i = 0; i < candidates.size(); ++i) keep(i, candidates[i]);
}

/// Inferred claims that are not proved go; those of the user stay in the source, and are
/// withdrawn from the program without assertions.
void Trial::keep(std::size_t loop, const check::Candidates& candidates) {
  std::vector<ConjunctResult>& conjuncts = result_.loops[loop].invariant;
  for (const check::Candidates::Dropped& one : candidates.dropped) {
    if (one.index < user_invariants_[loop]) withdrawn_[loop].insert(one.index);
  }
  std::vector<ConjunctResult> kept;
  for (std::size_t c = 0; c < conjuncts.size(); ++c) {
    const bool holds = std::ranges::binary_search(candidates.kept, c);
    if (holds || c < user_invariants_[loop]) kept.push_back(std::move(conjuncts[c]));
  }
  conjuncts = std::move(kept);
}

void Trial::certify() {
  judge_quickly();
  if (!decided()) {
    drop_unproved(check::Assertions::Remove, Effort::Full);
    inductive_alone_ = true;
    judge_quickly();
  }
  set_status();
}

void Trial::certify_inductive() {
  drop_unproved(check::Assertions::Remove, Effort::Quick);
  inductive_alone_ = true;
  judge_quickly();
  set_status();
}

void Trial::judge(check::RealRuns real_runs, Effort effort) {
  Loaded loaded(input_, name_);
  std::vector<check::Candidates> none;
  judge(loaded, none, check::Assertions::Check, real_runs, effort);
}

void Trial::look_for_failing_runs() {
  if (!judged_ || judged_texts_ != texts()) return judge(check::RealRuns::Search, Effort::Quick);
  std::set<std::size_t> open;
  for (std::size_t i = 0; i < result_.obligations.size(); ++i) {
    const Fate fate = result_.obligations[i].fate;
    if (fate == Fate::NotProved || fate == Fate::Unknown) open.insert(i);
  }
  Loaded loaded(input_, name_);
  add_claims(loaded);
  const auto refuted = check::find_failing_runs(loaded.context, loaded.program, *loaded.procedure,
                                                open, options_for(Effort::Quick), log_);
  for (const auto& [place, report] : refuted) result_.obligations[place] = to_text(report);
}

void Trial::add_claims(Loaded& loaded) const {
  if (result_.loops.empty()) return;
  add_invariants(loaded.context, loaded.program, *loaded.procedure, texts());
}

check::Options Trial::options_for(Effort effort) const {
  check::Options options = options_.check;
  if (effort == Effort::Full) return options;
  options.prover.limits.divide_rlimit(10);
  options.prover.limits.divide_timeout(2);
  return options;
}

void Trial::judge(Loaded& loaded, std::vector<check::Candidates>& candidates,
                  check::Assertions assertions, check::RealRuns real_runs, Effort effort) {
  add_claims(loaded);
  judged_texts_ = texts();
  check::Options options = options_for(effort);
  options.assertions = assertions;
  options.real_runs = real_runs;
  const check::Certificate certificate =
      check::certify(loaded.context, loaded.program, {name_}, candidates, options, log_);
  const check::ProcedureReport& report = certificate.procedures().front();
  judged_ = assertions == check::Assertions::Check;
  result_.vacuous = report.vacuous;
  result_.obligations.clear();
  for (const check::ObligationReport& one : report.obligations) {
    result_.obligations.push_back(to_text(one));
  }
  mark_certified(certificate, candidates, loops_of(*loaded.procedure->body));
}

/// With assertions that are not proved, nothing can be said of the claims: they keep their mark,
/// if they have one.
void Trial::mark_certified(const check::Certificate& certificate,
                           const std::vector<check::Candidates>& candidates,
                           const std::vector<gcl::While*>& loops) {
  if (candidates.empty() && !certificate.proved()) return;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
    for (ConjunctResult& conjunct : conjuncts) conjunct.certificate.reset();
    for (std::size_t k = 0; k < loops[i]->invariants.size(); ++k) {
      const std::size_t index = candidates.empty() ? k : candidates[i].kept[k];
      conjuncts[index].certificate = certificate.of(loops[i]->invariants[k]);
    }
  }
}

void Trial::withdraw_unproved_of_user() {
  const bool everything = all_proved();
  for (std::size_t i = 0; i < result_.loops.size(); ++i) {
    LoopResult& loop = result_.loops[i];
    for (std::size_t c = 0; c < user_invariants_[i] && !everything; ++c) {
      if (!inductive_alone_ || withdrawn_[i].contains(c)) loop.invariant[c].certificate.reset();
    }
    if (!loop.invariant.empty()) engine::set_status(loop);
  }
}

void Trial::set_status() {
  for (LoopResult& loop : result_.loops) engine::set_status(loop);
}

}  // namespace pawl::engine
