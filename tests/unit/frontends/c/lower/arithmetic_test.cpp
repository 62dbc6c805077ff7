// SPDX-License-Identifier: Apache-2.0
//
// C's operators against the compiler this test is built with.
#include "frontends/c/lower/arithmetic.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gcl/evaluate.h"

using namespace pawl;
using frontend::c::Arithmetic;
using frontend::c::BinaryOp;
using frontend::c::Hazard;
using frontend::c::IntModel;
using frontend::c::IntType;
using gcl::Expr;

namespace {

const std::vector<std::int64_t> interesting = {
    0,     1,          -1,         2,          3,  5,   7,    31,   32,
    127,   128,        255,        256,        -2, -7,  -128, -129, 32767,
    65535, 2147483647, 2147483648, 4294967295, -3, -31, -32,  -255, -2147483648};

/// Operators applied to variables x and y, so that nothing is folded.
class Machine {
 public:
  Machine()
      : arithmetic(context, IntModel::Machine,
                   [this](Expr condition, Hazard) { needs.push_back(condition); }),
        x(context.var("x", context.int_sort())),
        y(context.var("y", context.int_sort())) {}

  /// nullopt: undefined.
  std::optional<std::int64_t> value(Expr term, std::int64_t a, std::int64_t b) {
    gcl::State state;
    state.insert_or_assign(x, gcl::Value::integer(a));
    state.insert_or_assign(y, gcl::Value::integer(b));
    gcl::Valuation valuation;
    valuation.now = &state;
    for (const Expr need : needs) {
      if (!gcl::evaluate(need, valuation).value->as_bool()) return std::nullopt;
    }
    return gcl::evaluate(term, valuation).value->as_integer().to_int64();
  }

  gcl::Context context;
  std::vector<Expr> needs;
  Arithmetic arithmetic;
  Expr x, y;
};

template <class T>
constexpr IntType type_of() {
  return {std::numeric_limits<T>::digits + (std::numeric_limits<T>::is_signed ? 1 : 0),
          std::numeric_limits<T>::is_signed};
}

/// Every pair of interesting values of T; `expected` gives nullopt where C leaves it undefined.
template <class T, class Expected>
void check_binary(BinaryOp op, Expected expected) {
  Machine machine;
  const Expr term = machine.arithmetic.binary(op, machine.x, machine.y, type_of<T>());
  for (const std::int64_t a : interesting) {
    for (const std::int64_t b : interesting) {
      if (static_cast<T>(a) != a || static_cast<T>(b) != b) continue;
      INFO("op " << static_cast<int>(op) << ": " << a << ", " << b);
      CHECK(machine.value(term, a, b) == expected(static_cast<T>(a), static_cast<T>(b)));
    }
  }
}

std::optional<std::int64_t> fits(std::int64_t value) {
  if (static_cast<std::int32_t>(value) != value) return std::nullopt;
  return value;
}

using Outcome = std::optional<std::int64_t>;

}  // namespace

TEST_CASE("unsigned operators wrap", "[frontends][c][arithmetic]") {
  using U = std::uint32_t;
  check_binary<U>(BinaryOp::Add, [](U a, U b) { return Outcome(U(a + b)); });
  check_binary<U>(BinaryOp::Sub, [](U a, U b) { return Outcome(U(a - b)); });
  check_binary<U>(BinaryOp::Mul, [](U a, U b) { return Outcome(U(a * b)); });
  check_binary<U>(BinaryOp::And, [](U a, U b) { return Outcome(U(a & b)); });
  check_binary<U>(BinaryOp::Or, [](U a, U b) { return Outcome(U(a | b)); });
  check_binary<U>(BinaryOp::Xor, [](U a, U b) { return Outcome(U(a ^ b)); });
  check_binary<U>(BinaryOp::Div, [](U a, U b) { return b == 0 ? Outcome() : Outcome(U(a / b)); });
  check_binary<U>(BinaryOp::Rem, [](U a, U b) { return b == 0 ? Outcome() : Outcome(U(a % b)); });
  check_binary<U>(BinaryOp::Shl, [](U a, U b) { return b > 31 ? Outcome() : Outcome(U(a << b)); });
  check_binary<U>(BinaryOp::Shr, [](U a, U b) { return b > 31 ? Outcome() : Outcome(U(a >> b)); });
}

