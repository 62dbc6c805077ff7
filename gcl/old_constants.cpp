// SPDX-License-Identifier: Apache-2.0
#include "gcl/old_constants.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "gcl/moments.h"
#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

constexpr std::string_view prefix = "old(";

}  // namespace

Expr old_constant(Context& context, Expr var) {
  return context.var(std::string(prefix) + var.name() + ")", var.sort());
}

Expr constant_of(Context& context, Expr var) {
  const std::string_view name = var.name();
  if (!name.starts_with(prefix)) return Expr();
  return context.var(name.substr(prefix.size(), name.size() - prefix.size() - 1), var.sort());
}

Expr to_symbolic(Context& context, const Program& program, Expr e) {
  return read_vars(context, e, [&](Expr var, Moment moment) {
    if (moment != Moment::Old) return var;
    const bool changes =
        std::ranges::any_of(program.globals, [&](const VarDecl& one) { return one.var == var; });
    return changes ? old_constant(context, var) : var;
  });
}

Expr to_source(Context& context, Expr e) {
  Substitution back;
  for (const Expr var : free_vars(e)) {
    if (const Expr of = constant_of(context, var)) back[var] = context.make(Kind::Old, {of});
  }
  return back.empty() ? e : substitute(context, e, back);
}

}  // namespace pawl::gcl
