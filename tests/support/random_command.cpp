// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_command.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::test {

using namespace gcl;

Block RandomCommand::command(int statements) {
  Block block;
  while (statements > 0) {
    const int budget = 1 + static_cast<int>(below(static_cast<std::uint32_t>(statements)));
    block.push_back(statement(budget));
    statements -= budget;
    if (std::holds_alternative<Exit>(block.back().node) && below(4) != 0) break;
  }
  return block;
}

Stmt RandomCommand::statement(int budget) {
  if (budget < 3) return simple();
  switch (below(6)) {
    case 0: {
      Choice choice;
      const auto branches = 2 + below(2);
      for (std::uint32_t i = 0; i < branches; ++i) {
        choice.branches.push_back(command((budget - 1) / static_cast<int>(branches)));
      }
      return {std::move(choice), {}};
    }
    case 1:
      if (features_.conditionals) {
        If branch;
        if (below(3) != 0) branch.condition = located(formula(1));
        branch.then_branch = command((budget - 1) / 2);
        branch.else_branch = command((budget - 1) / 2);
        return {std::move(branch), {}};
      }
      return simple();
    case 2:
    case 3: {
      const std::string label = "L" + std::to_string(++label_count_);
      open_labels_.push_back(label);
      LabeledBlock labeled{label, command(budget - 1)};
      open_labels_.pop_back();
      return {std::move(labeled), {}};
    }
    case 4:
      if (features_.loops && loop_depth_ < 2) return loop(budget);
      return simple();
    default: return simple();
  }
}

Stmt RandomCommand::simple() {
  const std::size_t labels = features_.labels.size() + open_labels_.size();
  switch (below(12)) {
    case 0: return {Assert{located(formula(1)), {}}, {}};
    case 1: return {Assert{located(mk_or(c_, {formula(1), formula(1)})), {}}, {}};
    case 2: return make_assume(located(mk_or(c_, {formula(1), formula(1)})));
    case 3: return make_havoc({any_variable()}, {});
    case 4: {
      const Expr first = any_variable();
      const Expr second = any_variable();
      if (first == second) break;
      return make_assign({{first, value(first.sort())}, {second, value(second.sort())}}, {});
    }
    case 5:
    case 6: {
      if (labels == 0) break;
      const std::size_t chosen = below(static_cast<std::uint32_t>(labels));
      return {Exit{chosen < open_labels_.size() ? open_labels_[chosen]
                                                : features_.labels[chosen - open_labels_.size()]},
              {}};
    }
    case 7:
      if (features_.callees.empty()) break;
      return call();
    default: break;
  }
  const Expr target = any_variable();
  return make_assign({{target, value(target.sort())}}, {});
}

/// Mostly short, with invariants that hold sometimes, and that speak of the loop's entry.
Stmt RandomCommand::loop(int budget) {
  While loop;
  if (below(4) != 0) loop.condition = located(formula(1));
  for (std::uint32_t i = below(3); i > 0; --i) {
    Expr invariant = mk_or(c_, {formula(1), formula(1)});
    const Expr x = variable(c_.int_sort());
    if (x && below(2) == 0) {
      const Expr entry = c_.make(Kind::Entry, {c_.make(Kind::Add, {x, integer(0)})});
      invariant = mk_or(c_, {invariant, mk_le(c_, entry, integer(1))});
    }
    if (features_.invariants) loop.invariants.push_back(located(invariant));
  }
  ++loop_depth_;
  loop.body = command(budget - 1);
  --loop_depth_;
  return {std::move(loop), {}};
}

Stmt RandomCommand::call() {
  const Procedure& callee =
      *features_.callees[below(static_cast<std::uint32_t>(features_.callees.size()))];
  Call call;
  call.procedure = callee.name;
  for (const VarDecl& parameter : callee.parameters) {
    call.arguments.push_back(located(value(parameter.var.sort())));
  }
  for (const VarDecl& result : callee.results) {
    // Distinct, and not what the callee changes by itself: as the type checker has it.
    std::vector<Expr> possible;
    for (const Expr var : features_.variables) {
      if (var.sort() == result.var.sort() && std::ranges::count(callee.modifies, var) == 0 &&
          std::ranges::count(call.results, var) == 0) {
        possible.push_back(var);
      }
    }
    if (possible.empty()) return make_assume(located(c_.true_()));
    call.results.push_back(possible[below(static_cast<std::uint32_t>(possible.size()))]);
  }
  return {std::move(call), {}};
}

Expr RandomCommand::any_variable() {
  return features_.variables[below(static_cast<std::uint32_t>(features_.variables.size()))];
}

Expr RandomCommand::variable(Sort sort) {
  std::vector<Expr> possible;
  for (const Expr var : features_.variables) {
    if (var.sort() == sort) possible.push_back(var);
  }
  if (possible.empty()) return {};
  return possible[below(static_cast<std::uint32_t>(possible.size()))];
}

Expr RandomCommand::value(Sort sort) {
  if (sort.is_bool()) return formula(1);
  if (sort.is_int()) return integer(1);
  const Expr map = variable(sort);
  return c_.make(Kind::Store, {map, integer(0), integer(1)});
}

Expr RandomCommand::integer(int size) {
  const Expr x = variable(c_.int_sort());
  const Expr number = c_.int_const(static_cast<std::int64_t>(below(5)) - 1);
  if (!x) return number;
  if (size <= 0) return below(2) == 0 ? x : number;
  switch (below(6)) {
    case 0: return c_.make(Kind::Add, {x, integer(size - 1)});
    case 1: return c_.make(Kind::Sub, {x, integer(size - 1)});
    case 2: return c_.make(Kind::Ite, {formula(size - 1), x, integer(size - 1)});
    case 3: {
      const Expr map = variable(c_.map_sort(c_.int_sort(), c_.int_sort()));
      return map ? c_.make(Kind::Select, {map, integer(size - 1)}) : x;
    }
    case 4: return number;
    default: return x;
  }
}

Expr RandomCommand::formula(int size) {
  const Expr b = variable(c_.bool_sort());
  const bool has_int = static_cast<bool>(variable(c_.int_sort()));
  if (size > 0 && below(2) == 0) {
    const Expr left = formula(size - 1);
    const Expr right = formula(size - 1);
    switch (below(5)) {
      case 0: return mk_and(c_, {left, right});
      case 1: return mk_or(c_, {left, right});
      case 2: return mk_not(c_, left);
      case 3: return c_.make(Kind::Implies, {left, right});
      default: return c_.make(Kind::Iff, {left, right});
    }
  }
  if (b && (!has_int || below(4) == 0)) return below(2) == 0 ? b : mk_not(c_, b);
  const Expr left = integer(0);
  const Expr right = integer(size);
  switch (below(4)) {
    case 0: return c_.make(Kind::Eq, {left, right});
    case 1: return mk_not(c_, c_.make(Kind::Eq, {left, right}));
    case 2: return c_.make(Kind::Lt, {left, right});
    default: return c_.make(Kind::Le, {left, right});
  }
}

}  // namespace pawl::test
