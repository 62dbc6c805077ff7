// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_program.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace pawl::test {
namespace {

using namespace pawl::gcl;  // NOLINT(google-build-using-namespace): half of it is needed
using Options = RandomProgramOptions;

/// std::uniform_int_distribution differs between libraries; this does not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Range>
  auto& pick(Range& range) {
    return range[below(range.size())];
  }

 private:
  std::mt19937_64 engine_;
};

class RandomExpr {
 public:
  RandomExpr(Context& context, const Options& options, Dice& dice)
      : context_(context), options_(options), dice_(dice) {
    sorts_ = {context.int_sort(), context.bool_sort()};
    if (options.sorts == Options::Sorts::IntsAndBools) return;
    const Sort integer = context.int_sort();
    const Sort ref = context.uninterpreted_sort("ref");
    sorts_.insert(sorts_.end(),
                  {context.real_sort(), context.bitvec_sort(8), context.bitvec_sort(4), ref,
                   context.map_sort(integer, integer), context.map_sort(ref, ref),
                   context.map_sort(ref, context.bool_sort()),
                   context.map_sort(integer, context.map_sort(integer, integer))});
  }

  Sort sort() { return dice_.pick(sorts_); }

  Expr operator()(Sort sort, int depth) {
    if (depth <= 0) return leaf(sort);
    if (dice_.one_in(6)) return leaf(sort);
    if (dice_.one_in(8)) return anything(sort, depth - 1);
    switch (sort.kind()) {
      case SortKind::Bool: return boolean(depth - 1);
      case SortKind::Int: return integer(depth - 1);
      case SortKind::Real: return real(depth - 1);
      case SortKind::BitVec: return bitvec(sort, depth - 1);
      case SortKind::Uninterpreted: return anything(sort, depth - 1);
      case SortKind::Map: return map(sort, depth - 1);
    }
    return leaf(sort);
  }
  Expr formula(int depth) { return (*this)(context_.bool_sort(), depth); }

  std::vector<Expr> variables;  // in scope
  std::vector<const FunctionDecl*> functions;
  enum class Past { None, Old, OldAndEntry } past = Past::None;

 private:
  Expr leaf(Sort sort) {
    std::vector<Expr> fitting;
    std::ranges::copy_if(variables, std::back_inserter(fitting),
                         [&](Expr e) { return e.sort() == sort; });
    if (!fitting.empty() && !dice_.one_in(4)) return dice_.pick(fitting);
    switch (sort.kind()) {
      case SortKind::Bool: return context_.bool_(dice_.one_in(2));
      case SortKind::Int: return literal();
      case SortKind::Real: return context_.real_const(dice_.pick(reals));
      case SortKind::BitVec:
        return context_.bitvec_const(std::to_string(dice_.below(std::size_t{1} << sort.width())),
                                     sort.width());
      case SortKind::Uninterpreted:
        return fitting.empty() ? context_.var("null", sort) : dice_.pick(fitting);
      case SortKind::Map: return context_.make_const_map(sort, leaf(sort.value()));
    }
    return {};
  }

  static constexpr std::array reals = {"0.0", "1.5", "-0.25", "3.0", "-2.0", "0.1"};
  bool small() const { return options_.ints == Options::Ints::Small; }
  Expr small_literal() { return context_.int_const(static_cast<std::int64_t>(dice_.below(9)) - 3); }
  Expr literal() {
    if (small() || !dice_.one_in(10)) return small_literal();
    return context_.int_const("-123456789012345678901234567890");
  }
  Expr nonzero_literal() {
    return context_.int_const(static_cast<std::int64_t>(dice_.below(4)) + 2);
  }

  std::vector<Expr> some(Sort sort, std::size_t count, int depth) {
    std::vector<Expr> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back((*this)(sort, depth));
    return result;
  }
  Expr nary(Kind kind, Sort sort, int depth) {
    return context_.make(kind, some(sort, 2 + dice_.below(3), depth));
  }
  Expr binary(Kind kind, Sort sort, int depth) { return context_.make(kind, some(sort, 2, depth)); }
  Expr unary(Kind kind, Sort sort, int depth) { return context_.make(kind, some(sort, 1, depth)); }

