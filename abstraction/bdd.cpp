// SPDX-License-Identifier: Apache-2.0
#include "abstraction/bdd.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "abstraction/bdd_universe.h"
#include "support/assert.h"

namespace pawl::abstraction {

namespace {

// Static, not per thread: the packages are per process.
bool universe_is_open = false;

std::shared_ptr<BddUniverse> open_universe(const BddOptions& options) {
  PAWL_ASSERT(!universe_is_open, "the BDD universe of the procedure before should be closed");
  std::shared_ptr<BddUniverse> universe(new BddUniverse(options), [](BddUniverse* closing) {
    delete closing;
    universe_is_open = false;
  });
  universe_is_open = true;
  return universe;
}

using Node = BddUniverse::Node;

// Every node below and including the root, each once, in no particular order.
std::vector<Node> reachable(const BddUniverse& universe, Node root) {
  std::vector<Node> found{root};
  std::unordered_set<Node> seen{root};
  for (std::size_t next = 0; next < found.size(); ++next) {
    if (universe.is_constant(found[next])) continue;
    for (const Node child : {universe.low(found[next]), universe.high(found[next])}) {
      if (seen.insert(child).second) found.push_back(child);
    }
  }
  return found;
}

}  // namespace

VariableNumbers::VariableNumbers(std::vector<std::uint32_t> order)
    : ours_(std::move(order)), packages_(ours_.size(), std::numeric_limits<std::uint32_t>::max()) {
  for (std::uint32_t place = 0; place < ours_.size(); ++place) {
    const std::uint32_t variable = ours_[place];
    PAWL_ASSERT(variable < packages_.size() && packages_[variable] > packages_.size(),
                "an order should name every variable once");
    packages_[variable] = place;
  }
}

BddManager::BddManager(const BddOptions& options) : universe_(open_universe(options)) {}

Bdd BddManager::constant(bool value) const { return Bdd(universe_, universe_->constant(value)); }

Bdd BddManager::var(std::uint32_t index) const {
  return Bdd(universe_, universe_->variable(universe_->numbers.to_package(index)));
}

Bdd BddManager::literal(Literal literal) const {
  const Bdd variable = var(literal.predicate);
  return literal.positive ? variable : !variable;
}

Bdd BddManager::cube(std::span<const Literal> literals) const {
  Bdd result = constant(true);
  for (std::size_t i = literals.size(); i-- > 0;) result &= literal(literals[i]);
  return result;
}

Bdd BddManager::clause(std::span<const Literal> literals) const { return !cube(negated(literals)); }

std::size_t BddManager::live_nodes() const { return universe_->live_nodes(); }

std::vector<std::uint32_t> BddManager::order() const {
  std::vector<std::uint32_t> variables = universe_->order();
  for (std::uint32_t& one : variables) one = universe_->numbers.to_ours(one);
  return variables;
}

const char* BddManager::package() { return BddUniverse::package(); }

Bdd::Bdd(std::shared_ptr<BddUniverse> universe, Node node)
    : universe_(std::move(universe)), node_(node) {
  universe_->keep(node_);
}

Bdd::Bdd(const Bdd& other) : universe_(other.universe_), node_(other.node_) {
  if (universe_) universe_->keep(node_);
}

Bdd::Bdd(Bdd&& other) noexcept : universe_(std::move(other.universe_)), node_(other.node_) {
  other.universe_ = nullptr;
}

Bdd& Bdd::operator=(Bdd other) noexcept {
  std::swap(universe_, other.universe_);
  std::swap(node_, other.node_);
  return *this;
}

Bdd::~Bdd() {
  if (universe_) universe_->release(node_);
}

bool Bdd::is_true() const { return node_ == universe_->constant(true); }
bool Bdd::is_false() const { return node_ == universe_->constant(false); }

Bdd Bdd::operator!() const { return Bdd(universe_, universe_->negation(node_)); }

Bdd operator&(const Bdd& a, const Bdd& b) {
  PAWL_ASSERT(a.universe_ == b.universe_, "operands should come from one universe");
  return Bdd(a.universe_, a.universe_->conjunction(a.node_, b.node_));
}

Bdd operator|(const Bdd& a, const Bdd& b) {
  PAWL_ASSERT(a.universe_ == b.universe_, "operands should come from one universe");
  return Bdd(a.universe_, a.universe_->disjunction(a.node_, b.node_));
}

Bdd operator^(const Bdd& a, const Bdd& b) {
  PAWL_ASSERT(a.universe_ == b.universe_, "operands should come from one universe");
  return Bdd(a.universe_, a.universe_->exclusive_or(a.node_, b.node_));
}

bool Bdd::implies(const Bdd& other) const { return (*this & !other).is_false(); }

bool Bdd::implies_clause(std::span<const Literal> clause) const {
  return cofactor(negated(clause)).is_false();
}

Bdd Bdd::cofactor(std::span<const Literal> cube) const {
  const Bdd fixed = manager().cube(cube);
  return Bdd(universe_, universe_->cofactor(node_, fixed.node_));
}

Bdd Bdd::exists(std::span<const std::uint32_t> variables) const {
  Cube cube;
  for (const std::uint32_t variable : variables) cube.push_back({variable, true});
  std::sort(cube.begin(), cube.end());
  const Bdd quantified = manager().cube(cube);
  return Bdd(universe_, universe_->exists(node_, quantified.node_));
}

Bdd Bdd::exists_over(const Bdd& positive_cube) const {
  PAWL_ASSERT(universe_ == positive_cube.universe_, "operands should come from one universe");
  return Bdd(universe_, universe_->exists(node_, positive_cube.node_));
}

Bdd Bdd::and_exists(const Bdd& a, const Bdd& b, const Bdd& positive_cube) {
  PAWL_ASSERT(a.universe_ == b.universe_ && a.universe_ == positive_cube.universe_,
              "operands should come from one universe");
  return Bdd(a.universe_, a.universe_->and_exists(a.node_, b.node_, positive_cube.node_));
}

Bdd Bdd::rename(std::span<const Renaming> renamings) const {
  const VariableNumbers& numbers = universe_->numbers;
  std::vector<Renaming> packages;
  // The variables have to exist before the package is told about them.
  for (const Renaming& r : renamings) {
    packages.push_back({numbers.to_package(r.from), numbers.to_package(r.to)});
    static_cast<void>(universe_->variable(packages.back().from));
    static_cast<void>(universe_->variable(packages.back().to));
  }
  return Bdd(universe_, universe_->rename(node_, packages));
}

bool Bdd::evaluate(const Minterm& assignment) const {
  Node node = node_;
  while (!universe_->is_constant(node)) {
    const std::uint32_t variable = universe_->numbers.to_ours(universe_->top_variable(node));
    const bool value = variable < assignment.size() && assignment[variable];
    node = value ? universe_->high(node) : universe_->low(node);
  }
  return node == universe_->constant(true);
}

std::vector<std::uint32_t> Bdd::support() const {
  std::set<std::uint32_t> variables;
  for (const Node node : reachable(*universe_, node_)) {
    if (universe_->is_constant(node)) continue;
    variables.insert(universe_->numbers.to_ours(universe_->top_variable(node)));
  }
  return {variables.begin(), variables.end()};
}

std::size_t Bdd::node_count() const { return reachable(*universe_, node_).size(); }

// The fraction of all assignments that satisfy a node is the mean of its children's, whatever
// the order; a node is finished once both children are.
double Bdd::sat_count(std::uint32_t variables) const {
  std::unordered_map<Node, double> fraction{{universe_->constant(false), 0.0},
                                            {universe_->constant(true), 1.0}};
  std::vector<Node> stack{node_};
  while (!stack.empty()) {
    const Node node = stack.back();
    if (fraction.contains(node)) {
      stack.pop_back();
      continue;
    }
    const auto low = fraction.find(universe_->low(node));
    const auto high = fraction.find(universe_->high(node));
    if (low == fraction.end()) stack.push_back(universe_->low(node));
    if (high == fraction.end()) stack.push_back(universe_->high(node));
    if (low == fraction.end() || high == fraction.end()) continue;
    fraction.emplace(node, (low->second + high->second) / 2);
  }
  return std::ldexp(fraction.at(node_), static_cast<int>(variables));
}

// By index, not by level, so that the choice does not depend on the order: each variable in turn
// takes the wished value unless that makes the rest unsatisfiable.
Minterm Bdd::nearest(Minterm wish) const {
  PAWL_ASSERT(!is_false(), "nearest() should be asked of a satisfiable function");
  Bdd rest = *this;
  for (const std::uint32_t variable : support()) {
    PAWL_ASSERT(variable < wish.size(), "the assignment should cover the support");
    const Bdd wished = rest.cofactor(Literal{variable, wish[variable]});
    if (!wished.is_false()) {
      rest = wished;
      continue;
    }
    wish[variable] = !wish[variable];
    rest = rest.cofactor(Literal{variable, wish[variable]});
  }
  return wish;
}

}  // namespace pawl::abstraction
