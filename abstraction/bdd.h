// SPDX-License-Identifier: Apache-2.0
//
// The only door to the BDD package (CUDD or BuDDy, chosen when Pawl is built). Variable i stands
// for predicate i. Functions are canonical, so == is equality of functions. Dynamic reordering is
// on: the order of the variables changes under our feet, so nothing here iterates in that order;
// whatever chooses, chooses by variable index and is the same with every package.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "abstraction/clause.h"

namespace pawl::abstraction {

class Bdd;
class BddUniverse;  // the package; see bdd_universe.h

/// The package ran out of nodes. The functions that exist stay valid, and smaller ones can still
/// be made: unite() catches this and goes on with a coarser abstraction.
class BddLimit : public std::exception {
 public:
  const char* what() const noexcept override {
    return "the BDD package reached its limit of nodes";
  }
};

/// BddOptions::stop ended an operation. As with BddLimit, the functions that exist stay valid.
class BddStopped : public std::exception {
 public:
  const char* what() const noexcept override { return "a BDD operation was stopped"; }
};

struct BddOptions {
  std::size_t max_nodes = 4'000'000;  // about 100 MB
  /// Asked now and then during long operations; true ends them with BddStopped.
  std::function<bool()> stop = {};
  /// The order to begin with, the root's variable first: a permutation of 0 .. n-1. The others
  /// follow. Only speed depends on it.
  std::vector<std::uint32_t> order = {};
};

/// A universe of functions; copies of the manager share it, and it ends with the last copy and
/// the last function. BuDDy has one universe per process, so only one may be alive at a time:
/// opening a second one is an internal error.
class BddManager {
 public:
  explicit BddManager(const BddOptions& options = {});

  Bdd constant(bool value) const;
  /// Variables come into being when they are first used.
  Bdd var(std::uint32_t index) const;
  Bdd literal(Literal literal) const;
  Bdd cube(std::span<const Literal> literals) const;
  Bdd clause(std::span<const Literal> literals) const;
  /// Live nodes in the whole universe, for statistics: depends on package and order.
  std::size_t live_nodes() const;
  /// The variables there are in their order of now: depends on the package.
  std::vector<std::uint32_t> order() const;
  static const char* package();

 private:
  friend class Bdd;
  explicit BddManager(std::shared_ptr<BddUniverse> universe) : universe_(std::move(universe)) {}
  std::shared_ptr<BddUniverse> universe_;
};

/// Variable `from` becomes variable `to`.
struct Renaming {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// A Boolean function; a value. Operands come from the same universe.
class Bdd {
 public:
  Bdd() = default;  // no function at all; only for "absent"
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(Bdd other) noexcept;
  ~Bdd();
  explicit operator bool() const { return universe_ != nullptr; }
  BddManager manager() const { return BddManager(universe_); }

  bool is_true() const;
  bool is_false() const;
  friend bool operator==(const Bdd& a, const Bdd& b) {
    return a.universe_ == b.universe_ && a.node_ == b.node_;
  }

  Bdd operator!() const;
  friend Bdd operator&(const Bdd& a, const Bdd& b);
  friend Bdd operator|(const Bdd& a, const Bdd& b);
  friend Bdd operator^(const Bdd& a, const Bdd& b);
  Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
  Bdd& operator|=(const Bdd& other) { return *this = *this | other; }

  bool implies(const Bdd& other) const;
  /// Does this function imply the clause? Cheaper than making the clause first.
  bool implies_clause(std::span<const Literal> clause) const;
  /// The function with the cube's variables fixed; it no longer depends on them.
  Bdd cofactor(std::span<const Literal> cube) const;
  Bdd cofactor(Literal literal) const { return cofactor(std::span(&literal, 1)); }
  Bdd exists(std::span<const std::uint32_t> variables) const;
  /// The same, over the variables of a cube of positive literals made before.
  Bdd exists_over(const Bdd& positive_cube) const;
  /// The relational product: (a & b).exists(positive_cube), without the conjunction in between.
  static Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& positive_cube);
  /// All at once, so that a chain a -> b, b -> c and a swap are fine. Two different variables of
  /// the support should not become one: no target may be in the support unless it is renamed.
  Bdd rename(std::span<const Renaming> renamings) const;

  /// Variables beyond the assignment are false.
  bool evaluate(const Minterm& assignment) const;
  /// The variables it depends on, ascending.
  std::vector<std::uint32_t> support() const;
  /// For statistics: depends on package and order.
  std::size_t node_count() const;
  /// How many of the 2^variables assignments satisfy it; it depends on no further variable.
  double sat_count(std::uint32_t variables) const;
  /// The satisfying assignment to variables 0 .. variables-1 that is closest to `wish`, where
  /// low variables count more (so: the lexicographically nearest). The function is not false.
  Minterm nearest(Minterm wish) const;

 private:
  friend class BddManager;
  friend class BddUniverse;
  using Node = std::uintptr_t;
  Bdd(std::shared_ptr<BddUniverse> universe, Node node);
  std::shared_ptr<BddUniverse> universe_;
  Node node_ = 0;
};

}  // namespace pawl::abstraction
