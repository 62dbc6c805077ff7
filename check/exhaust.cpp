// SPDX-License-Identifier: Apache-2.0
//
// Symbolic execution [King76] of all paths. What is known is a value, what was chosen is a constant
// of the solver, and a path splits where its condition does not decide a test. If that gives no
// end, once more with inputs that a path's condition bounds by numbers taken one value at a time:
// then most of a run is arithmetic on numbers.
#include "check/exhaust.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "check/fold.h"
#include "gcl/build.h"
#include "gcl/evaluate.h"
#include "gcl/traverse.h"
#include "gcl/vc.h"
#include "support/overloaded.h"

namespace pawl::check {
namespace {

using gcl::Expr;
using gcl::Kind;
using prover::Answer;

constexpr std::int64_t most_values = 300;  // of an input
constexpr std::size_t most_conditions = 400;

enum class Inputs { Symbolic, OneByOne };

/// A value, or a term over what was chosen.
using Worth = std::variant<gcl::Value, Expr>;

/// Functions without a definition are not ours to choose.
class NoFunctions final : public gcl::Functions {
 public:
  gcl::Value apply(const std::string&, gcl::Sort result, std::span<const gcl::Value>) override {
    asked = true;
    return gcl::Value::default_of(result);
  }
  bool asked = false;
};

/// An open block. For a loop, `next` at the end of the body means: at the head.
struct Frame {
  const gcl::Block* block = nullptr;
  std::size_t next = 0;
  const gcl::While* loop = nullptr;
  const std::string* label = nullptr;
};

/// A set of runs, and where they are.
struct Path {
  gcl::State values;                            // of variables
  std::unordered_map<Expr, Expr> symbols = {};  // of the others: terms over what was chosen
  std::vector<Frame> frames = {};
  std::vector<Expr> conditions = {};  // of what was chosen, in order
  std::unordered_set<Expr> holds = {};
  std::vector<Expr> inputs = {};  // chosen integers that nobody has looked at
};

class Explorer {
 public:
  Explorer(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
           const ExhaustLimits& limits, const prover::ProverOptions& options, prover::QueryLog& log,
           Inputs inputs)
      : context_(context),
        program_(program),
        procedure_(procedure),
        limits_(limits),
        budget_(options.limits.budget),
        inputs_(inputs),
        prover_(prover::make_prover(context, options, log)) {
    prover_->set_caller("check.exhaust");
    for (const Expr fact : gcl::background(context, program)) prover_->assert_formula(fact);
  }

  Exhaustion run() {
    start();
    while (!open_.empty() && result_.why.empty()) {
      Path path = std::move(open_.back());
      open_.pop_back();
      ++result_.paths;
      if (result_.paths > limits_.paths) give_up("there are too many paths");
      follow(path);
    }
    result_.complete = result_.why.empty();
    return result_;
  }

  /// Was there an input that would have been worth taking one by one?
  bool has_few_values() const { return has_few_values_; }

 private:
  void give_up(const std::string& why) {
    if (result_.why.empty()) result_.why = why;
  }

  void start() {
    Path first;
    const auto choose = [&](const auto& declarations) {
      for (const auto& one : declarations) chosen(first, one.var);
    };
    // Constants of the program stand for themselves.
    choose(program_.globals);
    choose(procedure_.parameters);
    choose(procedure_.results);
    choose(procedure_.locals);
    bool alive = true;
    for (const gcl::Located& clause : procedure_.requires_) {
      alive = alive && assume(first, condition(first, clause.expr));
    }
    first.frames.push_back({.block = &*procedure_.body});
    if (alive) open_.push_back(std::move(first));
  }

  void chosen(Path& path, Expr variable) {
    const Expr any = context_.fresh_var(variable.name(), variable.sort());
    path.values.erase(variable);
    path.symbols.insert_or_assign(variable, any);
    if (variable.sort().is_int()) path.inputs.push_back(any);
  }

  /// To its end; the other sides of what it does not decide wait in open_.
  void follow(Path& path) {
    while (result_.why.empty()) {
      if (++steps_ > limits_.steps || (steps_ % 256 == 0 && budget_.over())) {
        return give_up("it takes too long");
      }
      if (path.frames.empty()) return end(path);
      Frame& frame = path.frames.back();
      bool alive = true;
      if (frame.next < frame.block->size()) {
        alive = execute(path, (*frame.block)[frame.next++]);
      } else if (frame.loop != nullptr) {
        alive = loop_head(path);
      } else {
        path.frames.pop_back();
      }
      if (!alive) return;
    }
  }

  void end(Path& path) {
    for (const gcl::Located& clause : procedure_.ensures) {
      if (!prove(path, clause.expr)) return;
    }
  }

  // ---- statements: false, if no run of the path goes on
  // -------------------------------------------

