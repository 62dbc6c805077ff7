// SPDX-License-Identifier: Apache-2.0
//
// A predicate without a loop is the strongest one that its clauses allow: for each clause there are
// values of its variables such that premise and constraint hold and the arguments are these. One
// with a loop is the loop's invariant; what that says of the state on entry is "there was one, and
// a clause from outside led to it".
#include "frontends/clauses/solution.h"

#include <algorithm>
#include <set>

#include "frontends/clauses/cases.h"
#include "frontends/clauses/components.h"
#include "gcl/build.h"
#include "gcl/moments.h"
#include "gcl/traverse.h"

namespace pawl::frontend::clauses {
namespace {

using gcl::Expr;
using gcl::Kind;

gcl::Substitution replace(const std::vector<Expr>& from, const std::vector<Expr>& to) {
  gcl::Substitution result;
  for (std::size_t i = 0; i < from.size(); ++i) result[from[i]] = to[i];
  return result;
}

std::vector<Expr> variables_of(const Clause& clause) {
  std::vector<Expr> all{clause.constraint};
  for (const auto& one : {clause.body, clause.head}) {
    if (one) all.insert(all.end(), one->arguments.begin(), one->arguments.end());
  }
  return gcl::free_vars(all);
}

class Solving {
 public:
  Solving(gcl::Context& context, const System& system,
          const std::map<std::size_t, LoopFacts>& loops, Conjuncts which)
      : context_(context),
        system_(system),
        loops_(loops),
        which_(which),
        component_(components(system)),
        found_(system.predicates.size()) {}

  std::optional<Solution> operator()() {
    std::vector<std::size_t> missing(found_.size(), 0);          // that have to be known before
    std::vector<std::vector<std::size_t>> waits(found_.size());  // for this one
    for (const Clause& clause : system_.clauses) {
      if (!clause.body || !clause.head || !needs(clause)) continue;
      ++missing[clause.head->predicate];
      waits[clause.body->predicate].push_back(clause.head->predicate);
    }
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (missing[i] == 0) ready.push_back(i);
    }
    std::size_t solved = 0;
    for (; !ready.empty(); ++solved) {
      const std::size_t next = ready.back();
      ready.pop_back();
      found_[next] = solve(next);
      for (const std::size_t waiting : waits[next]) {
        if (--missing[waiting] == 0) ready.push_back(waiting);
      }
    }
    if (solved != found_.size()) return std::nullopt;
    return found_;
  }

 private:
  /// To say something of the head, must the body be known?
  bool needs(const Clause& clause) const {
    const std::size_t head = clause.head->predicate;
    return !loops_.contains(head) || enters(clause) == Enters::Known;
  }

  /// Does a clause lead to the loop of its head, or from one of its rounds to the next?
  enum class Enters { No, Known, Unknown };
  Enters enters(const Clause& clause) const {
    if (!clause.body) return Enters::Known;
    const std::size_t head = clause.head->predicate;
    const std::size_t body = clause.body->predicate;
    if (component_[body] != component_[head]) return Enters::Known;
    auto loop = loops_.find(body);
    // It stands somewhere in a loop; whether in this one nobody knows.
    if (loop == loops_.end()) return Enters::Unknown;
    for (std::size_t at = body;; at = *loop->second.within) {
      if (at == head) return Enters::No;
      loop = loops_.find(at);
      if (loop == loops_.end() || !loop->second.within) return Enters::Known;
    }
  }

  Expr solve(std::size_t predicate) {
    const std::vector<Expr>& state = system_.predicates[predicate].state;
    const auto loop = loops_.find(predicate);
    if (loop == loops_.end()) {
      std::vector<Expr> ways;
      for (const Clause& clause : system_.clauses) {
        if (!clause.head || clause.head->predicate != predicate) continue;
        ways.push_back(some(gcl::mk_and(context_, reached(clause, state)), state));
      }
      return gcl::mk_or(context_, ways);
    }
    return at_loop(predicate, loop->second.invariant);
  }

  /// Of clauses that lead here, what is known where they do. `state`: what to call it.
  std::vector<Expr> reached(const Clause& clause, const std::vector<Expr>& state) {
    gcl::Substitution fresh;
    for (const Expr var : variables_of(clause)) {
      fresh[var] = context_.fresh_var(var.name(), var.sort());
    }
    const auto renamed = [&](Expr e) { return gcl::substitute(context_, e, fresh); };
    std::vector<Expr> result{renamed(clause.constraint)};
    if (clause.body) {
      std::vector<Expr> arguments;
      for (const Expr e : clause.body->arguments) arguments.push_back(renamed(e));
      const Predicate& from = system_.predicates[clause.body->predicate];
      result.push_back(gcl::substitute(context_, found_[clause.body->predicate],
                                       replace(from.state, arguments)));
    }
    for (std::size_t i = 0; i < state.size(); ++i) {
      result.push_back(gcl::mk_eq(context_, state[i], renamed(clause.head->arguments[i])));
    }
    return result;
  }

