// SPDX-License-Identifier: Apache-2.0
//
// What makes something certified: the largest set of candidate clauses that is inductive together,
// found as in Houdini [FlanaganLeino01]: all are claimed, those that are not proved are dropped,
// until the rest is proved with nothing but the rest to help. Whatever proposes clauses (inference,
// SLAM, hints, --explain) comes here to have them judged.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/check.h"
#include "result/certified.h"

namespace pawl::check {

/// Clauses of a program (invariants, or a part of a contract), of which those from `first` on are
/// candidates: they may be dropped.
struct Candidates {
  std::vector<gcl::Located>* clauses = nullptr;
  std::size_t first = 0;

  struct Dropped {
    std::size_t index = 0;                                       // before anything was dropped
    gcl::ObligationKind kind = gcl::ObligationKind::Initiation;  // that failed; initiation first
    Fate fate = Fate::Unknown;
  };
  // Filled in by certify():
  std::vector<std::size_t> kept = {};  // for each clause that is left, its index before
  std::vector<Dropped> dropped = {};
};

/// What check/ says of some procedures of a program, and the only maker of result::Certified.
class Certificate {
 public:
  /// In the order they were asked for. Of the last round: nothing has been dropped since.
  const std::vector<ProcedureReport>& procedures() const { return procedures_; }
  bool proved() const;
  /// The mark of a clause of the program that was judged, as it is now; nullopt: it is not proved,
  /// or what helped to prove it is not. Its own assertions are no help if they were removed;
  /// otherwise they, and what is said of the procedures that it calls, have to be proved as well.
  /// The contract of a procedure that was not among the judged is taken for granted.
  std::optional<result::Certified> of(const gcl::Located& clause) const;

 private:
  friend class Certification;
  Certificate() = default;

  std::vector<ProcedureReport> procedures_;
  std::set<const gcl::Located*> certified_;
};

/// Judges the procedures with these names, all of which have a body, as check_procedure does;
/// drops candidates in `program` that are not proved until none is. No candidates: one round.
Certificate certify(gcl::Context& context, const gcl::Program& program,
                    const std::vector<std::string>& procedures, std::vector<Candidates>& candidates,
                    const Options& options, prover::QueryLog& log);

}  // namespace pawl::check
