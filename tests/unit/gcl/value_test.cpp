// SPDX-License-Identifier: Apache-2.0
#include "gcl/value.h"

#include <catch2/catch.hpp>
#include <set>

#include "gcl/expr.h"
#include "gcl/value_parser.h"
#include "support/internal_error.h"

using namespace pawl::gcl;

namespace {

Value number(std::int64_t n) { return Value::integer(n); }

}  // namespace

TEST_CASE("maps are equal when they are the same function", "[gcl][value]") {
  Context context;
  const Sort sort = context.map_sort(context.int_sort(), context.int_sort());
  const Value zero = Value::map(sort, number(0));
  CHECK(zero.store(number(3), number(0)) == zero);
  CHECK(zero.store(number(3), number(1)).store(number(3), number(0)) == zero);
  const Value ab = zero.store(number(1), number(5)).store(number(2), number(6));
  const Value ba = zero.store(number(2), number(6)).store(number(1), number(5));
  CHECK(ab == ba);
  CHECK_FALSE(ab == zero);
  CHECK(ab.select(number(2)) == number(6));
  CHECK(ab.select(number(7)) == number(0));
  CHECK_FALSE(Value::map(sort, number(1)) == zero);
}

TEST_CASE("over finite keys an unused default does not matter", "[gcl][value]") {
  Context context;
  const Sort bits = context.bitvec_sort(2);
  for (const Sort key : {context.bool_sort(), bits}) {
    const Sort sort = context.map_sort(key, context.int_sort());
    const std::uint64_t keys = *domain_size(key);
    // Every function from the keys to {0, 1, 2}, built over every default: one value each.
    std::set<Value> functions;
    for (std::uint64_t code = 0; code < (keys == 2 ? 9U : 81U); ++code) {
      std::set<Value> built;
      for (std::int64_t other = 0; other <= 3; ++other) {
        Value map = Value::map(sort, number(other));
        for (std::uint64_t k = 0, rest = code; k < keys; ++k, rest /= 3) {
          map = map.store(domain_element(key, k), number(static_cast<std::int64_t>(rest % 3)));
        }
        built.insert(map);
      }
      CHECK(built.size() == 1);
      functions.insert(*built.begin());
    }
    CHECK(functions.size() == (keys == 2 ? 9U : 81U));
  }
}

TEST_CASE("finite sorts are enumerated without repetition", "[gcl][value]") {
  Context context;
  const Sort boolean = context.bool_sort();
  const Sort pairs = context.map_sort(boolean, context.bitvec_sort(2));
  for (const Sort sort :
       {boolean, context.bitvec_sort(3), pairs, context.map_sort(pairs, boolean)}) {
    const auto size = domain_size(sort);
    REQUIRE(size.has_value());
    std::set<Value> seen;
    for (std::uint64_t i = 0; i < *size && i < 100; ++i) {
      seen.insert(domain_element(sort, i));
      CHECK(has_sort(domain_element(sort, i), sort));
    }
    CHECK(seen.size() == std::min<std::uint64_t>(*size, 100));
  }
  CHECK(domain_size(pairs) == 16U);
  CHECK_FALSE(domain_size(context.int_sort()).has_value());
  CHECK_FALSE(domain_size(context.bitvec_sort(64)).has_value());
  CHECK_FALSE(domain_size(context.uninterpreted_sort("ref")).has_value());
  CHECK_FALSE(domain_size(context.map_sort(context.bitvec_sort(8), boolean)).has_value());
}

TEST_CASE("values are printed", "[gcl][value]") {
  Context context;
  const Sort ref = context.uninterpreted_sort("ref");
  const Sort sort = context.map_sort(context.int_sort(), context.int_sort());
  CHECK(to_string(Value::boolean(true)) == "true");
  CHECK(to_string(number(-3)) == "-3");
  CHECK(to_string(Value::bitvec(5, 8)) == "5bv8");
  CHECK(to_string(Value::bitvec(-1, 8)) == "255bv8");
  CHECK(to_string(Value::element(ref, 3)) == "ref!3");
  CHECK(to_string(
            Value::map(sort, number(0)).store(number(4), number(7)).store(number(0), number(1))) ==
        "[0 -> 1, 4 -> 7, else -> 0]");
}

TEST_CASE("defaults have their sort, and reading as another is a bug", "[gcl][value]") {
  Context context;
  const Sort ref = context.uninterpreted_sort("ref");
  const Sort nested = context.map_sort(ref, context.map_sort(context.int_sort(), ref));
  for (const Sort sort :
       {context.bool_sort(), context.int_sort(), context.bitvec_sort(7), ref, nested}) {
    CHECK(has_sort(Value::default_of(sort), sort));
  }
  CHECK_FALSE(has_sort(Value::bitvec(1, 8), context.bitvec_sort(7)));
  CHECK_FALSE(has_sort(number(1), context.bool_sort()));
  CHECK_THROWS_AS(number(1).as_bool(), pawl::InternalError);
  CHECK_THROWS_AS(number(1).select(number(1)), pawl::InternalError);
}

TEST_CASE("what is printed of a value is that value", "[gcl][value]") {
  Context context;
  const Sort ref = context.uninterpreted_sort("ref");
  const Sort bits = context.bitvec_sort(8);
  const Sort inner = context.map_sort(ref, bits);
  const Sort outer = context.map_sort(context.int_sort(), inner);
  const Value row = Value::default_of(inner).store(Value::element(ref, 3), Value::bitvec(5, 8));
  const std::vector<std::pair<Value, Sort>> values = {
      {Value::boolean(true), context.bool_sort()},
      {number(-3), context.int_sort()},
      {Value::integer(Integer("123456789012345678901234567890")), context.int_sort()},
      {Value::bitvec(255, 8), bits},
      {Value::element(ref, 3), ref},
      {row, inner},
      {Value::default_of(outer).store(number(-1), row).store(number(7), row), outer}};
  for (const auto& [value, sort] : values) {
    INFO(to_string(value));
    CHECK(parse_value(to_string(value), sort) == value);
    CHECK_FALSE(parse_value(to_string(value) + " ", sort));
  }
}

TEST_CASE("what is no value is refused", "[gcl][value]") {
  Context context;
  const Sort integer = context.int_sort();
  const Sort map = context.map_sort(integer, integer);
  for (const char* text : {"", "-", "x", "1.5", "--1", "true"})
    CHECK_FALSE(parse_value(text, integer));
  for (const char* text : {"", "[", "[]", "[else -> ]", "[1 -> 2]", "[1 -> 2, else -> 3", "3"}) {
    CHECK_FALSE(parse_value(text, map));
  }
  CHECK_FALSE(parse_value("5bv7", context.bitvec_sort(8)));
  CHECK_FALSE(parse_value("5bv99999999999", context.bitvec_sort(8)));
  CHECK_FALSE(parse_value("tree!1", context.uninterpreted_sort("ref")));
}
