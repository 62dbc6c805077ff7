// SPDX-License-Identifier: Apache-2.0
//
// Lvalues, and where their values live. A scalar of a class that consists of one variable is an IL
// variable; an element of an array has its indices as keys; a class with several objects has the
// object as its first key. A pointer is the object's number (0: null) and, if its class has
// indices, the index.
#include "frontends/c/lower/memory.h"

#include <algorithm>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/names.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"
#include "gcl/builtin.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::Expr;
using gcl::Kind;

Memory::Memory(const Rooms& rooms)
    : unit_(rooms.unit),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      lowered_(rooms.lowered),
      code_(rooms.code),
      globals_(rooms.globals),
      types_(rooms.types),
      pointers_(rooms.pointers),
      flat_(rooms.flat),
      lvalues_(rooms.lvalues) {}

bool Memory::lives_in_memory(const clang::VarDecl* var) {
  return var->hasGlobalStorage() || points_to_.address_taken(var->getCanonicalDecl()) ||
         points_to_.storage(points_to_.variable(var)).only == nullptr;
}

/// The IL name of a variable. Locals nobody points to have one per activation; the others have one
/// for the whole program: two activations of a function are never alive at once (recursion is not
/// inlined).
std::string Memory::stem_of(const clang::VarDecl* var) {
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
    return memory_names_[canonical] = globals_.unique_name(name);
  }
  const auto known = code_.frame().names.find(canonical);
  if (known != code_.frame().names.end()) return known->second;
  std::string plain = code_.frame().prefix + il_name(var);
  if (gcl::is_reserved(plain)) plain += "$";
  std::string name = plain;
  for (int i = 2; code_.locals().contains(name) || code_.reserved().contains(name) ||
                  globals_.names_taken().contains(name);
       ++i) {
    name = plain + "$" + std::to_string(i);
  }
  // Arrays and structs have no IL variable of this very name; keep it for them all the same.
  code_.reserved().insert(name);
  code_.frame().names[canonical] = name;
  return name;
}

/// What the IL variable of a value is called, and the keys that lead to the value in it.
Memory::Leaf Memory::leaf_of(const Location& at, Part part, std::vector<Expr>& keys) {
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
    if (storage.by_object) keys.push_back(at.object ? at.object : code_.number(0));
  }
  // A whole array inside a struct has fewer indices than there are dimensions.
  const std::size_t depth = keys.size() + std::max(at.indices.size(), storage.dimensions);
  keys.insert(keys.end(), at.indices.begin(), at.indices.end());
  leaf.sort = part == Part::Value ? types_.sort_of(at.type) : context_.int_sort();
  for (std::size_t i = 0; i < depth; ++i) {
    leaf.sort = context_.map_sort(context_.int_sort(), leaf.sort);
  }
  leaf.name += suffix(part);
  leaf.is_local = is_result || (leaf.own && !lives_in_memory(at.variable));
  return leaf;
}

Expr Memory::leaf(const Location& at, Part part, std::vector<Expr>& keys) {
  const Leaf found = leaf_of(at, part, keys);
  const Storage& storage = points_to_.storage(at.node);
  const bool is_result = at.variable == nullptr && !at.stem.empty();
  if (storage.by_object && storage.only == nullptr && !is_result) by_object_.insert(found.name);
  const Expr var = found.is_local ? code_.local(found.name, found.sort)
                                  : globals_.global(found.name, found.sort);
  if (!found.is_local) memory_nodes_.emplace(found.name, at.node);
  note_name(var, at, part, storage, found.own);
  return var;
}

/// Null when the program has no such variable.
Expr Memory::existing_leaf(const Location& at, Part part, std::vector<Expr>& keys) {
  const Storage& storage = points_to_.storage(at.node);
  const bool known = storage.only != nullptr ? is_lowered(storage.only->variable, code_.frame())
                                             : memory_classes_.contains(storage.name);
  if (!known) return {};
  const Leaf found = leaf_of(at, part, keys);
  const auto& variables = found.is_local ? code_.locals() : globals_.all();
  const auto var = variables.find(found.name);
  const bool same = var != variables.end() && var->second.sort() == found.sort;
  return same ? var->second : Expr();
}

std::string Memory::memory_name(const std::string& storage) {
  const auto found = memory_classes_.find(storage);
  if (found != memory_classes_.end()) return found->second;
  return memory_classes_[storage] = globals_.unique_name(storage);
}

/// How people write it.
void Memory::note_name(Expr var, const Location& at, Part part, const Storage& storage, bool own) {
  if (part != Part::Value) return;
  SourceName source;
  std::string path = own ? at.path : storage.path;
  for (char& c : path) c = c == '$' ? '.' : c;
  source.is_pointer = at.type->isPointerType();
  if (own && (code_.frames().size() == 1 || at.variable->hasGlobalStorage())) {
    source.kind = storage.dimensions == 0 ? SourceName::Kind::Variable : SourceName::Kind::Array;
    source.text = at.variable->getNameAsString() + path;
    source.declared = unit_.place(at.variable->getLocation());
  } else if (storage.only == nullptr && at.stem.empty()) {
    source.kind = SourceName::Kind::Memory;
    source.text = path;
  } else {
    return;
  }
  lowered_.names[code_.procedure()].emplace(var.name(), source);
}

