// SPDX-License-Identifier: Apache-2.0
//
// Linear relations between variables [CousotHalbwachs78, Mine06]. Values that are no linear terms
// get a dimension of their own while they are looked at: a quotient with what division says of it,
// a conditional with one value in each case. What the wrap-around of an unsigned sum comes to is
// exact where the bounds rule one case out.
#include "dataflow/lattices/relational.h"

#include <algorithm>
#include <string_view>

#include "gcl/build.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::dataflow {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

namespace {

constexpr std::size_t max_size = 150;  // nodes of what is looked at; assume() recurses
constexpr std::size_t max_cases = 6;   // of a disjunction
constexpr std::string_view value_prefix = "value$";

bool is_small(Expr e) { return gcl::dag_size(std::span(&e, 1)) <= max_size; }

Integer absolute(const Integer& a) { return a.is_negative() ? -a : a; }

Integer common_divisor(Integer a, Integer b) {
  while (!b.is_zero()) {
    Integer rest = Integer::mod(a, b);
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}

}  // namespace

bool operator==(const Relational::Element& a, const Relational::Element& b) {
  if (a.bottom != b.bottom || a.vars != b.vars) return false;
  return a.shape == b.shape || a.vars.empty() ||
         (a.shape->contains(*b.shape) && b.shape->contains(*a.shape));
}

Relational::Relational(gcl::Context& context, ShapeKind kind, std::set<Expr> tracked,
                       const std::vector<Expr>& tests)
    : context_(context), kind_(kind), tracked_(std::move(tracked)) {
  for (const Expr test : tests) {
    if (is_small(test)) gcl::post_order(test, [&](Expr e) { add_test(e); });
  }
}

/// Both sides of a comparison, and where a counter stands that has gone one too far.
void Relational::add_test(Expr e) {
  if (!(e.is(Kind::Le) || e.is(Kind::Lt) || e.is(Kind::Eq)) || e.has_bound_vars()) return;
  if (!(e.arg(0).sort() == context_.int_sort())) return;
  Work scratch{{}, make_shape(kind_)};
  const auto left = linear(scratch, e.arg(0));
  const auto right = linear(scratch, e.arg(1));
  if (!left || !right) return;
  const auto is_of_program = [&](const auto& term) { return !is_value(term.first); };
  for (const auto& [a, b] : {std::pair(&*left, &*right), std::pair(&*right, &*left)}) {
    Form difference = plus(*b, *a, Integer(-1));
    if (!std::ranges::all_of(difference.terms, is_of_program)) return;
    for (const std::int64_t slack : {-1, 0, 1}) {
      tests_.push_back(difference);
      tests_.back().constant = difference.constant + Integer(slack);
    }
  }
}

// ---- shapes with names

Expr Relational::value_name(std::size_t number) const {
  return context_.var(std::string(value_prefix) + std::to_string(number), context_.int_sort());
}

bool Relational::is_value(Expr var) const {
  return std::string_view(var.name()).starts_with(value_prefix);
}

Relational::Work Relational::open(const Element& a) const {
  return {a.vars, a.shape ? a.shape->clone() : make_shape(kind_)};
}

Relational::Element Relational::close(Work work) const {
  if (work.shape->is_empty()) return bottom();
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < work.vars.size(); ++i) {
    const bool named = tracked_.contains(work.vars[i]) && !is_value(work.vars[i]);
    if (named && work.shape->constrains(i)) kept.push_back(i);
  }
  if (kept.empty()) return top();
  std::sort(kept.begin(), kept.end(),
            [&](std::size_t i, std::size_t j) { return work.vars[i] < work.vars[j]; });
  std::vector<std::optional<std::size_t>> to(work.vars.size());
  Element result;
  for (const std::size_t i : kept) {
    to[i] = result.vars.size();
    result.vars.push_back(work.vars[i]);
  }
  work.shape->rearrange(to);
  result.shape = std::move(work.shape);
  return result;
}

/// The others are forgotten.
void Relational::keep(Work& work, const std::function<bool(Expr)>& wanted) const {
  std::vector<std::optional<std::size_t>> to(work.vars.size());
  std::vector<Expr> vars;
  for (std::size_t i = 0; i < work.vars.size(); ++i) {
    if (!wanted(work.vars[i])) continue;
    to[i] = vars.size();
    vars.push_back(work.vars[i]);
  }
  if (vars.size() == work.vars.size()) return;
  work.shape->rearrange(to);
  work.vars = std::move(vars);
}

void Relational::rename(Work& work, Expr from, Expr to) {
  std::ranges::replace(work.vars, from, to);
}

