// SPDX-License-Identifier: Apache-2.0
//
// Lvalues, and where their values live. A scalar of a class that consists of one variable is an IL
// variable; an element of an array has its indices as keys; a class with several objects has the
// object as its first key. A pointer is the object's number (0: null) and, if its class has
// indices, the index.
#include <clang/AST/Attr.h>

#include "frontends/c/lower/lowering.h"
#include "frontends/c/lower/names.h"
#include "gcl/build.h"
#include "gcl/builtin.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;
using gcl::Kind;

bool Lowering::lives_in_memory(const clang::VarDecl* var) {
  return var->hasGlobalStorage() || points_to_.address_taken(var->getCanonicalDecl()) ||
         points_to_.storage(points_to_.variable(var)).only == nullptr;
}

/// The IL name of a variable. Locals nobody points to have one per activation; the others have one
/// for the whole program: two activations of a function are never alive at once (recursion is not
/// inlined).
std::string Lowering::stem_of(const clang::VarDecl* var) {
  const clang::VarDecl* canonical = var->getCanonicalDecl();
  const auto in_memory = memory_names_.find(canonical);
  if (in_memory != memory_names_.end()) return in_memory->second;
  const bool shared = var->hasGlobalStorage() || points_to_.address_taken(canonical);
  if (shared) {
    std::string name = il_name(var);
    if (var->isStaticLocal() || !var->hasGlobalStorage()) {
      if (const auto* function = dyn_cast<clang::FunctionDecl>(var->getDeclContext())) {
        name = il_name(function) + "$" + name;
      }
    }
    return memory_names_[canonical] = unique_name(name);
  }
  const auto known = frame().names.find(canonical);
  if (known != frame().names.end()) return known->second;
  std::string plain = frame().prefix + il_name(var);
  if (gcl::is_reserved(plain)) plain += "$";
  std::string name = plain;
  for (int i = 2; locals_.contains(name) || reserved_.contains(name) || names_taken_.contains(name);
       ++i) {
    name = plain + "$" + std::to_string(i);
  }
  // Arrays and structs have no IL variable of this very name; keep it for them all the same.
  reserved_.insert(name);
  frame().names[canonical] = name;
  return name;
}

Expr Lowering::object_of(const clang::VarDecl* var) {
  if (!frames_.empty()) {
    const auto own = frame().objects.find(var->getCanonicalDecl());
    if (own != frame().objects.end()) return own->second;
  }
  const std::size_t number_of_object =
      points_to_.object_number(points_to_.variable(var->getCanonicalDecl()));
  return number(static_cast<std::int64_t>(number_of_object));
}

Location Lowering::variable(const clang::VarDecl* var) {
  Location result;
  result.variable = var->getCanonicalDecl();
  result.node = points_to_.variable(var);
  result.type = var->getType();
  result.object = object_of(var);
  result.stem = stem_of(var);
  enter(result, result.node, number(0));
  enter_flat(result);
  return result;
}

/// From here on the last index counts cells.
void Lowering::enter_flat(Location& part) {
  if (!points_to_.is_flat(part.node)) return;
  const bool sized = !part.type->isIncompleteType() && !part.type->isVariableArrayType();
  part.flat_size = sized ? ast_.getTypeSizeInChars(part.type).getQuantity() : 0;
}

Location Lowering::result_location(const Frame& of) {
  Location result;
  result.node = points_to_.result(of.function);
  result.type = of.function->getReturnType();
  result.stem = of.result_stem;
  if (points_to_.is_flat(result.node)) result.indices = {number(0)};
  enter_flat(result);
  return result;
}

Location Lowering::element(const Location& array, Expr index, clang::QualType array_type) {
  Location result = array;
  const clang::ArrayType* type = ast_.getAsArrayType(array_type);
  PAWL_ASSERT(type != nullptr, "an element should be of an array");
  result.type = type->getElementType();
  if (points_to_.is_flat(array.node)) {
    const Expr distance = scaled(cells(result.type, array.node), index);
    result.indices.back() = gcl::mk_add(context_, array.indices.back(), distance);
    return result;
  }
  result.node = points_to_.element(array.node);
  enter(result, array.node, index);
  return result;
}

