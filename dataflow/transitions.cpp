// SPDX-License-Identifier: Apache-2.0
#include "dataflow/transitions.h"

#include <algorithm>
#include <unordered_set>

#include "gcl/build.h"
#include "gcl/old_constants.h"
#include "gcl/traverse.h"
#include "gcl/vc.h"
#include "support/overloaded.h"

namespace pawl::dataflow {

using abstraction::Bdd;
using gcl::Expr;

namespace {

/// Beyond these, predicates that hang together only through others are left out.
constexpr std::size_t max_cone = 24;

bool mentions_any(std::span<const Expr> vars, const std::unordered_set<Expr>& some) {
  return std::ranges::any_of(vars, [&](Expr var) { return some.contains(var); });
}

}  // namespace

Transitions::Transitions(gcl::Context& context, const gcl::Program& program,
                         const abstraction::BddManager& manager, const Predicates& predicates,
                         const Options& options, prover::QueryLog& log)
    : context_(context),
      program_(program),
      manager_(manager),
      predicates_(predicates),
      options_(options),
      prover_(prover::make_prover(context, options.prover, log)),
      background_(gcl::background(context, program)) {
  prover_->set_caller("dataflow");
  for (const Expr fact : background_) prover_->assert_formula(fact);
}

// ---- the transition relation ------------------------------------------------------------------

Bdd Transitions::start(std::size_t procedure) {
  Terms all;
  for (const PredicateId id : predicates_.of(procedure)) {
    all.push_back({predicates_.meaning(id), variable(id, Copy::CallEntry)});
  }
  return enter_state(relation(all, {}, context_.true_()), procedure);
}

Bdd Transitions::post(const Bdd& region, std::size_t procedure, const Operation& operation) {
  return std::visit(
      overloaded{
          [&](const Skip&) { return region; },
          [&](const Assume& one) {
            if (one.condition.is_true()) return region;
            if (one.condition.is_false()) return manager_.constant(false);
            if (touched(procedure, operation).empty()) return region;
            Terms pool = now(procedure);
            Terms seeds;
            for (const PredicateId id : touched(procedure, operation)) {
              seeds.push_back({predicates_.meaning(id), variable(id, Copy::Now)});
            }
            return region & relation(seeds, pool, one.condition);
          },
          [&](const Assign& one) { return update(region, procedure, one.targets, one.values); },
          [&](const Havoc& one) {
            std::vector<Expr> values;
            for (const Expr target : one.targets) values.push_back(another(target, "havoc"));
            return update(region, procedure, one.targets, values);
          },
          [&](const Call&) { return region; },
      },
      operation);
}

/// b' relates to b as the weakest preconditions do.
Bdd Transitions::update(const Bdd& region, std::size_t procedure, const std::vector<Expr>& targets,
                        const std::vector<Expr>& values) {
  gcl::Substitution change;
  for (std::size_t i = 0; i < targets.size(); ++i) change[targets[i]] = values[i];
  const std::unordered_set<Expr> changed(targets.begin(), targets.end());
  Terms seeds;
  std::vector<std::uint32_t> old;
  std::vector<abstraction::Renaming> back;
  for (const PredicateId id : predicates_.of(procedure)) {
    const Expr meaning = predicates_.meaning(id);
    if (!mentions_any(vars_of(meaning), changed)) continue;
    const Expr before = gcl::substitute(context_, meaning, change);
    if (before == meaning) continue;
    seeds.push_back({before, variable(id, Copy::Next)});
    old.push_back(variable(id, Copy::Now));
    back.push_back({variable(id, Copy::Next), variable(id, Copy::Now)});
  }
  if (seeds.empty()) return region;
  const Bdd steps = relation(seeds, now(procedure), context_.true_());
  return without(region & steps, old).rename(back);
}

Bdd Transitions::enter(const Bdd& before, std::size_t caller, const CallSite& site) {
  const Bdd both = before & binding(caller, site);
  std::vector<std::uint32_t> gone;
  for (const std::uint32_t var : both.support()) {
    if (var % copies != static_cast<std::uint32_t>(Copy::CallEntry)) gone.push_back(var);
  }
  return enter_state(without(both, gone), site.call.callee);
}

/// CallEntry becomes Now, and Entry where it speaks of what is there on entry.
Bdd Transitions::enter_state(const Bdd& bound, std::size_t callee) {
  std::vector<abstraction::Renaming> renamed;
  for (const PredicateId id : predicates_.of(callee)) {
    renamed.push_back({variable(id, Copy::CallEntry), variable(id, Copy::Now)});
  }
  Bdd result = bound.rename(renamed);
  for (const PredicateId id : predicates_.of(callee)) {
    if (!speaks_of_entry(id, program_.procedures[callee])) continue;
    result &= equal(variable(id, Copy::Entry), variable(id, Copy::Now));
  }
  return result;
}

/// From the caller's predicates now to those of the callee on entry.
Bdd Transitions::binding(std::size_t caller, const CallSite& site) {
  gcl::Substitution bind;
  for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
    bind[site.callee.parameters[i].var] = site.call.arguments[i];
  }
  for (const gcl::VarDecl& one : site.callee.results) bind[one.var] = another(one.var, "any");
  for (const gcl::VarDecl& one : site.callee.locals) bind[one.var] = another(one.var, "any");
  Terms seeds;
  for (const PredicateId id : predicates_.of(site.call.callee)) {
    gcl::Substitution all = bind;
    for (const Expr var : vars_of(predicates_.meaning(id))) {
      if (const Expr of = gcl::constant_of(context_, var)) all[var] = of;
    }
    seeds.push_back(
        {gcl::substitute(context_, predicates_.meaning(id), all), variable(id, Copy::CallEntry)});
  }
  return relation(seeds, now(caller), context_.true_());
}

