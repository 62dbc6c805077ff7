// SPDX-License-Identifier: Apache-2.0
//
// An explicit stack walks the DAG; recursion happens only at quantifiers and defined functions,
// and its depth has a limit of its own. Shared nodes are computed once per moment, those with
// free BoundVars once per binding of them.
#include "gcl/evaluate.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "gcl/moments.h"
#include "gcl/operations.h"
#include "gcl/quantifier_range.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

constexpr std::size_t max_depth = 100;       // of quantifiers and definitions
constexpr std::size_t max_bits = 200'000;    // of a product
constexpr std::int64_t max_range = 100'000;  // values of one quantified variable
constexpr std::int64_t sample_radius = 4;    // around a bound, or 0
constexpr std::size_t max_samples = 32;      // of a variable with too many values

using MaybeValue = std::optional<Value>;  // absent: cannot be decided

class Evaluator {
 public:
  explicit Evaluator(const Valuation& valuation) : valuation_(valuation) {}

  Evaluation operator()(Expr e) {
    Scope outermost;
    MaybeValue value = evaluate_in(outermost, e, Moment::Now);
    return {std::move(value), std::move(why_)};
  }

 private:
  using Memo = std::array<std::unordered_map<Expr, MaybeValue>, 3>;  // by Moment
  /// One binding of quantified variables and parameters.
  struct Scope {
    std::vector<std::pair<Expr, Value>> bindings;
    Memo memo;  // of nodes with free BoundVars
    std::size_t depth = 0;
  };
  struct Frame {
    Expr e;
    Moment moment;
    std::size_t next = 0;    // argument to look at
    bool undecided = false;  // some argument before it was
  };

  MaybeValue give_up(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return std::nullopt;
  }

  std::unordered_map<Expr, MaybeValue>& memo(Scope& scope, Expr e, Moment moment) {
    return (e.has_bound_vars() ? scope.memo : closed_)[static_cast<std::size_t>(moment)];
  }
  const MaybeValue* find(Scope& scope, Expr e, Moment moment) {
    const auto& table = memo(scope, e, moment);
    const auto found = table.find(e);
    return found == table.end() ? nullptr : &found->second;
  }

