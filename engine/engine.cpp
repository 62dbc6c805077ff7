// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include "engine/strategy/inference.h"

namespace pawl::engine {

Result run(const Input& input, gcl::Context& context, const gcl::Program& program,
           const Options& options, const Budget& budget, Diagnostics& diagnostics) {
  return InferenceEngine(options).run({input, context, program}, budget, diagnostics).result;
}

}  // namespace pawl::engine
