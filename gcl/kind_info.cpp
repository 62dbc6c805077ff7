// SPDX-License-Identifier: Apache-2.0
#include "gcl/kind_info.h"

#include <array>

namespace pawl::gcl {
namespace {

using enum KindInfo::More;
using S = Signature;
using P = Payload;
using F = Form;
using L = Level;

constexpr KindInfo leaf(Kind kind, const char* name, Signature signature, Payload payload) {
  return {kind, name, 0, No, signature, payload, F::Leaf, L::Postfix, "", ""};
}
constexpr KindInfo prefix(Kind kind, const char* name, Signature signature, std::string_view symbol,
                          std::string_view smtlib) {
  return {kind, name, 1, No, signature, P::None, F::Prefix, L::Prefix, symbol, smtlib};
}
/// Of two operands.
constexpr KindInfo infix(Kind kind, const char* name, Signature signature, Level level,
                         std::string_view symbol, std::string_view smtlib) {
  return {kind, name, 2, No, signature, P::None, F::Infix, level, symbol, smtlib};
}
/// Of two operands or more.
constexpr KindInfo chain(Kind kind, const char* name, Signature signature, Level level,
                         std::string_view symbol, std::string_view smtlib) {
  return {kind, name, 2, Yes, signature, P::None, F::Infix, level, symbol, smtlib};
}
constexpr KindInfo function(Kind kind, const char* name, std::uint8_t arguments,
                            Signature signature, std::string_view symbol, std::string_view smtlib) {
  return {kind, name, arguments, No, signature, P::None, F::Function, L::Postfix, symbol, smtlib};
}
/// A function whose first arguments are literal numbers.
constexpr KindInfo indexed(Kind kind, const char* name, Payload payload, std::string_view symbol,
                           std::string_view smtlib, std::uint8_t literals) {
  return {kind, name, 1, No, S::Own, payload, F::Function, L::Postfix, symbol, smtlib, literals};
}
constexpr KindInfo special(Kind kind, const char* name, std::uint8_t arguments, Signature signature,
                           Payload payload, std::string_view symbol, std::string_view smtlib) {
  return {kind, name, arguments, No, signature, payload, F::Special, L::Postfix, symbol, smtlib};
}

constexpr std::array table = {
    leaf(Kind::True, "True", S::Bools, P::None),
    leaf(Kind::False, "False", S::Bools, P::None),
    leaf(Kind::IntConst, "IntConst", S::Own, P::Number),
    leaf(Kind::RealConst, "RealConst", S::Own, P::Number),
    leaf(Kind::BitVecConst, "BitVecConst", S::Own, P::Number),
    leaf(Kind::Var, "Var", S::Own, P::Variable),
    leaf(Kind::BoundVar, "BoundVar", S::Own, P::Variable),
    prefix(Kind::Not, "Not", S::Bools, "!", "not"),
    chain(Kind::And, "And", S::Bools, L::And, "&&", "and"),
    chain(Kind::Or, "Or", S::Bools, L::Or, "||", "or"),
    infix(Kind::Implies, "Implies", S::Bools, L::Implies, "==>", "=>"),
    infix(Kind::Iff, "Iff", S::Bools, L::Iff, "<==>", "="),
    infix(Kind::Eq, "Eq", S::Equation, L::Comparison, "==", "="),
    special(Kind::Ite, "Ite", 3, S::Choice, P::None, "", "ite"),
    infix(Kind::Le, "Le", S::IntOrder, L::Comparison, "<=", "<="),
    infix(Kind::Lt, "Lt", S::IntOrder, L::Comparison, "<", "<"),
    chain(Kind::Add, "Add", S::Ints, L::Sum, "+", "+"),
    infix(Kind::Sub, "Sub", S::Ints, L::Sum, "-", "-"),
    prefix(Kind::Neg, "Neg", S::Ints, "-", "-"),
    chain(Kind::Mul, "Mul", S::Ints, L::Product, "*", "*"),
    infix(Kind::Div, "Div", S::Ints, L::Product, "div", "div"),
    infix(Kind::Mod, "Mod", S::Ints, L::Product, "mod", "mod"),
    infix(Kind::RealLe, "RealLe", S::RealOrder, L::Comparison, "<=", "<="),
    infix(Kind::RealLt, "RealLt", S::RealOrder, L::Comparison, "<", "<"),
    chain(Kind::RealAdd, "RealAdd", S::Reals, L::Sum, "+", "+"),
    infix(Kind::RealSub, "RealSub", S::Reals, L::Sum, "-", "-"),
    prefix(Kind::RealNeg, "RealNeg", S::Reals, "-", "-"),
    chain(Kind::RealMul, "RealMul", S::Reals, L::Product, "*", "*"),
    infix(Kind::RealDiv, "RealDiv", S::Reals, L::Product, "/", "/"),
    function(Kind::IntToReal, "IntToReal", 1, S::IntToReal, "int_to_real", "to_real"),
    function(Kind::RealFloor, "RealFloor", 1, S::RealToInt, "real_floor", "to_int"),
    special(Kind::Select, "Select", 2, S::Read, P::None, "", "select"),
    special(Kind::Store, "Store", 3, S::Update, P::None, "", "store"),
    special(Kind::ConstMap, "ConstMap", 1, S::Own, P::Sort, "mapof", "as const"),
    function(Kind::BvNot, "BvNot", 1, S::Bits, "bv_not", "bvnot"),
    function(Kind::BvNeg, "BvNeg", 1, S::Bits, "bv_neg", "bvneg"),
    function(Kind::BvAnd, "BvAnd", 2, S::Bits, "bv_and", "bvand"),
    function(Kind::BvOr, "BvOr", 2, S::Bits, "bv_or", "bvor"),
    function(Kind::BvXor, "BvXor", 2, S::Bits, "bv_xor", "bvxor"),
    function(Kind::BvAdd, "BvAdd", 2, S::Bits, "bv_add", "bvadd"),
    function(Kind::BvSub, "BvSub", 2, S::Bits, "bv_sub", "bvsub"),
    function(Kind::BvMul, "BvMul", 2, S::Bits, "bv_mul", "bvmul"),
    function(Kind::BvUdiv, "BvUdiv", 2, S::Bits, "bv_udiv", "bvudiv"),
    function(Kind::BvUrem, "BvUrem", 2, S::Bits, "bv_urem", "bvurem"),
    function(Kind::BvSdiv, "BvSdiv", 2, S::Bits, "bv_sdiv", "bvsdiv"),
    function(Kind::BvSrem, "BvSrem", 2, S::Bits, "bv_srem", "bvsrem"),
    function(Kind::BvShl, "BvShl", 2, S::Bits, "bv_shl", "bvshl"),
    function(Kind::BvLshr, "BvLshr", 2, S::Bits, "bv_lshr", "bvlshr"),
    function(Kind::BvAshr, "BvAshr", 2, S::Bits, "bv_ashr", "bvashr"),
    function(Kind::BvUlt, "BvUlt", 2, S::BitsOrder, "bv_ult", "bvult"),
    function(Kind::BvUle, "BvUle", 2, S::BitsOrder, "bv_ule", "bvule"),
    function(Kind::BvSlt, "BvSlt", 2, S::BitsOrder, "bv_slt", "bvslt"),
    function(Kind::BvSle, "BvSle", 2, S::BitsOrder, "bv_sle", "bvsle"),
    function(Kind::BvConcat, "BvConcat", 2, S::Concatenation, "bv_concat", "concat"),
    indexed(Kind::BvExtract, "BvExtract", P::Indices, "bv_extract", "extract", 2),
    indexed(Kind::BvZeroExtend, "BvZeroExtend", P::Indices, "bv_zero_extend", "zero_extend", 1),
    indexed(Kind::BvSignExtend, "BvSignExtend", P::Indices, "bv_sign_extend", "sign_extend", 1),
    function(Kind::BvToInt, "BvToInt", 1, S::BitsToInt, "bv_to_int", "bv2nat"),
    indexed(Kind::IntToBv, "IntToBv", P::Sort, "int_to_bv", "int2bv", 1),
    special(Kind::Apply, "Apply", 0, S::Own, P::Function, "", ""),
    special(Kind::Forall, "Forall", 1, S::Own, P::Binder, "forall", "forall"),
    special(Kind::Exists, "Exists", 1, S::Own, P::Binder, "exists", "exists"),
    // In SMT-LIB for reports only; queries have none.
    special(Kind::Old, "Old", 1, S::Same, P::None, "old", "old"),
    special(Kind::Entry, "Entry", 1, S::Same, P::None, "entry", "entry"),
};

consteval bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].kind != static_cast<Kind>(i)) return false;
  }
  return table.back().kind == Kind::Entry;
}
static_assert(is_in_order(), "a kind's row stands where the kind stands");

}  // namespace

const KindInfo& info(Kind kind) { return table[static_cast<std::size_t>(kind)]; }

std::span<const KindInfo> all_kinds() { return table; }

const char* to_string(Kind kind) { return info(kind).name; }

}  // namespace pawl::gcl
