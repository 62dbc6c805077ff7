// SPDX-License-Identifier: Apache-2.0
#include "prover/cvc5_translate.h"

#include <utility>

#include "support/assert.h"

namespace pawl::prover {

using gcl::Expr;
using gcl::Kind;
using gcl::SortKind;

// Recursion: the translator refuses sorts nested deeper than max_sort_depth.
cvc5::Sort Cvc5Builder::sort(gcl::Sort sort_) {
  switch (sort_.kind()) {
    case SortKind::Bool: return solver_.getBooleanSort();
    case SortKind::Int: return solver_.getIntegerSort();
    case SortKind::Real: return solver_.getRealSort();
    case SortKind::BitVec: return solver_.mkBitVectorSort(sort_.width());
    case SortKind::Uninterpreted: {
      const auto known = sorts_.find(sort_.name());
      if (known != sorts_.end()) return known->second;
      return sorts_.emplace(sort_.name(), solver_.mkUninterpretedSort(sort_.name())).first->second;
    }
    case SortKind::Map: return solver_.mkArraySort(sort(sort_.key()), sort(sort_.value()));
  }
  PAWL_UNREACHABLE("every kind of sort should be listed");
}

cvc5::Term Cvc5Builder::define(Expr e, const Term& value) {
  const Term constant = solver_.mkConst(sort(e.sort()));
  facts_.push_back(solver_.mkTerm(cvc5::EQUAL, {constant, value}));
  return constant;
}

std::vector<cvc5::Term> Cvc5Builder::take_facts() { return std::exchange(facts_, {}); }

cvc5::Term Cvc5Builder::leaf(Expr e) {
  if (e.is(Kind::True) || e.is(Kind::False)) return solver_.mkBoolean(e.is(Kind::True));
  if (e.is(Kind::IntConst)) return solver_.mkInteger(e.text());
  if (e.is(Kind::RealConst)) return solver_.mkReal(e.text());
  if (e.is(Kind::BitVecConst)) return solver_.mkBitVector(e.sort().width(), e.text(), 10);
  const auto known = leaves_.find(e);
  if (known != leaves_.end()) return known->second;
  const Term made = e.is(Kind::Var) ? solver_.mkConst(sort(e.sort()), e.name())
                                    : solver_.mkVar(sort(e.sort()), e.name());
  return leaves_.emplace(e, made).first->second;
}

cvc5::Term Cvc5Builder::apply(Expr e, const std::vector<Term>& args) {
  std::vector<cvc5::Sort> domain;
  std::string signature = e.name() + ":" + to_string(e.sort());
  for (const Expr arg : e.args()) {
    domain.push_back(sort(arg.sort()));
    signature.append(",").append(to_string(arg.sort()));
  }
  auto known = functions_.find(signature);
  if (known == functions_.end()) {
    const cvc5::Sort range = sort(e.sort());
    const Term function = domain.empty()
                              ? solver_.mkConst(range, e.name())
                              : solver_.mkConst(solver_.mkFunctionSort(domain, range), e.name());
    known = functions_.emplace(signature, function).first;
  }
  if (args.empty()) return known->second;
  std::vector<Term> children{known->second};
  children.insert(children.end(), args.begin(), args.end());
  return solver_.mkTerm(cvc5::APPLY_UF, children);
}

// What is not the map of a value gets a name and a fact for every key.
cvc5::Term Cvc5Builder::const_map(Expr e, const Term& value) {
  const cvc5::Sort map_sort = sort(e.sort());
  if (is_value(e.arg(0))) return solver_.mkConstArray(map_sort, value);
  const Term map = solver_.mkConst(map_sort);
  const Term key = solver_.mkVar(map_sort.getArrayIndexSort());
  const Term element = solver_.mkTerm(cvc5::SELECT, {map, key});
  facts_.push_back(solver_.mkTerm(cvc5::FORALL, {solver_.mkTerm(cvc5::VARIABLE_LIST, {key}),
                                                 solver_.mkTerm(cvc5::EQUAL, {element, value})}));
  return map;
}

cvc5::Term Cvc5Builder::make_quantifier(Expr e, const Term& body,
                                        const std::vector<std::vector<Term>>& patterns) {
  std::vector<Term> bound;
  for (const Expr variable : e.bound()) bound.push_back(leaf(variable));
  std::vector<Term> children{solver_.mkTerm(cvc5::VARIABLE_LIST, bound), body};
  std::vector<Term> annotations;
  annotations.reserve(patterns.size());
  for (const std::vector<Term>& pattern : patterns) {
    annotations.push_back(solver_.mkTerm(cvc5::INST_PATTERN, pattern));
  }
  if (!annotations.empty()) {
    children.push_back(solver_.mkTerm(cvc5::INST_PATTERN_LIST, annotations));
  }
  return solver_.mkTerm(e.is(Kind::Forall) ? cvc5::FORALL : cvc5::EXISTS, children);
}

cvc5::Term Cvc5Builder::make(Expr e, const std::vector<Term>& args) {
  const auto term = [&](cvc5::Kind kind) { return solver_.mkTerm(kind, args); };
  const auto indexed = [&](cvc5::Kind kind, const std::vector<std::uint32_t>& indices) {
    return solver_.mkTerm(solver_.mkOp(kind, indices), args);
  };
  switch (e.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::IntConst:
    case Kind::RealConst:
    case Kind::BitVecConst:
    case Kind::Var:
    case Kind::BoundVar: return leaf(e);
    case Kind::Not: return term(cvc5::NOT);
    case Kind::And: return term(cvc5::AND);
    case Kind::Or: return term(cvc5::OR);
    case Kind::Implies: return term(cvc5::IMPLIES);
    case Kind::Iff:
    case Kind::Eq: return term(cvc5::EQUAL);
    case Kind::Ite: return term(cvc5::ITE);
    case Kind::RealLe:
    case Kind::Le: return term(cvc5::LEQ);
    case Kind::RealLt:
    case Kind::Lt: return term(cvc5::LT);
    case Kind::RealAdd:
    case Kind::Add: return term(cvc5::ADD);
    case Kind::RealSub:
    case Kind::Sub: return term(cvc5::SUB);
    case Kind::RealNeg:
    case Kind::Neg: return term(cvc5::NEG);
    case Kind::RealMul:
    case Kind::Mul: return term(cvc5::MULT);
    case Kind::Div: return term(cvc5::INTS_DIVISION);
    case Kind::Mod: return term(cvc5::INTS_MODULUS);
    case Kind::RealDiv: return term(cvc5::DIVISION);
    case Kind::IntToReal: return term(cvc5::TO_REAL);
    case Kind::RealFloor: return term(cvc5::TO_INTEGER);
    case Kind::Select: return term(cvc5::SELECT);
    case Kind::Store: return term(cvc5::STORE);
    case Kind::ConstMap: return const_map(e, args[0]);
    case Kind::BvNot: return term(cvc5::BITVECTOR_NOT);
    case Kind::BvNeg: return term(cvc5::BITVECTOR_NEG);
    case Kind::BvAnd: return term(cvc5::BITVECTOR_AND);
    case Kind::BvOr: return term(cvc5::BITVECTOR_OR);
    case Kind::BvXor: return term(cvc5::BITVECTOR_XOR);
    case Kind::BvAdd: return term(cvc5::BITVECTOR_ADD);
    case Kind::BvSub: return term(cvc5::BITVECTOR_SUB);
    case Kind::BvMul: return term(cvc5::BITVECTOR_MULT);
    case Kind::BvUdiv: return term(cvc5::BITVECTOR_UDIV);
    case Kind::BvUrem: return term(cvc5::BITVECTOR_UREM);
    case Kind::BvSdiv: return term(cvc5::BITVECTOR_SDIV);
    case Kind::BvSrem: return term(cvc5::BITVECTOR_SREM);
    case Kind::BvShl: return term(cvc5::BITVECTOR_SHL);
    case Kind::BvLshr: return term(cvc5::BITVECTOR_LSHR);
    case Kind::BvAshr: return term(cvc5::BITVECTOR_ASHR);
    case Kind::BvUlt: return term(cvc5::BITVECTOR_ULT);
    case Kind::BvUle: return term(cvc5::BITVECTOR_ULE);
    case Kind::BvSlt: return term(cvc5::BITVECTOR_SLT);
    case Kind::BvSle: return term(cvc5::BITVECTOR_SLE);
    case Kind::BvConcat: return term(cvc5::BITVECTOR_CONCAT);
    case Kind::BvExtract: return indexed(cvc5::BITVECTOR_EXTRACT, {e.indices()[0], e.indices()[1]});
    case Kind::BvZeroExtend: return indexed(cvc5::BITVECTOR_ZERO_EXTEND, {e.indices()[0]});
    case Kind::BvSignExtend: return indexed(cvc5::BITVECTOR_SIGN_EXTEND, {e.indices()[0]});
    case Kind::BvToInt: return term(cvc5::BITVECTOR_TO_NAT);
    case Kind::IntToBv: return indexed(cvc5::INT_TO_BITVECTOR, {e.sort().width()});
    case Kind::Apply: return apply(e, args);
    case Kind::Forall:
    case Kind::Exists:
    case Kind::Old:
    case Kind::Entry: break;
  }
  PAWL_UNREACHABLE("old and entry should be gone before a solver is asked");
}

}  // namespace pawl::prover
