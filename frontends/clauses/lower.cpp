// SPDX-License-Identifier: Apache-2.0
//
// Linear clauses are the edges of a control-flow graph whose nodes are the predicates. The state at
// a predicate is its arguments, in variables that predicates with the same names share; what a
// clause leaves open is havocked. gcl::structure makes loops of the graph.
//
// A recursive predicate goes on with a clause of its own component, or leaves it: `while *`. It is
// `while g` if every clause that goes on assumes g, and what leaves is a query, or assumes that g
// does not hold. Then a query is asked in each round and after the last one: whatever the state, it
// is asked of it, and a run does not have to leave at the right time to come to it.
#include "frontends/clauses/lower.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontends/clauses/cases.h"
#include "frontends/clauses/components.h"
#include "gcl/build.h"
#include "gcl/cfg.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"

namespace pawl::frontend::clauses {
namespace {

using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

class Lowering {
 public:
  Lowering(const System& system, gcl::Context& context)
      : system_(system),
        context_(context),
        component_(components(system)),
        recursive_(recursive_predicates(system)) {}

  gcl::Cfg operator()() {
    cfg_.entry = add({});
    heads_.reserve(system_.predicates.size());
    for (const Predicate& predicate : system_.predicates) {
      heads_.push_back(add(predicate.range));
      for (const Expr var : predicate.state) declare(var);
    }
    from_.resize(heads_.size());
    Ways facts;
    for (const Clause& clause : system_.clauses) {
      Ways& ways = clause.body ? from_[clause.body->predicate] : facts;
      if (!clause.head) {
        ways.queries.push_back(&clause);
      } else {
        std::vector<Way>& to = stays(clause) ? ways.inside : ways.outside;
        for (Way& one : transitions(clause)) to.push_back(std::move(one));
      }
    }
    ask(cfg_.entry, facts);
    choose(cfg_.entry, facts.outside);
    for (std::size_t i = 0; i < heads_.size(); ++i) close(i);
    return std::move(cfg_);
  }

  const std::vector<Expr>& variables() const { return variables_; }

 private:
  /// A clause, or one of its cases.
  struct Way {
    BlockId block = 0;
    std::vector<Expr> assumed;
  };
  /// What may be done at a predicate.
  struct Ways {
    std::vector<Way> inside;  // of its component
    std::vector<Way> outside;
    std::vector<const Clause*> queries;
  };

  bool stays(const Clause& clause) const {
    return clause.body && component_[clause.body->predicate] == component_[clause.head->predicate];
  }

  BlockId add(SourceRange range) {
    cfg_.blocks.emplace_back();
    cfg_.blocks.back().range = range;
    cfg_.blocks.back().end = gcl::Finish{};
    return cfg_.blocks.size() - 1;
  }

  void declare(Expr var) {
    if (declared_.insert(var).second) variables_.push_back(var);
  }

  /// From `block` to one of them; to none: the code ends there.
  void choose(BlockId block, const std::vector<Way>& targets) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (i + 1 == targets.size()) {
        cfg_.blocks[block].end = gcl::Goto{targets[i].block};
        return;
      }
      const BlockId rest = add({});
      cfg_.blocks[block].end = gcl::Branch{std::nullopt, targets[i].block, rest};
      block = rest;
    }
  }

  void close(std::size_t predicate) {
    const BlockId head = heads_[predicate];
    const Ways& ways = from_[predicate];
    if (!recursive_[predicate] || ways.inside.empty()) {
      ask(head, ways);
      return choose(head, ways.outside);
    }
    cfg_.blocks[head].clauses.origin = predicate + 1;
    const BlockId body = add({});
    const BlockId after = add({});
    const std::optional<Expr> guard = guard_of(ways);
    if (guard) {
      ask(body, ways);
      ask(after, ways);
      choose(after, ways.outside);
    } else {
      std::vector<Way> leaving = ways.outside;
      if (!ways.queries.empty()) {
        leaving.push_back({add({}), {}});
        ask(leaving.back().block, ways);
      }
      choose(after, leaving);
    }
    choose(body, ways.inside);
    std::optional<gcl::Located> condition;
    // Without one a loop may be left at any time: a run that never ends is of no use to anybody.
    if (guard && !guard->is_true()) {
      condition = gcl::Located{*guard, system_.predicates[predicate].range};
    }
    cfg_.blocks[head].end = gcl::Branch{std::move(condition), body, after};
  }

