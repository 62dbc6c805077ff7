// SPDX-License-Identifier: Apache-2.0
//
// An expression speaks of up to three states: the current one, the one on procedure entry
// (inside Old), and the one on loop entry (inside Entry). The innermost wins: in old(x + entry(y))
// y is read on loop entry. This file is the one place that knows.
#pragma once

#include <cstdint>
#include <functional>

#include "gcl/expr.h"

namespace pawl::gcl {

enum class Moment : std::uint8_t { Now, Old, Entry };

/// The moment of the arguments of `e` when `e` itself is read at `moment`.
Moment moment_below(Expr e, Moment moment);

/// `e` with `read(x, moment)` for every Var x; Old and Entry are gone, unless `read` puts them
/// back. Explicit stack, each shared node once per moment; `read` may be asked the same again and
/// must answer the same. Replacements have no free BoundVars.
Expr read_vars(Context& context, Expr e, const std::function<Expr(Expr, Moment)>& read);

/// Does Old or Entry (`kind`) occur?
bool mentions(Expr e, Kind kind);

}  // namespace pawl::gcl
