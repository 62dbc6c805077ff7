// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/check.h"
#include "engine/input.h"
#include "engine/result.h"

namespace pawl::engine {

/// Invariants and contracts as text, by procedure.
struct ClaimText {
  std::vector<std::string> requires_;
  std::vector<std::string> ensures;
  std::vector<std::vector<std::string>> invariants;  // by loop
};
using ClaimTexts = std::map<std::string, ClaimText>;

/// The program in a fresh context with the claims added, judged by check/: one result for each
/// procedure that is named. Claims that are not proved are dropped, until the rest holds together.
std::vector<ProcedureResult> certify_proof(const Input& input, const ClaimTexts& claims,
                                           const check::Options& options, prover::QueryLog& log);

}  // namespace pawl::engine
