// SPDX-License-Identifier: Apache-2.0
#include "slam/trivector.h"

#include <algorithm>

namespace pawl::slam {

using abstraction::Bdd;

namespace {

constexpr std::size_t max_parts = 4096;

/// The variables that the step reads.
std::vector<std::uint32_t> read_by(const Transfer& step) {
  std::vector<std::uint32_t> result = (step.before & step.relation).support();
  std::erase_if(result, [&](std::uint32_t variable) {
    return std::ranges::find(step.renamed, variable, &abstraction::Renaming::from) !=
           step.renamed.end();
  });
  return result;
}

}  // namespace

Bdd trivector_of(const Bdd& set) {
  Bdd result = set.manager().constant(true);
  for (const std::uint32_t variable : set.support()) {
    for (const bool value : {false, true}) {
      const abstraction::Literal literal{variable, value};
      if (set.implies_clause(std::span(&literal, 1))) result &= set.manager().clause({{literal}});
    }
  }
  return result;
}

std::vector<Bdd> focus(const Bdd& trivector, std::span<const std::uint32_t> variables) {
  std::vector<Bdd> parts = {trivector};
  for (const std::uint32_t variable : variables) {
    if (parts.size() > max_parts / 2) break;
    std::vector<Bdd> next;
    for (const Bdd& part : parts) {
      const Bdd is_true = part.manager().var(variable);
      for (const Bdd& half : {part & !is_true, part & is_true}) {
        if (!half.is_false()) next.push_back(half);
      }
    }
    parts = std::move(next);
  }
  return parts;
}

std::vector<Bdd> post(std::span<const Bdd> trivectors, const Transfer& step, Domain domain) {
  const std::vector<std::uint32_t> read =
      domain == Domain::Focus ? read_by(step) : std::vector<std::uint32_t>();
  std::vector<Bdd> result;
  for (const Bdd& trivector : trivectors) {
    for (const Bdd& part : focus(trivector, read)) {
      const Bdd next = StateSpace::apply(part, step);
      if (!next.is_false()) result.push_back(trivector_of(next));
    }
  }
  return result;
}

}  // namespace pawl::slam
