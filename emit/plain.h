// SPDX-License-Identifier: Apache-2.0
//
// What the writers of other languages start from: the program with its certified invariants, in
// fewer constructs. `entry(x)` is a ghost variable assigned before the loop, `old(x)` in a body one
// assigned at the start of the procedure; only `ensures` still says old(g), of globals. No bound
// variable hides another name.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gcl/program.h"
#include "result/result.h"
#include "support/diagnostic.h"
#include "support/result.h"

namespace pawl::emit {

struct PlainLoop {
  result::Place place;      // in the input
  std::size_t written = 0;  // so many invariants are the user's; those after them are inferred
  /// Proved: an integer over the procedure's own variables, not negative in the loop and smaller
  /// after every round. Null: none is known.
  gcl::Expr variant = {};
};

struct PlainProgram {
  std::string file;                  // the input
  std::unique_ptr<SourceFile> text;  // the ranges of `program` point into it
  gcl::Program program;
  std::map<std::string, std::vector<PlainLoop>> loops;  // by procedure, in text order
};

/// Fails, with an error, on what has no such form: old() of a result in `ensures`.
Result<PlainProgram> make_plain(gcl::Context& context, const gcl::Program& program,
                                const result::Result& result, Diagnostics& diagnostics);

/// A loop without a variant, or a call: of the procedure, which may have no body, nobody says that
/// it ends.
bool may_diverge(const PlainProgram& plain, const gcl::Procedure& procedure);

/// For languages without global variables: a procedure takes the globals that it or a procedure it
/// calls mentions as parameters, and returns those it modifies as further results. No `modifies`
/// and no Old is left.
void globals_to_parameters(gcl::Context& context, gcl::Program& program);

}  // namespace pawl::emit