  Expr boolean(int depth) {
    const Sort b = context_.bool_sort();
    const Sort i = context_.int_sort();
    switch (dice_.below(11)) {
      case 0: return unary(Kind::Not, b, depth);
      case 1: return nary(Kind::And, b, depth);
      case 2: return nary(Kind::Or, b, depth);
      case 3: return binary(Kind::Implies, b, depth);
      case 4: return binary(Kind::Iff, b, depth);
      case 5: return equation(depth);
      case 6: return context_.make(Kind::Not, {equation(depth)});
      case 7: return binary(Kind::Le, i, depth);
      case 8: return binary(Kind::Lt, i, depth);
      case 9: return quantifier(depth);
      default: return bitvec_comparison(depth);
    }
  }

  Expr equation(int depth) {
    const Sort s = sort();
    return binary(s.is_bool() ? Kind::Iff : Kind::Eq, s, depth);
  }

  Expr bitvec_comparison(int depth) {
    static constexpr std::array kinds = {Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle};
    if (options_.sorts != Options::Sorts::All) return binary(Kind::Lt, context_.int_sort(), depth);
    if (dice_.one_in(3)) {
      return binary(dice_.one_in(2) ? Kind::RealLe : Kind::RealLt, context_.real_sort(), depth);
    }
    return binary(dice_.pick(kinds), context_.bitvec_sort(dice_.one_in(2) ? 4 : 8), depth);
  }

  Expr quantifier(int depth) {
    if (options_.quantifiers == Options::Quantifiers::None) return formula(depth);
    std::vector<Expr> bound;
    for (std::size_t i = 0; i <= dice_.below(2); ++i) {
      bound.push_back(context_.bound_var("q" + std::to_string(next_bound_++), sort()));
    }
    const std::size_t before = variables.size();
    variables.insert(variables.end(), bound.begin(), bound.end());
    const Expr body = formula(depth);
    std::vector<std::vector<Expr>> triggers;
    const bool maps = options_.sorts == Options::Sorts::All;
    if (maps && dice_.one_in(3)) triggers.push_back(trigger(bound));
    variables.resize(before);
    return context_.make_quantifier(dice_.one_in(2) ? Kind::Forall : Kind::Exists, bound,
                                    std::move(triggers), body);
  }

  /// Terms that mention every variable: an update of a constant map at the variable.
  std::vector<Expr> trigger(const std::vector<Expr>& bound) {
    std::vector<Expr> terms;
    for (const Expr variable : bound) {
      const Sort sort = context_.map_sort(variable.sort(), context_.int_sort());
      terms.push_back(
          context_.make(Kind::Select, {context_.make_const_map(sort, literal()), variable}));
    }
    return terms;
  }

  Expr integer(int depth) {
    const Sort i = context_.int_sort();
    switch (dice_.below(9)) {
      case 0:
      case 1: return nary(Kind::Add, i, depth);
      case 2: return binary(Kind::Sub, i, depth);
      case 3: return unary(Kind::Neg, i, depth);
      case 4:
        return small() ? context_.make(Kind::Mul, {nonzero_literal(), (*this)(i, depth)})
                       : nary(Kind::Mul, i, depth);
      case 5: return division(Kind::Div, depth);
      case 6: return division(Kind::Mod, depth);
      case 7:
        if (options_.sorts != Options::Sorts::All) return (*this)(i, depth);
        return dice_.one_in(3) ? unary(Kind::RealFloor, context_.real_sort(), depth)
                               : unary(Kind::BvToInt, context_.bitvec_sort(4), depth);
      default: return anything(i, depth);
    }
  }

  Expr real(int depth) {
    const Sort r = context_.real_sort();
    switch (dice_.below(7)) {
      case 0: return nary(Kind::RealAdd, r, depth);
      case 1: return binary(Kind::RealSub, r, depth);
      case 2: return unary(Kind::RealNeg, r, depth);
      case 3:
        return small()
                   ? context_.make(Kind::RealMul, {context_.real_const("-1.5"), (*this)(r, depth)})
                   : nary(Kind::RealMul, r, depth);
      case 4:
        return small()
                   ? context_.make(Kind::RealDiv, {(*this)(r, depth), context_.real_const("4.0")})
                   : binary(Kind::RealDiv, r, depth);
      case 5: return unary(Kind::IntToReal, context_.int_sort(), depth);
      default: return anything(r, depth);
    }
  }

