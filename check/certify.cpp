// SPDX-License-Identifier: Apache-2.0
//
// Houdini [FlanaganLeino01], on clauses of any kind: the candidates that fail go all at once, and
// the next round has to do without them. There are as many rounds as candidates at most. The order
// of dropping does not matter: a candidate that fails beside others fails beside fewer.
#include "check/certify.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "support/assert.h"

namespace pawl::check {

using gcl::Located;

class Certification {
 public:
  Certification(gcl::Context& context, const gcl::Program& program,
                const std::vector<std::string>& procedures, std::vector<Candidates>& candidates,
                const Options& options, prover::QueryLog& log)
      : context_(context),
        program_(program),
        names_(procedures),
        candidates_(candidates),
        options_(options),
        log_(log) {}

  Certificate operator()() {
    for (Candidates& one : candidates_) {
      one.kept.resize(one.clauses->size());
      std::iota(one.kept.begin(), one.kept.end(), std::size_t{0});
    }
    // Every round but the last drops at least one candidate.
    do {
      judge();
    } while (drop());
    for (const std::string& name : names_) {
      if (holds(name)) mark(*program_.find_procedure(name));
    }
    return std::move(certificate_);
  }

 private:
  void judge() {
    certificate_.procedures_.clear();
    for (const std::string& name : names_) {
      const gcl::Procedure* procedure = program_.find_procedure(name);
      PAWL_ASSERT(procedure != nullptr && procedure->body, "what is judged should have a body");
      certificate_.procedures_.push_back(
          check_procedure(context_, program_, *procedure, options_, log_));
    }
  }

  bool drop() {
    failed_.clear();
    for (const ProcedureReport& report : certificate_.procedures_) {
      for (const ObligationReport& one : report.obligations) {
        if (one.fate != Fate::Proved) failed_.emplace(one.obligation.clause, &one);
      }
    }
    bool dropped = false;
    for (Candidates& list : candidates_) dropped |= drop(list);
    return dropped;
  }

  bool drop(Candidates& list) const {
    std::vector<Located> left;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < list.clauses->size(); ++i) {
      const auto found = failed_.find(&(*list.clauses)[i]);
      if (list.kept[i] >= list.first && found != failed_.end()) {
        const ObligationReport& why = *found->second;
        list.dropped.push_back({list.kept[i], why.obligation.kind, why.fate});
        continue;
      }
      left.push_back((*list.clauses)[i]);
      kept.push_back(list.kept[i]);
    }
    if (left.size() == list.clauses->size()) return false;
    *list.clauses = std::move(left);
    list.kept = std::move(kept);
    return true;
  }

  const ProcedureReport* report_of(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return nullptr;
    return &certificate_.procedures_[static_cast<std::size_t>(found - names_.begin())];
  }

  /// Is everything proved that a clause of this procedure may rest on?
  bool holds(const std::string& name) const {
    const bool removed = options_.assertions == Assertions::Remove;
    std::set<std::string> seen;
    std::vector<std::string> open = {name};
    while (!open.empty()) {
      const std::string one = open.back();
      open.pop_back();
      const ProcedureReport* report = report_of(one);
      if (report == nullptr || !seen.insert(one).second) continue;
      if (!report->proved()) return false;
      if (removed) continue;
      gcl::for_each_stmt(*program_.find_procedure(one)->body, [&](const gcl::Stmt& stmt) {
        if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) open.push_back(call->procedure);
      });
    }
    return true;
  }

  /// Every clause of the procedure that nothing has failed of, here or where it is called.
  void mark(const gcl::Procedure& procedure) {
    mark(procedure.requires_);
    mark(procedure.ensures);
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) mark(loop->invariants);
    });
  }

  void mark(const std::vector<Located>& clauses) {
    for (const Located& clause : clauses) {
      if (!failed_.contains(&clause)) certificate_.certified_.insert(&clause);
    }
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const std::vector<std::string>& names_;
  std::vector<Candidates>& candidates_;
  const Options& options_;
  prover::QueryLog& log_;
  std::map<const Located*, const ObligationReport*> failed_;  // in the last round
  Certificate certificate_;
};

bool Certificate::proved() const {
  return std::ranges::all_of(procedures_, [](const ProcedureReport& one) { return one.proved(); });
}

std::optional<result::Certified> Certificate::of(const Located& clause) const {
  if (!certified_.contains(&clause)) return std::nullopt;
  return result::Certified();
}

Certificate certify(gcl::Context& context, const gcl::Program& program,
                    const std::vector<std::string>& procedures, std::vector<Candidates>& candidates,
                    const Options& options, prover::QueryLog& log) {
  return Certification(context, program, procedures, candidates, options, log)();
}

}  // namespace pawl::check
