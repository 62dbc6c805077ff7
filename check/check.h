// SPDX-License-Identifier: Apache-2.0
//
// Re-verifies a program with its invariants from scratch: initiation and consecution of each
// loop invariant, then sufficiency for assertions, preconditions and postconditions, each
// obligation asked by itself. Knows nothing of abstraction or search, so that it can judge them.
#pragma once

#include <cstddef>
#include <map>
#include <set>

#include "check/report.h"
#include "gcl/program.h"
#include "prover/prover.h"

namespace pawl::check {

enum class RealRuns { Ignore, Search };

/// Remove: the program's own assertions, preconditions and postconditions are neither asked nor
/// assumed. What is then proved of the loop invariants holds whether or not they do
/// [FlanaganQadeer02, theorem 4.2].
enum class Assertions { Check, Remove };

struct Options {
  prover::ProverOptions prover;
  /// Look for a run from the start for what is not proved, by unrolling loops up to
  /// `max_unrolling` times.
  RealRuns real_runs = RealRuns::Search;
  Assertions assertions = Assertions::Check;
  unsigned max_unrolling = 12;
};

/// `procedure` has a body. An Unknown answer leaves the obligation unproved.
ProcedureReport check_procedure(gcl::Context& context, const gcl::Program& program,
                                const gcl::Procedure& procedure, const Options& options,
                                prover::QueryLog& log);

/// Runs that fail at obligations which are not proved: `open` says which, by their places in the
/// report of check_procedure. Only what was refuted is in the answer, by place; nothing is proved
/// again.
std::map<std::size_t, ObligationReport> find_failing_runs(
    gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
    const std::set<std::size_t>& open, const Options& options, prover::QueryLog& log);

/// Yes: some model. No: anything could be proved from the axioms, so nothing should be.
prover::Answer axioms_consistent(gcl::Context& context, const gcl::Program& program,
                                 const Options& options, prover::QueryLog& log);

}  // namespace pawl::check
