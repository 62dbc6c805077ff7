// SPDX-License-Identifier: Apache-2.0
#include "gcl/expr.h"

#include <algorithm>
#include <deque>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "gcl/copy_node.h"
#include "gcl/kind_info.h"
#include "gcl/node.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

const ExprExtra no_extra;

void mix(std::size_t& seed, std::size_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2);
}

std::size_t hash_node(const ExprNode& node) {
  auto seed = static_cast<std::size_t>(node.kind);
  mix(seed, node.sort.id());
  for (const Expr arg : node.args) mix(seed, arg.id());
  if (node.extra != nullptr) {
    mix(seed, std::hash<std::string>{}(node.extra->name));
    for (const std::uint32_t index : node.extra->indices) mix(seed, index);
    for (const Expr variable : node.extra->bound) mix(seed, variable.id());
  }
  return seed;
}

bool same_node(const ExprNode& a, const ExprNode& b) {
  if (a.hash != b.hash || a.kind != b.kind || !(a.sort == b.sort) ||
      !std::ranges::equal(a.args, b.args)) {
    return false;
  }
  const ExprExtra& extra_a = a.extra ? *a.extra : no_extra;
  const ExprExtra& extra_b = b.extra ? *b.extra : no_extra;
  return extra_a == extra_b;
}

/// Open addressing with the hashes beside the pointers: looking up is most of what a Context does,
/// and a miss in the cache is most of what looking up costs.
class NodeTable {
 public:
  NodeTable() : slots_(1024) {}

  /// The node equal to `node`, or null.
  const ExprNode* find(const ExprNode& node) const {
    for (std::size_t at = home(node.hash); slots_[at].node != nullptr; at = next(at)) {
      if (slots_[at].hash == node.hash && same_node(*slots_[at].node, node)) return slots_[at].node;
    }
    return nullptr;
  }
  /// No equal node is in the table.
  void insert(const ExprNode* node) {
    if (++count_ * 2 > slots_.size()) grow();
    place({node->hash, node});
  }

 private:
  struct Slot {
    std::size_t hash = 0;
    const ExprNode* node = nullptr;
  };
  std::size_t home(std::size_t hash) const {
    return (hash * 0x9e3779b97f4a7c15ULL >> 32) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  void place(Slot slot) {
    std::size_t at = home(slot.hash);
    while (slots_[at].node != nullptr) at = next(at);
    slots_[at] = slot;
  }
  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    for (const Slot& slot : old) {
      if (slot.node != nullptr) place(slot);
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most half of them taken
  std::size_t count_ = 0;
};

struct HashSort {
  std::size_t operator()(const SortNode* node) const {
    auto seed = static_cast<std::size_t>(node->kind);
    mix(seed, node->width);
    mix(seed, std::hash<std::string>{}(node->name));
    if (node->kind == SortKind::Map) {
      mix(seed, node->key.id());
      mix(seed, node->value.id());
    }
    return seed;
  }
};
struct SameSort {
  bool operator()(const SortNode* a, const SortNode* b) const {
    return a->kind == b->kind && a->width == b->width && a->name == b->name && a->key == b->key &&
           a->value == b->value;
  }
};

void expect(bool condition, const char* message) { PAWL_ASSERT(condition, message); }

bool all_of_sort(std::span<const Expr> args, Sort sort) {
  return std::ranges::all_of(args, [&](Expr e) { return e.sort() == sort; });
}

/// A canonical decimal: no leading zeros, no "-0".
std::string canonical_decimal(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  expect(!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos,
         "an integer constant should be decimal digits");
  const std::size_t first = text.find_first_not_of('0');
  if (first == std::string_view::npos) return "0";
  return (negative ? "-" : "") + std::string(text.substr(first));
}

/// Digits on both sides of the point, no more of them than needed, no "-0.0".
std::string canonical_real(std::string_view text) {
  const std::size_t point = text.find('.');
  expect(point != std::string_view::npos && point + 1 < text.size() &&
             text.find_first_not_of("0123456789", point + 1) == std::string_view::npos,
         "a real constant should have digits after its point");
  const std::string_view whole = text.substr(0, point);
  const std::size_t last = std::max(text.find_last_not_of('0'), point + 1);
  const std::string fraction(text.substr(point, last - point + 1));
  const std::string digits = canonical_decimal(whole);
  const bool lost_sign = whole.starts_with('-') && digits == "0" && fraction != ".0";
  return (lost_sign ? "-" : "") + digits + fraction;
}

}  // namespace

Kind Expr::kind() const { return node_->kind; }
Sort Expr::sort() const { return node_->sort; }
std::span<const Expr> Expr::args() const { return node_->args; }
std::uint32_t Expr::id() const { return node_->id; }
bool Expr::has_bound_vars() const { return node_->oldest_free != ExprNode::closed; }

const std::string& Expr::name() const {
  PAWL_ASSERT(is(Kind::Var) || is(Kind::BoundVar) || is(Kind::Apply),
              "an expression with a name should be a variable or an application");
  return node_->extra->name;
}

const std::string& Expr::text() const {
  PAWL_ASSERT(is(Kind::IntConst) || is(Kind::RealConst) || is(Kind::BitVecConst),
              "an expression with a text should be a number");
  return node_->extra->name;
}

std::span<const std::uint32_t> Expr::indices() const {
  return node_->extra ? std::span<const std::uint32_t>(node_->extra->indices)
                      : std::span<const std::uint32_t>();
}

std::span<const Expr> Expr::bound() const {
  return node_->extra ? std::span<const Expr>(node_->extra->bound) : std::span<const Expr>();
}

const std::vector<std::vector<Expr>>& Expr::triggers() const {
  return node_->extra ? node_->extra->triggers : no_extra.triggers;
}

struct Context::Impl {
  std::deque<SortNode> sorts;
  std::unordered_set<const SortNode*, HashSort, SameSort> sort_table;
  std::deque<ExprNode> exprs;
  std::pmr::monotonic_buffer_resource arguments;
  NodeTable table;
  std::unordered_set<std::string_view> var_names;  // in the nodes
  std::unordered_map<std::string, std::uint32_t> fresh_counts;

