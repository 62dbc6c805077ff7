// SPDX-License-Identifier: Apache-2.0
//
// Contracts for functions that have none. A proposal is what callers would have to keep so that
// nothing in the function is undefined. It is certified, it can be kept, and nothing in it is
// superfluous; it never changes what is said of the program as it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "contracts/contract.h"
#include "contracts/judge.h"

namespace pawl::contracts {

struct Proposal {
  std::string function;
  Contract contract;
  /// Why there are no preconditions that make it safe; empty: there are, or it needs none.
  std::string why_not;
  /// What stays undefined, in words and by its place in the original text; with `why_not`.
  result::Place at;
  bool proposed() const { return why_not.empty(); }
};

/// A call in the file of which a precondition that was proposed is not shown.
struct OpenCall {
  std::string caller;
  result::Place place;    // in the original text
  std::string clause;     // of the contract, as it is written there
  bool violated = false;  // in a run that was replayed
};

struct Proposals {
  std::vector<Proposal> functions;  // callees before callers
  std::vector<OpenCall> open_calls;
  Contracts contracts() const;
};

/// For the functions of the file without a contract, or for those of them that are asked for.
Proposals propose(std::string_view text, const std::vector<frontend::c::FunctionOutline>& functions,
                  const std::set<std::string>& only, Judge& judge);

}  // namespace pawl::contracts
