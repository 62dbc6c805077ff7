// SPDX-License-Identifier: Apache-2.0
#include "support/source.h"

#include <catch2/catch.hpp>

using pawl::SourceFile;
using pawl::SourceRange;

TEST_CASE("lines are found by number, without their line ends", "[support][source]") {
  const SourceFile file("f.gcl", "one\ntwo\r\n\nfour");
  CHECK(file.line(0).empty());
  CHECK(file.line(1) == "one");
  CHECK(file.line(2) == "two");
  CHECK(file.line(3).empty());
  CHECK(file.line(4) == "four");
  CHECK(file.line(5).empty());
}

TEST_CASE("an empty file has one empty line", "[support][source]") {
  const SourceFile file("f.gcl", "");
  CHECK(file.line(1).empty());
  CHECK(file.line_of(0) == 1);
}

TEST_CASE("the line of an offset", "[support][source]") {
  const SourceFile file("f.gcl", "ab\ncd\n");
  CHECK(file.line_of(0) == 1);
  CHECK(file.line_of(2) == 1);  // the line end belongs to its line
  CHECK(file.line_of(3) == 2);
  CHECK(file.line_of(6) == 3);
  CHECK(file.line_begin(2) == 3);
}

TEST_CASE("cover spans two ranges and ignores unknown ones", "[support][source]") {
  const SourceFile file("f.gcl", "x := 1;\ny := 2;\n");
  const SourceRange first{&file, {1, 1}, {1, 8}};
  const SourceRange last{&file, {2, 1}, {2, 8}};
  const SourceRange both = cover(first, last);
  CHECK(both.begin == first.begin);
  CHECK(both.end == last.end);
  CHECK(cover({}, last).begin == last.begin);
  CHECK(cover(first, {}).end == first.end);
  CHECK_FALSE(pawl::cover({}, {}).known());
}

TEST_CASE("ranges print as file:line:column", "[support][source]") {
  const SourceFile file("f.gcl", "x := 1;\n");
  CHECK(to_string(SourceRange{&file, {1, 6}, {1, 7}}) == "f.gcl:1:6");
  CHECK(to_string(SourceRange{}) == "<unknown>");
}
