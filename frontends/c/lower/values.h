// SPDX-License-Identifier: Apache-2.0
//
// What an expression yields while it is lowered: terms, in the shapes that C's values have.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontends/c/lower/points_to.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

struct Pointer {
  gcl::Expr object;  // 0: null
  gcl::Expr offset;  // the last index, which arithmetic changes; null expression: there is none
  std::vector<gcl::Expr> outer = {};  // the indices before it
};

/// An lvalue.
struct Location {
  NodeId node = 0;
  clang::QualType type;
  gcl::Expr object;                // null expression for variables nobody points to
  std::vector<gcl::Expr> indices;  // all on the way, the outermost first
  std::string stem;                // of a variable: its IL name
  std::string path;                // "$field" below it
  const clang::VarDecl* variable = nullptr;
  const clang::FieldDecl* bits = nullptr;  // it is this bit-field,
  unsigned first_bit = 0;                  // in flat memory from this bit of its first byte on
  std::int64_t flat_size = 0;  // of the flat part of the variable that it is in, in bytes, if known
};

/// Of a scalar: its value; of a pointer also the last index, then (Part(2), ...) those before it.
/// Object: of pointers among bytes, whose Value are the bytes.
enum class Part : unsigned { Value, Offset, Object = 1000 };
/// What the names of IL variables with this part end with.
std::string suffix(Part part);

/// The terms a value consists of; some of them may be null expressions.
std::vector<gcl::Expr*> parts_of(gcl::Expr& value);
std::vector<gcl::Expr*> parts_of(Pointer& value);
std::vector<gcl::Expr*> parts_of(Location& value);
std::vector<gcl::Expr*> parts_of(std::vector<gcl::Expr>& values);

/// Does somebody look at what an expression with effects yields?
enum class Use : std::uint8_t { Value, Nothing };

/// A scalar that may be of either kind; null where it is neither.
struct Value {
  gcl::Expr integer;
  Pointer pointer{};
};

/// What is passed: one of the three.
struct Argument {
  clang::QualType type;
  gcl::Expr value;
  Pointer pointer;
  std::optional<Location> record;  // a struct, where it is
};

/// What calls hand on: arguments that are evaluated already, and what the last call returned.
struct CallValues {
  std::map<const clang::Expr*, Value> evaluated;
  std::map<const clang::Expr*, Location> evaluated_structs;
  gcl::Expr result;
  Pointer pointer;
  std::optional<Location> record;

  void forget_result() {
    result = {};
    pointer = {};
    record.reset();
  }
};

}  // namespace pawl::frontend::c
