// SPDX-License-Identifier: Apache-2.0
//
// A result judged again from the source and its own texts by check/, with any solver. Nothing of
// the engine that found it takes part: no search, no predicates, only the conjuncts as printed.
#pragma once

#include <string>
#include <vector>

#include "check/check.h"
#include "engine/input.h"
#include "engine/result.h"

namespace pawl::engine {

struct Claim {
  std::string what;  // "invariant 'i <= n' of loop f.1 (consecution, line 12)"
  Confirmation confirmation = Confirmation::Undecided;
};

struct ProcedureRecheck {
  std::vector<Confirmation> loops;  // the certified conjuncts of each loop, together
  std::vector<Claim> open;          // what is not verified of what the result claims
  Judgement judgement;              // of the procedure, as found now
  /// What the result says of the procedure, derived again from the source and the claims: whatever
  /// is different was never proved. Fields that tell how something was found are as they were told;
  /// what C says of it is left out.
  ProcedureResult again;
  std::string mismatch;  // the result does not fit the source; nothing was judged. Else empty
};

/// Claimed are the certified conjuncts and, if the procedure's verdict is `true`, every obligation;
/// if it is `false`, that some run fails.
ProcedureRecheck recheck_procedure(const Input& input, const ProcedureResult& claimed,
                                   const check::Options& options);

/// All procedures that the program has, as far as `claimed` speaks of them; a procedure that one
/// of them has and the other has not is a mismatch of its own.
std::vector<ProcedureRecheck> recheck(const Input& input, const Result& claimed,
                                      const check::Options& options);

/// The same for what SLAM proved of the program with its calls: everything that runs from `entry`
/// may reach (entries_of in engine/judge/call_graph.h says where they start) is proved from the
/// summaries in `claimed`, and so are the summaries. A failing run is repeated from its choices.
std::vector<ProcedureRecheck> recheck_summaries(const Input& input, const Result& claimed,
                                                const std::string& entry,
                                                const check::Options& options);

/// The worst of all: refused, else undecided, else verified.
Confirmation overall(const std::vector<ProcedureRecheck>& procedures);

}  // namespace pawl::engine