Bdd Transitions::leave(const Bdd& before, const Bdd& exit, std::size_t caller,
                       const CallSite& site) {
  // The callee's summary, under the names of a call.
  std::vector<abstraction::Renaming> renamed;
  std::vector<std::uint32_t> used;
  for (const PredicateId id : predicates_.of(site.call.callee)) {
    renamed.push_back({variable(id, Copy::Entry), variable(id, Copy::CallEntry)});
    renamed.push_back({variable(id, Copy::Now), variable(id, Copy::CallExit)});
    used.push_back(variable(id, Copy::CallEntry));
  }
  const Bdd composed =
      without(before & binding(caller, site) & exit.rename(renamed), std::move(used));

  // What changes: globals that the callee may change, and the targets.
  const std::vector<Expr>& targets = site.call.targets;
  gcl::Substitution after;  // in the caller
  gcl::Substitution ours;   // what the callee says at its exit
  std::unordered_set<Expr> changed(targets.begin(), targets.end());
  for (const Expr var : site.modified) {
    after[var] = another(var, "after");
    ours[var] =
        std::ranges::find(targets, var) == targets.end() ? after[var] : another(var, "exit");
    changed.insert(var);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    after[targets[i]] = another(targets[i], "after");
    ours[site.callee.results[i].var] = after[targets[i]];
  }
  for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
    ours[site.callee.parameters[i].var] = site.call.arguments[i];
  }
  for (const gcl::VarDecl& one : site.callee.locals) ours[one.var] = another(one.var, "any");

  Terms seeds;
  std::vector<std::uint32_t> old;
  std::vector<abstraction::Renaming> back;
  for (const PredicateId id : predicates_.of(caller)) {
    const Expr meaning = predicates_.meaning(id);
    if (!mentions_any(vars_of(meaning), changed)) continue;
    seeds.push_back({gcl::substitute(context_, meaning, after), variable(id, Copy::Next)});
    old.push_back(variable(id, Copy::Now));
    back.push_back({variable(id, Copy::Next), variable(id, Copy::Now)});
  }
  Terms pool = now(caller);
  for (const PredicateId id : predicates_.of(site.call.callee)) {
    gcl::Substitution all = ours;
    for (const Expr var : vars_of(predicates_.meaning(id))) {
      if (const Expr of = gcl::constant_of(context_, var)) all[var] = of;
    }
    pool.push_back(
        {gcl::substitute(context_, predicates_.meaning(id), all), variable(id, Copy::CallExit)});
    old.push_back(variable(id, Copy::CallExit));
  }
  const Bdd returned =
      seeds.empty() ? composed : composed & relation(seeds, pool, context_.true_());
  return without(returned, std::move(old)).rename(back);
}

// ---- asking the prover ------------------------------------------------------------------------

/// All combinations of truth values of `seeds`, and of the terms of `pool` that hang together with
/// them, that some state has in which `assumption` holds.
Bdd Transitions::relation(const Terms& seeds, const Terms& pool, Expr assumption) {
  Bdd result = manager_.constant(true);
  Terms asked;
  // match:  a precondition that is a predicate, or its negation
  // result: the same truth value, and nobody is asked
  for (const Term& seed : seeds) {
    const Expr opposite = gcl::mk_not(context_, seed.meaning);
    const auto same = std::ranges::find_if(pool, [&](const Term& one) {
      return one.var != seed.var && (one.meaning == seed.meaning || one.meaning == opposite);
    });
    if (assumption.is_true() && same != pool.end()) {
      const Bdd both = equal(seed.var, same->var);
      result &= same->meaning == seed.meaning
                    ? both
                    : manager_.literal({seed.var, true}) ^ manager_.literal({same->var, true});
    } else {
      asked.push_back(seed);
    }
  }
  if (asked.empty() && assumption.is_true()) return result;
  std::set<Expr> reached;
  const auto add_vars = [&](Expr e) { reached.insert(vars_of(e).begin(), vars_of(e).end()); };
  add_vars(assumption);
  for (const Term& one : asked) add_vars(one.meaning);
  Terms cone = asked;
  std::set<std::uint32_t> in;
  for (const Term& one : asked) in.insert(one.var);
  for (bool grows = true; grows && cone.size() < max_cone;) {
    grows = false;
    const std::set<Expr> before = reached;
    for (const Term& one : pool) {
      if (in.contains(one.var)) continue;
      const std::vector<Expr>& vars = vars_of(one.meaning);
      if (std::ranges::none_of(vars, [&](Expr var) { return before.contains(var); })) continue;
      cone.push_back(one);
      in.insert(one.var);
      add_vars(one.meaning);
      grows = true;
    }
  }
  return result & abstract(cone, assumption);
}

