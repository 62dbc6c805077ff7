// SPDX-License-Identifier: Apache-2.0
#include "engine/workers/workers.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <iostream>
#include <new>
#include <numeric>

#include "support/assert.h"
#include "support/internal_error.h"
#include "support/interrupt.h"

namespace pawl::engine {
namespace {

using Clock = Budget::Clock;

constexpr int exit_out_of_memory = 77;
constexpr int exit_internal = 78;
/// From the end of a task's time to the end of its process: what is under way is written down.
constexpr std::chrono::milliseconds grace{120};
/// After a signal all of them have a little more, and no new one begins.
constexpr std::chrono::milliseconds grace_of_signal{250};
/// A smaller share would be of no use to anybody: the last ones go without.
constexpr double least_seconds = 0.5;
/// How often the clock and the signal are looked at.
constexpr int tick_ms = 20;

struct Worker {
  std::size_t task = 0;
  pid_t process = -1;
  int pipe = -1;
  Budget budget;
  std::string received;
  const char* ended = nullptr;  // by us, and why
};

void write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nobody listens any more
    done += static_cast<std::size_t>(written);
  }
}

/// A message is its length, a line end, and that many bytes. Half of one is none.
void send(int descriptor, const std::string& text) {
  write_all(descriptor, std::to_string(text.size()) + "\n" + text);
}

std::optional<std::string> last_message(std::string_view received) {
  std::optional<std::string> last;
  while (true) {
    const std::size_t line = received.find('\n');
    std::size_t size = 0;
    const auto number = received.substr(0, line);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), size);
    const bool whole = line != std::string_view::npos && error == std::errc() &&
                       end == number.data() + number.size() && size <= received.size() - line - 1;
    if (!whole) return last;
    last = std::string(received.substr(line + 1, size));
    received.remove_prefix(line + 1 + size);
  }
}

/// The child's whole life. It never returns: destructors of the parent's objects must not run
/// twice, and buffered output must not be written twice.
[[noreturn]] void be_worker(int pipe, std::size_t task, const Budget& budget,
                            const WorkerTask& work) {
  int status = 0;
  try {
    const Send sender = [pipe](const std::string& text) { send(pipe, text); };
    sender(work(task, budget, sender));
  } catch (const std::bad_alloc&) {
    status = exit_out_of_memory;
  } catch (const InternalError& error) {
    send(pipe, error.what());
    status = exit_internal;
  }
  std::cerr.flush();
  ::_exit(status);
}

Worker start(std::size_t task, const Budget& budget, const WorkerTask& work) {
  int ends[2];
  PAWL_ASSERT(::pipe(ends) == 0, "the system should have a pipe left");
  std::cout.flush();
  std::cerr.flush();
  const pid_t process = ::fork();
  PAWL_ASSERT(process >= 0, "the system should have a process left");
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read what an orphan finds
    ::close(ends[0]);
    be_worker(ends[1], task, budget, work);
  }
  ::close(ends[1]);
  return {task, process, ends[0], budget, {}};
}

/// Why there is no last word.
WorkerOutcome failure_of(const Worker& worker, int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (worker.ended != nullptr) return {std::nullopt, worker.ended, {}};
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const std::string detail = "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    // The kernel's out-of-memory killer uses SIGKILL; so may anybody else.
    return {std::nullopt, signal == SIGKILL ? "out-of-memory" : "worker-crashed", detail};
  }
  const int code = WEXITSTATUS(status);
  if (code == exit_out_of_memory) return {std::nullopt, "out-of-memory", "allocation failed"};
  if (code == exit_internal) return {std::nullopt, "internal-error", {}};
  return {std::nullopt, "worker-crashed", "exit code " + std::to_string(code)};
}

WorkerOutcome finish(Worker& worker) {
  ::close(worker.pipe);
  int status = 0;
  while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  WorkerOutcome outcome = failure_of(worker, status);
  outcome.text = last_message(worker.received);
  if (outcome.failure == "internal-error" && outcome.text) {  // its last words are about that
    outcome.detail = std::move(*outcome.text);
    outcome.text.reset();
  }
  return outcome;
}

