// SPDX-License-Identifier: Apache-2.0
#include "gcl/cell.h"

#include "support/assert.h"

namespace pawl::gcl {
namespace {

/// A key that is a number lies in the row if it leaves at most as many holes as it has elements.
bool belongs_to_row(const CellMap& map, std::int64_t key) {
  constexpr std::size_t free_holes = 64;
  return key >= 0 && static_cast<std::uint64_t>(key) < 2 * map.dense.size() + free_holes;
}

const Cell* find(const CellMap& map, const Cell& key) {
  if (!key.is_number()) {
    const auto found = map.other.find(key.boxed());
    return found == map.other.end() ? nullptr : &found->second;
  }
  const std::int64_t number = key.number();
  if (static_cast<std::uint64_t>(number) < map.dense.size()) {
    const Cell& cell = map.dense[static_cast<std::size_t>(number)];
    return cell.is_nothing() ? nullptr : &cell;
  }
  const auto found = map.sparse.find(number);
  return found == map.sparse.end() ? nullptr : &found->second;
}

/// Grows the row up to `number`; keys that were looked up so far may belong to it now.
void extend_row(CellMap& map, std::int64_t number) {
  const std::size_t old_size = map.dense.size();
  map.dense.resize(static_cast<std::size_t>(number) + 1);
  if (map.sparse.empty()) return;
  for (std::size_t i = old_size; i < map.dense.size(); ++i) {
    const auto found = map.sparse.find(static_cast<std::int64_t>(i));
    if (found == map.sparse.end()) continue;
    map.dense[i] = std::move(found->second);
    map.sparse.erase(found);
  }
}

Cell& place(CellMap& map, const Cell& key) {
  if (!key.is_number()) return map.other[key.boxed()];
  const std::int64_t number = key.number();
  if (static_cast<std::uint64_t>(number) >= map.dense.size()) {
    if (!belongs_to_row(map, number)) return map.sparse[number];
    extend_row(map, number);
  }
  return map.dense[static_cast<std::size_t>(number)];
}

Cell of_bits(const BitVecValue& value) {
  const Integer half = Integer::power_of_two(63);
  const Integer number = value.bits < half ? value.bits : value.bits - half - half;
  return Cell::number(*number.to_int64());
}

Value bits_of(std::int64_t number, std::uint32_t width) {
  // Reduced modulo 2^width: a negative number stands for the bits above 2^63.
  return Value::bitvec(Integer(number), width);
}

}  // namespace

void Cell::retain_shared() { ++(tag_ == Tag::Map ? bits_.map->references : bits_.box->references); }

void Cell::release_shared() {
  if (tag_ == Tag::Map) {
    if (--bits_.map->references == 0) delete bits_.map;
  } else if (--bits_.box->references == 0) {
    delete bits_.box;
  }
  tag_ = Tag::Nothing;
}

const Value& Cell::boxed() const {
  PAWL_ASSERT(tag_ == Tag::Boxed, "the cell should hold a value");
  return bits_.box->value;
}

Cell Cell::of(const Value& value) {
  if (value.is_bool()) return number(value.as_bool() ? 1 : 0);
  if (value.is_integer()) {
    if (const auto small = value.as_integer().to_int64()) return number(*small);
  }
  if (value.is_bitvec() && value.as_bitvec().width <= 64) return of_bits(value.as_bitvec());
  Cell cell;
  if (!value.is_map()) {
    cell.bits_.box = new CellBox{1, value};
    cell.tag_ = Tag::Boxed;
    return cell;
  }
  const MapValue& map = value.as_map();
  cell = constant_map(map.sort, of(map.default_value));
  for (const auto& [key, mapped] : map.updates) place(*cell.bits_.map, of(key)) = of(mapped);
  return cell;
}

Value Cell::value(Sort sort) const {
  if (tag_ == Tag::Number) {
    if (sort.is_bool()) return Value::boolean(bits_.number != 0);
    if (sort.is_int()) return Value::integer(bits_.number);
    return bits_of(bits_.number, sort.width());
  }
  if (tag_ == Tag::Boxed) return bits_.box->value;
  PAWL_ASSERT(tag_ == Tag::Map, "a cell that is read should hold something");
  const CellMap& map = *bits_.map;
  const Sort key = map.sort.key();
  const Sort mapped = map.sort.value();
  std::vector<std::pair<Value, Value>> updates;
  const auto add = [&](Value k, const Cell& cell) {
    if (!cell.is_nothing()) updates.emplace_back(std::move(k), cell.value(mapped));
  };
  for (std::size_t i = 0; i < map.dense.size(); ++i) {
    add(number(static_cast<std::int64_t>(i)).value(key), map.dense[i]);
  }
  for (const auto& [k, cell] : map.sparse) add(number(k).value(key), cell);
  for (const auto& [k, cell] : map.other) add(k, cell);
  return Value::map(map.sort, map.fallback.value(mapped), updates);
}

const Cell& Cell::select(const Cell& key) const {
  const Cell* found = find(*bits_.map, key);
  return found == nullptr ? bits_.map->fallback : *found;
}

CellMap& Cell::own_map() {
  PAWL_ASSERT(tag_ == Tag::Map, "a store should be into a map");
  if (bits_.map->references > 1) {
    auto* copy = new CellMap(*bits_.map);
    copy->references = 1;
    --bits_.map->references;
    bits_.map = copy;
  }
  return *bits_.map;
}

void Cell::store(const Cell& key, Cell value) { place(own_map(), key) = std::move(value); }

Cell& Cell::at(const Cell& key) {
  CellMap& map = own_map();
  Cell& cell = place(map, key);
  if (cell.is_nothing()) cell = map.fallback;
  return cell;
}

Cell Cell::constant_map(Sort sort, Cell value) {
  Cell cell;
  cell.bits_.map = new CellMap{.sort = sort, .fallback = std::move(value)};
  cell.tag_ = Tag::Map;
  return cell;
}

}  // namespace pawl::gcl
