// SPDX-License-Identifier: Apache-2.0
//
// Statement by statement [BallMillsteinRajamani05, figure 4]. Variables always agree with their
// predicates; outcomes that no state has are kept out where variables change (`constrain`).
#include "slam/procedure_abstraction.h"

#include <algorithm>

#include "gcl/build.h"
#include "slam/symbolic.h"
#include "support/assert.h"
#include "support/log.h"

namespace pawl::slam {

using gcl::Expr;

namespace {

BpExpr to_bp(const PredicateCube& cube, const std::vector<VarRef>& vars) {
  std::vector<BpExpr> literals;
  for (const PredicateLiteral& one : cube) {
    BpExpr var = BpExpr::var(vars[one.predicate]);
    literals.push_back(one.positive ? var : !var);
  }
  return BpExpr::conjunction(literals);
}

BpExpr to_bp(const Combination& combination, const std::vector<VarRef>& vars) {
  std::vector<BpExpr> parts;
  for (const Cubes& cubes : combination) {
    std::vector<BpExpr> disjuncts;
    for (const PredicateCube& cube : cubes) disjuncts.push_back(to_bp(cube, vars));
    parts.push_back(BpExpr::disjunction(disjuncts));
  }
  std::erase_if(parts, [](const BpExpr& e) { return e.is(BpOp::True); });
  const bool impossible =
      std::ranges::any_of(parts, [](const BpExpr& e) { return e.is(BpOp::False); });
  return impossible ? BpExpr::constant(false) : BpExpr::conjunction(parts);
}

BpExpr negated(BpExpr e) {
  if (e.is(BpOp::True)) return BpExpr::constant(false);
  if (e.is(BpOp::False)) return BpExpr::constant(true);
  return !std::move(e);
}

}  // namespace

ProcedureAbstraction::ProcedureAbstraction(C2bp& c2bp, Shared& shared, std::uint32_t number)
    : c2bp_(c2bp),
      shared_(shared),
      context_(c2bp.context_),
      number_(number),
      source_(c2bp.program_.procedures[shared.result.sources[number]]),
      target_(shared.result.program.procedures[number]) {
  for (std::uint32_t i = 0; i < shared.result.globals.size(); ++i) {
    scope_.meaning.push_back(shared.result.globals[i]);
    scope_.vars.push_back(VarRef::global(i));
  }
  for (std::uint32_t i = 0; i < shared.result.locals[number].size(); ++i) {
    scope_.meaning.push_back(shared.result.locals[number][i]);
    scope_.vars.push_back(VarRef::local(i));
  }
}

void ProcedureAbstraction::run() {
  inconsistent_ = c2bp_.strengthener_.inconsistent(scope_.meaning);
  shared_.result.consistent[number_] = consistent({}, {}, About::Everything);
  BpBlock body;
  enter(body);
  BpBlock rest = block(*source_.body);
  std::ranges::move(rest, std::back_inserter(body));
  BpReturn values;
  for (const Expr predicate : shared_.result.interfaces[number_].returns) {
    const auto found = std::ranges::find(scope_.meaning, predicate);
    const auto index = static_cast<std::size_t>(found - scope_.meaning.begin());
    values.values.push_back(BpExpr::var(scope_.vars[index]));
  }
  body.push_back(BpStmt{std::move(values)});
  target_.body = std::move(body);
}

/// `'g := g` for every symbolic constant; locals have any value.
void ProcedureAbstraction::enter(BpBlock& out) {
  const std::size_t known = shared_.result.globals.size() + target_.formals;
  const Scope at_entry{{scope_.meaning.begin(), scope_.meaning.begin() + static_cast<long>(known)},
                       {scope_.vars.begin(), scope_.vars.begin() + static_cast<long>(known)}};
  std::vector<VarRef> targets;
  std::vector<BpExpr> values;
  for (std::size_t i = known; i < scope_.meaning.size(); ++i) {
    gcl::Substitution now;
    for (const Expr var : gcl::free_vars(scope_.meaning[i])) {
      if (const Expr of = constant_of(context_, var)) now[var] = of;
    }
    targets.push_back(scope_.vars[i]);
    values.push_back(now.empty()
                         ? BpExpr::nondet()
                         : choose(gcl::substitute(context_, scope_.meaning[i], now), at_entry));
  }
  // A statement of its own in any case: an entry is never the head of a loop.
  if (targets.empty() && inconsistent_.empty()) {
    out.push_back(made(BpSkip{}, SourceStep::Role::Entry, nullptr));
    return;
  }
  const BpExpr constrain = consistent(targets, values, About::Everything);
  if (targets.empty()) {
    out.push_back(made(BpAssume{constrain}, SourceStep::Role::Entry, nullptr));
  } else {
    out.push_back(made(BpAssign{targets, values, constrain.is(BpOp::True) ? BpExpr() : constrain},
                       SourceStep::Role::Entry, nullptr));
  }
}

// ---- statements -------------------------------------------------------------------------------

BpBlock ProcedureAbstraction::block(const gcl::Block& from) {
  BpBlock out;
  for (const gcl::Stmt& stmt : from) {
    const std::uint64_t before = c2bp_.strengthener_.counts().computed;
    ++c2bp_.counts_.statements;
    std::visit([&](const auto& node) { add(node, stmt, out); }, stmt.node);
    const bool simple = !std::holds_alternative<gcl::While>(stmt.node) &&
                        !std::holds_alternative<gcl::If>(stmt.node) &&
                        !std::holds_alternative<gcl::Choice>(stmt.node) &&
                        !std::holds_alternative<gcl::LabeledBlock>(stmt.node);
    if (simple && c2bp_.strengthener_.counts().computed > before) {
      ++c2bp_.counts_.abstracted;
      ++c2bp_.counts_.by_procedure[source_.name];
      log(LogLevel::Debug, "slam", [&] {
        return "abstracted " + to_string(stmt.range) + ": " +
               std::to_string(c2bp_.strengthener_.counts().computed - before) + " formulas";
      });
    }
  }
  return out;
}

/// Fails unless the condition is known to hold; what runs on after it may be true.
void ProcedureAbstraction::add(const gcl::Assert& node, const gcl::Stmt& stmt, BpBlock& out) {
  const BpExpr holds = choose(symbolic(node.condition.expr), scope_);
  out.push_back(made(BpAssert{holds}, SourceStep::Role::Statement, &stmt));
}

void ProcedureAbstraction::add(const gcl::Assume& node, const gcl::Stmt& stmt, BpBlock& out) {
  out.push_back(
      made(BpAssume{g(symbolic(node.condition.expr), scope_)}, SourceStep::Role::Statement, &stmt));
}

void ProcedureAbstraction::add(const gcl::Assign& node, const gcl::Stmt& stmt, BpBlock& out) {
  gcl::Substitution now;
  std::unordered_set<Expr> changed;
  for (std::size_t i = 0; i < node.targets.size(); ++i) {
    now[node.targets[i]] = symbolic(node.values[i].expr);
    changed.insert(node.targets[i]);
  }
  std::vector<VarRef> targets;
  std::vector<BpExpr> values;
  std::vector<std::size_t> indices;
  std::vector<Expr> after;
  for (std::size_t i = 0; i < scope_.meaning.size(); ++i) {
    if (!speaks_of(scope_.meaning[i], changed)) continue;
    const Expr wp = simplify(context_, gcl::substitute(context_, scope_.meaning[i], now));
    if (wp == scope_.meaning[i]) continue;
    targets.push_back(scope_.vars[i]);
    values.push_back(choose(wp, scope_));
    indices.push_back(i);
    after.push_back(wp);
  }
  BpExpr constrain = consistent(targets, values, About::Changed);
  if (c2bp_.options_.correlation == Correlation::Boolean && targets.size() > 1) {
    const BpExpr together = correlated(indices, after);
    if (!together.is(BpOp::True)) {
      constrain = constrain.is(BpOp::True) ? together : constrain & together;
    }
  }
  assign(std::move(targets), std::move(values), std::move(constrain), stmt,
         SourceStep::Role::Statement, out);
}

void ProcedureAbstraction::add(const gcl::Havoc& node, const gcl::Stmt& stmt, BpBlock& out) {
  const std::unordered_set<Expr> changed(node.targets.begin(), node.targets.end());
  std::vector<VarRef> targets;
  for (std::size_t i = 0; i < scope_.meaning.size(); ++i) {
    if (speaks_of(scope_.meaning[i], changed)) targets.push_back(scope_.vars[i]);
  }
  std::vector<BpExpr> values(targets.size(), BpExpr::nondet());
  BpExpr constrain = consistent(targets, values, About::Changed);
  assign(std::move(targets), std::move(values), std::move(constrain), stmt,
         SourceStep::Role::Statement, out);
}

void ProcedureAbstraction::add(const gcl::Choice& node, const gcl::Stmt& stmt, BpBlock& out) {
  BpBranch choice;
  for (std::size_t i = 0; i < node.branches.size(); ++i) {
    BpBlock& branch = choice.choices.emplace_back();
    branch.push_back(made(BpSkip{}, SourceStep::Role::Branch, &stmt, i));
    BpBlock rest = block(node.branches[i]);
    std::ranges::move(rest, std::back_inserter(branch));
  }
  BpStmt result{std::move(choice)};
  result.range = stmt.range;
  out.push_back(std::move(result));
}

void ProcedureAbstraction::condition(const std::optional<gcl::Located>& e, SourceStep::Role role,
                                     const gcl::Stmt& stmt, BpBlock& out) {
  if (!e) {
    out.push_back(made(BpSkip{}, role, &stmt));
    return;
  }
  const Expr yes = symbolic(e->expr);
  const Expr holds = role == SourceStep::Role::Holds ? yes : gcl::mk_not(context_, yes);
  out.push_back(made(BpAssume{g(holds, scope_)}, role, &stmt));
}

void ProcedureAbstraction::add(const gcl::If& node, const gcl::Stmt& stmt, BpBlock& out) {
  BpBranch choice;
  choice.choices.resize(2);
  condition(node.condition, SourceStep::Role::Holds, stmt, choice.choices[0]);
  condition(node.condition, SourceStep::Role::Fails, stmt, choice.choices[1]);
  BpBlock yes = block(node.then_branch);
  BpBlock no = block(node.else_branch);
  std::ranges::move(yes, std::back_inserter(choice.choices[0]));
  std::ranges::move(no, std::back_inserter(choice.choices[1]));
  BpStmt result{std::move(choice)};
  result.range = stmt.range;
  out.push_back(std::move(result));
}

void ProcedureAbstraction::add(const gcl::While& node, const gcl::Stmt& stmt, BpBlock& out) {
  BpWhile loop{BpExpr::nondet(), {}};
  condition(node.condition, SourceStep::Role::Holds, stmt, loop.body);
  BpBlock rest = block(node.body);
  std::ranges::move(rest, std::back_inserter(loop.body));
  out.push_back(made(std::move(loop), SourceStep::Role::LoopHead, &stmt));
  condition(node.condition, SourceStep::Role::Fails, stmt, out);
}

void ProcedureAbstraction::add(const gcl::LabeledBlock& node, const gcl::Stmt& stmt, BpBlock& out) {
  const std::string unique = node.label + "_" + std::to_string(++label_count_);
  labels_.emplace_back(node.label, unique);
  BpBlock rest = block(node.body);
  std::ranges::move(rest, std::back_inserter(out));
  labels_.pop_back();
  BpStmt end{BpSkip{}};
  end.labels.push_back(unique);
  end.range = stmt.range;
  out.push_back(std::move(end));
}

void ProcedureAbstraction::add(const gcl::Exit& node, const gcl::Stmt& stmt, BpBlock& out) {
  const auto found = std::find_if(labels_.rbegin(), labels_.rend(),
                                  [&](const auto& one) { return one.first == node.label; });
  PAWL_ASSERT(found != labels_.rend(), "an exit should stand inside its block");
  BpStmt jump{BpGoto{{found->second}}};
  jump.range = stmt.range;
  out.push_back(std::move(jump));
}

// ---- the papers' functions --------------------------------------------------------------------

Expr ProcedureAbstraction::symbolic(Expr e) const {
  return to_symbolic(context_, c2bp_.program_, e);
}

BpExpr ProcedureAbstraction::f(Expr e, const Scope& scope) {
  return to_bp(c2bp_.strengthener_.strengthen(simplify(context_, e), scope.meaning), scope.vars);
}

BpExpr ProcedureAbstraction::g(Expr e, const Scope& scope) {
  return negated(f(gcl::mk_not(context_, e), scope));
}

BpExpr ProcedureAbstraction::choose(Expr e, const Scope& scope) {
  BpExpr pos = f(e, scope);
  if (pos.is(BpOp::True)) return pos;
  const BpExpr neg = f(gcl::mk_not(context_, e), scope);
  if (neg.is(BpOp::True)) return BpExpr::constant(false);
  if (pos.is(BpOp::False) && neg.is(BpOp::False)) return BpExpr::nondet();
  if (neg == !pos || pos == !neg) return pos;
  return BpExpr::choose(pos, neg);
}

BpExpr ProcedureAbstraction::consistent(const std::vector<VarRef>& changed,
                                        const std::vector<BpExpr>& values, About about) const {
  std::vector<BpExpr> clauses;
  for (const PredicateCube& cube : inconsistent_) {
    bool affected = about == About::Everything;
    bool holds = false;
    std::vector<BpExpr> literals;
    for (const PredicateLiteral& one : cube) {
      const VarRef var = scope_.vars[one.predicate];
      const auto found = std::ranges::find(changed, var);
      const bool changes = found != changed.end();
      affected |= changes;
      // A value that is known before need not be asked about after.
      const BpExpr* value =
          changes ? &values[static_cast<std::size_t>(found - changed.begin())] : nullptr;
      const bool known = changes && (value->is(BpOp::True) || value->is(BpOp::False));
      holds |= known && value->is(BpOp::True) != one.positive;
      if (known) continue;
      const BpExpr now = changes ? BpExpr::next(var) : BpExpr::var(var);
      literals.push_back(one.positive ? !now : now);
    }
    if (affected && !holds) clauses.push_back(BpExpr::disjunction(literals));
  }
  return BpExpr::conjunction(clauses);
}

/// The relation between the values now and after: an impossible combination of the two kinds is a
/// cube over the predicates and their preconditions.
BpExpr ProcedureAbstraction::correlated(const std::vector<std::size_t>& changed,
                                        const std::vector<Expr>& after) {
  std::vector<Expr> meaning = scope_.meaning;
  std::vector<BpExpr> values;
  for (const VarRef var : scope_.vars) values.push_back(BpExpr::var(var));
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (after[i].is_true() || after[i].is_false()) continue;  // known already
    meaning.push_back(after[i]);
    values.push_back(BpExpr::next(scope_.vars[changed[i]]));
  }
  std::vector<BpExpr> clauses;
  for (const PredicateCube& cube : c2bp_.strengthener_.inconsistent(meaning)) {
    const bool together = std::ranges::any_of(
        cube, [&](const PredicateLiteral& one) { return one.predicate >= scope_.meaning.size(); });
    if (!together) continue;
    std::vector<BpExpr> literals;
    for (const PredicateLiteral& one : cube) {
      literals.push_back(one.positive ? !values[one.predicate] : values[one.predicate]);
    }
    clauses.push_back(BpExpr::disjunction(literals));
  }
  return BpExpr::conjunction(clauses);
}

