// SPDX-License-Identifier: Apache-2.0
#include "cli/clause_text.h"

#include <set>
#include <unordered_map>

#include "gcl/traverse.h"
#include "prover/smtlib_printer.h"

namespace pawl::cli {
namespace {

using frontend::clauses::Application;
using frontend::clauses::Clause;
using frontend::clauses::System;
using gcl::Expr;

class Writer {
 public:
  explicit Writer(const System& system) : system_(system) {}

  std::string horn() {
    std::string text = "(set-logic HORN)\n";
    for (const auto& predicate : system_.predicates) {
      text += "(declare-fun " + smtlib_symbol(predicate.name) + " (" + sorts(predicate.state) +
              ") Bool)\n";
    }
    for (const Clause& clause : system_.clauses) {
      const std::vector<Expr> variables = variables_of(clause);
      const std::string body = implication(clause);
      text += "(assert " +
              (variables.empty() ? body
                                 : "(forall (" + declarations(variables) + ")\n  " + body + ")") +
              ")\n";
    }
    return text + "(check-sat)\n";
  }

  std::string sygus() {
    std::string text = "(set-logic ALL)\n";
    for (const auto& predicate : system_.predicates) {
      text += "(synth-fun " + smtlib_symbol(predicate.name) + " (" + declarations(predicate.state) +
              ") Bool)\n";
    }
    std::set<Expr> declared;
    std::string constraints;
    for (const Clause& clause : system_.clauses) {
      for (const Expr var : variables_of(clause)) {
        if (!declared.insert(var).second) continue;
        text += "(declare-var " + symbols_.variable(var) + " " + symbols_.print(var.sort()) + ")\n";
      }
      constraints += "(constraint " + implication(clause) + ")\n";
    }
    return text + constraints + "(check-synth)\n";
  }

 private:
  static std::vector<Expr> variables_of(const Clause& clause) {
    std::vector<Expr> all{clause.constraint};
    for (const auto& one : {clause.body, clause.head}) {
      if (one) all.insert(all.end(), one->arguments.begin(), one->arguments.end());
    }
    return gcl::free_vars(all);
  }

  std::string sorts(const std::vector<Expr>& variables) {
    std::string text;
    for (const Expr var : variables) text += (text.empty() ? "" : " ") + symbols_.print(var.sort());
    return text;
  }
  std::string declarations(const std::vector<Expr>& variables) {
    std::string text;
    for (const Expr var : variables) {
      text += (text.empty() ? "(" : " (") + symbols_.variable(var) + " " +
              symbols_.print(var.sort()) + ")";
    }
    return text;
  }

  std::string print(Expr e) { return prover::SmtlibPrinter(symbols_, none_).print(e); }

  std::string print(const Application& application) {
    const std::string name = smtlib_symbol(system_.predicates[application.predicate].name);
    if (application.arguments.empty()) return name;
    std::string text = "(" + name;
    for (const Expr argument : application.arguments) text += " " + print(argument);
    return text + ")";
  }

  std::string implication(const Clause& clause) {
    const bool free = clause.constraint.is_true();
    std::string premise;
    if (clause.body) premise = print(*clause.body);
    if (!free || !clause.body) {
      const std::string constraint = print(clause.constraint);
      premise = premise.empty() ? constraint : "(and " + premise + " " + constraint + ")";
    }
    return "(=> " + premise + " " + (clause.head ? print(*clause.head) : "false") + ")";
  }

  const System& system_;
  const std::unordered_map<Expr, std::string> none_;
  prover::SmtlibSymbols symbols_;
};

}  // namespace

std::string smtlib_symbol(const std::string& name) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~!@$%^&*_-+=<>.?/";
  const bool bare = !name.empty() && name.find_first_not_of(plain) == std::string::npos &&
                    (name[0] < '0' || name[0] > '9');
  return bare ? name : "|" + name + "|";
}

std::string to_horn(const System& system) { return Writer(system).horn(); }

std::string to_sygus(const System& system) { return Writer(system).sygus(); }

}  // namespace pawl::cli
