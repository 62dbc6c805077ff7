// SPDX-License-Identifier: Apache-2.0
//
// Ends queries from outside: Ctrl-C, the wall clock and memory are looked at by one thread, a
// hundred times a second, whatever the solver is doing. Solvers have limits of their own for some
// of these, but Z3's memory limit throws from anywhere, its handling of SIGINT replaces ours, and
// cvc5 has neither; the one thing both do cleanly is to give up when told to.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "prover/prover.h"

namespace pawl::prover {

class Watchdog {
 public:
  /// One thread per process, alive as long as somebody holds it.
  static std::shared_ptr<Watchdog> shared();

  Watchdog();
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  struct Query {
    std::uint32_t timeout_ms = 0;              // 0: none
    std::size_t memory_limit = 0;              // bytes; 0: none
    std::function<std::size_t()> memory_used;  // in bytes; called from the watchdog's thread
    std::function<void()> stop;  // called from the watchdog's thread, repeatedly, until the end
  };

  /// Watches one query from construction to destruction. `stop` is not called after that.
  class Watch {
   public:
    Watch(Watchdog& watchdog, Query query);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    /// Interrupted, Timeout or Memory once the query has been told to stop, else None.
    UnknownReason cause() const { return entry_->cause.load(); }

   private:
    friend class Watchdog;
    struct Entry {
      Query query;
      std::optional<std::chrono::steady_clock::time_point> deadline;
      std::atomic<UnknownReason> cause{UnknownReason::None};
    };
    Watchdog& watchdog_;
    std::list<Entry>::iterator entry_;
  };

 private:
  void run();
  static UnknownReason reason_to_stop(const Watch::Entry& entry);

  std::mutex mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  std::list<Watch::Entry> entries_;
  std::thread thread_;
};

}  // namespace pawl::prover
