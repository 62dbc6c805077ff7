// SPDX-License-Identifier: Apache-2.0
//
// A contract that is being looked for, as text.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "frontends/c/outline.h"

namespace pawl::contracts {

/// A precondition. There is one for each key: `valid a` is replaced when more of `a` is needed.
struct Clause {
  std::string key;
  std::string text;
  std::vector<std::string> weaker = {};  // to try instead, the weakest first
};

struct Contract {
  std::vector<Clause> requires_;
  std::vector<std::string> assigns;  // empty and known: nothing
  bool assigns_known = false;
  std::vector<std::string> ensures;

  const Clause* find(const std::string& key) const;
  /// In place of the one with its key, or behind all.
  void set(const Clause& clause);
  void drop(const std::string& key);
  bool says_nothing() const { return requires_.empty() && !assigns_known && ensures.empty(); }
};

enum class Layout {
  OneLine,   // so that only line numbers change, by one
  Readable,  // a clause in each line
};

/// `/*@ requires ...; */` and a line end; empty if it says nothing.
std::string to_text(const Contract& contract, Layout layout, const std::string& indent = {});

/// The contracts that were found, by function.
using Contracts = std::map<std::string, Contract>;

/// The text with contracts before the functions that have one.
std::string with_contracts(std::string_view text,
                           const std::vector<frontend::c::FunctionOutline>& functions,
                           const Contracts& contracts, Layout layout);

/// How many lines contracts in one line each put before this line of the text.
std::uint32_t lines_before(std::uint32_t line,
                           const std::vector<frontend::c::FunctionOutline>& functions,
                           const Contracts& contracts);

/// The text with the contracts, and with assertions at every end of the function that fail when
/// all of these loops have been entered. Loops are numbers into the outline.
std::string with_witness(std::string_view text,
                         const std::vector<frontend::c::FunctionOutline>& functions,
                         const Contracts& contracts, const frontend::c::FunctionOutline& function,
                         const std::vector<std::size_t>& loops);

}  // namespace pawl::contracts
