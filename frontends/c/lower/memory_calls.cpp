// SPDX-License-Identifier: Apache-2.0
//
// memcpy, memset and the like: bytes from an address on. In memory of one type they are some whole
// elements and perhaps a part of the next; in an element they are some of its scalars, and perhaps
// a part of one. What is written is exact, in one of three forms: few elements are assigned one by
// one; to prove, the row is a new map of which is said what it holds at each index; to run, a loop
// assigns them. Bytes that leave their row (from one member of a struct into the next) change the
// whole object in a way that is not followed.
#include "frontends/c/lower/memory_calls.h"

#include <clang/AST/RecordLayout.h>

#include <algorithm>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::BlockId;
using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

namespace {

/// So many elements are assigned one by one.
constexpr std::int64_t max_copies = 16;

std::optional<std::int64_t> as_number(Expr e) {
  if (!e.is(Kind::IntConst)) return std::nullopt;
  return Integer(std::string_view(e.text())).to_int64();
}

}  // namespace

// ---- lengths --------------------------------------------------------------------------------

ByteCopies::ByteCopies(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      lowered_(rooms.lowered),
      code_(rooms.code),
      types_(rooms.types),
      reals_(rooms.reals),
      memory_(rooms.memory),
      flat_(rooms.flat),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      expressions_(rooms.expressions),
      values_(rooms.values) {}

/// What the library is told in bytes, as elements of `size` bytes. `n * sizeof(T)` is n of them if
/// the product does not wrap.
ByteCopies::Length ByteCopies::length_of(const clang::Expr* bytes, std::int64_t size) {
  if (const auto known = expressions_.constant(bytes)) {
    const Integer all = Integer(std::string_view(known->text()));
    return {*known, context_.int_const(Integer::div(all, Integer(size)).to_string()),
            context_.int_const(Integer::mod(all, Integer(size)).to_string())};
  }
  if (const auto counted = counted_elements(bytes, size)) return *counted;
  return length_of(code_.saved(expressions_.integer(bytes), code_.place(bytes), "bytes"), size);
}

ByteCopies::Length ByteCopies::length_of(Expr bytes, std::int64_t size) {
  if (size == 1) return {bytes, bytes, code_.number(0)};
  return {bytes, context_.make(Kind::Div, {bytes, code_.number(size)}),
          context_.make(Kind::Mod, {bytes, code_.number(size)})};
}

std::optional<ByteCopies::Length> ByteCopies::counted_elements(const clang::Expr* bytes,
                                                               std::int64_t size) {
  const auto* product = dyn_cast<clang::BinaryOperator>(bytes->IgnoreParenImpCasts());
  if (product == nullptr || product->getOpcode() != clang::BO_Mul) return std::nullopt;
  if (!product->getType()->isUnsignedIntegerType()) return std::nullopt;
  // Conversions after it keep the value.
  if (ast_.getIntWidth(bytes->getType()) < ast_.getIntWidth(product->getType())) {
    return std::nullopt;
  }
  std::int64_t factor = 0;
  const clang::Expr* count = nullptr;
  for (const bool left : {false, true}) {
    const auto known = expressions_.constant(left ? product->getLHS() : product->getRHS());
    const auto value = known ? as_number(*known) : std::nullopt;
    if (!value || *value <= 0 || *value % size != 0) continue;
    factor = *value;
    count = left ? product->getRHS() : product->getLHS();
  }
  if (count == nullptr) return std::nullopt;
  const IntType type = types_.int_type(product->getType(), product->getSourceRange());
  const IntType narrow =
      types_.int_type(count->IgnoreParenImpCasts()->getType(), count->getSourceRange());
  const Expr n = code_.saved(expressions_.integer(count), code_.place(bytes), "count");
  const Expr exact = code_.scaled(factor / size, n);
  const Integer most = Integer::div(type.max(), Integer(factor));
  const bool cannot_wrap = !narrow.is_signed && narrow.max() <= most;
  if (cannot_wrap || options_.ints == IntModel::Ideal) {
    return Length{code_.scaled(size, exact), exact, code_.number(0)};
  }
  const Expr wrapped = context_.make(
      Kind::Mod, {code_.scaled(factor, n), context_.int_const(type.modulus().to_string())});
  const Expr holds = gcl::mk_le(context_, n, context_.int_const(most.to_string()));
  const Length other = length_of(wrapped, size);
  // A power of two divides what is left as well.
  const bool even = Integer::mod(type.modulus(), Integer(size)).is_zero();
  Length result;
  result.whole =
      code_.saved(gcl::mk_ite(context_, holds, exact, other.whole), code_.place(bytes), "count");
  result.rest = even ? code_.number(0)
                     : code_.saved(gcl::mk_ite(context_, holds, code_.number(0), other.rest),
                                   code_.place(bytes), "rest");
  result.bytes = gcl::mk_add(context_, code_.scaled(size, result.whole), result.rest);
  return result;
}

// ---- the scalars of an element --------------------------------------------------------------

void ByteCopies::collect_leaves(const Location& at, std::int64_t offset, bool in_array,
                                std::vector<ByteLeaf>& leaves) {
  if (const auto* record = at.type->getAs<clang::RecordType>();
      record != nullptr && !record->isUnionType()) {
    const clang::ASTRecordLayout& layout = ast_.getASTRecordLayout(record->getDecl());
    if (points_to_.is_flat(at.node)) return collect_flat_leaves(at, offset, leaves);
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (member->isUnnamedBitfield()) continue;
      const auto bits = static_cast<std::int64_t>(layout.getFieldOffset(member->getFieldIndex()));
      collect_leaves(lvalues_.field(at, member),
                     offset + ast_.toCharUnitsFromBits(bits).getQuantity(), in_array, leaves);
    }
    return;
  }
  if (points_to_.is_flat(at.node)) return collect_flat_leaves(at, offset, leaves);
  ByteLeaf leaf;
  leaf.offset = offset;
  leaf.size = types_.bytes_of(at.type).value_or(0);
  leaf.is_row = in_array || at.type->isArrayType();
  leaf.has_end = types_.bytes_of(at.type).has_value();
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    leaf.at = one;
    leaf.part = part;
    leaves.push_back(leaf);
  });
}

