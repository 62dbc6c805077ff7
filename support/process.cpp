// SPDX-License-Identifier: Apache-2.0
#include "support/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace pawl {
namespace {

constexpr int cannot_start = 127;

[[noreturn]] void become(const std::vector<char*>& arguments, unsigned seconds) {
  const int null = open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) dup2(null, stream);
  alarm(seconds);  // survives the exec
  execvp(arguments[0], arguments.data());
  _exit(cannot_start);
}

}  // namespace

std::optional<int> run_program(const std::vector<std::string>& command, unsigned seconds) {
  // Everything that allocates happens before the fork.
  std::vector<std::string> texts = command;
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) become(arguments, seconds);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  if (code == cannot_start) return std::nullopt;
  return code;
}

}  // namespace pawl
