// SPDX-License-Identifier: Apache-2.0
//
// Z3, cvc5 and the evaluator of gcl/ are three independent readings of the same formulas. What
// two of them decide, they must decide the same way.
#include <catch2/catch.hpp>

#include "gcl/evaluate.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "prover/prover.h"
#include "prover/query_log.h"
#include "tests/support/random_formula.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Kind;
using gcl::Value;
using test::FormulaFeatures;
using test::RandomFormula;

constexpr std::uint32_t seed = 20021;
// Undecided formulas are no loss, waiting for them is.
const Limits small_limits{.rlimit = 300'000, .timeout_ms = 10'000};

bool has_quantifier(Expr e) {
  bool found = false;
  gcl::post_order(e, [&](Expr node) { found |= node.is(Kind::Forall) || node.is(Kind::Exists); });
  return found;
}

/// A model makes what was asserted true. Under quantifiers a solver may decline to evaluate, and
/// so may the evaluator; neither may say false.
void check_model(const Model& model, Expr formula) {
  CHECK_FALSE(model.only_candidate());
  const std::optional<Value> value = model.value(formula);
  if (!has_quantifier(formula)) REQUIRE(value);
  if (value) CHECK(value->as_bool());
}

/// The same, evaluated by us from the values of the variables. Returns whether it was decided.
bool check_values(const Model& model, Expr formula, const std::vector<Expr>& variables) {
  gcl::State state;
  for (const Expr variable : variables) {
    const std::optional<Value> value = model.value(variable);
    if (!value) return false;
    CHECK(gcl::has_sort(*value, variable.sort()));
    state.emplace(variable, *value);
  }
  gcl::Valuation valuation;
  valuation.now = &state;
  const std::optional<Value> value = gcl::evaluate(formula, valuation).value;
  if (value) CHECK(value->as_bool());
  return value.has_value();
}

struct Answers {
  int unsatisfiable = 0;
  int decided_by_z3 = 0;
  int decided_by_cvc5 = 0;
  int decided_by_both = 0;
  int evaluated = 0;
};

Answers ask_both(int formulas, int size, FormulaFeatures features) {
  Answers answers;
  for (int i = 0; i < formulas; ++i) {
    gcl::Context context;
    RandomFormula random(context, seed + static_cast<std::uint32_t>(i), features);
    // A conjunction: single random formulas are nearly all satisfiable.
    const Expr formula = context.make(
        Kind::And, {random.formula(size), random.formula(size - 1), random.formula(size - 1),
                    random.formula(size - 2), random.formula(size - 2)});
    INFO("seed " << seed + static_cast<std::uint32_t>(i) << ": " << gcl::print(formula));
    QueryLog log;
    std::vector<Answer> said;
    for (const ProverKind kind : {ProverKind::Z3, ProverKind::Cvc5}) {
      INFO(version(kind));
      const auto prover = make_prover(context, {.kind = kind, .limits = small_limits}, log);
      prover->assert_formula(formula);
      said.push_back(prover->satisfiable());
      if (said.back() != Answer::Yes) continue;
      const std::unique_ptr<Model> model = prover->model();
      REQUIRE(model);
      check_model(*model, formula);
      if (features.functions || features.partial_division) continue;
      answers.evaluated += check_values(*model, formula, random.variables()) ? 1 : 0;
    }
    answers.decided_by_z3 += said[0] != Answer::Unknown ? 1 : 0;
    answers.decided_by_cvc5 += said[1] != Answer::Unknown ? 1 : 0;
    if (said[0] == Answer::Unknown || said[1] == Answer::Unknown) continue;
    ++answers.decided_by_both;
    CHECK(said[0] == said[1]);
    answers.unsatisfiable += said[0] == Answer::No ? 1 : 0;
  }
  return answers;
}

std::string summary(const Answers& answers) {
  return "decided by Z3: " + std::to_string(answers.decided_by_z3) +
         ", by cvc5: " + std::to_string(answers.decided_by_cvc5) +
         ", by both: " + std::to_string(answers.decided_by_both) +
         ", unsatisfiable: " + std::to_string(answers.unsatisfiable) +
         ", evaluated: " + std::to_string(answers.evaluated);
}

TEST_CASE("Z3 and cvc5 agree on formulas without quantifiers", "[prover][agreement]") {
  const Answers answers = ask_both(400, 4, {.quantifiers = false});
  INFO(summary(answers));
  CHECK(answers.unsatisfiable >= 40);
  CHECK(answers.decided_by_both >= 300);  // or the test tests nothing
}

TEST_CASE("Z3 and cvc5 agree on formulas with quantifiers", "[prover][agreement]") {
  const Answers answers = ask_both(300, 4, {});
  INFO(summary(answers));
  CHECK(answers.unsatisfiable >= 40);
  CHECK(answers.decided_by_both >= 100);
}

TEST_CASE("models make formulas true in our own evaluator", "[prover][agreement]") {
  // Without quantifiers: in a model a sort may have one element, for the evaluator it never has.
  const Answers answers =
      ask_both(300, 4, {.functions = false, .partial_division = false, .quantifiers = false});
  INFO(summary(answers));
  CHECK(answers.evaluated >= 150);
}

}  // namespace
}  // namespace pawl::prover
