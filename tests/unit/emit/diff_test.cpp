// SPDX-License-Identifier: Apache-2.0
#include "emit/diff.h"

#include <catch2/catch.hpp>

using pawl::emit::unified_diff;

TEST_CASE("equal texts have no difference", "[emit][diff]") {
  CHECK(unified_diff("a\nb\n", "a\nb\n", "f.c", "").empty());
  CHECK(unified_diff("", "", "f.c", "").empty());
}

TEST_CASE("a line is added with its context", "[emit][diff]") {
  CHECK(unified_diff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nnew\n5\n6\n", "/d/f.c", "why") ==
        "--- a/d/f.c\n+++ b/d/f.c\twhy\n@@ -2,5 +2,6 @@\n 2\n 3\n 4\n+new\n 5\n 6\n");
}

TEST_CASE("lines are replaced; ends of lines are part of them", "[emit][diff]") {
  CHECK(unified_diff("a\r\nb\r\n", "a\r\nc\r\n", "f.c", "") ==
        "--- a/f.c\n+++ b/f.c\t\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
  CHECK(unified_diff("a", "b", "f.c", "") ==
        "--- a/f.c\n+++ b/f.c\t\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n"
        "+b\n\\ No newline at end of file\n");
}

TEST_CASE("changes far apart are hunks of their own", "[emit][diff]") {
  std::string before, after;
  for (int i = 0; i < 30; ++i) before += std::to_string(i) + "\n";
  after = "x\n" + before + "y\n";
  const std::string patch = unified_diff(before, after, "f.c", "");
  CHECK(patch.find("@@ -1,3 +1,4 @@\n+x\n 0\n") != std::string::npos);
  CHECK(patch.find("@@ -28,3 +29,4 @@\n 27\n 28\n 29\n+y\n") != std::string::npos);
}
