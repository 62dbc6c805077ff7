// SPDX-License-Identifier: Apache-2.0
#include "engine/trial.h"

#include <algorithm>

#include "engine/annotate.h"
#include "engine/loaded.h"
#include "engine/to_text.h"
#include "gcl/targets.h"

namespace pawl::engine {
namespace {

using check::Fate;
using gcl::ObligationKind;

void set_status(LoopResult& loop) {
  const bool all = std::ranges::all_of(loop.invariant, &ConjunctResult::certified);
  if (loop.status == "unreachable" && all) return;
  loop.status = loop.invariant.empty() ? "none" : all ? "certified" : "candidate";
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
  return std::ranges::find(result_.obligations, "unknown", &ObligationResult::fate) !=
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

void Trial::settle(check::Assertions assertions, Effort effort) {
  for (std::set<std::size_t>& loop : withdrawn_) loop.clear();
  do {
    judge(assertions, check::RealRuns::Ignore, effort);
  } while (drop_unproved(assertions));
}

void Trial::certify() {
  look();
  if (!decided()) {
    settle(check::Assertions::Remove, Effort::Full);
    settled_ = true;
    const Claims settled = claims();
    look();
    keep_certified(settled);
  }
  set_status();
}

void Trial::keep_certified(const Claims& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t c = 0; c < before[i].size(); ++c) {
      if (before[i][c].certified) result_.loops[i].invariant[c].certified = true;
    }
  }
}

void Trial::judge(check::Assertions assertions, check::RealRuns real_runs, Effort effort) {
  Loaded loaded(input_, name_);
  if (assertions == check::Assertions::Remove) withdraw(loops_of(*loaded.procedure->body));
  if (!result_.loops.empty()) {
    add_invariants(loaded.context, loaded.program, *loaded.procedure, texts());
  }
  check::Options options = options_.check;
  options.assertions = assertions;
  options.real_runs = real_runs;
  if (effort == Effort::Quick) options.prover.limits.divide_rlimit(10);
  const check::ProcedureReport report =
      check::check_procedure(loaded.context, loaded.program, *loaded.procedure, options, log_);
  judged_ = assertions == check::Assertions::Check;
  result_.vacuous = report.vacuous;
  result_.obligations.clear();
  mark_certified(report, assertions);
  for (const check::ObligationReport& one : report.obligations) {
    result_.obligations.push_back(to_text(one));
  }
}

void Trial::mark_certified(const check::ProcedureReport& report, check::Assertions assertions) {
  const bool removed = assertions == check::Assertions::Remove;
  std::vector<std::vector<ConjunctResult*>> judged(result_.loops.size());
  for (std::size_t i = 0; i < judged.size(); ++i) {
    std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
    for (std::size_t c = 0; c < conjuncts.size(); ++c) {
      conjuncts[c].certified = !(removed && withdrawn_[i].contains(c));
      if (conjuncts[c].certified) judged[i].push_back(&conjuncts[c]);
    }
  }
  for (const check::ObligationReport& one : report.obligations) {
    const gcl::Obligation& obligation = one.obligation;
    const bool of_loop = obligation.kind == ObligationKind::Initiation ||
                         obligation.kind == ObligationKind::Consecution;
    if (!of_loop || one.fate == Fate::Proved) continue;
    judged[obligation.loop][obligation.conjunct]->certified = false;
  }
}

/// Inferred claims that are not proved go; those of the user stay in the source, and are
/// withdrawn from the program without assertions.
bool Trial::drop_unproved(check::Assertions assertions) {
  bool dropped = false;
  for (std::size_t i = 0; i < result_.loops.size(); ++i) {
    std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
    const auto inferred = conjuncts.begin() + static_cast<std::ptrdiff_t>(user_invariants_[i]);
    const auto gone = std::remove_if(inferred, conjuncts.end(),
                                     [](const ConjunctResult& c) { return !c.certified; });
    dropped |= gone != conjuncts.end();
    conjuncts.erase(gone, conjuncts.end());
    if (assertions != check::Assertions::Remove) continue;
    for (std::size_t c = 0; c < user_invariants_[i]; ++c) {
      if (!conjuncts[c].certified) dropped |= withdrawn_[i].insert(c).second;
    }
  }
  return dropped;
}

void Trial::withdraw(const std::vector<gcl::While*>& loops) const {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    std::vector<gcl::Located> kept;
    for (std::size_t c = 0; c < loops[i]->invariants.size(); ++c) {
      if (!withdrawn_[i].contains(c)) kept.push_back(loops[i]->invariants[c]);
    }
    loops[i]->invariants = std::move(kept);
  }
}

void Trial::doubt_user() {
  const bool everything = all_proved();
  for (std::size_t i = 0; i < result_.loops.size(); ++i) {
    LoopResult& loop = result_.loops[i];
    for (std::size_t c = 0; c < user_invariants_[i] && !everything; ++c) {
      if (!settled_ || withdrawn_[i].contains(c)) loop.invariant[c].certified = false;
    }
    if (!loop.invariant.empty()) engine::set_status(loop);
  }
}

void Trial::set_status() {
  for (LoopResult& loop : result_.loops) engine::set_status(loop);
}

}  // namespace pawl::engine
