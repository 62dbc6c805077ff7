// SPDX-License-Identifier: Apache-2.0
//
// How large objects are, in bytes, and whether an access is inside. Where a pointer points within
// its object is a sum of its indices, each times a size: the same sum for all objects of a class,
// or one for each that has a number of its own. A row that is only a part of its object (an array
// in a struct, a row of an array of arrays) is not left, not even for another place of the object.
#include "frontends/c/lower/objects.h"

#include <clang/AST/RecordLayout.h>

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Kind;

Objects::Objects(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      acsl_(rooms.acsl),
      code_(rooms.code),
      globals_(rooms.globals),
      types_(rooms.types),
      pointers_(rooms.pointers),
      lifetimes_(rooms.lifetimes),
      expressions_(rooms.expressions) {}

/// How large objects are, in bytes; for bounds.
Expr Objects::sizes() {
  return globals_.global("object$size",
                         context_.map_sort(context_.int_sort(), context_.int_sort()));
}

/// In elements, as its type says; null where that is not known, or not the same for all pointers
/// into it.
std::optional<std::int64_t> Objects::size_of_object(std::size_t index) {
  const Object& object = points_to_.objects()[index];
  if (object.kind == Object::Kind::Outside) return std::nullopt;
  const std::set<std::int64_t> extents = points_to_.extents(object);
  if (extents.empty()) return 1;
  if (extents.size() > 1 || *extents.begin() == 0) return std::nullopt;
  return *extents.begin();
}

/// As its type says. A struct whose last member is an array without a length may be larger.
std::optional<std::int64_t> Objects::bytes_of_object(std::size_t index) {
  const Object& object = points_to_.objects()[index];
  clang::QualType type;
  if (object.kind == Object::Kind::Variable && object.variable != nullptr) {
    type = object.variable->getMostRecentDecl()->getType();
    const auto* record = type->getAs<clang::RecordType>();
    if (record != nullptr && record->getDecl()->hasFlexibleArrayMember()) return std::nullopt;
  } else if (object.kind == Object::Kind::String) {
    type = points_to_.type_of(object.root);
  }
  return types_.bytes_of(type);
}

Expr Objects::size_of(Expr object, Expr sizes) {
  if (object.is(Kind::IntConst)) {
    const std::size_t number_of_object = std::stoul(object.text());
    if (number_of_object == 0) return code_.number(0);
    if (number_of_object <= points_to_.objects().size()) {
      if (const auto bytes = bytes_of_object(number_of_object - 1)) return code_.number(*bytes);
    }
  }
  return gcl::mk_select(context_, sizes, object);
}

/// Why the size of what such pointers lead into is not known; empty: it is.
std::string Objects::size_problem(NodeId node) {
  if (!tracks_sizes()) return {};
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    if (object.kind != Object::Kind::Variable || !points_to_.reaches(object.root, node)) continue;
    if (object.variable->getType()->isVariableArrayType() || bytes_of_object(i)) continue;
    return "the size of an array whose declaration does not tell";
  }
  return {};
}

void Objects::need_one_size(const Location& of, const clang::Expr* where) {
  if (const std::string problem = size_problem(of.node); !problem.empty()) {
    code_.refuse(where->getSourceRange(), problem,
                 "index the array itself, or leave out --check=bounds and \\valid");
  }
}

void Objects::note_bytes(Expr object, Expr bytes) {
  if (!tracks_sizes()) return;
  code_.emit_assign(sizes(), gcl::mk_store(context_, sizes(), object, bytes), code_.here());
}

void Objects::note_size(std::size_t index) {
  const std::optional<std::int64_t> bytes = bytes_of_object(index);
  if (bytes) note_bytes(code_.number(static_cast<std::int64_t>(index + 1)), code_.number(*bytes));
}

// ---- where pointers point -------------------------------------------------------------------

