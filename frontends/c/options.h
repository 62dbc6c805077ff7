// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/slic/spec.h"
#include "support/source.h"

namespace pawl::frontend::c {

enum class DataModel { Ilp32, Lp64 };
enum class LoopAnnotations { Use, Ignore };
enum class Floats {
  Any,  // every operation may give any number, every comparison any answer
  Refuse,
  Real,
};
/// The assertions that the program makes itself:
enum class Assertions {
  Prove,
  Assume,  // something else is asked for; a failed one ends the run
};

/// What is allocated and not freed when the program ends, or a round of a loop does:
enum class Leaks {
  Ignore,
  Unreachable,  // must be what pointers still lead to
  Any,          // must be nothing, when the program ends
};

/// Clauses for a loop from outside of the program, in the syntax of an annotation comment.
struct LoopPredicates {
  std::string function;
  std::size_t ordinal = 0;  // among the loops of the function, in text order, from 1; 0: by line
  std::size_t line = 0;
  std::shared_ptr<const SourceFile> file;
  std::size_t begin = 0, end = 0;  // of the comment in `file`
};

/// `if (nondet())`:
enum class NondetBranches {
  Free,    // `if *`
  Inputs,  // a variable that takes an input
};

/// Functions with a body, when they are called:
enum class Calls {
  Inline,  // recursion aside
  Keep,    // are procedures of their own, so that engines see who calls whom. A function that takes
           // or returns a struct by value is inlined all the same
};

/// What becomes the IL procedures of the program.
enum class Roots {
  Entry,      // what runs: `entry`, and what it calls by contract or recursively
  WithLoops,  // every function with a loop or a contract of its own
};

struct Options {
  DataModel data_model = DataModel::Lp64;
  IntModel ints = IntModel::Machine;
  Floats floats = Floats::Any;
  /// Hazards whose absence is asserted. The others are assumed to be absent.
  std::set<Hazard> checks;
  /// The function that runs; empty: `main`, or without one every function.
  std::string entry;
  /// What is not modelled refuses the file; else it costs its function.
  bool strict = false;
  Roots roots = Roots::Entry;
  NondetBranches branches = NondetBranches::Free;
  Calls calls = Calls::Inline;
  LoopAnnotations loop_annotations = LoopAnnotations::Use;
  /// Lemmas in the annotations are taken as axioms.
  bool trust_lemmas = false;
  Assertions assertions = Assertions::Prove;
  Leaks leaks = Leaks::Ignore;
  std::vector<LoopPredicates> hints;
  /// A file compile_commands.json, or a directory with one; empty: none.
  std::string compilation_database;
  /// A typestate specification that is woven in; null: none.
  std::shared_ptr<const slic::Spec> spec;
  /// -I, -D, -std and whatever follows `--`.
  std::vector<std::string> compiler_flags;
};

}  // namespace pawl::frontend::c
