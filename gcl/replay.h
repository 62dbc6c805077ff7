// SPDX-License-Identifier: Apache-2.0
//
// From a model of unrolled code to a run of the interpreter. A model satisfies the constraints of
// a Vc; it names a path, and what the path chose. The Script repeats those choices, so the
// interpreter, which knows nothing of how the model was found, can confirm or refute it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gcl/chooser.h"
#include "gcl/unroll.h"
#include "gcl/value.h"
#include "gcl/vc.h"

namespace pawl::gcl {

/// The value of an expression over versions; nullopt when the model has none that is a Value.
using ModelValue = std::function<std::optional<Value>(Expr)>;

/// The segments of a run of the model that reaches the end of `segment`, first to last: backwards,
/// always to a predecessor whose guard is true. nullopt when the model does not tell.
std::optional<std::vector<std::size_t>> path_to(const Vc& vc, std::size_t segment,
                                                const ModelValue& value_of);

/// The choices of the run that reaches the end of `segment`. `variables` are those whose initial
/// values count (constants, globals, the procedure's own); `functions` is the model's meaning of
/// what is only declared. nullopt when the model does not tell.
std::optional<Script> script_from_model(Context& context, const Unrolled& unrolled,
                                        const Passive& passive, const Vc& vc, std::size_t segment,
                                        std::span<const Expr> variables, FunctionTables functions,
                                        const ModelValue& value_of);

/// What the model says of the functions that are only declared (`div` and `mod` by zero among them)
/// at the arguments that occur in `formulas`.
FunctionTables function_tables(std::span<const Expr> formulas, const ModelValue& value_of);

}  // namespace pawl::gcl
