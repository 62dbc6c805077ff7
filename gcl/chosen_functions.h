// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gcl/chooser.h"

namespace pawl::gcl {

/// Functions without a definition during a run: chosen when first applied, remembered.
class ChosenFunctions final : public Functions {
 public:
  explicit ChosenFunctions(Chooser& chooser) : chooser_(chooser) {}
  Value apply(const std::string& function, Sort result, std::span<const Value> args) override {
    if (const auto known = tables_.lookup(function, args)) return *known;
    Value chosen = chooser_.function(function, result, args);
    tables_.set(function, {args.begin(), args.end()}, chosen);
    return chosen;
  }

 private:
  Chooser& chooser_;
  FunctionTables tables_;
};

}  // namespace pawl::gcl
