// SPDX-License-Identifier: Apache-2.0
#include "prover/watchdog.h"

#include <csignal>
#include <utility>

#include "support/interrupt.h"

namespace pawl::prover {
namespace {

constexpr std::chrono::milliseconds tick{10};

/// Signals go to the threads that work: a read that waits should end with EINTR.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

std::shared_ptr<Watchdog> Watchdog::shared() {
  static std::mutex mutex;
  static std::weak_ptr<Watchdog> current;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Watchdog> watchdog = current.lock();
  if (watchdog == nullptr) {
    watchdog = std::make_shared<Watchdog>();
    current = watchdog;
  }
  return watchdog;
}

Watchdog::Watchdog() {
  const BlockedSignals blocked;  // inherited by the thread
  thread_ = std::thread([this] { run(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

Watchdog::Watch::Watch(Watchdog& watchdog, Query query) : watchdog_(watchdog) {
  const std::lock_guard lock(watchdog_.mutex_);
  entry_ = watchdog_.entries_.emplace(watchdog_.entries_.end());
  if (query.timeout_ms != 0) {
    entry_->deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(query.timeout_ms);
  }
  entry_->query = std::move(query);
}

Watchdog::Watch::~Watch() {
  const std::lock_guard lock(watchdog_.mutex_);
  watchdog_.entries_.erase(entry_);
}

UnknownReason Watchdog::reason_to_stop(const Watch::Entry& entry) {
  if (interrupt_requested()) return UnknownReason::Interrupted;
  if (entry.deadline && std::chrono::steady_clock::now() >= *entry.deadline) {
    return UnknownReason::Timeout;
  }
  if (entry.query.memory_limit != 0 && entry.query.memory_used() > entry.query.memory_limit) {
    return UnknownReason::Memory;
  }
  return UnknownReason::None;
}

// `stop` runs under the lock, so that it never meets a query that has ended. It is repeated
// because a solver may lose a request that arrives between two of its phases.
void Watchdog::run() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, tick, [this] { return ending_; })) {
    for (Watch::Entry& entry : entries_) {
      if (entry.cause == UnknownReason::None) entry.cause = reason_to_stop(entry);
      if (entry.cause != UnknownReason::None) entry.query.stop();
    }
  }
}

}  // namespace pawl::prover
