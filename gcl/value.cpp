// SPDX-License-Identifier: Apache-2.0
//
// Recursion here follows the sort (a map of maps of ...), whose nesting the parser bounds.
#include "gcl/value.h"

#include <map>
#include <utility>

#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

int sign_of(std::strong_ordering order) { return order < 0 ? -1 : (order > 0 ? 1 : 0); }

/// base^exponent, unless it reaches 2^63.
std::optional<std::uint64_t> power(std::uint64_t base, std::uint64_t exponent) {
  if (base == 1) return 1;
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) {  // base >= 2: ends after 63 rounds
    if (__builtin_mul_overflow(result, base, &result) || (result >> 63) != 0) return std::nullopt;
  }
  return result;
}

/// Makes the most frequent value the default. Only when the default covers at most half of the
/// keys can another value be as frequent; then there are at most twice as many keys as updates,
/// so going through all keys costs no more than the map already holds.
void canonicalize(MapValue& map) {
  const std::optional<std::uint64_t> keys = domain_size(map.sort.key());
  if (!keys || *keys > 2 * map.updates.size()) return;
  std::map<Value, std::uint64_t> frequency;
  for (const auto& update : map.updates) ++frequency[update.second];
  if (*keys > map.updates.size()) frequency[map.default_value] = *keys - map.updates.size();
  auto best = frequency.begin();
  for (auto it = frequency.begin(); it != frequency.end(); ++it) {
    if (it->second > best->second) best = it;
  }
  if (best->first == map.default_value) return;
  PersistentMap<Value, Value> updates;
  for (std::uint64_t i = 0; i < *keys; ++i) {
    const Value key = domain_element(map.sort.key(), i);
    const Value* known = map.updates.find(key);
    const Value& value = known == nullptr ? map.default_value : *known;
    if (!(value == best->first)) updates.set(key, value);
  }
  map.default_value = best->first;
  map.updates = std::move(updates);
}

template <class T, class Node>
const T& get(const Node& node, const char* message) {
  const T* found = std::get_if<T>(&node);
  PAWL_ASSERT(found != nullptr, message);
  return *found;
}

}  // namespace

Value Value::boolean(bool value) { return Value(Node(value)); }
Value Value::integer(Integer value) { return Value(Node(std::move(value))); }
Value Value::real(Rational value) { return Value(Node(std::move(value))); }
Value Value::bitvec(const Integer& bits, std::uint32_t width) {
  return Value(Node(BitVecValue{Integer::mod(bits, Integer::power_of_two(width)), width}));
}
Value Value::element(Sort sort, std::uint32_t index) {
  return Value(Node(ElementValue{sort, index}));
}
Value Value::map(Sort sort, Value default_value) {
  return Value(
      Node(std::make_shared<const MapValue>(MapValue{sort, std::move(default_value), {}})));
}

Value Value::map(Sort sort, Value default_value,
                 const std::vector<std::pair<Value, Value>>& updates) {
  MapValue map{sort, std::move(default_value), {}};
  for (const auto& [key, value] : updates) {
    if (!(value == map.default_value)) map.updates.set(key, value);
  }
  canonicalize(map);
  return Value(Node(std::make_shared<const MapValue>(std::move(map))));
}

Value Value::default_of(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool: return boolean(false);
    case SortKind::Int: return integer(0);
    case SortKind::Real: return real(Rational());
    case SortKind::BitVec: return bitvec(0, sort.width());
    case SortKind::Uninterpreted: return element(sort, 0);
    case SortKind::Map: return map(sort, default_of(sort.value()));
  }
  PAWL_UNREACHABLE("every sort should have a default value");
}

bool Value::as_bool() const { return get<bool>(node_, "the value should be Boolean"); }
const Integer& Value::as_integer() const {
  return get<Integer>(node_, "the value should be an integer");
}
const Rational& Value::as_real() const { return get<Rational>(node_, "the value should be real"); }
const BitVecValue& Value::as_bitvec() const {
  return get<BitVecValue>(node_, "the value should be a bit-vector");
}
const ElementValue& Value::as_element() const {
  return get<ElementValue>(node_, "the value should be an element");
}
const MapValue& Value::as_map() const {
  return *get<MapPointer>(node_, "the value should be a map");
}

Value Value::select(const Value& key) const {
  const MapValue& map = as_map();
  const Value* found = map.updates.find(key);
  return found == nullptr ? map.default_value : *found;
}

Value Value::store(const Value& key, Value value) const {
  // Rows are not compared: that would cost as much as they are long.
  if (!value.is_map() && select(key) == value) return *this;
  MapValue changed = as_map();
  if (value == changed.default_value) {
    changed.updates.erase(key);
  } else {
    changed.updates.set(key, std::move(value));
  }
  canonicalize(changed);
  return Value(Node(std::make_shared<const MapValue>(std::move(changed))));
}

