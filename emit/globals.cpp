// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <set>

#include "emit/plain.h"
#include "gcl/moments.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::emit {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Kind;
using gcl::Located;
using gcl::Moment;
using gcl::Stmt;

using Globals = std::vector<Expr>;  // in order of declaration

class GlobalsToParameters {
 public:
  GlobalsToParameters(gcl::Context& context, gcl::Program& program)
      : context_(context), program_(program) {}

  void run() {
    if (program_.globals.empty()) return;
    for (const gcl::VarDecl& decl : program_.globals) {
      before_[decl.var.id()] = context_.fresh_var(decl.var.name() + "@in", decl.var.sort());
    }
    find_used();
    for (gcl::Procedure& procedure : program_.procedures) {
      if (procedure.body) calls(*procedure.body);
    }
    for (gcl::Procedure& procedure : program_.procedures) header(procedure);
    for (gcl::Procedure& procedure : program_.procedures) procedure.modifies.clear();
    program_.globals.clear();
  }

 private:
  /// The least solution of: what a procedure mentions, and what those it calls use.
  void find_used() {
    for (const gcl::Procedure& procedure : program_.procedures)
      used_[procedure.name] = own(procedure);
    for (bool changed = true; changed;) {
      changed = false;
      for (const gcl::Procedure& procedure : program_.procedures) {
        if (!procedure.body) continue;
        std::set<std::uint32_t>& used = used_[procedure.name];
        const std::size_t size = used.size();
        gcl::for_each_stmt(*procedure.body, [&](const Stmt& stmt) {
          const auto* call = std::get_if<gcl::Call>(&stmt.node);
          if (call == nullptr) return;
          const std::set<std::uint32_t> callee = used_[call->procedure];
          used.insert(callee.begin(), callee.end());
        });
        changed |= used.size() != size;
      }
    }
  }

  std::set<std::uint32_t> own(const gcl::Procedure& procedure) const {
    std::set<std::uint32_t> ids;
    const auto see = [&](Expr e) {
      for (const Expr var : gcl::free_vars(e)) {
        if (before_.contains(var.id())) ids.insert(var.id());
      }
    };
    for (const Expr var : procedure.modifies) ids.insert(var.id());
    for (const Located& clause : procedure.requires_) see(clause.expr);
    for (const Located& clause : procedure.ensures) see(clause.expr);
    if (procedure.body) {
      gcl::for_each_stmt(*procedure.body, [&](const Stmt& stmt) {
        std::visit(overloaded{
                       [&](const gcl::Assert& s) { see(s.condition.expr); },
                       [&](const gcl::Assume& s) { see(s.condition.expr); },
                       [&](const gcl::Assign& s) {
                         for (const Located& value : s.values) see(value.expr);
                       },
                       [&](const gcl::If& s) {
                         if (s.condition) see(s.condition->expr);
                       },
                       [&](const gcl::While& s) {
                         if (s.condition) see(s.condition->expr);
                         for (const Located& clause : s.invariants) see(clause.expr);
                       },
                       [&](const gcl::Call& s) {
                         for (const Located& value : s.arguments) see(value.expr);
                       },
                       [](const auto&) {},  // what it changes is in `modifies`
                   },
                   stmt.node);
      });
    }
    return ids;
  }

  Globals used(const std::string& procedure) const {
    Globals globals;
    for (const gcl::VarDecl& decl : program_.globals) {
      if (used_.at(procedure).contains(decl.var.id())) globals.push_back(decl.var);
    }
    return globals;
  }

  Globals modified(const gcl::Procedure& procedure) const {
    Globals globals;
    for (const gcl::VarDecl& decl : program_.globals) {
      if (std::ranges::find(procedure.modifies, decl.var) != procedure.modifies.end()) {
        globals.push_back(decl.var);
      }
    }
    return globals;
  }

  void calls(Block& block) {
    for (Stmt& stmt : block) {
      std::visit(overloaded{
                     [&](gcl::Call& s) {
                       for (const Expr var : used(s.procedure)) s.arguments.push_back({var, {}});
                       for (const Expr var : modified(*program_.find_procedure(s.procedure))) {
                         s.results.push_back(var);
                       }
                     },
                     [&](gcl::Choice& s) { std::ranges::for_each(s.branches, inner_); },
                     [&](gcl::If& s) {
                       calls(s.then_branch);
                       calls(s.else_branch);
                     },
                     [&](gcl::While& s) { calls(s.body); },
                     [&](gcl::LabeledBlock& s) { calls(s.body); },
                     [](auto&) {},
                 },
                 stmt.node);
    }
  }

  void header(gcl::Procedure& procedure) {
    const Globals changed = modified(procedure);
    const auto at_start = [&](Expr var) {
      return std::ranges::find(changed, var) == changed.end() ? var : before_.at(var.id());
    };
    gcl::Substitution requires_at_start;
    gcl::Assign copy;
    for (const Expr var : used(procedure.name)) {
      procedure.parameters.push_back({at_start(var), {}});
      requires_at_start[var] = at_start(var);
    }
    for (const Expr var : changed) {
      procedure.results.push_back({var, {}});
      copy.targets.push_back(var);
      copy.values.push_back({at_start(var), {}});
    }
    for (Located& clause : procedure.requires_) {
      clause.expr = gcl::substitute(context_, clause.expr, requires_at_start);
    }
    for (Located& clause : procedure.ensures) {
      clause.expr = gcl::read_vars(context_, clause.expr, [&](Expr var, Moment moment) {
        return moment == Moment::Old ? at_start(var) : var;
      });
    }
    if (procedure.body && !copy.targets.empty()) {
      procedure.body->insert(procedure.body->begin(), Stmt{std::move(copy), {}});
    }
  }

  gcl::Context& context_;
  gcl::Program& program_;
  const std::function<void(Block&)> inner_ = [this](Block& block) { calls(block); };
  std::map<std::uint32_t, Expr> before_;                 // by id: the value on entry
  std::map<std::string, std::set<std::uint32_t>> used_;  // by procedure
};

}  // namespace

void globals_to_parameters(gcl::Context& context, gcl::Program& program) {
  GlobalsToParameters(context, program).run();
}

}  // namespace pawl::emit
