// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::gcl {

/// Parses and type-checks a whole `.gcl` text (docs/gcl.md). Reports several errors per run;
/// nullopt iff at least one was reported. `file` must outlive the program.
std::optional<Program> parse_program(Context& context, const SourceFile& file,
                                     Diagnostics& diagnostics);

/// One expression over the names in scope of `procedure` (parameters, results, locals, globals,
/// constants, functions) and `extra` variables (skolems). For hints that come from outside the
/// source. `expected` is the sort it must have. Null when errors were reported.
Expr parse_expr(Context& context, const SourceFile& file, const Program& program,
                const Procedure& procedure, std::span<const Expr> extra, Sort expected,
                Diagnostics& diagnostics);

}  // namespace pawl::gcl
