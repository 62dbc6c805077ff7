// SPDX-License-Identifier: Apache-2.0
//
// The functions of a file as plain data: what somebody has to know who writes contracts for them,
// and where in the text things stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/source.h"

namespace pawl::frontend::c {

class TranslationUnit;

/// An integer that callers know: a parameter, or a field behind one.
struct Quantity {
  std::string text;  // n, r->count
  bool is_signed = true;
  std::string lowest, highest;  // of its type
  bool is_parameter = false;
  bool compared = false;  // the function compares it with something
};

/// A pointer that callers know: a parameter, or a field behind one.
struct Pointer {
  std::string text;  // a, r->buf
  bool characters = false;
  bool indexed = false;                           // used as an array
  bool written = false;                           // something behind it is
  std::optional<std::uint64_t> constant_indices;  // all indices are numbers: the highest + 1
};

/// An expression that may be undefined.
struct Operation {
  enum class Kind { Access, Arithmetic };
  Kind kind = Kind::Access;
  SourcePosition begin, end;
  std::string pointer;                  // of an access: behind which it lies; empty: not known
  std::optional<std::uint64_t> extent;  // of an access: of the array, if its type says so
  std::vector<std::string> quantities;  // that occur in it
  bool locals = false;                  // something else occurs in it, too
  std::string at_entry;                 // it has this value at entry; empty: not known
  std::string lowest, highest;          // of its type
  std::string divisor;                  // of a division, where it means the same at entry
  std::string distance;                 // of a shift, likewise
  std::uint32_t width = 0;              // of what is shifted
  std::vector<std::string> arrays;      // pointers behind which it reads
};

/// A place that is written, as a set of locations: `pointer` with `path` behind it.
struct Write {
  std::string pointer;  // empty: a variable of the file, which is `path`
  std::string path;  // ->count, ->data[0 .. 7]; empty: what the pointer leads to, or its elements
  friend auto operator<=>(const Write&, const Write&) = default;
};

/// Bytes of the text, half open.
struct Span {
  std::size_t begin = 0, end = 0;
};

struct LoopBody {
  Span text;
  bool braced = false;
};

struct Parameter {
  std::string name;
  std::string type;     // without qualifiers
  std::string pointee;  // likewise; empty: it is no pointer
};

struct FunctionOutline {
  std::string name;
  std::vector<Parameter> signature;
  std::size_t start = 0;  // where the definition begins: a contract stands before it
  std::uint32_t line = 0;
  bool has_contract = false;
  bool returns_value = false;
  Span body;  // with its braces
  std::vector<Span> returns;
  std::vector<LoopBody> loops;  // in text order
  std::vector<Quantity> quantities;
  std::vector<Pointer> pointers;
  std::vector<Operation> operations;
  std::set<Write> writes;
  bool writes_elsewhere = false;  // somewhere that has no such name, or in a function it calls
  std::set<std::string> calls;    // functions by name
  std::set<std::string> parameters;
  /// What callers do not know: local variables, and parameters that are changed.
  std::set<std::string> locals;
  std::set<std::string> integer_locals;  // those of them that are integers
  std::vector<std::string> returned;     // what stands behind `return`, each text once
};

/// The functions with a body that are written in the file itself, outside of macros, in text order.
std::vector<FunctionOutline> outline(const TranslationUnit& unit);

}  // namespace pawl::frontend::c