  /// A copy that lives as long as the Context.
  std::span<const Expr> keep(std::span<const Expr> args) {
    auto* copy = static_cast<Expr*>(arguments.allocate(args.size_bytes(), alignof(Expr)));
    std::uninitialized_copy(args.begin(), args.end(), copy);
    return {copy, args.size()};
  }
};

Context::Context() : impl_(std::make_unique<Impl>()) {
  bool_sort_ = intern_sort({.kind = SortKind::Bool});
  int_sort_ = intern_sort({.kind = SortKind::Int});
  real_sort_ = intern_sort({.kind = SortKind::Real});
  true_expr_ = intern({.kind = Kind::True, .sort = bool_sort_});
  false_expr_ = intern({.kind = Kind::False, .sort = bool_sort_});
}

Context::~Context() = default;

Sort Context::intern_sort(SortNode&& node) {
  const auto known = impl_->sort_table.find(&node);
  if (known != impl_->sort_table.end()) return Sort(*known);
  node.id = static_cast<std::uint32_t>(impl_->sorts.size());
  const SortNode* stored = &impl_->sorts.emplace_back(std::move(node));
  impl_->sort_table.insert(stored);
  return Sort(stored);
}

Sort Context::bitvec_sort(std::uint32_t width) {
  expect(width > 0, "a bit-vector should have at least one bit");
  return intern_sort({.kind = SortKind::BitVec, .width = width});
}

Sort Context::uninterpreted_sort(std::string_view name) {
  return intern_sort({.kind = SortKind::Uninterpreted, .name = std::string(name)});
}

Sort Context::map_sort(Sort key, Sort value) {
  return intern_sort({.kind = SortKind::Map, .key = key, .value = value});
}

Expr Context::intern(ExprNode&& node) {
  node.hash = hash_node(node);
  if (const ExprNode* known = impl_->table.find(node)) return Expr(known);
  node.id = static_cast<std::uint32_t>(impl_->exprs.size());
  if (node.kind == Kind::BoundVar) {
    node.oldest_free = node.id;
  } else if (node.kind != Kind::Forall && node.kind != Kind::Exists) {
    for (const Expr arg : node.args) {
      node.oldest_free = std::min(node.oldest_free, arg.node_->oldest_free);
    }
  }
  if (!node.args.empty()) node.args = impl_->keep(node.args);
  const ExprNode* stored = &impl_->exprs.emplace_back(std::move(node));
  impl_->table.insert(stored);
  return Expr(stored);
}

std::size_t Context::expr_count() const { return impl_->exprs.size(); }

namespace {

ExprNode named_node(Kind kind, Sort sort, std::string name, std::span<const Expr> args = {}) {
  ExprNode node{.kind = kind, .sort = sort, .args = args};
  node.extra = std::make_unique<const ExprExtra>(ExprExtra{.name = std::move(name)});
  return node;
}

}  // namespace

Expr Context::int_const(std::int64_t value) { return int_const(std::to_string(value)); }

Expr Context::int_const(std::string_view decimal) {
  return intern(named_node(Kind::IntConst, int_sort_, canonical_decimal(decimal)));
}

Expr Context::real_const(std::string_view decimal) {
  return intern(named_node(Kind::RealConst, real_sort_, canonical_real(decimal)));
}

Expr Context::bitvec_const(std::string_view unsigned_decimal, std::uint32_t width) {
  return intern(
      named_node(Kind::BitVecConst, bitvec_sort(width), canonical_decimal(unsigned_decimal)));
}

Expr Context::var(std::string_view name, Sort sort) {
  const Expr result = intern(named_node(Kind::Var, sort, std::string(name)));
  impl_->var_names.insert(result.name());
  return result;
}

Expr Context::bound_var(std::string_view name, Sort sort) {
  const Expr result = intern(named_node(Kind::BoundVar, sort, std::string(name)));
  impl_->var_names.insert(result.name());
  return result;
}

Expr Context::fresh_var(std::string_view stem, Sort sort) {
  std::string name(stem);
  if (!impl_->var_names.contains(name)) return var(name, sort);
  std::uint32_t& count = impl_->fresh_counts[name];
  do {
    name = std::string(stem) + "#" + std::to_string(++count + 1);
  } while (impl_->var_names.contains(name));
  return var(name, sort);
}

namespace {

/// The sort of a node without payload, after checking its arguments.
class SortRule {
 public:
  SortRule(Sort boolean, Sort integer, Sort real, std::span<const Expr> args)
      : bool_(boolean), int_(integer), real_(real), args_(args) {}

