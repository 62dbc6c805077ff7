// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string_view>

#include "emit/colour.h"

namespace pawl::cli {
namespace {

bool has_colours(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  if (refused != nullptr && *refused != '\0') return false;
  return kind != nullptr && std::string_view(kind) != "dumb" && ::isatty(descriptor) != 0;
}

}  // namespace

std::string for_terminal(const std::string& report) {
  return has_colours(STDOUT_FILENO) ? emit::coloured(report) : report;
}

void tell(const std::function<void(std::ostream&)>& write) {
  if (!has_colours(STDERR_FILENO)) return write(std::cerr);
  std::ostringstream text;
  write(text);
  std::cerr << emit::coloured(text.str());
}

void tell(const Diagnostics& diagnostics) {
  tell([&](std::ostream& out) { render(out, diagnostics); });
}

}  // namespace pawl::cli
