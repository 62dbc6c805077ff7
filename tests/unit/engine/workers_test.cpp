// SPDX-License-Identifier: Apache-2.0
#include "engine/workers/workers.h"

#include <catch2/catch.hpp>
#include <csignal>
#include <new>
#include <thread>

#include "support/internal_error.h"
#include "support/interrupt.h"

using namespace pawl;
using engine::Send;

namespace {

std::vector<engine::WorkerOutcome> run(std::size_t count, unsigned jobs,
                                       const std::function<std::string(std::size_t)>& task,
                                       const Budget& budget = {}) {
  return engine::run_in_workers(
      count, jobs, budget, 0,
      [&](std::size_t index, const Budget&, const Send&) { return task(index); });
}

/// What does not listen to anybody.
[[noreturn]] void sleep_for_ever() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(10));
}

}  // namespace

TEST_CASE("answers come back in the order of the tasks", "[engine][workers]") {
  for (const unsigned jobs : {1U, 3U}) {
    const auto outcomes =
        run(7, jobs, [](std::size_t task) { return std::string(task * 100'000, 'x'); });
    REQUIRE(outcomes.size() == 7);
    for (std::size_t task = 0; task < 7; ++task) {
      REQUIRE(outcomes[task].text);
      CHECK(outcomes[task].text->size() == task * 100'000);
      CHECK(outcomes[task].failure.empty());
    }
  }
}

TEST_CASE("a crash costs its own task only", "[engine][workers]") {
  const auto outcomes = run(3, 2, [](std::size_t task) {
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
  const auto outcomes = run(1, 1, [](std::size_t) -> std::string { throw std::bad_alloc(); });
  CHECK(outcomes[0].failure == "out-of-memory");
}

TEST_CASE("an internal error in a worker is no answer", "[engine][workers]") {
  const auto outcomes = run(1, 1, [](std::size_t) -> std::string { throw InternalError("test"); });
  CHECK(outcomes[0].failure == "internal-error");
}

TEST_CASE("no tasks, no processes", "[engine][workers]") {
  CHECK(run(0, 4, [](std::size_t) { return std::string(); }).empty());
}

TEST_CASE("what was sent outlives its process", "[engine][workers]") {
  const auto outcomes = engine::run_in_workers(
      2, 1, {}, 0, [](std::size_t task, const Budget&, const Send& send) -> std::string {
        send("first");
        send("second\nand more");
        if (task == 1) throw std::bad_alloc();
        return "last";
      });
  CHECK(outcomes[0].text == "last");
  CHECK(outcomes[0].failure.empty());
  CHECK(outcomes[1].text == "second\nand more");
  CHECK(outcomes[1].failure == "out-of-memory");
}

TEST_CASE("a task that does not listen is ended, and that is the time", "[engine][workers]") {
  const auto outcomes =
      engine::run_in_workers(3, 2, Budget::of_seconds(0.6), 0.2,
                             [](std::size_t task, const Budget&, const Send& send) -> std::string {
                               send("so far");
                               if (task < 2) sleep_for_ever();
                               return "done";
                             });
  CHECK(outcomes[0].text == "so far");
  CHECK(outcomes[0].failure == "timeout");
  CHECK(outcomes[1].failure == "timeout");
}

TEST_CASE("when the time is over nobody begins", "[engine][workers]") {
  const auto outcomes = run(
      2, 1, [](std::size_t) { return std::string("done"); }, Budget::of_seconds(1e-9));
  CHECK_FALSE(outcomes[0].text);
  CHECK(outcomes[0].failure == "timeout");
  CHECK(outcomes[1].failure == "timeout");
}

TEST_CASE("time is shared as the weights say", "[engine][workers]") {
  const auto seconds_of = [](const std::vector<double>& weights) {
    return engine::run_in_workers(weights, 1, Budget::of_seconds(10'000), 0,
                                  [](std::size_t, const Budget& own, const Send&) {
                                    return std::to_string(own.time_left().count());
                                  });
  };
  const auto first = [&](const std::vector<double>& weights) {
    return std::stod(seconds_of(weights)[0].text.value_or("0"));
  };
  CHECK(first({1, 3}) <= 2500);
  CHECK(first({1, 3}) > 1000);
  CHECK(first({3, 1}) <= 7500);
  CHECK(first({3, 1}) > 5000);
  CHECK(first({0.25}) > 5000);
}

TEST_CASE("after a signal what nobody began is not analysed", "[engine][workers]") {
  request_interrupt();
  const auto outcomes = run(2, 1, [](std::size_t) { return std::string("done"); });
  clear_interrupt();
  CHECK(outcomes[0].failure == "not-analysed");
  CHECK(outcomes[1].failure == "not-analysed");
}
