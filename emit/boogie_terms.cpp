// SPDX-License-Identifier: Apache-2.0
#include "emit/boogie_terms.h"

#include <algorithm>
#include <set>

#include "emit/text_block.h"
#include "gcl/kind_info.h"
#include "gcl/traverse.h"
#include "gcl/triggers.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Kind;
using gcl::Sort;
using gcl::SortKind;

const BoogieNames boogie_names;
constexpr Tokens boogie_tokens = {"true", "false", "!",  "&&", "||",
                                  "==>",  "<==>",  "==", "!=", Tokens::Chains::No};

/// "[int]int" as part of a name: "int.int", in prefix notation, so that no two collide.
std::string flat(Sort sort) {
  std::string text;
  while (sort.is_map()) {
    text += "map." + flat(sort.key()) + ".";
    sort = sort.value();
  }
  return text + (sort.kind() == SortKind::Uninterpreted ? boogie_names(sort.name())
                                                        : gcl::to_string(sort));
}

/// What SMT-LIB calls the operation: "bvadd", "(_ zero_extend 8)".
std::string smtlib_operation(Expr e) {
  const gcl::KindInfo& kind = gcl::info(e.kind());
  std::string name(kind.smtlib);
  if (kind.literals == 0) return name;
  const std::uint32_t index = e.is(Kind::IntToBv) ? e.sort().width() : e.indices()[0];
  return "(_ " + name + " " + std::to_string(index) + ")";
}

/// Do the maps and functions of the body mention every bound variable? Then Boogie's solver finds
/// triggers itself; without any it does not use the formula at all.
bool has_terms_to_match(Expr quantifier) {
  std::set<std::uint32_t> mentioned;
  gcl::post_order(quantifier.arg(0), [&](Expr e) {
    if (!e.is(Kind::Select) && !e.is(Kind::Store) && !e.is(Kind::Apply)) return;
    gcl::post_order(e, [&](Expr below) {
      if (below.is(Kind::BoundVar)) mentioned.insert(below.id());
    });
  });
  return std::ranges::all_of(quantifier.bound(),
                             [&](Expr v) { return mentioned.contains(v.id()); });
}

}  // namespace

BoogieTerms::BoogieTerms() : TermWriter(boogie_names, boogie_tokens) {}

std::string BoogieTerms::type(Sort sort) const {
  std::string text;
  while (sort.is_map()) {
    text += "[" + type(sort.key()) + "]";
    sort = sort.value();
  }
  return text + (sort.kind() == SortKind::Uninterpreted ? name(sort.name()) : gcl::to_string(sort));
}

std::string BoogieTerms::binder(Expr variable) const {
  return name_of(variable) + ": " + type(variable.sort());
}

std::string BoogieTerms::helpers() const {
  std::string text;
  for (const auto& [name, declaration] : helpers_) text += declaration;
  return text;
}

Bind BoogieTerms::special_bind(Expr e) const {
  if (e.is(Kind::Div) || e.is(Kind::Mod) || e.is(Kind::RealDiv)) return Bind::Product;
  if (e.is(Kind::BvConcat)) return Bind::Sum;
  return Bind::Atom;  // calls, indices, and what brings its own parentheses
}

void BoogieTerms::special(Expr e) {
  if (e.is(Kind::Eq)) return call(equality(e.arg(0).sort()), e.args());
  if (e.is(Kind::Div)) return infix(e.args(), "div", Bind::Call, Bind::Call);
  if (e.is(Kind::Mod)) return infix(e.args(), "mod", Bind::Call, Bind::Call);
  if (e.is(Kind::RealDiv)) return infix(e.args(), "/", Bind::Call, Bind::Call);
  if (e.is(Kind::IntToReal)) return call("real", e.args());
  if (e.is(Kind::RealFloor)) return call("int", e.args());
  if (e.is(Kind::Ite)) return if_then_else(e);
  if (e.is(Kind::Select) || e.is(Kind::Store)) return map_access(e);
  if (e.is(Kind::ConstMap)) return call(constant_map(e.sort()), e.args());
  if (e.is(Kind::Apply)) return call(name_of(e), e.args());
  if (e.is(Kind::Forall) || e.is(Kind::Exists)) return quantifier(e);
  if (e.is(Kind::Old)) return call("old", e.args());
  bit_vector(e);
}

void BoogieTerms::if_then_else(Expr e) {
  put("(if ");
  put(e.arg(0), Bind::Any);
  put(" then ");
  put(e.arg(1), Bind::Any);
  put(" else ");
  put(e.arg(2), Bind::Any);
  put(")");
}

