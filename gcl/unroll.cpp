// SPDX-License-Identifier: Apache-2.0
#include "gcl/unroll.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "gcl/build.h"
#include "gcl/contract_call.h"
#include "gcl/make_stmt.h"
#include "gcl/moments.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

constexpr std::size_t max_nesting = 2'000;  // of blocks, inlining included

/// The names of one execution of a procedure. For the procedure itself nothing is renamed and
/// Old stays; an inlined callee has fresh variables, and copies of what its Old speaks of.
struct Activation {
  const Procedure* procedure = nullptr;
  std::size_t depth = 0;  // of calls
  std::unordered_map<Expr, Expr> now;
  std::unordered_map<Expr, Expr> old;
  std::unordered_map<std::string, std::string> labels;
};

Expr renamed(const std::unordered_map<Expr, Expr>& names, Expr var) {
  const auto found = names.find(var);
  return found == names.end() ? var : found->second;
}

/// Every expression of a statement itself, not of those inside it.
template <class Visit>
void each_expr(const Stmt& stmt, const Visit& visit) {
  const auto each = [&](const std::vector<Located>& list) {
    for (const Located& e : list) visit(e.expr);
  };
  const auto maybe = [&](const std::optional<Located>& e) {
    if (e) visit(e->expr);
  };
  std::visit(overloaded{
                 [&](const Assert& s) { visit(s.condition.expr); },
                 [&](const Assume& s) { visit(s.condition.expr); },
                 [&](const Assign& s) { each(s.values); },
                 [&](const If& s) { maybe(s.condition); },
                 [&](const While& s) { maybe(s.condition); },
                 [&](const Call& s) { each(s.arguments); },
                 [](const Havoc&) {},
                 [](const Choice&) {},
                 [](const LabeledBlock&) {},
                 [](const Exit&) {},
             },
             stmt.node);
}

class Unroller {
 public:
  Unroller(Context& context, const Program& program, const Desugared& desugared,
           const UnrollOptions& options)
      : context_(context), program_(program), options_(options) {
    for (std::size_t i = 0; i < desugared.obligations.size(); ++i) {
      const Obligation& o = desugared.obligations[i];
      origins_.emplace(Key{o.kind, o.clause, o.stmt}, i);
    }
    for (const Loop& loop : desugared.loops) loops_.emplace(loop.source, &loop);
    for (const Procedure& procedure : program.procedures) collect_labels(procedure);
  }

  Unrolled operator()(const Procedure& procedure) {
    Activation activation;
    activation.procedure = &procedure;
    current_ = &activation;
    Block& out = result_.body;
    for (const Located& clause : procedure.requires_) out.push_back(make_assume(clause));
    block(*procedure.body, out);
    for (const Located& clause : procedure.ensures) {
      prove(ObligationKind::Postcondition, clause, nullptr, clause, procedure.range, out);
    }
    return std::move(result_);
  }

 private:
  using Key = std::tuple<ObligationKind, const Located*, const Stmt*>;

  void collect_labels(const Procedure& procedure) {
    if (!procedure.body) return;
    for_each_stmt(*procedure.body, [&](const Stmt& stmt) {
      if (const auto* labeled = std::get_if<LabeledBlock>(&stmt.node)) {
        labels_.insert(labeled->label);
      }
    });
  }

  std::string fresh_label(const std::string& stem) {
    std::string label;
    do {
      label = stem + "@" + std::to_string(++label_count_);
    } while (!labels_.insert(label).second);
    return label;
  }

  bool at_top() const { return current_->depth == 0; }

  Located read_in(const Activation& activation, const Located& e) {
    if (activation.depth == 0) return e;
    const auto read_var = [&](Expr var, Moment moment) {
      const auto copy = activation.old.find(var);
      return moment == Moment::Old && copy != activation.old.end() ? copy->second
                                                                   : renamed(activation.now, var);
    };
    return {read_vars(context_, e.expr, read_var), e.range};
  }
  Located read(const Located& e) { return read_in(*current_, e); }
  Expr target(Expr var) const { return renamed(current_->now, var); }

