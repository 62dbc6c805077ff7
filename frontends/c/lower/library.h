// SPDX-License-Identifier: Apache-2.0
//
// Functions that have a meaning of their own: those of the verification community
// (`__VERIFIER_*`, `reach_error`, `assume`, ...) and those of the C library we model.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <string>

namespace pawl::frontend::c {

enum class Builtin {
  Nondet,             // any value of its result type
  Assume,             // runs on only if its argument is not 0
  Assert,             // fails if its argument is 0, and does not run on then
  Check,              // fails if its argument is 0
  Fail,               // reaching it is the error
  Stop,               // exit, abort
  Allocate,           // malloc
  AllocateAutomatic,  // alloca
  AllocateZero,       // calloc
  Reallocate,
  Duplicate,        // strdup
  DuplicateAtMost,  // strndup
  Free,
  CopyMemory,  // memcpy
  MoveMemory,  // memmove
  SetMemory,   // memset
  StringLength,
  StringLengthAtMost,  // strnlen
  CopyString,          // strcpy
  CopyStringToEnd,     // stpcpy
  CopyStringAtMost,    // strncpy
  AppendString,        // strcat
  AppendStringAtMost,  // strncat
  CompareStrings,      // strcmp
  CompareAtMost,       // strncmp
  CompareMemory,       // memcmp
  FindCharacter,       // strchr
  FindLast,            // strrchr
  FindInMemory,        // memchr
  FindString,          // strstr
  SpanOf,              // strspn
  SpanWithout,         // strcspn
  Number,              // atoi, atol, atoll: any result
  Harmless,            // no effect on the program's variables, any result: puts
  Print,               // printf: the same, unless its format writes
  Classify,            // isdigit and the others of <ctype.h>, toupper
  Expect,              // __builtin_expect: its first argument
  Absolute,            // abs, labs
};

/// By name, and only if the function has no body (but for the ones that define the property).
std::optional<Builtin> builtin(const clang::FunctionDecl* function);

/// Functions no contract can describe: setjmp, pthread_create, signal, ...
bool is_beyond_us(const clang::FunctionDecl* function);
/// From then on something runs beside everything else in the file.
bool starts_thread(const clang::FunctionDecl* function);
bool is_allocation(const clang::FunctionDecl* function);
bool is_reallocation(const clang::FunctionDecl* function);
/// A call of a function that writes through what its arguments point to, which depends on their
/// values: printf with %n, or with a format that is not known.
bool may_write_through(const clang::CallExpr* call);
bool returns_first_argument(const clang::FunctionDecl* function);
bool copies_memory(const clang::FunctionDecl* function);
/// Those of <string.h> that count through what their arguments point to.
bool reads_strings(const clang::FunctionDecl* function);

}  // namespace pawl::frontend::c