Location Lowering::field(const Location& record, const clang::FieldDecl* member) {
  Location result = record;
  result.type = member->getType();
  if (record.type.isVolatileQualified()) result.type.addVolatile();
  if (member->isBitField()) result.bits = member;
  if (points_to_.is_flat(record.node)) {
    const std::uint64_t bit = ast_.getFieldOffset(member);
    const auto unit = static_cast<std::uint64_t>(points_to_.unit_size(record.node));
    result.first_bit = static_cast<unsigned>(bit % 8);
    const auto distance = static_cast<std::int64_t>(bit / 8 / unit);
    result.indices.back() = gcl::mk_add(context_, record.indices.back(), number(distance));
    return result;
  }
  result.node = points_to_.field(record.node, member);
  result.path += "$" + il_name(member);
  if (member->getName().empty() && !member->isBitField()) {
    result.path += "anonymous" + std::to_string(member->getFieldIndex());
  }
  enter(result, record.node, number(0));
  enter_flat(result);
  return result;
}

Location Lowering::dereference(const Pointer& pointer, NodeId node, clang::QualType type,
                               const clang::Expr* where) {
  need_valid(pointer, node, type, where);
  if (const std::string& why = points_to_.conflict(node); !why.empty()) {
    refuse(where->getSourceRange(), "following this pointer (" + why + ")",
           "memory with more than one view of it is not modelled");
  }
  Location result;
  result.node = node;
  result.type = type;
  result.object = pointer.object;
  const Pointer full = shaped(pointer, node);
  result.indices = full.outer;
  if (full.offset) result.indices.push_back(full.offset);
  return result;
}

Location Lowering::location(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  here_ = place(e);
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(e)) {
    if (const auto* var = dyn_cast<clang::VarDecl>(name->getDecl())) return variable(var);
    refuse(e->getSourceRange(), "'" + name->getDecl()->getNameAsString() + "' used as a variable");
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_Deref) {
      const Pointer base = pointer(unary->getSubExpr());
      return dereference(base, points_to_.location(e), e->getType(), e);
    }
    if (unary->getOpcode() == clang::UO_Extension) return location(unary->getSubExpr());
  }
  if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(e)) {
    const clang::Expr* base = index->getBase()->IgnoreParens();
    if (const auto* decay = dyn_cast<clang::ImplicitCastExpr>(base);
        decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
      Location array;
      Expr at;
      evaluate_operands(
          {operand(decay->getSubExpr(), array, [&] { return location(decay->getSubExpr()); }),
           operand(index->getIdx(), at, [&] { return integer(index->getIdx()); })},
          place(e));
      here_ = place(e);
      check_index(array, decay->getSubExpr()->getType(), at);
      return element(array, at, decay->getSubExpr()->getType());
    }
    return dereference(element_pointer(index), points_to_.location(e), e->getType(), e);
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
    const auto* member_field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (member_field == nullptr) refuse(e->getSourceRange(), "this member");
    if (!member->isArrow()) return field(location(member->getBase()), member_field);
    const Pointer base = pointer(member->getBase());
    const clang::QualType record = member->getBase()->getType()->getPointeeType();
    return field(dereference(base, points_to_.target(member->getBase()), record, e), member_field);
  }
  if (e->isPRValue() && e->getType()->isRecordType() && !isa<clang::CompoundLiteralExpr>(e)) {
    return record(e);
  }
  if (const auto* literal = dyn_cast<clang::StringLiteral>(e)) return string_location(literal);
  if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(e)) {
    refuse(literal->getSourceRange(), "a compound literal", "declare a variable instead");
  }
  refuse(e->getSourceRange(), std::string("the lvalue ") + e->getStmtClassName());
}

/// base + index, of base[index].
Pointer Lowering::element_pointer(const clang::ArraySubscriptExpr* e) {
  Pointer start;
  Expr index;
  evaluate_operands({operand(e->getBase(), start, [&] { return pointer(e->getBase()); }),
                     operand(e->getIdx(), index, [&] { return integer(e->getIdx()); })},
                    place(e));
  here_ = place(e);
  return moved(start, index, e->getBase());
}

/// The text of a literal, written where it is used: nobody may change it.
Location Lowering::string_location(const clang::StringLiteral* literal) {
  Location result;
  result.node = points_to_.allocation(literal, literal->getType());
  result.type = literal->getType();
  const std::size_t object = points_to_.object_number(points_to_.allocation_root(literal));
  result.object = number(static_cast<std::int64_t>(object));
  if (points_to_.is_flat(result.node)) result.indices = {number(0)};
  enter_flat(result);
  initialise_string(result, literal);
  return result;
}