/// Cells, or the row of them.
void ByteCopies::collect_flat_leaves(const Location& at, std::int64_t offset,
                                     std::vector<ByteLeaf>& leaves) {
  ByteLeaf leaf;
  std::int64_t next = offset;
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    leaf.is_row = one.indices.size() < points_to_.rank(at.node);
    leaf.size = leaf.is_row ? types_.bytes_of(at.type).value_or(0) : points_to_.unit_size(at.node);
    leaf.has_end = true;
    if (part == Part::Value) {
      leaf.offset = next;
      next += leaf.size;
    }
    leaf.at = one;
    leaf.part = part;
    leaves.push_back(leaf);
  });
}

/// Those of the element with this index; the row has all indices but the last.
std::vector<ByteCopies::ByteLeaf> ByteCopies::leaves_of(const Location& row, Expr index) {
  Location element = row;
  if (index) element.indices.push_back(index);
  std::vector<ByteLeaf> leaves;
  collect_leaves(element, 0, false, leaves);
  return leaves;
}

/// What a scalar holds all of whose bytes are `byte`; null: not known.
Expr ByteCopies::repeated(const ByteLeaf& leaf, Expr byte) {
  const bool among_bytes =
      points_to_.is_flat(leaf.at.node) && points_to_.holds_pointers(leaf.at.node);
  // No pointer is left where bytes are written, whatever its parts are.
  const bool is_zero = byte == code_.number(0) || (among_bytes && leaf.part != Part::Value);
  if (leaf.at.bits != nullptr && !is_zero) return {};
  const clang::QualType type = leaf.at.type;
  Expr value;
  if (is_zero || leaf.part != Part::Value) {
    if (!is_zero) return {};
    value = reals_.zero_of(leaf.part == Part::Value ? types_.sort_of(type) : context_.int_sort());
  } else if (type->isIntegralOrEnumerationType() && !type->isBooleanType()) {
    const IntType to = types_.int_type(type, {});
    Integer ones(0);
    for (unsigned bit = 0; bit < to.bits; bit += 8) ones = ones + Integer::power_of_two(bit);
    const Expr all =
        byte.is(Kind::IntConst)
            ? context_.int_const((ones * Integer(std::string_view(byte.text()))).to_string())
            : context_.make(Kind::Mul, {context_.int_const(ones.to_string()), byte});
    value = arithmetic_.convert(all, {to.bits, false}, to);
  } else {
    return {};
  }
  if (!leaf.is_row) return value;
  std::vector<Expr> keys;
  gcl::Sort sort = memory_.leaf(leaf.at, leaf.part, keys).sort();
  for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
  std::vector<gcl::Sort> sorts;
  for (; sort.is_map(); sort = sort.value()) sorts.push_back(sort);
  for (std::size_t i = sorts.size(); i-- > 0;) value = context_.make_const_map(sorts[i], value);
  return value;
}

