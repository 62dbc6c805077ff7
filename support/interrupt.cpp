// SPDX-License-Identifier: Apache-2.0
#include "support/interrupt.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX, not C++

#include <atomic>

namespace pawl {
namespace {

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler touches it");

/// Only async-signal-safe calls. The signal is blocked while its handler runs, so the raised one
/// arrives on return and ends the process with the status its parent expects.
extern "C" void on_signal(int signal_number) {
  if (stop.exchange(true)) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
  }
}

void handle(int signal_number) {
  struct sigaction action {};
  sigaction(signal_number, nullptr, &action);
  if (signal_number == SIGINT && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, nullptr);
}

}  // namespace

void install_interrupt_handler() {
  handle(SIGINT);
  handle(SIGTERM);
}

bool interrupt_requested() noexcept { return stop.load(std::memory_order_relaxed); }

void request_interrupt() noexcept { stop.store(true); }

void clear_interrupt() noexcept { stop.store(false); }

}  // namespace pawl