Pointer Lowering::address(const Location& of, const clang::Expr* where) {
  if (!of.object) refuse(where->getSourceRange(), "the address of a temporary");
  if (where != nullptr) need_one_size(of, where);
  Pointer result{of.object, Expr()};
  if (!of.indices.empty()) {
    result.outer.assign(of.indices.begin(), of.indices.end() - 1);
    result.offset = of.indices.back();
  }
  return shaped(result, of.node);
}

std::string Lowering::suffix(Part part) {
  if (part == Part::Value) return "";
  if (part == Part::Object) return "$obj";
  if (part == Part::Offset) return "$off";
  return "$off" + std::to_string(static_cast<unsigned>(part));
}

Pointer Lowering::shaped(Pointer pointer, NodeId target) {
  const std::size_t rank = points_to_.rank(target);
  if (rank == 0) return {pointer.object, Expr()};
  if (!pointer.offset) pointer.offset = number(0);
  while (pointer.outer.size() + 1 < rank) pointer.outer.insert(pointer.outer.begin(), number(0));
  return pointer;
}

Pointer Lowering::saved(const Pointer& pointer, const SourceRange& range) {
  Pointer result{saved(pointer.object, range), Expr()};
  if (pointer.offset) result.offset = saved(pointer.offset, range);
  for (const Expr index : pointer.outer) result.outer.push_back(saved(index, range));
  return result;
}

/// All in a class have as many indices: who needs fewer has zeros in front.
void Lowering::enter(Location& part, NodeId whole, Expr own_index) {
  const bool is_root = points_to_.find(part.node) == points_to_.find(whole);
  const std::size_t above = is_root ? 0 : points_to_.rank(whole);
  const bool own = points_to_.indexed(part.node);
  const std::size_t natural = above + (own ? 1 : 0);
  const std::size_t rank = points_to_.rank(part.node);
  if (own && own_index) part.indices.push_back(own_index);
  for (std::size_t i = natural; i < rank; ++i) {
    part.indices.insert(part.indices.begin(), number(0));
  }
}

/// What the IL variable of a value is called, and the keys that lead to the value in it.
Lowering::Leaf Lowering::leaf_of(const Location& at, Part part, std::vector<Expr>& keys) {
  const Storage& storage = points_to_.storage(at.node);
  Leaf leaf;
  leaf.own =
      at.variable != nullptr && storage.only != nullptr && storage.only->variable == at.variable;
  const bool is_result = at.variable == nullptr && !at.stem.empty();
  if (leaf.own || is_result) {
    leaf.name = at.stem + at.path;
  } else if (storage.only != nullptr) {
    leaf.name = stem_of(storage.only->variable) + storage.path;
  } else {
    leaf.name = memory_name(storage.name);
    if (storage.by_object) keys.push_back(at.object ? at.object : number(0));
  }
  // A whole array inside a struct has fewer indices than there are dimensions.
  const std::size_t depth = keys.size() + std::max(at.indices.size(), storage.dimensions);
  keys.insert(keys.end(), at.indices.begin(), at.indices.end());
  leaf.sort = part == Part::Value ? sort_of(at.type) : context_.int_sort();
  for (std::size_t i = 0; i < depth; ++i) {
    leaf.sort = context_.map_sort(context_.int_sort(), leaf.sort);
  }
  leaf.name += suffix(part);
  leaf.is_local = is_result || (leaf.own && !lives_in_memory(at.variable));
  return leaf;
}

Expr Lowering::leaf(const Location& at, Part part, std::vector<Expr>& keys) {
  const Leaf found = leaf_of(at, part, keys);
  const Storage& storage = points_to_.storage(at.node);
  const bool is_result = at.variable == nullptr && !at.stem.empty();
  if (storage.by_object && storage.only == nullptr && !is_result) by_object_.insert(found.name);
  const Expr var = found.is_local ? local(found.name, found.sort) : global(found.name, found.sort);
  if (!found.is_local) memory_nodes_.emplace(found.name, at.node);
  note_name(var, at, part, storage, found.own);
  return var;
}

