// SPDX-License-Identifier: Apache-2.0
//
// Recursion over blocks is bounded by the parser's nesting limit.
#include "gcl/desugar.h"

#include <algorithm>
#include <set>

#include "gcl/build.h"
#include "gcl/contract_call.h"
#include "gcl/make_stmt.h"
#include "gcl/moments.h"
#include "gcl/targets.h"
#include "gcl/traverse.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

class Desugarer {
 public:
  Desugarer(Context& context, const Program& program, const Procedure& procedure)
      : context_(context), program_(program), procedure_(procedure) {}

  Desugared operator()() {
    PAWL_ASSERT(procedure_.body.has_value(), "only a procedure with a body should be desugared");
    Block& out = result_.body;
    for (const Located& clause : procedure_.requires_) out.push_back(make_assume(clause));
    block(*procedure_.body, out);
    for (std::size_t i = 0; i < procedure_.ensures.size(); ++i) {
      const Located& clause = procedure_.ensures[i];
      prove({.kind = ObligationKind::Postcondition,
             .formula = clause,
             .at = procedure_.range,
             .conjunct = i,
             .clause = &clause},
            clause.expr, out);
    }
    collect_variables();
    return std::move(result_);
  }

 private:
  void block(const Block& source, Block& out) {
    out.reserve(out.size() + source.size());
    for (const Stmt& stmt : source) statement(stmt, out);
  }

  Block block(const Block& source) {
    Block out;
    block(source, out);
    return out;
  }

  void statement(const Stmt& stmt, Block& out) {
    std::visit(overloaded{
                   [&](const Assert& assertion) {
                     prove({.kind = ObligationKind::Assertion,
                            .formula = assertion.condition,
                            .at = stmt.range,
                            .clause = &assertion.condition,
                            .stmt = &stmt},
                           assertion.condition.expr, out);
                   },
                   [&](const Assume&) { out.push_back(stmt); },
                   [&](const Assign&) { out.push_back(stmt); },
                   [&](const Havoc&) { out.push_back(stmt); },
                   [&](const Exit&) { out.push_back(stmt); },
                   [&](const Choice& choice) {
                     Choice result;
                     for (const Block& branch : choice.branches) {
                       result.branches.push_back(block(branch));
                     }
                     out.push_back({std::move(result), stmt.range});
                   },
                   [&](const If& branch) { conditional(branch, stmt.range, out); },
                   [&](const LabeledBlock& labeled) {
                     out.push_back({LabeledBlock{labeled.label, block(labeled.body)}, stmt.range});
                   },
                   [&](const While& loop) { while_loop(stmt, loop, out); },
                   [&](const Call& call) { procedure_call(stmt, call, out); },
               },
               stmt.node);
  }

  // match:  if e { A } else { B }
  // result: { assume e; A } [] { assume !e; B }
  void conditional(const If& branch, SourceRange range, Block& out) {
    Block then_branch;
    Block else_branch;
    test(branch.condition, then_branch, else_branch);
    block(branch.then_branch, then_branch);
    block(branch.else_branch, else_branch);
    out.push_back(make_choice(std::move(then_branch), std::move(else_branch), range));
  }

  void test(const std::optional<Located>& condition, Block& holds, Block& fails) {
    if (!condition) return;  // `*`
    holds.push_back(make_assume(*condition));
    fails.push_back(make_assume({mk_not(context_, condition->expr), condition->range}));
  }

  void while_loop(const Stmt& stmt, const While& loop, Block& out) {
    const std::size_t index = result_.loops.size();
    Loop& entered = result_.loops.emplace_back();
    entered.source = &loop;
    entered.range = stmt.range;
    entered.depth = enclosing_.size();
    if (!enclosing_.empty()) entered.parent = enclosing_.back();
    assign_ghosts(index, out);
    std::vector<Located> invariants = loop.invariants;
    for (Located& invariant : invariants) {
      invariant.expr = entry_by_ghosts(context_, invariant.expr, result_.loops[index]);
    }

    point(PointKind::LoopEntry, index, out);
    prove_invariants(ObligationKind::Initiation, stmt, index, invariants, out);
    Block again;
    Block done;
    test(loop.condition, again, done);
    enclosing_.push_back(index);
    block(loop.body, again);
    enclosing_.pop_back();
    result_.loops[index].targets = targets(program_, again);
    if (!result_.loops[index].targets.empty()) {
      out.push_back(make_havoc(result_.loops[index].targets, stmt.range));
    }
    for (const Located& invariant : invariants) out.push_back(make_assume(invariant));
    point(PointKind::LoopHead, index, out);
    point(PointKind::LoopBack, index, again);
    prove_invariants(ObligationKind::Consecution, stmt, index, invariants, again);
    again.push_back(make_assume({context_.false_(), stmt.range}));
    point(PointKind::LoopExit, index, done);
    out.push_back(make_choice(std::move(again), std::move(done), stmt.range));
  }

