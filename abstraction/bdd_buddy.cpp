// SPDX-License-Identifier: Apache-2.0
//
// BuDDy. Left alone it prints about its garbage collections, ends the process on errors, or
// returns false for what it could not compute and remembers that in its caches. So: no handlers
// of its own, an error hook that only notes the error (BuDDy's C frames must return normally:
// they have reordering to switch on again), and after an operation that failed an emptied cache
// and BddLimit. The one exception: after a garbage collection everything is in order, and BuDDy
// itself jumps out of an operation there to begin it again; so do we, to end it. Operations that
// take long make nodes, so there are collections; a limited table bounds the time between them.
#include <bdd.h>
// The header renames these for its own C++ class, which we do without.
#undef bdd_init
#undef bdd_ithvar

#include <algorithm>
#include <csetjmp>
#include <new>

#include "abstraction/bdd_universe.h"
#include "support/assert.h"

// In BuDDy's kernel.h, which is not installed: the nodes in use by the operation that runs, and
// more room for nodes.
extern "C" int* bddrefstack;
extern "C" int bdd_noderesize(int rehash);

namespace pawl::abstraction {

namespace {

int last_error = 0;

void note_error(int code) { last_error = code; }

// Of the one universe there is.
std::function<bool()> should_stop;
enum class Doing { Nothing, Operation, Reordering };
Doing doing = Doing::Nothing;
std::jmp_buf way_out;

void note_reordering(int begins) { doing = begins != 0 ? Doing::Reordering : Doing::Operation; }

void note_collection(int begins, bddGbcStat* /*statistics*/) {
  if (begins != 0 || doing != Doing::Operation || !should_stop || !should_stop()) return;
  std::longjmp(way_out, 1);  // NOLINT(cert-err52-cpp): over C frames only
}

/// What sifting takes for the number of nodes. When it grows a lot, variables go back to the best
/// place so far and stay there.
int size_or_stop() {
  constexpr int far_too_many = 1 << 28;
  return should_stop && should_stop() ? far_too_many : bdd_getnodenum();
}

bool is_prime(int candidate) {
  for (int divisor = 2; divisor * divisor <= candidate; ++divisor) {
    if (candidate % divisor == 0) return false;
  }
  return true;
}

// A full table whose size is not the largest prime below the limit is "resized" to the size it
// already has, and a node beyond its end handed out. A prime limit is reached exactly.
int prime_limit(std::size_t max_nodes) {
  int limit = static_cast<int>(std::clamp<std::size_t>(max_nodes, 50, 200'000'000));
  while (!is_prime(limit)) --limit;
  return limit;
}

/// BuDDy reserves a place on its stack before it computes what goes there, and the collector looks
/// at the place in between. New stacks come as malloc left them, so that it would take whatever
/// was there for nodes: no collection while there is a new one, and zeros instead.
void set_variables(int number) {
  const int needed = 2 * number;  // more than it takes
  const auto room = [] { return bdd_getallocnum() - bdd_getnodenum(); };
  if (room() <= needed) bdd_gbc();
  while (room() <= needed) {
    if (bdd_noderesize(1) >= 0) continue;
    if (last_error != 0) return;
    throw BddLimit();
  }
  bdd_setvarnum(number);
  if (last_error == 0) std::fill_n(bddrefstack, 2 * number + 4, 0);
}

BDD node_of(BddUniverse::Node f) { return static_cast<BDD>(f); }

}  // namespace

struct BddUniverse::Package {
  int limit = 0;
  // After a failed allocation BuDDy believes in a table larger than it has: nothing may be asked
  // of it any more.
  bool broken = false;

  void begin() const {
    if (broken) throw std::bad_alloc();
    last_error = 0;
    // A reordering that runs out of nodes leaves wrong functions behind. It starts from what is
    // alive now (operations are restarted after it) and cannot quadruple that.
    const bool has_room = bdd_getnodenum() < limit / 4;
    bdd_autoreorder(has_room ? BDD_REORDER_SIFT : BDD_REORDER_NONE);
  }

  Node end(BDD result) {
    if (last_error == 0) return static_cast<Node>(result);
    if (last_error == BDD_MEMORY) {
      broken = true;
      throw std::bad_alloc();
    }
    PAWL_ASSERT(last_error == BDD_NODENUM, "BuDDy should only ever run out of nodes");
    bdd_clear_error();
    bdd_gbc();  // also empties the caches, which may hold wrong results
    throw BddLimit();
  }

  enum class Reordering { Allowed, Forbidden };

