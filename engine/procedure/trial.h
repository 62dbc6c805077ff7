// SPDX-License-Identifier: Apache-2.0
//
// What is claimed of the loops of one procedure, and what check/ says of it. Claims are texts in
// the result; whatever judges them parses the texts in a fresh context.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "check/certify.h"
#include "engine/input.h"
#include "engine/loaded.h"
#include "engine/options.h"
#include "engine/result.h"
#include "gcl/stmt.h"
#include "prover/query_log.h"

namespace pawl::engine {

using Texts = std::vector<std::vector<std::string>>;      // by loop
using Claims = std::vector<std::vector<ConjunctResult>>;  // by loop

enum class Effort { Quick, Full };

class Trial {
 public:
  /// Fills `result` with the loops of the procedure and what the user says of them. Everything
  /// referred to lives longer.
  Trial(const Input& input, const std::string& procedure, const Options& options,
        prover::QueryLog& log, ProcedureResult& result);

  /// Nothing is left to find out: all proved, or a real failure.
  bool decided() const { return judged_ && engine::judge(result_).verdict != Verdict::Unknown; }
  bool all_proved() const { return judged_ && engine::judge(result_).verdict == Verdict::True; }
  /// Are the obligations in the result those of the whole procedure, assertions included?
  bool judged() const { return judged_; }
  bool has_undecided_obligation() const;

  /// By loop: how many conjuncts the user wrote; they come first.
  std::size_t of_user(std::size_t loop) const { return user_invariants_[loop]; }
  /// What is claimed besides what the user wrote.
  Texts texts() const;
  Claims claims() const;
  void set_claims(const Claims& all);

  /// Judges the program with all claims in it, in a fresh context, and keeps the report.
  void judge(check::RealRuns real_runs, Effort effort);
  /// Looks for runs that fail at what is open. What has just been judged is not judged again.
  void look_for_failing_runs();
  /// A first look, with a fraction of the resources: what it cannot prove may need other
  /// invariants rather than more time. The last word has the full limits.
  void judge_quickly() { judge(check::RealRuns::Ignore, Effort::Quick); }
  /// Drops claims until those that are left are proved.
  void drop_unproved(check::Assertions assertions, Effort effort);
  /// What check/ cannot re-prove from the printed text is dropped, until everything left is
  /// inductive together. With its own assertions removed, and what the user says of loops as soon
  /// as it is not proved, the program cannot lend its claims to the invariants; but when every
  /// assertion is proved as well, they may.
  void certify();
  /// The same without a look at the assertions, which may be many: what is left is inductive
  /// without them. Judges them in the end, with what time there is.
  void certify_inductive();
  /// Unless everything is proved, an invariant of the user may be proved with the help of another
  /// one, or of an assertion, that is wrong.
  void withdraw_unproved_of_user();
  /// Of every loop, from what is certified of it.
  void set_status();

 private:
  void describe_procedure();
  void add_claims(Loaded& loaded) const;
  check::Options options_for(Effort effort) const;
  void judge(Loaded& loaded, std::vector<check::Candidates>& candidates,
             check::Assertions assertions, check::RealRuns real_runs, Effort effort);
  void mark_certified(const check::Certificate& certificate,
                      const std::vector<check::Candidates>& candidates,
                      const std::vector<gcl::While*>& loops);
  void keep(std::size_t loop, const check::Candidates& candidates);

  const Input& input_;
  const std::string& name_;
  const Options& options_;
  prover::QueryLog& log_;
  ProcedureResult& result_;
  std::vector<std::size_t> user_invariants_;      // by loop: how many the user wrote
  std::vector<std::set<std::size_t>> withdrawn_;  // by loop: which of them are not proved
  bool judged_ = false;
  Texts judged_texts_;            // of the last judgement, if judged_
  bool inductive_alone_ = false;  // is what is left inductive without the assertions?
};

}  // namespace pawl::engine