  Expr division(Kind kind, int depth) {
    const Sort i = context_.int_sort();
    if (!small()) return binary(kind, i, depth);
    return context_.make(kind, {(*this)(i, depth), nonzero_literal()});
  }

  Expr bitvec(Sort sort, int depth) {
    static constexpr std::array kinds = {Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,
                                         Kind::BvSub,  Kind::BvMul,  Kind::BvUdiv, Kind::BvUrem,
                                         Kind::BvSdiv, Kind::BvSrem, Kind::BvShl,  Kind::BvLshr,
                                         Kind::BvAshr};
    const std::uint32_t width = sort.width();
    switch (dice_.below(8)) {
      case 0: return unary(Kind::BvNot, sort, depth);
      case 1: return unary(Kind::BvNeg, sort, depth);
      case 2: return context_.make_int_to_bv(width, (*this)(context_.int_sort(), depth));
      case 3: {
        if (width < 8)
          return context_.make_extract(width, 1, (*this)(context_.bitvec_sort(8), depth));
        return binary(Kind::BvConcat, context_.bitvec_sort(4), depth);
      }
      case 4: {
        if (width < 8) return (*this)(sort, depth);
        const Kind kind = dice_.one_in(2) ? Kind::BvZeroExtend : Kind::BvSignExtend;
        return context_.make_extend(kind, 4, (*this)(context_.bitvec_sort(4), depth));
      }
      default: return binary(dice_.pick(kinds), sort, depth);
    }
  }

  Expr map(Sort sort, int depth) {
    switch (dice_.below(3)) {
      case 0: return context_.make_const_map(sort, (*this)(sort.value(), depth));
      case 1:
        return context_.make(Kind::Store, {(*this)(sort, depth), (*this)(sort.key(), depth),
                                           (*this)(sort.value(), depth)});
      default: return anything(sort, depth);
    }
  }

  /// What exists at every sort.
  Expr anything(Sort sort, int depth) {
    switch (dice_.below(4)) {
      case 0:
        return context_.make(Kind::Ite,
                             {formula(depth), (*this)(sort, depth), (*this)(sort, depth)});
      case 1: {
        if (options_.sorts != Options::Sorts::All) return leaf(sort);
        const Sort key = dice_.one_in(2) ? context_.int_sort() : this->sort();
        if (key.is_map()) return leaf(sort);
        return context_.make(Kind::Select,
                             {(*this)(context_.map_sort(key, sort), depth), (*this)(key, depth)});
      }
      case 2: return earlier(sort, depth);
      default: return application(sort, depth);
    }
  }

  Expr earlier(Sort sort, int depth) {
    if (past == Past::None || options_.past == Options::Past::None) return leaf(sort);
    const bool entry = past == Past::OldAndEntry && dice_.one_in(2);
    return unary(entry ? Kind::Entry : Kind::Old, sort, depth);
  }

  Expr application(Sort sort, int depth) {
    std::vector<const FunctionDecl*> fitting;
    std::ranges::copy_if(functions, std::back_inserter(fitting),
                         [&](const FunctionDecl* f) { return f->result == sort; });
    if (fitting.empty()) return leaf(sort);
    const FunctionDecl& function = *dice_.pick(fitting);
    std::vector<Expr> args;
    for (const Expr parameter : function.parameters)
      args.push_back((*this)(parameter.sort(), depth));
    return context_.make_apply(function.name, function.result, args);
  }

  Context& context_;
  const Options& options_;
  Dice& dice_;
  std::vector<Sort> sorts_;
  int next_bound_ = 0;
};

class Generator {
 public:
  Generator(Context& context, const Options& options)
      : context_(context), options_(options), dice_(options.seed), expr_(context, options, dice_) {}

  Program program() {
    if (options_.sorts == Options::Sorts::All) background();
    for (int i = 0; i < 3; ++i) program_.globals.push_back(variable("g", i));
    for (int i = 0; i < std::max(1, options_.procedures); ++i) signature(i);
    for (Procedure& procedure : program_.procedures) complete(procedure);
    return std::move(program_);
  }

  Expr formula(std::span<const Expr> variables) {
    expr_.variables.assign(variables.begin(), variables.end());
    return expr_.formula(options_.depth);
  }

 private:
  static Located at_no_place(Expr e) { return {e, {}}; }
  Located formula() { return at_no_place(expr_.formula(options_.depth)); }

