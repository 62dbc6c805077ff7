// SPDX-License-Identifier: Apache-2.0
//
// CUDD 3. A null result means that a limit was reached; CUDD stays consistent. Nodes are pointers
// with a complement bit, which Node carries along.
#include <cstddef>
#include <cstdio>
// cudd.h needs both of the above.
#include <cudd.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <vector>

#include "abstraction/bdd_universe.h"
#include "support/assert.h"

namespace pawl::abstraction {

namespace {

DdNode* node_of(BddUniverse::Node f) { return reinterpret_cast<DdNode*>(f); }

int ask_to_stop(const void* stop) {
  return (*static_cast<const std::function<bool()>*>(stop))() ? 1 : 0;
}

}  // namespace

struct BddUniverse::Package {
  DdManager* manager = nullptr;
  unsigned limit = 0;
  std::function<bool()> stop;

  Node end(DdNode* result) {
    // CUDD looks at its limit only when it needs another block of nodes, so not any more once it
    // has them.
    if (result != nullptr && Cudd_ReadKeys(manager) - Cudd_ReadDead(manager) > limit) {
      Cudd_Ref(result);
      Cudd_RecursiveDeref(manager, result);
      throw BddLimit();
    }
    if (result != nullptr) return reinterpret_cast<Node>(result);
    const Cudd_ErrorType error = Cudd_ReadErrorCode(manager);
    Cudd_ClearErrorCode(manager);
    if (error == CUDD_TOO_MANY_NODES) throw BddLimit();
    if (error == CUDD_TERMINATION) throw BddStopped();
    PAWL_ASSERT(error == CUDD_MEMORY_OUT || error == CUDD_MAX_MEM_EXCEEDED,
                "CUDD should only ever run out of nodes or memory");
    throw std::bad_alloc();
  }
};

BddUniverse::BddUniverse(const BddOptions& options)
    : numbers(options.order), package_(std::make_unique<Package>()) {
  DdManager* manager = Cudd_Init(0, 0, CUDD_UNIQUE_SLOTS, 1u << 14, 0);
  if (manager == nullptr) throw std::bad_alloc();
  package_->manager = manager;
  Cudd_InstallOutOfMemoryHandler(Cudd_OutOfMemSilent);
  package_->limit =
      static_cast<unsigned>(std::clamp<std::size_t>(options.max_nodes, 50, 200'000'000));
  Cudd_SetMaxLive(manager, package_->limit);
  Cudd_AutodynEnable(manager, CUDD_REORDER_SIFT);
  package_->stop = options.stop;
  if (package_->stop) Cudd_RegisterTerminationCallback(manager, ask_to_stop, &package_->stop);
}

BddUniverse::~BddUniverse() { Cudd_Quit(package_->manager); }

const char* BddUniverse::package() { return "CUDD"; }

BddUniverse::Node BddUniverse::constant(bool value) {
  return reinterpret_cast<Node>(value ? Cudd_ReadOne(package_->manager)
                                      : Cudd_ReadLogicZero(package_->manager));
}

BddUniverse::Node BddUniverse::variable(std::uint32_t index) {
  return package_->end(Cudd_bddIthVar(package_->manager, static_cast<int>(index)));
}

BddUniverse::Node BddUniverse::negation(Node f) {
  return reinterpret_cast<Node>(Cudd_Not(node_of(f)));
}

BddUniverse::Node BddUniverse::conjunction(Node f, Node g) {
  return package_->end(Cudd_bddAnd(package_->manager, node_of(f), node_of(g)));
}

BddUniverse::Node BddUniverse::disjunction(Node f, Node g) {
  return package_->end(Cudd_bddOr(package_->manager, node_of(f), node_of(g)));
}

BddUniverse::Node BddUniverse::exclusive_or(Node f, Node g) {
  return package_->end(Cudd_bddXor(package_->manager, node_of(f), node_of(g)));
}

BddUniverse::Node BddUniverse::exists(Node f, Node positive_cube) {
  return package_->end(
      Cudd_bddExistAbstract(package_->manager, node_of(f), node_of(positive_cube)));
}

BddUniverse::Node BddUniverse::and_exists(Node f, Node g, Node positive_cube) {
  return package_->end(
      Cudd_bddAndAbstract(package_->manager, node_of(f), node_of(g), node_of(positive_cube)));
}

BddUniverse::Node BddUniverse::rename(Node f, std::span<const Renaming> renamings) {
  std::vector<int> targets(static_cast<std::size_t>(Cudd_ReadSize(package_->manager)));
  std::iota(targets.begin(), targets.end(), 0);
  for (const Renaming& r : renamings) targets[r.from] = static_cast<int>(r.to);
  return package_->end(Cudd_bddPermute(package_->manager, node_of(f), targets.data()));
}

BddUniverse::Node BddUniverse::cofactor(Node f, Node cube) {
  return package_->end(Cudd_Cofactor(package_->manager, node_of(f), node_of(cube)));
}

void BddUniverse::keep(Node f) { Cudd_Ref(node_of(f)); }

void BddUniverse::release(Node f) noexcept { Cudd_RecursiveDeref(package_->manager, node_of(f)); }

bool BddUniverse::is_constant(Node f) const { return Cudd_IsConstant(node_of(f)) != 0; }

std::uint32_t BddUniverse::top_variable(Node f) const { return Cudd_NodeReadIndex(node_of(f)); }

BddUniverse::Node BddUniverse::low(Node f) const {
  DdNode* node = node_of(f);
  return reinterpret_cast<Node>(Cudd_NotCond(Cudd_E(Cudd_Regular(node)), Cudd_IsComplement(node)));
}

BddUniverse::Node BddUniverse::high(Node f) const {
  DdNode* node = node_of(f);
  return reinterpret_cast<Node>(Cudd_NotCond(Cudd_T(Cudd_Regular(node)), Cudd_IsComplement(node)));
}

std::size_t BddUniverse::live_nodes() const {
  return static_cast<std::size_t>(Cudd_ReadNodeCount(package_->manager));
}

std::vector<std::uint32_t> BddUniverse::order() const {
  std::vector<std::uint32_t> variables;
  variables.reserve(static_cast<std::size_t>(Cudd_ReadSize(package_->manager)));
  for (int level = 0; level < Cudd_ReadSize(package_->manager); ++level) {
    variables.push_back(static_cast<std::uint32_t>(Cudd_ReadInvPerm(package_->manager, level)));
  }
  return variables;
}

}  // namespace pawl::abstraction
