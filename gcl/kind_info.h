// SPDX-License-Identifier: Apache-2.0
//
// The table of operators: one row for each kind of expression, with what it is called, what it
// takes, and how it is written. Who makes, prints, parses or translates expressions asks it; a new
// kind is a new row, and a case where its meaning is defined (`operations.cpp`, the solvers).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gcl/expr.h"

namespace pawl::gcl {

/// How tightly an expression binds as GCL writes it, loosest first.
enum class Level : std::uint8_t {
  Any,
  Iff,
  Implies,
  Or,
  And,
  Comparison,
  Sum,
  Product,
  Prefix,
  Postfix,
  Never,  // of a place: whatever stands there is in parentheses
};

/// How GCL writes it.
enum class Form : std::uint8_t {
  Leaf,
  Prefix,    // !a
  Infix,     // a + b
  Function,  // bv_extract(7, 0, a)
  Special,   // with words and brackets of its own
};

/// What sorts the arguments have, and what sort follows for the node.
enum class Signature : std::uint8_t {
  Bools,      // bool ... -> bool
  Ints,       // int ... -> int
  IntOrder,   // int, int -> bool
  Reals,      // real ... -> real
  RealOrder,  // real, real -> bool
  IntToReal,
  RealToInt,
  Equation,  // two of one sort, not bool -> bool
  Choice,    // bool, two of one sort -> that sort
  Read,      // map, key -> value
  Update,    // map, key, value -> map
  Bits,      // bit-vectors of one width -> the same
  BitsOrder,
  Concatenation,  // two bit-vectors -> as wide as both
  BitsToInt,
  Same,  // what its argument has
  Own,   // decided by more than the arguments: by what the node carries
};

/// What a node carries beside its arguments.
enum class Payload : std::uint8_t {
  None,
  Number,    // text()
  Variable,  // name(), sort()
  Function,  // name(), sort()
  Sort,      // sort()
  Indices,   // indices()
  Binder,    // bound(), triggers()
};

struct KindInfo {
  Kind kind;
  const char* name;        // "Add"
  std::uint8_t arguments;  // at least two and any number, if `more`
  enum class More : bool { No, Yes } more;
  Signature signature;
  Payload payload;
  Form form;
  Level level;
  std::string_view symbol;    // of GCL: "+", "bv_add"; empty without one
  std::string_view smtlib;    // "+", "bvadd"; empty for leaves
  std::uint8_t literals = 0;  // of a Function: the numbers that come first
};

const KindInfo& info(Kind kind);
/// In the order of Kind.
std::span<const KindInfo> all_kinds();

}  // namespace pawl::gcl
