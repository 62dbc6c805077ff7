// SPDX-License-Identifier: Apache-2.0
//
// A formula over unknown predicates becomes clauses: premises are collected on the way to the
// conclusion, through implications, negations and disjunctions. A disjunction of premises that
// holds predicates, and a conjunction of conclusions, are several clauses. Two predicates in the
// premises of one clause make it nonlinear; it has no place in a program of loops and is refused.
#include "frontends/clauses/reader.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::clauses {

using gcl::Expr;
using gcl::Kind;

namespace {

constexpr std::size_t most_clauses = 20'000;

Expr negated(gcl::Context& context, Expr e) { return gcl::mk_not(context, e); }

}  // namespace

Reader::Reader(gcl::Context& context, const SourceFile& file, gcl::Reporter& reporter,
               Dialect dialect)
    : context_(context),
      reporter_(reporter),
      names_(context),
      terms_(context, names_, reporter),
      place_(file) {
  system_.dialect = dialect;
}

bool Reader::declare_predicate(const Sexpr& name, const std::vector<gcl::Sort>& sorts,
                               std::vector<std::string> names, const Sexpr& at) {
  if (!terms_.declare(name, sorts)) return false;
  index_.emplace(name.text, system_.predicates.size());
  sorts_.push_back(sorts);
  system_.predicates.push_back({std::string(name.text), {}, std::move(names), place_(at.range)});
  return true;
}

void Reader::claim(const Sexpr& text) {
  // Variables may have the name of others that were bound before: the innermost counts.
  std::vector<std::string_view> bound;
  const Sexpr* inner = &text;
  bool ok = true;
  bool denied = false;
  const auto open = [&](const Sexpr& quantifier) {
    const auto variables = terms_.bindings(quantifier.items[1]);
    ok = variables.has_value();
    for (std::size_t i = 0; ok && i < variables->size(); ++i) {
      const auto& [name, sort] = (*variables)[i];
      terms_.bind(name, names_.variable(name, sort));
      bound.push_back(name);
    }
  };
  while (ok && inner->is_call("forall") && inner->items.size() == 3) {
    open(*inner);
    inner = &inner->items[2];
  }
  // "There are none such that": (not (exists (...) ...)).
  if (ok && inner->is_call("not") && inner->items.size() == 2 &&
      inner->items[1].is_call("exists") && inner->items[1].items.size() == 3) {
    denied = true;
    inner = &inner->items[1];
    while (ok && inner->is_call("exists") && inner->items.size() == 3) {
      open(*inner);
      inner = &inner->items[2];
    }
  }
  const Expr formula = ok ? terms_.formula(*inner) : Expr();
  if (formula) claim(denied ? negated(context_, formula) : formula, text);
  for (const std::string_view name : bound) terms_.unbind(name);
}

void Reader::claim(Expr formula, const Sexpr& at) { add_conclusion({}, formula, at); }

bool Reader::has_predicate(Expr e) {
  gcl::post_order(e, [&](Expr node) {
    bool found = node.is(Kind::Apply);
    for (const Expr arg : node.args()) found = found || has_predicate_.at(arg);
    has_predicate_[node] = found;
  });
  return has_predicate_.at(e);
}

void Reader::add_conclusion(Open open, Expr e, const Sexpr& at) {
  if (reporter_.stopped()) return;
  if (e.is(Kind::Apply)) return close(open, e, at);
  if (!has_predicate(e)) {
    if (e.is_true()) return;
    open.constraint.push_back(negated(context_, e));
    return close(open, std::nullopt, at);
  }
  switch (e.kind()) {
    case Kind::Implies:
      return add_disjunction(std::move(open), std::vector{negated(context_, e.arg(0)), e.arg(1)},
                             at);
    case Kind::Or: return add_disjunction(std::move(open), e.args(), at);
    case Kind::And:
      for (const Expr arg : e.args()) add_conclusion(open, arg, at);
      return;
    case Kind::Not:
      if (e.arg(0).is(Kind::Not)) return add_conclusion(std::move(open), e.arg(0).arg(0), at);
      return add_disjunction(std::move(open), std::vector{e, context_.false_()}, at);
    default:
      reporter_.error(at.range, "a predicate stands where no Horn clause has one",
                      "a clause is (=> (and (p x) constraint) (q y))");
  }
}

