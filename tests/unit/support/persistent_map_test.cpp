// SPDX-License-Identifier: Apache-2.0
#include "support/persistent_map.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

using pawl::PersistentMap;

namespace {

using Map = PersistentMap<int, std::string>;

std::map<int, std::string> entries(const Map& map) {
  std::map<int, std::string> found;
  for (const auto& [key, mapped] : map) found.emplace(key, mapped);
  return found;
}

}  // namespace

TEST_CASE("a persistent map is a map, and copies keep what they had", "[support][persistent_map]") {
  std::mt19937 random(1);
  Map map;
  std::map<int, std::string> model;
  std::vector<std::pair<Map, std::map<int, std::string>>> kept;
  for (int step = 0; step < 4000; ++step) {
    const int key = static_cast<int>(random() % 300);
    if (random() % 3 == 0) {
      map.erase(key);
      model.erase(key);
    } else {
      map.set(key, std::to_string(step));
      model[key] = std::to_string(step);
    }
    REQUIRE(map.size() == model.size());
    if (step % 400 == 0) kept.emplace_back(map, model);
  }
  CHECK(entries(map) == model);
  for (const auto& [old_map, old_model] : kept) CHECK(entries(old_map) == old_model);
  for (int key = 0; key < 300; ++key) {
    const std::string* found = map.find(key);
    REQUIRE((found != nullptr) == model.contains(key));
    if (found != nullptr) CHECK(*found == model.at(key));
  }
}

TEST_CASE("a persistent map stays balanced when it is filled in order",
          "[support][persistent_map]") {
  PersistentMap<int, int> map;
  for (int i = 0; i < 100'000; ++i) map.set(i, i);
  CHECK(map.size() == 100'000);
  PersistentMap<int, int> copy = map;
  CHECK(same_tree(map, copy));
  copy.set(5, 6);
  CHECK_FALSE(same_tree(map, copy));
  CHECK(*map.find(5) == 5);
  CHECK(map.begin()->first == 0);
  for (int i = 0; i < 100'000; ++i) map.erase(i);
  CHECK(map.empty());
  CHECK(map.begin() == map.end());
}
