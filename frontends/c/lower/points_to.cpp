// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/points_to.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <numeric>

#include "frontends/c/lower/library.h"
#include "frontends/c/lower/names.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

clang::QualType plain(clang::QualType type) { return type.getCanonicalType().getUnqualifiedType(); }

bool is_pointer(clang::QualType type) {
  return type->isPointerType() && !type->isFunctionPointerType();
}

}  // namespace

NodeId PointsTo::fresh() {
  nodes_.push_back({});
  nodes_.back().parent = nodes_.size() - 1;
  return nodes_.size() - 1;
}

NodeId PointsTo::find(NodeId node) {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;
    node = nodes_[node].parent;
  }
  return node;
}

void PointsTo::refuse(clang::SourceLocation where, const std::string& what) {
  diagnostics_.error(unit_.place(where), what,
                     "memory with more than one view of it is not modelled");
}

std::string PointsTo::describe(clang::SourceLocation where, const std::string& what) const {
  return what + " at " + to_string(unit_.place(where));
}

void PointsTo::set(bool& flag) {
  changed_ = changed_ || !flag;
  flag = true;
}

void PointsTo::poison(NodeId id, const std::string& why) {
  std::string& conflict = nodes_[find(id)].conflict;
  if (!conflict.empty()) return;
  conflict = why;
  changed_ = true;
}

std::uint64_t PointsTo::size_of(clang::QualType type) const {
  if (type.isNull() || type->isIncompleteType() || type->isFunctionType()) return 0;
  if (type->isVariableArrayType()) return 0;
  return static_cast<std::uint64_t>(unit_.ast().getTypeSizeInChars(type).getQuantity());
}

/// Is a scalar of one type, stored, a value of the other (modulo the sign of integers)? Are arrays
/// and structs laid out alike?
bool PointsTo::agree(clang::QualType a, clang::QualType b) const {
  if (a == b) return true;
  if (a->isPointerType() && b->isPointerType()) {
    return a->isFunctionPointerType() == b->isFunctionPointerType();
  }
  if (a->isIntegralOrEnumerationType() && b->isIntegralOrEnumerationType()) {
    return a->isBooleanType() == b->isBooleanType() && size_of(a) == size_of(b);
  }
  const auto* first = unit_.ast().getAsArrayType(a);
  const auto* second = unit_.ast().getAsArrayType(b);
  if (first == nullptr || second == nullptr) return false;
  return agree(plain(first->getElementType()), plain(second->getElementType()));
}

void PointsTo::give_type(NodeId id, clang::QualType qualified, clang::SourceLocation where) {
  const clang::QualType type = plain(qualified);
  if (type->isVoidType() || type->isFunctionType() || type->isIncompleteType()) {
    if (!type->isIncompleteArrayType()) return;
  }
  id = find(id);
  if (nodes_[id].shape == Shape::Unknown) {
    shape_as(id, type, where);
    changed_ = true;
  } else if (nodes_[id].shape == Shape::Flat) {
    see(id, type);
  } else if (!agree(nodes_[id].type, type)) {
    collapse(id);
    see(id, type);
  } else if (const auto* array = unit_.ast().getAsArrayType(type)) {
    const auto* fixed = unit_.ast().getAsConstantArrayType(type);
    nodes_[id].lengths.insert(fixed != nullptr ? fixed->getSize().getZExtValue() : 0);
    give_type(element(id), array->getElementType(), where);
  }
}

void PointsTo::shape_as(NodeId id, clang::QualType type, clang::SourceLocation where) {
  nodes_[id].type = type;
  if (const auto* array = unit_.ast().getAsArrayType(type)) {
    nodes_[id].shape = Shape::Array;
    const auto* fixed = unit_.ast().getAsConstantArrayType(type);
    nodes_[id].lengths.insert(fixed != nullptr ? fixed->getSize().getZExtValue() : 0);
    give_type(element(id), array->getElementType(), where);
  } else if (type->isUnionType()) {
    nodes_[id].type = {};
    nodes_[id].shape = Shape::Flat;
    nodes_[id].indexed = true;
    see(id, type);
  } else if (const auto* record = type->getAs<clang::RecordType>()) {
    nodes_[id].shape = Shape::Record;
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      const NodeId child = fresh();
      nodes_[find(id)].fields[member] = child;
      nodes_[child].containers.push_back(id);
      give_type(child, member->getType(), where);
    }
  } else {
    nodes_[id].shape = Shape::Scalar;
  }
}

