// SPDX-License-Identifier: Apache-2.0
#include "support/interrupt.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX, not C++
#include <sys/mman.h>
#include <time.h>  // NOLINT(modernize-deprecated-headers): clock_gettime is POSIX, not C++

#include <atomic>
#include <cstdint>
#include <new>

namespace pawl {
namespace {

/// When the request was made, in milliseconds of some clock; 0: it was not.
using Request = std::atomic<std::int64_t>;
static_assert(Request::is_always_lock_free, "a signal handler touches it");

Request own{0};
Request* request = &own;  // in memory that is shared with forked processes, once there is a handler

/// Whoever ends a group of processes tells the first of them twice; a user is slower.
constexpr std::int64_t at_the_same_time = 300;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000 + 1;
}

/// Only async-signal-safe calls. The signal is blocked while its handler runs, so the raised one
/// arrives on return and ends the process with the status its parent expects.
extern "C" void on_signal(int signal_number) {
  std::int64_t first = 0;
  const std::int64_t time = now();
  if (request->compare_exchange_strong(first, time)) return;
  if (time - first < at_the_same_time) return;
  signal(signal_number, SIG_DFL);
  raise(signal_number);
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

void share_request() {
  if (request != &own) return;
  void* memory =
      mmap(nullptr, sizeof(Request), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) request = new (memory) Request(own.load());  // never freed
}

}  // namespace

void install_interrupt_handler() {
  share_request();
  handle(SIGINT);
  handle(SIGTERM);
}

bool interrupt_requested() noexcept { return request->load(std::memory_order_relaxed) != 0; }

void request_interrupt() noexcept { request->store(now()); }

void clear_interrupt() noexcept { request->store(0); }

}  // namespace pawl