void BoogieTerms::map_access(Expr e) {
  put(e.arg(0), Bind::Atom);
  put("[");
  put(e.arg(1), Bind::Any);
  if (e.is(Kind::Store)) {
    put(" := ");
    put(e.arg(2), Bind::Any);
  }
  put("]");
}

void BoogieTerms::call(std::string_view function, std::span<const Expr> arguments) {
  put(std::string(function) + "(");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) put(", ");
    put(arguments[i], Bind::Any);
  }
  put(")");
}

void BoogieTerms::quantifier(Expr e) {
  put(e.is(Kind::Forall) ? "(forall " : "(exists ");
  put(joined(e.bound(), ", ", [&](Expr v) { return binder(v); }) + " :: ");
  const std::vector<std::vector<Expr>> triggers = gcl::usable_triggers(e);
  for (const std::vector<Expr>& trigger : triggers) {
    put("{");
    for (std::size_t i = 0; i < trigger.size(); ++i) {
      if (i > 0) put(", ");
      put(trigger[i], Bind::Any);
    }
    put("} ");
  }
  const bool marked = triggers.empty() && !has_terms_to_match(e);
  if (marked) {
    const std::string marks = joined(e.bound(), ", ", [&](Expr v) { return mark(v); });
    const std::string all = joined(e.bound(), " && ", [&](Expr v) { return mark(v); });
    put("{" + marks + "} " + all + (e.is(Kind::Forall) ? " ==> " : " && "));
  }
  put(e.arg(0), marked ? Bind::Comparison : Bind::Any);
  put(")");
}

std::string BoogieTerms::mark(Expr bound) {
  std::string name = "gcl.any." + flat(bound.sort());
  const std::string variable = "x: " + type(bound.sort());
  helpers_.try_emplace(name, "function " + name + "(" + variable + "): bool;\naxiom (forall " +
                                 variable + " :: {" + name + "(x)} " + name + "(x));\n");
  return name + "(" + name_of(bound) + ")";
}

void BoogieTerms::bit_vector(Expr e) {
  if (e.is(Kind::BitVecConst)) return put(e.text() + "bv" + std::to_string(e.sort().width()));
  if (e.is(Kind::BvConcat)) return infix(e.args(), "++", Bind::Atom, Bind::Atom);
  if (e.is(Kind::BvExtract)) {
    put(e.arg(0), Bind::Atom);
    return put("[" + std::to_string(e.indices()[0] + 1) + ":" + std::to_string(e.indices()[1]) +
               "]");
  }
  const std::string operation = smtlib_operation(e);
  std::string name = "gcl." + operation + "." + flat(e.arg(0).sort());
  std::erase_if(name, [](char c) { return c == '(' || c == ')' || c == ' '; });
  std::string declaration = "function {:bvbuiltin \"" + operation + "\"} " + name + "(";
  for (std::size_t i = 0; i < e.args().size(); ++i) {
    declaration += (i == 0 ? "x: " : ", y: ") + type(e.arg(i).sort());
  }
  helpers_.try_emplace(name, declaration + "): " + type(e.sort()) + ";\n");
  call(name, e.args());
}

std::string BoogieTerms::equality(Sort map) {
  std::string name = "gcl.equal." + flat(map);
  if (helpers_.contains(name)) return name;
  helpers_[name];  // a map of maps asks for another one below
  const std::string values_differ =
      map.value().is_map() ? "!" + equality(map.value()) + "(a[k], b[k])" : "a[k] != b[k]";
  const std::string parameters = "a: " + type(map) + ", b: " + type(map);
  const std::string apply = name + "(a, b)";
  helpers_[name] = "function " + name + "(" + parameters + "): bool;\n" +  //
                   "axiom (forall " + parameters + " :: {" + apply + "} " + apply +
                   " <==> a == b);\n" +  //
                   "axiom (forall " + parameters + " :: {" + apply + "} " + apply +
                   " || (exists k: " + type(map.key()) + " :: " + values_differ + "));\n";
  return name;
}

std::string BoogieTerms::constant_map(Sort map) {
  std::string name = "gcl.mapof." + flat(map);
  const std::string apply = name + "(v)[k]";
  helpers_.try_emplace(name, "function " + name + "(v: " + type(map.value()) + "): " + type(map) +
                                 ";\naxiom (forall v: " + type(map.value()) + ", k: " +
                                 type(map.key()) + " :: {" + apply + "} " + apply + " == v);\n");
  return name;
}

}  // namespace pawl::emit
