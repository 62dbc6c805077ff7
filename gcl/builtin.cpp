// SPDX-License-Identifier: Apache-2.0
#include "gcl/builtin.h"

#include <algorithm>
#include <vector>

#include "gcl/kind_info.h"
#include "gcl/token.h"

namespace pawl::gcl {

std::span<const Builtin> builtins() {
  static const std::vector<Builtin> all = [] {
    std::vector<Builtin> found;
    for (const KindInfo& one : all_kinds()) {
      if (one.form != Form::Function) continue;
      found.push_back({one.symbol, one.kind, one.literals, one.arguments});
    }
    return found;
  }();
  return all;
}

bool is_reserved(std::string_view name) {
  for (auto tok = static_cast<std::size_t>(Tok::KwAssert); tok < tok_count; ++tok) {
    if (spelling(static_cast<Tok>(tok)) == name) return true;
  }
  const bool bit_vector = name.size() > 2 && name.substr(0, 2) == "bv" &&
                          name.find_first_not_of("0123456789", 2) == std::string_view::npos;
  return bit_vector ||
         std::ranges::any_of(builtins(), [&](const Builtin& one) { return one.name == name; });
}

}  // namespace pawl::gcl
