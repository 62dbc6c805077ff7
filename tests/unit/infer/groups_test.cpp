// SPDX-License-Identifier: Apache-2.0
#include "infer/groups.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace pawl;
using gcl::Expr;
using gcl::Kind;

namespace {

struct Fixture {
  gcl::Context c;
  Expr x = c.var("x", c.int_sort()), y = c.var("y", c.int_sort());
  Expr i = c.var("i", c.int_sort());
  std::vector<Expr> skolems = {x, y};

  heuristics::Predicate less(Expr left, Expr right) {
    return {c.make(Kind::Lt, {left, right}), "test"};
  }
  heuristics::Predicate plain(int bound) { return less(i, c.int_const(bound)); }
};

bool contains(const infer::Group& group, std::size_t index) {
  return std::ranges::find(group, index) != group.end();
}

}  // namespace

TEST_CASE_METHOD(Fixture, "few predicates are one group", "[infer][groups]") {
  const std::vector<heuristics::Predicate> predicates = {plain(0), less(x, i), less(x, y)};
  CHECK(infer::split_into_groups(predicates, skolems, 12) == std::vector<infer::Group>{{0, 1, 2}});
}

TEST_CASE_METHOD(Fixture, "many are split by the skolem constants they share", "[infer][groups]") {
  std::vector<heuristics::Predicate> predicates = {less(x, i), less(y, i), less(x, y)};
  for (int bound = 0; bound < 6; ++bound) predicates.push_back(plain(bound));
  const auto groups = infer::split_into_groups(predicates, skolems, 4);
  for (std::size_t p = 0; p < predicates.size(); ++p) {
    CHECK(std::ranges::any_of(groups, [&](const infer::Group& g) { return contains(g, p); }));
  }
  for (const infer::Group& group : groups) CHECK(group.size() <= 4);
  // x, y and the relation between them meet in one group.
  CHECK(std::ranges::any_of(groups, [](const infer::Group& g) {
    return contains(g, 0) && contains(g, 1) && contains(g, 2);
  }));
}
