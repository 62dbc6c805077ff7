// SPDX-License-Identifier: Apache-2.0
#include "emit/why3_terms.h"

#include "emit/text_block.h"
#include "gcl/traverse.h"
#include "gcl/triggers.h"
#include "support/assert.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Kind;
using gcl::Sort;
using gcl::SortKind;

const Why3Names why3_names;
constexpr Tokens formula_tokens = {
    "true", "false", "not ", "/\\", "\\/", "->", "<->", "=", "<>", Tokens::Chains::Yes, "."};
constexpr Tokens program_tokens = {
    "true", "false", "not ", "&&", "||", "->", "<->", "=", "<>", Tokens::Chains::No, "."};

}  // namespace

Why3Terms::Why3Terms(const gcl::Program& program, Use use)
    : TermWriter(why3_names, use == Use::Formula ? formula_tokens : program_tokens),
      maps_(program) {}

std::string Why3Terms::type(Sort sort) const {
  if (sort.is_map()) return "map" + flat(sort);
  return sort.kind() == SortKind::Uninterpreted ? name(sort.name()) : gcl::to_string(sort);
}

std::string Why3Terms::binder(Expr variable) const {
  return "(" + name_of(variable) + ": " + type(variable.sort()) + ")";
}

std::string Why3Terms::map_declaration(Sort map) const {
  const std::string suffix = flat(map), self = type(map), key = type(map.key()),
                    value = type(map.value());
  const std::string get = "get" + suffix, set = "set" + suffix, equal = "equal" + suffix,
                    differ = "differ" + suffix, constant = "mapof" + suffix;
  const std::string a = "(" + get + " a (" + differ + " a b))",
                    b = "(" + get + " b (" + differ + " a b))";
  const std::string values_differ = map.value().is_map()
                                        ? "not (equal" + flat(map.value()) + " " + a + " " + b + ")"
                                        : a + " <> " + b;
  const std::string stored = get + " (" + set + " m k v) j";
  const std::string two = "forall a b: " + self + " [" + equal + " a b]. " + equal + " a b";
  TextBlock out;
  out.line("  (* " + gcl::to_string(map) + " *)");
  out.line("  type " + self);
  out.line("  val function " + get + " (m: " + self + ") (k: " + key + ") : " + value);
  out.line("  val function " + set + " (m: " + self + ") (k: " + key + ") (v: " + value +
           ") : " + self);
  out.line("  axiom same" + suffix + " : forall m: " + self + ", k: " + key + ", v: " + value +
           " [" + set + " m k v]. " + get + " (" + set + " m k v) k = v");
  out.line("  axiom other" + suffix + " : forall m: " + self + ", k: " + key + ", v: " + value +
           ", j: " + key + " [" + stored + "]. j <> k -> " + stored + " = " + get + " m j");
  out.line("  function " + differ + " (a b: " + self + ") : " + key);
  out.line("  predicate " + equal + " (a b: " + self + ")");
  out.line("  axiom equal__Is" + suffix + " : " + two + " <-> a = b");
  out.line("  axiom unequal" + suffix + " : " + two + " \\/ " + values_differ);
  out.line("  val function " + constant + " (v: " + value + ") : " + self);
  const std::string read = get + " (" + constant + " v) k";
  out.line("  axiom read" + constant + " : forall v: " + value + ", k: " + key + " [" + read +
           "]. " + read + " = v");
  return out.text();
}

bool Why3Terms::is_program(Expr root) {
  bool program = true;
  gcl::post_order(root, [&](Expr e) {
    if (e.is(Kind::Eq)) program &= e.arg(0).sort().is_int();
    // The library has the operators of reals for formulas only.
    const bool plain = e.args().empty() || e.is(Kind::Select) || e.is(Kind::Store);
    program &= plain || (!e.sort().is_real() && !e.arg(0).sort().is_real());
    program &=
        !e.is(Kind::Implies) && !e.is(Kind::Iff) && !e.is(Kind::Forall) && !e.is(Kind::Exists);
  });
  return program;
}

Bind Why3Terms::special_bind(Expr e) const {
  return e.is(Kind::Ite) || e.is(Kind::Forall) || e.is(Kind::Exists) ? Bind::Any : Bind::Call;
}

void Why3Terms::special(Expr e) {
  if (e.is(Kind::Eq)) return call("equal" + flat(e.arg(0).sort()), e.args());
  if (e.is(Kind::Div) || e.is(Kind::Mod)) {
    divides_ = true;
    return call(e.is(Kind::Div) ? "div__Of" : "mod__Of", e.args());
  }
  if (e.is(Kind::RealDiv)) return call("real__Of", e.args());
  if (e.is(Kind::IntToReal)) return call("from_int", e.args());
  if (e.is(Kind::RealFloor)) return call("floor", e.args());
  if (e.is(Kind::Ite)) return if_then_else(e);
  if (e.is(Kind::Select)) return call("get" + flat(e.arg(0).sort()), e.args());
  if (e.is(Kind::Store)) return call("set" + flat(e.sort()), e.args());
  if (e.is(Kind::ConstMap)) return call("mapof" + flat(e.sort()), e.args());
  if (e.is(Kind::Apply)) return call(name_of(e), e.args());
  PAWL_ASSERT(e.is(Kind::Forall) || e.is(Kind::Exists), "bit-vectors, old, entry should be gone");
  quantifier(e);
}

void Why3Terms::if_then_else(Expr e) {
  put("if ");
  put(e.arg(0), Bind::Connective);
  put(" then ");
  put(e.arg(1), Bind::Connective);
  put(" else ");
  put(e.arg(2), Bind::Connective);
}

void Why3Terms::call(std::string_view function, std::span<const Expr> arguments) {
  put(std::string(function));
  if (arguments.empty()) put(" ()");
  for (const Expr argument : arguments) {
    put(" ");
    put(argument, Bind::Atom);
  }
}

void Why3Terms::quantifier(Expr e) {
  put(e.is(Kind::Forall) ? "forall " : "exists ");
  put(joined(e.bound(), ", ", [&](Expr v) { return name_of(v) + ": " + type(v.sort()); }));
  const std::vector<std::vector<Expr>> triggers =
      triggers_ == Triggers::Written ? gcl::usable_triggers(e) : std::vector<std::vector<Expr>>{};
  for (std::size_t i = 0; i < triggers.size(); ++i) {
    put(i == 0 ? " [" : " | ");
    for (std::size_t j = 0; j < triggers[i].size(); ++j) {
      if (j > 0) put(", ");
      put(triggers[i][j], Bind::Any);
    }
  }
  put(triggers.empty() ? ". " : "]. ");
  put(e.arg(0), Bind::Any);
}

}  // namespace pawl::emit
