// SPDX-License-Identifier: Apache-2.0
//
// What follows from the classes: which memory is flat, how large its cells are, how many indices
// lead to a location, where it lies in its object, and which IL variable its values live in.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontends/c/lower/names.h"
#include "frontends/c/lower/points_to.h"

namespace pawl::frontend::c {

/// Two parts of one object in a class: pointers have to tell them apart by where they lie. What
/// contains both becomes flat.
void PointsTo::meet_parts(NodeId root) {
  struct Visit {
    NodeId node;
    std::vector<NodeId> above;
  };
  for (bool met = true; met;) {
    met = false;
    std::map<NodeId, std::vector<NodeId>> seen;
    std::vector<Visit> work = {{root, {}}};
    while (!work.empty() && !met) {
      Visit visit = std::move(work.back());
      work.pop_back();
      const NodeId node = find(visit.node);
      const bool cyclic = std::ranges::find(visit.above, node) != visit.above.end();
      const auto [place, added] = seen.emplace(node, visit.above);
      if (cyclic || !added) {
        NodeId common = node;
        const std::vector<NodeId>& other = place->second;
        for (std::size_t i = 0; !cyclic && i < std::min(other.size(), visit.above.size()); ++i) {
          if (other[i] == visit.above[i]) common = other[i];
        }
        collapse(common);
        met = true;
        break;
      }
      visit.above.push_back(node);
      if (nodes_[node].element != none) work.push_back({nodes_[node].element, visit.above});
      for (const auto& [f, child] : nodes_[node].fields) work.push_back({child, visit.above});
    }
  }
}

/// Pointers into flat memory may leave the part they point to: then what contains it is flat too.
bool PointsTo::must_flatten(NodeId container, NodeId part) {
  const Node& whole = nodes_[container];
  if (whole.shape == Shape::Array || nodes_[part].walked) return true;
  for (const auto& [f, child] : whole.fields) {
    if (find(child) == part && size_of(f->getType()) < nodes_[part].largest) return true;
  }
  return false;
}

void PointsTo::flatten_containers() {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (find(n) != n) continue;
    const Node node = nodes_[n];
    const auto& lengths = node.lengths;
    // Rows of different lengths that follow one another.
    if (node.shape == Shape::Array && node.indexed && lengths.size() > 1) collapse(n);
    for (const NodeId one : node.containers) {
      const NodeId container = find(one);
      if (container == find(n) || nodes_[container].shape == Shape::Flat) continue;
      if (is_flat(n)) {
        if (must_flatten(container, find(n))) collapse(container);
        continue;
      }
      // A pointer that moves from row to row of an array of arrays.
      if (!node.walked || nodes_[container].shape != Shape::Array) continue;
      for (const NodeId above : std::vector(nodes_[container].containers)) {
        const NodeId rows = find(above);
        const bool constant = !nodes_[container].lengths.contains(0);
        if (nodes_[rows].shape == Shape::Array && constant) collapse(rows);
      }
    }
  }
}

void PointsTo::decide_units() {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (find(n) == n && nodes_[n].shape == Shape::Flat) decide_unit(n);
  }
}

/// One scalar type, at offsets that are multiples of its size: then that. Else bytes.
void PointsTo::decide_unit(NodeId n) {
  Node& node = nodes_[n];
  node.type = unit_.ast().UnsignedCharTy;
  const bool pointers =
      std::ranges::any_of(node.views, [](clang::QualType one) { return one->isPointerType(); });
  if (node.views.size() == 1 && !node.has_bits) {
    const std::uint64_t size = size_of(node.views.front());
    if (size > 0 && node.granule % size == 0) {
      node.type = node.views.front();
      return;
    }
  }
  node.holds_pointers = pointers;
}

std::int64_t PointsTo::unit_size(NodeId flat) {
  return static_cast<std::int64_t>(size_of(unit(flat)));
}

std::optional<PointsTo::Address> PointsTo::inside(const std::optional<Address>& whole,
                                                  std::int64_t offset) const {
  std::optional<Address> result = whole;
  if (result) result->base += offset;
  return result;
}

std::optional<PointsTo::Address> PointsTo::indexed_by(const std::optional<Address>& whole,
                                                      std::int64_t stride) const {
  if (!whole || stride == 0) return std::nullopt;
  std::optional<Address> result = whole;
  result->strides.push_back(stride);
  return result;
}

/// Of the locations in the class, in bytes; 0: not known.
std::int64_t PointsTo::size_at(NodeId node) {
  if (is_flat(node)) return unit_size(node);
  return static_cast<std::int64_t>(size_of(type_of(node)));
}

void PointsTo::visit_members(NodeId id, const std::string& path, std::size_t object,
                             std::optional<Address> address) {
  const NodeId node = find(id);
  if (nodes_[node].indexed) address = indexed_by(address, size_at(node));
  members_[node].push_back({object, path, address});
  if (nodes_[node].shape == Shape::Array) {
    visit_members(nodes_[node].element, path, object, address);
  }
  for (const auto& [f, child] : nodes_[node].fields) {
    const auto bits = static_cast<std::int64_t>(unit_.ast().getFieldOffset(f));
    visit_members(child, path + "$" + il_name(f), object, inside(address, bits / 8));
  }
}