std::size_t Relational::dimension(Work& work, Expr var) {
  const auto found = std::ranges::find(work.vars, var);
  if (found != work.vars.end()) return static_cast<std::size_t>(found - work.vars.begin());
  work.vars.push_back(var);
  work.shape->add_dimension();
  return work.vars.size() - 1;
}

Expr Relational::fresh(Work& work) const { return value_name(work.values++); }

/// a + factor * b
Relational::Form Relational::plus(const Form& a, const Form& b, const Integer& factor) {
  Form result = a;
  result.constant = a.constant + factor * b.constant;
  for (const auto& [var, of_b] : b.terms) {
    Integer& sum = result.terms[var];
    sum = sum + factor * of_b;
    if (sum.is_zero()) result.terms.erase(var);
  }
  return result;
}

LinearForm Relational::in_dimensions(Work& work, const Form& form) {
  LinearForm result{{}, form.constant};
  for (const auto& [var, factor] : form.terms) {
    result.terms.emplace_back(dimension(work, var), factor);
  }
  return result;
}

void Relational::meet(Work& work, const Form& form, Sign sign) {
  work.shape->meet({in_dimensions(work, form), sign == Sign::Zero});
}

/// An octagon says of most equalities nothing but the bounds.
void Relational::make_equal(Work& work, Expr var, const Form& form) const {
  const Form self{{{var, Integer(1)}}, Integer(0)};
  if (kind_ == ShapeKind::Octagon) {
    const auto most = maximum(work, form);
    const auto least = minimum(work, form);
    if (most) meet(work, plus({{}, *most}, self, Integer(-1)), Sign::NotNegative);
    if (least) meet(work, plus(self, {{}, *least}, Integer(-1)), Sign::NotNegative);
  }
  meet(work, plus(form, self, Integer(-1)), Sign::Zero);
}

/// The same dimensions in the same order.
void Relational::unite(Work& a, Work& b) {
  for (const Expr var : b.vars) dimension(a, var);
  for (const Expr var : a.vars) dimension(b, var);
  std::vector<std::optional<std::size_t>> to;
  for (const Expr var : b.vars) to.emplace_back(dimension(a, var));
  if (b.vars == a.vars) return;
  b.shape->rearrange(to);
  b.vars = a.vars;
}

Relational::Work Relational::join(Work a, Work b) {
  if (a.shape->is_empty()) return b;
  if (b.shape->is_empty()) return a;
  unite(a, b);
  a.shape->join(*b.shape);
  a.values = std::max(a.values, b.values);
  return a;
}

std::optional<Integer> Relational::maximum(Work& work, const Form& form) {
  if (form.terms.empty()) return form.constant;
  const LinearForm of_shape = in_dimensions(work, form);
  return work.shape->maximum(of_shape);
}

std::optional<Integer> Relational::minimum(Work& work, const Form& form) {
  const std::optional<Integer> most = maximum(work, plus({}, form, Integer(-1)));
  return most ? std::optional(-*most) : std::nullopt;
}

// ---- terms

std::optional<Relational::Form> Relational::linear(Work& work, Expr e) const {
  if (!(e.sort() == context_.int_sort())) return std::nullopt;
  if (e.is(Kind::IntConst)) return Form{{}, Integer(std::string_view(e.text()))};
  if (e.is(Kind::Var)) {
    return tracked_.contains(e) ? std::optional(Form{{{e, Integer(1)}}, Integer(0)}) : std::nullopt;
  }
  if (e.is(Kind::Mul)) return product(work, e);
  if (e.is(Kind::Div) || e.is(Kind::Mod)) return quotient(work, e);
  if (e.is(Kind::Ite)) return choice(work, e);
  if (!e.is(Kind::Add) && !e.is(Kind::Sub) && !e.is(Kind::Neg)) return std::nullopt;
  Form sum;
  for (std::size_t i = 0; i < e.args().size(); ++i) {
    const auto one = linear(work, e.arg(i));
    if (!one) return std::nullopt;
    const bool taken_away = e.is(Kind::Neg) || (e.is(Kind::Sub) && i == 1);
    sum = plus(sum, *one, Integer(taken_away ? -1 : 1));
  }
  return sum;
}