  /// Null for a sort that needs the Context (Concatenation).
  Sort operator()(const KindInfo& kind) const {
    const bool fits = kind.more == KindInfo::More::Yes ? args_.size() >= kind.arguments
                                                       : args_.size() == kind.arguments;
    expect(fits, "the arity should fit the kind");
    switch (kind.signature) {
      case Signature::Bools: return all(bool_), bool_;
      case Signature::Ints: return all(int_), int_;
      case Signature::IntOrder: return all(int_), bool_;
      case Signature::Reals: return all(real_), real_;
      case Signature::RealOrder: return all(real_), bool_;
      case Signature::IntToReal: return all(int_), real_;
      case Signature::RealToInt: return all(real_), int_;
      case Signature::Equation: return all(args_[0].sort()), no_bool(), bool_;
      case Signature::Choice:
        expect(args_[0].sort() == bool_ && args_[1].sort() == args_[2].sort(),
               "both arms of an if should have one sort");
        return args_[1].sort();
      case Signature::Read: return key(), args_[0].sort().value();
      case Signature::Update:
        key();
        expect(args_[2].sort() == args_[0].sort().value(), "a stored value should fit the map");
        return args_[0].sort();
      case Signature::Bits: return bitvec(), all(args_[0].sort()), args_[0].sort();
      case Signature::BitsOrder: return bitvec(), all(args_[0].sort()), bool_;
      case Signature::Concatenation: return bitvec(), Sort();
      case Signature::BitsToInt: return bitvec(), int_;
      case Signature::Same: return args_[0].sort();
      case Signature::Own: break;
    }
    PAWL_UNREACHABLE("a node with payload should be made by its own function");
  }

 private:
  void all(Sort sort) const { expect(all_of_sort(args_, sort), "argument sorts should fit"); }
  void no_bool() const { expect(!args_[0].sort().is_bool(), "equality of bool should be Iff"); }
  void key() const { expect(args_[1].sort() == args_[0].sort().key(), "a key should fit its map"); }
  void bitvec() const {
    expect(std::ranges::all_of(args_, [](Expr e) { return e.sort().is_bitvec(); }),
           "arguments should be bit-vectors");
  }

