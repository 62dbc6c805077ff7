// SPDX-License-Identifier: Apache-2.0
//
// Random terms of every kind, also meaningless ones: what the printer writes depends on kinds only.
#pragma once

#include <random>

#include "frontends/acsl/term.h"

namespace pawl::test {

/// Its typedefs begin with "t_"; nothing else does.
inline bool is_random_type_name(std::string_view name) { return name.starts_with("t_"); }

class RandomTerm {
 public:
  explicit RandomTerm(unsigned seed) : random_(seed) {}

  /// At most `depth` deep, not counting the sizes of arrays in types.
  frontend::acsl::Term term(int depth);
  frontend::acsl::Binder binder(int depth);
  frontend::acsl::Type type(int depth);
  std::size_t below(std::size_t bound) { return random_() % bound; }
  std::string name();

 private:
  frontend::acsl::Term leaf();
  frontend::acsl::TermNode filled(frontend::acsl::TermKind kind, int depth);
  std::vector<frontend::acsl::Identifier> labels(std::size_t at_least);
  std::vector<frontend::acsl::Binder> binders(int depth);
  std::vector<frontend::acsl::Relation> relations(std::size_t count);

  std::mt19937 random_;
};

}  // namespace pawl::test
