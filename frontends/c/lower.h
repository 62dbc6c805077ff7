// SPDX-License-Identifier: Apache-2.0
//
// C into the IL.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "frontends/c/back/source_loops.h"
#include "frontends/c/options.h"
#include "frontends/c/translation_unit.h"
#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::frontend::c {

/// Calls that are neither inlined nor known by contract (recursion):
enum class Approximation {
  Over,   // return anything: every run of the C program is one of the IL program
  Under,  // are inlined to a fixed depth and not followed further: every run is a real one
};

/// How an IL variable is written in C.
struct SourceName {
  enum class Kind {
    Variable,  // a scalar
    Array,     // a map whose keys are indices
    Memory,    // a map whose first key is an object; printed only through a pointer
    Offset,    // the index part of a pointer
  };
  Kind kind = Kind::Variable;
  std::string text;  // "i", "s.count"; Memory: the path below the object, ".next"
  bool is_pointer = false;
  SourceRange declared;
};

/// pawl_print(v) sets it: the output of a program, for comparisons.
inline constexpr const char* printed_variable = "pawl$printed";

/// The step that is not modelled as it is and that a run has come to: an index into
/// Lowered::inexact_steps, plus one.
inline constexpr const char* inexact_step_variable = "pawl$inexact";

struct InexactStep {
  SourceRange range;
  std::string why;
};

/// A function that is not followed, for one thing in it.
struct SkippedFunction {
  std::string name;
  SourceRange range;      // of the function
  SourceRange construct;  // what is not modelled
  std::string why;        // what that is
  std::string hint;
};

struct Lowered {
  gcl::Program program;
  /// IL procedure -> IL variable -> how to write it. What is not there has no name in C.
  std::map<std::string, std::map<std::string, SourceName>> names;
  /// Procedures whose obligations are to be proved but whose failing runs prove nothing: they
  /// start from states that the program may never reach.
  std::set<std::string> proof_only;
  /// Approximation::Over: every run of the IL program is one of the C program as well. False:
  /// something was over-approximated, and a failing run may not be one.
  bool exact = true;
  /// Under-approximating: where runs end because what happens next is not known.
  std::vector<InexactStep> inexact_steps;
  /// Approximation::Over: where the program has more runs than the source, and for what.
  std::vector<InexactStep> over_approximations;
  /// In text order.
  std::vector<SkippedFunction> skipped;
  /// How many functions of the file have a body.
  std::size_t functions = 0;
  /// Procedures that code which nobody knows may enter.
  std::set<std::string> called_by_strangers;
  /// IL variables that take an input (`input$3`), with its type.
  std::map<std::string, IntType> inputs;
  /// Names of C functions, in text order, that became procedures.
  std::vector<std::string> procedures;
  /// IL procedure -> IL variable -> what to call it in a trace: "i", "s.count", "i in f". What is
  /// not there is nothing of C.
  std::map<std::string, std::map<std::string, std::string>> names_for_people;
  /// IL procedure -> what its own variables, its parameters and what pointers lead to look like in
  /// C, for people who read a trace. Through a pointer that is null nothing is found.
  std::map<std::string, SourceScope> shown;
  /// Functions without a body that give inputs, with their result types as C.
  std::map<std::string, std::string> input_functions;
  /// The loops of the file, in text order.
  std::vector<LoopSite> sites;
  /// gcl::While::origin is an index into it, plus one.
  std::vector<LoopActivation> activations;
};

/// nullopt: errors are in the diagnostics. Deterministic.
std::optional<Lowered> lower(const TranslationUnit& unit, const Options& options,
                             Approximation approximation, gcl::Context& context,
                             Diagnostics& diagnostics);

}  // namespace pawl::frontend::c