  void block(const Block& source, Block& out) {
    ++nesting_;
    for (const Stmt& stmt : source) {
      if (++size_ > options_.max_size || nesting_ > max_nesting) {
        stop(stmt.range, out);
        break;
      }
      statement(stmt, out);
    }
    --nesting_;
  }

  /// Runs are not followed beyond here.
  void stop(SourceRange range, Block& out) {
    out.push_back(make_assume({context_.false_(), range}));
  }

  void statement(const Stmt& stmt, Block& out) {
    std::visit(overloaded{
                   [&](const Assert& assertion) {
                     prove(ObligationKind::Assertion, assertion.condition, &stmt,
                           read(assertion.condition), stmt.range, out);
                   },
                   [&](const Assume& assume) {
                     out.push_back({Assume{read(assume.condition), {}}, stmt.range});
                   },
                   [&](const Assign& assign) {
                     Assign result;
                     for (const Expr var : assign.targets) result.targets.push_back(target(var));
                     for (const Located& e : assign.values) result.values.push_back(read(e));
                     out.push_back({std::move(result), stmt.range});
                   },
                   [&](const Havoc& havoc) { havocking(havoc, stmt.range, out); },
                   [&](const Choice& choice) { branching(choice, stmt.range, out); },
                   [&](const If& branch) {
                     Block holds;
                     Block fails;
                     test(branch.condition, stmt.range, holds, fails, out);
                     block(branch.then_branch, holds);
                     block(branch.else_branch, fails);
                     out.push_back(make_choice(std::move(holds), std::move(fails), stmt.range));
                   },
                   [&](const While& loop) { while_loop(stmt, loop, out); },
                   [&](const LabeledBlock& labeled) { labeled_block(labeled, stmt.range, out); },
                   [&](const Exit& exit) {
                     out.push_back({Exit{current_->labels.at(exit.label)}, stmt.range});
                   },
                   [&](const Call& call) { procedure_call(stmt, call, out); },
               },
               stmt.node);
  }

  /// An obligation of the procedure itself; a callee's is taken to hold.
  void prove(ObligationKind kind, const Located& clause, const Stmt* stmt, const Located& formula,
             SourceRange at, Block& out) {
    if (!at_top()) return out.push_back(make_assume(formula));
    out.push_back(make_assert(formula, result_.origin.size(), at));
    result_.origin.push_back(origins_.at(Key{kind, &clause, stmt}));
  }

  void decide(Decision::Kind kind, Expr var, SourceRange range, Block& out) {
    out.push_back(make_point(context_, result_.decisions.size(), range));
    result_.decisions.push_back({kind, var});
  }

  void havocking(const Havoc& havoc, SourceRange range, Block& out) {
    std::vector<Expr> targets;
    for (const Expr var : havoc.targets) targets.push_back(target(var));
    out.push_back(make_havoc(targets, range));
    for (const Expr var : targets) decide(Decision::Kind::Havoc, var, range, out);
  }

  Expr choose(SourceRange range, Block& out) {
    const Expr var = context_.fresh_var("choice@" + std::to_string(result_.decisions.size()),
                                        context_.int_sort());
    decide(Decision::Kind::Branch, var, range, out);
    return var;
  }
  Stmt chosen(Expr var, std::size_t branch, SourceRange range) {
    const Expr number = context_.int_const(static_cast<std::int64_t>(branch));
    return make_assume({mk_eq(context_, var, number), range});
  }

