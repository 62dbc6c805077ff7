// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

#include "gcl/printer.h"

namespace pawl::test {

/// Without line breaks and indentation, to compare with one string per statement or two.
inline std::string printed(const gcl::Block& block) {
  std::ostringstream out;
  gcl::print(out, block, 0);
  std::istringstream words(out.str());
  std::string text;
  for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace pawl::test