/// Indices that some objects of the class do not need are 0 in pointers into those.
std::optional<PointsTo::Address> PointsTo::address(NodeId node) {
  const auto found = members_.find(find(node));
  if (found == members_.end() || !found->second.front().address) return std::nullopt;
  Address result = *found->second.front().address;
  std::ranges::reverse(result.strides);
  for (const Member& member : found->second) {
    if (!member.address || member.address->base != result.base) return std::nullopt;
    const std::vector<std::int64_t>& strides = member.address->strides;
    for (std::size_t i = 0; i < strides.size(); ++i) {
      const std::int64_t stride = strides[strides.size() - 1 - i];
      if (i == result.strides.size()) result.strides.push_back(stride);
      if (result.strides[i] != stride) return std::nullopt;
    }
  }
  result.strides.resize(std::max(result.strides.size(), rank(node)), 0);
  std::ranges::reverse(result.strides);
  return result;
}

std::set<std::size_t> PointsTo::objects_of(NodeId node) {
  std::set<std::size_t> result;
  const auto found = members_.find(find(node));
  if (found == members_.end()) return result;
  for (const Member& member : found->second) result.insert(member.object);
  return result;
}

/// `above` indices lead to what `id` is part of. Did any class get a higher rank?
bool PointsTo::raise_ranks(NodeId id, std::size_t above) {
  const NodeId node = find(id);
  const std::size_t needed = above + (nodes_[node].indexed ? 1 : 0);
  std::size_t& rank = ranks_[node];
  bool raised = rank < needed;
  if (raised) rank = needed;
  const std::size_t here = rank;
  if (nodes_[node].shape == Shape::Array) raised |= raise_ranks(nodes_[node].element, here);
  for (const auto& [f, child] : nodes_[node].fields) raised |= raise_ranks(child, here);
  return raised;
}

void PointsTo::collect_members() {
  constexpr int max_rounds = 16;
  for (Object& object : objects_) {
    const bool is_local = object.variable != nullptr && !object.variable->hasGlobalStorage();
    if (renews_locals_ && is_local && address_taken(object.variable)) object.many = true;
  }
  for (std::size_t i = 0; i < objects_.size(); ++i)
    visit_members(objects_[i].root, "", i, Address{});
  int rounds = 0;
  for (bool raised = true; raised; ++rounds) {
    raised = false;
    for (const Object& object : objects_) raised |= raise_ranks(object.root, 0);
    // Struct values on their way have the ranks of variables.
    for (const auto& [function, node] : results_) raised |= raise_ranks(node, 0);
    for (const auto& [call, node] : sketches_) raised |= raise_ranks(node, 0);
    if (rounds > max_rounds) {
      refuse({}, "memory that contains itself");
      return;
    }
  }
}

std::size_t PointsTo::rank(NodeId node) {
  const auto found = ranks_.find(find(node));
  if (found == ranks_.end()) return indexed(node) ? 1 : 0;
  return found->second;
}

Storage PointsTo::make_storage(NodeId node) {
  Storage storage;
  storage.dimensions = rank(node);
  const auto found = members_.find(node);
  if (found != members_.end() && found->second.size() == 1) {
    const Member& member = found->second.front();
    const Object& object = objects_[member.object];
    storage.name = object.name + member.path;
    storage.path = member.path;
    storage.by_object = object.many;
    if (object.variable != nullptr && !object.many) {
      storage.only = &object;
      return storage;  // named by whoever declares it
    }
  } else {
    storage.by_object = true;
    storage.name = "memory";
    if (found != members_.end() && !found->second.empty()) {
      storage.name += found->second.front().path;
    }
  }
  // A variable of the program may have the same name; one that the class is named after has not.
  const bool of_variable = found != members_.end() && found->second.size() == 1 &&
                           objects_[found->second.front().object].variable != nullptr;
  std::set<std::string> taken;
  for (const auto& [var, root] : variables_) {
    if (!of_variable && var != nullptr) taken.insert(il_name(var));
  }
  std::string name = storage.name;
  for (int i = 2; taken.contains(name) || !storage_names_.insert(name).second; ++i) {
    name = storage.name + "$" + std::to_string(i);
  }
  storage.name = name;
  return storage;
}

const Storage& PointsTo::storage(NodeId scalar) {
  const NodeId node = find(scalar);
  const auto found = storages_.find(node);
  if (found != storages_.end()) return found->second;
  return storages_.emplace(node, make_storage(node)).first->second;
}

bool PointsTo::reaches(NodeId root, NodeId target) {
  const auto found = members_.find(find(target));
  if (found == members_.end()) return false;
  for (const Member& member : found->second) {
    if (objects_[member.object].root == root) return true;
  }
  return false;
}

std::set<std::int64_t> PointsTo::extents(const Object& object) {
  std::set<std::int64_t> result;
  if (is_flat(object.root) && object.variable != nullptr) {
    const std::uint64_t bytes = size_of(object.variable->getType());
    return {static_cast<std::int64_t>(bytes) / unit_size(object.root)};
  }
  collect_extents(object.root, object.kind == Object::Kind::Allocation ? 0 : 1, result);
  return result;
}

/// `extent`: of the row this node is an element of. Below an element, pointers have several
/// indices.
void PointsTo::collect_extents(NodeId id, std::int64_t extent, std::set<std::int64_t>& extents) {
  const NodeId node = find(id);
  if (rank(node) > 0) {
    extents.insert(is_flat(node) ? 0 : extent);
    return;
  }
  if (nodes_[node].shape == Shape::Array) {
    const auto* type = unit_.ast().getAsConstantArrayType(nodes_[node].type);
    const auto length =
        type == nullptr ? 0 : static_cast<std::int64_t>(type->getSize().getZExtValue());
    collect_extents(nodes_[node].element, length, extents);
  }
  for (const auto& [member, child] : nodes_[node].fields) collect_extents(child, 1, extents);
}

std::size_t PointsTo::object_number(NodeId root) const {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    if (objects_[i].root == root) return i + 1;
  }
  return 0;
}

}  // namespace pawl::frontend::c
