// SPDX-License-Identifier: Apache-2.0
#include "prover/z3_translate.h"

#include "support/assert.h"

namespace pawl::prover {

using gcl::Expr;
using gcl::Kind;
using gcl::SortKind;

z3::expr Z3Builder::checked(Z3_ast ast) {
  context_.check_error();
  return z3::expr(context_, ast);
}

// Recursion: the translator refuses sorts nested deeper than max_sort_depth.
z3::sort Z3Builder::sort(gcl::Sort sort_) {
  switch (sort_.kind()) {
    case SortKind::Bool: return context_.bool_sort();
    case SortKind::Int: return context_.int_sort();
    case SortKind::Real: return context_.real_sort();
    case SortKind::BitVec: return context_.bv_sort(sort_.width());
    case SortKind::Uninterpreted: return context_.uninterpreted_sort(sort_.name().c_str());
    case SortKind::Map: return context_.array_sort(sort(sort_.key()), sort(sort_.value()));
  }
  PAWL_UNREACHABLE("every kind of sort should be listed");
}

z3::expr Z3Builder::fresh_constant(gcl::Sort sort_) {
  return checked(Z3_mk_fresh_const(context_, "pawl", sort(sort_)));
}

z3::expr Z3Builder::define(Expr e, const Term& value) {
  Term constant = fresh_constant(e.sort());
  definitions_.emplace_back(constant, value);
  return constant;
}

std::vector<std::pair<z3::expr, z3::expr>> Z3Builder::take_definitions() {
  return std::exchange(definitions_, {});
}

z3::expr Z3Builder::leaf(Expr e) {
  if (e.is(Kind::True)) return context_.bool_val(true);
  if (e.is(Kind::False)) return context_.bool_val(false);
  if (e.is(Kind::Var)) return context_.constant(e.name().c_str(), sort(e.sort()));
  if (e.is(Kind::BoundVar)) {
    const auto known = bound_.find(e);
    if (known != bound_.end()) return known->second;
    return bound_.emplace(e, fresh_constant(e.sort())).first->second;
  }
  return checked(Z3_mk_numeral(context_, e.text().c_str(), sort(e.sort())));
}

z3::expr Z3Builder::apply(Expr e, const std::vector<Z3_ast>& args) {
  z3::sort_vector domain(context_);
  for (const Expr arg : e.args()) domain.push_back(sort(arg.sort()));
  const z3::func_decl function =
      context_.function(context_.str_symbol(e.name().c_str()), domain, sort(e.sort()));
  return checked(Z3_mk_app(context_, function, static_cast<unsigned>(args.size()), args.data()));
}

z3::expr Z3Builder::make_quantifier(Expr e, const Term& body,
                                    const std::vector<std::vector<Term>>& patterns) {
  std::vector<Z3_app> bound;
  std::vector<Term> keep_alive;
  for (const Expr variable : e.bound()) {
    keep_alive.push_back(leaf(variable));
    bound.push_back(reinterpret_cast<Z3_app>(static_cast<Z3_ast>(keep_alive.back())));
  }
  std::vector<Z3_pattern> z3_patterns;
  for (const std::vector<Term>& pattern : patterns) {
    std::vector<Z3_ast> terms(pattern.begin(), pattern.end());
    Z3_pattern made = Z3_mk_pattern(context_, static_cast<unsigned>(terms.size()), terms.data());
    keep_alive.push_back(checked(reinterpret_cast<Z3_ast>(made)));
    z3_patterns.push_back(made);
  }
  return checked(Z3_mk_quantifier_const(
      context_, e.is(Kind::Forall), 0, static_cast<unsigned>(bound.size()), bound.data(),
      static_cast<unsigned>(z3_patterns.size()), z3_patterns.data(), body));
}

z3::expr Z3Builder::make(Expr e, const std::vector<Term>& terms) {
  Z3_context c = context_;
  const std::vector<Z3_ast> args(terms.begin(), terms.end());
  const auto count = static_cast<unsigned>(args.size());
  const Z3_ast* a = args.data();
  switch (e.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::IntConst:
    case Kind::RealConst:
    case Kind::BitVecConst:
    case Kind::Var:
    case Kind::BoundVar: return leaf(e);
    case Kind::Not: return checked(Z3_mk_not(c, a[0]));
    case Kind::And: return checked(Z3_mk_and(c, count, a));
    case Kind::Or: return checked(Z3_mk_or(c, count, a));
    case Kind::Implies: return checked(Z3_mk_implies(c, a[0], a[1]));
    case Kind::Iff: return checked(Z3_mk_iff(c, a[0], a[1]));
    case Kind::Eq: return checked(Z3_mk_eq(c, a[0], a[1]));
    case Kind::Ite: return checked(Z3_mk_ite(c, a[0], a[1], a[2]));
    case Kind::RealLe:
    case Kind::Le: return checked(Z3_mk_le(c, a[0], a[1]));
    case Kind::RealLt:
    case Kind::Lt: return checked(Z3_mk_lt(c, a[0], a[1]));
    case Kind::RealAdd:
    case Kind::Add: return checked(Z3_mk_add(c, count, a));
    case Kind::RealSub:
    case Kind::Sub: return checked(Z3_mk_sub(c, count, a));
    case Kind::RealNeg:
    case Kind::Neg: return checked(Z3_mk_unary_minus(c, a[0]));
    case Kind::RealMul:
    case Kind::Mul: return checked(Z3_mk_mul(c, count, a));
    case Kind::RealDiv:  // of reals: Z3 goes by the sort
    case Kind::Div: return checked(Z3_mk_div(c, a[0], a[1]));
    case Kind::Mod: return checked(Z3_mk_mod(c, a[0], a[1]));
    case Kind::IntToReal: return checked(Z3_mk_int2real(c, a[0]));
    case Kind::RealFloor: return checked(Z3_mk_real2int(c, a[0]));
    case Kind::Select: return checked(Z3_mk_select(c, a[0], a[1]));
    case Kind::Store: return checked(Z3_mk_store(c, a[0], a[1], a[2]));
    case Kind::ConstMap: return checked(Z3_mk_const_array(c, sort(e.sort().key()), a[0]));
    case Kind::BvNot: return checked(Z3_mk_bvnot(c, a[0]));
    case Kind::BvNeg: return checked(Z3_mk_bvneg(c, a[0]));
    case Kind::BvAnd: return checked(Z3_mk_bvand(c, a[0], a[1]));
    case Kind::BvOr: return checked(Z3_mk_bvor(c, a[0], a[1]));
    case Kind::BvXor: return checked(Z3_mk_bvxor(c, a[0], a[1]));
    case Kind::BvAdd: return checked(Z3_mk_bvadd(c, a[0], a[1]));
    case Kind::BvSub: return checked(Z3_mk_bvsub(c, a[0], a[1]));
    case Kind::BvMul: return checked(Z3_mk_bvmul(c, a[0], a[1]));
    case Kind::BvUdiv: return checked(Z3_mk_bvudiv(c, a[0], a[1]));
    case Kind::BvUrem: return checked(Z3_mk_bvurem(c, a[0], a[1]));
    case Kind::BvSdiv: return checked(Z3_mk_bvsdiv(c, a[0], a[1]));
    case Kind::BvSrem: return checked(Z3_mk_bvsrem(c, a[0], a[1]));
    case Kind::BvShl: return checked(Z3_mk_bvshl(c, a[0], a[1]));
    case Kind::BvLshr: return checked(Z3_mk_bvlshr(c, a[0], a[1]));
    case Kind::BvAshr: return checked(Z3_mk_bvashr(c, a[0], a[1]));
    case Kind::BvUlt: return checked(Z3_mk_bvult(c, a[0], a[1]));
    case Kind::BvUle: return checked(Z3_mk_bvule(c, a[0], a[1]));
    case Kind::BvSlt: return checked(Z3_mk_bvslt(c, a[0], a[1]));
    case Kind::BvSle: return checked(Z3_mk_bvsle(c, a[0], a[1]));
    case Kind::BvConcat: return checked(Z3_mk_concat(c, a[0], a[1]));
    case Kind::BvExtract: return checked(Z3_mk_extract(c, e.indices()[0], e.indices()[1], a[0]));
    case Kind::BvZeroExtend: return checked(Z3_mk_zero_ext(c, e.indices()[0], a[0]));
    case Kind::BvSignExtend: return checked(Z3_mk_sign_ext(c, e.indices()[0], a[0]));
    case Kind::BvToInt: return checked(Z3_mk_bv2int(c, a[0], false));
    case Kind::IntToBv: return checked(Z3_mk_int2bv(c, e.sort().width(), a[0]));
    case Kind::Apply: return apply(e, args);
    case Kind::Forall:
    case Kind::Exists:
    case Kind::Old:
    case Kind::Entry: break;
  }
  PAWL_UNREACHABLE("old and entry should be gone before a solver is asked");
}

}  // namespace pawl::prover
