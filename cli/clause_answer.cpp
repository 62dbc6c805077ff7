// SPDX-License-Identifier: Apache-2.0
#include "cli/clause_answer.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "cli/clause_text.h"
#include "cli/derivation.h"
#include "frontends/clauses/solution.h"
#include "gcl/build.h"
#include "gcl/targets.h"
#include "gcl/traverse.h"
#include "prover/query_log.h"
#include "prover/smtlib_printer.h"
#include "result/annotate.h"
#include "support/overloaded.h"

namespace pawl::cli {
namespace {

namespace clauses = frontend::clauses;
using clauses::Dialect;
using clauses::Solution;
using clauses::System;
using gcl::Expr;

std::string print(Expr e, prover::SmtlibSymbols& symbols) {
  const std::unordered_map<Expr, std::string> none;
  return prover::SmtlibPrinter(symbols, none).print(e);
}

std::string definition(gcl::Context& context, const clauses::Predicate& predicate, Expr formula) {
  prover::SmtlibSymbols symbols;
  gcl::Substitution named;
  std::string parameters;
  for (std::size_t i = 0; i < predicate.state.size(); ++i) {
    const Expr var = context.var(predicate.names[i], predicate.state[i].sort());
    named[predicate.state[i]] = var;
    parameters +=
        (i == 0 ? "(" : " (") + symbols.variable(var) + " " + symbols.print(var.sort()) + ")";
  }
  return "(define-fun " + smtlib_symbol(predicate.name) + " (" + parameters + ") Bool\n  " +
         print(gcl::substitute(context, formula, named), symbols) + ")\n";
}

class Answer {
 public:
  Answer(const SourceInput& input, const result::Result& result,
         const prover::ProverOptions& prover)
      : input_(input), result_(result), options_(prover) {}

  std::string operator()() {
    Diagnostics ignored;
    std::optional<gcl::Program> program = input_.load(context_, result_.purpose, ignored);
    std::optional<System> system = input_.clauses(context_);
    if (!program || !system) return "unknown\n";
    system_ = std::move(*system);
    program_ = std::move(*program);
    const result::Verdict verdict = result::judge(result_).verdict;
    if (verdict == result::Verdict::True) {
      if (const auto found = solved()) return said(yes(), definitions(*found));
    }
    if (verdict == result::Verdict::False) {
      if (const auto found = refuted()) return said(no(), steps(*found));
    }
    return said(system_.dialect == Dialect::Sygus ? "fail" : "unknown", "");
  }

 private:
  /// There are such predicates.
  const char* yes() const {
    switch (system_.dialect) {
      case Dialect::Sygus: return "";
      case Dialect::Horn: return "sat";
      case Dialect::Rules: return "unsat";
    }
    return "";
  }
  const char* no() const {
    switch (system_.dialect) {
      case Dialect::Sygus: return "infeasible";
      case Dialect::Horn: return "unsat";
      case Dialect::Rules: return "sat";
    }
    return "";
  }
  static std::string said(const std::string& word, const std::string& rest) {
    return (word.empty() ? "" : word + "\n") + rest;
  }

  std::unique_ptr<prover::Prover> fresh_prover() {
    return prover::make_prover(context_, options_, log_);
  }

  std::optional<Solution> solved() {
    gcl::Program annotated = program_;
    result::annotate(context_, result_, annotated);
    loops_.clear();
    collect(annotated, *annotated.procedures.front().body, std::nullopt);
    for (const auto which : {clauses::Conjuncts::OfState, clauses::Conjuncts::All}) {
      std::optional<Solution> found = clauses::solution(context_, system_, loops_, which);
      if (found && holds(*found)) return found;
    }
    return std::nullopt;
  }

  void collect(const gcl::Program& program, const gcl::Block& block,
               std::optional<std::size_t> within) {
    for (const gcl::Stmt& stmt : block) {
      std::visit(
          overloaded{
              [&](const gcl::Choice& choice) {
                for (const auto& one : choice.branches) collect(program, one, within);
              },
              [&](const gcl::If& branch) {
                collect(program, branch.then_branch, within);
                collect(program, branch.else_branch, within);
              },
              [&](const gcl::LabeledBlock& labeled) { collect(program, labeled.body, within); },
              [&](const gcl::While& loop) {
                const bool known = loop.origin != 0;
                if (known) add(program, loop, within);
                collect(program, loop.body, known ? std::optional(loop.origin - 1) : within);
              },
              [](const auto&) {}},
          stmt.node);
    }
  }

  void add(const gcl::Program& program, const gcl::While& loop, std::optional<std::size_t> within) {
    clauses::LoopFacts& facts = loops_[loop.origin - 1];
    facts.within = within;
    for (const gcl::Located& one : loop.invariants) facts.invariant.push_back(one.expr);
    // Programs need not say it: what a loop does not change is as it was.
    const std::vector<Expr> changed = gcl::targets(program, loop.body);
    for (const Expr var : system_.predicates[loop.origin - 1].state) {
      if (std::ranges::find(changed, var) != changed.end()) continue;
      facts.invariant.push_back(gcl::mk_eq(context_, var, context_.make(gcl::Kind::Entry, {var})));
    }
  }

  /// Of every clause, each asked by itself.
  bool holds(const Solution& found) {
    return std::ranges::all_of(system_.clauses, [&](const clauses::Clause& clause) {
      const Expr claim = clauses::obligation(context_, system_, clause, found);
      return fresh_prover()->entails({}, claim) == prover::Answer::Yes;
    });
  }

  std::string definitions(const Solution& found) {
    std::string text;
    for (std::size_t i = 0; i < found.size(); ++i) {
      text += definition(context_, system_.predicates[i], found[i]);
    }
    return text;
  }

  std::optional<std::vector<DerivationStep>> refuted() {
    for (const result::ProcedureResult& procedure : result_.procedures) {
      for (const result::ObligationResult& one : procedure.obligations) {
        if (!one.real_run) continue;
        const auto prover = fresh_prover();
        auto found = derivation(context_, system_, program_, *one.real_run, *prover);
        if (found) return found;
      }
    }
    return std::nullopt;
  }

  std::string steps(const std::vector<DerivationStep>& found) {
    prover::SmtlibSymbols symbols;
    std::string text;
    for (const DerivationStep& step : found) {
      std::string fact = "false";
      if (step.clause->head) {
        fact = smtlib_symbol(system_.predicates[step.clause->head->predicate].name);
        for (const Expr argument : step.arguments) fact += " " + print(argument, symbols);
        if (!step.arguments.empty()) fact = "(" + fact + ")";
      }
      text += "; " + fact + ", by line " + std::to_string(step.clause->range.begin.line) + "\n";
    }
    return text;
  }

  const SourceInput& input_;
  const result::Result& result_;
  const prover::ProverOptions& options_;
  prover::QueryLog log_;
  gcl::Context context_;
  System system_;
  gcl::Program program_;
  std::map<std::size_t, clauses::LoopFacts> loops_;  // by predicate
};

}  // namespace

std::string clause_answer(const SourceInput& input, const result::Result& result,
                          const prover::ProverOptions& prover) {
  return Answer(input, result, prover)();
}

}  // namespace pawl::cli
