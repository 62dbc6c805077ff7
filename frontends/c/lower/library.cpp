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
      {"alloca", Builtin::AllocateAutomatic},
      {"__builtin_alloca", Builtin::AllocateAutomatic},
      {"kmalloc", Builtin::Allocate},
      {"calloc", Builtin::AllocateZero},
      {"realloc", Builtin::Reallocate},
      {"free", Builtin::Free},
      {"memcpy", Builtin::CopyMemory},
      {"memmove", Builtin::MoveMemory},
      {"__builtin_memmove", Builtin::MoveMemory},
      {"__builtin_memcpy", Builtin::CopyMemory},
      {"memset", Builtin::SetMemory},
      {"__builtin_memset", Builtin::SetMemory},
      {"strdup", Builtin::Duplicate},
      {"strndup", Builtin::DuplicateAtMost},
      {"strlen", Builtin::StringLength},
      {"__builtin_strlen", Builtin::StringLength},
      {"strnlen", Builtin::StringLengthAtMost},
      {"strcpy", Builtin::CopyString},
      {"__builtin_strcpy", Builtin::CopyString},
      {"stpcpy", Builtin::CopyStringToEnd},
      {"strncpy", Builtin::CopyStringAtMost},
      {"strcat", Builtin::AppendString},
      {"strncat", Builtin::AppendStringAtMost},
      {"strcmp", Builtin::CompareStrings},
      {"__builtin_strcmp", Builtin::CompareStrings},
      {"strncmp", Builtin::CompareAtMost},
      {"memcmp", Builtin::CompareMemory},
      {"__builtin_memcmp", Builtin::CompareMemory},
      {"strchr", Builtin::FindCharacter},
      {"strrchr", Builtin::FindLast},
      {"memchr", Builtin::FindInMemory},
      {"strstr", Builtin::FindString},
      {"strspn", Builtin::SpanOf},
      {"strcspn", Builtin::SpanWithout},
      {"atoi", Builtin::Number},
      {"atol", Builtin::Number},
      {"atoll", Builtin::Number},
      {"printf", Builtin::Print},
      {"__builtin_printf", Builtin::Print},
      {"fprintf", Builtin::Print},
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
      {"__builtin_abs", Builtin::Absolute},
      {"__builtin_labs", Builtin::Absolute},
      {"isalnum", Builtin::Classify},
      {"isalpha", Builtin::Classify},
      {"isblank", Builtin::Classify},
      {"iscntrl", Builtin::Classify},
      {"isdigit", Builtin::Classify},
      {"isgraph", Builtin::Classify},
      {"islower", Builtin::Classify},
      {"isprint", Builtin::Classify},
      {"ispunct", Builtin::Classify},
      {"isspace", Builtin::Classify},
      {"isupper", Builtin::Classify},
      {"isxdigit", Builtin::Classify},
      {"tolower", Builtin::Classify},
      {"toupper", Builtin::Classify},
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

/// What is given a pointer may write to it: more than an input.
bool takes_pointers(const clang::FunctionDecl* function) {
  return llvm::any_of(function->parameters(), [](const clang::ParmVarDecl* parameter) {
    return parameter->getType()->isPointerType();
  });
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
  const bool named_input = starts_with(name, "__VERIFIER_nondet_") ||
                           starts_with(name, "nondet_") || name == "nondet" ||
                           is_unknown_input(name);
  if (named_input) {
    if (takes_pointers(function)) return std::nullopt;
    return Builtin::Nondet;
  }
  const auto found = table().find(name);
  if (found == table().end()) return std::nullopt;
  return found->second;
}

bool is_beyond_us(const clang::FunctionDecl* function) {
  static const std::set<std::string_view> names = {
      "setjmp",     "_setjmp", "__sigsetjmp", "sigsetjmp",      "longjmp",
      "siglongjmp", "fork",    "vfork",       "pthread_create", "thrd_create"};
  const std::string name = function->getNameAsString();
  return names.contains(name);
}

bool starts_thread(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  return name == "pthread_create" || name == "thrd_create" || name == "vfork";
}

bool is_allocation(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind == Builtin::Allocate || kind == Builtin::AllocateZero ||
         kind == Builtin::AllocateAutomatic || kind == Builtin::Reallocate ||
         kind == Builtin::Duplicate || kind == Builtin::DuplicateAtMost;
}

bool is_reallocation(const clang::FunctionDecl* function) {
  return builtin(function) == Builtin::Reallocate;
}

bool may_write_through(const clang::CallExpr* call) {
  if (builtin(call->getDirectCallee()) != Builtin::Print) return false;
  const unsigned format = call->getDirectCallee()->getNumParams();
  if (format == 0 || format > call->getNumArgs()) return true;
  const auto* text =
      clang::dyn_cast<clang::StringLiteral>(call->getArg(format - 1)->IgnoreParenCasts());
  if (text == nullptr || text->getCharByteWidth() != 1) return true;
  // Conversions end with a letter; flags, widths and sizes before it are none but h l L q j z t.
  bool inside = false;
  for (const char c : text->getString()) {
    if (!inside) {
      inside = c == '%';
      continue;
    }
    if (c == 'n') return true;
    const bool goes_on =
        std::string_view("#0- +'I123456789.*$hlLqjzt").find(c) != std::string_view::npos;
    inside = goes_on;
  }
  return false;
}

bool returns_first_argument(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  static const std::set<Builtin> those = {
      Builtin::CopyMemory,   Builtin::MoveMemory,         Builtin::SetMemory,
      Builtin::CopyString,   Builtin::CopyStringToEnd,    Builtin::CopyStringAtMost,
      Builtin::AppendString, Builtin::AppendStringAtMost, Builtin::FindCharacter,
      Builtin::FindLast,     Builtin::FindInMemory,       Builtin::FindString};
  return kind && those.contains(*kind);
}

bool copies_memory(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind == Builtin::CopyMemory || kind == Builtin::MoveMemory;
}

bool reads_strings(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind && ((*kind >= Builtin::StringLength && *kind <= Builtin::Number) ||
                  *kind == Builtin::Duplicate || *kind == Builtin::DuplicateAtMost);
}

}  // namespace pawl::frontend::c
