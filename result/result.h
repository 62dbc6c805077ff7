// SPDX-License-Identifier: Apache-2.0
//
// The one result object: everything a run found out, as plain data without solver, context or
// source handles, so that it crosses process borders (-j), outlives the run, and every output
// format is made from it. Formulas are GCL text that was parsed again before it was checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/certified.h"
#include "result/words.h"
#include "support/source.h"

namespace pawl::result {

/// A range in the input file.
struct Place {
  std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
};
Place place_of(const SourceRange& range);

struct NamedText {
  std::string name;
  std::string value;
};
using StateText = std::vector<NamedText>;

/// A state in which the obligation fails; not known to be reachable.
struct InductionFailureText {
  StateText before;  // at the loop head, for obligations after a loop's body
  StateText state;
  std::vector<std::string> havocked;
  std::optional<Place> loop;
};

struct StepText {
  Place place;
  std::string text;
  StateText changes = {};  // what the text says of variables
};

/// A run from the start, replayed in the interpreter.
struct RealRunText {
  StateText inputs;
  std::vector<StepText> steps;
  StateText state;
  StateText chosen = {};   // every value that was chosen on the way, in order
  std::string start = {};  // where it starts; empty: in the procedure it is told of
  /// Everything the interpreter asked for, in order: variables, functions, and branches as `*`.
  /// Told only of runs that nobody finds again by looking at one procedure.
  StateText choices = {};
  std::string compiled = {};  // what the compiled program did on these inputs; empty: nobody tried
};

struct ObligationResult {
  gcl::ObligationKind kind = gcl::ObligationKind::Assertion;
  std::string check;  // of C: overflow, div0, shift, bounds, null, "typestate: MESSAGE"; or empty
  std::string formula;
  Place formula_place;  // where the formula is written; unknown (line 0) for inferred ones
  Place at;             // where it must hold
  std::optional<std::size_t> loop;  // index into ProcedureResult::loops
  Fate fate = Fate::Unknown;
  Reason reason = Reason::None;  // of an unknown fate
  std::optional<InductionFailureText> induction_failure;
  std::optional<RealRunText> real_run;
};

/// The same in the terms of a C source. Empty: it cannot be said there.
struct SourceTerm {
  std::string acsl;
  std::string c;  // an expression over what is in scope: no quantifier, no state but the present
                  // one, and defined wherever it is evaluated at that place
  bool weakened = false;  // `c` follows from `acsl`, but does not say all of it
};

struct ConjunctResult {
  std::string text;  // GCL
  std::string smtlib;
  Origin origin = Origin::Inferred;
  /// That check/ has proved it from `text`: initiation and consecution.
  std::optional<Certified> certificate = {};
  bool claimed = false;    // the file that it was read from says so
  SourceTerm source = {};  // holds in this loop; see SourceLoop for what may be printed
  /// Asked for by --explain: the obligations (indices) that are not proved without it.
  std::vector<std::size_t> needed = {};