/// Anything of its type.
Expr ByteCopies::any_of(const ByteLeaf& leaf, const SourceRange& range) {
  const gcl::Sort sort = memory_.read_part(leaf.at, leaf.part).sort();
  const Expr value = code_.local("unknown$" + std::to_string(code_.fresh_number()), sort);
  code_.emit(gcl::make_havoc({value}, range));
  if (leaf.part == Part::Value && sort.is_int() && leaf.at.type->isIntegralOrEnumerationType()) {
    code_.emit_assume(arithmetic_.in_range(value, flat_.stored_type(leaf.at)), range);
  }
  return value;
}

/// `low` bytes of `from` and the others of `old`.
Expr ByteCopies::mixed(const ByteLeaf& leaf, Expr old, Expr from, std::int64_t low) {
  const IntType type = types_.int_type(leaf.at.type, {});
  const IntType plain{type.bits, false};
  const Expr modulus =
      context_.int_const(Integer::power_of_two(static_cast<unsigned>(8 * low)).to_string());
  const Expr before = arithmetic_.convert(old, type, plain);
  const Expr kept = gcl::mk_sub(context_, before, context_.make(Kind::Mod, {before, modulus}));
  const Expr taken = context_.make(Kind::Mod, {arithmetic_.convert(from, type, plain), modulus});
  return arithmetic_.convert(gcl::mk_add(context_, kept, taken), plain, type);
}

// ---- writing --------------------------------------------------------------------------------

/// One whole element; index null: the only one.
void ByteCopies::write_element(const Location& row, Expr index, const Fill& fill,
                               const SourceRange& range) {
  const std::vector<ByteLeaf> leaves = leaves_of(row, index);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!leaves[i].has_end) continue;  // no part of the size
    Expr value = fill(i, leaves[i], index);
    if (!value) value = any_of(leaves[i], range);
    memory_.write_part(leaves[i].at, leaves[i].part, value, range);
  }
}

/// So many bytes of an array in an element are those of `from`, another such array; null: not
/// known.
Expr ByteCopies::beginning_of_row(const ByteLeaf& leaf, Expr from, std::int64_t bytes) {
  const std::int64_t size = types_.bytes_of(leaf.at.type).value_or(0);
  Expr row = memory_.read_part(leaf.at, leaf.part);
  const bool one_row = row.sort().is_map() && row.sort().value().is_int();
  if (size == 0 || !one_row || leaf.part != Part::Value || bytes / size > max_copies ||
      !leaf.at.type->isIntegralOrEnumerationType() || leaf.at.type->isBooleanType() ||
      points_to_.is_flat(leaf.at.node)) {
    return {};
  }
  const Expr old = row;
  for (std::int64_t i = 0; i * size < bytes; ++i) {
    Expr value = gcl::mk_select(context_, from, code_.number(i));
    const std::int64_t low = bytes - i * size;
    if (low < size) value = mixed(leaf, gcl::mk_select(context_, old, code_.number(i)), value, low);
    row = gcl::mk_store(context_, row, code_.number(i), value);
  }
  return row;
}

