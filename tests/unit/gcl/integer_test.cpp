// SPDX-License-Identifier: Apache-2.0
#include "gcl/integer.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <utility>

#include "support/internal_error.h"

using pawl::gcl::Integer;

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("arithmetic leaves 64 bits and comes back", "[gcl][integer]") {
  const Integer above = Integer(largest) + 1;
  CHECK(above.to_string() == "9223372036854775808");
  CHECK_FALSE(above.to_int64().has_value());
  CHECK(above - 1 == Integer(largest));
  CHECK((above - 1).to_int64() == largest);
  CHECK((-Integer(smallest)).to_string() == "9223372036854775808");
  CHECK((Integer(largest) * Integer(largest)).to_string() ==
        "85070591730234615847396907784232501249");
  CHECK((Integer(smallest) - 1).is_negative());
}

TEST_CASE("decimals are read and written", "[gcl][integer]") {
  CHECK(Integer("0").is_zero());
  CHECK(Integer("-0").is_zero());
  CHECK(Integer("007") == Integer(7));
  CHECK(Integer("-9223372036854775808").to_int64() == smallest);
  const char* huge = "-123456789012345678901234567890";
  CHECK(Integer(huge).to_string() == huge);
  CHECK_THROWS_AS(Integer("0x10"), pawl::InternalError);
  CHECK_THROWS_AS(Integer(""), pawl::InternalError);
  CHECK_THROWS_AS(Integer("-"), pawl::InternalError);
}

TEST_CASE("division is Euclidean", "[gcl][integer]") {
  for (std::int64_t a = -7; a <= 7; ++a) {
    for (std::int64_t b = -4; b <= 4; ++b) {
      if (b == 0) continue;
      const Integer quotient = Integer::div(a, b);
      const Integer remainder = Integer::mod(a, b);
      INFO(a << " / " << b);
      CHECK(quotient * b + remainder == Integer(a));
      CHECK(remainder >= Integer(0));
      CHECK(remainder < Integer(b < 0 ? -b : b));
    }
  }
  CHECK(Integer::div(-7, 2) == Integer(-4));
  CHECK(Integer::div(-7, -2) == Integer(4));
  CHECK_THROWS_AS(Integer::div(1, 0), pawl::InternalError);
}

TEST_CASE("division at the edge of 64 bits", "[gcl][integer]") {
  CHECK(Integer::div(smallest, -1).to_string() == "9223372036854775808");
  CHECK(Integer::mod(smallest, -1).is_zero());
  CHECK(Integer::mod(smallest, smallest).is_zero());
  // |b| does not fit, and the remainder is negative before it is corrected.
  CHECK(Integer::mod(-1, smallest).to_int64() == largest);
  const Integer big("100000000000000000000");
  CHECK(Integer::div(-1, big) == Integer(-1));
  CHECK(Integer::mod(-1, big).to_string() == "99999999999999999999");
}

TEST_CASE("order and equality across sizes", "[gcl][integer]") {
  const Integer big("9223372036854775808");
  CHECK(Integer(largest) < big);
  CHECK(-big == Integer(smallest));
  CHECK(-big - 1 < Integer(smallest));
  CHECK(big == Integer(largest) + 1);
  CHECK(big.hash() == (Integer(largest) + 1).hash());
  CHECK(Integer(3) > Integer(-3));
}

TEST_CASE("bits", "[gcl][integer]") {
  CHECK(Integer::power_of_two(100).to_string() == "1267650600228229401496703205376");
  CHECK(Integer::bit_and(12, 10) == Integer(8));
  CHECK(Integer::bit_or(12, 10) == Integer(14));
  CHECK(Integer::bit_xor(12, 10) == Integer(6));
  CHECK_THROWS_AS(Integer::bit_and(-1, 1), pawl::InternalError);
  CHECK(Integer(0).bit_length() == 0);
  CHECK(Integer(-8).bit_length() == 4);
  CHECK(Integer::power_of_two(100).bit_length() == 101);
}

TEST_CASE("copies and moves of large values", "[gcl][integer]") {
  const Integer big("123456789012345678901234567890");
  Integer copy = big;
  Integer target(5);
  target = copy;
  CHECK(target == big);
  Integer moved = std::move(copy);
  CHECK(moved == big);
  moved = Integer(1);
  CHECK(moved == Integer(1));
  Integer& alias = target;
  target = alias;
  CHECK(target == big);
}
