// SPDX-License-Identifier: Apache-2.0
//
// What a result says, put back into the program that it speaks of.
#pragma once

#include <string>
#include <vector>

#include "gcl/program.h"
#include "result/result.h"

namespace pawl::result {

/// The loops of a block in text order: the order of gcl::Desugared::loops.
std::vector<gcl::While*> loops_of(gcl::Block& block);

/// Parses each text as a clause of its loop and appends it to the loop's invariants.
/// `invariants[i]` belongs to the i-th loop. What does not parse is a bug of ours.
void add_invariants(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
                    const std::vector<std::vector<std::string>>& invariants);

enum class ClauseKind { Requires, Ensures, Invariant };

/// A text as a clause of a procedure or of a loop in it. Null when it is none, and `complaint` says
/// why: a clause of a contract speaks of nothing that callers do not see.
gcl::Expr parse_clause(gcl::Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure, ClauseKind kind, const std::string& text,
                       std::string& complaint);

enum class Standing {
  Certified,
  Claimed,  // that as well of which a file says that it is certified: it is about to be judged
};

/// Appends what was found to the loops and the contract of the procedure that `result` is of: its
/// conjuncts of this standing and its summary. Empty, or why the result is not of this procedure.
std::string annotate(gcl::Context& context, const gcl::Program& program,
                     const ProcedureResult& result, Standing standing, gcl::Procedure& procedure);

/// The same for all procedures that `result` tells the loops of. What does not fit is a bug of
/// ours. If everything is proved, what runs never reach loses its body: nothing is known of it.
void annotate(gcl::Context& context, const Result& result, gcl::Program& program);

}  // namespace pawl::result
