// SPDX-License-Identifier: Apache-2.0
//
// What an engine that starts at entries has to say of each: proved, if check/ proves it again;
// refuted, if the run can be repeated in the source; or no answer, and why.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "check/check.h"
#include "engine/input.h"
#include "engine/judge/certify_proof.h"
#include "engine/judge/merged_proofs.h"
#include "engine/result.h"
#include "explain/newton.h"
#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::engine {

/// A run of an internal form of the program.
struct FailingRun {
  const gcl::Program& program;
  const gcl::Stmt* assertion;  // of `program`
  const gcl::Run& run;
  result::StateText choices;  // that make the run
};

/// The run that a solver has found.
FailingRun failing_run(const gcl::Program& program, const std::string& entry,
                       const gcl::Stmt* assertion, const explain::Feasible& run);

class EntryResults {
 public:
  /// All that is given has to live as long. `into` gets a result for each procedure that anything
  /// is said of.
  EntryResults(const Input& input, gcl::Context& context, const gcl::Program& program,
               const check::Options& options, prover::QueryLog& log, Result& into)
      : input_(input),
        context_(context),
        program_(program),
        options_(options),
        log_(log),
        into_(into) {}

  /// Where runs start, if anything can be said of them: an error is reported otherwise.
  std::vector<std::string> entries(const std::string& chosen, Diagnostics& diagnostics) const;
  bool axioms_contradictory(Diagnostics& diagnostics);

  void proved(const std::string& entry, slam::Proof proof);
  void refuted(const std::string& entry, const FailingRun& found);
  void no_answer(const std::string& entry, Reason reason);

  /// All that is claimed to be proved, for all entries together. Empty: nothing is.
  ClaimTexts claims() const;
  /// The claims judged by check/, of every procedure they speak of. Returns the procedures that
  /// hold with all they call; of the others nothing that was claimed is left.
  std::set<std::string> accept(const ClaimTexts& claims);

  /// In text order, with what it cost.
  void finish();

 private:
  void add(ProcedureResult result);

  const Input& input_;
  gcl::Context& context_;
  const gcl::Program& program_;
  const check::Options& options_;
  prover::QueryLog& log_;
  Result& into_;
  std::vector<EntryProof> proofs_;
};

}  // namespace pawl::engine