/// Reads what has arrived; false when the worker has closed its end.
bool receive(Worker& worker) {
  char buffer[65536];
  const ssize_t count = ::read(worker.pipe, buffer, sizeof buffer);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) return false;
  worker.received.append(buffer, static_cast<std::size_t>(count));
  return true;
}

class Pool {
 public:
  Pool(const std::vector<double>& weights, unsigned jobs, const Budget& budget, double each,
       const WorkerTask& task)
      : outcomes_(weights.size()),
        weights_(weights),
        jobs_(std::max(jobs, 1U)),
        budget_(budget),
        each_(each),
        task_(task) {}

  std::vector<WorkerOutcome> run() {
    while (next_ < outcomes_.size() || !running_.empty()) {
      if (budget_.over()) skip_the_rest();
      while (next_ < outcomes_.size() && running_.size() < jobs_) {
        running_.push_back(start(next_, budget_of_next(), task_));
        ++next_;
      }
      wait();
      for (Worker& worker : running_) end_if_late(worker);
    }
    return std::move(outcomes_);
  }

 private:
  /// As many as there are jobs share the clock without taking anything from each other.
  Budget budget_of_next() const {
    const std::size_t left = outcomes_.size() - next_;
    const auto turns = static_cast<double>((left + jobs_ - 1) / jobs_);
    const auto next = weights_.begin() + static_cast<std::ptrdiff_t>(next_);
    const double mean = std::accumulate(next, weights_.end(), 0.0) / static_cast<double>(left);
    const double part = std::min(1.0, *next / (mean * turns));
    const double seconds = std::max(part * budget_.time_left().count(), least_seconds);
    const Budget share = budget_.has_deadline() ? budget_.within(seconds) : budget_;
    return share.within(each_).afresh();
  }

  void skip_the_rest() {
    const char* why = interrupt_requested() ? "not-analysed" : "timeout";
    for (; next_ < outcomes_.size(); ++next_) outcomes_[next_].failure = why;
  }

  void wait() {
    std::vector<pollfd> waiting;
    waiting.reserve(running_.size());
    for (const Worker& worker : running_) waiting.push_back({worker.pipe, POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), tick_ms) < 0) return;  // a signal; ask again
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (waiting[i].revents == 0 || receive(running_[i])) continue;
      outcomes_[running_[i].task] = finish(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  /// It is read to its end afterwards, like one that ended by itself.
  void end_if_late(Worker& worker) {
    if (worker.ended != nullptr) return;
    const Clock::time_point now = Clock::now();
    if (interrupt_requested() && !signalled_) signalled_ = now;
    if (signalled_ && now >= *signalled_ + grace_of_signal) {
      end(worker, "interrupted");
    } else if (worker.budget.has_deadline() && now >= worker.budget.deadline() + grace) {
      end(worker, "timeout");
    }
  }

  static void end(Worker& worker, const char* why) {
    worker.ended = why;
    ::kill(worker.process, SIGKILL);
  }

  std::vector<WorkerOutcome> outcomes_;
  const std::vector<double>& weights_;
  std::size_t jobs_;
  const Budget& budget_;
  double each_;
  const WorkerTask& task_;
  std::size_t next_ = 0;
  std::vector<Worker> running_;
  std::optional<Clock::time_point> signalled_;
};

}  // namespace

std::vector<WorkerOutcome> run_in_workers(std::size_t count, unsigned jobs, const Budget& budget,
                                          double each, const WorkerTask& task) {
  return run_in_workers(std::vector<double>(count, 1), jobs, budget, each, task);
}

std::vector<WorkerOutcome> run_in_workers(const std::vector<double>& weights, unsigned jobs,
                                          const Budget& budget, double each,
                                          const WorkerTask& task) {
  return Pool(weights, jobs, budget, each, task).run();
}

}  // namespace pawl::engine
