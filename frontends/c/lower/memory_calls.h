// SPDX-License-Identifier: Apache-2.0
//
// memcpy, memmove, memset, and whatever writes memory by the byte.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class ByteCopies {
 public:
  explicit ByteCopies(const Rooms& rooms);

  /// Bytes: so many whole elements, and the first `rest` bytes of the next.
  struct Length {
    gcl::Expr bytes, whole, rest;
  };

  /// A scalar of an element, `offset` bytes from where the element starts. An array is one, of as
  /// many bytes as it has.
  struct ByteLeaf {
    Location at;
    Part part = Part::Value;
    std::int64_t offset = 0;
    std::int64_t size = 0;
    bool is_row = false;
    bool has_end = true;  // false: an array without a length
  };

  /// What is written into a scalar, the n-th of the element with an index; null: anything.
  using Fill = std::function<gcl::Expr(std::size_t n, const ByteLeaf& leaf, gcl::Expr index)>;

  Length length_of(const clang::Expr* bytes, std::int64_t size);
  Length length_of(gcl::Expr bytes, std::int64_t size);
  std::vector<ByteLeaf> leaves_of(const Location& row, gcl::Expr index);
  void count_up(gcl::Expr from, gcl::Expr end, const SourceRange& range,
                const std::function<void(gcl::Expr)>& body);
  void either(gcl::Expr condition, const SourceRange& range, const std::function<void()>& yes,
              const std::function<void()>& no);
  bool by_loops() const;
  void has_other_form();
  Location row_of(const Pointer& pointer, NodeId node, clang::QualType type);
  void copy_memory(const clang::CallExpr* e);
  void copy_bytes(const Pointer& to, NodeId to_node, const Pointer& from, NodeId from_node,
                  const Length& length, const clang::CallExpr* e);
  void set_memory(const clang::CallExpr* e);
  void change_block(const Location& block, gcl::Expr from, gcl::Expr count,
                    const std::function<gcl::Expr(gcl::Expr)>& value_at, const SourceRange& range);

 private:
  std::optional<Length> counted_elements(const clang::Expr* bytes, std::int64_t size);
  void collect_leaves(const Location& at, std::int64_t offset, bool in_array,
                      std::vector<ByteLeaf>& leaves);
  void collect_flat_leaves(const Location& at, std::int64_t offset, std::vector<ByteLeaf>& leaves);
  bool copies_one_struct(const Pointer& to, NodeId to_node, const Pointer& from, NodeId from_node,
                         gcl::Expr bytes, const SourceRange& range);
  gcl::Expr repeated(const ByteLeaf& leaf, gcl::Expr byte);
  gcl::Expr any_of(const ByteLeaf& leaf, const SourceRange& range);
  gcl::Expr mixed(const ByteLeaf& leaf, gcl::Expr old, gcl::Expr from, std::int64_t low);
  void write_element(const Location& row, gcl::Expr index, const Fill& fill,
                     const SourceRange& range);
  void write_beginning(const Location& row, gcl::Expr index, gcl::Expr bytes, const Fill& fill,
                       const SourceRange& range);
  void write_by_map(const Location& row, gcl::Expr from, gcl::Expr count, const Fill& fill,
                    const SourceRange& range);
  gcl::Expr beginning_of_row(const ByteLeaf& leaf, gcl::Expr from, std::int64_t bytes);
  Fill as_before(const Location& row, gcl::Expr from, const Fill& fill, const SourceRange& range);
  void write_by_loop(const Location& row, gcl::Expr from, gcl::Expr count, const Fill& fill,
                     const SourceRange& range);
  void write_elements(const Location& row, gcl::Expr from, const Length& length, const Fill& fill,
                      const SourceRange& range);
  void write_rest(const Location& row, gcl::Expr index, gcl::Expr rest, const Fill& fill,
                  const SourceRange& range);
  gcl::Expr at_most(gcl::Expr value, std::int64_t limit);
  gcl::Expr stays_in_row(const Pointer& to, NodeId node, std::int64_t size, const Length& length);
  void forget_objects(NodeId node, const SourceRange& range);
  void write_bytes_at(const Pointer& to, NodeId node, const Length& length, const Fill& fill,
                      const SourceRange& range);
  void need_typed(NodeId node, const clang::CallExpr* e);
  Fill copied_from(const Pointer& from, NodeId node, const Pointer& to, clang::QualType type);
  void need_no_overlap(const Pointer& to, NodeId to_node, const Pointer& from, NodeId from_node,
                       gcl::Expr bytes, const SourceRange& range);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Lowered& lowered_;
  Code& code_;
  Types& types_;
  Reals& reals_;
  Memory& memory_;
  FlatMemory& flat_;
  Lvalues& lvalues_;
  Objects& objects_;
  Expressions& expressions_;
  CallValues& values_;
};

}  // namespace pawl::frontend::c
