// SPDX-License-Identifier: Apache-2.0
#include "engine/recheck.h"

#include <algorithm>
#include <optional>

#include "engine/annotate.h"
#include "engine/to_text.h"
#include "gcl/parser.h"
#include "prover/query_log.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

Confirmation worst(Confirmation a, Confirmation b) {
  if (a == Confirmation::Refused || b == Confirmation::Refused) return Confirmation::Refused;
  if (a == Confirmation::Undecided || b == Confirmation::Undecided) return Confirmation::Undecided;
  return Confirmation::Verified;
}

Confirmation confirmation_of(check::Fate fate) {
  switch (fate) {
    case check::Fate::Proved: return Confirmation::Verified;
    case check::Fate::Refuted:
    case check::Fate::NotProved: return Confirmation::Refused;
    case check::Fate::Unknown: return Confirmation::Undecided;
  }
  return Confirmation::Undecided;
}

bool is_of_invariant(const gcl::Obligation& obligation) {
  return obligation.kind == gcl::ObligationKind::Initiation ||
         obligation.kind == gcl::ObligationKind::Consecution;
}

class Recheck {
 public:
  Recheck(const Input& input, const ProcedureResult& claimed, const check::Options& options)
      : input_(input), claimed_(claimed), options_(options) {}

  ProcedureRecheck run() {
    answer_.loops.assign(claimed_.loops.size(), Confirmation::Verified);
    const Verdict verdict = judge(claimed_).verdict;
    std::optional<std::vector<Found>> found = look(check::Assertions::Check);
    if (!found) return answer_;
    answer_.judgement = judgement_of(*found);
    if (verdict == Verdict::True) {
      for (const Found& one : *found) claim(one);
    } else {
      // What is not proved must not lend itself to the invariants.
      if (answer_.judgement.verdict != Verdict::True) found = look(check::Assertions::Remove);
      for (const Found& one : *found) {
        if (one.of_invariant) claim(one);
      }
    }
    if (verdict == Verdict::False) find_run();
    return answer_;
  }

 private:
  /// As text: it outlives the context it was made in.
  struct Found {
    ObligationResult text;
    Confirmation confirmation = Confirmation::Undecided;
    bool of_invariant = false;
    std::size_t loop = 0;
  };

  static std::vector<Found> texts(const check::ProcedureReport& report) {
    std::vector<Found> found;
    for (const check::ObligationReport& one : report.obligations) {
      found.push_back({to_text(one), confirmation_of(one.fate), is_of_invariant(one.obligation),
                       one.obligation.loop});
    }
    return found;
  }

  std::optional<std::vector<Found>> look(check::Assertions assertions) {
    gcl::Context context;
    std::optional<gcl::Program> program = load(context, Purpose::Prove);
    if (!program) return std::nullopt;
    gcl::Procedure& procedure =
        *std::ranges::find(program->procedures, claimed_.name, &gcl::Procedure::name);
    if (!add_certified(context, *program, procedure)) return std::nullopt;
    check::Options options = options_;
    options.assertions = assertions;
    options.real_runs = check::RealRuns::Ignore;
    return texts(check::check_procedure(context, *program, procedure, options, log_));
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

  /// The user's own conjuncts are in the source; the others are parsed from the result.
  bool add_certified(gcl::Context& context, const gcl::Program& program,
                     gcl::Procedure& procedure) {
    const std::vector<gcl::While*> loops = loops_of(*procedure.body);
    if (loops.size() != claimed_.loops.size()) {
      answer_.mismatch = "procedure '" + claimed_.name + "' has " + std::to_string(loops.size()) +
                         " loops, the result tells of " + std::to_string(claimed_.loops.size());
      return false;
    }
    for (std::size_t i = 0; i < loops.size(); ++i) {
      for (const ConjunctResult& conjunct : claimed_.loops[i].invariant) {
        if (conjunct.origin == "user" || !conjunct.certified) continue;
        const gcl::Expr formula = parse(context, program, procedure, conjunct.text);
        if (!formula) {
          answer_.mismatch = "'" + conjunct.text + "' is no formula at loop " +
                             claimed_.loops[i].id + ": " + complaint_;
          return false;
        }
        loops[i]->invariants.push_back({formula, {}});
      }
    }
    return true;
  }

  gcl::Expr parse(gcl::Context& context, const gcl::Program& program,
                  const gcl::Procedure& procedure, const std::string& text) {
    const SourceFile file("invariant", text);
    Diagnostics diagnostics;
    const gcl::Expr formula =
        gcl::parse_expr(context, file, program, procedure, {}, context.bool_sort(), diagnostics);
    if (!diagnostics.has_errors()) return formula;
    complaint_ = diagnostics.all().front().message;
    return {};
  }

  void claim(const Found& one) {
    if (one.of_invariant) {
      Confirmation& loop = answer_.loops[one.loop];
      loop = worst(loop, one.confirmation);
    }
    if (one.confirmation == Confirmation::Verified) return;
    std::string what = one.text.kind + " '" + one.text.formula + "'";
    if (one.of_invariant) what += " of loop " + claimed_.loops[one.loop].id;
    what += " in procedure " + claimed_.name + ", line " + std::to_string(one.text.at.line);
    answer_.open.push_back({std::move(what), one.confirmation});
  }

  static Judgement judgement_of(const std::vector<Found>& found) {
    ProcedureResult procedure;
    for (const Found& one : found) procedure.obligations.push_back(one.text);
    return judge(procedure);
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
  std::string complaint_;
};

}  // namespace

const char* to_string(Confirmation confirmation) {
  switch (confirmation) {
    case Confirmation::Verified: return "verified";
    case Confirmation::Refused: return "refused";
    case Confirmation::Undecided: return "undecided";
  }
  return "";
}

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
