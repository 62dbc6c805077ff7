// SPDX-License-Identifier: Apache-2.0
#include "gcl/sort.h"

#include "gcl/node.h"
#include "support/assert.h"

namespace pawl::gcl {

SortKind Sort::kind() const { return node_->kind; }
std::uint32_t Sort::id() const { return node_->id; }

std::uint32_t Sort::width() const {
  PAWL_ASSERT(is_bitvec(), "a sort with a width should be a bit-vector");
  return node_->width;
}

const std::string& Sort::name() const {
  PAWL_ASSERT(kind() == SortKind::Uninterpreted, "a sort with a name should be uninterpreted");
  return node_->name;
}

Sort Sort::key() const {
  PAWL_ASSERT(is_map(), "a sort with keys should be a map");
  return node_->key;
}

Sort Sort::value() const {
  PAWL_ASSERT(is_map(), "a sort with values should be a map");
  return node_->value;
}

std::string to_string(Sort sort) {
  if (!sort) return "<no sort>";
  std::string text;
  // Only values nest deeply in practice; keys recurse, bounded by the parser's nesting limit.
  while (sort.is_map()) {
    text += "[" + to_string(sort.key()) + "]";
    sort = sort.value();
  }
  switch (sort.kind()) {
    case SortKind::Bool: return text + "bool";
    case SortKind::Int: return text + "int";
    case SortKind::Real: return text + "real";
    case SortKind::BitVec: return text + "bv" + std::to_string(sort.width());
    case SortKind::Uninterpreted: return text + sort.name();
    case SortKind::Map: break;
  }
  PAWL_UNREACHABLE("a map's value sort should have been unwrapped");
}

}  // namespace pawl::gcl
