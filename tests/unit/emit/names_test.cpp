// SPDX-License-Identifier: Apache-2.0
#include "emit/names.h"

#include <catch2/catch.hpp>
#include <map>
#include <vector>

using namespace pawl::emit;

namespace {

/// All names of up to `length` characters over a few that matter, and words some language reserves.
std::vector<std::string> tricky_names(std::size_t length) {
  const std::string characters = "aukhNdq_'#@$1";
  std::vector<std::string> names = {"a", "N", "_", "u", "k"};
  for (std::size_t from = 0, round = 1; round < length; ++round) {
    const std::size_t to = names.size();
    for (; from < to; ++from) {
      for (const char c : characters) names.push_back(names[from] + c);
    }
  }
  for (const char* word : {"type", "ref", "method", "map", "array", "null", "result", "goto"}) {
    names.emplace_back(word);
  }
  return names;
}

void check_injective(const Names& names) {
  std::map<std::string, std::string> seen;
  for (const std::string& name : tricky_names(4)) {
    const auto [found, fresh] = seen.try_emplace(names(name), name);
    INFO(name << " and " << found->second << " become " << found->first);
    REQUIRE((fresh || found->second == name));
  }
}

}  // namespace

TEST_CASE("different names stay different", "[emit]") {
  check_injective(BoogieNames());
  check_injective(DafnyNames());
  check_injective(Why3Names());
}

TEST_CASE("what needs no change has none", "[emit]") {
  for (const char* name : {"i", "array_max", "x1", "lo_hi"}) {
    CHECK(BoogieNames()(name) == name);
    CHECK(DafnyNames()(name) == name);
    CHECK(Why3Names()(name) == name);
  }
}

TEST_CASE("reserved words and marks are escaped readably", "[emit]") {
  CHECK(BoogieNames()("x@entry") == "x^entry");
  CHECK(BoogieNames()("type") == "type.k");
  CHECK(DafnyNames()("i$2") == "i?d_2");
  CHECK(DafnyNames()("method") == "method?k");
  CHECK(Why3Names()("N") == "_N");
  CHECK(Why3Names()("ref") == "ref__k");
  CHECK(Why3Names()("i$2") == "i__d_2");
}
