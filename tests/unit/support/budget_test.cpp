// SPDX-License-Identifier: Apache-2.0
#include "support/budget.h"

#include <catch2/catch.hpp>

#include "support/interrupt.h"

using pawl::Budget;
using pawl::BudgetEnd;

TEST_CASE("a budget without limits does not end", "[support][budget]") {
  const Budget budget;
  for (int i = 0; i < 1000; ++i) budget.charge(1'000'000);
  CHECK_FALSE(budget.over());
  CHECK_FALSE(budget.has_deadline());
  CHECK_FALSE(budget.slice(0.01).over());
  CHECK_FALSE(budget.slice(0.01).has_deadline());
}

TEST_CASE("parts draw on one account", "[support][budget]") {
  const Budget all = Budget().with_queries(10).with_work(1000);
  const Budget half = all.slice(0.5);
  CHECK(half.queries_left() == 5);
  CHECK(half.work_left() == 500);
  for (int i = 0; i < 5; ++i) half.charge(10);
  CHECK(half.ended() == BudgetEnd::Queries);
  CHECK_FALSE(all.over());
  CHECK(all.queries_left() == 5);
  CHECK(all.work_left() == 950);
  CHECK(all.slice(0.5).work_left() == 475);
  all.charge(950);
  CHECK(all.ended() == BudgetEnd::Work);
}

TEST_CASE("a part that is not needed is there for the next", "[support][budget]") {
  const Budget all = Budget().with_queries(12);
  const Budget first = all.share(3);
  CHECK(first.queries_left() == 4);
  first.charge(0);
  CHECK(all.share(2).queries_left() == 5);
}

TEST_CASE("a part of a limit is a limit", "[support][budget]") {
  const Budget one = Budget().with_queries(1);
  CHECK(one.slice(0.001).queries_left() == 1);
  one.charge(0);
  CHECK(one.slice(0.5).over());
}

TEST_CASE("afresh counts from nothing, within the same limits", "[support][budget]") {
  const Budget all = Budget().with_queries(10);
  all.charge(0);
  const Budget own = all.afresh();
  CHECK(own.queries_left() == 9);
  own.charge(0);
  CHECK(all.queries_left() == 9);
}

TEST_CASE("a deadline is never later than that of the whole", "[support][budget]") {
  const Budget all = Budget::of_seconds(10);
  CHECK(all.within(100).deadline() == all.deadline());
  CHECK(all.slice(0.5).deadline() < all.deadline());
  CHECK(all.slice(0.5).time_left().count() <= 5);
  CHECK(all.within(0).deadline() == all.deadline());
  CHECK(Budget::of_seconds(1e-9).ended() == BudgetEnd::Time);
  CHECK_FALSE(Budget::of_seconds(0).has_deadline());
}

TEST_CASE("a signal ends all of them", "[support][budget]") {
  const Budget budget;
  pawl::request_interrupt();
  CHECK(budget.ended() == BudgetEnd::Interrupted);
  pawl::clear_interrupt();
  CHECK_FALSE(budget.over());
}
