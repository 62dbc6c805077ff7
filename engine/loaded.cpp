// SPDX-License-Identifier: Apache-2.0
//
// The input once more, for whoever adds claims to it: nothing of another context comes along.
#include "engine/loaded.h"

#include <algorithm>
#include <optional>

#include "support/assert.h"

namespace pawl::engine {

Loaded::Loaded(const Input& input, const std::string& name, Purpose purpose) {
  Diagnostics diagnostics;
  std::optional<gcl::Program> again = input.load(context, purpose, diagnostics);
  PAWL_ASSERT(again, "a program should load the second time as it did the first");
  program = std::move(*again);
  const auto found = std::ranges::find(program.procedures, name, &gcl::Procedure::name);
  PAWL_ASSERT(found != program.procedures.end(), "the procedure should be in the program");
  procedure = &*found;
}

}  // namespace pawl::engine