TEST_CASE("signed operators are undefined where they overflow", "[frontends][c][arithmetic]") {
  using S = std::int32_t;
  using W = std::int64_t;
  check_binary<S>(BinaryOp::Add, [](W a, W b) { return fits(a + b); });
  check_binary<S>(BinaryOp::Sub, [](W a, W b) { return fits(a - b); });
  check_binary<S>(BinaryOp::Mul, [](W a, W b) { return fits(a * b); });
  check_binary<S>(BinaryOp::Div, [](W a, W b) { return b == 0 ? Outcome() : fits(a / b); });
  check_binary<S>(BinaryOp::Rem,
                  [](W a, W b) { return b == 0 || !fits(a / b) ? Outcome() : Outcome(a % b); });
  check_binary<S>(BinaryOp::And, [](S a, S b) { return Outcome(a & b); });
  check_binary<S>(BinaryOp::Or, [](S a, S b) { return Outcome(a | b); });
  check_binary<S>(BinaryOp::Xor, [](S a, S b) { return Outcome(a ^ b); });
  check_binary<S>(BinaryOp::Shr,
                  [](S a, S b) { return b < 0 || b > 31 ? Outcome() : Outcome(a >> b); });
  check_binary<S>(BinaryOp::Shl, [](W a, W b) {
    return a < 0 || b < 0 || b > 31 ? Outcome() : fits(a * (W(1) << b));
  });
}

TEST_CASE("known operands take other ways to the same values", "[frontends][c][arithmetic]") {
  for (const std::int64_t mask : {0, 1, 3, 7, 8, 255, -1, -8}) {
    Machine machine;
    const Expr term = machine.arithmetic.binary(BinaryOp::And, machine.x,
                                                machine.context.int_const(mask), {32, true});
    for (const std::int64_t a : interesting) {
      if (static_cast<std::int32_t>(a) == a) CHECK(machine.value(term, a, 0) == (a & mask));
    }
  }
  for (const std::int64_t distance : {0, 1, 5, 31}) {
    Machine machine;
    const Expr term = machine.arithmetic.binary(BinaryOp::Shr, machine.x,
                                                machine.context.int_const(distance), {32, true});
    for (const std::int64_t a : interesting) {
      if (static_cast<std::int32_t>(a) == a) CHECK(machine.value(term, a, 0) == (a >> distance));
    }
  }
}

TEST_CASE("conversions", "[frontends][c][arithmetic]") {
  const auto check = [](IntType from, IntType to, auto convert) {
    Machine machine;
    const Expr term = machine.arithmetic.convert(machine.x, from, to);
    for (const std::int64_t a : interesting) {
      if (gcl::Integer(a) < from.min() || from.max() < gcl::Integer(a)) continue;
      INFO(from.bits << (from.is_signed ? "s" : "u") << " to " << to.bits
                     << (to.is_signed ? "s" : "u") << ": " << a);
      CHECK(machine.value(term, a, 0) == static_cast<std::int64_t>(convert(a)));
    }
  };
  const auto from_any = [&](IntType from) {
    check(from, {8, true}, [](std::int64_t a) { return static_cast<std::int8_t>(a); });
    check(from, {8, false}, [](std::int64_t a) { return static_cast<std::uint8_t>(a); });
    check(from, {16, true}, [](std::int64_t a) { return static_cast<std::int16_t>(a); });
    check(from, {32, true}, [](std::int64_t a) { return static_cast<std::int32_t>(a); });
    check(from, {32, false}, [](std::int64_t a) { return static_cast<std::uint32_t>(a); });
    check(from, {64, true}, [](std::int64_t a) { return a; });
    check(from, {1, false, true}, [](std::int64_t a) { return a != 0 ? 1 : 0; });
  };
  from_any({8, true});
  from_any({8, false});
  from_any({32, true});
  from_any({32, false});
  from_any({64, true});
}

TEST_CASE("complement and negation", "[frontends][c][arithmetic]") {
  Machine machine;
  const Expr flipped = machine.arithmetic.complement(machine.x, {32, true});
  const Expr flipped_unsigned = machine.arithmetic.complement(machine.y, {32, false});
  for (const std::int64_t a : interesting) {
    if (static_cast<std::int32_t>(a) == a) CHECK(machine.value(flipped, a, 0) == ~a);
    if (static_cast<std::uint32_t>(a) != a) continue;
    CHECK(machine.value(flipped_unsigned, 0, a) == static_cast<std::uint32_t>(~a));
  }
  Machine signed_machine;
  const Expr minus = signed_machine.arithmetic.negate(signed_machine.x, {32, true});
  CHECK(signed_machine.value(minus, 5, 0) == -5);
  CHECK_FALSE(signed_machine.value(minus, -2147483648LL, 0));
}
