// SPDX-License-Identifier: Apache-2.0
#include "result/words.h"

namespace pawl::result {

const char* to_string(Fate fate) {
  switch (fate) {
    case Fate::Proved: return "proved";
    case Fate::Refuted: return "refuted";
    case Fate::NotProved: return "not-proved";
    case Fate::Unknown: return "unknown";
  }
  return "";
}

const char* to_string(Reason reason) {
  switch (reason) {
    case Reason::None: return "";
    case Reason::ResourceLimit: return "resource-limit";
    case Reason::Timeout: return "timeout";
    case Reason::MemoryLimit: return "memory-limit";
    case Reason::Incomplete: return "incomplete";
    case Reason::Interrupted: return "interrupted";
    case Reason::SolverError: return "solver-error";
    case Reason::NotAsked: return "not-asked";
    case Reason::InvariantTooWeak: return "invariant-too-weak";
    case Reason::WorkerCrashed: return "worker-crashed";
    case Reason::OutOfMemory: return "out-of-memory";
    case Reason::InternalError: return "internal-error";
    case Reason::NotAnalysed: return "not-analysed";
    case Reason::NotCertified: return "not-certified";
    case Reason::OverApproximated: return "over-approximated";
    case Reason::Skipped: return "skipped";
    case Reason::RepeatedCounterexample: return "repeated-counterexample";
    case Reason::NoNewPredicates: return "no-new-predicates";
    case Reason::PredicateLimit: return "predicate-limit";
    case Reason::RefinementLimit: return "refinement-limit";
    case Reason::QueryLimit: return "query-limit";
    case Reason::PathUndecided: return "path-undecided";
    case Reason::BddLimit: return "bdd-limit";
  }
  return "";
}

const char* to_string(Origin origin) {
  switch (origin) {
    case Origin::User: return "user";
    case Origin::Inferred: return "inferred";
    case Origin::Hint: return "hint";
  }
  return "";
}

const char* to_string(LoopStatus status) {
  switch (status) {
    case LoopStatus::NotAsked: return "";
    case LoopStatus::Certified: return "certified";
    case LoopStatus::Candidate: return "candidate";
    case LoopStatus::None: return "none";
    case LoopStatus::Unreachable: return "unreachable";
  }
  return "";
}

const char* to_string(PredicateFate fate) {
  switch (fate) {
    case PredicateFate::NotTold: return "";
    case PredicateFate::Used: return "used";
    case PredicateFate::NotUsed: return "not used";
    case PredicateFate::NotOnEntry: return "does not hold when the loop is reached";
    case PredicateFate::NotMaintained: return "is not maintained by the body";
    case PredicateFate::OfNoUse: return "holds, but is of no use";
  }
  return "";
}

const char* to_string(HintFate fate) {
  switch (fate) {
    case HintFate::Used: return "used";
    case HintFate::NotNeeded: return "not-needed";
    case HintFate::NotInductive: return "not-inductive";
    case HintFate::False: return "false";
    case HintFate::Unknown: return "unknown";
    case HintFate::NotAsked: return "not-asked";
  }
  return "";
}

const char* to_string(Confirmation confirmation) {
  switch (confirmation) {
    case Confirmation::Verified: return "verified";
    case Confirmation::Refused: return "refused";
    case Confirmation::Undecided: return "undecided";
    case Confirmation::NotAsked: return "not-asked";
  }
  return "";
}

const char* to_string(Skipped skipped) {
  switch (skipped) {
    case Skipped::No: return "";
    case Skipped::Macro: return "macro";
    case Skipped::Include: return "include";
    case Skipped::NotAnalysed: return "not-analysed";
    case Skipped::NeverRepeated: return "never-repeated";
    case Skipped::NotAllActivations: return "not-all-activations";
  }
  return "";
}

const char* to_string(Property property) {
  switch (property) {
    case Property::Assertion: return "assertion";
    case Property::Precondition: return "precondition";
    case Property::Postcondition: return "postcondition";
    case Property::Invariant: return "invariant";
  }
  return "";
}

}  // namespace pawl::result
