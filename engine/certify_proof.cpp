// SPDX-License-Identifier: Apache-2.0
#include "engine/certify_proof.h"

#include <algorithm>
#include <set>

#include "engine/annotate.h"
#include "engine/to_text.h"
#include "gcl/printer.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

using gcl::Located;

class Certification {
 public:
  Certification(const Input& input, const check::Options& options, prover::QueryLog& log)
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
    // Every round but the last drops at least one claim.
    while (!judge() && drop_unproved()) {
    }
    std::vector<ProcedureResult> results;
    for (const check::ProcedureReport& report : reports_) results.push_back(to_result(report));
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
    users_[&to] = to.size();
    for (const std::string& text : texts) {
      std::string complaint;
      const gcl::Expr formula = parse_clause(context_, program_, scope, kind, text, complaint);
      if (formula) to.push_back({formula, {}});
    }
  }

  bool judge() {
    reports_.clear();
    bool proved = true;
    for (const std::string& name : names_) {
      reports_.push_back(
          check::check_procedure(context_, program_, procedure(name), options_, log_));
      proved &= reports_.back().proved();
    }
    return proved;
  }

  bool drop_unproved() {
    std::set<const Located*> failed;
    for (const check::ProcedureReport& report : reports_) {
      for (const check::ObligationReport& one : report.obligations) {
        if (one.fate != check::Fate::Proved) failed.insert(one.obligation.clause);
      }
    }
    bool dropped = false;
    for (auto& [clauses, user] : users_) {
      for (std::size_t i = clauses->size(); i-- > user;) {
        if (!failed.contains(&(*clauses)[i])) continue;
        marked_.emplace_back(clauses, i);
        dropped = true;
      }
    }
    for (const auto& [clauses, index] : marked_) {
      clauses->erase(clauses->begin() + static_cast<std::ptrdiff_t>(index));
    }
    marked_.clear();
    return dropped;
  }

  ProcedureResult to_result(const check::ProcedureReport& report) {
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
      if (loop != nullptr) result.loops.push_back(loop_result(source.name, stmt, *loop, result));
    });
    return result;
  }

  /// Without what the user wrote.
  std::vector<std::string> found(std::vector<Located>& clauses) const {
    std::vector<std::string> texts;
    for (std::size_t i = users_.at(&clauses); i < clauses.size(); ++i) {
      texts.push_back(gcl::print(clauses[i].expr));
    }
    return texts;
  }

  LoopResult loop_result(const std::string& name, const gcl::Stmt& stmt, const gcl::While& loop,
                         const ProcedureResult& so_far) {
    LoopResult result;
    result.id = name + "." + std::to_string(so_far.loops.size() + 1);
    result.place = place_of(stmt.range);
    for (std::size_t i = 0; i < loop.invariants.size(); ++i) {
      ConjunctResult conjunct = user_conjunct(loop.invariants[i].expr);
      if (i >= users_[const_cast<std::vector<Located>*>(&loop.invariants)]) {
        conjunct.origin = "inferred";
      }
      conjunct.certified = true;
      result.invariant.push_back(std::move(conjunct));
    }
    for (const ObligationResult& one : so_far.obligations) {
      if (one.loop == so_far.loops.size() && one.fate != "proved") {
        for (ConjunctResult& conjunct : result.invariant) conjunct.certified = false;
      }
    }
    const bool all = std::ranges::all_of(result.invariant, &ConjunctResult::certified);
    result.status = result.invariant.empty() ? "none" : all ? "certified" : "candidate";
    return result;
  }

  check::Options options_;
  prover::QueryLog& log_;
  gcl::Context context_;
  gcl::Program program_;
  std::vector<std::string> names_;
  std::map<std::vector<Located>*, std::size_t> users_;  // how many clauses the user wrote
  std::vector<std::pair<std::vector<Located>*, std::size_t>> marked_;
  std::vector<check::ProcedureReport> reports_;
};

}  // namespace

std::vector<ProcedureResult> certify_proof(const Input& input, const ClaimTexts& claims,
                                           const check::Options& options, prover::QueryLog& log) {
  return Certification(input, options, log).run(claims);
}

}  // namespace pawl::engine