  VarDecl variable(const char* stem, int number) {
    return {context_.var(stem + std::to_string(number), expr_.sort()), {}};
  }

  void background() {
    const Sort ref = context_.uninterpreted_sort("ref");
    program_.sorts.push_back({"ref", {}});
    program_.constants.push_back({context_.var("null", ref), {}});
    expr_.variables = {program_.constants.front().var};
    program_.functions.reserve(4);  // RandomExpr points into it
    for (int i = 0; i < 4; ++i) function(i);
    if (options_.quantifiers == Options::Quantifiers::Allowed) {
      program_.axioms.push_back({formula(), {}});
    }
  }

  /// Bodies use earlier functions only: definitions are not recursive.
  void function(int number) {
    FunctionDecl decl{.name = "f" + std::to_string(number),
                      .parameters = {},
                      .result = expr_.sort(),
                      .body = {},
                      .range = {}};
    for (std::size_t i = 0; i < dice_.below(3); ++i) {
      decl.parameters.push_back(context_.bound_var("p" + std::to_string(i), expr_.sort()));
    }
    if (dice_.one_in(2)) {
      const std::vector<Expr> outer = expr_.variables;
      expr_.variables.insert(expr_.variables.end(), decl.parameters.begin(), decl.parameters.end());
      decl.body = at_no_place(expr_(decl.result, options_.depth));
      expr_.variables = outer;
    }
    program_.functions.push_back(std::move(decl));
    expr_.functions.push_back(&program_.functions.back());
  }

  void signature(int number) {
    Procedure procedure;
    procedure.name = "proc" + std::to_string(number);
    for (std::size_t i = 0; i < dice_.below(3); ++i) {
      procedure.parameters.push_back(variable("a", static_cast<int>(i)));
    }
    for (std::size_t i = 0; i < dice_.below(3); ++i) {
      procedure.results.push_back(variable("r", static_cast<int>(i)));
    }
    for (const VarDecl& global : program_.globals) {
      if (dice_.one_in(2)) procedure.modifies.push_back(global.var);
    }
    program_.procedures.push_back(std::move(procedure));
  }

  void complete(Procedure& procedure) {
    procedure_ = &procedure;
    std::vector<Expr>& scope = expr_.variables;
    const std::vector<Expr> outer = scope;
    const auto enter = [&](const std::vector<VarDecl>& decls) {
      for (const VarDecl& decl : decls) scope.push_back(decl.var);
    };
    enter(program_.globals);
    enter(procedure.parameters);
    for (std::size_t i = 0; i < dice_.below(2); ++i) procedure.requires_.push_back(formula());
    enter(procedure.results);
    expr_.past = RandomExpr::Past::Old;
    for (std::size_t i = 0; i < dice_.below(3); ++i) procedure.ensures.push_back(formula());
    if (&procedure == &program_.procedures.front() || !dice_.one_in(4)) {
      for (int i = 0; i < 4; ++i) procedure.locals.push_back(variable("x", i));
      enter(procedure.locals);
      targets_ = procedure.modifies;
      for (const VarDecl& decl : procedure.results) targets_.push_back(decl.var);
      for (const VarDecl& decl : procedure.locals) targets_.push_back(decl.var);
      budget_ = options_.size;
      procedure.body = block(3);
    }
    expr_.past = RandomExpr::Past::None;
    scope = outer;
  }

  Block block(int depth) {
    Block result;
    const std::size_t length = dice_.below(static_cast<std::size_t>(budget_) + 1);
    for (std::size_t i = 0; i < length && budget_ > 0; ++i) {
      --budget_;
      result.push_back({statement(depth), {}});
    }
    return result;
  }

  using Node = decltype(Stmt::node);

  Node statement(int depth) {
    switch (dice_.below(depth > 0 ? 12 : 7)) {
      case 0: return Assert{formula(), {}};
      case 1: return Assume{formula(), {}};
      case 2: return Havoc{some_targets()};
      case 3: return call();
      case 4: return leave();
      case 7: return choice(depth - 1);
      case 8:
      case 9: return branch(depth - 1);
      case 10: return loop(depth - 1);
      case 11: return labeled(depth - 1);
      default: return assign();
    }
  }

