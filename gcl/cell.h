// SPDX-License-Identifier: Apache-2.0
//
// What the register machine computes with (gcl/register_machine.h): numbers in place, everything
// else behind a reference count that is not atomic. A map with one reference is changed in place;
// with more, it is copied first. What sort a cell is of, its register knows.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gcl/value.h"

namespace pawl::gcl {

struct CellBox;
struct CellMap;

class Cell {
 public:
  Cell() = default;  // nothing: a map has its default there
  Cell(const Cell& other) : tag_(other.tag_), bits_(other.bits_) { retain(); }
  Cell(Cell&& other) noexcept : tag_(other.tag_), bits_(other.bits_) { other.tag_ = Tag::Nothing; }
  Cell& operator=(const Cell& other) {
    Cell copy(other);
    swap(copy);
    return *this;
  }
  Cell& operator=(Cell&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Cell() { release(); }

  /// A truth value, a small integer, or a bit-vector of at most 64 bits.
  static Cell number(std::int64_t value) {
    Cell cell;
    cell.set_number(value);
    return cell;
  }
  static Cell of(const Value& value);
  Value value(Sort sort) const;

  bool is_nothing() const { return tag_ == Tag::Nothing; }
  bool is_number() const { return tag_ == Tag::Number; }
  std::int64_t number() const { return bits_.number; }
  friend bool both_numbers(const Cell& a, const Cell& b) {
    return a.tag_ == Tag::Number && b.tag_ == Tag::Number;
  }
  void set_number(std::int64_t value) {
    if (tag_ > Tag::Number) release();
    tag_ = Tag::Number;
    bits_.number = value;
  }
  void clear() {
    release();
    tag_ = Tag::Nothing;
  }

  /// Of a map.
  const Cell& select(const Cell& key) const;
  void store(const Cell& key, Cell value);
  /// The cell of a map under this key, to be changed in place.
  Cell& at(const Cell& key);
  static Cell constant_map(Sort sort, Cell value);

  bool is_map() const { return tag_ == Tag::Map; }
  /// Of integers that are not small, reals, elements, wide bit-vectors.
  const Value& boxed() const;

 private:
  enum class Tag : std::uint8_t { Nothing, Number, Boxed, Map };
  union Bits {
    std::int64_t number;
    CellBox* box;
    CellMap* map;
  };
  void swap(Cell& other) noexcept {
    std::swap(tag_, other.tag_);
    std::swap(bits_, other.bits_);
  }
  void retain() {
    if (tag_ > Tag::Number) retain_shared();
  }
  void release() {
    if (tag_ > Tag::Number) release_shared();
  }
  void retain_shared();
  void release_shared();
  CellMap& own_map();

  Tag tag_ = Tag::Nothing;
  Bits bits_{};
};

struct CellBox {
  std::uint32_t references = 1;
  Value value;
};

/// Small keys from 0 on are indices; others are looked up.
struct CellMap {
  std::uint32_t references = 1;
  Sort sort;
  Cell fallback;
  std::vector<Cell> dense = {};
  std::unordered_map<std::int64_t, Cell> sparse = {};
  std::map<Value, Cell> other = {};
};

}  // namespace pawl::gcl
