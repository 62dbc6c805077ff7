// SPDX-License-Identifier: Apache-2.0
//
// What a BDD package must offer: operations, references and the three parts of a node. For
// bdd.cpp and the back ends only; exactly one of bdd_buddy.cpp and bdd_cudd.cpp is compiled.
// Everything that only looks at functions (support, counts, evaluation) is done once, in bdd.cpp,
// over the parts: BuDDy's own bdd_support reads freed memory in a second universe, and its cached
// bdd_satcount is stale once variables have been added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "abstraction/bdd.h"

namespace pawl::abstraction {

/// Packages begin with the order of their own variables, so these are numbered in the order that
/// is wished for. Back ends know only the package's numbers, everybody else only ours.
class VariableNumbers {
 public:
  explicit VariableNumbers(std::vector<std::uint32_t> order);
  std::uint32_t to_package(std::uint32_t ours) const {
    return ours < packages_.size() ? packages_[ours] : ours;
  }
  std::uint32_t to_ours(std::uint32_t packages) const {
    return packages < ours_.size() ? ours_[packages] : packages;
  }

 private:
  std::vector<std::uint32_t> ours_;      // by the package's
  std::vector<std::uint32_t> packages_;  // by ours
};

class BddUniverse {
 public:
  using Node = std::uintptr_t;

  explicit BddUniverse(const BddOptions& options);
  ~BddUniverse();
  BddUniverse(const BddUniverse&) = delete;
  BddUniverse& operator=(const BddUniverse&) = delete;

  static const char* package();

  // Operations return a node that nobody refers to yet: keep() it before the next operation.
  // They throw BddLimit when the package is full, BddStopped when they are told to stop, and leave
  // it usable.
  Node constant(bool value);
  Node variable(std::uint32_t index);
  Node negation(Node f);
  Node conjunction(Node f, Node g);
  Node disjunction(Node f, Node g);
  Node exclusive_or(Node f, Node g);
  Node exists(Node f, Node positive_cube);
  Node and_exists(Node f, Node g, Node positive_cube);
  Node cofactor(Node f, Node cube);
  Node rename(Node f, std::span<const Renaming> renamings);

  void keep(Node f);
  void release(Node f) noexcept;

  bool is_constant(Node f) const;
  // Of a function that is no constant. Valid until the next operation.
  std::uint32_t top_variable(Node f) const;
  Node low(Node f) const;
  Node high(Node f) const;

  std::size_t live_nodes() const;
  // The variables there are, by level.
  std::vector<std::uint32_t> order() const;

  const VariableNumbers numbers;

 private:
  struct Package;
  std::unique_ptr<Package> package_;
};

}  // namespace pawl::abstraction