/// Null when the program has no such variable.
Expr Lowering::existing_leaf(const Location& at, Part part, std::vector<Expr>& keys) {
  const Storage& storage = points_to_.storage(at.node);
  const bool known = storage.only != nullptr ? is_lowered(storage.only->variable, frame())
                                             : memory_classes_.contains(storage.name);
  if (!known) return {};
  const Leaf found = leaf_of(at, part, keys);
  const auto& variables = found.is_local ? locals_ : globals_;
  const auto var = variables.find(found.name);
  const bool same = var != variables.end() && var->second.sort() == found.sort;
  return same ? var->second : Expr();
}

std::string Lowering::memory_name(const std::string& storage) {
  const auto found = memory_classes_.find(storage);
  if (found != memory_classes_.end()) return found->second;
  return memory_classes_[storage] = unique_name(storage);
}

/// How people write it.
void Lowering::note_name(Expr var, const Location& at, Part part, const Storage& storage,
                         bool own) {
  if (part != Part::Value) return;
  SourceName source;
  std::string path = own ? at.path : storage.path;
  for (char& c : path) c = c == '$' ? '.' : c;
  source.is_pointer = at.type->isPointerType();
  if (own && (frames_.size() == 1 || at.variable->hasGlobalStorage())) {
    source.kind = storage.dimensions == 0 ? SourceName::Kind::Variable : SourceName::Kind::Array;
    source.text = at.variable->getNameAsString() + path;
    source.declared = unit_.place(at.variable->getLocation());
  } else if (storage.only == nullptr && at.stem.empty()) {
    source.kind = SourceName::Kind::Memory;
    source.text = path;
  } else {
    return;
  }
  lowered_.names[procedure_name_].emplace(var.name(), source);
}

Expr Lowering::read_part(const Location& at, Part part) {
  std::vector<Expr> keys;
  Expr value = leaf(at, part, keys);
  for (const Expr key : keys) value = gcl::mk_select(context_, value, key);
  return value;
}

/// What memory holds is in the range of its cells, since all that is written is (`write`), and so
/// is what memory holds that nobody has written. Havocked maps say that of no cell, so it is said
/// of those that are read.
Expr Lowering::read(const Location& at) {
  if (at.variable != nullptr && at.path.empty() && at.indices.empty() && !is_volatile(at)) {
    const auto found = frame().substituted.find(at.variable);
    if (found != frame().substituted.end()) return found->second;
  }
  if (at.type->isRealFloatingType()) allow_float({});
  if (at.type->isRecordType()) refuse_here("a struct as a number", "see frontends/c/SUPPORTED.md");
  if (at.type.isVolatileQualified() && approximation_ == Approximation::Over) {
    not_exact(here_, "the value of a volatile variable");  // any value, every time
    const Expr unknown = temporary("volatile", sort_of(at.type));
    emit(gcl::make_havoc({unknown}, here_));
    if (unknown.sort().is_real()) return unknown;
    emit_assume(arithmetic_.in_range(unknown, stored_type(at)), here_);
    return unknown;
  }
  if (!is_one_cell(at)) return read_flat(at);
  const Expr value = read_part(at, Part::Value);
  if (!at.type->isIntegralOrEnumerationType()) return value;
  const IntType stored = stored_type(at);
  if (is_unwritten(at, value) || at.bits != nullptr) {
    const Expr fits = arithmetic_.in_range(value, stored);
    if (!fits.is_true()) emit_assume(fits, here_);
  }
  return at.bits != nullptr ? value : arithmetic_.convert(value, stored, int_type(at.type, {}));
}

Pointer Lowering::read_pointer(const Location& at) {
  if (at.variable != nullptr && at.path.empty() && at.indices.empty()) {
    const auto found = frame().substituted_pointers.find(at.variable);
    if (found != frame().substituted_pointers.end()) return found->second;
  }
  if (!is_one_cell(at)) return read_flat_pointer(at);
  const bool unknown = is_volatile(at) && approximation_ == Approximation::Over;
  if (unknown) lowered_.exact = false;  // any value, every time
  const auto part_of = [&](Part part) {
    if (!unknown) return read_part(at, part);
    const Expr value = temporary("volatile");
    emit(gcl::make_havoc({value}, here_));
    return value;
  };
  Pointer result{part_of(Part::Value), Expr()};
  const std::size_t parts = pointer_parts(at);
  if (parts > 0) result.offset = part_of(Part::Offset);
  for (std::size_t i = 1; i < parts; ++i) {
    result.outer.push_back(part_of(static_cast<Part>(i + 1)));
  }
  return result;
}

