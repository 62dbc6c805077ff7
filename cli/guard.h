// SPDX-License-Identifier: Apache-2.0
//
// The wall clock of a command. --timeout and Ctrl-C are promises about the process: whatever the
// solver, the BDD package or Clang is doing, it ends shortly after, with the best there is.
// Everybody is asked in time by a budget; the guard is for who does not listen.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "support/budget.h"

namespace pawl::cli {

class Guard {
 public:
  /// The time begins now. 0 seconds: only a signal ends it.
  explicit Guard(double seconds);
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// Of the whole command.
  const Budget& budget() const { return budget_; }
  /// For finding out, if it took as long as until now to read the input: writing reads it again.
  Budget for_analysis() const;
  /// For writing what is known. A signal has done its work by now; the one that follows ends us.
  Budget for_report();

  /// What is done if the time is over before writing has begun: writes the best there is.
  void set_last_word(std::function<void()> write, int exit_code);
  /// For the last word, which is written under our lock: was it a signal?
  bool signalled() const { return signalled_.has_value(); }
  /// From now on the output is ours: the guard writes nothing any more.
  void begin_writing(int exit_code);

 private:
  using Clock = Budget::Clock;
  void watch();
  std::optional<Clock::time_point> end() const;

  Clock::time_point start_ = Clock::now();
  double seconds_;
  double overrun_;  // the promise: not more than this after the time that was given
  Budget budget_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  bool writing_ = false;
  std::optional<Clock::time_point> signalled_;
  std::function<void()> last_word_;
  int exit_code_;
  std::thread thread_;
};

}  // namespace pawl::cli