  MaybeValue evaluate_in(Scope& scope, Expr root, Moment root_moment) {
    std::vector<Frame> stack{{root, root_moment}};
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (find(scope, frame.e, frame.moment) != nullptr) {
        stack.pop_back();
      } else if (const Expr missing = next_needed(scope, frame)) {
        stack.push_back({missing, moment_below(frame.e, frame.moment)});
      } else {
        MaybeValue value = ++steps_ > valuation_.max_steps ? give_up("the evaluation is too long")
                                                           : combine(scope, frame);
        memo(scope, frame.e, frame.moment).emplace(frame.e, std::move(value));
        stack.pop_back();
      }
    }
    return *find(scope, root, root_moment);
  }

  /// The next argument whose value is needed and not there yet; null when the value of
  /// `frame.e` can be told (or is known to be undecided). Quantifiers see to their bodies
  /// themselves.
  Expr next_needed(Scope& scope, Frame& frame) {
    const Expr e = frame.e;
    if (e.is(Kind::Forall) || e.is(Kind::Exists)) return {};
    const Moment moment = moment_below(e, frame.moment);
    for (; frame.next < e.args().size(); ++frame.next) {
      if (skips(scope, e, frame.next, moment)) continue;
      const Expr arg = e.arg(frame.next);
      const MaybeValue* value = find(scope, arg, moment);
      if (value == nullptr) return arg;
      frame.undecided |= !value->has_value();
      if (settles(e, frame.next, *value)) return {};
    }
    return {};
  }

  /// Only the chosen arm of an Ite is needed.
  bool skips(Scope& scope, Expr e, std::size_t index, Moment moment) {
    if (!e.is(Kind::Ite) || index == 0) return false;
    const MaybeValue& condition = *find(scope, e.arg(0), moment);
    return !condition || condition->as_bool() != (index == 1);
  }

  /// Is the value of `e` told by this argument, whatever the others are?
  static bool settles(Expr e, std::size_t index, const MaybeValue& value) {
    if (!value || !value->is_bool()) return false;
    if (e.is(Kind::And)) return !value->as_bool();
    if (e.is(Kind::Or)) return value->as_bool();
    return e.is(Kind::Implies) && value->as_bool() == (index == 1);
  }

  MaybeValue combine(Scope& scope, const Frame& frame) {
    const Expr e = frame.e;
    const Moment below = moment_below(e, frame.moment);
    if (e.is(Kind::Var)) return variable(e, frame.moment);
    if (e.is(Kind::BoundVar)) return bound_variable(scope, e);
    if (e.is(Kind::Forall) || e.is(Kind::Exists)) return quantifier(scope, e, frame.moment);
    if (e.is(Kind::Old) || e.is(Kind::Entry)) return *find(scope, e.arg(0), below);
    if (e.is(Kind::Ite)) {
      const MaybeValue& condition = *find(scope, e.arg(0), below);
      if (!condition) return std::nullopt;
      return *find(scope, e.arg(condition->as_bool() ? 1 : 2), below);
    }
    // The walk stopped early: that argument settles it.
    if (frame.next < e.args().size()) return Value::boolean(!e.is(Kind::And));
    if (frame.undecided) return std::nullopt;
    std::vector<Value> args;
    args.reserve(e.args().size());
    for (const Expr arg : e.args()) args.push_back(**find(scope, arg, below));
    return strict(scope, e, args);
  }

  MaybeValue strict(Scope& scope, Expr e, const std::vector<Value>& args) {
    if (e.is(Kind::Apply)) return application(scope, e, args);
    if ((e.is(Kind::Div) || e.is(Kind::Mod)) && args[1].as_integer().is_zero()) {
      return undefined(e.is(Kind::Div) ? "div" : "mod", e.sort(), std::span(args).first(1));
    }
    if (e.is(Kind::RealDiv) && args[1].as_real().is_zero()) {
      return undefined("/", e.sort(), std::span(args).first(1));
    }
    if (e.sort().is_real() && !e.is(Kind::RealConst)) {
      std::size_t bits = 0;
      for (const Value& arg : args) bits += arg.is_real() ? arg.as_real().bit_length() : 0;
      if (bits > max_bits) return give_up("a number is too large");
    }
    if (e.is(Kind::Mul)) {
      std::size_t bits = 0;
      for (const Value& arg : args) bits += arg.as_integer().bit_length();
      if (bits > max_bits) return give_up("a number is too large");
    }
    return apply_operation(e, args);
  }

  MaybeValue variable(Expr var, Moment moment) {
    const State* const states[] = {valuation_.now, valuation_.old, valuation_.entry};
    const State* state = states[static_cast<std::size_t>(moment)];
    if (state == nullptr) return give_up("the state that old or entry speaks of is not known");
    const auto found = state->find(var);
    if (found == state->end()) return give_up(var.name() + " has no value");
    return found->second;
  }

  MaybeValue bound_variable(const Scope& scope, Expr var) {
    for (auto it = scope.bindings.rbegin(); it != scope.bindings.rend(); ++it) {
      if (it->first == var) return it->second;
    }
    return give_up(var.name() + " is not bound");
  }

  MaybeValue application(Scope& scope, Expr e, const std::vector<Value>& args) {
    const FunctionDecl* function = definition(e.name());
    if (function == nullptr) return undefined(e.name(), e.sort(), args);
    if (scope.depth >= max_depth) return give_up("definitions are nested too deeply");
    Scope inner;
    inner.depth = scope.depth + 1;
    for (std::size_t i = 0; i < args.size(); ++i) {
      inner.bindings.emplace_back(function->parameters[i], args[i]);
    }
    return evaluate_in(inner, function->body->expr, Moment::Now);
  }

  const FunctionDecl* definition(const std::string& name) {
    if (valuation_.program == nullptr) return nullptr;
    if (definitions_.empty()) {
      for (const FunctionDecl& f : valuation_.program->functions) definitions_.emplace(f.name, &f);
    }
    const auto found = definitions_.find(name);
    return found != definitions_.end() && found->second->body ? found->second : nullptr;
  }

  Value undefined(const std::string& function, Sort result, std::span<const Value> args) {
    return valuation_.functions == nullptr ? Value::default_of(result)
                                           : valuation_.functions->apply(function, result, args);
  }

  /// The values to try for one quantified variable. Exhaustive: no other can make a difference.
  struct Candidates {
    std::vector<Value> values;
    bool exhaustive = true;
  };
  struct Interval {
    std::optional<Integer> low, high;
  };

  MaybeValue quantifier(Scope& scope, Expr e, Moment moment) {
    if (scope.depth >= max_depth) return give_up("quantifiers are nested too deeply");
    bool undecided = false;
    for (const Expr part : quantifier_parts(e)) {
      MaybeValue value = quantified_part(scope, e, part, moment);
      if (value && value->as_bool() == e.is(Kind::Exists)) return value;
      undecided |= !value.has_value();
    }
    if (undecided) return std::nullopt;
    return Value::boolean(e.is(Kind::Forall));
  }

  MaybeValue quantified_part(Scope& scope, Expr e, Expr part, Moment moment) {
    if (!part.has_bound_vars()) return evaluate_in(scope, part, moment);
    const std::vector<Interval> intervals = solve_bounds(scope, e, part, moment);
    std::vector<Candidates> candidates;
    bool exhaustive = true;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      candidates.push_back(candidates_for(e.bound()[i], part, intervals[i]));
      if (candidates.back().values.empty()) return Value::boolean(e.is(Kind::Forall));
      exhaustive &= candidates.back().exhaustive;
    }
    return try_all(scope, e, part, moment, candidates, exhaustive);
  }

  /// Numbers for the bounds found in the body. One round per variable passes bounds along chains
  /// such as 0 <= i && i < j && j < n; more would be allowed but not needed.
  std::vector<Interval> solve_bounds(Scope& scope, Expr e, Expr part, Moment moment) {
    std::vector<Interval> intervals(e.bound().size());
    const std::vector<RangeBound> bounds = range_bounds(e, part);
    std::vector<MaybeValue> terms;
    terms.reserve(bounds.size());
    for (const RangeBound& bound : bounds) {
      terms.push_back(bound.other ? evaluate_in(scope, bound.other, moment) : Value::integer(0));
    }
    for (std::size_t round = 0; round <= intervals.size(); ++round) {
      for (std::size_t i = 0; i < bounds.size(); ++i) tighten(bounds[i], terms[i], intervals);
    }
    return intervals;
  }

  static void tighten(const RangeBound& bound, const MaybeValue& term,
                      std::vector<Interval>& intervals) {
    const bool upper = bound.side == RangeBound::Side::Upper;
    std::optional<Integer> limit;
    if (bound.relative_to) {
      const Interval& other = intervals[*bound.relative_to];
      limit = upper ? other.high : other.low;
    } else if (term) {
      limit = term->as_integer();
    }
    if (!limit) return;
    const Integer value = *limit + bound.offset;
    Interval& mine = intervals[bound.variable];
    if (upper && (!mine.high || value < *mine.high)) mine.high = value;
    if (!upper && (!mine.low || *mine.low < value)) mine.low = value;
  }

  Candidates candidates_for(Expr var, Expr part, const Interval& interval) {
    const Sort sort = var.sort();
    Candidates result;
    if (!occurs(var, part)) {
      result.values.push_back(Value::default_of(sort));  // every sort is inhabited
    } else if (const auto size = domain_size(sort); size && *size <= max_range) {
      for (std::uint64_t i = 0; i < *size; ++i) result.values.push_back(domain_element(sort, i));
    } else if (sort.is_int() && interval.low && interval.high &&
               *interval.high - *interval.low < Integer(max_range)) {
      for (Integer i = *interval.low; i <= *interval.high; i = i + 1) {
        result.values.push_back(Value::integer(i));
      }
    } else {
      result.exhaustive = false;
      result.values = samples(sort, interval);
    }
    return result;
  }

  std::vector<Value> samples(Sort sort, const Interval& interval) {
    std::vector<Value> result;
    if (sort.is_int()) {
      const Integer centre = interval.low ? *interval.low : interval.high.value_or(0);
      for (std::int64_t d = -sample_radius; d <= sample_radius; ++d) {
        result.push_back(Value::integer(centre + d));
      }
    } else if (sort.kind() == SortKind::Uninterpreted) {
      for (std::uint32_t i = 0; i < sample_radius; ++i) result.push_back(Value::element(sort, i));
    } else {
      result.push_back(Value::default_of(sort));
    }
    for (const Value& key : interesting_keys()) {
      if (result.size() >= max_samples) break;
      if (has_sort(key, sort)) result.push_back(key);
    }
    return result;
  }

  /// The keys at which the maps of the current state differ from their defaults.
  const std::set<Value>& interesting_keys() {
    if (keys_ || valuation_.now == nullptr) return keys_ ? *keys_ : keys_.emplace();
    keys_.emplace();
    for (const auto& [var, value] : *valuation_.now) {
      if (!value.is_map()) continue;
      for (const auto& update : value.as_map().updates) keys_->insert(update.first);
    }
    return *keys_;
  }

  /// Goes through all combinations, the last variable fastest.
  MaybeValue try_all(Scope& scope, Expr e, Expr part, Moment moment,
                     const std::vector<Candidates>& candidates, bool exhaustive) {
    std::vector<std::size_t> chosen(candidates.size(), 0);
    bool undecided = false;
    Scope inner;
    inner.depth = scope.depth + 1;
    for (;;) {
      inner.bindings = scope.bindings;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        inner.bindings.emplace_back(e.bound()[i], candidates[i].values[chosen[i]]);
      }
      for (auto& table : inner.memo) table.clear();
      MaybeValue value = evaluate_in(inner, part, moment);
      if (value && value->as_bool() == e.is(Kind::Exists)) return value;
      undecided |= !value.has_value();
      if (steps_ > valuation_.max_steps) return give_up("the evaluation is too long");
      std::size_t i = chosen.size();
      while (i > 0 && ++chosen[i - 1] == candidates[i - 1].values.size()) chosen[--i] = 0;
      if (i == 0) break;
    }
    if (undecided) return std::nullopt;
    if (!exhaustive) return give_up("a quantifier ranges over too many values");
    return Value::boolean(e.is(Kind::Forall));
  }

  const Valuation& valuation_;
  Memo closed_;
  std::unordered_map<std::string, const FunctionDecl*> definitions_;
  std::optional<std::set<Value>> keys_;
  std::uint64_t steps_ = 0;
  std::string why_;  // the first reason
};

}  // namespace

void FunctionTables::set(const std::string& function, std::vector<Value> args, Value result) {
  tables_[function].entries.insert_or_assign(std::move(args), std::move(result));
}

void FunctionTables::set_default(const std::string& function, Value result) {
  tables_[function].default_result = std::move(result);
}

std::optional<Value> FunctionTables::lookup(const std::string& function,
                                            std::span<const Value> args) const {
  const auto table = tables_.find(function);
  if (table == tables_.end()) return std::nullopt;
  const auto entry = table->second.entries.find({args.begin(), args.end()});
  return entry == table->second.entries.end() ? table->second.default_result : entry->second;
}

Value FunctionTables::apply(const std::string& function, Sort result, std::span<const Value> args) {
  return lookup(function, args).value_or(Value::default_of(result));
}

Evaluation evaluate(Expr e, const Valuation& valuation) {
  Evaluation result = Evaluator(valuation)(e);
  if (result.value) result.why.clear();
  return result;
}

}  // namespace pawl::gcl
