// SPDX-License-Identifier: Apache-2.0
// Any bytes as a typestate specification: there is a result or an error, never both or none, and
// rendering the errors has to survive whatever the line holds.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "frontends/slic/parser.h"
#include "support/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const pawl::SourceFile file("fuzz.slic", std::string(data, data + size));
  pawl::Diagnostics diagnostics;
  const bool parsed = pawl::frontend::slic::parse_spec(file, diagnostics).has_value();
  std::ostringstream messages;
  render(messages, diagnostics);
  if (parsed == diagnostics.has_errors()) std::abort();
  return 0;
}
