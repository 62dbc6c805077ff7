// SPDX-License-Identifier: Apache-2.0
#include "slam/variable_order.h"

#include <algorithm>
#include <tuple>

namespace pawl::slam {
namespace {

/// What each slot stands for. The procedure with most variables comes first: its BDDs are largest.
std::vector<std::vector<std::string>> names_of_slots(const BpProgram& program) {
  std::vector<const BpProcedure*> procedures;
  for (const BpProcedure& one : program.procedures) procedures.push_back(&one);
  std::ranges::stable_sort(procedures, std::ranges::greater(),
                           [](const BpProcedure* one) { return one->variables.size(); });
  std::vector<std::vector<std::string>> names;
  for (const BpVariable& global : program.globals) names.push_back({"global " + global.name});
  const std::size_t globals = names.size();
  for (const BpProcedure* one : procedures) {
    names.resize(std::max(names.size(), globals + one->variables.size()));
    for (std::size_t i = 0; i < one->variables.size(); ++i) {
      names[globals + i].push_back(one->name + ": " + one->variables[i].name);
    }
  }
  std::uint32_t results = 0;
  for (const BpProcedure* one : procedures) results = std::max(results, one->results);
  for (std::uint32_t i = 0; i < results; ++i) names.push_back({"result " + std::to_string(i)});
  return names;
}

const VariableOrder::Levels* find(const VariableOrder& known,
                                  const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto found = known.levels.find(name); found != known.levels.end()) {
      return &found->second;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::uint32_t> bdd_order(const BpProgram& program, const VariableOrder& known) {
  const std::vector<std::vector<std::string>> names = names_of_slots(program);
  struct Place {
    std::uint32_t level;
    bool is_new;
    std::uint32_t variable;
  };
  std::vector<Place> places;
  std::uint32_t neighbour = 0;
  for (std::uint32_t slot = 0; slot < names.size(); ++slot) {
    const VariableOrder::Levels* levels = find(known, names[slot]);
    if (levels != nullptr) neighbour = *std::ranges::max_element(*levels);
    for (std::uint32_t copy = 0; copy < bdd_copies; ++copy) {
      const std::uint32_t level = levels != nullptr ? (*levels)[copy] : neighbour;
      places.push_back({level, levels == nullptr, slot * bdd_copies + copy});
    }
  }
  std::ranges::sort(
      places, {}, [](const Place& one) { return std::tuple(one.level, one.is_new, one.variable); });
  std::vector<std::uint32_t> order;
  order.reserve(places.size());
  for (const Place& one : places) order.push_back(one.variable);
  return order;
}

VariableOrder named_order(const BpProgram& program, std::span<const std::uint32_t> bdd_variables) {
  const std::vector<std::vector<std::string>> names = names_of_slots(program);
  std::vector<VariableOrder::Levels> levels(names.size());
  // A variable that was never used is behind all others.
  for (VariableOrder::Levels& one : levels) {
    one.fill(static_cast<std::uint32_t>(bdd_variables.size()));
  }
  for (std::uint32_t level = 0; level < bdd_variables.size(); ++level) {
    const std::uint32_t variable = bdd_variables[level];
    if (variable / bdd_copies >= levels.size()) continue;  // a package has at least one variable
    levels[variable / bdd_copies][variable % bdd_copies] = level;
  }
  VariableOrder order;
  for (std::size_t slot = 0; slot < names.size(); ++slot) {
    for (const std::string& name : names[slot]) order.levels.emplace(name, levels[slot]);
  }
  return order;
}

}  // namespace pawl::slam
