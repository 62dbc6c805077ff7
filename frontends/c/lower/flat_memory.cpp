// SPDX-License-Identifier: Apache-2.0
//
// Memory that is seen in more than one way: a row of cells from where the flat part of an object
// starts (points_to.h). If a cell is a scalar of the type that is read or written, that is all.
// Else cells are bytes, of which integers are composed, the lowest first.
//
// A pointer among bytes: its parts are in maps of their own, by the place of its first byte; its
// bytes hold marks that are no bytes (`data_mark + k` for the k-th one). Whoever overwrites part of
// it overwrites a mark, so what is left is no pointer. A null pointer is bytes of 0. Its bytes,
// read as numbers, are any: an address has no number in the model.
#include "frontends/c/lower/flat_memory.h"

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

namespace {

/// What stands in for the bytes of pointers to data, and of pointers to functions.
constexpr std::int64_t data_mark = 256;
constexpr std::int64_t function_mark = 512;

/// Structs and arrays of more cells are not copied cell by cell.
constexpr std::int64_t most_cells = 4096;

constexpr IntType byte_type{8, false, false};

}  // namespace

FlatMemory::FlatMemory(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      memory_(rooms.memory) {}

/// How many cells a value of this type takes.
std::int64_t FlatMemory::cells(clang::QualType type, NodeId flat) {
  if (type->isVoidType() || type->isFunctionType()) return 1;
  if (type->isIncompleteType() || type->isVariableArrayType()) {
    code_.refuse_here(
        "the size of '" + type.getAsString() + "' in memory with more than one view of it",
        "give the array a constant size");
  }
  const std::int64_t size = ast_.getTypeSizeInChars(type).getQuantity();
  const std::int64_t unit = points_to_.unit_size(flat);
  if (size % unit != 0) code_.refuse_here("this view of memory", "it ends within a scalar");
  return size / unit;
}

/// As the cells hold it: with how many bits, with which sign.
IntType FlatMemory::stored_type(const Location& at) {
  const bool flat = points_to_.is_flat(at.node);
  if (at.bits != nullptr) {
    IntType type = types_.int_type(at.type, {});
    if (!type.is_bool) type.bits = at.bits->getBitWidthValue(ast_);
    return type;
  }
  const clang::QualType type = flat ? points_to_.unit(at.node) : points_to_.type_of(at.node);
  const bool known = !type.isNull() && type->isIntegralOrEnumerationType();
  return types_.int_type(known ? type : at.type, {});
}

/// Is it one cell, whose value is what is read?
bool FlatMemory::is_one_cell(const Location& at) {
  if (!points_to_.is_flat(at.node)) return true;
  const clang::QualType unit = points_to_.unit(at.node);
  if (unit->isPointerType() || unit->isRealFloatingType() || at.type->isPointerType()) {
    return unit->isPointerType() == at.type->isPointerType();
  }
  // Where pointers may stand, not every cell is a byte.
  if (points_to_.holds_pointers(at.node)) return false;
  return at.bits == nullptr && !unit->isBooleanType() == !at.type->isBooleanType() &&
         ast_.getTypeSizeInChars(at.type) == ast_.getTypeSizeInChars(unit);
}

/// The i-th cell from there.
Location FlatMemory::cell(const Location& at, std::int64_t i) {
  Location result = at;
  result.type = points_to_.unit(at.node);
  if (at.type.isVolatileQualified()) result.type.addVolatile();
  result.bits = nullptr;
  result.first_bit = 0;
  result.indices.back() = gcl::mk_add(context_, at.indices.back(), code_.number(i));
  return result;
}

/// The number of a byte: any, where part of a pointer stands.
Expr FlatMemory::byte(const Location& at) {
  const Expr value = memory_.read_part(at, Part::Value);
  const Expr is_byte = arithmetic_.in_range(value, byte_type);
  if (value.is(Kind::IntConst) && is_byte.is_true()) return value;
  if (options_.ints == IntModel::Ideal) return value;
  if (!points_to_.holds_pointers(at.node)) {
    code_.emit_assume(is_byte, code_.here());
    return value;
  }
  code_.exact_only_if(is_byte, code_.here(), "a byte of a pointer, read as a number");
  if (approximation_ == Approximation::Under) return value;
  const Expr any = code_.temporary("byte");
  code_.emit(gcl::make_havoc({any}, code_.here()));
  code_.emit_assume(arithmetic_.in_range(any, byte_type), code_.here());
  return gcl::mk_ite(context_, is_byte, value, any);
}

/// The unsigned number that `count` bytes make up.
Expr FlatMemory::composed(const Location& at, std::int64_t count) {
  std::vector<Expr> sum;
  Integer weight(1);
  for (std::int64_t i = 0; i < count; ++i) {
    const Expr one = byte(cell(at, i));
    if (one.is(Kind::IntConst)) {
      const Integer known(std::string_view(one.text()));
      sum.push_back(context_.int_const((weight * known).to_string()));
    } else if (i == 0) {
      sum.push_back(one);
    } else {
      sum.push_back(context_.make(Kind::Mul, {context_.int_const(weight.to_string()), one}));
    }
    weight = weight * Integer(256);
  }
  Expr result = sum.front();
  for (std::size_t i = 1; i < sum.size(); ++i) result = gcl::mk_add(context_, result, sum[i]);
  return result;
}

/// The other way round.
void FlatMemory::write_bytes(const Location& to, Expr value, std::int64_t count,
                             const SourceRange& range) {
  if (count == 1) return memory_.write_part(cell(to, 0), Part::Value, value, range);
  const Expr whole = code_.saved(value, range);
  Location at = to;
  const Held held(code_, at);  // the first byte that is written may change where it is
  for (std::int64_t i = 0; i < count; ++i) {
    memory_.write_part(cell(at, i), Part::Value, digits(whole, 8 * i, 8), range);
  }
}

/// Bits [from, from + width) of a number that is not negative.
Expr FlatMemory::digits(Expr value, std::int64_t from, std::int64_t width) {
  const Integer divisor = Integer::power_of_two(static_cast<unsigned>(from));
  const Integer modulus = Integer::power_of_two(static_cast<unsigned>(width));
  if (value.is(Kind::IntConst)) {
    const Integer known(std::string_view(value.text()));
    const Integer quotient = Integer::div(known, divisor);
    return context_.int_const(Integer::mod(quotient, modulus).to_string());
  }
  if (from > 0) value = context_.make(Kind::Div, {value, context_.int_const(divisor.to_string())});
  return context_.make(Kind::Mod, {value, context_.int_const(modulus.to_string())});
}

void FlatMemory::need_numbers(const Location& at) {
  if (options_.ints == IntModel::Ideal) {
    code_.refuse_here("memory with more than one view of it, on unbounded integers",
                      "use --ints=machine");
  }
  if (at.type->isRealFloatingType() || !at.type->isIntegralOrEnumerationType()) {
    code_.refuse_here(
        "a value of type '" + at.type.getAsString() + "' in memory with more than one view of it",
        "only integers and pointers are composed of bytes");
  }
}

Expr FlatMemory::read_flat(const Location& at) {
  need_numbers(at);
  const IntType type = stored_in_bytes(at);
  if (at.bits == nullptr) {
    const std::int64_t size = cells(at.type, at.node);
    const IntType bits{static_cast<unsigned>(8 * size), false};
    return code_.saved(arithmetic_.convert(composed(at, size), bits, type), code_.here());
  }
  const std::int64_t size = (at.first_bit + type.bits + 7) / 8;
  const Expr bits = digits(composed(at, size), at.first_bit, type.bits);
  return code_.saved(arithmetic_.convert(bits, {type.bits, false}, type), code_.here());
}

/// The type of the value that stands in bytes.
IntType FlatMemory::stored_in_bytes(const Location& at) {
  if (at.bits != nullptr) return stored_type(at);
  IntType type = types_.int_type(at.type, {});
  if (type.is_bool) type = byte_type;
  return type;
}

void FlatMemory::write_flat(const Location& at, Expr value, const SourceRange& range) {
  need_numbers(at);
  const IntType type = stored_in_bytes(at);
  const IntType from = types_.int_type(at.type, {});
  if (at.bits == nullptr) {
    const std::int64_t size = cells(at.type, at.node);
    const IntType bits{static_cast<unsigned>(8 * size), false};
    write_bytes(at, arithmetic_.convert(value, from, bits), size, range);
    return;
  }
  // The bits around it stay.
  const std::int64_t size = (at.first_bit + type.bits + 7) / 8;
  const Expr old = code_.saved(composed(at, size), range);
  const Expr bits = arithmetic_.convert(value, from, {type.bits, false});
  const Expr change = gcl::mk_sub(context_, bits, digits(old, at.first_bit, type.bits));
  const std::int64_t weight = std::int64_t(1) << at.first_bit;
  write_bytes(at, gcl::mk_add(context_, old, code_.scaled(weight, change)), size, range);
}

std::size_t FlatMemory::pointer_parts(const Location& at) {
  if (at.type->isFunctionPointerType()) return 0;
  return points_to_.rank(points_to_.pointee(at.node));
}

Pointer FlatMemory::read_flat_pointer(const Location& at) {
  const std::int64_t size = cells(at.type, at.node);
  const std::int64_t mark = at.type->isFunctionPointerType() ? function_mark : data_mark;
  std::vector<Expr> marked, zero;
  for (std::int64_t i = 0; i < size; ++i) {
    const Expr value = memory_.read_part(cell(at, i), Part::Value);
    marked.push_back(gcl::mk_eq(context_, value, code_.number(mark + i)));
    zero.push_back(gcl::mk_eq(context_, value, code_.number(0)));
  }
  const Expr whole = gcl::mk_and(context_, marked);
  const Expr null = gcl::mk_and(context_, zero);
  if (!whole.is_true() && !null.is_true()) {
    // Bytes that no pointer was written to: where it leads is not known.
    const std::string why = "a pointer is read where no whole pointer was written";
    const Expr known = gcl::mk_or(context_, {whole, null});
    code_.exact_only_if(known, code_.here(), why);
    if (approximation_ == Approximation::Over) code_.emit_assert(known, code_.here(), why);
  }
  const Location first = cell(at, 0);
  // What is read is mentioned many times where it is followed: so it gets a name.
  const auto part = [&](Part which) {
    return code_.saved(
        gcl::mk_ite(context_, whole, memory_.read_part(first, which), code_.number(0)),
        code_.here());
  };
  Pointer result{part(Part::Object), Expr()};
  const std::size_t parts = pointer_parts(at);
  if (parts > 0) result.offset = part(Part::Offset);
  for (std::size_t i = 1; i < parts; ++i) {
    result.outer.push_back(part(static_cast<Part>(i + 1)));
  }
  return result;
}

void FlatMemory::write_flat_pointer(const Location& to, const Pointer& given,
                                    const SourceRange& range) {
  Location at = to;
  Pointer value = given;
  const Held held_place(code_, at);
  const Held held_value(code_, value);
  const std::int64_t size = cells(at.type, at.node);
  const std::int64_t mark = at.type->isFunctionPointerType() ? function_mark : data_mark;
  const auto is_null = [&] { return gcl::mk_eq(context_, value.object, code_.number(0)); };
  for (std::int64_t i = 0; i < size; ++i) {
    const Expr mark_or_zero =
        gcl::mk_ite(context_, is_null(), code_.number(0), code_.number(mark + i));
    memory_.write_part(cell(at, i), Part::Value, mark_or_zero, range);
  }
  if (is_null().is_true()) return;
  const Location first = cell(at, 0);
  memory_.write_part(first, Part::Object, value.object, range);
  if (value.offset) memory_.write_part(first, Part::Offset, value.offset, range);
  for (std::size_t i = 0; i < value.outer.size(); ++i) {
    memory_.write_part(first, static_cast<Part>(i + 2), value.outer[i], range);
  }
}

/// All that a cell consists of.
void FlatMemory::for_each_part(const Location& one,
                               const std::function<void(const Location&, Part)>& visit) {
  if (one.type->isRealFloatingType()) types_.allow_float({});
  visit(one, Part::Value);
  const bool among_bytes = points_to_.is_flat(one.node) && points_to_.holds_pointers(one.node);
  if (among_bytes) visit(one, Part::Object);
  if (!among_bytes && (!one.type->isPointerType() || one.type->isFunctionPointerType())) return;
  const std::size_t rank = points_to_.rank(points_to_.pointee(one.node));
  for (std::size_t i = 0; i < rank; ++i) visit(one, static_cast<Part>(i + 1));
}

/// Is it the whole flat part of its object, and its row no other's?
bool FlatMemory::is_whole_row(const Location& at) {
  return at.flat_size > 0 && at.indices.back() == code_.number(0) &&
         ast_.getTypeSizeInChars(at.type).getQuantity() == at.flat_size;
}

void FlatMemory::for_each_cell(const Location& at, bool by_row,
                               const std::function<void(const Location&, Part)>& visit) {
  const std::size_t rank = points_to_.rank(at.node);
  const bool is_row = at.indices.size() < rank;  // fresh memory, all of it
  if (is_row || (by_row && is_whole_row(at))) {
    Location row = at;
    row.type = points_to_.unit(at.node);
    row.bits = nullptr;
    if (!is_row) row.indices.pop_back();
    for_each_part(row, visit);
    return;
  }
  const std::int64_t count = cells(at.type, at.node);
  if (count > most_cells) {
    code_.refuse_here("a value of " + std::to_string(count) + " cells at once",
                      "copy it in a loop");
  }
  for (std::int64_t i = 0; i < count; ++i) for_each_part(cell(at, i), visit);
}

}  // namespace pawl::frontend::c
