// SPDX-License-Identifier: Apache-2.0
#include "emit/colour.h"

#include <catch2/catch.hpp>
#include <regex>

using pawl::emit::coloured;

TEST_CASE("severity, marks and verdict have colours", "[emit]") {
  CHECK(coloured("a.gcl:1:2: error: no\n") ==
        "\033[1ma.gcl:1:2: \033[0m\033[1;31merror: \033[0m\033[1mno\033[0m\n");
  CHECK(coloured("warning: x") == "\033[1;33mwarning: \033[0m\033[1mx\033[0m");
  CHECK(coloured("    ^~~") == "\033[1;32m    ^~~\033[0m");
  CHECK(coloured("RESULT: false(assertion)\n") == "\033[1;31mRESULT: false(assertion)\033[0m\n");
}

TEST_CASE("the source and the steps of a run are left as they are", "[emit]") {
  for (const char* text : {"", "\n", "    assert(x); // note: y\n", "  state: n = 1\n",
                           "procedure p: true, 1 of 1 obligations proved\n", "a ^ b\n"}) {
    CHECK(coloured(text) == text);
  }
}

TEST_CASE("the text under the colours is the same", "[emit]") {
  const std::string text =
      "f.c:3:1: warning: this is not proved\n    x;\n    ^\nRESULT: unknown(x)\n";
  CHECK(std::regex_replace(coloured(text), std::regex("\033\\[[0-9;]*m"), "") == text);
}
