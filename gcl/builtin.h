// SPDX-License-Identifier: Apache-2.0
//
// The functions on bit-vectors and the conversions, as they are written: bv_add(x, y),
// bv_extract(7, 0, x), int_to_real(i). The functions among the rows of gcl/kind_info.h.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gcl/expr.h"

namespace pawl::gcl {

struct Builtin {
  std::string_view name;
  Kind kind = Kind::BvAdd;
  std::uint8_t indices = 0;    // literal numbers that come first
  std::uint8_t arguments = 0;  // expressions that follow
};

std::span<const Builtin> builtins();

/// Names no declaration may have: keywords, built-in functions, bit-vector sorts.
bool is_reserved(std::string_view name);

}  // namespace pawl::gcl