  /// There are values of all that is not of the state.
  Expr some(Expr formula, const std::vector<Expr>& state) {
    const std::set<Expr> kept(state.begin(), state.end());
    const std::vector<Case> cases = cases_of(context_, formula, {}, kept, Split::No);
    if (cases.empty()) return context_.false_();
    std::vector<Expr> closed;
    std::vector<Expr> open;  // conjuncts with variables that are to be bound
    std::set<Expr> bound;
    for (const Expr e : cases.front().assumed) {
      bool is_open = false;
      for (const Expr var : gcl::free_vars(e)) {
        if (kept.contains(var)) continue;
        is_open = true;
        bound.insert(var);
      }
      (is_open ? open : closed).push_back(e);
    }
    const std::vector<Expr> vars(bound.begin(), bound.end());
    if (!vars.empty()) closed.push_back(exists(vars, gcl::mk_and(context_, open)));
    return gcl::mk_and(context_, closed);
  }

  Expr exists(const std::vector<Expr>& vars, Expr body) {
    gcl::Substitution bind;
    std::vector<Expr> bound;
    for (const Expr var : vars) {
      bound.push_back(context_.bound_var(var.name(), var.sort()));
      bind[var] = bound.back();
    }
    return context_.make_quantifier(Kind::Exists, bound, {}, gcl::substitute(context_, body, bind));
  }

  Expr at_loop(std::size_t predicate, const std::vector<Expr>& invariant) {
    const std::vector<Expr>& state = system_.predicates[predicate].state;
    const auto of_state = [&](Expr e) {
      return !gcl::mentions(e, Kind::Entry) && !gcl::mentions(e, Kind::Old) &&
             std::ranges::all_of(gcl::free_vars(e), [&](Expr v) {
               return std::ranges::find(state, v) != state.end();
             });
    };
    std::vector<Expr> plain;
    std::vector<Expr> other;
    for (const Expr e : invariant) (of_state(e) ? plain : other).push_back(e);
    if (which_ == Conjuncts::All && !other.empty()) {
      plain.push_back(with_entry(predicate, other));
    }
    return gcl::mk_and(context_, plain);
  }

  Expr with_entry(std::size_t predicate, const std::vector<Expr>& conjuncts) {
    const std::vector<Expr>& state = system_.predicates[predicate].state;
    std::vector<Expr> entry;
    for (const Expr var : state) entry.push_back(context_.fresh_var(var.name(), var.sort()));
    std::map<std::pair<Expr, gcl::Moment>, Expr> earlier;
    for (std::size_t i = 0; i < state.size(); ++i) {
      earlier[{state[i], gcl::Moment::Entry}] = entry[i];
    }
    const Expr known = gcl::read_vars(context_, gcl::mk_and(context_, conjuncts),
                                      [&](Expr var, gcl::Moment moment) {
                                        if (moment == gcl::Moment::Now) return var;
                                        Expr& then = earlier[{var, moment}];
                                        if (!then)
                                          then = context_.fresh_var(var.name(), var.sort());
                                        return then;
                                      });
    std::vector<Expr> ways;
    for (const Clause& clause : system_.clauses) {
      if (!clause.head || clause.head->predicate != predicate) continue;
      const Enters how = enters(clause);
      if (how == Enters::No) continue;
      if (how == Enters::Unknown) return some(known, state);
      std::vector<Expr> way = reached(clause, entry);
      way.push_back(known);
      ways.push_back(some(gcl::mk_and(context_, way), state));
    }
    return gcl::mk_or(context_, ways);
  }

  gcl::Context& context_;
  const System& system_;
  const std::map<std::size_t, LoopFacts>& loops_;
  Conjuncts which_;
  std::vector<std::size_t> component_;
  Solution found_;
};

}  // namespace

std::optional<Solution> solution(gcl::Context& context, const System& system,
                                 const std::map<std::size_t, LoopFacts>& loops, Conjuncts which) {
  return Solving(context, system, loops, which)();
}

Expr obligation(gcl::Context& context, const System& system, const Clause& clause,
                const Solution& solution) {
  const auto holds = [&](const Application& application) {
    const Predicate& predicate = system.predicates[application.predicate];
    return gcl::substitute(context, solution[application.predicate],
                           replace(predicate.state, application.arguments));
  };
  std::vector<Expr> premises;
  if (clause.body) premises.push_back(holds(*clause.body));
  premises.push_back(clause.constraint);
  const Expr conclusion = clause.head ? holds(*clause.head) : context.false_();
  return gcl::mk_implies(context, gcl::mk_and(context, premises), conclusion);
}

}  // namespace pawl::frontend::clauses
