// SPDX-License-Identifier: Apache-2.0
//
// Which functions become IL procedures, under which names, and who calls whom of them.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/rooms.h"

namespace pawl::frontend::c {

/// A function as it becomes an IL procedure.
struct Job {
  const clang::FunctionDecl* function = nullptr;
  bool starts = false;  // what the program begins with, or one that is looked at on its own
  std::string name;
};

class Procedures {
 public:
  explicit Procedures(const Rooms& rooms);

  bool runs_first(const clang::FunctionDecl* function) const;
  bool starts_run(const clang::FunctionDecl* function) const;
  std::string procedure_of(const clang::FunctionDecl* function);
  std::string queue(const clang::FunctionDecl* function, bool starts);
  std::map<std::string, std::set<std::string>>& calls() { return calls_; }
  const clang::FunctionDecl* entry() const { return entry_; }
  bool starts() const { return starts_; }
  void set_entry(const clang::FunctionDecl* function) { entry_ = function; }
  /// Grows while procedures are lowered.
  const std::vector<Job>& jobs() const { return queue_; }
  /// This one is lowered next.
  void begin(const Job& job) { starts_ = job.starts; }

 private:
  const Options& options_;
  Globals& globals_;

  std::vector<Job> queue_;
  const clang::FunctionDecl* entry_ = nullptr;          // where the program begins
  bool starts_ = true;                                  // does the procedure being lowered?
  std::map<std::string, std::set<std::string>> calls_;  // procedure -> procedures it calls
};

}  // namespace pawl::frontend::c
