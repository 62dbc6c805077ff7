// SPDX-License-Identifier: Apache-2.0
//
// From Clang's tree to IL procedures: one control-flow graph a function, calls inlined into it,
// then structured. The rooms (rooms.h) do the work; this makes them and goes from procedure to
// procedure.
//
// Expressions become pure IL terms; what they do besides is emitted as statements into the
// current basic block, in evaluation order. What C leaves undefined is assumed not to happen, or
// asserted (Options::checks).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/back/loop_scopes.h"
#include "frontends/c/lower/allocation.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/assignments.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/choices.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/events.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/initial_state.h"
#include "frontends/c/lower/initialisers.h"
#include "frontends/c/lower/library_calls.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/memory_calls.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/statements.h"
#include "frontends/c/lower/strings.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/unknown_calls.h"
#include "frontends/c/lower/values.h"

namespace pawl::frontend::c {

/// By definition; why each is not followed.
using SkippedFunctions = std::map<const clang::FunctionDecl*, SkippedFunction>;

class Lowering {
 public:
  Lowering(const TranslationUnit& unit, const Options& options, Approximation approximation,
           gcl::Context& context, Diagnostics& diagnostics, const SkippedFunctions& skipped);
  std::optional<Lowered> run();
  /// Functions that cannot be lowered, besides those that were skipped already.
  const SkippedFunctions& refused() const { return refused_; }

 private:
  void lower_skipped(const Job& job);
  void refuse_function(const Job& job, const Unsupported& what);
  std::vector<const clang::FunctionDecl*> choose_roots();
  void refuse_outside_of_functions();
  void lower_function(const Job& job);
  void finish_modifies();

  const TranslationUnit& unit_;
  const Options& options_;
  gcl::Context& context_;
  Diagnostics& diagnostics_;
  clang::ASTContext& ast_;
  PointsTo points_to_;
  CallGraph call_graph_;
  Arithmetic arithmetic_;
  const SkippedFunctions& skipped_;
  SkippedFunctions refused_;
  Lowered lowered_;
  CallValues values_;

  Rooms rooms_;
  Code code_;
  Globals globals_;
  Procedures procedures_;
  Types types_;
  Reals reals_;
  Evaluation evaluation_;
  PointerArithmetic pointers_;
  Memory memory_;
  FlatMemory flat_;
  Lvalues lvalues_;
  Objects objects_;
  Lifetimes lifetimes_;
  Initialisers initialisers_;
  ArrayLengths lengths_;
  Expressions expressions_;
  Choices choices_;
  Assignments assignments_;
  Structs structs_;
  Statements statements_;
  KnownCalls calls_;
  UnknownCalls unknown_calls_;
  Library library_;
  Allocation allocation_;
  ByteCopies bytes_;
  Strings strings_;
  TypestateEvents events_;
  InitialState initial_;
  LoopScopes loop_scopes_;
  Acsl acsl_;
};

}  // namespace pawl::frontend::c
