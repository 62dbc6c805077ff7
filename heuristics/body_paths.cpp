// SPDX-License-Identifier: Apache-2.0
#include "heuristics/body_paths.h"

#include <algorithm>
#include <optional>
#include <string>

#include "gcl/build.h"
#include "gcl/targets.h"
#include "support/overloaded.h"

namespace pawl::heuristics {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Kind;
using gcl::Stmt;

constexpr std::size_t max_paths = 24;
/// Statements executed over all paths; a body that needs more is cut off.
constexpr std::size_t max_steps = 4000;
/// Different cells read along one path; more are a table, not a pattern.
constexpr std::size_t max_accesses = 200;
/// A value with more nodes than this becomes opaque.
constexpr std::size_t max_value_size = 60;

/// A path under construction. `leaving` is set between an `exit L` and the end of its block.
struct State {
  BodyPath path;
  std::optional<std::string> leaving;
};
using States = std::vector<State>;

class Executor {
 public:
  Executor(gcl::Context& context, const gcl::Program& program)
      : context_(context), program_(program) {}

  std::vector<BodyPath> run(const gcl::While& loop) {
    State start;
    if (loop.condition) pass(start, loop.condition->expr);
    std::vector<BodyPath> paths;
    for (State& state : execute(loop.body, {std::move(start)})) {
      if (is_impossible(state.path)) continue;
      state.path.end = state.leaving ? BodyPath::End::Left : BodyPath::End::Back;
      paths.push_back(std::move(state.path));
    }
    return paths;
  }

 private:
  static bool is_impossible(const BodyPath& path) {
    return std::ranges::any_of(path.conditions, [](const Seen& c) { return c.at_head.is_false(); });
  }

  States execute(const Block& block, States states) {
    for (const Stmt& stmt : block) {
      States next;
      for (State& state : states) {
        if (state.leaving) {
          next.push_back(std::move(state));
        } else if (++steps_ <= max_steps) {
          for (State& result : step(stmt, std::move(state))) next.push_back(std::move(result));
        }
      }
      // The first ones stay: then-branches before else-branches, in text order.
      if (next.size() > max_paths) next.resize(max_paths);
      states = std::move(next);
    }
    return states;
  }

  States step(const Stmt& stmt, State state) {
    return std::visit(
        overloaded{
            [&](const gcl::Assert& node) { return passed(std::move(state), node.condition.expr); },
            [&](const gcl::Assume& node) { return passed(std::move(state), node.condition.expr); },
            [&](const gcl::Assign& node) { return assigned(std::move(state), node); },
            [&](const gcl::Havoc& node) { return forgotten(std::move(state), node.targets); },
            [&](const gcl::Choice& node) { return chosen(state, node); },
            [&](const gcl::If& node) { return branched(state, node); },
            [&](const gcl::While& node) { return looped(std::move(state), node); },
            [&](const gcl::LabeledBlock& node) { return labeled(std::move(state), node); },
            [&](const gcl::Exit& node) {
              state.leaving = node.label;
              return States{std::move(state)};
            },
            [&](const gcl::Call& node) { return called(std::move(state), node); },
        },
        stmt.node);
  }

  States passed(State state, Expr condition) {
    pass(state, condition);
    return {std::move(state)};
  }

  States assigned(State state, const gcl::Assign& node) {
    std::vector<Expr> values;
    for (std::size_t i = 0; i < node.targets.size(); ++i) {
      const Expr value = node.values[i].expr;
      if (!record_writes(state, node.targets[i], value)) record_reads(state, value);
      values.push_back(simplify(context_, at_head(state, value)));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::span<const Expr> root(&values[i], 1);
      const bool large = gcl::dag_size(root) > max_value_size;
      state.path.after[node.targets[i]] = large ? unknown(node.targets[i]) : values[i];
    }
    return {std::move(state)};
  }

  States forgotten(State state, const std::vector<Expr>& variables) {
    for (const Expr variable : variables) state.path.after[variable] = unknown(variable);
    return {std::move(state)};
  }

  States chosen(const State& state, const gcl::Choice& node) {
    States all;
    for (const Block& branch : node.branches) append(all, execute(branch, {state}));
    return all;
  }

  States branched(const State& state, const gcl::If& node) {
    State then_state = state;
    State else_state = state;
    if (node.condition) {
      pass(then_state, node.condition->expr);
      pass(else_state, gcl::mk_not(context_, node.condition->expr));
    }
    States all = execute(node.then_branch, {std::move(then_state)});
    append(all, execute(node.else_branch, {std::move(else_state)}));
    return all;
  }