void Objects::visit_places(NodeId id, clang::QualType type, std::size_t object, Place place,
                           std::int64_t own_stride) {
  const NodeId node = points_to_.find(id);
  if (points_to_.is_flat(node)) {  // a row of cells
    own_stride = points_to_.unit_size(node);
    const bool is_part = points_to_.find(points_to_.objects()[object].root) != node;
    place.row = is_part ? types_.bytes_of(type).value_or(0) / own_stride : 0;
  }
  if (points_to_.indexed(node)) place.strides.push_back(own_stride);
  while (place.strides.size() < points_to_.rank(node)) {
    place.strides.insert(place.strides.begin(), 0);  // an index that is always 0
  }
  places_[node].emplace(object, place);
  if (points_to_.is_flat(node)) return;
  const clang::QualType known = points_to_.type_of(node);
  if (known.isNull() || type.isNull()) return;
  if (const auto* array = ast_.getAsArrayType(type)) {
    if (!known->isArrayType()) return;
    Place inside = place;
    const bool whole =
        points_to_.find(points_to_.objects()[object].root) == node && points_to_.rank(node) == 0;
    const auto* fixed = ast_.getAsConstantArrayType(type);
    const bool limited = !whole && fixed != nullptr && fixed->getSize().getZExtValue() > 0;
    inside.row = limited ? static_cast<std::int64_t>(fixed->getSize().getZExtValue()) : 0;
    visit_places(points_to_.element(node), array->getElementType(), object, inside,
                 types_.bytes_of(array->getElementType()).value_or(0));
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr || record->isUnionType() || !known->getAs<clang::RecordType>() ||
      known->getAs<clang::RecordType>()->getDecl() != record->getDecl()) {
    return;
  }
  const clang::ASTRecordLayout& layout = ast_.getASTRecordLayout(record->getDecl());
  for (const clang::FieldDecl* member : record->getDecl()->fields()) {
    if (member->isBitField()) continue;
    Place inside = place;
    const auto bits = layout.getFieldOffset(member->getFieldIndex());
    inside.base += ast_.toCharUnitsFromBits(static_cast<std::int64_t>(bits)).getQuantity();
    inside.row = 1;
    visit_places(points_to_.field(node, member), member->getType(), object, inside,
                 types_.bytes_of(member->getType()).value_or(0));
  }
}

/// For each object that pointers to `node` may lead into, where in it. Not found: not known.
const std::map<std::size_t, Objects::Place>* Objects::places_of(NodeId node) {
  if (!places_known_) {
    places_known_ = true;
    for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
      const Object& object = points_to_.objects()[i];
      const clang::QualType type = object.variable != nullptr
                                       ? object.variable->getMostRecentDecl()->getType()
                                       : points_to_.type_of(object.root);
      const auto stride = types_.bytes_of(type);
      visit_places(object.root, type, i, {}, type.isNull() ? 1 : stride.value_or(0));
    }
  }
  const auto found = places_.find(points_to_.find(node));
  return found != places_.end() ? &found->second : nullptr;
}

bool Objects::has_own_number(std::size_t object) const {
  const Object& one = points_to_.objects()[object];
  return !one.many && one.kind != Object::Kind::Outside;
}

/// `make` of each place where `pointer` may point: one, or one for each object. Null: not known.
Expr Objects::by_place(const Pointer& pointer, NodeId node,
                       const std::function<Expr(const Place&)>& make) {
  const auto* places = places_of(node);
  if (places == nullptr || places->empty()) return {};
  if (pointer.object.is(Kind::IntConst)) {
    const std::size_t object = std::stoul(pointer.object.text());
    const auto found = places->find(object - 1);  // of null: none
    if (found != places->end()) return make(found->second);
  }
  std::optional<Place> usual;
  for (const auto& [object, place] : *places) {
    if (has_own_number(object)) continue;
    if (usual && !(*usual == place)) return {};
    usual = place;
  }
  if (!usual) usual = places->begin()->second;
  Expr result = make(*usual);
  if (!result) return {};
  for (const auto& [object, place] : *places) {
    if (place == *usual) continue;
    const Expr own = make(place);
    if (!own) return {};
    const Expr is_it =
        gcl::mk_eq(context_, pointer.object, code_.number(static_cast<std::int64_t>(object + 1)));
    result = gcl::mk_ite(context_, is_it, own, result);
  }
  return result;
}

namespace {

/// Each index times its stride; null: a stride is not known.
Expr distance(gcl::Context& context, const std::vector<std::int64_t>& strides,
              const std::vector<Expr>& indices, std::int64_t base) {
  Expr sum = context.int_const(base);
  for (std::size_t i = 0; i < indices.size() && i < strides.size(); ++i) {
    if (indices[i] == context.int_const(0)) continue;
    if (strides[i] == 0) continue;
    const Expr stride = context.int_const(strides[i]);
    sum = gcl::mk_add(context, sum,
                      strides[i] == 1 ? indices[i] : context.make(Kind::Mul, {stride, indices[i]}));
  }
  return sum;
}

std::optional<std::int64_t> as_number(Expr e) {
  if (!e.is(Kind::IntConst)) return std::nullopt;
  return gcl::Integer(std::string_view(e.text())).to_int64();
}

}  // namespace

