// SPDX-License-Identifier: Apache-2.0
#include "support/interrupt.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace {

/// Runs `body` in a child and returns its wait status. The child never returns into Catch2.
template <class Body>
int status_of_child(Body body) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(60);  // a child that hangs is a failure, not a hang of the tests
    body();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

}  // namespace

TEST_CASE("the flag is set and cleared", "[support][interrupt]") {
  CHECK_FALSE(pawl::interrupt_requested());
  pawl::request_interrupt();
  CHECK(pawl::interrupt_requested());
  pawl::clear_interrupt();
  CHECK_FALSE(pawl::interrupt_requested());
}

TEST_CASE("the first signal only asks", "[support][interrupt]") {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    const int status = status_of_child([&] {
      signal(SIGINT, SIG_DFL);
      pawl::install_interrupt_handler();
      raise(signal_number);
      _exit(pawl::interrupt_requested() ? 42 : 1);
    });
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 42);
  }
}

TEST_CASE("a later signal ends the process, of either kind", "[support][interrupt]") {
  const int status = status_of_child([] {
    signal(SIGINT, SIG_DFL);
    pawl::install_interrupt_handler();
    raise(SIGINT);
    raise(SIGINT);  // at the same time: the process and its group were told
    usleep(400'000);
    raise(SIGTERM);
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
}

TEST_CASE("forked processes share the request", "[support][interrupt]") {
  const int status = status_of_child([] {
    signal(SIGTERM, SIG_DFL);
    pawl::install_interrupt_handler();
    const pid_t child = fork();
    if (child == 0) {
      raise(SIGTERM);
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    _exit(pawl::interrupt_requested() ? 42 : 1);
  });
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
}

TEST_CASE("an ignored SIGINT stays ignored", "[support][interrupt]") {
  const int status = status_of_child([] {
    signal(SIGINT, SIG_IGN);
    pawl::install_interrupt_handler();
    raise(SIGINT);
    raise(SIGINT);
    _exit(pawl::interrupt_requested() ? 1 : 42);
  });
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
}
