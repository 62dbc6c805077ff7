// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace pawl::cli {
namespace {

bool on_terminal() { return ::isatty(STDERR_FILENO) != 0; }

constexpr const char* clear_line = "\r\x1b[K";

}  // namespace

std::function<void(const infer::Progress&)> terminal_progress() {
  if (!on_terminal()) return {};
  const auto start = std::chrono::steady_clock::now();
  return [start](const infer::Progress& p) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    // One write, so that lines of several workers do not mix.
    char line[256];
    const int length = std::snprintf(
        line, sizeof line,
        "%s%.60s: loop %zu of %zu, round %llu, %zu predicates, %llu queries, %.1f s", clear_line,
        p.procedure.c_str(), p.loop, p.loops, static_cast<unsigned long long>(p.round),
        p.predicates, static_cast<unsigned long long>(p.queries), elapsed.count());
    if (length > 0) {
      const std::size_t size =
          std::min<std::size_t>(static_cast<std::size_t>(length), sizeof line - 1);
      [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, size);
    }
  };
}

std::function<void(const slam::BebopProgress&)> bebop_progress() {
  if (!on_terminal()) return {};
  const auto start = std::chrono::steady_clock::now();
  return [start](const slam::BebopProgress& p) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%s%llu steps, %zu BDD nodes, %.1f s", clear_line,
                 static_cast<unsigned long long>(p.steps), p.live_nodes, elapsed.count());
  };
}

std::function<void(const slam::SlamRound&)> slam_progress() {
  if (!on_terminal()) return {};
  const auto start = std::chrono::steady_clock::now();
  return [start](const slam::SlamRound& r) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr,
                 "%sround %zu: %zu predicates, %llu queries, %llu BDD nodes, trace %zu, %.1f s",
                 clear_line, r.round, r.predicates, static_cast<unsigned long long>(r.queries),
                 static_cast<unsigned long long>(r.bdd_nodes), r.trace, elapsed.count());
  };
}

void finish_progress() {
  if (on_terminal()) std::fputs(clear_line, stderr);
}

}  // namespace pawl::cli