/// The first bytes of an element, and just them.
void ByteCopies::write_beginning(const Location& row, Expr index, Expr bytes, const Fill& fill,
                                 const SourceRange& range) {
  const auto count = as_number(bytes);
  const std::vector<ByteLeaf> leaves = leaves_of(row, index);
  bool lost = false;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const ByteLeaf& leaf = leaves[i];
    if (count && leaf.offset >= *count) continue;
    const bool all = count && leaf.has_end && leaf.offset + leaf.size <= *count;
    Expr value = all || count ? fill(i, leaf, index) : Expr();
    const bool is_integer = leaf.part == Part::Value &&
                            leaf.at.type->isIntegralOrEnumerationType() && !leaf.is_row &&
                            leaf.at.bits == nullptr && !leaf.at.type->isBooleanType();
    if (!all && value && is_integer) {
      value = mixed(leaf, memory_.read_part(leaf.at, leaf.part), value, *count - leaf.offset);
    } else if (!all) {
      value = value && leaf.is_row ? beginning_of_row(leaf, value, *count - leaf.offset) : Expr();
    }
    lost |= !value;
    if (!value) value = any_of(leaf, range);
    memory_.write_part(leaf.at, leaf.part, value, range);
  }
  if (lost) code_.not_exact(range, "a part of an element that is written byte by byte");
}

/// A row as a new map: at each index of [from, from + count) what `fill` says, else what was.
void ByteCopies::write_by_map(const Location& row, Expr from, Expr count, const Fill& fill,
                              const SourceRange& range) {
  has_other_form();
  const Expr index = context_.bound_var("j", context_.int_sort());
  const Expr end = gcl::mk_add(context_, from, count);
  const Expr inside =
      gcl::mk_and(context_, {gcl::mk_le(context_, from, index), gcl::mk_lt(context_, index, end)});
  const std::vector<ByteLeaf> leaves = leaves_of(row, index);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const ByteLeaf& one = leaves[i];
    if (!one.has_end) continue;
    std::vector<Expr> keys;
    const Expr map = memory_.leaf(one.at, one.part, keys);
    std::vector<Expr> maps = {map};  // on the way to the row
    std::size_t depth = 0;
    for (; depth < keys.size() && !(keys[depth] == index); ++depth) {
      maps.push_back(gcl::mk_select(context_, maps.back(), keys[depth]));
    }
    const Expr old = maps.back();
    const Expr fresh = code_.local("block$" + std::to_string(code_.fresh_number()), old.sort());
    code_.emit(gcl::make_havoc({fresh}, range));
    const Expr new_element = context_.make(Kind::Select, {fresh, index});
    const Expr old_element = context_.make(Kind::Select, {old, index});
    // An element of a struct may be one of a map itself: then just that entry of it changes.
    std::vector<Expr> inner = {old_element};
    for (std::size_t k = depth + 1; k < keys.size(); ++k) {
      inner.push_back(gcl::mk_select(context_, inner.back(), keys[k]));
    }
    Expr value = fill(i, one, index);
    Expr body;
    if (value) {
      for (std::size_t k = keys.size(); k-- > depth + 1;) {
        value = gcl::mk_store(context_, inner[k - depth - 1], keys[k], value);
      }
      body = gcl::mk_eq(context_, new_element, gcl::mk_ite(context_, inside, value, old_element));
    } else {
      body = gcl::mk_or(context_, {inside, gcl::mk_eq(context_, new_element, old_element)});
    }
    const std::vector<Expr> bound = {index};
    code_.emit_assume(context_.make_quantifier(Kind::Forall, bound, {{new_element}}, body), range);
    Expr result = fresh;
    for (std::size_t k = depth; k-- > 0;) {
      result = gcl::mk_store(context_, maps[k], keys[k], result);
    }
    code_.emit_assign(map, result, range);
  }
}

/// The same, of memory as it is now, whatever is written to the row until it is asked for.
ByteCopies::Fill ByteCopies::as_before(const Location& row, Expr from, const Fill& fill,
                                       const SourceRange& range) {
  gcl::Substitution before;
  const std::vector<ByteLeaf> leaves = leaves_of(row, from);
  std::vector<Expr> values;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (const Expr value = fill(i, leaves[i], from)) values.push_back(value);
  }
  const std::vector<Expr> read = gcl::free_vars(values);
  for (const ByteLeaf& one : leaves) {
    std::vector<Expr> keys;
    const Expr map = memory_.leaf(one.at, one.part, keys);
    const bool is_read = std::ranges::find(read, map) != read.end();
    if (is_read && !before.contains(map)) before[map] = code_.saved(map, range, "before");
  }
  return [this, fill, before](std::size_t i, const ByteLeaf& one, Expr index) {
    const Expr value = fill(i, one, index);
    return value ? gcl::substitute(context_, value, before) : value;
  };
}

