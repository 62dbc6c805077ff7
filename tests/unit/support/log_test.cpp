// SPDX-License-Identifier: Apache-2.0
#include "support/log.h"

#include <catch2/catch.hpp>
#include <iostream>
#include <sstream>

using pawl::LogLevel;

namespace {

/// What `body` logs at `level`; the default level afterwards.
template <class Body>
std::string logged(LogLevel level, Body body) {
  const std::ostringstream text;
  std::streambuf* const original = std::cerr.rdbuf(text.rdbuf());
  pawl::set_log_level(level);
  body();
  pawl::set_log_level(LogLevel::Warning);
  std::cerr.rdbuf(original);
  return text.str();
}

}  // namespace

TEST_CASE("a message has the folder as prefix and its level when it matters", "[support][log]") {
  CHECK(logged(LogLevel::Debug,
               [] {
                 log(LogLevel::Error, "cli", "broken");
                 log(LogLevel::Warning, "infer", "slow");
                 log(LogLevel::Info, "infer", "loop 1");
                 log(LogLevel::Debug, "prover", "unsat");
               }) ==
        "[cli] error: broken\n"
        "[infer] warning: slow\n"
        "[infer] loop 1\n"
        "[prover] unsat\n");
}

TEST_CASE("each level hides the later ones", "[support][log]") {
  const auto all = [] {
    for (const LogLevel level :
         {LogLevel::Error, LogLevel::Warning, LogLevel::Info, LogLevel::Debug}) {
      log(level, "x", "m");
    }
  };
  CHECK(logged(LogLevel::Error, all) == "[x] error: m\n");
  CHECK(logged(LogLevel::Warning, all) == "[x] error: m\n[x] warning: m\n");
  CHECK(logged(LogLevel::Info, all) == "[x] error: m\n[x] warning: m\n[x] m\n");
}

TEST_CASE("every line of a message has the prefix", "[support][log]") {
  CHECK(logged(LogLevel::Info, [] { log(LogLevel::Info, "x", "a\nb"); }) == "[x] a\n[x] b\n");
  CHECK(logged(LogLevel::Info, [] { log(LogLevel::Info, "x", ""); }) == "[x] \n");
}

TEST_CASE("a message that nobody sees is not made", "[support][log]") {
  int made = 0;
  const auto message = [&] {
    ++made;
    return std::string("m");
  };
  CHECK(logged(LogLevel::Warning, [&] { log(LogLevel::Debug, "x", message); }).empty());
  CHECK(made == 0);
  CHECK(logged(LogLevel::Debug, [&] { log(LogLevel::Debug, "x", message); }) == "[x] m\n");
  CHECK(made == 1);
}