void Lowering::write_part(const Location& at, Part part, Expr value, const SourceRange& range) {
  std::vector<Expr> keys;
  const Expr target = leaf(at, part, keys);
  // The maps on the way down, then the stores on the way up.
  std::vector<Expr> maps = {target};
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    maps.push_back(gcl::mk_select(context_, maps.back(), keys[i]));
  }
  for (std::size_t i = keys.size(); i-- > 0;) {
    value = gcl::mk_store(context_, maps[i], keys[i], value);
  }
  emit_assign(target, value, range);
}

Expr Lowering::write(const Location& at, Expr value, const SourceRange& range) {
  if (at.type->isRealFloatingType()) allow_float({});
  const bool number_type = at.type->isIntegralOrEnumerationType();
  if (!number_type) {
    if (!is_one_cell(at)) need_numbers(at);
    write_part(at, Part::Value, value, range);
    return value;
  }
  const IntType type = int_type(at.type, {});
  // A constant tells whether it is in range; other values are by construction.
  if (value.is(Kind::IntConst)) value = arithmetic_.convert(value, {128, true}, type);
  const bool one = is_one_cell(at);
  const IntType stored = one ? stored_type(at) : stored_in_bytes(at);
  const bool less = at.bits != nullptr && stored.bits < type.bits;
  if (less) value = saved(value, range);
  if (one) {
    write_part(at, Part::Value, arithmetic_.convert(value, type, stored), range);
  } else {
    write_flat(at, value, range);
  }
  return less ? arithmetic_.convert(value, type, stored) : value;
}

void Lowering::write_pointer(const Location& at, const Pointer& value, const SourceRange& range) {
  const bool to_function = at.type->isFunctionPointerType();
  Pointer full =
      to_function ? Pointer{value.object, Expr()} : shaped(value, points_to_.pointee(at.node));
  if (!is_one_cell(at)) {
    write_flat_pointer(at, full, range);
    return;
  }
  const Held held(*this, full);  // p = p->next: the first part that is written changes the others
  Location to = at;
  const Held held_place(*this, to);
  write_part(to, Part::Value, full.object, range);
  if (full.offset) write_part(to, Part::Offset, full.offset, range);
  for (std::size_t i = 0; i < full.outer.size(); ++i) {
    write_part(to, static_cast<Part>(i + 2), full.outer[i], range);
  }
}

void Lowering::for_each_leaf(const Location& at,
                             const std::function<void(const Location&, Part)>& visit) {
  if (points_to_.is_flat(at.node)) return for_each_cell(at, true, visit);
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (!member->isUnnamedBitfield()) for_each_leaf(field(at, member), visit);
    }
    return;
  }
  if (ast_.getAsArrayType(at.type) != nullptr) {
    Location inner = at;
    inner.node = points_to_.element(at.node);
    inner.type = ast_.getAsArrayType(at.type)->getElementType();
    enter(inner, at.node, Expr());  // all of them: no index
    for_each_leaf(inner, visit);
    return;
  }
  for_each_part(at, visit);
}

/// A part of a struct; of a volatile one any value, if it is not a whole array.
Expr Lowering::read_leaf(const Location& at, Part part) {
  const Expr value = read_part(at, part);
  if (!is_volatile(at) || approximation_ == Approximation::Under) return value;
  lowered_.exact = false;
  const Expr unknown = temporary("volatile", value.sort());
  emit(gcl::make_havoc({unknown}, here_));
  if (part == Part::Value && at.type->isIntegralOrEnumerationType() && unknown.sort().is_int()) {
    emit_assume(arithmetic_.in_range(unknown, int_type(at.type, {})), here_);
  }
  return unknown;
}

/// All reads are of the state before: one may be part of the other, and the place that is written
/// to may depend on what is written.
void Lowering::copy(const Location& to, const Location& from, const SourceRange& range) {
  here_ = range;
  std::vector<CopiedPart> copies;
  collect_copies(to, from, copies);
  write_all(copies, range);
}

