// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hints/hint.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::hints {

struct WitnessHints {
  std::vector<Hint> hints;
  /// Input file -> SHA-256, as the witness says.
  std::map<std::string, std::string> hashes;
};

/// A correctness witness, format 2.0 or 2.1. nullopt: errors, with their places in `file`, are in
/// the diagnostics. What is no loop invariant is kept, with the reason why nobody should be asked;
/// `program` is the name of the file that locations have to be about.
std::optional<WitnessHints> read_witness(const SourceFile& file, const std::string& program,
                                         Diagnostics& diagnostics);

}  // namespace pawl::hints
