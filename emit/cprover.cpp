// SPDX-License-Identifier: Apache-2.0
#include "emit/cprover.h"

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "emit/text_block.h"

namespace pawl::emit {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> c_terms(const std::vector<result::SourceTerm>& terms) {
  std::vector<std::string> texts;
  for (const result::SourceTerm& term : terms) {
    if (!term.c.empty()) texts.push_back(term.c);
  }
  return texts;
}

std::vector<std::string> clauses_of(const result::SourceLoop& loop, std::size_t number) {
  const auto same = [](const std::string& text) { return text; };
  const auto parenthesised = [](const std::string& text) { return "(" + text + ")"; };
  const std::string start = "loop " + std::to_string(number) + " ";
  std::vector<std::string> clauses;
  const std::vector<std::string> invariant = c_terms(loop.invariant);
  if (invariant.empty() || loop.skipped != result::Skipped::No) return clauses;
  clauses.push_back(start + "invariant " + joined(invariant, " && ", parenthesised));
  const std::vector<std::string> assigns = c_terms(loop.assigns);
  // Part of what a loop changes would be a wrong claim.
  if (loop.assigns_known && assigns.size() == loop.assigns.size() && !assigns.empty()) {
    clauses.push_back(start + "assigns " + joined(assigns, ",", same));
  }
  if (loop.variant && !loop.variant->c.empty()) {
    clauses.push_back(start + "decreases " + loop.variant->c);
  }
  return clauses;
}

}  // namespace

std::string to_cprover(const result::Result& result) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::string>> clauses;
  std::map<std::string, std::size_t> loops;
  for (const result::SourceLoop& loop : result.source_loops) {
    if (loop.keyword == "goto") continue;
    const std::size_t number = ++loops[loop.function];
    if (number == 1) order.push_back(loop.function);
    for (std::string& clause : clauses_of(loop, number)) {
      clauses[loop.function].push_back(std::move(clause));
    }
  }
  Json functions = Json::array();
  for (const std::string& function : order) {
    if (!clauses[function].empty()) {
      functions.push_back(Json::object({{function, clauses[function]}}));
    }
  }
  const Json json = {
      {"sources", Json::array({result.file})}, {"functions", functions}, {"output", "stdout"}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pawl::emit