/// The same by a loop, which can be run.
void ByteCopies::write_by_loop(const Location& row, Expr from, Expr count, const Fill& fill,
                               const SourceRange& range) {
  const Fill unchanged = as_before(row, from, fill, range);
  const Expr end = code_.saved(gcl::mk_add(context_, from, count), range, "end");
  count_up(from, end, range, [&](Expr index) { write_element(row, index, unchanged, range); });
}

/// for (index = from; index < end; index++) body
void ByteCopies::count_up(Expr from, Expr end, const SourceRange& range,
                          const std::function<void(Expr)>& body) {
  const Expr index = code_.temporary("index");
  code_.emit_assign(index, from, range);
  const BlockId head = code_.new_block(range);
  const BlockId inside = code_.new_block(range);
  const BlockId after = code_.new_block(range);
  code_.jump(head);
  code_.start(head);
  code_.branch(gcl::Located{gcl::mk_lt(context_, index, end), range}, inside, after);
  code_.start(inside);
  body(index);
  code_.emit_assign(index, gcl::mk_add(context_, index, code_.number(1)), range);
  code_.jump(head);
  code_.start(after);
}

/// `yes` if the condition holds, else `no`; one alone where that is known.
void ByteCopies::either(Expr condition, const SourceRange& range, const std::function<void()>& yes,
                        const std::function<void()>& no) {
  if (condition.is_true()) return yes();
  if (condition.is_false()) return no();
  const BlockId first = code_.new_block(range);
  const BlockId second = code_.new_block(range);
  const BlockId after = code_.new_block(range);
  code_.branch(gcl::Located{condition, range}, first, second);
  code_.start(first);
  yes();
  code_.jump(after);
  code_.start(second);
  no();
  code_.jump(after);
  code_.start(after);
}

/// What is said by a quantifier to prove is a loop to run: runs are looked for in that program.
void ByteCopies::has_other_form() {
  if (approximation_ == Approximation::Over) lowered_.exact = false;
}

bool ByteCopies::by_loops() const { return approximation_ == Approximation::Under; }

/// Elements of the row from an index on; for memory without indices, of the one there is.
void ByteCopies::write_elements(const Location& row, Expr from, const Length& length,
                                const Fill& fill, const SourceRange& range) {
  const auto whole = as_number(length.whole);
  if (!from) {
    const auto at_least_one = gcl::mk_le(context_, code_.number(1), length.whole);
    const Expr some = whole ? context_.bool_(*whole > 0) : at_least_one;
    either(
        some, range, [&] { write_element(row, Expr(), fill, range); },
        [&] { write_rest(row, Expr(), length.rest, fill, range); });
    return;
  }
  // What is written of the last element is read now.
  const bool has_rest = !(length.rest == code_.number(0)) && !(length.whole == code_.number(0));
  const Fill last = has_rest ? as_before(row, from, fill, range) : fill;
  if (whole && *whole <= max_copies) {
    const std::size_t leaves = leaves_of(row, from).size();
    std::vector<Expr> values;  // all of them are of the state before
    for (std::int64_t i = 0; i<*whole&& * whole> 1; ++i) {
      const Expr index = gcl::mk_add(context_, from, code_.number(i));
      const std::vector<ByteLeaf> of = leaves_of(row, index);
      for (std::size_t k = 0; k < of.size(); ++k) {
        const Expr value = fill(k, of[k], index);
        const bool lasts = !value || gcl::free_vars(value).empty();
        values.push_back(lasts ? value : code_.saved(value, range, "copied"));
      }
    }
    for (std::int64_t i = 0; i < *whole; ++i) {
      const Fill known = [&](std::size_t k, const ByteLeaf&, Expr) {
        return values[static_cast<std::size_t>(i) * leaves + k];
      };
      write_element(row, gcl::mk_add(context_, from, code_.number(i)), *whole > 1 ? known : fill,
                    range);
    }
  } else if (by_loops() && !whole) {
    write_by_loop(row, from, length.whole, fill, range);
  } else if (by_loops() && options_.calls == Calls::Keep) {
    write_by_loop(row, from, length.whole, fill, range);
  } else {
    write_by_map(row, from, length.whole, fill, range);
  }
  write_rest(row, gcl::mk_add(context_, from, length.whole), length.rest, last, range);
}

