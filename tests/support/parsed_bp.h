// SPDX-License-Identifier: Apache-2.0
//
// A Boolean program from a text that is known to be right, and the messages for one that is not.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "slam/bp_parser.h"

namespace pawl::test {

class ParsedBp {
 public:
  explicit ParsedBp(std::string text) : file_("test.bp", std::move(text)) {
    Diagnostics diagnostics;
    std::optional<slam::BpProgram> parsed = slam::parse_bp(file_, diagnostics);
    if (!parsed) {
      std::ostringstream messages;
      render(messages, diagnostics);
      throw std::runtime_error(messages.str());
    }
    program = std::move(*parsed);
  }
  ParsedBp(const ParsedBp&) = delete;
  ParsedBp& operator=(const ParsedBp&) = delete;

  slam::BpProgram program;

 private:
  SourceFile file_;
};

/// What is reported for a text that should be refused; empty if it is accepted.
inline std::string bp_messages(const std::string& text) {
  const SourceFile file("test.bp", text);
  Diagnostics diagnostics;
  if (slam::parse_bp(file, diagnostics)) return "";
  std::ostringstream messages;
  render(messages, diagnostics);
  return messages.str();
}

}  // namespace pawl::test