  bool certified() const { return certificate.has_value(); }
};

/// Re-proved by check/: under invariant and guard it is not negative, and every way back to the
/// head makes it smaller.
struct VariantResult {
  std::string text;  // GCL
  SourceTerm source;
};

/// Certified as well, but it follows from others: no format but JSON says it.
struct RedundantResult {
  std::string text;                       // GCL
  std::vector<std::size_t> follows_from;  // indices into LoopResult::invariant
  SourceTerm source = {};                 // filled in if what it follows from may not be said in C
};

/// Re-proved by check/: at the head, the map is as on entry to the loop outside of low <= key <=
/// high.
struct FrameResult {
  std::string variable;   // IL
  std::string low, high;  // GCL
};

struct PredicateResult {
  std::string text;
  std::string origin;                           // user, or the heuristic's name with a reason
  bool used = false;                            // occurs in a printed conjunct
  PredicateFate fate = PredicateFate::NotTold;  // asked for by --explain
};

/// What somebody else says of a loop's certified invariant, or of the whole program.
struct JudgeAnswer {
  std::string judge;    // z3, cvc5, boogie, dafny, why3
  std::string version;  // empty: it is not installed
  Confirmation answer = Confirmation::NotAsked;
  std::string detail;  // of the whole program: what is not verified, and why
};

/// What became of a claim about a loop that was given from outside (--hints).
struct HintResult {
  std::size_t number = 0;  // index into Result::hints
  std::string text;        // GCL
  HintFate fate = HintFate::Unknown;
  /// not-inductive: with the counterexample to induction. false: with the run.
  std::optional<ObligationResult> failure;
};

struct LoopResult {
  std::string id;  // procedure.1, procedure.2, ... in text order
  Place place;
  LoopStatus status = LoopStatus::NotAsked;
  std::vector<std::string> skolems;
  std::vector<PredicateResult> predicates;
  std::vector<ConjunctResult> invariant;
  std::string
      precision;  // how the abstraction was computed: exact, groups, ...; empty: no inference
  std::string incomplete;            // why it may be weaker than asked for; empty: it is not
  std::vector<std::string> targets;  // what the body may change: names of IL variables
  std::optional<VariantResult> variant;
  std::vector<FrameResult> frames;         // at most one for each map
  std::vector<RedundantResult> redundant;  // dropped from the invariant
  std::vector<JudgeAnswer> judges;         // --certify
  std::vector<HintResult> hints;           // --hints
  std::uint64_t rounds = 0;
  std::uint64_t queries = 0;
};

/// What holds of a procedure beside its contract, wherever a run that is judged calls it: clauses
/// in GCL, over parameters, globals and, in `ensures`, results and old(). Re-proved by check/
/// together with everything that relies on it.
struct SummaryResult {
  std::vector<std::string> requires_;  // of every call; none where runs start
  std::vector<std::string> ensures;
};

struct CallerCount {
  std::string caller;
  std::uint64_t queries = 0, yes = 0, no = 0, unknown = 0;
  double seconds = 0;
};

/// C2BP on one procedure, over all rounds.
struct AbstractionCount {
  std::uint64_t statements = 0;  // that the prover was asked about
  std::uint64_t queries = 0;
  std::uint64_t stored = 0;  // questions that --summaries answered
};

struct ProcedureResult {
  std::string name;
  Place place;
  bool vacuous = false;
  /// Not 0: all runs were followed to their ends, on so many paths, and that is how what is proved
  /// beside invariants was proved.
  std::uint64_t exhausted = 0;
  SummaryResult summary;
  std::vector<ObligationResult> obligations;
  std::vector<LoopResult> loops;
  Reason failure = Reason::None;  // why there is no answer at all
  // Statistics; never part of byte-stable output.
  std::vector<CallerCount> queries;
  std::optional<AbstractionCount> abstraction;
};

struct Judgement {
  Verdict verdict = Verdict::Unknown;
  std::optional<Property> violated = {};  // False
  Reason reason = Reason::None;           // Unknown
};

/// A loop as it stands in a C source. Functions are inlined, so that several loops of the
/// procedures may be activations of it; what is said here is certified in all of them.
struct SourceLoop {
  Place place;           // begins at the keyword, or at the statement behind the label
  std::string keyword;   // while, for, do, goto
  std::string function;  // that it stands in
  std::vector<SourceTerm> invariant;
  std::vector<SourceTerm> assigns;  // what the loop changes, as lvalues or ranges of them
  bool assigns_known = false;       // `assigns` is all of it
  std::optional<SourceTerm> variant;
  std::size_t left_out = 0;  // certified conjuncts that cannot be said in C
  std::size_t weakened = 0;  // conjuncts whose `c` is weaker than their `acsl`: no quantifiers
  /// The statement after the loop, which is reached only when the condition is false: what the C
  /// forms of the invariant say holds there as well. Line 0: there is none.
  Place after = {};
  std::string condition = {};  // as written, without effects; only with `after`
  Skipped skipped = Skipped::No;
};

/// A hint as its file has it.
struct HintSource {
  Place place;          // in that file; line 0: not known
  std::string written;  // as it stands there
  std::string loop;     // which it is about: "main.2", "main, line 8"
  std::string ignored;  // why nobody was asked about it; else empty
};

/// What the text was read as.
struct SourceLanguage {
  std::string name = "gcl";  // c, gcl, sygus
  std::string ints;          // of C: machine, ideal
  std::string data_model;    // of C: ILP32, LP64
  std::string floats = {};   // of C: real; empty: refused
};

/// A function of the source that is not followed, for one construct in it. To the rest it may do
/// anything.
struct SkippedFunction {
  std::string name;
  Place place;      // of the function
  Place construct;  // what is not modelled
  std::string why;
};

/// Where the program has more runs than the source.
struct OverApproximation {
  Place place;
  std::string what;
};

/// What the program was made for that a result speaks of.
enum class Purpose {
  Prove,       // every run of the source is one of the program
  Refute,      // every run of the program is one of the source
  Procedures,  // like Prove, but calls stay calls: engines that look into callees themselves
  Run,         // like Refute, with calls that stay calls: to be run, however deep
};

struct Result {
  std::string file;
  std::string sha256;
  SourceLanguage language;
  Purpose purpose = Purpose::Prove;
  std::vector<ProcedureResult> procedures;  // in text order
  std::vector<SourceLoop> source_loops;     // of C, in text order
  std::size_t functions = 0;                // of C: those of the file that have a body
  std::vector<SkippedFunction> skipped;     // of C, in text order
  std::vector<OverApproximation> approximated;
  std::vector<JudgeAnswer> judges;  // --certify
  std::string hints_file;           // --hints
  std::vector<HintSource> hints;
};

/// Of all loops that the hint is about: false if it is in one, else the best that was said.
HintFate fate_of_hint(const Result& result, std::size_t number);

/// True only if every obligation of every procedure is proved.
Judgement judge(const ProcedureResult& procedure);
Judgement judge(const Result& result);
/// `true`, `false(assertion)`, `unknown(invariant-too-weak)`.
std::string to_string(const Judgement& judgement);

}  // namespace pawl::result
