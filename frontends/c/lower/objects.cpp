// SPDX-License-Identifier: Apache-2.0
//
// How large objects are, and whether an access is inside.
#include "frontends/c/lower/lowering.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using gcl::Expr;

/// How large objects are, in elements; for bounds.
Expr Lowering::sizes() {
  return global("object$size", context_.map_sort(context_.int_sort(), context_.int_sort()));
}

/// As its type says; null where that is not known, or not the same for all pointers into it.
std::optional<std::int64_t> Lowering::size_of_object(std::size_t index) {
  const Object& object = points_to_.objects()[index];
  if (object.kind == Object::Kind::Outside) return std::nullopt;
  const std::set<std::int64_t> extents = points_to_.extents(object);
  if (extents.empty()) return 1;
  if (extents.size() > 1 || *extents.begin() == 0) return std::nullopt;
  return *extents.begin();
}

/// Why the size of what such pointers lead into is not known; empty: it is. An object has one size:
/// pointers may not move in rows of different lengths within it.
std::string Lowering::size_problem(NodeId node) {
  if (!tracks_sizes() || points_to_.rank(node) == 0) return {};
  for (const Object& object : points_to_.objects()) {
    if (!points_to_.reaches(object.root, node)) continue;
    const std::set<std::int64_t> extents = points_to_.extents(object);
    const bool counted = object.variable != nullptr
                             ? object.variable->getType()->isVariableArrayType()
                             : points_to_.rank(object.root) > 0;
    if (extents.size() > 1) return "the size of an object with rows of different lengths";
    if (extents.contains(0) && !counted && object.kind != Object::Kind::Outside) {
      return "the size of an array whose declaration does not tell";
    }
  }
  return {};
}

void Lowering::need_one_size(const Location& of, const clang::Expr* where) {
  if (const std::string problem = size_problem(of.node); !problem.empty()) {
    refuse(where->getSourceRange(), problem,
           "index the array itself, or leave out --check=bounds and \\valid");
  }
}

void Lowering::note_size(std::size_t index) {
  const std::optional<std::int64_t> size = size_of_object(index);
  if (!tracks_sizes() || !size) return;
  const Expr which = number(static_cast<std::int64_t>(index + 1));
  emit_assign(sizes(), gcl::mk_store(context_, sizes(), which, number(*size)), here_);
}

void Lowering::need_in_bounds(const Pointer& pointer, const clang::Expr* where) {
  if (!options_.checks.contains(Hazard::Bounds) || !pointer.offset) return;
  if (!pointer.outer.empty()) {
    refuse(where->getSourceRange(), "a bounds check of a pointer into a nested array",
           "leave out --check=bounds");
  }
  here_ = place(where);
  const Expr size = gcl::mk_select(context_, sizes(), pointer.object);
  need(gcl::mk_and(context_, {gcl::mk_le(context_, number(0), pointer.offset),
                              gcl::mk_lt(context_, pointer.offset, size)}),
       Hazard::Bounds);
}

/// How many elements a variable has that is an array of variable length; nothing for others.
Expr Lowering::own_extent(const Location& array) {
  if (array.variable == nullptr || !array.path.empty() || !array.indices.empty()) return {};
  const auto found = frame().extents.find(array.variable);
  return found != frame().extents.end() ? found->second : Expr{};
}

void Lowering::check_index(const Location& array, clang::QualType type, Expr index) {
  if (!options_.checks.contains(Hazard::Bounds)) return;
  Expr extent;
  if (const auto* fixed = ast_.getAsConstantArrayType(type)) {
    extent = number(static_cast<std::int64_t>(fixed->getSize().getZExtValue()));
  } else {
    extent = own_extent(array);
  }
  if (!extent) refuse_here("the size of this array is not known", "leave out --check=bounds");
  need(gcl::mk_and(context_,
                   {gcl::mk_le(context_, number(0), index), gcl::mk_lt(context_, index, extent)}),
       Hazard::Bounds);
}

}  // namespace pawl::frontend::c