/// The memory from `id` down, and all that may meet it, is a row of cells from now on.
void PointsTo::collapse(NodeId id) {
  id = find(id);
  if (nodes_[id].shape == Shape::Flat) return;
  changed_ = true;
  ++collapsing_;
  const Node old = nodes_[id];
  Node& node = nodes_[id];
  node.shape = Shape::Flat;
  node.indexed = true;
  node.type = {};
  node.element = none;
  node.fields.clear();
  if (old.shape != Shape::Unknown) see(id, old.type);
  // All of it is joined, and what it points to. Said before a part becomes flat, which would make a
  // pointee of its own, typed, which becomes flat when it is joined, and so on for ever.
  const auto lend_pointee = [&](NodeId part) {
    NodeId& own = nodes_[find(part)].pointee;
    if (own == none) own = nodes_[find(id)].pointee;
  };
  for (const auto& [member, child] : old.fields) {
    see_offset(id, unit_.ast().getFieldOffset(member) / 8);
    if (member->isBitField()) nodes_[find(id)].has_bits = true;
    lend_pointee(child);
    collapse(child);
    join(id, child);
  }
  if (old.element != none) {
    lend_pointee(old.element);
    collapse(old.element);
    join(id, old.element);
  }
  --collapsing_;
}

/// Flat memory is accessed as `type` (or part of it is seen as such, if that is no scalar).
void PointsTo::see(NodeId id, clang::QualType qualified) {
  const clang::QualType type = plain(qualified);
  if (type->isVoidType() || type->isFunctionType()) return;
  if (const auto* array = unit_.ast().getAsArrayType(type)) {
    if (const std::uint64_t size = size_of(type); size > 0) {
      std::uint64_t& largest = nodes_[find(id)].largest;
      changed_ = changed_ || size > largest;
      largest = std::max(largest, size);
    }
    see_offset(id, size_of(array->getElementType()));
    return;
  }
  const std::uint64_t size = size_of(type);
  if (size == 0) return;
  see_offset(id, size);
  id = find(id);
  changed_ = changed_ || size > nodes_[id].largest;
  nodes_[id].largest = std::max(nodes_[id].largest, size);
  if (type->isRecordType()) return;
  const auto known = [&](clang::QualType one) { return agree(one, type); };
  if (std::ranges::none_of(nodes_[id].views, known)) {
    nodes_[id].views.push_back(type);
    changed_ = true;
  }
  if (!is_pointer(type)) return;
  // Structs that lead to each other in more than one way become flat, and what they lead to,
  // without end. Deep down they lead to themselves, which only joins more.
  constexpr unsigned deep = 50;
  if (collapsing_ > deep && nodes_[id].pointee == none) nodes_[id].pointee = id;
  give_type(pointee(id), type->getPointeeType(), {});
}

void PointsTo::see_offset(NodeId id, std::uint64_t bytes) {
  id = find(id);
  const std::uint64_t granule = std::gcd(nodes_[id].granule, bytes);
  changed_ = changed_ || granule != nodes_[id].granule;
  nodes_[id].granule = granule;
}

/// What may be copied out of typed memory is accessed in the flat memory it is copied to.
void PointsTo::see_leaves(NodeId flat, NodeId typed) {
  std::vector<NodeId> work = {typed};
  while (!work.empty()) {
    const NodeId node = find(work.back());
    work.pop_back();
    if (nodes_[node].shape == Shape::Scalar) {
      see(flat, nodes_[node].type);
      if (is_pointer(nodes_[node].type)) join(pointee(flat), pointee(node));
    } else if (nodes_[node].shape == Shape::Flat) {
      copy_flat(flat, node);
    }
    if (nodes_[node].element != none) work.push_back(nodes_[node].element);
    for (const auto& [member, child] : nodes_[node].fields) work.push_back(child);
  }
}

