// SPDX-License-Identifier: Apache-2.0
//
// Syntactic, over the whole program: conditions and assignments of a place that holds a state or a
// mode name its values, and refinement need not ask for them one by one.
#include "slam/family.h"

#include <algorithm>
#include <set>

#include "gcl/build.h"
#include "gcl/traverse.h"
#include "heuristics/formula.h"

namespace pawl::slam {

using gcl::Expr;
using gcl::Kind;

namespace {

/// A variable that takes more numbers than this is no name of a number.
constexpr std::size_t max_values = 4;

template <class Visit>
void for_each_stmt(const gcl::Program& program, const Visit& visit) {
  for (const gcl::Procedure& procedure : program.procedures) {
    if (!procedure.body) continue;
    gcl::for_each_stmt(*procedure.body,
                       [&](const gcl::Stmt& stmt) { visit(procedure.name, stmt); });
  }
}

/// visit(procedure, target, value)
template <class Visit>
void for_each_assignment(const gcl::Program& program, const Visit& visit) {
  for_each_stmt(program, [&](const std::string& procedure, const gcl::Stmt& stmt) {
    const auto* assign = std::get_if<gcl::Assign>(&stmt.node);
    for (std::size_t i = 0; assign != nullptr && i < assign->targets.size(); ++i) {
      visit(procedure, assign->targets[i], assign->values[i].expr);
    }
  });
}

bool is_variable(Expr e) { return e.is(Kind::Var) && e.sort().is_int(); }

class Family {
 public:
  Family(gcl::Context& context, const gcl::Program& program, Expr place)
      : context_(context), program_(program), place_(place) {}

  std::vector<std::pair<std::string, Expr>> operator()() {
    for_each_stmt(program_, [&](const std::string& procedure, const gcl::Stmt& stmt) {
      look_at(procedure, stmt);
    });
    for (const Expr other : others_) name(other);
    return std::move(found_);
  }

 private:
  void look_at(const std::string& procedure, const gcl::Stmt& stmt) {
    if (const auto* test = std::get_if<gcl::If>(&stmt.node)) compared(procedure, test->condition);
    if (const auto* loop = std::get_if<gcl::While>(&stmt.node))
      compared(procedure, loop->condition);
    const auto* assign = std::get_if<gcl::Assign>(&stmt.node);
    for (std::size_t i = 0; assign != nullptr && i < assign->targets.size(); ++i) {
      const Expr value = assign->values[i].expr;
      if (assign->targets[i] == place_ && is_variable(value)) add(procedure, value);
    }
  }

  void compared(const std::string& procedure, const std::optional<gcl::Located>& condition) {
    if (!condition) return;
    for (Expr atom : heuristics::atoms_of(condition->expr)) {
      while (atom.is(Kind::Not)) atom = atom.arg(0);
      if (!atom.is(Kind::Eq)) continue;
      for (const std::size_t side : {0U, 1U}) {
        const Expr other = atom.arg(1 - side);
        if (atom.arg(side) != place_) continue;
        if (other.is(Kind::IntConst) || is_variable(other)) add(procedure, other);
      }
    }
  }

  void add(const std::string& procedure, Expr other) {
    found_.emplace_back(procedure, gcl::mk_eq(context_, place_, other));
    if (is_variable(other)) others_.insert(other);
  }

  /// The numbers that `variable` is set to, if it is set to nothing else.
  void name(Expr variable) {
    std::vector<std::pair<std::string, Expr>> values;
    bool other = false;
    const auto set_by = [&](const std::string& procedure, Expr target, Expr value) {
      if (target != variable) return;
      other |= !value || !value.is(Kind::IntConst);
      if (value && value.is(Kind::IntConst)) {
        values.emplace_back(procedure, gcl::mk_eq(context_, variable, value));
      }
    };
    for_each_assignment(program_, set_by);
    for_each_stmt(program_, [&](const std::string& procedure, const gcl::Stmt& stmt) {
      if (const auto* havoc = std::get_if<gcl::Havoc>(&stmt.node)) {
        for (const Expr target : havoc->targets) set_by(procedure, target, Expr());
      }
      if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) {
        for (const Expr target : call->results) set_by(procedure, target, Expr());
      }
    });
    if (!other && values.size() <= max_values)
      std::ranges::copy(values, std::back_inserter(found_));
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  Expr place_;
  std::vector<std::pair<std::string, Expr>> found_;
  std::set<Expr> others_;
};

}  // namespace

std::vector<std::pair<std::string, Expr>> family_of(gcl::Context& context,
                                                    const gcl::Program& program, Expr place) {
  return Family(context, program, place)();
}

std::vector<std::pair<std::string, Expr>> values_of_copy(gcl::Context& context,
                                                         const gcl::Program& program, Expr copy) {
  std::vector<std::pair<std::string, Expr>> found;
  std::set<std::pair<std::string, Expr>> sources;  // with the procedure that copies
  for_each_assignment(program, [&](const std::string& procedure, Expr target, Expr value) {
    if (target == copy && is_variable(value)) sources.emplace(procedure, value);
  });
  for (const auto& [procedure, source] : sources) {
    for_each_assignment(program, [&, &where = procedure, &from = source](const std::string&,
                                                                         Expr target, Expr value) {
      if (target != from || !value.is(Kind::IntConst)) return;
      found.emplace_back(where, gcl::mk_eq(context, copy, value));
    });
  }
  return found;
}

}  // namespace pawl::slam
