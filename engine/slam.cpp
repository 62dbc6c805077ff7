// SPDX-License-Identifier: Apache-2.0
#include "engine/slam.h"

#include <algorithm>
#include <map>

#include "check/induction_failure.h"
#include "check/real_run.h"
#include "engine/annotate.h"
#include "engine/certify_proof.h"
#include "engine/to_text.h"
#include "gcl/parser.h"
#include "gcl/printer.h"
#include "support/assert.h"
#include "support/internal_error.h"
#include "support/sha256.h"

namespace pawl::engine {
namespace {

class Slam {
 public:
  Slam(const Input& input, const SlamSettings& settings, Diagnostics& diagnostics)
      : input_(input), settings_(settings), diagnostics_(diagnostics) {}

  SlamReport run() {
    report_.result.file = input_.file().name();
    report_.result.sha256 = sha256_hex(input_.file().text());
    std::optional<gcl::Program> loaded = input_.load(context_, Purpose::Procedures, diagnostics_);
    if (!loaded) return std::move(report_);
    program_ = std::move(*loaded);
    if (settings_.predicates != nullptr) {
      slam::read_predicates(context_, program_, *settings_.predicates, given_, diagnostics_);
    }
    slam::add_clauses(context_, program_, given_);
    if (settings_.inferred != nullptr) {
      for (const ProcedureResult& one : settings_.inferred->procedures) take_over(one);
    }
    const std::vector<std::string> chosen = entries();
    if (diagnostics_.has_errors()) return std::move(report_);
    for (const std::string& entry : chosen) run(entry);
    return std::move(report_);
  }

 private:
  /// Certified invariants of loops that are the same in both programs: by procedure and place.
  /// Should a name mean something else there, check/ will not prove it.
  void take_over(const ProcedureResult& inferred) {
    const auto found = std::ranges::find(program_.procedures, inferred.name, &gcl::Procedure::name);
    if (found == program_.procedures.end() || !found->body) return;
    std::vector<std::vector<std::string>>& texts = known_[inferred.name];
    std::vector<SourceRange> places;
    gcl::for_each_stmt(*found->body, [&](const gcl::Stmt& stmt) {
      if (std::holds_alternative<gcl::While>(stmt.node)) places.push_back(stmt.range);
    });
    const std::vector<gcl::While*> loops = loops_of(*found->body);
    texts.resize(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
      if (!loops[i]->invariants.empty()) continue;  // the user's are to be checked
      for (const LoopResult& loop : inferred.loops) {
        const Place here = place_of(places[i]);
        const bool same = loop.place.line == here.line && loop.place.column == here.column;
        if (same && loop.status == "certified") add_known(*found, *loops[i], loop, texts[i]);
      }
    }
  }

  void add_known(const gcl::Procedure& scope, gcl::While& loop, const LoopResult& inferred,
                 std::vector<std::string>& texts) {
    for (const ConjunctResult& conjunct : inferred.invariant) {
      const SourceFile file("invariant", conjunct.text);
      Diagnostics problems;
      const gcl::Expr formula =
          gcl::parse_expr(context_, file, program_, scope, {}, context_.bool_sort(), problems);
      if (!formula || problems.has_errors()) continue;
      loop.invariants.push_back({formula, {}});
      texts.push_back(conjunct.text);
    }
  }

  bool has_known() const {
    return std::ranges::any_of(known_, [](const auto& procedure) {
      return std::ranges::any_of(procedure.second, [](const auto& loop) { return !loop.empty(); });
    });
  }

  std::vector<std::string> entries() {
    std::vector<std::string> all;
    for (const gcl::Procedure& procedure : program_.procedures) {
      if (procedure.body) all.push_back(procedure.name);
    }
    const std::string wanted = settings_.entry.empty() ? "main" : settings_.entry;
    if (std::ranges::find(all, wanted) != all.end()) return {wanted};
    if (settings_.entry.empty()) return all;
    diagnostics_.error({&input_.file(), {1, 1}, {1, 2}},
                       "there is no procedure '" + settings_.entry + "' with a body",
                       "name one with --entry");
    return {};
  }

  void run(const std::string& entry) {
    slam::SlamOptions options = settings_.slam;
    options.entry = entry;
    if (has_known()) options.invariants = slam::LoopInvariants::Trust;
    prover::QueryLog log;
    const slam::SlamResult found = slam::slam(context_, program_, given_, options, log);
    note(entry, found);
    if (!found.disagreement.empty()) {
      throw InternalError("a run that the solver found is not one: " + found.disagreement);
    }
    switch (found.verdict) {
      case slam::SlamVerdict::Safe: accept(found, entry, log); break;
      case slam::SlamVerdict::Violated: refute(found, entry); break;
      case slam::SlamVerdict::Unknown: no_answer(entry, slam::to_string(found.reason)); break;
    }
    if (!report_.result.procedures.empty()) {
      report_.result.procedures.back().queries = count_queries(log);
    }
  }

