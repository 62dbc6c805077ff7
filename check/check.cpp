// SPDX-License-Identifier: Apache-2.0
//
// The verification condition is flat and guarded (gcl/vc.h): its segments are asserted in program
// order, each once, and each obligation is one check under two assumptions: its guard and the
// negation of its condition. A question never sees the code behind it.
#include "check/check.h"

#include <array>

#include "check/induction_failure.h"
#include "check/real_run.h"
#include "check/remove_assertions.h"
#include "gcl/build.h"
#include "gcl/vc.h"

namespace pawl::check {
namespace {

using gcl::Expr;
using prover::Answer;

/// Asserts the constraints of segments [from, to] in order.
class SegmentFeeder {
 public:
  SegmentFeeder(gcl::Context& context, const gcl::Vc& vc, prover::Prover& prover)
      : context_(context), vc_(vc), prover_(prover) {}

  void feed_up_to(std::size_t segment) {
    for (; next_ <= segment; ++next_) {
      for (const Expr constraint : gcl::segment_constraints(context_, vc_, next_)) {
        prover_.assert_formula(constraint);
      }
    }
  }

 private:
  gcl::Context& context_;
  const gcl::Vc& vc_;
  prover::Prover& prover_;
  std::size_t next_ = 0;
};

const char* caller_name(gcl::ObligationKind kind) {
  switch (kind) {
    case gcl::ObligationKind::Initiation: return "check.initiation";
    case gcl::ObligationKind::Consecution: return "check.consecution";
    case gcl::ObligationKind::Assertion:
    case gcl::ObligationKind::Precondition:
    case gcl::ObligationKind::Postcondition: return "check.sufficiency";
  }
  return "check";
}

ObligationReport check_goal(gcl::Context& context, const gcl::Vc& vc, const gcl::Goal& goal,
                            const gcl::Obligation& obligation, prover::Prover& prover) {
  ObligationReport report;
  report.obligation = obligation;
  prover.set_caller(caller_name(obligation.kind));
  const std::array assumptions = {vc.segments[goal.segment].guard,
                                  gcl::mk_not(context, goal.condition)};
  switch (prover.satisfiable(assumptions)) {
    case Answer::No: report.fate = Fate::Proved; break;
    case Answer::Yes: report.fate = Fate::NotProved; break;
    case Answer::Unknown:  // not proved: the weaker claim
      report.fate = Fate::Unknown;
      report.reason = prover.unknown_reason();
      break;
  }
  return report;
}

/// For questions whose only interesting answer is a quick No: most of them have a model that
/// is hard to build (recursive axioms), and no verdict depends on them.
prover::ProverOptions quick(prover::ProverOptions options) {
  if (options.limits.rlimit == 0) options.limits.rlimit = 20'000'000;
  options.limits.divide_rlimit(40);
  return options;
}

/// Can anything run at all? Only a definite No makes the report say "vacuous".
bool requires_contradictory(gcl::Context& context, const gcl::Program& program,
                            const gcl::Procedure& procedure, const Options& options,
                            prover::QueryLog& log) {
  if (procedure.requires_.empty()) return false;
  const auto prover = prover::make_prover(context, quick(options.prover), log);
  prover->set_caller("check.requires");
  for (const Expr fact : gcl::background(context, program)) prover->assert_formula(fact);
  for (const gcl::Located& clause : procedure.requires_) prover->assert_formula(clause.expr);
  return prover->satisfiable() == Answer::No;
}

}  // namespace

ProcedureReport check_procedure(gcl::Context& context, const gcl::Program& program,
                                const gcl::Procedure& procedure, const Options& options,
                                prover::QueryLog& log) {
  gcl::Desugared desugared = gcl::desugar(context, program, procedure);
  if (options.assertions == Assertions::Remove) {
    remove_assertions(desugared.body, desugared.obligations);
  }
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  const gcl::Vc vc = gcl::make_vc(context, passive);

  ProcedureReport report;
  report.name = procedure.name;
  report.range = procedure.range;
  report.vacuous = requires_contradictory(context, program, procedure, options, log);

  const auto prover = prover::make_prover(context, options.prover, log);
  for (const Expr fact : gcl::background(context, program)) prover->assert_formula(fact);
  SegmentFeeder feeder(context, vc, *prover);
  for (const gcl::Goal& goal : vc.goals) {
    feeder.feed_up_to(goal.segment);
    const gcl::Obligation& obligation = desugared.obligations[goal.obligation];
    ObligationReport found = check_goal(context, vc, goal, obligation, *prover);
    if (found.fate == Fate::NotProved) {
      found.induction_failure =
          explain_induction_failure(program, procedure, desugared, passive, vc, goal, *prover);
    }
    report.obligations.push_back(std::move(found));
  }
  if (options.real_runs == RealRuns::Search && !report.proved()) {
    search_real_runs(context, program, procedure, options, log, report);
  }
  return report;
}

std::map<std::size_t, ObligationReport> find_failing_runs(
    gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
    const std::set<std::size_t>& open, const Options& options, prover::QueryLog& log) {
  const gcl::Desugared desugared = gcl::desugar(context, program, procedure);
  const gcl::Vc vc = gcl::make_vc(context, gcl::make_passive(context, desugared));
  ProcedureReport report;
  for (const gcl::Goal& goal : vc.goals) {
    ObligationReport& one = report.obligations.emplace_back();
    one.obligation = desugared.obligations[goal.obligation];
    const bool is_open = open.contains(report.obligations.size() - 1);
    one.fate = is_open ? Fate::Unknown : Fate::Proved;
  }
  search_real_runs(context, program, procedure, options, log, report);
  std::map<std::size_t, ObligationReport> refuted;
  for (std::size_t i = 0; i < report.obligations.size(); ++i) {
    if (report.obligations[i].fate == Fate::Refuted) refuted.emplace(i, report.obligations[i]);
  }
  return refuted;
}

prover::Answer axioms_consistent(gcl::Context& context, const gcl::Program& program,
                                 const Options& options, prover::QueryLog& log) {
  const std::vector<Expr> facts = gcl::background(context, program);
  if (facts.empty()) return Answer::Yes;
  const auto prover = prover::make_prover(context, quick(options.prover), log);
  prover->set_caller("check.axioms");
  for (const Expr fact : facts) prover->assert_formula(fact);
  return prover->satisfiable();
}

}  // namespace pawl::check
