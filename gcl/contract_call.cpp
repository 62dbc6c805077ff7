// SPDX-License-Identifier: Apache-2.0
#include "gcl/contract_call.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "gcl/moments.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

class Expansion {
 public:
  Expansion(Context& context, const Program& program, const Call& call)
      : context_(context), call_(call), callee_(*find(program, call)) {
    changed_.insert(call.results.begin(), call.results.end());
    changed_.insert(callee_.modifies.begin(), callee_.modifies.end());
    collect_names();
  }

  ContractCall operator()() {
    result_.callee = &callee_;
    bind_parameters();
    for (const Located& clause : callee_.requires_) {
      result_.requires_.push_back({at_call(clause.expr), clause.range});
    }
    bind_results();
    for (const Located& clause : callee_.ensures) {
      result_.ensures.push_back({after_call(clause.expr), clause.range});
    }
    result_.havoc = {havoc_.begin(), havoc_.end()};
    return std::move(result_);
  }

 private:
  static const Procedure* find(const Program& program, const Call& call) {
    const Procedure* callee = program.find_procedure(call.procedure);
    PAWL_ASSERT(callee != nullptr, "a called procedure should be declared");
    return callee;
  }

  void collect_names() {
    std::vector<Expr> clauses;
    for (const Located& clause : callee_.requires_) clauses.push_back(clause.expr);
    for (const Located& clause : callee_.ensures) clauses.push_back(clause.expr);
    post_order(clauses, [&](Expr node) {
      if (node.is(Kind::BoundVar)) bound_names_.insert(node.name());
      if (node.is(Kind::Var)) globals_.insert(node);
    });
    globals_.insert(callee_.modifies.begin(), callee_.modifies.end());
    // A local of the caller may have the name and sort of a formal, but not of a global.
    for (const VarDecl& formal : callee_.parameters) globals_.erase(formal.var);
    for (const VarDecl& formal : callee_.results) globals_.erase(formal.var);
  }

  Expr ghost(Expr var, const char* suffix) {
    result_.ghosts.push_back(context_.fresh_var(var.name() + suffix, var.sort()));
    return result_.ghosts.back();
  }

  void bind_parameters() {
    for (std::size_t i = 0; i < callee_.parameters.size(); ++i) {
      const Expr parameter = callee_.parameters[i].var;
      const Expr argument = call_.arguments[i].expr;
      const std::vector<Expr> vars = free_vars(argument);
      const bool captured =
          std::ranges::any_of(vars, [&](Expr var) { return bound_names_.contains(var.name()); });
      const bool changes =
          std::ranges::any_of(vars, [&](Expr var) { return changed_.contains(var); });
      Expr kept = argument;
      if (captured || changes) {
        kept = ghost(parameter, "@call");
        result_.before.emplace_back(kept, argument);
      }
      now_.emplace(parameter, kept);
      before_call_.emplace(parameter, captured ? kept : argument);
    }
  }

  void bind_results() {
    havoc_.insert(callee_.modifies.begin(), callee_.modifies.end());
    for (std::size_t i = 0; i < callee_.results.size(); ++i) {
      const Expr formal = callee_.results[i].var;
      const Expr target = call_.results[i];
      if (!globals_.contains(target) && !bound_names_.contains(target.name())) {
        havoc_.insert(target);
        now_.emplace(formal, target);
      } else {
        const Expr copy = ghost(formal, "@call");
        havoc_.insert(copy);
        result_.after.emplace_back(target, copy);
        now_.emplace(formal, copy);
      }
      result_.results.push_back(now_.at(formal));
    }
  }

  Expr at_call(Expr clause) {
    return read_vars(context_, clause, [&](Expr var, Moment) {
      const auto found = before_call_.find(var);
      return found == before_call_.end() ? var : found->second;
    });
  }

  Expr after_call(Expr clause) {
    return read_vars(context_, clause, [&](Expr var, Moment moment) {
      return moment == Moment::Old ? read_old(var) : read_now(var);
    });
  }

  Expr read_now(Expr var) const {
    const auto found = now_.find(var);
    return found == now_.end() ? var : found->second;
  }

  /// Parameters, constants and globals that are not modified have their value of before still.
  Expr read_old(Expr var) {
    if (const auto known = old_.find(var); known != old_.end()) return known->second;
    if (std::ranges::find(callee_.modifies, var) != callee_.modifies.end()) {
      const Expr copy = ghost(var, "@old");
      result_.before.emplace_back(copy, var);
      return old_[var] = copy;
    }
    if (std::ranges::find(callee_.results, var, &VarDecl::var) != callee_.results.end()) {
      const Expr arbitrary = ghost(var, "@old");  // what a result holds before it is assigned
      havoc_.insert(arbitrary);
      return old_[var] = arbitrary;
    }
    return read_now(var);
  }

  Context& context_;
  const Call& call_;
  const Procedure& callee_;
  std::unordered_set<Expr> globals_;  // those the callee's contract speaks of
  std::unordered_set<Expr> changed_;  // by the call
  std::unordered_set<std::string> bound_names_;
  std::unordered_map<Expr, Expr> before_call_;  // parameters, while the arguments still hold
  std::unordered_map<Expr, Expr> now_;          // parameters and results, afterwards
  std::unordered_map<Expr, Expr> old_;
  std::set<Expr> havoc_;
  ContractCall result_;
};

}  // namespace

ContractCall contract_call(Context& context, const Program& program, const Call& call) {
  return Expansion(context, program, call)();
}

}  // namespace pawl::gcl
