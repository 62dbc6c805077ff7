// SPDX-License-Identifier: Apache-2.0
#include "engine/hints/hints.h"

#include <algorithm>
#include <optional>

#include "engine/to_text.h"
#include "gcl/parser.h"
#include "prover/prover.h"
#include "result/annotate.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

gcl::Expr parse(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
                const std::string& text) {
  const SourceFile file("hint", text);
  Diagnostics diagnostics;
  const gcl::Expr formula =
      gcl::parse_expr(context, file, program, procedure, {}, context.bool_sort(), diagnostics);
  return diagnostics.has_errors() ? gcl::Expr() : formula;
}

class HintJudge {
 public:
  HintJudge(const Input& input, const Options& options, const std::vector<HintClaim>& hold,
            prover::QueryLog& log, ProcedureResult& result)
      : input_(input), options_(options), hold_(hold), log_(log), result_(result) {}

  void operator()() {
    for (const HintClaim& hint : hints_of(options_, result_.name, result_.loops.size())) {
      result_.loops[hint.loop].hints.push_back(judged(hint));
    }
  }

 private:
  using Runs = check::RealRuns;

  HintResult judged(const HintClaim& hint) {
    HintResult answer = {hint.number, hint.text, HintFate::Unknown, std::nullopt};
    const LoopResult& loop = result_.loops[hint.loop];
    const auto same = std::ranges::find_if(loop.invariant, [&](const ConjunctResult& conjunct) {
      return conjunct.text == hint.text && conjunct.certified();
    });
    if (same != loop.invariant.end()) {
      answer.fate = same->origin == Origin::User ? HintFate::NotNeeded : HintFate::Used;
    } else if (std::ranges::any_of(hold_, [&](const HintClaim& one) {
                 return one.loop == hint.loop && one.text == hint.text;
               })) {
      answer.fate = HintFate::NotNeeded;
    } else {
      ask(hint, answer);
    }
    return answer;
  }

  /// A run is worth more than a counterexample to induction. In the program that may have more runs
  /// than the source none is looked for.
  void ask(const HintClaim& hint, HintResult& answer) {
    const bool exact = input_.exact();
    const bool refutable = input_.refutable(result_.name);
    claim_and_judge(hint, Purpose::Prove, exact && refutable ? Runs::Search : Runs::Ignore, answer);
    if (answer.fate == HintFate::NotInductive && !exact && refutable) {
      HintResult again = answer;
      claim_and_judge(hint, Purpose::Refute, Runs::Search, again);
      if (again.fate == HintFate::False) answer = std::move(again);
    }
  }

  void claim_and_judge(const HintClaim& hint, Purpose purpose, Runs runs, HintResult& answer) {
    gcl::Context context;
    Diagnostics diagnostics;
    std::optional<gcl::Program> program = input_.load(context, purpose, diagnostics);
    PAWL_ASSERT(program, "a program should load again as it did before");
    const auto procedure =
        std::ranges::find(program->procedures, result_.name, &gcl::Procedure::name);
    if (procedure == program->procedures.end() || !procedure->body) return;
    const std::vector<gcl::While*> loops = loops_of(*procedure->body);
    if (loops.size() != result_.loops.size()) return;  // with other loops it says something else
    if (!claim(context, *program, *procedure, loops, hint)) return;
    check::Options options = options_.check;
    options.assertions = check::Assertions::Remove;
    if (runs == Runs::Ignore) options.real_runs = Runs::Ignore;
    options.prover.limits.divide_rlimit(10);
    read(check::check_procedure(context, *program, *procedure, options, log_), hint.loop,
         loops[hint.loop]->invariants.size() - 1, answer);
  }

  /// What is known to hold, and then the hint, last in its loop.
  bool claim(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
             const std::vector<gcl::While*>& loops, const HintClaim& hint) {
    const auto add = [&](std::size_t loop, const std::string& text) {
      const gcl::Expr formula = parse(context, program, procedure, text);
      if (formula) loops[loop]->invariants.push_back({formula, {}});
      return static_cast<bool>(formula);
    };
    for (std::size_t l = 0; l < loops.size(); ++l) {
      loops[l]->invariants.clear();
      for (const ConjunctResult& conjunct : result_.loops[l].invariant) {
        if (conjunct.certified()) add(l, conjunct.text);
      }
    }
    for (const HintClaim& one : hold_) add(one.loop, one.text);
    return add(hint.loop, hint.text);
  }

  static void read(const check::ProcedureReport& report, std::size_t loop, std::size_t conjunct,
                   HintResult& answer) {
    const check::ObligationReport* worst = nullptr;
    bool asked = false;
    for (const check::ObligationReport& one : report.obligations) {
      if (one.obligation.loop != loop || one.obligation.conjunct != conjunct) continue;
      if (!result::is_of_invariant(one.obligation.kind)) continue;
      asked = true;
      if (one.fate == check::Fate::Proved) continue;
      if (worst == nullptr || rank(one.fate) < rank(worst->fate)) worst = &one;
    }
    if (worst == nullptr) {
      answer.fate = asked ? HintFate::NotNeeded : HintFate::Unknown;
      return;
    }
    answer.fate = worst->fate == check::Fate::Refuted     ? HintFate::False
                  : worst->fate == check::Fate::NotProved ? HintFate::NotInductive
                                                          : HintFate::Unknown;
    answer.failure = to_text(*worst);
  }

  static int rank(check::Fate fate) {
    switch (fate) {
      case check::Fate::Refuted: return 0;
      case check::Fate::NotProved: return 1;
      case check::Fate::Unknown: return 2;
      case check::Fate::Proved: return 3;
    }
    return 3;
  }

  const Input& input_;
  const Options& options_;
  const std::vector<HintClaim>& hold_;
  prover::QueryLog& log_;
  ProcedureResult& result_;
};

}  // namespace

std::vector<HintClaim> hints_of(const Options& options, const std::string& procedure,
                                std::size_t loops) {
  std::vector<HintClaim> found;
  for (const HintClaim& hint : options.hints) {
    if (hint.procedure == procedure && hint.loop < loops) found.push_back(hint);
  }
  return found;
}

ConjunctResult hint_conjunct(gcl::Context& context, const gcl::Program& program,
                             const gcl::Procedure& procedure, const HintClaim& hint) {
  const gcl::Expr formula = parse(context, program, procedure, hint.text);
  PAWL_ASSERT(formula, "a hint should have been parsed before");
  return {hint.text, prover::to_smtlib(formula), Origin::Hint};
}

void add_predicates(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
                    const std::vector<HintClaim>& hints) {
  const std::vector<gcl::While*> loops = loops_of(*procedure.body);
  for (const HintClaim& hint : hints) {
    if (hint.procedure != procedure.name || hint.loop >= loops.size()) continue;
    const gcl::Expr formula = parse(context, program, procedure, hint.text);
    if (!formula) continue;
    const auto same = [&](const gcl::Located& one) { return one.expr == formula; };
    const bool known = std::ranges::any_of(loops[hint.loop]->invariants, same) ||
                       std::ranges::any_of(loops[hint.loop]->predicates, same);
    if (!known) loops[hint.loop]->predicates.push_back({formula, {}});
  }
}

void judge_hints(const Input& input, const Options& options, const std::vector<HintClaim>& hold,
                 prover::QueryLog& log, ProcedureResult& result) {
  if (!options.hints.empty()) HintJudge(input, options, hold, log, result)();
}

}  // namespace pawl::engine
