// SPDX-License-Identifier: Apache-2.0
#include "gcl/env.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>

using namespace pawl::gcl;

TEST_CASE("a variable without an entry is its own version", "[gcl][env]") {
  Context context;
  const Expr x = context.var("x", context.int_sort());
  Env env;
  CHECK(env.version(x) == x);
  CHECK_FALSE(env.contains(x));
  CHECK(env.empty());
  const Env before = env;
  const Expr x1 = context.var("x1", context.int_sort());
  env.set(x, x1);
  CHECK(env.version(x) == x1);
  CHECK(before.version(x) == x);
}

TEST_CASE("an Env behaves like a map, and difference like a comparison", "[gcl][env]") {
  Context context;
  std::vector<Expr> vars;
  for (int i = 0; i < 300; ++i) {
    vars.push_back(context.var("x" + std::to_string(i), context.int_sort()));
  }
  std::mt19937 random(7);
  const auto any = [&] { return vars[random() % vars.size()]; };
  for (int round = 0; round < 200; ++round) {
    Env base;
    std::map<Expr, Expr> base_model;
    const auto set = [&](Env& env, std::map<Expr, Expr>& model) {
      const Expr var = any();
      const Expr version = any();
      env.set(var, version);
      model.insert_or_assign(var, version);
    };
    for (unsigned i = random() % 100; i > 0; --i) set(base, base_model);
    Env a = base;
    Env b = base;
    auto model_a = base_model;
    auto model_b = base_model;
    for (unsigned i = random() % 20; i > 0; --i) set(a, model_a);
    for (unsigned i = random() % 20; i > 0; --i) set(b, model_b);
    CHECK(a.entries() == std::vector<std::pair<Expr, Expr>>(model_a.begin(), model_a.end()));
    std::vector<Expr> expected;
    for (const Expr var : vars) {
      const bool in_a = model_a.contains(var);
      const bool in_b = model_b.contains(var);
      if (in_a != in_b || (in_a && !(model_a.at(var) == model_b.at(var)))) expected.push_back(var);
    }
    CHECK(Env::difference(a, b) == expected);
    CHECK(Env::difference(b, a) == expected);
  }
}
