// SPDX-License-Identifier: Apache-2.0
#include "engine/workers.h"

#include <catch2/catch.hpp>
#include <csignal>
#include <new>

#include "support/internal_error.h"

using namespace pawl;

TEST_CASE("answers come back in the order of the tasks", "[engine][workers]") {
  for (const unsigned jobs : {1U, 3U}) {
    const auto outcomes = engine::run_in_workers(
        7, jobs, [](std::size_t task) { return std::string(task * 100'000, 'x'); });
    REQUIRE(outcomes.size() == 7);
    for (std::size_t task = 0; task < 7; ++task) {
      REQUIRE(outcomes[task].text);
      CHECK(outcomes[task].text->size() == task * 100'000);
    }
  }
}

TEST_CASE("a crash costs its own task only", "[engine][workers]") {
  const auto outcomes = engine::run_in_workers(3, 2, [](std::size_t task) {
    if (task == 1) {
      std::signal(SIGTERM, SIG_DFL);
      std::raise(SIGTERM);
    }
    return std::string("done");
  });
  CHECK(outcomes[0].text == "done");
  CHECK_FALSE(outcomes[1].text);
  CHECK(outcomes[1].failure == "worker-crashed");
  CHECK(outcomes[2].text == "done");
}

TEST_CASE("running out of memory is told apart from a crash", "[engine][workers]") {
  const auto outcomes =
      engine::run_in_workers(1, 1, [](std::size_t) -> std::string { throw std::bad_alloc(); });
  CHECK(outcomes[0].failure == "out-of-memory");
}

TEST_CASE("an internal error in a worker is no answer", "[engine][workers]") {
  const auto outcomes =
      engine::run_in_workers(1, 1, [](std::size_t) -> std::string { throw InternalError("test"); });
  CHECK(outcomes[0].failure == "internal-error");
}

TEST_CASE("no tasks, no processes", "[engine][workers]") {
  CHECK(engine::run_in_workers(0, 4, [](std::size_t) { return std::string(); }).empty());
}
