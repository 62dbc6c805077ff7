// SPDX-License-Identifier: Apache-2.0
#include "engine/sliced_input.h"

#include "gcl/clone.h"
#include "support/assert.h"

namespace pawl::engine {

Programs::Programs(const Input& input, const gcl::Program& program)
    : input_(input), program_(program) {
  if (input.exact()) return;
  Diagnostics diagnostics;
  std::optional<gcl::Program> loaded = input.load(context_, Purpose::Refute, diagnostics);
  PAWL_ASSERT(loaded, "a program should load the second time as it did the first");
  refute_ = std::move(*loaded);
}

std::optional<gcl::Program> SlicedInput::load(gcl::Context& context, Purpose purpose,
                                              Diagnostics& diagnostics) const {
  switch (purpose) {
    case Purpose::Prove:
      return gcl::clone_into(context, gcl::slice(programs_.to_prove(), procedure_));
    case Purpose::Refute:
      return gcl::clone_into(context, gcl::slice(programs_.to_refute(), procedure_));
    case Purpose::Procedures:
    case Purpose::Run: break;
  }
  return programs_.input().load(context, purpose, diagnostics);
}

}  // namespace pawl::engine
