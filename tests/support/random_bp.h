// SPDX-License-Identifier: Apache-2.0
//
// Random Boolean programs: every statement, recursion (direct and mutual), jumps in and out of
// blocks, names that need braces. Well-formed by construction.
#pragma once

#include <cstdint>
#include <random>

#include "slam/bp_program.h"

namespace pawl::test {

struct RandomBpOptions {
  std::uint32_t max_globals = 3;
  std::uint32_t max_procedures = 4;
  std::uint32_t max_formals = 2;
  std::uint32_t max_locals = 2;
  std::uint32_t max_results = 2;
  std::uint32_t max_statements = 5;  // per block
  int max_depth = 2;
};

/// The first procedure is called main.
slam::BpProgram random_bp(std::mt19937& random, const RandomBpOptions& options = {});

}  // namespace pawl::test