  /// `operation` calls BuDDy and has nothing to destroy.
  template <class Operation>
  Node run(const Operation& operation, Reordering reordering = Reordering::Allowed) {
    begin();
    if (reordering == Reordering::Forbidden) bdd_autoreorder(BDD_REORDER_NONE);
    if (setjmp(way_out) != 0) {  // NOLINT(cert-err52-cpp)
      doing = Doing::Nothing;
      bdd_enable_reorder();
      throw BddStopped();
    }
    doing = Doing::Operation;
    const BDD result = operation();
    doing = Doing::Nothing;
    return end(result);
  }
};

BddUniverse::BddUniverse(const BddOptions& options)
    : numbers(options.order), package_(std::make_unique<Package>()) {
  const int limit = prime_limit(options.max_nodes);
  package_->limit = limit;
  const int initial = std::min(limit / 2, 20'000);
  const int cache = std::max(initial / 2, 100);
  last_error = 0;
  if (bdd_init(initial, cache) < 0) throw std::bad_alloc();
  bdd_error_hook(note_error);
  should_stop = options.stop;
  bdd_gbc_hook(note_collection);
  bdd_resize_hook(nullptr);
  bdd_reorder_hook(note_reordering);
  bdd_reorder_probe(size_or_stop);
  set_variables(1);  // bdd_done() of a universe without variables frees the last one's again
  bdd_intaddvarblock(0, 0, BDD_REORDER_FREE);
  bdd_setmaxnodenum(limit);
  bdd_setmaxincrease(limit / 4);  // sifting stays that far below the limit
  bdd_setcacheratio(4);
}

BddUniverse::~BddUniverse() {
  bdd_done();
  should_stop = nullptr;
}

const char* BddUniverse::package() { return "BuDDy"; }

BddUniverse::Node BddUniverse::constant(bool value) { return value ? 1 : 0; }

BddUniverse::Node BddUniverse::variable(std::uint32_t index) {
  package_->begin();
  const int wanted = static_cast<int>(index) + 1;
  if (const int before = bdd_varnum(); before < wanted) {
    set_variables(wanted);
    if (last_error != 0) bdd_enable_reorder();  // left switched off on that path
    package_->end(0);
    // Only variables in blocks are reordered. In blocks of one: BuDDy loses functions when it sifts
    // larger ones.
    for (int v = before; v < wanted; ++v) bdd_intaddvarblock(v, v, BDD_REORDER_FREE);
  }
  return package_->end(bdd_ithvar(static_cast<int>(index)));
}

BddUniverse::Node BddUniverse::negation(Node f) {
  return package_->run([&] { return bdd_not(node_of(f)); });
}

BddUniverse::Node BddUniverse::conjunction(Node f, Node g) {
  return package_->run([&] { return bdd_apply(node_of(f), node_of(g), bddop_and); });
}

BddUniverse::Node BddUniverse::disjunction(Node f, Node g) {
  return package_->run([&] { return bdd_apply(node_of(f), node_of(g), bddop_or); });
}

BddUniverse::Node BddUniverse::exclusive_or(Node f, Node g) {
  return package_->run([&] { return bdd_apply(node_of(f), node_of(g), bddop_xor); });
}

BddUniverse::Node BddUniverse::exists(Node f, Node positive_cube) {
  return package_->run([&] { return bdd_exist(node_of(f), node_of(positive_cube)); });
}

BddUniverse::Node BddUniverse::and_exists(Node f, Node g, Node positive_cube) {
  return package_->run(
      [&] { return bdd_appex(node_of(f), node_of(g), bddop_and, node_of(positive_cube)); });
}

BddUniverse::Node BddUniverse::rename(Node f, std::span<const Renaming> renamings) {
  package_->begin();
  // BuDDy does not keep in step with reordering which of its pairs is the last that matters.
  const std::unique_ptr<bddPair, decltype(&bdd_freepair)> pair(bdd_newpair(), &bdd_freepair);
  if (pair == nullptr) throw std::bad_alloc();
  for (const Renaming& r : renamings) {
    bdd_setpair(pair.get(), static_cast<int>(r.from), static_cast<int>(r.to));
  }
  // Not bdd_replace: where the variables are far apart it takes exponential time, and makes no
  // nodes that would lead to a collection.
  return package_->run([f, pairs = pair.get()] { return bdd_veccompose(node_of(f), pairs); },
                       Package::Reordering::Forbidden);
}

BddUniverse::Node BddUniverse::cofactor(Node f, Node cube) {
  return package_->run([&] { return bdd_restrict(node_of(f), node_of(cube)); });
}

void BddUniverse::keep(Node f) {
  if (!package_->broken) bdd_addref(node_of(f));
}

void BddUniverse::release(Node f) noexcept {
  if (!package_->broken) bdd_delref(node_of(f));
}

bool BddUniverse::is_constant(Node f) const { return f <= 1; }

std::uint32_t BddUniverse::top_variable(Node f) const {
  return static_cast<std::uint32_t>(bdd_var(node_of(f)));
}

BddUniverse::Node BddUniverse::low(Node f) const { return static_cast<Node>(bdd_low(node_of(f))); }
BddUniverse::Node BddUniverse::high(Node f) const {
  return static_cast<Node>(bdd_high(node_of(f)));
}

std::size_t BddUniverse::live_nodes() const { return static_cast<std::size_t>(bdd_getnodenum()); }

std::vector<std::uint32_t> BddUniverse::order() const {
  std::vector<std::uint32_t> variables;
  variables.reserve(static_cast<std::size_t>(bdd_varnum()));
  for (int level = 0; level < bdd_varnum(); ++level) {
    variables.push_back(static_cast<std::uint32_t>(bdd_level2var(level)));
  }
  return variables;
}

}  // namespace pawl::abstraction
