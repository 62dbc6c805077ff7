// SPDX-License-Identifier: Apache-2.0
//
// Values on entry to a loop, by executing the code before it symbolically: straight-line
// assignments are followed, anything else that may change a variable makes its value opaque.
// Then every subterm that some variable the loop does not change also has as its value is
// written as that variable: after `k := i; j := i + 1` the loop over j starts with k == i,
// whatever i is.
#include <map>

#include "gcl/targets.h"
#include "heuristics/placement.h"
#include "support/overloaded.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Stmt;

/// Larger values help nobody to understand an invariant.
constexpr std::size_t max_value_size = 40;

class Entry {
 public:
  Entry(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure)
      : context_(context), program_(program) {
    for (const gcl::VarDecl& result : procedure.results) forget(result.var);
    for (const gcl::VarDecl& local : procedure.locals) forget(local.var);
    for (const Expr global : procedure.modifies) {
      values_[global] = context_.make(gcl::Kind::Old, {global});
    }
  }

  void follow(const std::vector<Frame>& path) {
    for (const Frame& frame : path) {
      for (std::size_t i = 0; i < frame.index; ++i) execute((*frame.block)[i]);
      const bool last = &frame == &path.back();
      // An earlier round of a loop around may have changed what its body changes.
      const auto* around = std::get_if<gcl::While>(&frame.stmt().node);
      if (!last && around != nullptr) forget_targets(around->body);
    }
  }

  std::unordered_map<Expr, Expr> expressed_without(const ExprSet& changing) const {
    std::map<Expr, Expr> name_of;  // value -> the first unchanged variable that has it
    for (const auto& [variable, value] : values_) {
      if (!changing.contains(variable) && !value.is(gcl::Kind::IntConst)) {
        name_of.emplace(value, variable);
      }
    }
    gcl::Rewriter rewrite(context_, [&](Expr node) {
      const auto found = name_of.find(node);
      return found == name_of.end() ? node : found->second;
    });
    std::unordered_map<Expr, Expr> result;
    for (const auto& [variable, value] : values_) {
      if (!changing.contains(variable)) continue;
      const Expr expressed = rewrite(value);
      if (!mentions_opaque(expressed)) result.emplace(variable, expressed);
    }
    return result;
  }

 private:
  void execute(const Stmt& stmt) {
    if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
      this->assign(*assign);
    } else {
      const gcl::Block block{stmt};
      forget_targets(block);
    }
  }

  void assign(const gcl::Assign& assign) {
    std::vector<Expr> values;
    for (const gcl::Located& value : assign.values) values.push_back(evaluate(value.expr));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::span<const Expr> root(&values[i], 1);
      values_[assign.targets[i]] = values[i];
      if (gcl::dag_size(root) > max_value_size) forget(assign.targets[i]);
    }
  }

  Expr evaluate(Expr e) const {
    gcl::Substitution now;
    for (const Expr variable : gcl::free_vars(e)) {
      if (const auto known = values_.find(variable); known != values_.end()) now.insert(*known);
    }
    return simplify(context_, substitute_now(context_, e, now));
  }

  void forget_targets(const gcl::Block& block) {
    for (const Expr target : gcl::targets(program_, block)) forget(target);
  }
  void forget(Expr variable) {
    values_[variable] = opaque(context_, variable.sort(), opaque_count_++);
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  std::map<Expr, Expr> values_;  // by id; absent: never changed, so its own value
  std::size_t opaque_count_ = 0;
};

}  // namespace

std::unordered_map<Expr, Expr> initial_values(gcl::Context& context, const gcl::Program& program,
                                              const gcl::Procedure& procedure,
                                              const std::vector<Frame>& path,
                                              const ExprSet& changing) {
  Entry entry(context, program, procedure);
  entry.follow(path);
  return entry.expressed_without(changing);
}

}  // namespace pawl::heuristics