  void branching(const Choice& choice, SourceRange range, Block& out) {
    const Expr var = choose(range, out);
    Choice result;
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
      Block& branch = result.branches.emplace_back();
      branch.push_back(chosen(var, i, range));
      block(choice.branches[i], branch);
    }
    out.push_back({std::move(result), range});
  }

  /// The first statements of the two branches.
  void test(const std::optional<Located>& condition, SourceRange range, Block& holds, Block& fails,
            Block& out) {
    if (condition) {
      const Located read_condition = read(*condition);
      holds.push_back(make_assume(read_condition));
      fails.push_back(make_assume({mk_not(context_, read_condition.expr), condition->range}));
    } else {
      const Expr var = choose(range, out);
      holds.push_back(chosen(var, 1, range));
      fails.push_back(chosen(var, 0, range));
    }
  }

  void while_loop(const Stmt& stmt, const While& loop, Block& out) {
    result_.has_loops = true;
    const Loop* entered = at_top() ? loops_.at(&loop) : nullptr;
    if (entered != nullptr && !entered->entry_ghosts.empty()) {
      std::vector<std::pair<Expr, Expr>> assigned;
      for (const auto& [var, ghost] : entered->entry_ghosts) assigned.emplace_back(ghost, var);
      out.push_back(make_assign(assigned, stmt.range));
    }
    LabeledBlock result{fresh_label("loop"), {}};
    for (std::size_t i = 0; i <= options_.iterations; ++i) {
      if (++size_ > options_.max_size) {
        stop(stmt.range, result.body);
        break;
      }
      if (entered != nullptr) check_invariants(stmt, *entered, i, result.body);
      Block again;
      Block leave;
      test(loop.condition, stmt.range, again, leave, result.body);
      if (i == options_.iterations) {
        stop(stmt.range, again);
      } else {
        leave.push_back({Exit{result.label}, stmt.range});
      }
      result.body.push_back(make_choice(std::move(again), std::move(leave), stmt.range));
      if (i < options_.iterations) block(loop.body, result.body);
    }
    out.push_back({std::move(result), stmt.range});
  }

  // { assert I; assume false } [] skip: what follows does not assume I.
  void check_invariants(const Stmt& stmt, const Loop& loop, std::size_t iteration, Block& out) {
    const auto kind = iteration == 0 ? ObligationKind::Initiation : ObligationKind::Consecution;
    for (const Located& invariant : loop.source->invariants) {
      Block check;
      const Located formula{entry_by_ghosts(context_, invariant.expr, loop), invariant.range};
      prove(kind, invariant, &stmt, formula, stmt.range, check);
      stop(stmt.range, check);
      out.push_back(make_choice(std::move(check), {}, stmt.range));
    }
  }

  void labeled_block(const LabeledBlock& labeled, SourceRange range, Block& out) {
    // Sequential copies may share a label; nested ones, of recursive callees, may not.
    const std::string label = at_top() ? labeled.label : fresh_label(labeled.label);
    current_->labels[labeled.label] = label;
    LabeledBlock result{label, {}};
    block(labeled.body, result.body);
    out.push_back({std::move(result), range});
  }

  void procedure_call(const Stmt& stmt, const Call& call, Block& out) {
    const Procedure* callee = program_.find_procedure(call.procedure);
    PAWL_ASSERT(callee != nullptr, "a called procedure should be declared");
    if (!callee->body) return by_contract(stmt, call, out);
    Activation inner;
    inner.procedure = callee;
    inner.depth = current_->depth + 1;
    bind_parameters(stmt, call, inner, out);
    check_requires(stmt, inner, out);
    if (inner.depth > options_.call_depth) return stop(stmt.range, out);
    for (const VarDecl& result : callee->results) add_local(result.var, stmt.range, inner, out);
    for (const VarDecl& local : callee->locals) add_local(local.var, stmt.range, inner, out);
    copy_old(stmt.range, inner, out);
    Activation* const caller = current_;
    current_ = &inner;
    block(*callee->body, out);
    for (const Located& clause : callee->ensures) out.push_back(make_assume(read(clause)));
    current_ = caller;
    std::vector<std::pair<Expr, Expr>> returned;
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      returned.emplace_back(target(call.results[i]), inner.now.at(callee->results[i].var));
    }
    if (!returned.empty()) out.push_back(make_assign(returned, stmt.range));
  }

  void bind_parameters(const Stmt& stmt, const Call& call, Activation& inner, Block& out) {
    std::vector<std::pair<Expr, Expr>> bound;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Expr parameter = inner.procedure->parameters[i].var;
      const Expr copy = context_.fresh_var(parameter.name(), parameter.sort());
      bound.emplace_back(copy, read(call.arguments[i]).expr);
      inner.now.emplace(parameter, copy);
    }
    if (!bound.empty()) out.push_back(make_assign(bound, stmt.range));
  }

  void check_requires(const Stmt& stmt, const Activation& inner, Block& out) {
    for (const Located& clause : inner.procedure->requires_) {
      const Located formula = read_in(inner, clause);
      prove(ObligationKind::Precondition, clause, &stmt, formula, stmt.range, out);
    }
  }

  /// Fresh and never assigned before: arbitrary.
  void add_local(Expr var, SourceRange range, Activation& inner, Block& out) {
    const Expr copy = context_.fresh_var(var.name(), var.sort());
    inner.now.emplace(var, copy);
    decide(Decision::Kind::Havoc, copy, range, out);
  }

  void copy_old(SourceRange range, Activation& inner, Block& out) {
    std::vector<std::pair<Expr, Expr>> copies;
    for (const Expr var : old_vars(*inner.procedure)) {
      const Expr copy = context_.fresh_var(var.name() + "@old", var.sort());
      copies.emplace_back(copy, renamed(inner.now, var));
      inner.old.emplace(var, copy);
    }
    if (!copies.empty()) out.push_back(make_assign(copies, range));
  }

  /// The variables that something in the procedure reads by Old.
  const std::set<Expr>& old_vars(const Procedure& procedure) {
    const auto [entry, is_new] = old_vars_.try_emplace(&procedure);
    std::set<Expr>& vars = entry->second;
    if (!is_new) return vars;
    const auto collect = [&](Expr e) {
      if (!mentions(e, Kind::Old)) return;
      read_vars(context_, e, [&](Expr var, Moment moment) {
        if (moment == Moment::Old) vars.insert(var);
        return var;
      });
    };
    for (const Located& clause : procedure.ensures) collect(clause.expr);
    for_each_stmt(*procedure.body, [&](const Stmt& stmt) { each_expr(stmt, collect); });
    return vars;
  }

  void by_contract(const Stmt& stmt, const Call& call, Block& out) {
    Call in_terms_here;
    in_terms_here.procedure = call.procedure;
    for (const Expr result : call.results) in_terms_here.results.push_back(target(result));
    for (const Located& e : call.arguments) in_terms_here.arguments.push_back(read(e));
    const ContractCall contract = contract_call(context_, program_, in_terms_here);
    result_.contract_calls.push_back(stmt.range);
    if (!contract.before.empty()) out.push_back(make_assign(contract.before, stmt.range));
    for (std::size_t i = 0; i < contract.requires_.size(); ++i) {
      prove(ObligationKind::Precondition, contract.callee->requires_[i], &stmt,
            contract.requires_[i], stmt.range, out);
    }
    if (!contract.havoc.empty()) out.push_back(make_havoc(contract.havoc, stmt.range));
    for (const Expr var : contract.callee->modifies) {
      decide(Decision::Kind::Havoc, var, stmt.range, out);
    }
    for (const Expr var : contract.results) decide(Decision::Kind::Havoc, var, stmt.range, out);
    for (const Located& clause : contract.ensures) out.push_back(make_assume(clause));
    if (!contract.after.empty()) out.push_back(make_assign(contract.after, stmt.range));
  }

  Context& context_;
  const Program& program_;
  const UnrollOptions& options_;
  std::map<Key, std::size_t> origins_;
  std::unordered_map<const While*, const Loop*> loops_;
  std::unordered_set<std::string> labels_;
  std::size_t label_count_ = 0;
  std::unordered_map<const Procedure*, std::set<Expr>> old_vars_;
  Activation* current_ = nullptr;
  std::size_t size_ = 0;
  std::size_t nesting_ = 0;
  Unrolled result_;
};

}  // namespace

Unrolled unroll(Context& context, const Program& program, const Procedure& procedure,
                const Desugared& desugared, const UnrollOptions& options) {
  PAWL_ASSERT(procedure.body.has_value(), "only a procedure with a body should be unrolled");
  return Unroller(context, program, desugared, options)(procedure);
}

}  // namespace pawl::gcl
