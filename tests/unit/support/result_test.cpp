// SPDX-License-Identifier: Apache-2.0
#include "support/result.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "support/internal_error.h"

using pawl::failed;
using pawl::InternalError;
using pawl::Result;

namespace {

Result<std::string> half(const std::string& text) {
  if (text.size() % 2 != 0) return failed;
  return text.substr(text.size() / 2);
}

}  // namespace

TEST_CASE("a result has a value or has failed", "[support][result]") {
  CHECK(half("abcd").ok());
  CHECK(*half("abcd") == "cd");
  CHECK(half("abcd")->size() == 2);
  CHECK_FALSE(half("abc"));
  CHECK(half("abc").value_or("none") == "none");
  CHECK(half("abcd").value_or("none") == "cd");
}

TEST_CASE("reading a failed result is a bug", "[support][result]") {
  CHECK_THROWS_AS(half("abc").value(), InternalError);
  Result<int> none = failed;
  CHECK_THROWS_AS(*none, InternalError);
}

TEST_CASE("results hold move-only values", "[support][result]") {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(result);
  CHECK(*taken == 7);
}

TEST_CASE("a failed assertion says where and what should hold", "[support][assert]") {
  PAWL_ASSERT(1 + 1 == 2, "arithmetic should work");
  CHECK_THROWS_WITH([] { PAWL_ASSERT(1 + 1 == 3, "this should hold"); }(),
                    Catch::Contains("result_test.cpp:") && Catch::Contains("this should hold"));
  CHECK_THROWS_AS([] { PAWL_UNREACHABLE("nobody should come here"); }(), InternalError);
}
