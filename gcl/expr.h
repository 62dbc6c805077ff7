// SPDX-License-Identifier: Apache-2.0
//
// Expressions: immutable, hash-consed, owned by a Context, so that equality, memo tables and
// "predicate -> BDD variable" maps are O(1) on identity. Variables are nodes with a name and a
// sort; variables bound by a quantifier are a kind of their own (BoundVar), so that substituting
// program variables can never capture. Names of bound variables are unique along every path
// from the root (the type checker refuses shadowing), and what replaces a variable must not have
// free bound variables.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gcl/sort.h"

namespace pawl::gcl {

enum class Kind : std::uint8_t {
  // Leaves.
  True,
  False,
  IntConst,     // text() is canonical decimal: "-12", "0"
  RealConst,    // text() is canonical decimal: "-1.25", "2.0"
  BitVecConst,  // text() is canonical unsigned decimal, sort() has the width
  Var,          // a program variable, constant or skolem: name()
  BoundVar,     // bound by an enclosing Forall or Exists: name()
  // Boolean. And and Or are n-ary (n >= 2); Implies and Iff are binary.
  Not,
  And,
  Or,
  Implies,
  Iff,
  Eq,   // any sort but bool (there it is Iff)
  Ite,  // condition, then, else; any sort
  // Integers. Add and Mul are n-ary (n >= 2). Div and Mod are Euclidean, as in SMT-LIB.
  Le,
  Lt,
  Add,
  Sub,
  Neg,
  Mul,
  Div,
  Mod,
  // Reals. RealAdd and RealMul are n-ary; RealDiv by zero is some function of the dividend.
  RealLe,
  RealLt,
  RealAdd,
  RealSub,
  RealNeg,
  RealMul,
  RealDiv,
  IntToReal,
  RealFloor,  // int: the largest that is not greater
  // Maps.
  Select,
  Store,
  ConstMap,  // maps every key to args()[0]; sort() is the map's
  // Bit-vectors; both arguments have the sort of the result unless said otherwise.
  BvNot,
  BvNeg,
  BvAnd,
  BvOr,
  BvXor,
  BvAdd,
  BvSub,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem,
  BvShl,
  BvLshr,
  BvAshr,
  BvUlt,
  BvUle,
  BvSlt,
  BvSle,  // bool
  BvConcat,
  BvExtract,  // indices(): {high, low}
  BvZeroExtend,
  BvSignExtend,  // indices(): {number of bits added}
  BvToInt,       // unsigned value
  IntToBv,       // modulo 2^n; sort() has the width
  // Functions, quantifiers, and the two ways to speak of an earlier state.
  Apply,  // name() is the function
  Forall,
  Exists,  // args() is {body}, bound() the variables, triggers()
  Old,     // value on procedure entry
  Entry,   // value on entry to the loop whose clause this stands in
};

/// For statistics, dumps and tests: "Add", "Forall".
const char* to_string(Kind kind);

struct ExprNode;

class Expr {
 public:
  Expr() = default;  // the null expression; only for "absent"
  explicit operator bool() const { return node_ != nullptr; }

  Kind kind() const;
  Sort sort() const;
  std::span<const Expr> args() const;
  Expr arg(std::size_t index) const { return args()[index]; }
  const std::string& name() const;                         // Var, BoundVar, Apply
  const std::string& text() const;                         // IntConst, RealConst, BitVecConst
  std::span<const std::uint32_t> indices() const;          // BvExtract, Bv*Extend
  std::span<const Expr> bound() const;                     // Forall, Exists: BoundVars
  const std::vector<std::vector<Expr>>& triggers() const;  // Forall, Exists
  bool has_bound_vars() const;  // some BoundVar occurs that is not bound inside
  std::uint32_t id() const;     // creation order; the only order we iterate by

  bool is(Kind k) const { return kind() == k; }
  bool is_true() const { return kind() == Kind::True; }
  bool is_false() const { return kind() == Kind::False; }

  friend bool operator==(Expr a, Expr b) { return a.node_ == b.node_; }
  friend bool operator<(Expr a, Expr b) { return a.id() < b.id(); }

 private:
  friend class Context;
  friend struct std::hash<Expr>;
  explicit Expr(const ExprNode* node) : node_(node) {}
  const ExprNode* node_ = nullptr;
};

/// Owns every sort and expression of one run over one procedure. Not copyable, not shared
/// between threads. The `make` functions check sorts (PAWL_ASSERT) but simplify nothing, so that
/// parse(print(e)) == e; the smart constructors in gcl/build.h simplify.
class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Sort bool_sort() const { return bool_sort_; }
  Sort int_sort() const { return int_sort_; }
  Sort real_sort() const { return real_sort_; }
  Sort bitvec_sort(std::uint32_t width);
  Sort uninterpreted_sort(std::string_view name);
  Sort map_sort(Sort key, Sort value);

  Expr true_() const { return true_expr_; }
  Expr false_() const { return false_expr_; }
  Expr bool_(bool value) const { return value ? true_expr_ : false_expr_; }
  Expr int_const(std::int64_t value);
  /// Decimal digits with an optional leading '-'; leading zeros are dropped.
  Expr int_const(std::string_view decimal);
  /// Digits, a point, digits, with an optional leading '-'; zeros that say nothing are dropped.
  Expr real_const(std::string_view decimal);
  /// The value modulo 2^width must already be reduced: 0 <= value < 2^width.
  Expr bitvec_const(std::string_view unsigned_decimal, std::uint32_t width);
  Expr var(std::string_view name, Sort sort);
  Expr bound_var(std::string_view name, Sort sort);
  /// A Var whose name occurs nowhere else in this Context: `stem`, or "stem#2", "stem#3", ...
  Expr fresh_var(std::string_view stem, Sort sort);

  /// Any kind without further payload: Boolean, comparison, arithmetic, Ite, Select, Store, most
  /// Bv.
  Expr make(Kind kind, std::span<const Expr> args);
  Expr make(Kind kind, std::initializer_list<Expr> args) {
    return make(kind, std::span<const Expr>(args.begin(), args.size()));
  }
  Expr make_const_map(Sort map_sort, Expr value);
  Expr make_extract(std::uint32_t high, std::uint32_t low, Expr arg);
  Expr make_extend(Kind kind, std::uint32_t added_bits, Expr arg);
  Expr make_int_to_bv(std::uint32_t width, Expr arg);
  Expr make_apply(std::string_view function, Sort result, std::span<const Expr> args);
  Expr make_quantifier(Kind kind, std::span<const Expr> bound,
                       std::vector<std::vector<Expr>> triggers, Expr body);
  /// The same node with other arguments (and, for quantifiers, other triggers).
  Expr with_args(Expr original, std::span<const Expr> args,
                 std::vector<std::vector<Expr>> triggers = {});

  std::size_t expr_count() const;

 private:
  struct Impl;
  Expr intern(ExprNode&& node);
  Sort intern_sort(SortNode&& node);
  std::unique_ptr<Impl> impl_;
  Sort bool_sort_, int_sort_, real_sort_;
  Expr true_expr_, false_expr_;
};

}  // namespace pawl::gcl

template <>
struct std::hash<pawl::gcl::Expr> {
  std::size_t operator()(pawl::gcl::Expr e) const noexcept {
    return std::hash<const void*>{}(e.node_);
  }
};
