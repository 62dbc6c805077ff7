// SPDX-License-Identifier: Apache-2.0
#include "gcl/internal_form.h"

#include <algorithm>
#include <unordered_map>

#include "gcl/contract_call.h"
#include "gcl/make_stmt.h"
#include "gcl/moments.h"

namespace pawl::gcl {
namespace {

class Form {
 public:
  Form(Context& context, const Program& program, LoopInvariants invariants)
      : context_(context), program_(program), invariants_(invariants) {}

  Procedure operator()(const Procedure& from) {
    Procedure result = from;
    result.requires_.clear();
    result.ensures.clear();
    if (!from.body) return result;
    procedure_ = &result;
    Block body;
    for (const Located& clause : from.requires_) body.push_back(make_assume(clause));
    block(*from.body, body);
    for (const Located& clause : from.ensures) body.push_back(claim(clause, from.range));
    result.body = std::move(body);
    return result;
  }

 private:
  static Stmt claim(const Located& clause, const SourceRange& at) {
    return Stmt{Assert{clause, {}}, clause.range.known() ? clause.range : at};
  }

  Block block(const Block& from) {
    Block result;
    block(from, result);
    return result;
  }

  void block(const Block& from, Block& out) {
    for (const Stmt& stmt : from) {
      std::visit([&](const auto& node) { add(node, stmt.range, out); }, stmt.node);
    }
  }

  void add(const Assert& node, const SourceRange& range, Block& out) {
    out.push_back(Stmt{node, range});
  }
  void add(const Assume& node, const SourceRange& range, Block& out) {
    out.push_back(Stmt{node, range});
  }
  void add(const Assign& node, const SourceRange& range, Block& out) {
    out.push_back(Stmt{node, range});
  }
  void add(const Havoc& node, const SourceRange& range, Block& out) {
    out.push_back(Stmt{node, range});
  }
  void add(const Exit& node, const SourceRange& range, Block& out) {
    out.push_back(Stmt{node, range});
  }
  void add(const Choice& node, const SourceRange& range, Block& out) {
    Choice choice;
    for (const Block& branch : node.branches) choice.branches.push_back(block(branch));
    out.push_back(Stmt{std::move(choice), range});
  }
  void add(const If& node, const SourceRange& range, Block& out) {
    If result{{}, block(node.then_branch), block(node.else_branch), node.written};
    if (node.condition) result.condition = *node.condition;
    out.push_back(Stmt{std::move(result), range});
  }
  void add(const LabeledBlock& node, const SourceRange& range, Block& out) {
    out.push_back(Stmt{LabeledBlock{node.label, block(node.body)}, range});
  }

  void add(const While& node, const SourceRange& range, Block& out) {
    std::unordered_map<Expr, Expr> ghosts;
    Block facts;
    for (const Located& invariant : node.invariants) {
      const Located known = {at_entry(invariant.expr, ghosts), invariant.range};
      facts.push_back(invariants_ == LoopInvariants::Check
                          ? Stmt{Assert{known, {}}, invariant.range}
                          : make_assume(known));
    }
    save_entry(ghosts, range, out);
    While loop{{}, {}, {}, {}, block(node.body), 0, node.written};
    if (node.condition) loop.condition = *node.condition;
    out.insert(out.end(), facts.begin(), facts.end());
    loop.body.insert(loop.body.end(), facts.begin(), facts.end());
    out.push_back(Stmt{std::move(loop), range});
  }

  /// entry(x) becomes a ghost that is set before the loop.
  Expr at_entry(Expr e, std::unordered_map<Expr, Expr>& ghosts) {
    return read_vars(context_, e, [&](Expr var, Moment moment) {
      if (moment == Moment::Old) return context_.make(Kind::Old, {var});
      if (moment == Moment::Now) return var;
      const auto found = ghosts.find(var);
      if (found != ghosts.end()) return found->second;
      const Expr ghost = context_.fresh_var("entry$" + var.name(), var.sort());
      procedure_->locals.push_back({ghost, {}});
      return ghosts.emplace(var, ghost).first->second;
    });
  }

  static void save_entry(const std::unordered_map<Expr, Expr>& ghosts, const SourceRange& range,
                         Block& out) {
    std::vector<std::pair<Expr, Expr>> saved;
    saved.reserve(ghosts.size());
    for (const auto& [var, ghost] : ghosts) saved.emplace_back(ghost, var);
    std::sort(saved.begin(), saved.end());
    if (!saved.empty()) out.push_back(make_assign(saved, range));
  }

  void add(const Call& node, const SourceRange& range, Block& out) {
    const Procedure* callee = program_.find_procedure(node.procedure);
    if (callee->body && callee->requires_.empty()) {
      out.push_back(Stmt{node, range});
      return;
    }
    const ContractCall contract = contract_call(context_, program_, node);
    for (const Expr ghost : contract.ghosts) procedure_->locals.push_back({ghost, {}});
    if (!contract.before.empty()) out.push_back(make_assign(contract.before, range));
    for (const Located& clause : contract.requires_) out.push_back(claim(clause, range));
    if (callee->body) {
      out.push_back(Stmt{node, range});
      return;
    }
    if (!contract.havoc.empty()) out.push_back(make_havoc(contract.havoc, range));
    for (const Located& clause : contract.ensures) out.push_back(make_assume(clause));
    if (!contract.after.empty()) out.push_back(make_assign(contract.after, range));
  }

  Context& context_;
  const Program& program_;
  LoopInvariants invariants_;
  Procedure* procedure_ = nullptr;
};

}  // namespace

Program internal_form(Context& context, const Program& program, LoopInvariants invariants) {
  Program result = program;
  for (Procedure& procedure : result.procedures) {
    procedure = Form(context, program, invariants)(procedure);
  }
  return result;
}

}  // namespace pawl::gcl
