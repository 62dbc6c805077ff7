// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/input.h"
#include "gcl/program.h"

namespace pawl::engine {

/// A fresh context with the program in it, which has been loaded without errors before and has the
/// procedure.
struct Loaded {
  gcl::Context context;
  gcl::Program program;
  gcl::Procedure* procedure = nullptr;

  Loaded(const Input& input, const std::string& name, Purpose purpose = Purpose::Prove);
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
};

}  // namespace pawl::engine