Expr Memory::read_part(const Location& at, Part part) {
  std::vector<Expr> keys;
  Expr value = leaf(at, part, keys);
  for (const Expr key : keys) value = gcl::mk_select(context_, value, key);
  return value;
}

/// What memory holds is in the range of its cells, since all that is written is (`write`), and so
/// is what memory holds that nobody has written. Havocked maps say that of no cell, so it is said
/// of those that are read.
Expr Memory::read(const Location& at) {
  if (at.variable != nullptr && at.path.empty() && at.indices.empty() && !types_.is_volatile(at)) {
    const auto found = code_.frame().substituted.find(at.variable);
    if (found != code_.frame().substituted.end()) return found->second;
  }
  if (at.type->isRealFloatingType()) types_.allow_float({});
  if (at.type->isRecordType())
    code_.refuse_here("a struct as a number", "see frontends/c/SUPPORTED.md");
  if (at.type.isVolatileQualified() && approximation_ == Approximation::Over) {
    code_.not_exact(code_.here(), "the value of a volatile variable");  // any value, every time
    const Expr unknown = code_.temporary("volatile", types_.sort_of(at.type));
    code_.emit(gcl::make_havoc({unknown}, code_.here()));
    if (unknown.sort().is_real()) return unknown;
    code_.emit_assume(arithmetic_.in_range(unknown, flat_.stored_type(at)), code_.here());
    return unknown;
  }
  if (!flat_.is_one_cell(at)) return flat_.read_flat(at);
  const Expr value = read_part(at, Part::Value);
  if (!at.type->isIntegralOrEnumerationType()) return value;
  const IntType stored = flat_.stored_type(at);
  if (is_unwritten(at, value) || at.bits != nullptr) {
    const Expr fits = arithmetic_.in_range(value, stored);
    if (!fits.is_true()) code_.emit_assume(fits, code_.here());
  }
  return at.bits != nullptr ? value
                            : arithmetic_.convert(value, stored, types_.int_type(at.type, {}));
}

Pointer Memory::read_pointer(const Location& at) {
  if (at.variable != nullptr && at.path.empty() && at.indices.empty()) {
    const auto found = code_.frame().substituted_pointers.find(at.variable);
    if (found != code_.frame().substituted_pointers.end()) return found->second;
  }
  if (!flat_.is_one_cell(at)) return flat_.read_flat_pointer(at);
  const bool unknown = types_.is_volatile(at) && approximation_ == Approximation::Over;
  if (unknown) lowered_.exact = false;  // any value, every time
  const auto part_of = [&](Part part) {
    if (!unknown) return read_part(at, part);
    const Expr value = code_.temporary("volatile");
    code_.emit(gcl::make_havoc({value}, code_.here()));
    return value;
  };
  Pointer result{part_of(Part::Value), Expr()};
  const std::size_t parts = flat_.pointer_parts(at);
  if (parts > 0) result.offset = part_of(Part::Offset);
  for (std::size_t i = 1; i < parts; ++i) {
    result.outer.push_back(part_of(static_cast<Part>(i + 1)));
  }
  return result;
}

void Memory::write_part(const Location& at, Part part, Expr value, const SourceRange& range) {
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
  code_.emit_assign(target, value, range);
}

Expr Memory::write(const Location& at, Expr value, const SourceRange& range) {
  if (at.type->isRealFloatingType()) types_.allow_float({});
  const bool number_type = at.type->isIntegralOrEnumerationType();
  if (!number_type) {
    if (!flat_.is_one_cell(at)) flat_.need_numbers(at);
    write_part(at, Part::Value, value, range);
    return value;
  }
  const IntType type = types_.int_type(at.type, {});
  // A constant tells whether it is in range; other values are by construction.
  if (value.is(Kind::IntConst)) value = arithmetic_.convert(value, {128, true}, type);
  const bool one = flat_.is_one_cell(at);
  const IntType stored = one ? flat_.stored_type(at) : flat_.stored_in_bytes(at);
  const bool less = at.bits != nullptr && stored.bits < type.bits;
  if (less) value = code_.saved(value, range);
  if (one) {
    write_part(at, Part::Value, arithmetic_.convert(value, type, stored), range);
  } else {
    flat_.write_flat(at, value, range);
  }
  return less ? arithmetic_.convert(value, type, stored) : value;
}