  /// A ghost for each target the loop's clauses read on entry.
  void assign_ghosts(std::size_t index, Block& out) {
    Loop& loop = result_.loops[index];
    std::set<Expr> read_on_entry;
    const auto collect = [&](const Located& clause) {
      read_vars(context_, clause.expr, [&](Expr var, Moment moment) {
        if (moment == Moment::Entry) read_on_entry.insert(var);
        return var;
      });
    };
    std::ranges::for_each(loop.source->invariants, collect);
    std::ranges::for_each(loop.source->predicates, collect);
    if (read_on_entry.empty()) return;
    std::vector<std::pair<Expr, Expr>> assigned;
    for (const Expr target : targets(program_, loop.source->body)) {
      if (!read_on_entry.contains(target)) continue;
      const Expr ghost = context_.fresh_var(target.name() + "@entry", target.sort());
      result_.ghosts.push_back(ghost);
      loop.entry_ghosts.emplace_back(target, ghost);
      assigned.emplace_back(ghost, target);
    }
    if (!assigned.empty()) out.push_back(make_assign(assigned, loop.range));
  }

  void prove_invariants(ObligationKind kind, const Stmt& stmt, std::size_t loop,
                        const std::vector<Located>& invariants, Block& out) {
    for (std::size_t i = 0; i < invariants.size(); ++i) {
      prove({.kind = kind,
             .formula = invariants[i],
             .at = stmt.range,
             .loop = loop,
             .conjunct = i,
             .clause = &result_.loops[loop].source->invariants[i],
             .stmt = &stmt},
            invariants[i].expr, out);
    }
  }

  void procedure_call(const Stmt& stmt, const Call& call, Block& out) {
    const ContractCall contract = contract_call(context_, program_, call);
    result_.ghosts.insert(result_.ghosts.end(), contract.ghosts.begin(), contract.ghosts.end());
    if (!contract.before.empty()) out.push_back(make_assign(contract.before, stmt.range));
    for (std::size_t i = 0; i < contract.requires_.size(); ++i) {
      prove({.kind = ObligationKind::Precondition,
             .formula = contract.requires_[i],
             .at = stmt.range,
             .conjunct = i,
             .clause = &contract.callee->requires_[i],
             .stmt = &stmt},
            contract.requires_[i].expr, out);
    }
    if (!contract.havoc.empty()) out.push_back(make_havoc(contract.havoc, stmt.range));
    for (const Located& clause : contract.ensures) out.push_back(make_assume(clause));
    if (!contract.after.empty()) out.push_back(make_assign(contract.after, stmt.range));
  }

  void prove(Obligation obligation, Expr condition, Block& out) {
    const Located located{condition, obligation.formula.range};
    out.push_back(make_assert(located, result_.obligations.size(), obligation.at));
    result_.obligations.push_back(std::move(obligation));
  }

  void point(PointKind kind, std::size_t loop, Block& out) {
    out.push_back(make_point(context_, result_.points.size(), result_.loops[loop].range));
    result_.points.push_back({kind, loop});
  }

  void collect_variables() {
    std::ranges::sort(result_.ghosts, std::less<>{});
    std::set<Expr> all(result_.ghosts.begin(), result_.ghosts.end());
    for (const ConstDecl& constant : program_.constants) all.insert(constant.var);
    for (const VarDecl& global : program_.globals) all.insert(global.var);
    for (const VarDecl& parameter : procedure_.parameters) all.insert(parameter.var);
    for (const VarDecl& result : procedure_.results) all.insert(result.var);
    for (const VarDecl& local : procedure_.locals) all.insert(local.var);
    result_.locals = {all.begin(), all.end()};
  }

  Context& context_;
  const Program& program_;
  const Procedure& procedure_;
  Desugared result_;
  std::vector<std::size_t> enclosing_;  // loops
};

}  // namespace

const char* to_string(ObligationKind kind) {
  switch (kind) {
    case ObligationKind::Assertion: return "assertion";
    case ObligationKind::Precondition: return "precondition";
    case ObligationKind::Initiation: return "initiation";
    case ObligationKind::Consecution: return "consecution";
    case ObligationKind::Postcondition: return "postcondition";
  }
  PAWL_UNREACHABLE("every kind of obligation should have a name");
}

Desugared desugar(Context& context, const Program& program, const Procedure& procedure) {
  return Desugarer(context, program, procedure)();
}

Expr entry_by_ghosts(Context& context, Expr clause, const Loop& loop) {
  if (!mentions(clause, Kind::Entry)) return clause;
  const Substitution ghosts(loop.entry_ghosts.begin(), loop.entry_ghosts.end());
  return read_vars(context, clause, [&](Expr var, Moment moment) {
    if (moment == Moment::Old) return context.make(Kind::Old, {var});
    const auto found = ghosts.find(var);
    return moment == Moment::Entry && found != ghosts.end() ? found->second : var;
  });
}

Expr ghosts_to_entry(Context& context, Expr formula, const Loop& loop) {
  Substitution entries;
  for (const auto& [var, ghost] : loop.entry_ghosts) {
    entries.emplace(ghost, context.make(Kind::Entry, {var}));
  }
  return substitute(context, formula, entries);
}

}  // namespace pawl::gcl
