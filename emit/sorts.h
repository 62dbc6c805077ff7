// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gcl/program.h"

namespace pawl::emit {

/// Every sort that occurs in the program, parts of map sorts included, parts before wholes.
std::vector<gcl::Sort> sorts_of(const gcl::Program& program);

/// Calls `visit` on every expression of the program, contracts and clauses included.
void for_each_expr(const gcl::Program& program, const std::function<void(gcl::Expr)>& visit);

bool uses_bit_vectors(const gcl::Program& program);
bool uses_reals(const gcl::Program& program);

/// The map sorts of a program, numbered from 1: parts before wholes.
class MapNumbers {
 public:
  explicit MapNumbers(const gcl::Program& program);
  std::string operator()(gcl::Sort map) const { return std::to_string(numbers_.at(map.id())); }

 private:
  std::map<std::uint32_t, std::size_t> numbers_;  // by id
};

/// Does a quantifier occur?
bool is_quantified(gcl::Expr e);

}  // namespace pawl::emit
