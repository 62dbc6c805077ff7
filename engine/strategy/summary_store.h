// SPDX-License-Identifier: Apache-2.0
//
// `--summaries DIR`: what C2BP computed for a procedure, kept for other programs that contain it. A
// file per procedure, named by the SHA-256 of everything that its abstraction depends on: the
// procedure in the IL, where the points-to partition shows as the maps that it reads and writes,
// the declarations and contracts it mentions, the axioms, the limits of the search, the version of
// Pawl. In it: the predicates and the interface, and the answers of F, each under the SHA-256 of
// its question, with the predicates in it.
//
// Nothing in a file is trusted. What its checksum does not fit is computed again; and whoever
// forges the checksum too gets a wrong Boolean program, whose proof check/ refuses and whose
// traces NEWTON finds infeasible: time is lost, no verdict is wrong.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gcl/program.h"
#include "slam/strengthen.h"
#include "support/diagnostic.h"

namespace pawl::engine {

class SummaryStore final : public slam::AbstractionStore {
 public:
  /// `program` is the source, as it was loaded; it outlives this. Files that are damaged are
  /// warned about and ignored.
  SummaryStore(std::string directory, const gcl::Program& program,
               const slam::StrengthenOptions& options, Diagnostics& diagnostics);

  /// What is known of a procedure; null: nothing.
  const Interface* known(const std::string& procedure) const;

  void enter(const std::string& procedure, const Interface& interface) override;
  std::optional<slam::Cubes> find(const Question& question) override;
  void keep(const Question& question, const slam::Cubes& answer) override;

  enum class Saved { Yes, No };
  /// Writes what is new. No: the error is in the diagnostics.
  Saved save(Diagnostics& diagnostics) const;

 private:
  struct Entry {
    std::string key;
    Interface interface;
    std::map<std::string, slam::Cubes>
        answers;  // by question; predicates in the order of their text
    bool loaded = false;
    bool changed = false;
  };
  void load(Entry& entry, const std::string& procedure, Diagnostics& diagnostics) const;

  std::string directory_;
  std::map<std::string, Entry> entries_;
  Entry* current_ = nullptr;
};

}  // namespace pawl::engine