void ByteCopies::write_rest(const Location& row, Expr index, Expr rest, const Fill& fill,
                            const SourceRange& range) {
  if (rest == code_.number(0)) return;
  if (rest.is(Kind::IntConst)) return write_beginning(row, index, rest, fill, range);
  // One case for each number of bytes, where there are few.
  const std::int64_t size = types_.bytes_of(row.type).value_or(0);
  const std::int64_t cases = by_loops() ? 64 : 8;
  if (size > 0 && size <= cases) {
    for (std::int64_t i = 1; i < size; ++i) {
      either(
          gcl::mk_eq(context_, rest, code_.number(i)), range,
          [&] { write_beginning(row, index, code_.number(i), fill, range); }, [] {});
    }
    return;
  }
  either(
      gcl::mk_lt(context_, code_.number(0), rest), range,
      [&] { write_beginning(row, index, rest, fill, range); }, [] {});
}

Expr ByteCopies::at_most(Expr value, std::int64_t limit) {
  if (const auto known = as_number(value)) return context_.bool_(*known <= limit);
  return gcl::mk_le(context_, value, code_.number(limit));
}

/// The bytes stay in the row that the pointer leads into, or the row is all of the object.
Expr ByteCopies::stays_in_row(const Pointer& to, NodeId node, std::int64_t size,
                              const Length& length) {
  const auto* places = objects_.places_of(node);
  if (places == nullptr) return context_.true_();
  std::int64_t shortest = 0;
  for (const auto& [object, place] : *places) {
    if (place.row > 0 && (shortest == 0 || place.row < shortest)) shortest = place.row;
  }
  if (shortest == 0) return context_.true_();
  const Expr from = to.offset ? to.offset : code_.number(0);
  const auto first = as_number(from);
  const auto count = as_number(length.bytes);
  if (first && count)
    return context_.bool_(*first >= 0 && *first * size + *count <= shortest * size);
  const Expr some = length.rest == code_.number(0)
                        ? length.whole
                        : gcl::mk_add(context_, length.whole, code_.number(1));
  return gcl::mk_and(
      context_, {gcl::mk_le(context_, code_.number(0), from),
                 gcl::mk_le(context_, gcl::mk_add(context_, from, some), code_.number(shortest))});
}

/// Whatever such a pointer may lead into has changed in some way.
void ByteCopies::forget_objects(NodeId node, const SourceRange& range) {
  code_.not_exact(range, "bytes that are written across members or rows");
  const auto* places = objects_.places_of(node);
  if (places == nullptr) return;
  std::set<Expr> seen;
  for (const auto& [index, place] : *places) {
    const Object& object = points_to_.objects()[index];
    Location whole;
    if (object.variable != nullptr) {
      whole = lvalues_.variable(object.variable);
    } else {
      whole.node = object.root;
      whole.type = points_to_.type_of(object.root);
      whole.object = code_.number(0);
      while (whole.indices.size() < points_to_.rank(object.root)) {
        whole.indices.push_back(code_.number(0));
      }
    }
    if (whole.type.isNull()) continue;
    memory_.for_each_leaf(whole, [&](const Location& one, Part part) {
      std::vector<Expr> keys;
      const Expr var = memory_.leaf(one, part, keys);
      if (!seen.insert(var).second) return;
      code_.emit(gcl::make_havoc({var}, range));
      if (part == Part::Value && var.sort().is_int() && one.type->isIntegralOrEnumerationType()) {
        code_.emit_assume(arithmetic_.in_range(var, flat_.stored_type(one)), range);
      }
    });
  }
}

