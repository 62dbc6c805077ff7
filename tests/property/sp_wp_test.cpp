// SPDX-License-Identifier: Apache-2.0
//
//   Norm(p, c) ==> q                                  iff  p ==> wlp(c, q)
//   that, and Wrong(p, c) is unsatisfiable            iff  p ==> wp(c, q)
//
// on random commands, with one postcondition per outcome.
#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/printer.h"
#include "gcl/sp.h"
#include "gcl/wp.h"
#include "tests/property/outcomes.h"
#include "tests/support/random_command.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Decider;
using pawl::test::RandomCommand;

namespace {

struct Tally {
  int liberal_holds = 0, liberal_fails = 0, strict_holds = 0, wrong_possible = 0, exits = 0;
};

/// Does every run that ends satisfy the postcondition of its outcome?
bool ends_well(Context& context, Decider& decider, const SpResult& result,
               const Postcondition& post) {
  const auto implied = [&](const Outcome& outcome, Expr q) {
    return !decider.satisfiable(
        std::vector<Expr>{outcome.formula, mk_not(context, in_state(context, q, outcome.env))});
  };
  bool all = implied(result.normal, post.normal);
  for (const auto& [label, outcome] : result.exits) all &= implied(outcome, post.exits.at(label));
  return all;
}

void check_one(std::uint32_t seed, Tally& tally) {
  INFO("seed " << seed);
  Context context;
  const Sort ints = context.int_sort();
  RandomCommand::Features features;
  features.variables = {context.var("x", ints), context.var("y", ints),
                        context.var("b", context.bool_sort())};
  if (seed % 3 == 0) features.variables.push_back(context.var("a", context.map_sort(ints, ints)));
  features.labels = {"OUT", "AWAY"};
  RandomCommand random(context, features, seed);
  // A precondition that leaves little open, so that both answers are frequent.
  const Expr p = mk_and(
      context, {mk_eq(context, features.variables[0], random.integer(0)),
                mk_eq(context, features.variables[1], random.integer(0)), random.formula(1)});
  const auto weak = [&] { return mk_or(context, {random.formula(1), random.formula(1)}); };
  const Passive passive = make_passive(context, random.command(8), {});
  const Postcondition post{weak(), {{"OUT", weak()}, {"AWAY", weak()}}};
  const SpResult result = sp(context, passive, p);
  INFO("p: " << print(p));

  Decider decider(context);
  const bool normal_ends = ends_well(context, decider, result, post);
  const bool wrong = decider.satisfiable(result.wrong);
  const bool liberal = decider.valid(mk_implies(context, p, wlp(context, passive, post)));
  const bool strict = decider.valid(mk_implies(context, p, wp(context, passive, post)));
  CHECK(normal_ends == liberal);
  CHECK((normal_ends && !wrong) == strict);
  ++(liberal ? tally.liberal_holds : tally.liberal_fails);
  tally.strict_holds += strict ? 1 : 0;
  tally.wrong_possible += wrong ? 1 : 0;
  tally.exits += result.exits.empty() ? 0 : 1;
}

}  // namespace

TEST_CASE("sp and wp say the same", "[property][sp][wp]") {
  Tally tally;
  constexpr std::uint32_t count = 1'200;
  for (std::uint32_t seed = 1; seed <= count; ++seed) check_one(seed, tally);
  // The commands exercise what is compared.
  CHECK(tally.liberal_holds > 200);
  CHECK(tally.liberal_fails > 200);
  CHECK(tally.strict_holds > 100);
  CHECK(tally.wrong_possible > 150);
  CHECK(tally.exits > 200);
}
