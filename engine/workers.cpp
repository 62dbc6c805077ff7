// SPDX-License-Identifier: Apache-2.0
#include "engine/workers.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <new>

#include "support/assert.h"
#include "support/internal_error.h"

namespace pawl::engine {
namespace {

constexpr int exit_out_of_memory = 77;
constexpr int exit_internal = 78;

struct Worker {
  std::size_t task = 0;
  pid_t process = -1;
  int pipe = -1;
  std::string received;
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

/// The child's whole life. It never returns: destructors of the parent's objects must not run
/// twice, and buffered output must not be written twice.
[[noreturn]] void be_worker(int pipe, std::size_t task,
                            const std::function<std::string(std::size_t)>& work) {
  int status = 0;
  try {
    write_all(pipe, work(task));
  } catch (const std::bad_alloc&) {
    status = exit_out_of_memory;
  } catch (const InternalError& error) {
    std::cerr << "pawl: internal error: " << error.what() << '\n';
    status = exit_internal;
  }
  std::cerr.flush();
  ::_exit(status);
}

Worker start(std::size_t task, const std::function<std::string(std::size_t)>& work) {
  int ends[2];
  PAWL_ASSERT(::pipe(ends) == 0, "the system should have a pipe left");
  std::cout.flush();
  std::cerr.flush();
  const pid_t process = ::fork();
  PAWL_ASSERT(process >= 0, "the system should have a process left");
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read what an orphan finds
    ::close(ends[0]);
    be_worker(ends[1], task, work);
  }
  ::close(ends[1]);
  return {task, process, ends[0], {}};
}

WorkerOutcome finish(Worker& worker) {
  ::close(worker.pipe);
  int status = 0;
  while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {std::move(worker.received), {}, {}};
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const std::string detail = "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    // The kernel's out-of-memory killer uses SIGKILL; so may anybody else.
    return {std::nullopt, signal == SIGKILL ? "out-of-memory" : "worker-crashed", detail};
  }
  const int code = WEXITSTATUS(status);
  if (code == exit_out_of_memory) return {std::nullopt, "out-of-memory", "allocation failed"};
  if (code == exit_internal) return {std::nullopt, "internal-error", "see the message above"};
  return {std::nullopt, "worker-crashed", "exit code " + std::to_string(code)};
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

}  // namespace

std::vector<WorkerOutcome> run_in_workers(std::size_t count, unsigned jobs,
                                          const std::function<std::string(std::size_t)>& task) {
  std::vector<WorkerOutcome> outcomes(count);
  std::vector<Worker> running;
  std::size_t next = 0;
  while (next < count || !running.empty()) {
    while (next < count && running.size() < std::max(jobs, 1U)) {
      running.push_back(start(next++, task));
    }
    std::vector<pollfd> waiting;
    waiting.reserve(running.size());
    for (const Worker& worker : running) waiting.push_back({worker.pipe, POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;  // a signal; ask again
    for (std::size_t i = running.size(); i-- > 0;) {
      if (waiting[i].revents == 0 || receive(running[i])) continue;
      outcomes[running[i].task] = finish(running[i]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return outcomes;
}

}  // namespace pawl::engine