  Sort bool_, int_, real_;
  std::span<const Expr> args_;
};

}  // namespace

Expr Context::make(Kind kind, std::span<const Expr> args) {
  Sort sort = SortRule(bool_sort_, int_sort_, real_sort_, args)(info(kind));
  if (!sort) sort = bitvec_sort(args[0].sort().width() + args[1].sort().width());
  return intern({.kind = kind, .sort = sort, .args = args});
}

Expr Context::make_const_map(Sort map_sort, Expr value) {
  expect(map_sort.is_map() && map_sort.value() == value.sort(), "the value should fit the map");
  return intern({.kind = Kind::ConstMap, .sort = map_sort, .args = {&value, 1}});
}

namespace {

ExprNode indexed_node(Kind kind, Sort sort, const Expr& arg, std::vector<std::uint32_t> indices) {
  ExprNode node{.kind = kind, .sort = sort, .args = {&arg, 1}};
  node.extra = std::make_unique<const ExprExtra>(ExprExtra{.indices = std::move(indices)});
  return node;
}

}  // namespace

Expr Context::make_extract(std::uint32_t high, std::uint32_t low, Expr arg) {
  expect(low <= high && high < arg.sort().width(), "extracted bits should exist");
  return intern(indexed_node(Kind::BvExtract, bitvec_sort(high - low + 1), arg, {high, low}));
}

Expr Context::make_extend(Kind kind, std::uint32_t added_bits, Expr arg) {
  expect(kind == Kind::BvZeroExtend || kind == Kind::BvSignExtend, "should be an extension");
  return intern(
      indexed_node(kind, bitvec_sort(arg.sort().width() + added_bits), arg, {added_bits}));
}

Expr Context::make_int_to_bv(std::uint32_t width, Expr arg) {
  expect(arg.sort() == int_sort_, "what becomes a bit-vector should be an integer");
  return intern({.kind = Kind::IntToBv, .sort = bitvec_sort(width), .args = {&arg, 1}});
}

Expr Context::make_apply(std::string_view function, Sort result, std::span<const Expr> args) {
  return intern(named_node(Kind::Apply, result, std::string(function), args));
}

namespace {

/// The id of the oldest BoundVar of `body` that neither `bound` nor a quantifier inside binds.
/// Names of bound variables are unique along every path, so a variable that is bound anywhere
/// inside is free nowhere beside it, and one pass over what is not closed tells.
std::uint32_t oldest_escaping(Expr body, std::span<const Expr> bound) {
  std::unordered_set<Expr> binders(bound.begin(), bound.end());
  std::unordered_set<Expr> seen;
  std::vector<Expr> variables;
  std::vector<Expr> stack{body};
  while (!stack.empty()) {
    const Expr node = stack.back();
    stack.pop_back();
    if (!node.has_bound_vars() || !seen.insert(node).second) continue;
    if (node.is(Kind::BoundVar)) variables.push_back(node);
    binders.insert(node.bound().begin(), node.bound().end());
    stack.insert(stack.end(), node.args().begin(), node.args().end());
  }
  std::uint32_t oldest = ExprNode::closed;
  for (const Expr variable : variables) {
    if (!binders.contains(variable)) oldest = std::min(oldest, variable.id());
  }
  return oldest;
}

}  // namespace

Expr Context::make_quantifier(Kind kind, std::span<const Expr> bound,
                              std::vector<std::vector<Expr>> triggers, Expr body) {
  expect(kind == Kind::Forall || kind == Kind::Exists, "should be a quantifier");
  expect(!bound.empty() && body.sort() == bool_sort_, "a quantifier should bind and be Boolean");
  ExprNode node{.kind = kind, .sort = bool_sort_, .args = {&body, 1}};
  node.extra = std::make_unique<const ExprExtra>(
      ExprExtra{.bound = {bound.begin(), bound.end()}, .triggers = std::move(triggers)});
  node.oldest_free = body.node_->oldest_free;
  const auto is_oldest = [&](Expr variable) { return variable.id() == node.oldest_free; };
  if (std::ranges::any_of(bound, is_oldest)) node.oldest_free = oldest_escaping(body, bound);
  return intern(std::move(node));
}

Expr Context::with_args(Expr original, std::span<const Expr> args,
                        std::vector<std::vector<Expr>> triggers) {
  if (info(original.kind()).form == Form::Leaf) return original;
  return copy_node(*this, original,
                   {.sort = original.sort(),
                    .args = args,
                    .bound = original.bound(),
                    .triggers = std::move(triggers)});
}

}  // namespace pawl::gcl