/// All factors but one have only one value here.
std::optional<Relational::Form> Relational::product(Work& work, Expr e) const {
  Form result{{}, Integer(1)};
  for (const Expr arg : e.args()) {
    auto one = linear(work, arg);
    if (!one) return std::nullopt;
    for (Form* factor : {&result, &*one}) {
      if (factor->terms.empty()) continue;
      const auto most = maximum(work, *factor);
      const auto least = most ? minimum(work, *factor) : std::nullopt;
      if (most && least && *most == *least) *factor = {{}, *most};
    }
    if (!result.terms.empty() && !one->terms.empty()) return std::nullopt;
    result = one->terms.empty() ? plus({}, result, one->constant) : plus({}, *one, result.constant);
  }
  return result;
}

/// By a positive constant: dividend == divisor * quotient + rest.
std::optional<Relational::Form> Relational::quotient(Work& work, Expr e) const {
  const auto dividend = linear(work, e.arg(0));
  const auto divisor = dividend ? linear(work, e.arg(1)) : std::nullopt;
  if (!divisor || !divisor->terms.empty() || !(divisor->constant > Integer(0))) {
    return std::nullopt;
  }
  const Integer& by = divisor->constant;
  Form result;
  const auto most = maximum(work, *dividend);
  const auto least = most ? minimum(work, *dividend) : std::nullopt;
  if (most && least && Integer::div(*most, by) == Integer::div(*least, by)) {
    result.constant = Integer::div(*most, by);
  } else {
    result.terms.emplace(fresh(work), Integer(1));
  }
  const Form rest = plus(*dividend, result, -by);
  meet(work, rest, Sign::NotNegative);
  meet(work, plus({{}, by - Integer(1)}, rest, Integer(-1)), Sign::NotNegative);
  return e.is(Kind::Div) ? result : rest;
}

std::optional<Relational::Form> Relational::choice(Work& work, Expr e) const {
  const Expr value = fresh(work);
  const auto in_case = [&](bool holds) {
    Work one = assume(copy(work), e.arg(0), holds);
    const auto form = linear(one, e.arg(holds ? 1 : 2));
    if (form) make_equal(one, value, *form);
    return one;
  };
  Work first = in_case(true);
  Work second = in_case(false);
  work = join(std::move(first), std::move(second));
  return Form{{{value, Integer(1)}}, Integer(0)};
}

// ---- assumptions

Relational::Work Relational::assume(Work work, Expr e, bool holds) const {
  if (work.shape->is_empty()) return work;
  const auto both = [&](bool first, Expr second, bool second_holds) {
    return assume(assume(copy(work), e.arg(0), first), second, second_holds);
  };
  if (e.is_true() || e.is_false()) {
    if (e.is_true() != holds) meet(work, {{}, Integer(-1)}, Sign::NotNegative);
    return work;
  }
  if (e.is(Kind::Not)) return assume(std::move(work), e.arg(0), !holds);
  if (e.is(Kind::And) || e.is(Kind::Or)) {
    return e.is(Kind::And) == holds ? assume_all(std::move(work), e.args(), holds)
                                    : assume_any(work, e.args(), holds);
  }
  if (e.is(Kind::Implies)) {
    if (!holds) return both(true, e.arg(1), false);
    return join(assume(copy(work), e.arg(0), false), assume(copy(work), e.arg(1), true));
  }
  if (e.is(Kind::Iff)) return join(both(true, e.arg(1), holds), both(false, e.arg(1), !holds));
  if (e.is(Kind::Ite)) return join(both(true, e.arg(1), holds), both(false, e.arg(2), holds));
  if (e.is(Kind::Le) || e.is(Kind::Lt) || e.is(Kind::Eq)) {
    return compare(std::move(work), e, holds);
  }
  return work;
}

Relational::Work Relational::assume_all(Work work, std::span<const Expr> es, bool hold) const {
  for (const Expr e : es) work = assume(std::move(work), e, hold);
  return work;
}

/// Of many cases nothing is learnt.
Relational::Work Relational::assume_any(const Work& work, std::span<const Expr> es,
                                        bool hold) const {
  if (es.size() > max_cases) return copy(work);
  std::optional<Work> result;
  for (const Expr e : es) {
    Work one = assume(copy(work), e, hold);
    result = result ? join(std::move(*result), std::move(one)) : std::move(one);
  }
  return std::move(*result);
}

