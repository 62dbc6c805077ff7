// SPDX-License-Identifier: Apache-2.0
#include "emit/identity.h"

#include <catch2/catch.hpp>
#include <regex>

using namespace pawl::emit;

TEST_CASE("an identifier depends on the content alone", "[emit]") {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  CHECK(std::regex_match(uuid_of("a"), form));
  CHECK(std::regex_match(uuid_of(""), form));
  CHECK(uuid_of("a") == uuid_of("a"));
  CHECK(uuid_of("a") != uuid_of("b"));
}

TEST_CASE("a time is what SOURCE_DATE_EPOCH says", "[emit]") {
  CHECK(time_text("0") == "1970-01-01T00:00:00Z");
  CHECK(time_text("1794787200") == "2026-11-16T00:00:00Z");
  CHECK(time_text("") == "1970-01-01T00:00:00Z");
  CHECK(time_text("soon") == "1970-01-01T00:00:00Z");
  CHECK(time_text("99999999999999") == "1970-01-01T00:00:00Z");
}
