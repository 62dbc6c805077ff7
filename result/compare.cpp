// SPDX-License-Identifier: Apache-2.0
#include "result/compare.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace pawl::result {
namespace {

using Json = nlohmann::json;

/// The fields that the schema marks as not certified, without the indices of arrays.
constexpr std::array not_certified = {
    "tool",
    "command",
    "options.heuristics",
    "options.inference",
    "options.rlimit",
    "options.seed",
    "judges",
    "hints",
    "procedures.failure",
    "procedures.statistics",
    "procedures.abstraction",
    "procedures.loops.skolems",
    "procedures.loops.predicates",
    "procedures.loops.invariant.needed",
    "procedures.loops.precision",
    "procedures.loops.incomplete",
    "procedures.loops.judges",
    "procedures.loops.hints",
    "procedures.loops.rounds",
    "procedures.loops.queries",
    "procedures.obligations.reason",
    "procedures.obligations.counterexampleToInduction",
    "procedures.obligations.run.compiled",
};

class Comparison {
 public:
  void compare(const Json& told, const Json& found, const std::string& path,
               const std::string& field) {
    if (std::ranges::find(not_certified, field) != not_certified.end()) return;
    if (told.is_object() && found.is_object()) {
      for (const auto& [key, value] : told.items()) member(value, found, key, path, field);
      for (const auto& [key, value] : found.items()) {
        if (!told.contains(key)) member(Json(), found, key, path, field);
      }
    } else if (told.is_array() && found.is_array() && told.size() == found.size()) {
      for (std::size_t i = 0; i < told.size(); ++i) {
        compare(told[i], found[i], path + "[" + std::to_string(i) + "]", field);
      }
    } else if (told != found) {
      differences_.push_back(path);
    }
  }

  std::vector<std::string> differences() { return std::move(differences_); }

 private:
  void member(const Json& told, const Json& found, const std::string& key, const std::string& path,
              const std::string& field) {
    const auto below = [&](const std::string& above) {
      return above.empty() ? key : above + "." + key;
    };
    compare(told, found.contains(key) ? found.at(key) : Json("(nothing)"), below(path),
            below(field));
  }

  std::vector<std::string> differences_;
};

}  // namespace

std::vector<std::string> differences(std::string_view told, std::string_view found) {
  Comparison comparison;
  comparison.compare(Json::parse(told), Json::parse(found), {}, {});
  return comparison.differences();
}

}  // namespace pawl::result