/// In bytes from the start of its object; null: not known.
Expr Objects::byte_address(const Pointer& pointer, NodeId node) {
  std::vector<Expr> indices = pointers_.shaped(pointer, node).outer;
  if (const Expr offset = pointers_.shaped(pointer, node).offset) indices.push_back(offset);
  return by_place(pointer, node, [&](const Place& place) {
    return distance(context_, place.strides, indices, place.base);
  });
}

/// Are the bytes of the elements from where `pointer` points up to the index `last`, and `tail`
/// bytes from there, inside of the object and of the row? Null: not known.
Expr Objects::is_inside(const Pointer& pointer, NodeId node, Expr last, Expr tail, Expr sizes) {
  const Pointer full = pointers_.shaped(pointer, node);
  if (!size_problem(node).empty()) return {};
  const Expr size = size_of(pointer.object, sizes);
  return by_place(pointer, node, [&](const Place& place) {
    std::vector<Expr> all;
    std::vector<Expr> first = full.outer, end = full.outer;
    if (full.offset) first.push_back(full.offset);
    if (full.offset) end.push_back(last ? last : full.offset);
    const std::int64_t stride = full.offset && !place.strides.empty() ? place.strides.back() : 0;
    const bool simple = stride > 0 && (place.row > 0 || (full.outer.empty() && place.base == 0));
    if (simple) {
      all.push_back(gcl::mk_le(context_, code_.number(0), full.offset));
    }
    if (!simple || !full.outer.empty()) {
      all.push_back(gcl::mk_le(context_, code_.number(0),
                               distance(context_, place.strides, first, place.base)));
    }
    if (place.row > 0) {
      const std::int64_t element = stride > 0 ? stride : 0;
      if (element > 0)
        all.push_back(fits(end.back(), element, 0, tail, code_.number(place.row * element)));
    }
    // A row of a variable is inside of it.
    const bool is_sure = place.row > 0 && full.outer.empty() && size.is(Kind::IntConst) &&
                         as_number(size) >= place.base + place.row * stride;
    if (!is_sure) {
      const bool one_index = full.outer.empty() && full.offset && stride > 0;
      if (one_index) {
        all.push_back(fits(end.back(), stride, place.base, tail, size));
      } else {
        const Expr address = distance(context_, place.strides, end, place.base);
        all.push_back(gcl::mk_le(context_, gcl::mk_add(context_, address, tail), size));
      }
    }
    return gcl::mk_and(context_, all);
  });
}

/// match:  base + stride * index + tail <= size     result: index < n, if all but the index are
/// numbers
Expr Objects::fits(Expr index, std::int64_t stride, std::int64_t base, Expr tail, Expr size) {
  const auto room = as_number(size);
  const auto bytes = as_number(tail);
  if (room && bytes) {
    const std::int64_t free = *room - base - *bytes;
    const std::int64_t most = free >= 0 ? free / stride : -((-free + stride - 1) / stride);
    return gcl::mk_lt(context_, index, code_.number(most + 1));
  }
  const Expr address = distance(context_, {stride}, {index}, base);
  return gcl::mk_le(context_, gcl::mk_add(context_, address, tail), size);
}

/// Is every object that such a pointer can lead into surely as large as that, from its start on?
bool Objects::surely_holds(NodeId node, std::int64_t bytes) {
  const auto* places = places_of(node);
  if (leads_nowhere(node)) return false;
  for (const auto& [index, place] : *places) {
    const Object& object = points_to_.objects()[index];
    if (object.kind == Object::Kind::Outside) continue;  // of whoever hands it in
    const auto known =
        object.kind == Object::Kind::Allocation ? allocated_bytes(index) : bytes_of_object(index);
    if (!known || *known < place.base + bytes) return false;
  }
  return true;
}

/// So many bytes are asked for where this object is made; nullopt: that is not constant.
std::optional<std::int64_t> Objects::allocated_bytes(std::size_t object) {
  const auto found = allocated_bytes_.find(points_to_.objects()[object].root);
  return found != allocated_bytes_.end() ? found->second : std::nullopt;
}