Relational::Work Relational::compare(Work work, Expr e, bool holds) const {
  if (e.has_bound_vars()) return work;
  const auto left = linear(work, e.arg(0));
  const auto right = left ? linear(work, e.arg(1)) : std::nullopt;
  if (!right) return work;
  const Form up = plus(*right, *left, Integer(-1));    // right - left
  const Form down = plus(*left, *right, Integer(-1));  // left - right
  const auto strictly = [](Form form) {
    form.constant = form.constant - Integer(1);
    return form;
  };
  if (e.is(Kind::Eq)) {
    if (holds) {
      meet(work, up, Sign::Zero);
      return work;
    }
    Work less = copy(work);
    meet(less, strictly(up), Sign::NotNegative);
    meet(work, strictly(down), Sign::NotNegative);
    return join(std::move(less), std::move(work));
  }
  const bool strict = e.is(Kind::Lt);
  const Form& wanted = holds ? up : down;
  meet(work, strict == holds ? strictly(wanted) : wanted, Sign::NotNegative);
  return work;
}

// ---- the lattice

Relational::Element Relational::join(const Element& a, const Element& b) const {
  if (a.bottom) return b;
  if (b.bottom) return a;
  const auto shared = [](const Element& other) {
    return [&](Expr var) { return std::binary_search(other.vars.begin(), other.vars.end(), var); };
  };
  Work left = open(a);
  Work right = open(b);
  keep(left, shared(b));
  keep(right, shared(a));
  left.shape->join(*right.shape);  // both sorted
  return close(std::move(left));
}

Relational::Element Relational::widen(const Element& a, const Element& b) const {
  if (a.bottom) return b;
  const Element both = join(a, b);
  Work before = open(a);
  keep(before,
       [&](Expr var) { return std::binary_search(both.vars.begin(), both.vars.end(), var); });
  Work after = open(both);
  std::vector<LinearConstraint> kept;
  for (const Form& test : tests_) {
    const bool known = std::ranges::all_of(test.terms, [&](const auto& term) {
      return std::binary_search(both.vars.begin(), both.vars.end(), term.first);
    });
    if (known && !test.terms.empty()) kept.push_back({in_dimensions(after, test), false});
  }
  after.shape->widen(*before.shape, kept);
  return close(std::move(after));
}

bool Relational::less_equal(const Element& a, const Element& b) const {
  if (a.bottom || b.bottom) return a.bottom;
  if (!std::includes(a.vars.begin(), a.vars.end(), b.vars.begin(), b.vars.end())) return false;
  if (b.vars.empty()) return true;
  Work mine = open(a);
  keep(mine, [&](Expr var) { return std::binary_search(b.vars.begin(), b.vars.end(), var); });
  return b.shape->contains(*mine.shape);
}

Relational::Element Relational::post(const Element& a, const Operation& operation) const {
  if (a.bottom) return a;
  return std::visit(
      overloaded{
          [&](const Skip&) { return a; },
          [&](const Assume& one) {
            return is_small(one.condition) ? close(assume(open(a), one.condition, true)) : a;
          },
          [&](const Assign& one) { return assign(a, one); },
          [&](const Havoc& one) {
            return forget(a, {one.targets.begin(), one.targets.end()});
          },
          [&](const Call&) { return top(); },
      },
      operation);
}

/// All values before, as dimensions of their own; then the targets take their places.
Relational::Element Relational::assign(const Element& a, const Assign& operation) const {
  Work work = open(a);
  std::vector<std::pair<Expr, Expr>> known;
  for (std::size_t i = 0; i < operation.targets.size(); ++i) {
    if (!tracked_.contains(operation.targets[i]) || !is_small(operation.values[i])) continue;
    const auto form = linear(work, operation.values[i]);
    if (!form) continue;
    const Expr value = fresh(work);
    make_equal(work, value, *form);
    known.emplace_back(operation.targets[i], value);
  }
  keep(work, [&](Expr var) {
    return std::ranges::find(operation.targets, var) == operation.targets.end();
  });
  for (const auto& [target, value] : known) rename(work, value, target);
  return close(std::move(work));
}

Relational::Element Relational::forget(const Element& a, const std::set<Expr>& vars) const {
  if (a.bottom || vars.empty()) return a;
  Work work = open(a);
  keep(work, [&](Expr var) { return !vars.contains(var); });
  return close(std::move(work));
}

std::optional<bool> Relational::decide(const Element& a, Expr e) const {
  if (a.bottom || !is_small(e)) return std::nullopt;
  if (assume(open(a), e, true).shape->is_empty()) return false;
  if (assume(open(a), e, false).shape->is_empty()) return true;
  return std::nullopt;
}

// ---- calls