  bool execute(Path& path, const gcl::Stmt& stmt) {
    return std::visit(
        overloaded{
            [&](const gcl::Assert& s) { return prove(path, s.condition.expr); },
            [&](const gcl::Assume& s) { return assume(path, condition(path, s.condition.expr)); },
            [&](const gcl::Assign& s) {
              assign(path, s);
              return true;
            },
            [&](const gcl::Havoc& s) {
              for (const Expr target : s.targets) chosen(path, target);
              return true;
            },
            [&](const gcl::Choice& s) {
              for (std::size_t i = 1; i < s.branches.size(); ++i) {
                Path& other = open_.emplace_back(path);
                other.frames.push_back({.block = &s.branches[i]});
              }
              path.frames.push_back({.block = &s.branches.front()});
              return true;
            },
            [&](const gcl::If& s) {
              return branch(
                  path, s.condition,
                  [&](Path& then) { then.frames.push_back({.block = &s.then_branch}); },
                  [&](Path& other) { other.frames.push_back({.block = &s.else_branch}); });
            },
            [&](const gcl::While& s) {
              path.frames.push_back({.block = &s.body, .next = s.body.size(), .loop = &s});
              return true;
            },
            [&](const gcl::LabeledBlock& s) {
              path.frames.push_back({.block = &s.body, .label = &s.label});
              return true;
            },
            [&](const gcl::Exit& s) {
              while (path.frames.back().label == nullptr || *path.frames.back().label != s.label) {
                path.frames.pop_back();
              }
              path.frames.pop_back();
              return true;
            },
            [&](const gcl::Call&) {
              give_up("it calls procedures");
              return false;
            },
        },
        stmt.node);
  }

  void assign(Path& path, const gcl::Assign& statement) {
    std::vector<Worth> values;
    for (const gcl::Located& one : statement.values) values.push_back(worth(path, one.expr));
    for (std::size_t i = 0; i < values.size(); ++i) {
      set(path, statement.targets[i], std::move(values[i]));
    }
  }

  static void set(Path& path, Expr variable, Worth worth) {
    if (const auto* term = std::get_if<Expr>(&worth)) {
      if (const auto literal = value_of(*term)) return set(path, variable, *literal);
      path.symbols.insert_or_assign(variable, *term);
      path.values.erase(variable);
    } else {
      path.values.insert_or_assign(variable, std::get<gcl::Value>(std::move(worth)));
      path.symbols.erase(variable);
    }
  }

  bool loop_head(Path& path) {
    if (inputs_ == Inputs::OneByOne && !take_one_by_one(path)) return false;
    for (const Expr input : path.inputs) has_few_values_ |= range_of(path, input).has_value();
    path.inputs.clear();
    const gcl::While& loop = *path.frames.back().loop;
    return branch(
        path, loop.condition, [](Path& in) { in.frames.back().next = 0; },
        [](Path& out) { out.frames.pop_back(); });
  }

  /// Both sides, if both are possible; `path` goes on with one of them.
  template <class Then, class Else>
  bool branch(Path& path, const std::optional<gcl::Located>& tested, const Then& then,
              const Else& otherwise) {
    if (!tested) {
      otherwise(open_.emplace_back(path));
      then(path);
      return true;
    }
    const Expr test = condition(path, tested->expr);
    const Expr negation = gcl::mk_not(context_, test);
    const bool may_hold = possible(path, test);
    if (may_hold && possible(path, negation)) {
      Path& other = open_.emplace_back(path);
      otherwise(other);
      if (!assume(other, negation)) open_.pop_back();
    } else if (!may_hold) {
      otherwise(path);
      return assume(path, negation);
    }
    then(path);
    return assume(path, test);
  }

  // ---- values -----------------------------------------------------------------------------------

  struct Known {
    std::vector<Expr> variables;
    bool says_when = false;  // Old or Entry occur
  };

  const Known& known_of(Expr e) {
    const auto [found, added] = known_.try_emplace(e);
    if (added) {
      found->second.variables = gcl::free_vars(e);
      gcl::post_order(e, [&](Expr node) {
        found->second.says_when |= node.is(Kind::Old) || node.is(Kind::Entry);
      });
    }
    return found->second;
  }

  /// In the state of the path: a value, or a term over what was chosen.
  Worth worth(const Path& path, Expr e) {
    const Known& known = known_of(e);
    if (known.says_when) {
      give_up("it speaks of earlier states");
      return e;
    }
    if (std::ranges::all_of(known.variables, [&](Expr v) { return path.values.contains(v); })) {
      NoFunctions functions;
      gcl::Valuation valuation;
      valuation.now = &path.values;
      valuation.program = &program_;
      valuation.functions = &functions;
      gcl::Evaluation found = gcl::evaluate(e, valuation);
      if (found.value && !functions.asked) return std::move(*found.value);
    }
    gcl::Rewriter rewrite(context_, [&](Expr node) {
      return node.is(Kind::Var) ? term_of(path, node) : fold(context_, node);
    });
    return rewrite(e);
  }

  Expr condition(const Path& path, Expr e) {
    const Worth found = worth(path, e);
    const auto* value = std::get_if<gcl::Value>(&found);
    return value == nullptr ? std::get<Expr>(found) : context_.bool_(value->as_bool());
  }

  Expr term_of(const Path& path, Expr variable) {
    if (const auto symbol = path.symbols.find(variable); symbol != path.symbols.end()) {
      return symbol->second;
    }
    const auto value = path.values.find(variable);
    if (value == path.values.end()) return variable;  // a constant of the program, or chosen
    const auto literal = literal_of(context_, value->second, variable.sort());
    if (!literal) give_up("a value has no name");
    return literal.value_or(variable);
  }

