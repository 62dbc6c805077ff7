// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/procedures.h"

#include "frontends/c/lower.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/names.h"
#include "gcl/builtin.h"

namespace pawl::frontend::c {

Procedures::Procedures(const Rooms& rooms) : options_(rooms.options), globals_(rooms.globals) {}

bool Procedures::runs_first(const clang::FunctionDecl* function) const {
  return starts_ && function->getNameAsString() == "main" &&
         (options_.entry.empty() || options_.entry == "main");
}

/// The program begins with it: main or the entry that was named; in a file without one, whoever is
/// looked at.
bool Procedures::starts_run(const clang::FunctionDecl* function) const {
  return starts_ && (entry_ == nullptr || function == entry_);
}

/// The procedure that others call. What the program begins with has one more, which does not begin
/// the program again.
std::string Procedures::procedure_of(const clang::FunctionDecl* function) {
  return queue(function, function != entry_);
}

std::string Procedures::queue(const clang::FunctionDecl* function, bool starts) {
  for (const Job& job : queue_) {
    if (job.function == function && (job.starts == starts || function != entry_)) return job.name;
  }
  std::string name = il_name(function);
  if (gcl::is_reserved(name)) name += "$";
  if (!starts) name = globals_.unique_name(name + "$called");
  globals_.names_taken().insert(name);
  queue_.push_back({function, starts, name});
  return name;
}

}  // namespace pawl::frontend::c
