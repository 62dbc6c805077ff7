// SPDX-License-Identifier: Apache-2.0
#include "judges/process.h"

#include <catch2/catch.hpp>

using namespace pawl::judges;
using End = ProcessOutcome::End;

TEST_CASE("output and exit code of a command", "[judges]") {
  const ProcessOutcome outcome =
      run_process({"sh", "-c", "echo out; echo err >&2; exit 3"}, "/", 30);
  CHECK(outcome.end == End::Exited);
  CHECK(outcome.code == 3);
  CHECK(outcome.output == "out\nerr\n");
}

TEST_CASE("a command that is not there", "[judges]") {
  CHECK(run_process({"no-such-command-of-ours"}, "/", 30).end == End::NotStarted);
}

TEST_CASE("children are ended with their parent", "[judges]") {
  const ProcessOutcome outcome = run_process({"sh", "-c", "sleep 100 & sleep 100"}, "/", 0.3);
  CHECK(outcome.end == End::TimedOut);
}
