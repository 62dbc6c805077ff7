// SPDX-License-Identifier: Apache-2.0
#include "gcl/builtin.h"

#include <algorithm>
#include <array>

#include "gcl/token.h"

namespace pawl::gcl {

std::span<const Builtin> builtins() {
  static constexpr std::array table = {
      Builtin{"bv_not", Kind::BvNot, 0, 1},
      Builtin{"bv_neg", Kind::BvNeg, 0, 1},
      Builtin{"bv_and", Kind::BvAnd},
      Builtin{"bv_or", Kind::BvOr},
      Builtin{"bv_xor", Kind::BvXor},
      Builtin{"bv_add", Kind::BvAdd},
      Builtin{"bv_sub", Kind::BvSub},
      Builtin{"bv_mul", Kind::BvMul},
      Builtin{"bv_udiv", Kind::BvUdiv},
      Builtin{"bv_urem", Kind::BvUrem},
      Builtin{"bv_sdiv", Kind::BvSdiv},
      Builtin{"bv_srem", Kind::BvSrem},
      Builtin{"bv_shl", Kind::BvShl},
      Builtin{"bv_lshr", Kind::BvLshr},
      Builtin{"bv_ashr", Kind::BvAshr},
      Builtin{"bv_ult", Kind::BvUlt},
      Builtin{"bv_ule", Kind::BvUle},
      Builtin{"bv_slt", Kind::BvSlt},
      Builtin{"bv_sle", Kind::BvSle},
      Builtin{"bv_concat", Kind::BvConcat},
      Builtin{"bv_extract", Kind::BvExtract, 2, 1},
      Builtin{"bv_zero_extend", Kind::BvZeroExtend, 1, 1},
      Builtin{"bv_sign_extend", Kind::BvSignExtend, 1, 1},
      Builtin{"bv_to_int", Kind::BvToInt, 0, 1},
      Builtin{"int_to_bv", Kind::IntToBv, 1, 1},
      Builtin{"int_to_real", Kind::IntToReal, 0, 1},
      Builtin{"real_floor", Kind::RealFloor, 0, 1},
  };
  return table;
}

const Builtin* find_builtin(Kind kind) {
  const auto found = std::ranges::find(builtins(), kind, &Builtin::kind);
  return found == builtins().end() ? nullptr : &*found;
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