  std::vector<Expr> some_targets() {
    std::vector<Expr> chosen;
    for (const Expr target : targets_) {
      if (dice_.one_in(4)) chosen.push_back(target);
    }
    if (chosen.empty()) chosen.push_back(dice_.pick(targets_));
    return chosen;
  }

  Node assign() {
    Assign node;
    node.targets = dice_.one_in(3) ? some_targets() : std::vector<Expr>{dice_.pick(targets_)};
    for (const Expr target : node.targets) node.values.push_back(at_no_place(value_for(target)));
    return node;
  }

  /// Often an update of the variable itself, which has a syntax of its own.
  Expr value_for(Expr map) {
    const Sort sort = map.sort();
    if (!sort.is_map() || dice_.one_in(3)) return expr_(sort, options_.depth);
    const Expr key = expr_(sort.key(), 1);
    const bool nested = sort.value().is_map() && dice_.one_in(2);
    const Expr value = nested ? value_for(context_.make(Kind::Select, {map, key}))
                              : expr_(sort.value(), options_.depth);
    return context_.make(Kind::Store, {map, key, value});
  }

  std::optional<Located> condition() {
    if (dice_.one_in(4)) return std::nullopt;
    return formula();
  }

  Node choice(int depth) {
    Choice node;
    for (std::size_t i = 0; i < 2 + dice_.below(2); ++i) node.branches.push_back(block(depth));
    return node;
  }

  Node branch(int depth) {
    If node{condition(), block(depth), {}};
    if (dice_.one_in(2)) node.else_branch = block(depth);
    return node;
  }

  Node loop(int depth) {
    if (options_.loops == Options::Loops::None) return branch(depth);
    While node;
    node.condition = condition();
    const RandomExpr::Past outer = std::exchange(expr_.past, RandomExpr::Past::OldAndEntry);
    for (std::size_t i = 0; i < dice_.below(3); ++i) node.invariants.push_back(formula());
    const std::size_t before = expr_.variables.size();
    for (std::size_t i = 0; i < dice_.below(2); ++i) {
      node.skolems.push_back(variable("k", static_cast<int>(next_skolem_++)).var);
      expr_.variables.push_back(node.skolems.back());
    }
    for (std::size_t i = 0; i < dice_.below(3); ++i) node.predicates.push_back(formula());
    expr_.variables.resize(before);
    expr_.past = outer;
    node.body = block(depth);
    return node;
  }

  Node labeled(int depth) {
    labels_.push_back("L" + std::to_string(labels_.size()));
    LabeledBlock node{labels_.back(), block(depth)};
    labels_.pop_back();
    return node;
  }

  Node leave() {
    if (labels_.empty()) return assign();
    return Exit{dice_.pick(labels_)};
  }

  /// A call whose effects the procedure admits and whose results have somewhere to go.
  Node call() {
    const Procedure& callee = dice_.pick(program_.procedures);
    const auto modified = [&](Expr global) {
      return std::ranges::find(procedure_->modifies, global) != procedure_->modifies.end();
    };
    if (options_.calls == Options::Calls::None || !std::ranges::all_of(callee.modifies, modified)) {
      return assign();
    }
    Call node{.results = {}, .procedure = callee.name, .arguments = {}};
    for (const VarDecl& result : callee.results) {
      const auto fits = [&](Expr target) {
        return target.sort() == result.var.sort() &&
               std::ranges::find(node.results, target) == node.results.end() &&
               std::ranges::find(callee.modifies, target) == callee.modifies.end();
      };
      const auto target = std::ranges::find_if(targets_, fits);
      if (target == targets_.end()) return assign();
      node.results.push_back(*target);
    }
    for (const VarDecl& parameter : callee.parameters) {
      node.arguments.push_back(at_no_place(expr_(parameter.var.sort(), options_.depth)));
    }
    return node;
  }

  Context& context_;
  const Options& options_;
  Dice dice_;
  RandomExpr expr_;
  Program program_;
  Procedure* procedure_ = nullptr;
  std::vector<Expr> targets_;
  std::vector<std::string> labels_;
  int budget_ = 0;
  std::size_t next_skolem_ = 0;
};

}  // namespace

Program random_program(Context& context, const RandomProgramOptions& options) {
  return Generator(context, options).program();
}

Expr random_formula(Context& context, const RandomProgramOptions& options,
                    std::span<const Expr> variables) {
  return Generator(context, options).formula(variables);
}

}  // namespace pawl::test
