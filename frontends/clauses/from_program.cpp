// SPDX-License-Identifier: Apache-2.0
//
// Paths between loop heads are followed one by one, with the values of the variables as expressions
// over those at the last head; each path is a clause. What follows a statement is a continuation,
// so a loop, whose continuation is the same whenever it is reached, is followed once.
//
// Nothing is merged where paths meet: k tests in a row are 2^k clauses, up to a limit. Depth of
// recursion is that of statements in one path.
#include "frontends/clauses/from_program.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "gcl/build.h"
#include "gcl/moments.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::frontend::clauses {
namespace {

using gcl::Expr;

constexpr std::size_t most_clauses = 2'000;
constexpr std::size_t longest_path = 2'000;       // statements
constexpr std::size_t most_statements = 500'000;  // of all paths together

class Walk {
 public:
  Walk(gcl::Context& context, System& system, Diagnostics& diagnostics)
      : context_(context), system_(system), diagnostics_(diagnostics) {}

  bool operator()(const gcl::Procedure& procedure, const std::vector<Expr>& globals) {
    procedure_ = procedure.name;
    variables_ = globals;
    for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals}) {
      for (const gcl::VarDecl& one : *list) variables_.push_back(one.var);
    }
    Path start;
    for (const Expr var : variables_) start.values[var] = var;
    follow(*procedure.body, 0, start, [](const Path&) {});
    return !failed_;
  }

 private:
  struct Path {
    std::optional<Application> from;  // the last loop head
    gcl::Substitution values;         // of the variables
    std::vector<Expr> assumed;
    std::size_t length = 0;
  };
  using Then = std::function<void(const Path&)>;

  void fail(const SourceRange& range, const std::string& message, const std::string& hint = {}) {
    if (!failed_) diagnostics_.error(range, message, hint);
    failed_ = true;
  }

  Expr value(const Path& path, Expr e) {
    if (gcl::mentions(e, gcl::Kind::Old) || gcl::mentions(e, gcl::Kind::Entry)) {
      fail({}, "old() and entry() are not written as clauses");
    }
    return gcl::substitute(context_, e, path.values);
  }

  void assume(Path& path, Expr condition) { path.assumed.push_back(value(path, condition)); }

  /// Along the path control may come here.
  bool possible(const Path& path) const {
    return std::ranges::none_of(path.assumed, &Expr::is_false);
  }

  void add(const Path& path, Expr also, std::optional<Application> head, const SourceRange& range) {
    if (system_.clauses.size() >= most_clauses) {
      fail(range, "the program has too many paths between its loops",
           "at most " + std::to_string(most_clauses) + " clauses are written");
      return;
    }
    std::vector<Expr> all = path.assumed;
    all.push_back(also);
    Clause clause{path.from, gcl::mk_and(context_, all), std::move(head), range};
    if (!clause.constraint.is_false()) system_.clauses.push_back(std::move(clause));
  }

  void follow(const gcl::Block& block, std::size_t at, Path path, const Then& then) {
    if (failed_ || !possible(path)) return;
    if (at == block.size()) return then(path);
    const gcl::Stmt& stmt = block[at];
    if (++path.length > longest_path || ++statements_ > most_statements) {
      return fail(stmt.range, "the paths between two loops are too long, or too many, for clauses");
    }
    const Then rest = [this, &block, at, &then](const Path& now) {
      follow(block, at + 1, now, then);
    };
    std::visit(overloaded{[&](const auto& node) { step(node, stmt.range, path, rest); }},
               stmt.node);
  }

  void step(const gcl::Assert& claim, const SourceRange& range, Path& path, const Then& rest) {
    const Expr holds = value(path, claim.condition.expr);
    add(path, gcl::mk_not(context_, holds), std::nullopt, range);
    path.assumed.push_back(holds);
    rest(path);
  }
  void step(const gcl::Assume& one, const SourceRange&, Path& path, const Then& rest) {
    assume(path, one.condition.expr);
    rest(path);
  }
  void step(const gcl::Assign& assign, const SourceRange&, Path& path, const Then& rest) {
    std::vector<Expr> values;
    for (const gcl::Located& one : assign.values) values.push_back(value(path, one.expr));
    for (std::size_t i = 0; i < values.size(); ++i) path.values[assign.targets[i]] = values[i];
    rest(path);
  }
  void step(const gcl::Havoc& havoc, const SourceRange&, Path& path, const Then& rest) {
    for (const Expr var : havoc.targets) {
      path.values[var] = context_.fresh_var(var.name(), var.sort());
    }
    rest(path);
  }
  void step(const gcl::Choice& choice, const SourceRange&, Path& path, const Then& rest) {
    for (const gcl::Block& branch : choice.branches) follow(branch, 0, path, rest);
  }
  void step(const gcl::If& branch, const SourceRange&, Path& path, const Then& rest) {
    Path other = path;
    if (branch.condition) {
      assume(path, branch.condition->expr);
      assume(other, gcl::mk_not(context_, branch.condition->expr));
    }
    follow(branch.then_branch, 0, std::move(path), rest);
    follow(branch.else_branch, 0, std::move(other), rest);
  }
  void step(const gcl::LabeledBlock& labeled, const SourceRange&, Path& path, const Then& rest) {
    // Labels are unique in a procedure; an exit leaves for what follows the block.
    exits_[labeled.label].push_back(&rest);
    follow(labeled.body, 0, std::move(path), rest);
    exits_[labeled.label].pop_back();
  }
  void step(const gcl::Exit& exit, const SourceRange&, Path& path, const Then&) {
    (*exits_.at(exit.label).back())(path);
  }
  void step(const gcl::Call&, const SourceRange& range, Path&, const Then&) {
    fail(range, "calls are not written as clauses");
  }
  void step(const gcl::While& loop, const SourceRange& range, Path& path, const Then& rest) {
    if (!loop.invariants.empty()) {
      return fail(range, "a loop with invariants is not written as clauses");
    }
    const auto [found, is_new] = loops_.try_emplace(&loop, system_.predicates.size());
    const std::size_t predicate = found->second;
    if (is_new) {
      Predicate head{procedure_ + "_" + std::to_string(loops_.size()), variables_, {}, range};
      for (const Expr var : variables_) head.names.push_back(var.name());
      system_.predicates.push_back(std::move(head));
    }
    add(path, context_.true_(), arrival(predicate, path), range);
    if (!is_new) return;
    Path again;
    again.from = Application{predicate, variables_};
    for (const Expr var : variables_) again.values[var] = var;
    Path leave = again;
    if (loop.condition) {
      assume(again, loop.condition->expr);
      assume(leave, gcl::mk_not(context_, loop.condition->expr));
    }
    follow(loop.body, 0, std::move(again), [this, predicate, range](const Path& now) {
      add(now, context_.true_(), arrival(predicate, now), range);
    });
    if (possible(leave)) rest(leave);
  }

  Application arrival(std::size_t predicate, const Path& path) const {
    Application result{predicate, {}};
    for (const Expr var : variables_) result.arguments.push_back(path.values.at(var));
    return result;
  }

  gcl::Context& context_;
  System& system_;
  Diagnostics& diagnostics_;
  std::string procedure_;
  std::vector<Expr> variables_;
  std::map<const gcl::While*, std::size_t> loops_;
  std::map<std::string, std::vector<const Then*>> exits_;
  std::size_t statements_ = 0;
  bool failed_ = false;
};