/// Before functions are lowered: what the allocations of the file ask for.
void Objects::find_allocations(const clang::Stmt* body) {
  std::vector<const clang::Stmt*> work = {body};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    for (const clang::Stmt* child : s->children()) work.push_back(child);
    const auto* called = clang::dyn_cast<clang::CallExpr>(s);
    const auto kind =
        called != nullptr ? builtin(called->getDirectCallee()) : std::optional<Builtin>();
    if (kind == Builtin::Reallocate) reallocates_ = true;
    if (kind != Builtin::Allocate || called->getNumArgs() == 0) continue;
    const auto amount = expressions_.constant(called->getArg(0));
    if (amount && points_to_.is_allocation_site(called)) {
      allocated_bytes_[points_to_.allocation_root(called)] = as_number(*amount);
    }
  }
}

/// The pointer is followed, to an object of this type.
void Objects::need_valid(const Pointer& pointer, NodeId node, clang::QualType type,
                         const clang::Expr* where) {
  const bool checked =
      options_.checks.contains(Hazard::Null) || options_.checks.contains(Hazard::Bounds);
  if (!checked && !lifetimes_.tracks_lives()) return;
  code_.set_here(code_.place(where));
  if (checked) code_.need(code_.nonzero(pointer.object), Hazard::Null);
  lifetimes_.need_live(pointer.object, code_.here());
  need_in_bounds(pointer, node, type, where);
}

/// No object of the program is known that such a pointer may lead into.
bool Objects::leads_nowhere(NodeId node) {
  const auto* places = places_of(node);
  return places == nullptr || places->empty();
}

/// Of a pointer that leads to no object that is known, nobody can say.
Expr Objects::is_inside_or_unknown(const Pointer& pointer, NodeId node, Expr last, Expr tail,
                                   const SourceRange& range) {
  const Expr inside = is_inside(pointer, node, last, tail, sizes());
  return inside || !leads_nowhere(node) ? inside : pointers_.unknown_truth(range);
}

void Objects::need_in_bounds(const Pointer& pointer, NodeId node, clang::QualType type,
                             const clang::Expr* where) {
  if (!options_.checks.contains(Hazard::Bounds) || type->isFunctionType()) return;
  const std::int64_t bytes = types_.bytes_of(type).value_or(0);
  code_.set_here(code_.place(where));
  if (!pointers_.shaped(pointer, node).offset && surely_holds(node, bytes)) return;
  const Expr inside =
      is_inside_or_unknown(pointer, node, Expr(), code_.number(bytes), code_.here());
  if (!inside) {
    const std::string problem = size_problem(node);
    code_.refuse(where->getSourceRange(),
                 problem.empty()
                     ? "a bounds check of this pointer, which may lead to several places"
                     : problem,
                 "leave out --check=bounds");
  }
  code_.need(inside, Hazard::Bounds);
}

/// A function of the library accesses `bytes` bytes there.
void Objects::need_bytes(const Pointer& pointer, NodeId node, Expr bytes,
                         const SourceRange& range) {
  code_.set_here(range);
  const bool bounds = options_.checks.contains(Hazard::Bounds);
  if (bounds || options_.checks.contains(Hazard::Null)) {
    code_.need(code_.nonzero(pointer.object), Hazard::Null);
  }
  lifetimes_.need_live(pointer.object, range);
  if (!bounds) return;
  const Expr inside = is_inside_or_unknown(pointer, node, Expr(), bytes, range);
  if (!inside) code_.refuse_here("a bounds check of this pointer", "leave out --check=bounds");
  code_.need(inside, Hazard::Bounds);
}

/// Is it known, for every object, how many bytes it has?
bool Objects::tracks_sizes() const {
  return options_.checks.contains(Hazard::Bounds) || acsl_.tracks_sizes() || reallocates_;
}

/// What main has set before anything else runs, for functions that are looked at by themselves.
void Objects::assume_sizes() {
  lifetimes_.assume_lives();
  if (!tracks_sizes()) return;
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const std::optional<std::int64_t> size = bytes_of_object(i);
    if (!size) continue;
    const Expr which = code_.number(static_cast<std::int64_t>(i + 1));
    code_.emit_assume(
        gcl::mk_eq(context_, gcl::mk_select(context_, sizes(), which), code_.number(*size)),
        code_.here());
  }
}

/// How many there have been before a call that may make more; null where nobody counts.
Expr Objects::count_of_objects(const SourceRange& range) {
  const bool counted = std::ranges::any_of(points_to_.objects(), [](const Object& object) {
    return object.many && object.kind != Object::Kind::Outside;
  });
  return counted ? code_.saved(globals_.next_object(), range, "count") : Expr();
}

void Objects::assume_more_objects(Expr before, const SourceRange& range) {
  if (before) code_.emit_assume(gcl::mk_le(context_, before, globals_.next_object()), range);
}

}  // namespace pawl::frontend::c
