// SPDX-License-Identifier: Apache-2.0
//
// The closed lists in which a result speaks. Strings are made of them in JSON and in print, and
// nowhere else: whoever adds a word is told by the compiler where it has to be dealt with.
#pragma once

#include <optional>
#include <string_view>

#include "gcl/desugar.h"

namespace pawl::result {

/// Of an obligation.
enum class Fate {
  Proved,
  Refuted,    // fails in a run from the start, replayed in the interpreter
  NotProved,  // the solver has a state in which it fails; not known to be reachable
  Unknown,    // the solver does not know
};

/// Why there is no answer.
enum class Reason {
  None,  // there is one
  // Of a solver:
  ResourceLimit,
  Timeout,
  MemoryLimit,
  Incomplete,  // it gave up (quantifiers, nonlinear arithmetic)
  Interrupted,
  SolverError,
  NotAsked,
  // Of a procedure:
  InvariantTooWeak,  // there is a counterexample to induction
  WorkerCrashed,
  OutOfMemory,
  InternalError,
  NotAnalysed,
  NotCertified,      // found, but check/ does not prove it
  OverApproximated,  // a run of the program fails, which may be none of the source
  Skipped,           // a function of the source is not followed
  // Of SLAM:
  RepeatedCounterexample,
  NoNewPredicates,
  PredicateLimit,
  RefinementLimit,
  QueryLimit,
  PathUndecided,
  BddLimit,
};

/// Whose formula it is.
enum class Origin { User, Inferred, Hint };

/// Of the invariant of a loop.
enum class LoopStatus {
  NotAsked,     // nothing was asked of this loop
  Certified,    // every conjunct is
  Candidate,    // some are not
  None,         // there is no conjunct
  Unreachable,  // no run comes to the loop
};

/// Of a predicate that the search was given.
enum class PredicateFate {
  NotTold,  // nobody asked (--explain)
  Used,
  NotUsed,
  NotOnEntry,     // does not hold when the loop is reached
  NotMaintained,  // holds then, but the body does not maintain it
  OfNoUse,        // holds, but is of no use
};

/// Of a claim about a loop that was given from outside.
enum class HintFate { Used, NotNeeded, NotInductive, False, Unknown, NotAsked };

/// What a second judge says of a claim. Verified: it is proved again. Refused: there is a
/// counterexample to it. Undecided: the judge does not know.
enum class Confirmation { Verified, Refused, Undecided, NotAsked };

/// Why nothing is said of a loop of a C source.
enum class Skipped {
  No,
  Macro,
  Include,
  NotAnalysed,
  NeverRepeated,
  NotAllActivations,
};

enum class Verdict { True, False, Unknown };

/// What does not hold, where the verdict is false.
enum class Property { Assertion, Precondition, Postcondition, Invariant };

const char* to_string(Fate fate);
const char* to_string(Reason reason);  // None: empty
const char* to_string(Origin origin);
const char* to_string(LoopStatus status);   // NotAsked: empty
const char* to_string(PredicateFate fate);  // NotTold: empty
const char* to_string(HintFate fate);
const char* to_string(Confirmation confirmation);
const char* to_string(Skipped skipped);  // No: empty
const char* to_string(Property property);

/// The last of each list, for reading.
constexpr Fate last_of(Fate) { return Fate::Unknown; }
constexpr Reason last_of(Reason) { return Reason::BddLimit; }
constexpr Origin last_of(Origin) { return Origin::Hint; }
constexpr LoopStatus last_of(LoopStatus) { return LoopStatus::Unreachable; }
constexpr PredicateFate last_of(PredicateFate) { return PredicateFate::OfNoUse; }
constexpr HintFate last_of(HintFate) { return HintFate::NotAsked; }
constexpr Confirmation last_of(Confirmation) { return Confirmation::NotAsked; }
constexpr Skipped last_of(Skipped) { return Skipped::NotAllActivations; }
constexpr Property last_of(Property) { return Property::Invariant; }
constexpr gcl::ObligationKind last_of(gcl::ObligationKind) {
  return gcl::ObligationKind::Postcondition;
}

/// The word that is printed so; nullopt: none is.
template <class Word>
std::optional<Word> word_of(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(last_of(Word{})); ++i) {
    if (text == to_string(static_cast<Word>(i))) return static_cast<Word>(i);
  }
  return std::nullopt;
}

constexpr bool is_of_invariant(gcl::ObligationKind kind) {
  return kind == gcl::ObligationKind::Initiation || kind == gcl::ObligationKind::Consecution;
}

}  // namespace pawl::result
