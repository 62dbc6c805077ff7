// SPDX-License-Identifier: Apache-2.0
#include "prover/z3_session.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Kind;

constexpr std::size_t no_literal = std::numeric_limits<std::size_t>::max();

/// Fixed, so that the same questions in the same order get the same answers and models.
z3::params solver_params(z3::context& context, std::uint32_t seed) {
  z3::params params(context);
  params.set("auto_config", false);
  params.set("mbqi", true);
  // Several counterexamples per quantifier and round: with the default of one, failed sortedness
  // facts run into the resource limit; with these, they have a model in milliseconds.
  params.set("mbqi.max_cexs", 5u);
  params.set("ematching", true);
  params.set("random_seed", seed);
  params.set("ctrl_c", false);  // the watchdog's business
  return params;
}

bool is_literal(Expr e) { return e.is(Kind::Var) || (e.is(Kind::Not) && e.arg(0).is(Kind::Var)); }

}  // namespace

Z3Session::Z3Session(std::uint32_t seed)
    : solver(context, z3::solver::simple()), literals_(context) {
  solver.set(solver_params(context, seed));
}

void Z3Session::push() {
  solver.push();
  translate.push();
  scopes_.push_back({name_trail_.size(), left_out_});
}

void Z3Session::pop() {
  solver.pop();
  translate.pop();
  const Scope scope = scopes_.back();
  scopes_.pop_back();
  for (std::size_t i = scope.names; i < name_trail_.size(); ++i) names_.erase(name_trail_[i]);
  name_trail_.resize(scope.names);
  left_out_ = scope.left_out;
}

// Also after a refused translation: parts of it are remembered and need their definitions.
void Z3Session::assert_definitions() {
  for (const auto& [constant, value] : builder.take_definitions()) solver.add(constant == value);
}

void Z3Session::assert_formula(Expr formula) {
  const std::optional<z3::expr> term = translate(formula);
  assert_definitions();
  if (term) {
    solver.add(*term);
  } else {
    ++left_out_;
  }
}

// One direction is enough: the name is only ever assumed, and a name that is not assumed can
// always be false.
z3::expr Z3Session::literal(Expr assumption, const z3::expr& term) {
  if (is_literal(assumption)) return term;
  const auto known = names_.find(assumption);
  if (known != names_.end()) return known->second;
  z3::expr name = builder.fresh_constant(assumption.sort());
  solver.add(z3::implies(name, term));
  names_.emplace(assumption, name);
  name_trail_.push_back(assumption);
  return name;
}

void Z3Session::assume(std::span<const Expr> assumptions) {
  literals_ = z3::expr_vector(context);
  literal_of_assumption_.clear();
  assumption_left_out_ = false;
  for (const Expr assumption : assumptions) {
    const std::optional<z3::expr> term = translate(assumption);
    assert_definitions();
    assumption_left_out_ |= !term;
    literal_of_assumption_.push_back(term ? literals_.size() : no_literal);
    if (term) literals_.push_back(literal(assumption, *term));
  }
}

z3::check_result Z3Session::check(std::uint64_t rlimit) {
  if (rlimit != rlimit_) {
    z3::params params(context);
    const std::uint64_t most = std::numeric_limits<unsigned>::max();
    params.set("rlimit", static_cast<unsigned>(std::min(rlimit, most)));
    solver.set(params);
    rlimit_ = rlimit;
  }
  return solver.check(literals_);
}

// Z3 counts over the whole life of a context.
std::uint64_t Z3Session::work_of_check() {
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i) {
    if (statistics.key(i) != "rlimit count" || !statistics.is_uint(i)) continue;
    const std::uint64_t before = std::exchange(work_, statistics.uint_value(i));
    return work_ > before ? work_ - before : 0;
  }
  return 0;
}

std::vector<bool> Z3Session::needed() {
  std::unordered_set<unsigned> core;
  const z3::expr_vector literals = solver.unsat_core();
  for (unsigned i = 0; i < literals.size(); ++i) {
    core.insert(Z3_get_ast_id(context, literals[static_cast<int>(i)]));
  }
  std::vector<bool> result;
  for (const std::size_t index : literal_of_assumption_) {
    // Given twice, needed once: the first counts.
    const bool in_core =
        index != no_literal &&
        core.erase(Z3_get_ast_id(context, literals_[static_cast<int>(index)])) == 1;
    result.push_back(in_core);
  }
  return result;
}

}  // namespace pawl::prover