  /// An arbitrary round of the inner loop contributes what it reads and writes; afterwards
  /// nothing is known of its targets.
  States looped(State state, const gcl::While& node) {
    State inside = std::move(forgotten(state, gcl::targets(program_, node.body)).front());
    const BodyPath around = inside.path;
    if (node.condition) pass(inside, node.condition->expr);
    const std::size_t known = inside.path.accesses.size();
    for (const State& round : execute(node.body, {std::move(inside)})) {
      const auto& seen = round.path.accesses;
      for (std::size_t i = known; i < seen.size(); ++i) state.path.accesses.push_back(seen[i]);
    }
    state.path.after = around.after;
    return {std::move(state)};
  }

  States labeled(State state, const gcl::LabeledBlock& node) {
    States states = execute(node.body, {std::move(state)});
    for (State& inner : states) {
      if (inner.leaving == node.label) inner.leaving.reset();
    }
    return states;
  }

  States called(State state, const gcl::Call& node) {
    for (const gcl::Located& argument : node.arguments) record_reads(state, argument.expr);
    return forgotten(std::move(state), gcl::targets(program_, Block{Stmt{node, {}}}));
  }

  void pass(State& state, Expr condition) {
    record_reads(state, condition);
    for (const Expr conjunct : conjuncts_of(condition)) {
      state.path.conditions.push_back({conjunct, simplify(context_, at_head(state, conjunct))});
    }
  }

  /// match:  !(a || b), !(a ==> b)      result: !a, !b and a, !b; conjuncts otherwise
  std::vector<Expr> conjuncts_of(Expr condition) {
    if (!condition.is(Kind::Not)) return gcl::conjuncts(condition);
    const Expr inner = condition.arg(0);
    std::vector<Expr> parts;
    if (inner.is(Kind::Or)) {
      for (const Expr part : inner.args()) parts.push_back(gcl::mk_not(context_, part));
    } else if (inner.is(Kind::Implies)) {
      parts = {inner.arg(0), gcl::mk_not(context_, inner.arg(1))};
    } else {
      parts = {condition};
    }
    return parts;
  }

  void record_reads(State& state, Expr e) {
    for (const MapRead& read : reads_in(e)) {
      if (read.term.has_bound_vars()) continue;
      const Access seen = access(state, read.map, read.keys, {});
      const auto same = [&](const Access& known) {
        return known.map == seen.map && !known.is_write() &&
               std::ranges::equal(known.keys, seen.keys, {}, &Seen::at_head, &Seen::at_head);
      };
      const auto& known = state.path.accesses;
      if (known.size() < max_accesses && std::ranges::none_of(known, same)) {
        state.path.accesses.push_back(seen);
      }
    }
  }

  /// match:  a := a[i := a[i][j := v]]      result: a write of v at keys i, j
  /// Several stores in one assignment are several writes. False when `value` is no such store.
  bool record_writes(State& state, Expr target, Expr value) {
    std::vector<Access> writes;
    while (value.is(Kind::Store)) {
      std::vector<Expr> keys;
      Expr cell = target;
      Expr stored = value;
      while (stored.is(Kind::Store) && (keys.empty() || store_base(stored) == cell)) {
        keys.push_back(stored.arg(1));
        cell = gcl::mk_select(context_, cell, stored.arg(1));
        stored = stored.arg(2);
      }
      writes.push_back(access(state, target, keys, stored));
      for (const Expr key : keys) record_reads(state, key);
      record_reads(state, stored);
      value = value.arg(0);
    }
    const bool is_update = !writes.empty() && value == target;
    if (is_update) std::ranges::copy(writes, std::back_inserter(state.path.accesses));
    return is_update;
  }

  static Expr store_base(Expr store) {
    while (store.is(Kind::Store)) store = store.arg(0);
    return store;
  }

  Access access(const State& state, Expr map, const std::vector<Expr>& keys, Expr value) {
    Access result{.map = map, .keys = {}, .value = {}};
    for (const Expr key : keys) {
      result.keys.push_back({key, simplify(context_, at_head(state, key))});
    }
    if (value) result.value = {value, simplify(context_, at_head(state, value))};
    return result;
  }

  Expr at_head(const State& state, Expr e) const {
    gcl::Substitution now;
    for (const Expr variable : gcl::free_vars(e)) {
      const auto known = state.path.after.find(variable);
      if (known != state.path.after.end()) now.insert(*known);
    }
    return substitute_now(context_, e, now);
  }

  Expr unknown(Expr variable) { return opaque(context_, variable.sort(), opaque_count_++); }

  static void append(States& into, States from) {
    std::ranges::move(from, std::back_inserter(into));
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  std::size_t steps_ = 0;
  std::size_t opaque_count_ = 0;
};

}  // namespace

Expr BodyPath::value_after(Expr variable) const {
  const auto found = after.find(variable);
  return found == after.end() ? variable : found->second;
}

std::vector<BodyPath> body_paths(gcl::Context& context, const gcl::Program& program,
                                 const gcl::While& loop) {
  return Executor(context, program).run(loop);
}

}  // namespace pawl::heuristics
