// SPDX-License-Identifier: Apache-2.0
//
// Objects and their sizes: how many there are, how large each is, and whether an access is inside.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/Type.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Objects {
 public:
  explicit Objects(const Rooms& rooms);

  /// Where in an object: `base` plus each index times its stride, in bytes.
  struct Place {
    std::int64_t base = 0;
    std::vector<std::int64_t> strides;
    std::int64_t row =
        0;  // so many elements are in the row of the last index; 0: all of the object
    friend bool operator==(const Place&, const Place&) = default;
  };

  bool tracks_sizes() const;
  void assume_sizes();
  gcl::Expr sizes();
  /// In elements; nullopt: not constant, or of no variable.
  std::optional<std::int64_t> size_of_object(std::size_t object);
  std::optional<std::int64_t> bytes_of_object(std::size_t object);
  void find_allocations(const clang::Stmt* body);
  gcl::Expr size_of(gcl::Expr object, gcl::Expr sizes);
  std::string size_problem(NodeId node);
  void need_one_size(const Location& of, const clang::Expr* where);
  void note_size(std::size_t object);
  void note_bytes(gcl::Expr object, gcl::Expr bytes);
  const std::map<std::size_t, Place>* places_of(NodeId node);
  gcl::Expr byte_address(const Pointer& pointer, NodeId node);
  gcl::Expr is_inside(const Pointer& pointer, NodeId node, gcl::Expr last, gcl::Expr tail,
                      gcl::Expr sizes);
  bool leads_nowhere(NodeId node);
  gcl::Expr is_inside_or_unknown(const Pointer& pointer, NodeId node, gcl::Expr last,
                                 gcl::Expr tail, const SourceRange& range);
  void need_valid(const Pointer& pointer, NodeId node, clang::QualType type,
                  const clang::Expr* where);
  void need_bytes(const Pointer& pointer, NodeId node, gcl::Expr bytes, const SourceRange& range);
  void assume_more_objects(gcl::Expr before, const SourceRange& range);
  gcl::Expr count_of_objects(const SourceRange& range);

 private:
  std::optional<std::int64_t> allocated_bytes(std::size_t object);
  void visit_places(NodeId node, clang::QualType type, std::size_t object, Place place,
                    std::int64_t own_stride);
  bool has_own_number(std::size_t object) const;
  gcl::Expr by_place(const Pointer& pointer, NodeId node,
                     const std::function<gcl::Expr(const Place&)>& make);
  gcl::Expr fits(gcl::Expr index, std::int64_t stride, std::int64_t base, gcl::Expr tail,
                 gcl::Expr size);
  bool surely_holds(NodeId node, std::int64_t bytes);
  void need_in_bounds(const Pointer& pointer, NodeId node, clang::QualType type,
                      const clang::Expr* where);

  const Options& options_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Acsl& acsl_;
  Code& code_;
  Globals& globals_;
  Types& types_;
  PointerArithmetic& pointers_;
  Lifetimes& lifetimes_;
  Expressions& expressions_;

  bool places_known_ = false;
  std::map<NodeId, std::map<std::size_t, Place>> places_;          // by class, then by object
  std::map<NodeId, std::optional<std::int64_t>> allocated_bytes_;  // by the root of the object
  bool reallocates_ = false;
};

}  // namespace pawl::frontend::c
