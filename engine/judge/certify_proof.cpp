// SPDX-License-Identifier: Apache-2.0
//
// The claims are put into a program that is loaded anew; what is not inductive among them goes by
// Houdini [FlanaganLeino01] (check/certify.h).
#include "engine/judge/certify_proof.h"

#include <algorithm>

#include "check/certify.h"
#include "engine/to_text.h"
#include "gcl/printer.h"
#include "gcl/targets.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

using gcl::Located;

class ProofCertifier {
 public:
  ProofCertifier(const Input& input, const check::Options& options, prover::QueryLog& log)
      : options_(options), log_(log) {
    Diagnostics diagnostics;
    std::optional<gcl::Program> loaded = input.load(context_, Purpose::Procedures, diagnostics);
    PAWL_ASSERT(loaded, "a program should load the second time as it did the first");
    program_ = std::move(*loaded);
    options_.real_runs = check::RealRuns::Ignore;
    options_.assertions = check::Assertions::Check;
  }

  std::vector<ProcedureResult> run(const ClaimTexts& claims) {
    for (const auto& [name, claim] : claims) annotate(name, claim);
    const check::Certificate certificate =
        check::certify(context_, program_, names_, candidates_, options_, log_);
    std::vector<ProcedureResult> results;
    for (const check::ProcedureReport& report : certificate.procedures()) {
      results.push_back(to_result(report, certificate));
    }
    return results;
  }

 private:
  gcl::Procedure& procedure(const std::string& name) {
    const auto found = std::ranges::find(program_.procedures, name, &gcl::Procedure::name);
    PAWL_ASSERT(found != program_.procedures.end(), "the procedure should be in the program");
    return *found;
  }

  void annotate(const std::string& name, const ClaimText& claim) {
    gcl::Procedure& target = procedure(name);
    names_.push_back(name);
    add(target, ClauseKind::Requires, claim.requires_, target.requires_);
    add(target, ClauseKind::Ensures, claim.ensures, target.ensures);
    const std::vector<gcl::While*> loops = loops_of(*target.body);
    PAWL_ASSERT(loops.size() == claim.invariants.size(), "every loop should have its invariants");
    for (std::size_t i = 0; i < loops.size(); ++i) {
      add(target, ClauseKind::Invariant, claim.invariants[i], loops[i]->invariants);
    }
  }

  /// What speaks of variables that only the internal form has is left out.
  void add(const gcl::Procedure& scope, ClauseKind kind, const std::vector<std::string>& texts,
           std::vector<Located>& to) {
    candidates_.push_back({&to, to.size()});
    for (const std::string& text : texts) {
      std::string complaint;
      const gcl::Expr formula = parse_clause(context_, program_, scope, kind, text, complaint);
      if (formula) to.push_back({formula, {}});
    }
  }

  /// How many of these the user wrote.
  std::size_t of_user(const std::vector<Located>& clauses) const {
    const auto found = std::ranges::find(candidates_, &clauses, &check::Candidates::clauses);
    PAWL_ASSERT(found != candidates_.end(), "the clauses should be among the candidates");
    return found->first;
  }

  ProcedureResult to_result(const check::ProcedureReport& report,
                            const check::Certificate& certificate) {
    ProcedureResult result;
    result.name = report.name;
    result.place = place_of(report.range);
    result.vacuous = report.vacuous;
    for (const check::ObligationReport& one : report.obligations) {
      result.obligations.push_back(to_text(one));
    }
    gcl::Procedure& source = procedure(report.name);
    result.summary = {found(source.requires_), found(source.ensures)};
    gcl::for_each_stmt(*source.body, [&](const gcl::Stmt& stmt) {
      const auto* loop = std::get_if<gcl::While>(&stmt.node);
      if (loop == nullptr) return;
      const std::string id = source.name + "." + std::to_string(result.loops.size() + 1);
      result.loops.push_back(loop_result(id, stmt, *loop, certificate));
    });
    return result;
  }

  /// Without what the user wrote.
  std::vector<std::string> found(const std::vector<Located>& clauses) const {
    std::vector<std::string> texts;
    for (std::size_t i = of_user(clauses); i < clauses.size(); ++i) {
      texts.push_back(gcl::print(clauses[i].expr));
    }
    return texts;
  }

  LoopResult loop_result(const std::string& id, const gcl::Stmt& stmt, const gcl::While& loop,
                         const check::Certificate& certificate) {
    LoopResult result;
    result.id = id;
    result.place = place_of(stmt.range);
    for (std::size_t i = 0; i < loop.invariants.size(); ++i) {
      ConjunctResult conjunct = user_conjunct(loop.invariants[i].expr);
      if (i >= of_user(loop.invariants)) conjunct.origin = Origin::Inferred;
      conjunct.certificate = certificate.of(loop.invariants[i]);
      result.invariant.push_back(std::move(conjunct));
    }
    for (const gcl::Expr target : gcl::targets(program_, loop.body)) {
      result.targets.push_back(target.name());
    }
    const bool all = std::ranges::all_of(result.invariant, &ConjunctResult::certified);
    result.status = result.invariant.empty() ? LoopStatus::None
                    : all                    ? LoopStatus::Certified
                                             : LoopStatus::Candidate;
    return result;
  }

  check::Options options_;
  prover::QueryLog& log_;
  gcl::Context context_;
  gcl::Program program_;
  std::vector<std::string> names_;
  std::vector<check::Candidates> candidates_;
};

}  // namespace

std::vector<ProcedureResult> certify_proof(const Input& input, const ClaimTexts& claims,
                                           const check::Options& options, prover::QueryLog& log) {
  return ProofCertifier(input, options, log).run(claims);
}

}  // namespace pawl::engine
