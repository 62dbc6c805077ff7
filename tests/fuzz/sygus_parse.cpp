// SPDX-License-Identifier: Apache-2.0
// Any bytes as a SyGuS problem: there are clauses or an error, never both or none; what is read can
// be written as a program, or that is an error, too.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "frontends/clauses/lower.h"
#include "frontends/sygus/parser.h"
#include "gcl/parser.h"
#include "gcl/printer.h"
#include "support/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const pawl::SourceFile file("fuzz.sl", std::string(data, data + size));
  pawl::gcl::Context context;
  pawl::Diagnostics diagnostics;
  const auto system = pawl::frontend::sygus::parse(file, context, diagnostics);
  if (system.has_value() == diagnostics.has_errors()) std::abort();
  if (system) {
    const auto program = pawl::frontend::clauses::lower(*system, context, diagnostics);
    if (program.has_value() == diagnostics.has_errors()) std::abort();
    if (program) {
      const pawl::SourceFile printed("printed.gcl", pawl::gcl::print(*program));
      pawl::Diagnostics errors;
      if (!pawl::gcl::parse_program(context, printed, errors)) std::abort();
    }
  }
  std::ostringstream messages;
  render(messages, diagnostics);
  return 0;
}