  // ---- conditions -------------------------------------------------------------------------------

  bool assume(Path& path, Expr condition) {
    for (const Expr one : gcl::conjuncts(condition)) {
      if (one.is_false() || path.holds.contains(gcl::mk_not(context_, one))) return false;
      if (one.is_true() || !path.holds.insert(one).second) continue;
      path.conditions.push_back(one);
      if (path.conditions.size() > most_conditions) give_up("its conditions are too long");
    }
    return true;
  }

  /// May some run of the path have it? Not knowing is a yes.
  bool possible(const Path& path, Expr condition) {
    if (!result_.why.empty()) return true;  // nobody has to be asked
    if (condition.is_true() || path.holds.contains(condition)) return true;
    if (condition.is_false() || path.holds.contains(gcl::mk_not(context_, condition))) return false;
    if (++queries_ > limits_.queries) give_up("there are too many questions");
    std::vector<Expr> assumptions = path.conditions;
    assumptions.push_back(condition);
    return prover_->satisfiable(assumptions) != Answer::No;
  }

  bool prove(Path& path, Expr formula) {
    const Expr fact = condition(path, formula);
    if (possible(path, gcl::mk_not(context_, fact))) {
      give_up("an obligation is not proved on some path");
      return false;
    }
    return assume(path, fact);
  }

  // ---- inputs one by one ------------------------------------------------------------------------

  struct Range {
    gcl::Integer low, high;
  };

  /// match:  c <= x, x < c, ... among the conditions
  /// Bounds on both sides, and not far apart.
  static std::optional<Range> range_of(const Path& path, Expr input) {
    std::optional<gcl::Integer> low, high;
    const auto at_least = [&](const gcl::Integer& bound) {
      if (!low || *low < bound) low = bound;
    };
    const auto at_most = [&](const gcl::Integer& bound) {
      if (!high || bound < *high) high = bound;
    };
    const auto compare = [&](Expr a, Expr b, std::int64_t strict) {
      if (a.is(Kind::IntConst) && b == input) at_least(gcl::Integer(a.text()) + strict);
      if (b.is(Kind::IntConst) && a == input) at_most(gcl::Integer(b.text()) - strict);
    };
    for (const Expr one : path.conditions) {
      const bool negated = one.is(Kind::Not);
      const Expr test = negated ? one.arg(0) : one;
      if (!test.is(Kind::Le) && !test.is(Kind::Lt)) continue;
      const bool strict = test.is(Kind::Lt) != negated;  // !(a <= b) is b < a
      compare(test.arg(negated ? 1 : 0), test.arg(negated ? 0 : 1), strict ? 1 : 0);
    }
    if (!low || !high || gcl::Integer(most_values) < *high - *low) return std::nullopt;
    return Range{*low, *high};
  }

  /// The first value goes on; the others wait. False: there is none.
  bool take_one_by_one(Path& path) {
    while (!path.inputs.empty()) {
      const Expr input = path.inputs.back();
      path.inputs.pop_back();
      const auto range = range_of(path, input);
      if (!range) continue;
      std::vector<Path> all;
      for (gcl::Integer value = range->low; !(range->high < value); value = value + 1) {
        Path one = path;
        if (fix(one, input, context_.int_const(value.to_string()))) all.push_back(std::move(one));
      }
      if (all.empty()) return false;
      path = std::move(all.front());
      std::ranges::move(all.begin() + 1, all.end(), std::back_inserter(open_));
    }
    return true;
  }

  bool fix(Path& path, Expr input, Expr literal) {
    gcl::Rewriter rewrite(
        context_, [&](Expr node) { return node == input ? literal : fold(context_, node); });
    std::vector<Expr> conditions;
    conditions.swap(path.conditions);
    path.holds.clear();
    for (const Expr one : conditions) {
      if (!assume(path, rewrite(one))) return false;
    }
    const auto symbols = path.symbols;
    for (const auto& [variable, term] : symbols) set(path, variable, rewrite(term));
    return true;
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const gcl::Procedure& procedure_;
  const ExhaustLimits& limits_;
  const Budget budget_;
  Inputs inputs_;
  std::unique_ptr<prover::Prover> prover_;
  std::vector<Path> open_;
  std::unordered_map<Expr, Known> known_;
  std::size_t steps_ = 0;
  std::size_t queries_ = 0;
  bool has_few_values_ = false;
  Exhaustion result_;
};

}  // namespace

Exhaustion exhaust(gcl::Context& context, const gcl::Program& program,
                   const gcl::Procedure& procedure, const ExhaustLimits& limits,
                   const prover::ProverOptions& options, prover::QueryLog& log) {
  Explorer symbolic(context, program, procedure, limits, options, log, Inputs::Symbolic);
  Exhaustion result = symbolic.run();
  if (result.complete || !symbolic.has_few_values()) return result;
  return Explorer(context, program, procedure, limits, options, log, Inputs::OneByOne).run();
}

}  // namespace pawl::check