Location ByteCopies::row_of(const Pointer& pointer, NodeId node, clang::QualType type) {
  Location row;
  row.node = node;
  row.type = type;
  row.object = pointer.object;
  row.indices = pointer.outer;
  return row;
}

/// A block of scalars changes: inside [from, from + count) as `value_at` says, else not at all.
void ByteCopies::change_block(const Location& block, Expr from, Expr count,
                              const std::function<Expr(Expr)>& value_at, const SourceRange& range) {
  Pointer to;
  to.object = block.object;
  to.offset = from;
  to.outer = block.indices;
  const Length length{count, count, code_.number(0)};
  either(
      options_.checks.contains(Hazard::Bounds) ? context_.true_()
                                               : stays_in_row(to, block.node, 1, length),
      range,
      [&] {
        write_elements(
            block, from, length,
            [&](std::size_t, const ByteLeaf&, Expr index) { return value_at(index); }, range);
      },
      [&] { forget_objects(block.node, range); });
}

/// Writes `bytes` from where `to` points.
void ByteCopies::write_bytes_at(const Pointer& to, NodeId node, const Length& length,
                                const Fill& fill, const SourceRange& range) {
  const clang::QualType type = points_to_.type_of(node);
  const std::int64_t size = types_.bytes_of(type).value_or(1);
  const Location row = row_of(to, node, type);
  Expr known = options_.checks.contains(Hazard::Bounds) ? context_.true_()
                                                        : stays_in_row(to, node, size, length);
  // Behind a struct that ends with an array without a length there is more of that array.
  const std::vector<ByteLeaf> leaves = leaves_of(row, to.offset);
  const bool is_open =
      std::ranges::any_of(leaves, [](const ByteLeaf& one) { return !one.has_end; });
  if (is_open) {
    known = gcl::mk_and(context_, {known, at_most(length.bytes, size)});
  }
  either(
      known, range, [&] { write_elements(row, to.offset, length, fill, range); },
      [&] { forget_objects(node, range); });
}

// ---- memcpy, memmove, memset ----------------------------------------------------------------

void ByteCopies::need_typed(NodeId node, const clang::CallExpr* e) {
  if (const std::string& why = points_to_.conflict(node); !why.empty()) {
    code_.refuse(e->getSourceRange(), "following this pointer (" + why + ")",
                 "memory with more than one view of it is not modelled");
  }
}

/// The values of `from`, moved to where `to` is written.
ByteCopies::Fill ByteCopies::copied_from(const Pointer& from, NodeId node, const Pointer& to,
                                         clang::QualType type) {
  const Location source = row_of(from, node, type);
  const Expr shift =
      from.offset && to.offset ? gcl::mk_sub(context_, from.offset, to.offset) : Expr();
  return [this, source, from, shift](std::size_t i, const ByteLeaf&, Expr index) {
    Expr at = from.offset;
    if (shift && index) at = gcl::mk_add(context_, index, shift);
    const std::vector<ByteLeaf> leaves = leaves_of(source, at);
    return i < leaves.size() ? memory_.read_part(leaves[i].at, leaves[i].part) : Expr();
  };
}

void ByteCopies::copy_memory(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const NodeId to_node = points_to_.target(e->getArg(0));
  const NodeId from_node = points_to_.target(e->getArg(1));
  const Pointer to = code_.saved(expressions_.pointer(e->getArg(0)), range);
  const Pointer from = code_.saved(expressions_.pointer(e->getArg(1)), range);
  const clang::QualType type = points_to_.type_of(to_node);
  const std::int64_t size = types_.bytes_of(type).value_or(1);
  const Length length = length_of(e->getArg(2), size);
  code_.set_here(range);
  objects_.need_bytes(from, from_node, length.bytes, range);
  objects_.need_bytes(to, to_node, length.bytes, range);
  if (builtin(e->getDirectCallee()) == Builtin::CopyMemory) {
    need_no_overlap(to, to_node, from, from_node, length.bytes, range);
  }
  copy_bytes(to, to_node, from, from_node, length, e);
  values_.pointer = to;
}

