// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower.h"

namespace pawl::cli {

/// What the front end knows of the way back; in the context of the program.
struct SourceMap {
  std::vector<frontend::c::LoopSite> sites;
  std::vector<frontend::c::LoopActivation> activations;
  std::set<std::string> proof_only;
  std::map<std::string, std::map<std::string, std::string>> names;  // as frontend::c::Lowered has
  std::map<std::string, std::string> input_functions;
  std::set<std::string> called_by_strangers;
  std::map<std::string, frontend::c::SourceScope> shown;  // likewise
};

}  // namespace pawl::cli
