// SPDX-License-Identifier: Apache-2.0
//
// Over Booleans everything can be tried: all initial states, all choices. What the interpreter
// reaches is exactly what sp says, what the flat conditions say, and what wp forbids.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "gcl/build.h"
#include "gcl/interpreter.h"
#include "gcl/sp.h"
#include "gcl/vc.h"
#include "gcl/wp.h"
#include "tests/property/outcomes.h"
#include "tests/support/random_command.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Decider;
using pawl::test::describes;
using pawl::test::RandomCommand;

namespace {

/// Plays one sequence of choices and counts up to the next: after the last, every run was seen.
class AllChoices final : public Chooser {
 public:
  explicit AllChoices(State initial) : initial_(std::move(initial)) {}
  Value initial(Expr var) override { return initial_.at(var); }
  Value havoc(Expr) override { return Value::boolean(branch(2) == 1); }
  std::size_t branch(std::size_t branches) override {
    if (next_ == digits_.size()) digits_.emplace_back(0, branches);
    return digits_[next_++].first;
  }
  Value function(const std::string&, Sort result, std::span<const Value>) override {
    return Value::default_of(result);
  }

  bool advance() {
    digits_.resize(next_);
    next_ = 0;
    while (!digits_.empty() && ++digits_.back().first == digits_.back().second) digits_.pop_back();
    return !digits_.empty();
  }

 private:
  State initial_;
  std::vector<std::pair<std::size_t, std::size_t>> digits_;  // chosen, of how many
  std::size_t next_ = 0;
};

using Bits = std::uint32_t;  // the values of the variables

struct Reached {
  std::set<Bits> normal;
  std::set<std::size_t> wrong;  // obligations
};

class Finite {
 public:
  explicit Finite(std::uint32_t seed) {
    const Sort boolean = context_.bool_sort();
    vars_ = {context_.var("b", boolean), context_.var("c", boolean), context_.var("d", boolean)};
    RandomCommand::Features features;
    features.variables = vars_;
    features.conditionals = true;
    RandomCommand random(context_, features, seed);
    Procedure procedure;
    procedure.name = "p";
    for (const Expr var : vars_) procedure.locals.push_back({var, {}});
    procedure.body = random.command(9);
    post_ = mk_or(context_, {random.formula(1), random.formula(1)});
    program_.procedures.push_back(std::move(procedure));
    desugared_ = desugar(context_, program_, program_.procedures[0]);
    passive_ = make_passive(context_, desugared_);
    vc_ = make_vc(context_, passive_);
  }

  void check() {
    Decider decider(context_);
    const SpResult strongest = sp(context_, passive_, context_.true_());
    const Expr weakest = wp(context_, passive_, {post_, {}});
    const std::vector<Expr> constraints = all_constraints(context_, vc_);
    for (Bits bits = 0; bits < 8; ++bits) {
      INFO("initial state " << bits);
      const State initial = state(bits);
      const Reached reached = run_all(initial);
      const std::vector<Expr> start = describes(context_, initial, vars_, {});
      check_norm(decider, strongest, start, reached);
      for (const FailedAssert& failed : strongest.failed) {
        CHECK(decider.satisfiable(with(start, {failed.formula})) ==
              reached.wrong.contains(*failed.obligation));
      }
      for (const Goal& goal : vc_.goals) {
        std::vector<Expr> question = with(start, constraints);
        question.push_back(vc_.segments[goal.segment].guard);
        question.push_back(mk_not(context_, goal.condition));
        CHECK(decider.satisfiable(question) == reached.wrong.contains(goal.obligation));
      }
      bool fine = reached.wrong.empty();
      for (const Bits end : reached.normal) fine &= holds(post_, state(end));
      CHECK(!decider.satisfiable(with(start, {mk_not(context_, weakest)})) == fine);
      wrong_runs += reached.wrong.size();
      normal_runs += reached.normal.size();
    }
  }

  std::size_t wrong_runs = 0;
  std::size_t normal_runs = 0;

 private:
  State state(Bits bits) const {
    State result;
    for (std::size_t i = 0; i < vars_.size(); ++i) {
      result.emplace(vars_[i], Value::boolean((bits >> i & 1) != 0));
    }
    return result;
  }
  Bits bits_of(const State& values) const {
    Bits bits = 0;
    for (std::size_t i = 0; i < vars_.size(); ++i) {
      bits |= values.at(vars_[i]).as_bool() ? 1U << i : 0U;
    }
    return bits;
  }
  static std::vector<Expr> with(std::vector<Expr> formulas, const std::vector<Expr>& more) {
    formulas.insert(formulas.end(), more.begin(), more.end());
    return formulas;
  }
  static bool holds(Expr e, const State& now) {
    Valuation valuation;
    valuation.now = &now;
    return evaluate(e, valuation).value->as_bool();
  }

  Reached run_all(const State& initial) {
    Reached reached;
    AllChoices chooser(initial);
    do {
      const Run result = run(program_, program_.procedures[0], chooser, {});
      if (result.ended<NormalEnd>()) reached.normal.insert(bits_of(result.final));
      if (const auto* wrong = std::get_if<WentWrong>(&result.outcome)) {
        reached.wrong.insert(index_of(*wrong));
      }
      REQUIRE_FALSE(result.ended<Undecided>());
      REQUIRE_FALSE(result.ended<OutOfFuel>());
    } while (chooser.advance());
    return reached;
  }

  std::size_t index_of(const WentWrong& wrong) const {
    for (std::size_t i = 0; i < desugared_.obligations.size(); ++i) {
      const Obligation& o = desugared_.obligations[i];
      if (o.kind == wrong.kind && o.clause == wrong.clause && o.stmt == wrong.stmt) return i;
    }
    FAIL("what goes wrong should be an obligation");
    return 0;
  }

  void check_norm(Decider& decider, const SpResult& strongest, const std::vector<Expr>& start,
                  const Reached& reached) {
    for (Bits end = 0; end < 8; ++end) {
      const auto finish = describes(context_, state(end), vars_, strongest.normal.env);
      const auto question = with(with(start, finish), {strongest.normal.formula});
      CHECK(decider.satisfiable(question) == reached.normal.contains(end));
    }
  }

  Context context_;
  std::vector<Expr> vars_;
  Program program_;
  Expr post_;
  Desugared desugared_;
  Passive passive_;
  Vc vc_;
};

}  // namespace

TEST_CASE("sp, wp and the flat conditions are exact on finite domains", "[property][sp][wp][vc]") {
  std::size_t wrong = 0;
  std::size_t normal = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    Finite finite(seed);
    finite.check();
    wrong += finite.wrong_runs;
    normal += finite.normal_runs;
  }
  CHECK(wrong > 200);
  CHECK(normal > 1'000);
}