Bdd Transitions::abstract(const Terms& terms, Expr assumption) {
  std::vector<std::pair<Expr, std::uint32_t>> key;
  for (const Term& one : terms) key.emplace_back(one.meaning, one.var);
  std::ranges::sort(key);
  const auto found = known_.find({assumption, key});
  if (found != known_.end()) return found->second;
  Bdd result = manager_.constant(true);
  std::vector<Expr> formulas;
  std::vector<abstraction::Renaming> renamed;
  for (const auto& [meaning, var] : key) {
    if (meaning.is_true() || meaning.is_false()) {
      result &= manager_.literal({var, meaning.is_true()});
      continue;
    }
    const auto same = std::ranges::find(formulas, meaning);
    if (same != formulas.end()) {
      result &= equal(var, renamed[static_cast<std::size_t>(same - formulas.begin())].to);
      continue;
    }
    renamed.push_back({static_cast<std::uint32_t>(formulas.size()), var});
    formulas.push_back(meaning);
  }
  abstraction::Options options;
  options.stop = options_.stop;
  const abstraction::Problem problem{*prover_, context_, std::span(&assumption, 1), formulas,
                                     std::span<const Expr>(background_)};
  const abstraction::Outcome outcome =
      abstraction::unite(abstraction::Region::bottom(manager_), problem, options);
  result &= outcome.region.function().rename(renamed);
  known_.emplace(std::pair(assumption, std::move(key)), result);
  return result;
}

// ---- small things -----------------------------------------------------------------------------

Transitions::Terms Transitions::now(std::size_t procedure) const {
  Terms result;
  for (const PredicateId id : predicates_.of(procedure)) {
    result.push_back({predicates_.meaning(id), variable(id, Copy::Now)});
  }
  return result;
}

/// Over globals, constants and parameters only.
bool Transitions::speaks_of_entry(PredicateId id, const gcl::Procedure& callee) const {
  return std::ranges::all_of(gcl::free_vars(predicates_.meaning(id)), [&](Expr var) {
    const auto is_it = [&](const auto& one) { return one.var == var; };
    return std::ranges::any_of(program_.globals, is_it) ||
           std::ranges::any_of(program_.constants, is_it) ||
           std::ranges::any_of(callee.parameters, is_it);
  });
}

const std::vector<PredicateId>& Transitions::touched(std::size_t procedure,
                                                     const Operation& operation) {
  auto& [size, ids] = touched_[{procedure, &operation}];
  if (size == predicates_.size() && size != 0) return ids;
  size = predicates_.size();
  ids.clear();
  std::unordered_set<Expr> vars;
  const auto add = [&](std::span<const Expr> some) { vars.insert(some.begin(), some.end()); };
  std::visit(overloaded{
                 [](const Skip&) {},
                 [&](const Assume& one) { add(vars_of(one.condition)); },
                 [&](const Assign& one) { add(one.targets); },
                 [&](const Havoc& one) { add(one.targets); },
                 [&](const Call& one) {
                   add(one.targets);
                   add(program_.procedures[one.callee].modifies);
                 },
             },
             operation);
  for (const PredicateId id : predicates_.of(procedure)) {
    if (mentions_any(vars_of(predicates_.meaning(id)), vars)) ids.push_back(id);
  }
  return ids;
}

Bdd Transitions::consistent(const Bdd& region) {
  Terms terms;
  for (const std::uint32_t var : region.support()) {
    if (var % copies == static_cast<std::uint32_t>(Copy::Now)) terms.push_back({meaning(var), var});
  }
  return relation(terms, {}, context_.true_());
}

Bdd Transitions::literal(PredicateId id, bool positive) const {
  return manager_.literal({variable(id, Copy::Now), positive});
}

Expr Transitions::meaning(std::uint32_t var) {
  const Expr now = predicates_.meaning(var / copies);
  if (var % copies == static_cast<std::uint32_t>(Copy::Now)) return now;
  gcl::Substitution at_entry;
  for (const gcl::VarDecl& global : program_.globals) {
    at_entry[global.var] = gcl::old_constant(context_, global.var);
  }
  return gcl::substitute(context_, now, at_entry);
}

Bdd Transitions::equal(std::uint32_t a, std::uint32_t b) const {
  return !(manager_.literal({a, true}) ^ manager_.literal({b, true}));
}

Bdd Transitions::without(const Bdd& function, std::vector<std::uint32_t> vars) const {
  return function.exists(vars);
}

/// A variable that no program has: `x` at another moment.
Expr Transitions::another(Expr var, const char* moment) {
  return context_.var(var.name() + "@" + moment, var.sort());
}

const std::vector<Expr>& Transitions::vars_of(Expr e) {
  const auto found = vars_.find(e);
  if (found != vars_.end()) return found->second;
  return vars_.emplace(e, gcl::free_vars(e)).first->second;
}

}  // namespace pawl::dataflow