void ByteCopies::copy_bytes(const Pointer& to, NodeId to_node, const Pointer& from,
                            NodeId from_node, const Length& length, const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const clang::QualType type = points_to_.type_of(to_node);
  need_typed(to_node, e);
  if (type.isNull()) return;  // nobody looks at it
  const bool same = points_to_.type_of(from_node) == type;
  if (!same && copies_one_struct(to, to_node, from, from_node, length.bytes, range)) return;
  if (same) need_typed(from_node, e);
  if (same && length.whole == code_.number(1) && length.rest == code_.number(0)) {
    Location target = row_of(to, to_node, type);
    Location source = row_of(from, from_node, type);
    if (to.offset) target.indices.push_back(to.offset);
    if (from.offset) source.indices.push_back(from.offset);
    memory_.copy(target, source, range);
    return;
  }
  if (!same) code_.not_exact(range, "a copy between memory of different types");
  const Fill nothing = [](std::size_t, const ByteLeaf&, Expr) { return Expr(); };
  // Where one side has no index, there is one element to be copied.
  write_bytes_at(to, to_node, length, same ? copied_from(from, from_node, to, type) : nothing,
                 range);
}

/// Between typed and flat memory: exact, if it is just one of what the typed side consists of.
bool ByteCopies::copies_one_struct(const Pointer& to, NodeId to_node, const Pointer& from,
                                   NodeId from_node, Expr bytes, const SourceRange& range) {
  const bool to_flat = points_to_.is_flat(to_node);
  if (to_flat == points_to_.is_flat(from_node)) return false;
  const clang::QualType type = points_to_.type_of(to_flat ? from_node : to_node);
  const auto size = types_.bytes_of(type);
  const auto count = as_number(bytes);
  if (!size || !count || *count != *size) return false;
  const auto place_of = [&](const Pointer& pointer, NodeId node) {
    Location at = row_of(pointer, node, type);
    if (pointer.offset) at.indices.push_back(pointer.offset);
    return at;
  };
  memory_.copy(place_of(to, to_node), place_of(from, from_node), range);
  return true;
}

/// memcpy: undefined for memory that overlaps, but for the very same.
void ByteCopies::need_no_overlap(const Pointer& to, NodeId to_node, const Pointer& from,
                                 NodeId from_node, Expr bytes, const SourceRange& range) {
  if (!options_.checks.contains(Hazard::Bounds)) return;
  if (to.object.is(Kind::IntConst) && from.object.is(Kind::IntConst) && to.object != from.object) {
    return;
  }
  const Expr target = objects_.byte_address(to, to_node);
  const Expr source = objects_.byte_address(from, from_node);
  code_.set_here(range);
  if (!target || !source)
    code_.refuse_here("a bounds check of this copy", "leave out --check=bounds");
  const auto before = [&](Expr first, Expr second) {
    return gcl::mk_le(context_, gcl::mk_add(context_, first, bytes), second);
  };
  code_.need(
      gcl::mk_or(context_, {gcl::mk_not(context_, gcl::mk_eq(context_, to.object, from.object)),
                            gcl::mk_eq(context_, target, source), before(target, source),
                            before(source, target)}),
      Hazard::Bounds);
}

void ByteCopies::set_memory(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const NodeId node = points_to_.target(e->getArg(0));
  const Pointer to = code_.saved(expressions_.pointer(e->getArg(0)), range);
  const Expr number_given = expressions_.integer(e->getArg(1));
  const Expr byte = code_.saved(
      arithmetic_.convert(number_given, types_.int_type(e->getArg(1)->getType(), {}), {8, false}),
      range);
  const clang::QualType type = points_to_.type_of(node);
  const Length length = length_of(e->getArg(2), types_.bytes_of(type).value_or(1));
  objects_.need_bytes(to, node, length.bytes, range);
  values_.pointer = to;
  need_typed(node, e);
  if (type.isNull()) return;  // nobody looks at it
  bool known = true;
  for (const ByteLeaf& leaf : leaves_of(row_of(to, node, type), to.offset)) {
    known = known && bool(repeated(leaf, byte));
  }
  if (!known) code_.not_exact(range, "memset of such memory with such a byte");
  write_bytes_at(
      to, node, length,
      [&](std::size_t, const ByteLeaf& leaf, Expr) { return repeated(leaf, byte); }, range);
}

}  // namespace pawl::frontend::c