void Memory::write_pointer(const Location& at, const Pointer& value, const SourceRange& range) {
  const bool to_function = at.type->isFunctionPointerType();
  Pointer full = to_function ? Pointer{value.object, Expr()}
                             : pointers_.shaped(value, points_to_.pointee(at.node));
  if (!flat_.is_one_cell(at)) {
    flat_.write_flat_pointer(at, full, range);
    return;
  }
  const Held held(code_, full);  // p = p->next: the first part that is written changes the others
  Location to = at;
  const Held held_place(code_, to);
  write_part(to, Part::Value, full.object, range);
  if (full.offset) write_part(to, Part::Offset, full.offset, range);
  for (std::size_t i = 0; i < full.outer.size(); ++i) {
    write_part(to, static_cast<Part>(i + 2), full.outer[i], range);
  }
}

void Memory::for_each_leaf(const Location& at,
                           const std::function<void(const Location&, Part)>& visit) {
  if (points_to_.is_flat(at.node)) return flat_.for_each_cell(at, true, visit);
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (!member->isUnnamedBitfield()) for_each_leaf(lvalues_.field(at, member), visit);
    }
    return;
  }
  if (ast_.getAsArrayType(at.type) != nullptr) {
    Location inner = at;
    inner.node = points_to_.element(at.node);
    inner.type = ast_.getAsArrayType(at.type)->getElementType();
    lvalues_.enter(inner, at.node, Expr());  // all of them: no index
    for_each_leaf(inner, visit);
    return;
  }
  flat_.for_each_part(at, visit);
}

/// A part of a struct; of a volatile one any value, if it is not a whole array.
Expr Memory::read_leaf(const Location& at, Part part) {
  const Expr value = read_part(at, part);
  if (!types_.is_volatile(at) || approximation_ == Approximation::Under) return value;
  lowered_.exact = false;
  const Expr unknown = code_.temporary("volatile", value.sort());
  code_.emit(gcl::make_havoc({unknown}, code_.here()));
  if (part == Part::Value && at.type->isIntegralOrEnumerationType() && unknown.sort().is_int()) {
    code_.emit_assume(arithmetic_.in_range(unknown, types_.int_type(at.type, {})), code_.here());
  }
  return unknown;
}

/// All reads are of the state before: one may be part of the other, and the place that is written
/// to may depend on what is written.
void Memory::copy(const Location& to, const Location& from, const SourceRange& range) {
  code_.set_here(range);
  std::vector<CopiedPart> copies;
  collect_copies(to, from, copies);
  write_all(copies, range);
}

void Memory::collect_copies(const Location& to, const Location& from,
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
    const bool rows = flat_.is_whole_row(to) && flat_.is_whole_row(from);
    return both(
        [&](const Location& at, const auto& visit) { flat_.for_each_cell(at, rows, visit); });
  }
  if (record) {
    for (const clang::FieldDecl* member :
         to.type->getAs<clang::RecordType>()->getDecl()->fields()) {
      if (member->isUnnamedBitfield()) continue;
      collect_copies(lvalues_.field(to, member), lvalues_.field(from, member), copies);
    }
    return;
  }
  if (const auto* array = ast_.getAsConstantArrayType(to.type); array && to_flat != from_flat) {
    const std::uint64_t count = array->getSize().getZExtValue();
    for (std::uint64_t i = 0; i < count; ++i) {
      const Expr index = code_.number(static_cast<std::int64_t>(i));
      collect_copies(lvalues_.element(to, index, to.type), lvalues_.element(from, index, from.type),
                     copies);
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
Expr Memory::copied_part(const Location& at, Part part) {
  const Expr value = read_leaf(at, part);
  const bool number_type = part == Part::Value && at.type->isIntegralOrEnumerationType();
  const bool marks = points_to_.is_flat(at.node) && points_to_.holds_pointers(at.node);
  if (!number_type || marks || value.sort().is_map() || !is_unwritten(at, value)) return value;
  const Expr fits = arithmetic_.in_range(value, flat_.stored_type(at));
  if (!fits.is_true()) code_.emit_assume(fits, code_.here());
  return value;
}

/// May it be memory that nobody has written since it was made, or havocked as a whole? Variables
/// are known to be in range since they were last set.
bool Memory::is_unwritten(const Location& at, Expr value) {
  const bool is_result = at.variable == nullptr && !at.stem.empty();
  return value.is(Kind::Select) ||
         (value.is(Kind::Var) && !is_result && points_to_.storage(at.node).only == nullptr);
}

void Memory::write_all(std::vector<CopiedPart>& copies, const SourceRange& range) {
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
    if (one.value && changes(one.value)) one.value = code_.saved(one.value, range, "copy");
    if (one.pointer.object) one.pointer = code_.saved(one.pointer, range);
  }
  std::map<Expr, Expr> frozen_keys;  // they are the same for all parts
  const auto freeze = [&](Expr& key) {
    if (!key || !changes(key)) return;
    Expr& frozen = frozen_keys[key];
    if (!frozen) frozen = code_.saved(key, range);
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

/// Does the IL have a variable for it?
bool Memory::is_lowered(const clang::VarDecl* var, const Frame& of) const {
  const clang::VarDecl* canonical = var->getCanonicalDecl();
  return memory_names_.contains(canonical) || of.names.contains(canonical);
}

}  // namespace pawl::frontend::c