void PointsTo::unite(NodeId left, NodeId right, std::vector<std::pair<NodeId, NodeId>>& work) {
  changed_ = true;
  const Node from = nodes_[right];
  nodes_[right].parent = left;
  Node& into = nodes_[left];
  into.indexed = into.indexed || from.indexed;
  into.walked = into.walked || from.walked;
  if (into.conflict.empty()) into.conflict = from.conflict;
  into.containers.insert(into.containers.end(), from.containers.begin(), from.containers.end());
  into.lengths.insert(from.lengths.begin(), from.lengths.end());
  into.granule = std::gcd(into.granule, from.granule);
  into.largest = std::max(into.largest, from.largest);
  into.has_bits = into.has_bits || from.has_bits;
  if (into.pointee == none) {
    into.pointee = from.pointee;
  } else if (from.pointee != none) {
    work.emplace_back(into.pointee, from.pointee);
  }
  if (into.element == none) {
    into.element = from.element;
  } else if (from.element != none) {
    work.emplace_back(into.element, from.element);
  }
  for (const auto& [field, child] : from.fields) {
    const auto [place, added] = into.fields.emplace(field, child);
    if (!added) work.emplace_back(place->second, child);
  }
  for (const clang::QualType view : from.views) see(left, view);
}

void PointsTo::join(NodeId a, NodeId b) {
  std::vector<std::pair<NodeId, NodeId>> work = {{a, b}};
  while (!work.empty()) {
    auto [left, right] = work.back();
    work.pop_back();
    left = find(left);
    right = find(right);
    if (left == right) continue;
    if (decided_ && storages_.contains(left) && storages_.contains(right)) {
      refuse({}, "pointers that meet where the analysis of pointers did not see it");
    }
    // What is known stays in place; of two unknowns, the older.
    const bool both = nodes_[left].shape == Shape::Unknown && nodes_[right].shape == Shape::Unknown;
    if (both ? right < left : nodes_[left].shape == Shape::Unknown) std::swap(left, right);
    const Node& into = nodes_[left];
    const Node& from = nodes_[right];
    if (from.shape != Shape::Unknown) {
      const bool flat = into.shape == Shape::Flat || from.shape == Shape::Flat;
      if (flat || into.shape != from.shape || !agree(into.type, from.type)) {
        // As in collapse: they share what they point to from the start.
        NodeId& first = nodes_[left].pointee;
        if (first == none) first = nodes_[right].pointee;
        collapse(left);
        NodeId& second = nodes_[find(right)].pointee;
        if (second == none) second = nodes_[find(left)].pointee;
        collapse(right);
        left = find(left);
        right = find(right);
        if (left == right) continue;
      }
    }
    unite(left, right, work);
  }
}

/// Both are accessed as either is: then their cells are of one size, and pointers move with them.
void PointsTo::copy_flat(NodeId to, NodeId from) {
  if (!is_flat(to)) std::swap(to, from);
  if (!is_flat(from)) return see_leaves(to, from);
  const std::vector<clang::QualType> here = nodes_[find(to)].views;
  const std::vector<clang::QualType> there = nodes_[find(from)].views;
  for (const clang::QualType view : there) see(to, view);
  for (const clang::QualType view : here) see(from, view);
  see_offset(to, nodes_[find(from)].granule);
  see_offset(from, nodes_[find(to)].granule);
  if (nodes_[find(to)].has_bits) set(nodes_[find(from)].has_bits);
  if (nodes_[find(from)].has_bits) set(nodes_[find(to)].has_bits);
  const bool pointers = nodes_[find(to)].pointee != none || nodes_[find(from)].pointee != none;
  if (pointers) join(pointee(to), pointee(from));
}

