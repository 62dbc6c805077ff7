// SPDX-License-Identifier: Apache-2.0
#include "cli/clause_output.h"

#include "cli/clause_text.h"
#include "frontends/clauses/from_program.h"

namespace pawl::cli {

Result<std::string> clauses_as(Format format, const SourceInput& input, Diagnostics& diagnostics) {
  gcl::Context context;
  std::optional<frontend::clauses::System> system = input.clauses(context);
  if (!system) {
    const auto program = input.load(context, result::Purpose::Prove, diagnostics);
    if (!program) return failed;
    system = frontend::clauses::from_program(*program, context, diagnostics);
  }
  if (!system) return failed;
  return format == Format::Horn ? to_horn(*system) : to_sygus(*system);
}

}  // namespace pawl::cli
