// SPDX-License-Identifier: Apache-2.0
//
// What SLAM says beside the result: plain data, like it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/result.h"

namespace pawl::result {

struct RefinementRound {
  std::size_t round = 0;
  std::size_t predicates = 0;
  std::uint64_t statements = 0;  // that were abstracted anew
  std::uint64_t queries = 0;     // of the abstraction
  std::size_t trace = 0;         // steps of the error trace; 0: there is none
};

struct ScopedText {
  std::string scope;  // a procedure; empty: global
  std::string text;
};

struct SlamReport {
  Result result;
  /// By entry, in text order.
  struct Entry {
    std::string procedure;
    std::vector<RefinementRound> rounds;
    std::vector<ScopedText> predicates;
  };
  std::vector<Entry> entries;
};

}  // namespace pawl::result
