// SPDX-License-Identifier: Apache-2.0
//
// How long something may go on: a deadline, work of the solver in its own units, and questions. One
// budget is made for a command; whoever hands a part of the work to somebody else hands on a part
// of it. All parts draw on one account, so that what one of them leaves is there for the next.
// Without a deadline only counts decide, and the same input gives the same answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace pawl {

/// Why no more may be spent.
enum class BudgetEnd {
  None,         // more may be spent
  Interrupted,  // somebody asked us to stop (support/interrupt.h)
  Time,         // not reproducible
  Work,
  Queries,
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  /// Without a limit, with an account of its own.
  Budget() : account_(std::make_shared<Account>()) {}
  /// From now on. 0, or less: no limit.
  static Budget of_seconds(double seconds) { return Budget().within(seconds); }

  /// The same account, and an end that is not later than it was. 0: as it is.
  Budget within(double seconds) const;
  Budget until(Clock::time_point deadline) const;
  Budget with_queries(std::uint64_t queries) const;
  Budget with_work(std::uint64_t units) const;
  /// A part of everything that is left: 0 < fraction <= 1.
  Budget slice(double fraction) const;
  /// One of `parts` equal ones.
  Budget share(std::size_t parts) const;
  /// The same limits, counted from nothing: for a part of the work whose answer should not depend
  /// on what others have spent. The deadline is the same.
  Budget afresh() const;

  bool has_deadline() const { return deadline_ != Clock::time_point::max(); }
  Clock::time_point deadline() const { return deadline_; }
  /// Not negative; endless without a deadline.
  std::chrono::duration<double> time_left() const;
  std::uint64_t queries_left() const { return left(queries_, account_->queries); }
  std::uint64_t work_left() const { return left(work_, account_->work); }

  BudgetEnd ended() const;
  bool over() const { return ended() != BudgetEnd::None; }

  /// A question was asked that cost so much. Budgets are passed on as constants; the account is
  /// what all of them share.
  void charge(std::uint64_t work) const;

 private:
  struct Account {
    std::uint64_t queries = 0;
    std::uint64_t work = 0;
  };

  static std::uint64_t left(std::uint64_t most, std::uint64_t spent) {
    return most == no_limit ? no_limit : most > spent ? most - spent : 0;
  }

  std::shared_ptr<Account> account_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::uint64_t queries_ = no_limit;  // of the account, at the end of this budget
  std::uint64_t work_ = no_limit;     // likewise
};

}  // namespace pawl
