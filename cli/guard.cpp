// SPDX-License-Identifier: Apache-2.0
#include "cli/guard.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): pthread_sigmask is POSIX, not C++
#include <unistd.h>

#include <algorithm>

#include "cli/options.h"
#include "support/interrupt.h"

namespace pawl::cli {
namespace {

constexpr std::chrono::milliseconds tick{10};

/// After a signal, as many seconds until writing has to begin.
constexpr double after_signal = 0.75;
/// Of the time after the deadline: until what is being found out is given up, and what is being
/// written. The rest is for starting and ending a process.
constexpr double last_of_analysis = 0.6, last_of_writing = 0.85;

Budget::Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Budget::Clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

Guard::Guard(double seconds)
    : seconds_(seconds),
      overrun_(std::max(0.5, 0.05 * seconds)),
      budget_(Budget::of_seconds(seconds)),
      exit_code_(exit_unknown) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all,
                  &before);  // inherited by the thread: signals are for the others
  thread_ = std::thread([this] { watch(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Guard::~Guard() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

Budget Guard::for_analysis() const {
  if (!budget_.has_deadline()) return budget_;
  const std::chrono::duration<double> reading = Clock::now() - start_;
  const double reserve = std::min(0.25 * seconds_, 0.05 + 2 * reading.count());
  return budget_.until(budget_.deadline() - duration(reserve));
}

Budget Guard::for_report() {
  const std::lock_guard lock(mutex_);
  if (interrupt_requested() && !signalled_) signalled_ = Clock::now();
  if (!signalled_) {
    return budget_.has_deadline() ? Budget().until(budget_.deadline() + duration(0.4 * overrun_))
                                  : budget_;
  }
  clear_interrupt();
  return Budget().until(*signalled_ + duration(0.7 * after_signal));
}

void Guard::set_last_word(std::function<void()> write, int exit_code) {
  const std::lock_guard lock(mutex_);
  last_word_ = std::move(write);
  exit_code_ = exit_code;
}

void Guard::begin_writing(int exit_code) {
  const std::lock_guard lock(mutex_);
  writing_ = true;
  exit_code_ = exit_code;
}

std::optional<Guard::Clock::time_point> Guard::end() const {
  std::optional<Clock::time_point> end;
  if (budget_.has_deadline()) {
    end = budget_.deadline() + duration((writing_ ? last_of_writing : last_of_analysis) * overrun_);
  }
  if (signalled_) {
    const Clock::time_point soon = *signalled_ + duration(after_signal + (writing_ ? 0.15 : 0));
    end = end ? std::min(*end, soon) : soon;
  }
  return end;
}

// Threads that are in the middle of something are left there: the process ends without asking them.
void Guard::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, tick, [this] { return done_; })) {
    if (interrupt_requested() && !signalled_) signalled_ = Clock::now();
    const auto limit = end();
    if (!limit || Clock::now() < *limit) continue;
    if (!writing_ && last_word_) last_word_();
    ::_exit(exit_code_);
  }
}

}  // namespace pawl::cli
