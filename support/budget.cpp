// SPDX-License-Identifier: Apache-2.0
#include "support/budget.h"

#include <algorithm>

#include "support/assert.h"
#include "support/interrupt.h"

namespace pawl {
namespace {

/// About thirty years: more than that is no limit, and would not fit into the clock.
constexpr double most_seconds = 1e9;

Budget::Clock::duration to_duration(double seconds) {
  return std::chrono::duration_cast<Budget::Clock::duration>(
      std::chrono::duration<double>(std::min(seconds, most_seconds)));
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > Budget::no_limit - b ? Budget::no_limit : a + b;
}

/// At least one, so that a part is never nothing.
std::uint64_t part_of(std::uint64_t left, double fraction) {
  if (left == Budget::no_limit || left == 0) return left;
  return std::max<std::uint64_t>(1,
                                 static_cast<std::uint64_t>(static_cast<double>(left) * fraction));
}

}  // namespace

Budget Budget::within(double seconds) const {
  return seconds > 0 ? until(Clock::now() + to_duration(seconds)) : *this;
}

Budget Budget::until(Clock::time_point deadline) const {
  Budget part = *this;
  part.deadline_ = std::min(deadline_, deadline);
  return part;
}

Budget Budget::with_queries(std::uint64_t queries) const {
  Budget part = *this;
  part.queries_ = std::min(queries_, sum(account_->queries, queries));
  return part;
}

Budget Budget::with_work(std::uint64_t units) const {
  Budget part = *this;
  part.work_ = std::min(work_, sum(account_->work, units));
  return part;
}

Budget Budget::slice(double fraction) const {
  PAWL_ASSERT(fraction > 0 && fraction <= 1, "a part should be more than nothing");
  Budget part = with_queries(part_of(queries_left(), fraction));
  part = part.with_work(part_of(work_left(), fraction));
  if (!has_deadline()) return part;
  return part.until(Clock::now() + to_duration(time_left().count() * fraction));
}

Budget Budget::share(std::size_t parts) const {
  return slice(1.0 / static_cast<double>(std::max<std::size_t>(1, parts)));
}

Budget Budget::afresh() const {
  Budget other = *this;
  other.account_ = std::make_shared<Account>();
  other.queries_ = queries_left();
  other.work_ = work_left();
  return other;
}

std::chrono::duration<double> Budget::time_left() const {
  using Seconds = std::chrono::duration<double>;
  if (!has_deadline()) return Seconds(std::numeric_limits<double>::infinity());
  return std::max(Seconds(0), Seconds(deadline_ - Clock::now()));
}

BudgetEnd Budget::ended() const {
  if (interrupt_requested()) return BudgetEnd::Interrupted;
  if (has_deadline() && Clock::now() >= deadline_) return BudgetEnd::Time;
  if (account_->work >= work_) return BudgetEnd::Work;
  if (account_->queries >= queries_) return BudgetEnd::Queries;
  return BudgetEnd::None;
}

void Budget::charge(std::uint64_t work) const {
  ++account_->queries;
  account_->work = sum(account_->work, work);
}

}  // namespace pawl