Relational::Element Relational::enter(const Element& before, const CallSite& site) const {
  if (before.bottom) return before;
  Work work = open(before);
  std::vector<std::pair<Expr, Expr>> arguments;
  for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
    const Expr argument = site.call.arguments[i];
    const auto form = is_small(argument) ? linear(work, argument) : std::nullopt;
    if (!form) continue;
    arguments.emplace_back(site.callee.parameters[i].var, fresh(work));
    make_equal(work, arguments.back().second, *form);
  }
  keep(work, [&](Expr var) {
    return is_value(var) || std::binary_search(site.relevant.begin(), site.relevant.end(), var);
  });
  for (const auto& [parameter, value] : arguments) rename(work, value, parameter);
  return close(std::move(work));
}

/// What the callee knows of its arguments, its results and the globals, in the caller's words.
Relational::Element Relational::leave(const Element& before, const Element& exit,
                                      const CallSite& site) const {
  if (before.bottom || exit.bottom) return bottom();
  const auto is_target = [&](Expr var) {
    return std::ranges::find(site.call.targets, var) != site.call.targets.end();
  };
  Work work = open(before);
  Work after = open(exit);
  std::vector<std::pair<Expr, Expr>> arguments;
  for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
    const Expr argument = site.call.arguments[i];
    const auto form = is_small(argument) ? linear(work, argument) : std::nullopt;
    if (!form) continue;
    arguments.emplace_back(site.callee.parameters[i].var, fresh(work));
    make_equal(work, arguments.back().second, *form);
  }
  keep(work, [&](Expr var) {
    return !is_target(var) && !std::binary_search(site.modified.begin(), site.modified.end(), var);
  });
  const auto name_of = [&](Expr var) {
    for (std::size_t i = 0; i < site.call.targets.size(); ++i) {
      if (site.callee.results[i].var == var) return site.call.targets[i];
    }
    for (const auto& [parameter, value] : arguments) {
      if (parameter == var) return value;
    }
    const bool shared = std::binary_search(site.relevant.begin(), site.relevant.end(), var);
    return shared && !is_target(var) ? var : Expr();
  };
  keep(after, [&](Expr var) { return static_cast<bool>(name_of(var)); });
  for (const LinearConstraint& one : after.shape->constraints()) {
    Form form{{}, one.form.constant};
    for (const auto& [dimension, factor] : one.form.terms) {
      form.terms.emplace(name_of(after.vars[dimension]), factor);
    }
    meet(work, form, one.equality ? Sign::Zero : Sign::NotNegative);
  }
  return close(std::move(work));
}

// ---- formulas

/// Without minus signs: 2 * i <= n + 1. Integers are as far from a bound as whole steps allow.
Expr Relational::formula(const Element& a, const LinearConstraint& constraint) const {
  Integer step;
  for (const auto& [dimension, factor] : constraint.form.terms) {
    step = common_divisor(absolute(factor), step);
  }
  if (step.is_zero()) return context_.true_();
  const auto divided = [&](const Integer& value) { return Integer::div(value, step); };
  const Integer constant = divided(constraint.form.constant);
  if (constraint.equality && !(constant * step == constraint.form.constant)) {
    return context_.false_();
  }
  const auto number = [&](const Integer& value) { return context_.int_const(value.to_string()); };
  Expr sides[2];  // what is taken away, what is there
  const auto add = [&](Expr& side, Expr term) {
    side = side ? gcl::mk_add(context_, side, term) : term;
  };
  for (const auto& [dimension, factor] : constraint.form.terms) {
    const Integer times = divided(absolute(factor));
    const Expr var = a.vars[dimension];
    const Expr term = times == Integer(1) ? var : context_.make(Kind::Mul, {number(times), var});
    add(sides[factor.is_negative() ? 0 : 1], term);
  }
  if (!constant.is_zero()) add(sides[constant.is_negative() ? 0 : 1], number(absolute(constant)));
  for (Expr& side : sides) {
    if (!side) side = number(Integer(0));
  }
  return constraint.equality ? gcl::mk_eq(context_, sides[0], sides[1])
                             : gcl::mk_le(context_, sides[0], sides[1]);
}

Meaning Relational::meaning(const Element& a) const {
  Meaning result;
  result.bottom = a.bottom;
  if (a.bottom || !a.shape) return result;
  for (const LinearConstraint& one : a.shape->constraints()) {
    result.facts.push_back(formula(a, one));
  }
  return result;
}

std::string Relational::print(const Element& a) const {
  if (a.bottom) return "unreachable";
  std::vector<std::string> texts;
  for (const Expr fact : meaning(a).facts) texts.push_back(gcl::print(fact));
  std::ranges::sort(texts);
  std::string text;
  for (const std::string& one : texts) text += (text.empty() ? "" : ", ") + one;
  return text;
}

}  // namespace pawl::dataflow
