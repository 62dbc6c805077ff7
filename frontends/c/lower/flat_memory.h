// SPDX-License-Identifier: Apache-2.0
//
// Memory with several views of it: cells of equal size, numbers composed of them.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>

#include <cstddef>
#include <cstdint>
#include <functional>

#include "frontends/c/int_type.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class FlatMemory {
 public:
  explicit FlatMemory(const Rooms& rooms);

  std::int64_t cells(clang::QualType type, NodeId flat);
  IntType stored_type(const Location& at);
  IntType stored_in_bytes(const Location& at);
  bool is_one_cell(const Location& at);
  void need_numbers(const Location& at);
  gcl::Expr read_flat(const Location& at);
  void write_flat(const Location& at, gcl::Expr value, const SourceRange& range);
  std::size_t pointer_parts(const Location& at);
  Pointer read_flat_pointer(const Location& at);
  void write_flat_pointer(const Location& at, const Pointer& value, const SourceRange& range);
  void for_each_part(const Location& one, const std::function<void(const Location&, Part)>& visit);
  bool is_whole_row(const Location& at);
  void for_each_cell(const Location& at, bool by_row,
                     const std::function<void(const Location&, Part)>& visit);

 private:
  Location cell(const Location& at, std::int64_t index);
  gcl::Expr byte(const Location& at);
  gcl::Expr composed(const Location& at, std::int64_t count);
  gcl::Expr digits(gcl::Expr value, std::int64_t from, std::int64_t width);
  void write_bytes(const Location& at, gcl::Expr value, std::int64_t count,
                   const SourceRange& range);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Memory& memory_;
};

}  // namespace pawl::frontend::c
