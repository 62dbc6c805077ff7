// SPDX-License-Identifier: Apache-2.0
#include "judges/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>

#include "support/assert.h"
#include "support/interrupt.h"

namespace pawl::judges {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int exit_not_started = 127;
/// A verifier that talks without end is cut off: nobody reads more.
constexpr std::size_t most_output = std::size_t{16} << 20;

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& directory,
                         int output) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (::chdir(directory.c_str()) != 0) ::_exit(exit_not_started);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(exit_not_started);
}

/// Reads until the other end is closed; false when the time is over first.
bool read_until(int pipe, Clock::time_point deadline, std::string& output) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0 || interrupt_requested()) return false;
    pollfd waiting = {pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<long>(left, 1000)));
    if (ready <= 0) continue;  // nothing yet, or a signal: look at the clock
    char buffer[65536];
    const ssize_t count = ::read(pipe, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    if (output.size() < most_output) output.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace

ProcessOutcome run_process(const std::vector<std::string>& command, const std::string& directory,
                           double seconds) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  int ends[2];
  PAWL_ASSERT(::pipe2(ends, O_CLOEXEC) == 0, "the system should have a pipe left");
  const pid_t child = ::fork();
  PAWL_ASSERT(child >= 0, "the system should have a process left");
  if (child == 0) become(command, directory, ends[1]);
  ::close(ends[1]);
  ProcessOutcome outcome;
  const bool ended = read_until(ends[0], deadline, outcome.output);
  ::close(ends[0]);
  if (!ended) {
    ::kill(-child, SIGKILL);
    ::kill(child, SIGKILL);  // in case it has no group of its own yet
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!ended) {
    outcome.end = ProcessOutcome::End::TimedOut;
  } else if (WIFSIGNALED(status)) {
    outcome.end = ProcessOutcome::End::Signalled;
    outcome.code = WTERMSIG(status);
  } else if (WEXITSTATUS(status) != exit_not_started) {
    outcome.end = ProcessOutcome::End::Exited;
    outcome.code = WEXITSTATUS(status);
  }
  return outcome;
}

}  // namespace pawl::judges