/// What pointers inside `from` point to, pointers inside `to` may now point to.
void PointsTo::copy(NodeId to, NodeId from) {
  to = find(to);
  from = find(from);
  if (to == from || nodes_[to].shape == Shape::Unknown || nodes_[from].shape == Shape::Unknown) {
    return;  // looked at again in the next round
  }
  if (is_flat(to) || is_flat(from)) return copy_flat(to, from);
  if (!agree(nodes_[to].type, nodes_[from].type)) {
    collapse(to);
    collapse(from);
    return copy_flat(to, from);
  }
  if (nodes_[to].shape == Shape::Scalar && is_pointer(nodes_[to].type)) {
    join(pointee(to), pointee(from));
  } else if (nodes_[to].shape == Shape::Record) {
    const auto fields = nodes_[to].fields;
    for (const auto& [field, child] : fields) copy(child, this->field(from, field));
  } else if (nodes_[to].shape == Shape::Array) {
    copy(element(to), element(from));
  }
}

NodeId PointsTo::variable(const clang::VarDecl* declaration) {
  const clang::VarDecl* canonical = declaration->getCanonicalDecl();
  const auto found = variables_.find(canonical);
  if (found != variables_.end()) return found->second;
  const NodeId node = fresh();
  variables_[canonical] = node;
  give_type(node, declaration->getType(), declaration->getLocation());
  Object object;
  object.root = node;
  object.name = il_name(declaration);
  object.variable = canonical;
  objects_.push_back(object);
  return node;
}

NodeId PointsTo::pointee(NodeId scalar) {
  scalar = find(scalar);
  if (nodes_[scalar].pointee == none) {
    const NodeId node = fresh();
    nodes_[scalar].pointee = node;
    const clang::QualType type = nodes_[scalar].type;
    const bool typed = nodes_[scalar].shape == Shape::Scalar && is_pointer(type);
    if (typed) give_type(node, type->getPointeeType(), {});
  }
  return find(nodes_[scalar].pointee);
}

NodeId PointsTo::field(NodeId record, const clang::FieldDecl* field) {
  give_type(record, unit_.ast().getRecordType(field->getParent()), field->getLocation());
  record = find(record);
  if (nodes_[record].shape == Shape::Flat) {
    see_offset(record, unit_.ast().getFieldOffset(field) / 8);
    if (field->isBitField()) set(nodes_[record].has_bits);
    return record;
  }
  const auto found = nodes_[record].fields.find(field);
  if (found != nodes_[record].fields.end()) return find(found->second);
  const NodeId node = fresh();
  nodes_[record].fields[field] = node;
  nodes_[node].containers.push_back(record);
  return node;
}

NodeId PointsTo::element(NodeId array) {
  array = find(array);
  if (nodes_[array].shape == Shape::Flat) return array;
  if (nodes_[array].element == none) {
    const NodeId node = fresh();
    nodes_[node].indexed = true;
    nodes_[node].containers.push_back(array);
    nodes_[array].element = node;
  }
  return find(nodes_[array].element);
}

NodeId PointsTo::result(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = definition(function);
  const auto found = results_.find(defined);
  if (found != results_.end()) return found->second;
  const NodeId node = fresh();
  results_[defined] = node;
  give_type(node, function->getReturnType(), function->getLocation());
  return node;
}

NodeId PointsTo::allocation(const clang::Expr* site, clang::QualType type) {
  const auto found = allocations_.find(site);
  if (found != allocations_.end()) return find(found->second);
  const NodeId node = fresh();
  allocations_[site] = node;
  if (!type.isNull()) give_type(node, type, site->getBeginLoc());
  Object object;
  object.kind = isa<clang::StringLiteral>(site) ? Object::Kind::String : Object::Kind::Allocation;
  object.root = node;
  object.name = object.kind == Object::Kind::String ? "string" : "heap";
  // A function may be called several times, and so may what stands in a loop.
  const bool runs_once = current_ != nullptr && is_main(current_) && !graph_->reentrant(current_) &&
                         !graph_->called(current_);
  object.many = object.kind == Object::Kind::Allocation && (repeated_.contains(site) || !runs_once);
  objects_.push_back(object);
  return node;
}

}  // namespace pawl::frontend::c