  void note(const std::string& entry, const slam::SlamResult& found) {
    SlamReport::Entry& one = report_.entries.emplace_back();
    one.procedure = entry;
    for (const slam::SlamRound& round : found.rounds) {
      one.rounds.push_back(
          {round.round, round.predicates, round.statements, round.queries, round.trace});
    }
    for (const auto& [scope, text] : found.predicates) one.predicates.push_back({scope, text});
  }

  // A clause is taken over as text: check/ sees nothing of what made it.
  static std::vector<std::string> texts(const std::vector<gcl::Expr>& formulas) {
    std::vector<std::string> result;
    result.reserve(formulas.size());
    for (const gcl::Expr formula : formulas) result.push_back(gcl::print(formula));
    return result;
  }

  void accept(const slam::SlamResult& found, const std::string& entry, prover::QueryLog& log) {
    ClaimTexts claims;
    for (const auto& [name, proof] : found.proof) {
      ClaimText& claim = claims[name];
      claim.requires_ = texts(proof.requires_);
      claim.ensures = texts(proof.ensures);
      for (const auto& loop : proof.invariants) claim.invariants.push_back(texts(loop));
      const auto known = known_.find(name);
      for (std::size_t i = 0; known != known_.end() && i < claim.invariants.size(); ++i) {
        std::vector<std::string>& all = claim.invariants[i];
        all.insert(all.begin(), known->second[i].begin(), known->second[i].end());
      }
    }
    std::vector<ProcedureResult> judged = certify_proof(input_, claims, settings_.check, log);
    const bool proved = std::ranges::all_of(
        judged, [](const ProcedureResult& one) { return judge(one).verdict == Verdict::True; });
    for (ProcedureResult& one : judged) {
      if (!known(one.name)) report_.result.procedures.push_back(std::move(one));
    }
    if (!proved) no_answer(entry, "not-certified");
  }

  bool known(const std::string& name) const {
    return std::ranges::find(report_.result.procedures, name, &ProcedureResult::name) !=
           report_.result.procedures.end();
  }

  void refute(const slam::SlamResult& found, const std::string& entry) {
    if (!input_.exact_calls()) return no_answer(entry, "over-approximated");
    const auto* assertion = std::get_if<gcl::Assert>(&found.failing->node);
    PAWL_ASSERT(assertion != nullptr, "a run should fail at an assertion");
    const auto& wrong = std::get<gcl::WentWrong>(found.run->run.outcome);
    const gcl::Procedure* started = found.program.find_procedure(entry);
    std::vector<gcl::Expr> inputs;
    for (const gcl::VarDecl& one : found.program.globals) inputs.push_back(one.var);
    for (const gcl::VarDecl& one : started->parameters) inputs.push_back(one.var);
    check::ObligationReport refuted;
    refuted.obligation.kind = gcl::ObligationKind::Assertion;
    refuted.obligation.formula = assertion->condition;
    refuted.obligation.at = found.failing->range;
    refuted.obligation.stmt = found.failing;
    refuted.fate = check::Fate::Refuted;
    refuted.real_run = check::describe_run(
        found.run->run, inputs, check::visible_variables(found.program, *wrong.procedure));
    ProcedureResult result;
    result.name = wrong.procedure->name;
    result.place = place_of(wrong.procedure->range);
    result.obligations.push_back(to_text(refuted));
    report_.result.procedures.push_back(std::move(result));
  }

  void no_answer(const std::string& entry, const std::string& reason) {
    ProcedureResult result;
    result.name = entry;
    result.place = place_of(program_.find_procedure(entry)->range);
    result.failure = reason;
    report_.result.procedures.push_back(std::move(result));
  }

  const Input& input_;
  const SlamSettings& settings_;
  Diagnostics& diagnostics_;
  gcl::Context context_;
  gcl::Program program_;
  slam::PredicateSet given_;
  std::map<std::string, std::vector<std::vector<std::string>>> known_;  // by procedure, by loop
  SlamReport report_;
};

}  // namespace

SlamReport run_slam(const Input& input, const SlamSettings& settings, Diagnostics& diagnostics) {
  return Slam(input, settings, diagnostics).run();
}

}  // namespace pawl::engine
