// SPDX-License-Identifier: Apache-2.0
//
// The parts a lowering consists of. Each is a class that knows the few others it calls: C's
// expressions, calls and memory speak of each other in circles, so all are made together, and each
// takes what it needs from here when it is made. Nobody keeps Rooms itself.
#pragma once

#include "frontends/c/lower.h"

namespace clang {
class ASTContext;
}

namespace pawl::frontend::c {

class Acsl;
class Allocation;
class Arithmetic;
class ArrayLengths;
class Assignments;
class ByteCopies;
class CallGraph;
class Choices;
class Code;
class Evaluation;
class Expressions;
class FlatMemory;
class Globals;
class InitialState;
class Initialisers;
class KnownCalls;
class Library;
class Lifetimes;
class LoopScopes;
class Lvalues;
class Memory;
class Objects;
class PointerArithmetic;
class PointsTo;
class Procedures;
class Reals;
class Statements;
class Strings;
class Structs;
class TypestateEvents;
class Types;
class UnknownCalls;
struct CallValues;

struct Rooms {
  // What is lowered, and how.
  const TranslationUnit& unit;
  const Options& options;
  Approximation approximation;
  gcl::Context& context;
  Diagnostics& diagnostics;
  clang::ASTContext& ast;
  PointsTo& points_to;
  CallGraph& call_graph;
  Arithmetic& arithmetic;
  // What is written.
  Lowered& lowered;
  Code& code;
  Globals& globals;
  Procedures& procedures;
  CallValues& values;
  // The language.
  Types& types;
  Reals& reals;
  Evaluation& evaluation;
  PointerArithmetic& pointers;
  Memory& memory;
  FlatMemory& flat;
  Lvalues& lvalues;
  Objects& objects;
  Lifetimes& lifetimes;
  Initialisers& initialisers;
  ArrayLengths& lengths;
  Expressions& expressions;
  Choices& choices;
  Assignments& assignments;
  Structs& structs;
  Statements& statements;
  KnownCalls& calls;
  UnknownCalls& unknown_calls;
  Library& library;
  Allocation& allocation;
  ByteCopies& bytes;
  Strings& strings;
  TypestateEvents& events;
  InitialState& initial;
  LoopScopes& loop_scopes;
  Acsl& acsl;
};

}  // namespace pawl::frontend::c
