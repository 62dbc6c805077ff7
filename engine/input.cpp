// SPDX-License-Identifier: Apache-2.0
#include "engine/input.h"

#include "gcl/parser.h"

namespace pawl::engine {

std::optional<gcl::Program> GclInput::load(gcl::Context& context, Purpose,
                                           Diagnostics& diagnostics) const {
  return gcl::parse_program(context, file_, diagnostics);
}

}  // namespace pawl::engine