/// Negations become premises, what is left is the conclusion.
void Reader::add_disjunction(Open open, std::span<const Expr> literals, const Sexpr& at) {
  std::vector<Expr> split;  // premises of which each makes a clause of its own
  Expr conclusion = context_.false_();
  for (const Expr literal : literals) {
    const Expr denied = literal.is(Kind::Not) ? literal.arg(0) : Expr();
    if (!denied) {
      if (!has_predicate(literal)) {
        open.constraint.push_back(negated(context_, literal));
      } else if (conclusion.is_false()) {
        conclusion = literal;
      } else {
        reporter_.error(at.range, "this clause has two conclusions",
                        "a Horn clause has one predicate that is not negated");
        return;
      }
    } else if (denied.is(Kind::Or) && has_predicate(denied)) {
      if (!split.empty()) {
        reporter_.error(at.range, "this clause has several disjunctions of predicates",
                        "write one clause for each case");
        return;
      }
      split.assign(denied.args().begin(), denied.args().end());
    } else {
      for (const Expr premise : gcl::conjuncts(denied)) {
        if (!add_premise(open, premise, at)) return;
      }
    }
  }
  const auto go_on = [&](const Open& with) {
    if (conclusion.is_false()) {
      close(with, std::nullopt, at);
    } else {
      add_conclusion(with, conclusion, at);
    }
  };
  if (split.empty()) return go_on(open);
  for (const Expr one : split) {
    Open with = open;
    for (const Expr premise : gcl::conjuncts(one)) {
      if (!add_premise(with, premise, at)) return;
    }
    go_on(with);
  }
}

bool Reader::add_premise(Open& open, Expr premise, const Sexpr& at) {
  if (!has_predicate(premise)) {
    open.constraint.push_back(premise);
    return true;
  }
  if (!premise.is(Kind::Apply)) {
    reporter_.error(at.range, "a predicate stands where no Horn clause has one",
                    "a clause is (=> (and (p x) constraint) (q y))");
  } else if (open.body && *open.body != premise) {
    reporter_.error(at.range, "this clause is not linear",
                    "one predicate may stand among the premises");
  } else {
    open.body = premise;
    return true;
  }
  return false;
}

Application Reader::application(Expr apply) const {
  return {index_.at(apply.name()), {apply.args().begin(), apply.args().end()}};
}

void Reader::close(const Open& open, std::optional<Expr> head, const Sexpr& at) {
  Clause clause;
  clause.constraint = gcl::mk_and(context_, open.constraint);
  if (clause.constraint.is_false()) return;  // says nothing
  bool nested = false;                       // a condition among the arguments may hold a predicate
  const auto look = [&](const std::optional<Expr>& apply) {
    if (!apply) return;
    for (const Expr arg : apply->args()) nested = nested || has_predicate(arg);
  };
  look(open.body);
  look(head);
  if (nested) {
    reporter_.error(at.range, "a predicate stands where no Horn clause has one",
                    "the arguments of a predicate are terms");
    return;
  }
  if (system_.clauses.size() >= most_clauses) {
    reporter_.error(at.range, "too many clauses",
                    "at most " + std::to_string(most_clauses) + " are accepted");
    return;
  }
  if (open.body) clause.body = application(*open.body);
  if (head) clause.head = application(*head);
  clause.range = place_(at.range);
  system_.clauses.push_back(std::move(clause));
}

/// The state of a predicate is called as most clauses would: by the variables that the first clause
/// about it gives to it.
void Reader::name_arguments() {
  for (std::size_t i = 0; i < system_.predicates.size(); ++i) {
    Predicate& predicate = system_.predicates[i];
    std::vector<Expr> from(sorts_[i].size());
    const auto look = [&](const std::optional<Application>& application) {
      if (!application || application->predicate != i) return;
      for (std::size_t k = 0; k < from.size(); ++k) {
        const Expr argument = application->arguments[k];
        const bool taken = std::ranges::find(from, argument) != from.end();
        if (!from[k] && argument.is(Kind::Var) && !taken) from[k] = argument;
      }
    };
    for (const Clause& clause : system_.clauses) look(clause.body);
    for (const Clause& clause : system_.clauses) look(clause.head);
    const bool named = predicate.names.size() == from.size();
    for (std::size_t k = 0; k < from.size(); ++k) {
      // By name, so that predicates that speak of one variable share it.
      const std::string name = named ? predicate.names[k] : "x" + std::to_string(k);
      Expr var = !named && from[k] ? from[k] : names_.variable(name, sorts_[i][k]);
      if (std::ranges::find(predicate.state, var) != predicate.state.end()) {
        var = names_.another(name, sorts_[i][k]);
      }
      predicate.state.push_back(var);
      if (!named) predicate.names.push_back(var.name());
    }
  }
}

System Reader::finish() && {
  name_arguments();
  return std::move(system_);
}

}  // namespace pawl::frontend::clauses
