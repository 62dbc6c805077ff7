// SPDX-License-Identifier: Apache-2.0
//
// Concrete values of IL sorts: what the interpreter computes with, what models are made of, what
// counterexamples show. Immutable and canonical: two values are the same function, number or
// element iff they compare equal, also for maps over finite keys, where a default that no key
// uses does not matter. Elements of uninterpreted sorts are distinct iff their indices are, and
// there are infinitely many.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gcl/integer.h"
#include "gcl/rational.h"
#include "gcl/sort.h"
#include "support/persistent_map.h"

namespace pawl::gcl {

struct BitVecValue {
  Integer bits;  // 0 <= bits < 2^width
  std::uint32_t width = 0;
};
/// Element `index` of an uninterpreted sort; printed `ref!3`.
struct ElementValue {
  Sort sort;
  std::uint32_t index = 0;
};
struct MapValue;

class Value {
 public:
  static Value boolean(bool value);
  static Value integer(Integer value);
  static Value real(Rational value);
  /// `bits` is reduced modulo 2^width.
  static Value bitvec(const Integer& bits, std::uint32_t width);
  static Value element(Sort sort, std::uint32_t index);
  /// A map that gives `default_value` everywhere; `sort` is the map's.
  static Value map(Sort sort, Value default_value);
  /// The same with these values at these keys.
  static Value map(Sort sort, Value default_value,
                   const std::vector<std::pair<Value, Value>>& updates);
  /// false, 0, element 0, and maps that give those everywhere.
  static Value default_of(Sort sort);

  bool is_bool() const { return std::holds_alternative<bool>(node_); }
  bool is_integer() const { return std::holds_alternative<Integer>(node_); }
  bool is_real() const { return std::holds_alternative<Rational>(node_); }
  bool is_bitvec() const { return std::holds_alternative<BitVecValue>(node_); }
  bool is_element() const { return std::holds_alternative<ElementValue>(node_); }
  bool is_map() const { return std::holds_alternative<MapPointer>(node_); }

  bool as_bool() const;
  const Integer& as_integer() const;
  const Rational& as_real() const;
  const BitVecValue& as_bitvec() const;
  const ElementValue& as_element() const;
  const MapValue& as_map() const;

  Value select(const Value& key) const;
  Value store(const Value& key, Value value) const;

  friend bool operator==(const Value& a, const Value& b) { return compare(a, b) == 0; }
  /// A total order, for map keys and sorted output; on numbers the usual one.
  friend bool operator<(const Value& a, const Value& b) { return compare(a, b) < 0; }

 private:
  using MapPointer = std::shared_ptr<const MapValue>;
  using Node = std::variant<bool, Integer, Rational, BitVecValue, ElementValue, MapPointer>;
  explicit Value(Node node) : node_(std::move(node)) {}
  static int compare(const Value& a, const Value& b);
  Node node_;
};

/// Canonical: no update restates the default, and over a finite key sort the default is the most
/// frequent value (of several the smallest).
struct MapValue {
  Sort sort;
  Value default_value;
  PersistentMap<Value, Value> updates;
};

/// `3`, `true`, `1.5`, `5bv8`, `ref!0`, `[0 -> 1, 4 -> 7, else -> 0]`.
std::string to_string(const Value& value);
/// The same for people: of a large map some places, and how many more there are.
std::string to_short_string(const Value& value);

/// Does `value` belong to `sort`?
bool has_sort(const Value& value, Sort sort);

/// How many values a sort has; nullopt when infinitely many or 2^63 or more.
std::optional<std::uint64_t> domain_size(Sort sort);
/// The values of a finite sort, counted from 0.
Value domain_element(Sort sort, std::uint64_t index);

}  // namespace pawl::gcl
