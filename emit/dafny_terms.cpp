// SPDX-License-Identifier: Apache-2.0
#include "emit/dafny_terms.h"

#include "emit/text_block.h"
#include "gcl/triggers.h"
#include "support/assert.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Kind;
using gcl::Sort;
using gcl::SortKind;

const DafnyNames dafny_names;
constexpr Tokens dafny_tokens = {"true", "false", "!",  "&&", "||",
                                 "==>",  "<==>",  "==", "!=", Tokens::Chains::Yes};

}  // namespace

DafnyTerms::DafnyTerms(const gcl::Program& program)
    : TermWriter(dafny_names, dafny_tokens), maps_(program) {
  for (const gcl::ConstDecl& decl : program.constants) constants_.insert(decl.var.name());
}

std::string DafnyTerms::type(Sort sort) const {
  if (sort.is_map()) return "map" + flat(sort);
  return sort.kind() == SortKind::Uninterpreted ? name(sort.name()) : gcl::to_string(sort);
}

std::string DafnyTerms::binder(Expr variable) const {
  return name_of(variable) + ": " + type(variable.sort());
}

std::string DafnyTerms::map_declaration(Sort map) const {
  const std::string suffix = flat(map), self = type(map), key = type(map.key()),
                    value = type(map.value());
  const std::string select = "get" + suffix, store = "set" + suffix, equal = "equal" + suffix,
                    differ = "differ" + suffix, constant = "mapof" + suffix;
  const std::string values_differ =
      map.value().is_map()
          ? "!equal" + flat(map.value()) + "(" + select + "(a, " + differ + "(a, b)), " + select +
                "(b, " + differ + "(a, b)))"
          : select + "(a, " + differ + "(a, b)) != " + select + "(b, " + differ + "(a, b))";
  const std::string stored = select + "(" + store + "(m, k, v), j)";
  const std::string same_key = map.key().is_map() ? "equal" + flat(map.key()) + "(j, k)" : "j == k";
  TextBlock out;
  out.line("// " + gcl::to_string(map));
  out.line("type " + self + "(==,0)");
  out.line("function method " + select + "(m: " + self + ", k: " + key + "): " + value);
  out.line("function method " + store + "(m: " + self + ", k: " + key + ", v: " + value +
           "): " + self);
  // Names the element, so that what is said of all elements is used for it.
  out.line("  ensures " + select + "(" + store + "(m, k, v), k) == v");
  out.line("  ensures forall j: " + key + " {:trigger " + stored + "} :: " + stored + " == if " +
           same_key + " then v else " + select + "(m, j)");
  out.line("function method " + differ + "(a: " + self + ", b: " + self + "): " + key);
  out.line("function method " + equal + "(a: " + self + ", b: " + self + "): bool");
  out.line("  ensures " + equal + "(a, b) <==> a == b");
  out.line("  ensures " + equal + "(a, b) || " + values_differ);
  out.line("function method " + constant + "(v: " + value + "): " + self);
  const std::string read = select + "(" + constant + "(v), j)";
  out.line("  ensures forall j: " + key + " {:trigger " + read + "} :: " + read + " == v");
  return out.text();
}

std::string DafnyTerms::division() const {
  std::string text;
  if (divides_reals_) {
    text =
        "function method real?by_0(x: real): real\n"
        "function method real?of(x: real, y: real): real\n"
        "{ if y == 0.0 then real?by_0(x) else x / y }\n";
  }
  if (!divides_) return text;
  return text +
         "function method div?by_0(x: int): int\n"
         "function method mod?by_0(x: int): int\n"
         "function method div?of(x: int, y: int): int { if y == 0 then div?by_0(x) else x / y }\n"
         "function method mod?of(x: int, y: int): int { if y == 0 then mod?by_0(x) else x % y }\n";
}

Bind DafnyTerms::special_bind(Expr e) const {
  if (e.is(Kind::Ite) || e.is(Kind::Forall) || e.is(Kind::Exists)) return Bind::Any;
  return e.is(Kind::Div) || e.is(Kind::Mod) ? Bind::Product : Bind::Atom;
}

void DafnyTerms::variable(Expr var) {
  put(constants_.contains(var.name()) ? name_of(var) + "()" : name_of(var));
}

void DafnyTerms::special(Expr e) {
  if (e.is(Kind::Eq)) return call("equal" + flat(e.arg(0).sort()), e.args());
  if (e.is(Kind::Div) || e.is(Kind::Mod)) return divide(e);
  if (e.is(Kind::RealDiv)) return divide_reals(e);
  if (e.is(Kind::IntToReal) || e.is(Kind::RealFloor)) return convert(e);
  if (e.is(Kind::Ite)) return if_then_else(e);
  if (e.is(Kind::Select)) return call("get" + flat(e.arg(0).sort()), e.args());
  if (e.is(Kind::Store)) return call("set" + flat(e.sort()), e.args());
  if (e.is(Kind::ConstMap)) return call("mapof" + flat(e.sort()), e.args());
  if (e.is(Kind::Apply)) return call(name_of(e), e.args());
  PAWL_ASSERT(e.is(Kind::Forall) || e.is(Kind::Exists), "bit-vectors, old, entry should be gone");
  quantifier(e);
}

void DafnyTerms::if_then_else(Expr e) {
  put("if ");
  put(e.arg(0), Bind::Connective);
  put(" then ");
  put(e.arg(1), Bind::Connective);
  put(" else ");
  put(e.arg(2), Bind::Connective);
}

void DafnyTerms::call(std::string_view function, std::span<const Expr> arguments) {
  put(std::string(function) + "(");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) put(", ");
    put(arguments[i], Bind::Any);
  }
  put(")");
}

void DafnyTerms::divide(Expr e) {
  if (e.arg(1).is(Kind::IntConst) && e.arg(1).text() != "0") {
    return infix(e.args(), e.is(Kind::Div) ? "/" : "%", Bind::Call, Bind::Call);
  }
  divides_ = true;
  call(e.is(Kind::Div) ? "div?of" : "mod?of", e.args());
}

void DafnyTerms::divide_reals(Expr e) {
  divides_reals_ = true;
  call("real?of", e.args());
}

void DafnyTerms::convert(Expr e) {
  put("(");
  put(e.arg(0), Bind::Atom);
  put(e.is(Kind::IntToReal) ? " as real)" : ").Floor");
}

void DafnyTerms::quantifier(Expr e) {
  put(e.is(Kind::Forall) ? "forall " : "exists ");
  put(joined(e.bound(), ", ", [&](Expr v) { return binder(v); }));
  for (const std::vector<Expr>& trigger : gcl::usable_triggers(e)) {
    put(" {:trigger ");
    for (std::size_t i = 0; i < trigger.size(); ++i) {
      if (i > 0) put(", ");
      put(trigger[i], Bind::Any);
    }
    put("}");
  }
  put(" :: ");
  put(e.arg(0), Bind::Any);
}

}  // namespace pawl::emit
