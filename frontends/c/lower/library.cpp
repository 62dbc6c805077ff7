// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/library.h"

#include <map>
#include <set>
#include <string_view>

namespace pawl::frontend::c {
namespace {

const std::map<std::string_view, Builtin>& table() {
  static const std::map<std::string_view, Builtin> entries = {
      {"__VERIFIER_assume", Builtin::Assume},
      {"assume", Builtin::Assume},
      {"assume_abort_if_not", Builtin::Assume},
      {"__CPROVER_assume", Builtin::Assume},
      {"__VERIFIER_assert", Builtin::Assert},
      {"assert", Builtin::Assert},
      {"static_assert", Builtin::Assert},
      {"sassert", Builtin::Assert},
      {"__CPROVER_assert", Builtin::Check},
      {"__VERIFIER_error", Builtin::Fail},
      {"reach_error", Builtin::Fail},
      {"__assert_fail", Builtin::Fail},
      {"__assert", Builtin::Fail},
      {"__assert_perror_fail", Builtin::Fail},
      {"exit", Builtin::Stop},
      {"_exit", Builtin::Stop},
      {"_Exit", Builtin::Stop},
      {"abort", Builtin::Stop},
      {"__builtin_unreachable", Builtin::Stop},
      {"malloc", Builtin::Allocate},
      {"alloca", Builtin::Allocate},
      {"__builtin_alloca", Builtin::Allocate},
      {"kmalloc", Builtin::Allocate},
      {"calloc", Builtin::AllocateZero},
      {"realloc", Builtin::Reallocate},
      {"free", Builtin::Free},
      {"memcpy", Builtin::CopyMemory},
      {"memmove", Builtin::CopyMemory},
      {"__builtin_memcpy", Builtin::CopyMemory},
      {"memset", Builtin::SetMemory},
      {"__builtin_memset", Builtin::SetMemory},
      {"strlen", Builtin::StringLength},
      {"strcpy", Builtin::CopyString},
      {"strncpy", Builtin::CopyStringAtMost},
      {"strcat", Builtin::AppendString},
      {"strcmp", Builtin::CompareStrings},
      {"strncmp", Builtin::CompareAtMost},
      {"memcmp", Builtin::CompareMemory},
      {"strchr", Builtin::FindCharacter},
      {"printf", Builtin::Harmless},
      {"fprintf", Builtin::Harmless},
      {"puts", Builtin::Harmless},
      {"fputs", Builtin::Harmless},
      {"putchar", Builtin::Harmless},
      {"putc", Builtin::Harmless},
      {"fputc", Builtin::Harmless},
      {"perror", Builtin::Harmless},
      {"fflush", Builtin::Harmless},
      {"srand", Builtin::Harmless},
      {"pawl_print", Builtin::Harmless},
      {"rand", Builtin::Nondet},
      {"random", Builtin::Nondet},
      {"getchar", Builtin::Nondet},
      {"__builtin_expect", Builtin::Expect},
      {"abs", Builtin::Absolute},
      {"labs", Builtin::Absolute},
      {"llabs", Builtin::Absolute},
  };
  return entries;
}

bool starts_with(std::string_view text, std::string_view stem) {
  return text.substr(0, stem.size()) == stem;
}

/// `unknown`, `unknown1`, `unknown_int`: what the benchmarks of the field call an input.
bool is_unknown_input(std::string_view name) {
  if (!starts_with(name, "unknown")) return false;
  const std::string_view rest = name.substr(7);
  return rest.empty() || rest[0] == '_' || (rest[0] >= '0' && rest[0] <= '9');
}

}  // namespace

std::optional<Builtin> builtin(const clang::FunctionDecl* function) {
  if (function == nullptr || !function->getIdentifier()) return std::nullopt;
  const std::string text = function->getNameAsString();
  const std::string_view name = text;
  const bool has_body = function->hasBody();
  // Reaching these is the property, whatever a body does to print or stop.
  if (name == "reach_error" || name == "__VERIFIER_error") return Builtin::Fail;
  if (has_body) return std::nullopt;
  if (starts_with(name, "__VERIFIER_nondet_") || starts_with(name, "nondet_") || name == "nondet" ||
      is_unknown_input(name)) {
    return Builtin::Nondet;
  }
  const auto found = table().find(name);
  if (found == table().end()) return std::nullopt;
  return found->second;
}

bool is_beyond_us(const clang::FunctionDecl* function) {
  static const std::set<std::string_view> names = {
      "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp",      "longjmp",    "siglongjmp",
      "fork",   "vfork",   "signal",      "pthread_create", "thrd_create"};
  const std::string name = function->getNameAsString();
  return names.contains(name);
}

bool is_allocation(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind == Builtin::Allocate || kind == Builtin::AllocateZero;
}

bool returns_first_argument(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind == Builtin::CopyMemory || kind == Builtin::SetMemory || kind == Builtin::Reallocate ||
         kind == Builtin::CopyString || kind == Builtin::CopyStringAtMost ||
         kind == Builtin::AppendString || kind == Builtin::FindCharacter;
}

bool copies_memory(const clang::FunctionDecl* function) {
  return builtin(function) == Builtin::CopyMemory;
}

bool reads_strings(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind && *kind >= Builtin::StringLength && *kind <= Builtin::FindCharacter;
}

}  // namespace pawl::frontend::c