int Value::compare(const Value& a, const Value& b) {
  if (a.node_.index() != b.node_.index()) return a.node_.index() < b.node_.index() ? -1 : 1;
  return std::visit(
      overloaded{
          [&](bool left) { return static_cast<int>(left) - static_cast<int>(b.as_bool()); },
          [&](const Integer& left) { return sign_of(left <=> b.as_integer()); },
          [&](const Rational& left) { return sign_of(left <=> b.as_real()); },
          [&](const BitVecValue& left) {
            const BitVecValue& right = b.as_bitvec();
            if (left.width != right.width) return left.width < right.width ? -1 : 1;
            return sign_of(left.bits <=> right.bits);
          },
          [&](const ElementValue& left) {
            const ElementValue& right = b.as_element();
            if (!(left.sort == right.sort)) return left.sort.id() < right.sort.id() ? -1 : 1;
            return sign_of(left.index <=> right.index);
          },
          [&](const MapPointer& left) {
            const MapValue& right = b.as_map();
            if (left.get() == &right) return 0;
            if (const int d = compare(left->default_value, right.default_value); d != 0) return d;
            if (same_tree(left->updates, right.updates)) return 0;
            auto l = left->updates.begin();
            auto r = right.updates.begin();
            for (; l != left->updates.end() && r != right.updates.end(); ++l, ++r) {
              if (const int k = compare(l->first, r->first); k != 0) return k;
              if (const int v = compare(l->second, r->second); v != 0) return v;
            }
            if (l != left->updates.end()) return 1;
            return r != right.updates.end() ? -1 : 0;
          },
      },
      a.node_);
}

namespace {

std::string map_to_string(const MapValue& map, std::size_t most) {
  std::string text = "[";
  std::size_t written = 0;
  for (const auto& [key, mapped] : map.updates) {
    if (written++ == most) {
      text += std::to_string(map.updates.size() - most) + " more, ";
      break;
    }
    text += to_string(key) + " -> " + to_string(mapped) + ", ";
  }
  return text + "else -> " + to_string(map.default_value) + "]";
}

}  // namespace

std::string to_string(const Value& value) {
  if (value.is_bool()) return value.as_bool() ? "true" : "false";
  if (value.is_integer()) return value.as_integer().to_string();
  if (value.is_real()) return value.as_real().to_string();
  if (value.is_bitvec()) {
    return value.as_bitvec().bits.to_string() + "bv" + std::to_string(value.as_bitvec().width);
  }
  if (value.is_element()) {
    return value.as_element().sort.name() + "!" + std::to_string(value.as_element().index);
  }
  return map_to_string(value.as_map(), value.as_map().updates.size());
}

std::string to_short_string(const Value& value) {
  constexpr std::size_t many = 40;
  constexpr std::size_t few = 12;
  if (!value.is_map() || value.as_map().updates.size() <= many) return to_string(value);
  return map_to_string(value.as_map(), few);
}

bool has_sort(const Value& value, Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool: return value.is_bool();
    case SortKind::Int: return value.is_integer();
    case SortKind::Real: return value.is_real();
    case SortKind::BitVec: return value.is_bitvec() && value.as_bitvec().width == sort.width();
    case SortKind::Uninterpreted: return value.is_element() && value.as_element().sort == sort;
    case SortKind::Map: return value.is_map() && value.as_map().sort == sort;
  }
  PAWL_UNREACHABLE("every sort should have values");
}

std::optional<std::uint64_t> domain_size(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool: return 2;
    case SortKind::BitVec: return power(2, sort.width());
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::Uninterpreted: return std::nullopt;
    case SortKind::Map: {
      const std::optional<std::uint64_t> values = domain_size(sort.value());
      const std::optional<std::uint64_t> keys = domain_size(sort.key());
      return values && keys ? power(*values, *keys) : std::nullopt;
    }
  }
  PAWL_UNREACHABLE("every sort should have a size");
}

Value domain_element(Sort sort, std::uint64_t index) {
  switch (sort.kind()) {
    case SortKind::Bool: return Value::boolean(index != 0);
    case SortKind::BitVec: return Value::bitvec(static_cast<std::int64_t>(index), sort.width());
    case SortKind::Map: {
      // The digits of `index` in base "number of values" are the values of the keys.
      const std::uint64_t values = domain_size(sort.value()).value();
      const std::uint64_t keys = domain_size(sort.key()).value();
      Value map = Value::map(sort, domain_element(sort.value(), 0));
      for (std::uint64_t key = 0; key < keys; ++key, index /= values) {
        map = map.store(domain_element(sort.key(), key),
                        domain_element(sort.value(), index % values));
      }
      return map;
    }
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::Uninterpreted: break;
  }
  PAWL_UNREACHABLE("only finite sorts should be enumerated");
}

}  // namespace pawl::gcl