// ---- small things -----------------------------------------------------------------------------

BpStmt ProcedureAbstraction::made(decltype(BpStmt::node) node, SourceStep::Role role,
                                  const gcl::Stmt* stmt, std::size_t branch) {
  BpStmt result{std::move(node)};
  result.range = stmt != nullptr ? stmt->range : source_.range;
  result.origin = static_cast<Origin>(shared_.result.steps.size());
  shared_.result.steps.push_back({role, shared_.result.sources[number_], stmt, branch});
  return result;
}

void ProcedureAbstraction::assign(std::vector<VarRef> targets, std::vector<BpExpr> values,
                                  BpExpr constrain, const gcl::Stmt& stmt, SourceStep::Role role,
                                  BpBlock& out) {
  if (targets.empty()) {
    out.push_back(made(BpSkip{}, role, &stmt));
    return;
  }
  if (constrain.is(BpOp::True)) constrain = BpExpr();
  out.push_back(
      made(BpAssign{std::move(targets), std::move(values), std::move(constrain)}, role, &stmt));
}

bool ProcedureAbstraction::speaks_of(Expr predicate, const std::unordered_set<Expr>& vars) const {
  return std::ranges::any_of(gcl::free_vars(predicate),
                             [&](Expr var) { return vars.contains(var); });
}

}  // namespace pawl::slam
