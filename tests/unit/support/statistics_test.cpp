// SPDX-License-Identifier: Apache-2.0
#include "support/statistics.h"

#include <catch2/catch.hpp>
#include <sstream>

using pawl::ScopedTimer;
using pawl::Statistics;

namespace {

std::vector<std::string> keys(const Statistics& statistics) {
  std::vector<std::string> all;
  for (const Statistics::Entry& entry : statistics.entries()) all.push_back(entry.key);
  return all;
}

std::uint64_t count(const Statistics& statistics, const std::string& key) {
  for (const Statistics::Entry& entry : statistics.entries()) {
    if (entry.key == key) return std::get<std::uint64_t>(entry.value);
  }
  FAIL("no entry " << key);
  return 0;
}

}  // namespace

TEST_CASE("counters start at zero and add up", "[support][statistics]") {
  Statistics statistics;
  CHECK(statistics.empty());
  std::uint64_t& queries = statistics.counter("prover.queries");
  for (int i = 0; i < 1000; ++i) statistics.add("filler." + std::to_string(i));
  queries += 2;  // the reference has survived the insertions
  statistics.add("prover.queries");
  statistics.add("prover.queries", 4);
  CHECK(count(statistics, "prover.queries") == 7);
  CHECK_FALSE(statistics.empty());
}

TEST_CASE("a maximum keeps the largest value", "[support][statistics]") {
  Statistics statistics;
  statistics.record_maximum("gcl.nodes", 5);
  statistics.record_maximum("gcl.nodes", 3);
  CHECK(count(statistics, "gcl.nodes") == 5);
}

TEST_CASE("a timer counts its calls", "[support][statistics]") {
  Statistics statistics;
  { const ScopedTimer timer(statistics, "infer.loop"); }
  { const ScopedTimer timer(statistics, "infer.loop"); }
  CHECK(count(statistics, "infer.loop.calls") == 2);
  CHECK(keys(statistics) == std::vector<std::string>{"infer.loop.calls", "infer.loop.seconds"});
  CHECK(std::get<double>(statistics.entries()[1].value) >= 0);
}

TEST_CASE("entries are ordered by key, whatever their kind and order of arrival",
          "[support][statistics]") {
  Statistics statistics;
  statistics.add("prover.b");
  statistics.add_time("gcl.parse", std::chrono::milliseconds(1));
  statistics.record_maximum("infer.a", 1);
  statistics.add("gcl.parse.lines");
  CHECK(keys(statistics) == std::vector<std::string>{"gcl.parse.calls", "gcl.parse.lines",
                                                     "gcl.parse.seconds", "infer.a", "prover.b"});
}

TEST_CASE("merging adds counters and times and keeps maxima", "[support][statistics]") {
  Statistics a;
  Statistics b;
  a.add("x.n", 2);
  b.add("x.n", 3);
  b.add("y.n", 1);
  a.record_maximum("x.max", 9);
  b.record_maximum("x.max", 4);
  a.add_time("x.t", std::chrono::milliseconds(1500));
  b.add_time("x.t", std::chrono::milliseconds(500));
  a.merge(b);
  CHECK(count(a, "x.n") == 5);
  CHECK(count(a, "y.n") == 1);
  CHECK(count(a, "x.max") == 9);
  CHECK(count(a, "x.t.calls") == 2);
  CHECK(count(b, "x.n") == 3);
  std::ostringstream out;
  print_table(out, a);
  CHECK(out.str() ==
        "x.max            9\n"
        "x.n              5\n"
        "x.t.calls        2\n"
        "x.t.seconds  2.000\n"
        "y.n              1\n");
}

TEST_CASE("an empty registry prints nothing", "[support][statistics]") {
  std::ostringstream out;
  print_table(out, Statistics{});
  CHECK(out.str().empty());
}
