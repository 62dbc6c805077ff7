// SPDX-License-Identifier: Apache-2.0
//
// How many steps it takes at least from a location to the exit of its procedure, and to a location
// that is looked for, through calls. Lengths of paths in the automata: what states allow is not
// seen.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "dataflow/cfa.h"

namespace pawl::dataflow {

class Distances {
 public:
  static constexpr std::size_t unreachable = std::numeric_limits<std::size_t>::max();

  Distances(const gcl::Program& program, const Automata& automata, std::size_t procedure,
            LocationId goal);

  std::size_t to_exit(std::size_t procedure, LocationId at) const { return exit_[procedure][at]; }
  std::size_t to_goal(std::size_t procedure, LocationId at) const { return goal_[procedure][at]; }

 private:
  using Table = std::vector<std::vector<std::size_t>>;  // by procedure, location
  void relax(const Automata& automata, Table& table, bool into_callees);

  Table exit_;
  Table goal_;
};

}  // namespace pawl::dataflow
