// SPDX-License-Identifier: Apache-2.0
//
// The run tells the states in which it comes to the predicates that have loops. Between two of
// them lie few clauses: these are tried in order, and a path whose constraints with both ends are
// satisfiable gives the predicates in between their arguments. The answer of the prover is a model,
// so each step is an instance of its clause.
#include "cli/derivation.h"

#include <map>

#include "check/choices.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::cli {
namespace {

using frontend::clauses::Application;
using frontend::clauses::Clause;
using frontend::clauses::System;
using gcl::Expr;

/// A path between two visits may branch; somewhere it has to end.
constexpr std::size_t most_queries = 20'000;

Expr literal(gcl::Context& context, const gcl::Value& value) {
  if (value.is_bool()) return context.bool_(value.as_bool());
  if (value.is_integer()) return context.int_const(gcl::to_string(value));
  if (!value.is_map()) return {};
  const gcl::MapValue& map = value.as_map();
  const Expr otherwise = literal(context, map.default_value);
  Expr result = otherwise ? context.make_const_map(map.sort, otherwise) : Expr();
  for (const auto& [key, element] : map.updates) {
    const Expr at = result ? literal(context, key) : Expr();
    const Expr what = at ? literal(context, element) : Expr();
    result = what ? gcl::mk_store(context, result, at, what) : Expr();
  }
  return result;
}

struct Visit {
  std::size_t predicate = 0;
  std::vector<Expr> arguments;  // literals
};

class Search {
 public:
  Search(gcl::Context& context, const System& system, prover::Prover& prover)
      : context_(context), system_(system), prover_(prover) {}

  /// Appends the steps between them; null: the start, or `false`.
  bool connect(const Visit* from, const Visit* to, std::vector<DerivationStep>& steps) {
    path_.clear();
    to_ = to;
    prover_.push();
    const bool found = from == nullptr ? extend(std::nullopt)
                                       : extend(Application{from->predicate, from->arguments});
    prover_.pop();
    if (found) steps.insert(steps.end(), found_.begin(), found_.end());
    return found;
  }

 private:
  /// Recursion is as deep as paths without loops are long.
  bool extend(const std::optional<Application>& at) {
    if (path_.size() > system_.predicates.size()) return false;
    for (const Clause& clause : system_.clauses) {
      if (clause.body.has_value() != at.has_value()) continue;
      if (at && clause.body->predicate != at->predicate) continue;
      if (to_ == nullptr ? false : !clause.head) continue;
      if (queries_++ > most_queries) return false;
      prover_.push();
      const bool done = use(clause, at);
      prover_.pop();
      if (done) return true;
    }
    return false;
  }

  bool use(const Clause& clause, const std::optional<Application>& at) {
    gcl::Substitution fresh;
    const auto renamed = [&](Expr e) {
      for (const Expr var : gcl::free_vars(e)) {
        if (!fresh.contains(var)) fresh[var] = context_.fresh_var(var.name(), var.sort());
      }
      return gcl::substitute(context_, e, fresh);
    };
    const auto same = [&](const std::vector<Expr>& a, const std::vector<Expr>& b) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        prover_.assert_formula(gcl::mk_eq(context_, a[i], b[i]));
      }
    };
    if (at) {
      std::vector<Expr> bound;
      for (const Expr e : clause.body->arguments) bound.push_back(renamed(e));
      same(bound, at->arguments);
    }
    prover_.assert_formula(renamed(clause.constraint));
    std::vector<Expr> given;
    if (clause.head) {
      for (const Expr e : clause.head->arguments) given.push_back(renamed(e));
    }
    path_.push_back({&clause, given});
    const bool found = arrives(clause, given, same) || goes_on(clause, given);
    path_.pop_back();
    return found;
  }

  template <class Same>
  bool arrives(const Clause& clause, const std::vector<Expr>& given, const Same& same) {
    const bool there = to_ == nullptr ? !clause.head : clause.head->predicate == to_->predicate;
    if (!there) return false;
    prover_.push();
    if (to_ != nullptr) same(given, to_->arguments);
    const bool found = prover_.satisfiable() == prover::Answer::Yes && read_model();
    prover_.pop();
    return found;
  }

  bool goes_on(const Clause& clause, const std::vector<Expr>& given) {
    if (!clause.head || prover_.satisfiable() == prover::Answer::No) return false;
    return extend(Application{clause.head->predicate, given});
  }

  /// What the model says of the path.
  bool read_model() {
    const std::unique_ptr<prover::Model> model = prover_.model();
    if (!model || model->only_candidate()) return false;
    found_.clear();
    for (const DerivationStep& step : path_) {
      found_.push_back({step.clause, {}});
      for (const Expr e : step.arguments) {
        const std::optional<gcl::Value> value = model->value(e);
        const Expr written = value ? literal(context_, *value) : Expr();
        if (!written) return false;
        found_.back().arguments.push_back(written);
      }
    }
    return true;
  }

  gcl::Context& context_;
  const System& system_;
  prover::Prover& prover_;
  const Visit* to_ = nullptr;
  std::vector<DerivationStep> path_;   // arguments as terms
  std::vector<DerivationStep> found_;  // as literals
  std::size_t queries_ = 0;
};

/// The states at loop heads; nullopt: the run does not fail again, or a value cannot be written.
std::optional<std::vector<Visit>> visits(gcl::Context& context, const System& system,
                                         const gcl::Program& program,
                                         const result::RealRunText& run) {
  std::vector<Visit> result;
  bool written = true;
  const auto observe = [&](const gcl::LoopVisit& visit) {
    if (visit.loop.origin == 0) return;
    Visit here{visit.loop.origin - 1, {}};
    for (const Expr var : system.predicates[here.predicate].state) {
      const auto found = visit.now.find(var);
      const Expr value = found == visit.now.end() ? Expr() : literal(context, found->second);
      written = written && value;
      here.arguments.push_back(value);
    }
    result.push_back(std::move(here));
  };
  const check::RepeatedRun again =
      check::repeat(program, program.procedures.front(), run.choices, observe);
  if (!again.fails || !written) return std::nullopt;
  return result;
}

}  // namespace

std::optional<std::vector<DerivationStep>> derivation(gcl::Context& context, const System& system,
                                                      const gcl::Program& program,
                                                      const result::RealRunText& run,
                                                      prover::Prover& prover) {
  const auto states = visits(context, system, program, run);
  if (!states) return std::nullopt;
  Search search(context, system, prover);
  std::vector<DerivationStep> steps;
  const Visit* last = nullptr;
  for (const Visit& visit : *states) {
    if (!search.connect(last, &visit, steps)) return std::nullopt;
    last = &visit;
  }
  if (!search.connect(last, nullptr, steps)) return std::nullopt;
  return steps;
}

}  // namespace pawl::cli