  /// What holds whenever the loop goes on, and does not when it is left.
  std::optional<Expr> guard_of(const Ways& ways) {
    std::vector<Expr> common;
    for (const Expr e : ways.inside.front().assumed) {
      const bool everywhere = std::ranges::all_of(ways.inside, [&](const Way& one) {
        return std::ranges::find(one.assumed, e) != one.assumed.end();
      });
      if (everywhere) common.push_back(e);
    }
    if (ways.outside.empty()) return gcl::mk_and(context_, common);
    const auto decides = [&](Expr e) {
      return std::ranges::all_of(ways.outside, [&](const Way& one) {
        return std::ranges::find(one.assumed, opposite(e)) != one.assumed.end();
      });
    };
    const auto found = std::ranges::find_if(common, decides);
    if (found == common.end()) return std::nullopt;
    return *found;
  }

  Expr opposite(Expr e) {
    if (e.is(Kind::Lt)) return gcl::mk_le(context_, e.arg(1), e.arg(0));
    if (e.is(Kind::Le)) return gcl::mk_lt(context_, e.arg(1), e.arg(0));
    return gcl::mk_not(context_, e);
  }

  /// A clause in the variables of the program: where the premise binds one of its own to a part of
  /// the state it is that part, and no other is called like one.
  struct Instance {
    Expr constraint;
    std::vector<Expr> arguments;
    std::set<Expr> state;  // known when the clause is used
  };
  Instance instance(const Clause& clause) {
    Instance result;
    gcl::Substitution names;
    std::vector<Expr> constraint;
    std::vector<Expr> all = gcl::free_vars(clause.constraint);
    const auto mention = [&](const std::optional<Application>& application) {
      if (!application) return;
      for (const Expr var : gcl::free_vars(application->arguments)) all.push_back(var);
    };
    mention(clause.body);
    mention(clause.head);
    std::vector<std::pair<Expr, Expr>> equations;
    if (clause.body) {
      const Predicate& from = system_.predicates[clause.body->predicate];
      result.state.insert(from.state.begin(), from.state.end());
      for (std::size_t i = 0; i < from.state.size(); ++i) {
        const Expr argument = clause.body->arguments[i];
        const bool binds = argument.is(Kind::Var) && names.emplace(argument, from.state[i]).second;
        if (!binds) equations.emplace_back(from.state[i], argument);
      }
    }
    // What a clause chooses for an argument has the argument's name, so that nothing is known of it
    // by another one.
    std::set<Expr> taken = result.state;
    if (clause.head) {
      const std::vector<Expr>& targets = system_.predicates[clause.head->predicate].state;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        const Expr argument = clause.head->arguments[i];
        const bool chosen = argument.is(Kind::Var) && !names.contains(argument);
        if (chosen && taken.insert(targets[i]).second) names[argument] = targets[i];
      }
    }
    for (const Expr var : all) {
      if (names.contains(var)) continue;
      names[var] = taken.contains(var) ? context_.fresh_var(var.name(), var.sort()) : var;
    }
    const auto renamed = [&](Expr e) { return gcl::substitute(context_, e, names); };
    for (const auto& [state, argument] : equations) {
      constraint.push_back(gcl::mk_eq(context_, state, renamed(argument)));
    }
    constraint.push_back(renamed(clause.constraint));
    result.constraint = gcl::mk_and(context_, constraint);
    if (clause.head) {
      for (const Expr argument : clause.head->arguments) {
        result.arguments.push_back(renamed(argument));
      }
    }
    return result;
  }

  std::vector<Expr> outside(const std::set<Expr>& state, const std::vector<Expr>& formulas) {
    std::vector<Expr> result;
    for (const Expr var : gcl::free_vars(formulas)) {
      if (!state.contains(var)) result.push_back(var);
    }
    return result;
  }

  std::vector<Way> transitions(const Clause& clause) {
    const Instance used = instance(clause);
    const Split split = clause.body ? Split::Yes : Split::No;
    std::vector<Way> result;
    for (const Case& one : cases_of(context_, used.constraint, used.arguments, used.state, split)) {
      result.push_back({transition(clause, one, used.state), {}});
      for (const Expr e : one.assumed) {
        if (outside(used.state, {e}).empty()) result.back().assumed.push_back(e);
      }
    }
    return result;
  }

  BlockId transition(const Clause& clause, const Case& one, const std::set<Expr>& state) {
    const std::vector<Expr>& targets = system_.predicates[clause.head->predicate].state;
    std::vector<std::pair<Expr, Expr>> assigned;
    std::vector<Expr> havocked;  // their values do not matter to anything else
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const Expr value = one.arguments[i];
      if (is_any(one, value, state)) {
        havocked.push_back(targets[i]);
      } else if (value != targets[i]) {
        assigned.emplace_back(targets[i], value);
      }
    }
    const BlockId block = add({});
    gcl::Block& code = cfg_.blocks[block].statements;
    std::vector<Expr> formulas = one.assumed;
    for (const auto& [target, value] : assigned) formulas.push_back(value);
    // An argument that is its target is assumed things of, or it were havocked.
    std::vector<Expr> chosen = outside(state, formulas);
    for (const Expr var : chosen) declare(var);
    // Before the first clause everything has any value.
    if (clause.body && !chosen.empty()) code.push_back(gcl::make_havoc(chosen, clause.range));
    for (const Expr e : one.assumed) code.push_back(gcl::make_assume({e, clause.range}));
    if (!assigned.empty()) code.push_back(gcl::make_assign(assigned, clause.range));
    if (clause.body && !havocked.empty()) {
      code.push_back(gcl::make_havoc(havocked, clause.range));
    } else {
      havoc_touched(code, clause, chosen, havocked);
    }
    cfg_.blocks[block].end = gcl::Goto{heads_[clause.head->predicate]};
    return block;
  }

  /// At the start a variable has any value, unless the clause itself speaks of it.
  void havoc_touched(gcl::Block& code, const Clause& clause, const std::vector<Expr>& chosen,
                     const std::vector<Expr>& havocked) {
    std::vector<Expr> touched;
    for (const Expr var : havocked) {
      if (std::ranges::find(chosen, var) != chosen.end()) touched.push_back(var);
    }
    if (!touched.empty()) code.push_back(gcl::make_havoc(touched, clause.range));
  }

  /// A variable that the clause says nothing of, given to one argument.
  bool is_any(const Case& one, Expr value, const std::set<Expr>& state) const {
    if (!value.is(Kind::Var) || state.contains(value)) return false;
    const auto holds = [&](Expr e) { return gcl::occurs(value, e); };
    return std::ranges::count_if(one.arguments, holds) == 1 &&
           std::ranges::none_of(one.assumed, holds);
  }

  void ask(BlockId block, const Ways& ways) {
    for (const Clause* clause : ways.queries) ask(block, *clause);
  }

  void ask(BlockId block, const Clause& clause) {
    const Instance used = instance(clause);
    gcl::Block& code = cfg_.blocks[block].statements;
    const std::vector<Case> cases = cases_of(context_, used.constraint, {}, used.state, Split::No);
    const Expr bad = cases.empty() ? context_.false_() : gcl::mk_and(context_, cases[0].assumed);
    const std::vector<Expr> chosen = outside(used.state, {bad});
    for (const Expr var : chosen) declare(var);
    if (clause.body && !chosen.empty()) code.push_back(gcl::make_havoc(chosen, clause.range));
    gcl::Assert claim;
    claim.condition = {gcl::mk_not(context_, bad), clause.range};
    code.push_back({std::move(claim), clause.range});
  }

  const System& system_;
  gcl::Context& context_;
  std::vector<std::size_t> component_;
  std::vector<bool> recursive_;
  gcl::Cfg cfg_;
  std::vector<BlockId> heads_;  // by predicate
  std::vector<Ways> from_;      // by predicate
  std::vector<Expr> variables_;
  std::set<Expr> declared_;
};

}  // namespace

std::optional<gcl::Program> lower(const System& system, gcl::Context& context,
                                  Diagnostics& diagnostics) {
  Lowering lowering(system, context);
  gcl::Cfg cfg = lowering();
  std::vector<Expr> variables = lowering.variables();
  gcl::make_reducible(context, cfg, [&] {
    variables.push_back(context.fresh_var("at", context.int_sort()));
    return variables.back();
  });
  std::optional<gcl::Block> body = gcl::structure(context, std::move(cfg), "done", diagnostics);
  if (!body) return std::nullopt;
  gcl::Procedure main;
  main.name = "main";
  if (!system.clauses.empty()) main.range = system.clauses.front().range;
  for (const Expr var : variables) main.locals.push_back({var, main.range});
  main.body = std::move(*body);
  gcl::Program program;
  program.procedures.push_back(std::move(main));
  return program;
}

}  // namespace pawl::frontend::clauses