void Lowering::collect_copies(const Location& to, const Location& from,
                              std::vector<CopiedPart>& copies) {
  const bool to_flat = points_to_.is_flat(to.node);
  const bool from_flat = points_to_.is_flat(from.node);
  const auto both = [&](const auto& each) {
    const std::size_t first = copies.size();
    each(to, [&](const Location& one, Part part) { copies.push_back({one, part, {}, false, {}}); });
    std::size_t next = first;
    each(from, [&](const Location& one, Part part) {
      PAWL_ASSERT(next < copies.size(), "both sides of a copy should have the same parts");
      copies[next++].value = copied_part(one, part);
    });
  };
  const bool record = to.type->isRecordType();
  if (to_flat && from_flat && (record || to.type->isArrayType())) {
    const bool rows = is_whole_row(to) && is_whole_row(from);
    return both([&](const Location& at, const auto& visit) { for_each_cell(at, rows, visit); });
  }
  if (record) {
    for (const clang::FieldDecl* member :
         to.type->getAs<clang::RecordType>()->getDecl()->fields()) {
      if (member->isUnnamedBitfield()) continue;
      collect_copies(field(to, member), field(from, member), copies);
    }
    return;
  }
  if (const auto* array = ast_.getAsConstantArrayType(to.type); array && to_flat != from_flat) {
    const std::uint64_t count = array->getSize().getZExtValue();
    for (std::uint64_t i = 0; i < count; ++i) {
      const Expr index = number(static_cast<std::int64_t>(i));
      collect_copies(element(to, index, to.type), element(from, index, from.type), copies);
    }
    return;
  }
  if (to_flat == from_flat) {
    return both([&](const Location& at, const auto& visit) { for_each_leaf(at, visit); });
  }
  CopiedPart copied{to, Part::Value, {}, true, {}};
  if (to.type->isPointerType()) {
    copied.pointer = read_pointer(from);
  } else {
    copied.value = read(from);
  }
  copies.push_back(copied);
}

/// In range, as what is read is.
Expr Lowering::copied_part(const Location& at, Part part) {
  const Expr value = read_leaf(at, part);
  const bool number_type = part == Part::Value && at.type->isIntegralOrEnumerationType();
  const bool marks = points_to_.is_flat(at.node) && points_to_.holds_pointers(at.node);
  if (!number_type || marks || value.sort().is_map() || !is_unwritten(at, value)) return value;
  const Expr fits = arithmetic_.in_range(value, stored_type(at));
  if (!fits.is_true()) emit_assume(fits, here_);
  return value;
}

/// May it be memory that nobody has written since it was made, or havocked as a whole? Variables
/// are known to be in range since they were last set.
bool Lowering::is_unwritten(const Location& at, Expr value) {
  const bool is_result = at.variable == nullptr && !at.stem.empty();
  return value.is(Kind::Select) ||
         (value.is(Kind::Var) && !is_result && points_to_.storage(at.node).only == nullptr);
}

void Lowering::write_all(std::vector<CopiedPart>& copies, const SourceRange& range) {
  std::set<std::string> written;
  bool mixed = false;
  for (const CopiedPart& one : copies) {
    std::vector<Expr> keys;
    mixed = mixed || one.is_value;
    if (!one.is_value) written.insert(leaf(one.to, one.part, keys).name());
  }
  const auto changes = [&](Expr term) {
    return mixed || std::ranges::any_of(gcl::free_vars(term),
                                        [&](Expr var) { return written.contains(var.name()); });
  };
  for (CopiedPart& one : copies) {
    if (copies.size() == 1 && !mixed) break;
    if (one.value && changes(one.value)) one.value = saved(one.value, range, "copy");
    if (one.pointer.object) one.pointer = saved(one.pointer, range);
  }
  std::map<Expr, Expr> frozen_keys;  // they are the same for all parts
  const auto freeze = [&](Expr& key) {
    if (!key || !changes(key)) return;
    Expr& frozen = frozen_keys[key];
    if (!frozen) frozen = saved(key, range);
    key = frozen;
  };
  for (CopiedPart& one : copies) {
    freeze(one.to.object);
    for (Expr& index : one.to.indices) freeze(index);
  }
  for (const CopiedPart& one : copies) {
    if (!one.is_value) {
      write_part(one.to, one.part, one.value, range);
    } else if (one.pointer.object) {
      write_pointer(one.to, one.pointer, range);
    } else {
      write(one.to, one.value, range);
    }
  }
}

/// The number the next allocation gets.
Expr Lowering::next_object() { return global("object$next", context_.int_sort()); }

}  // namespace pawl::frontend::c
