// SPDX-License-Identifier: Apache-2.0
#include "support/process.h"

#include <signal.h>

#include <catch2/catch.hpp>

using pawl::run_program;

TEST_CASE("a program ends with its exit code", "[support][process]") {
  CHECK(run_program({"sh", "-c", "exit 0"}, 10) == 0);
  CHECK(run_program({"sh", "-c", "exit 7"}, 10) == 7);
  // Arguments are not read by a shell.
  CHECK(run_program({"test", "$HOME", "=", "$HOME"}, 10) == 0);
}

TEST_CASE("a signal is told apart", "[support][process]") {
  CHECK(run_program({"sh", "-c", "kill -SEGV $$"}, 10) == 128 + SIGSEGV);
  CHECK(run_program({"sleep", "30"}, 1) == 128 + SIGALRM);
}

TEST_CASE("what is not there does not run", "[support][process]") {
  CHECK_FALSE(run_program({"/nowhere/to/be/found"}, 10));
}