bool is_plain(gcl::Sort sort) {
  while (sort.is_map()) {
    if (!is_plain(sort.key())) return false;
    sort = sort.value();
  }
  return sort.is_int() || sort.is_bool();
}

/// What clauses have no word for; empty: nothing.
std::string unsaid(const gcl::Program& program, const gcl::Procedure& procedure) {
  if (!program.axioms.empty() || !program.functions.empty()) return "axioms and functions";
  if (!procedure.requires_.empty() || !procedure.ensures.empty()) return "contracts";
  std::vector<const std::vector<gcl::VarDecl>*> lists{&program.globals, &procedure.parameters,
                                                      &procedure.results, &procedure.locals};
  for (const auto* list : lists) {
    for (const gcl::VarDecl& one : *list) {
      if (!is_plain(one.var.sort())) return "variables of sort " + to_string(one.var.sort());
    }
  }
  return {};
}

}  // namespace

std::optional<System> from_program(const gcl::Program& program, gcl::Context& context,
                                   Diagnostics& diagnostics) {
  System system;
  std::vector<Expr> globals;
  for (const gcl::VarDecl& one : program.globals) globals.push_back(one.var);
  for (const gcl::ConstDecl& one : program.constants) globals.push_back(one.var);
  for (const gcl::Procedure& procedure : program.procedures) {
    if (!procedure.body) continue;
    const std::string what = unsaid(program, procedure);
    if (!what.empty()) {
      diagnostics.error(procedure.range, what + " are not written as clauses");
      return std::nullopt;
    }
    if (!Walk(context, system, diagnostics)(procedure, globals)) return std::nullopt;
  }
  return system;
}

}  // namespace pawl::frontend::clauses
