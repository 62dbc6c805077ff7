// SPDX-License-Identifier: Apache-2.0
//
// A weak topological order of the locations of an automaton [Bourdoncle93]: every cycle goes
// through the head of a component that holds it, and a location comes before what it leads to
// unless that is such a head. Iterating in this order stabilises inner loops before outer ones.
#pragma once

#include <cstddef>
#include <vector>

#include "dataflow/cfa.h"

namespace pawl::dataflow {

struct WeakTopologicalOrder {
  std::vector<std::size_t> position;  // by location; those that are not reached come last
  std::vector<bool> head;             // by location: where widening is enough
};

WeakTopologicalOrder weak_topological_order(const Cfa& cfa);

}  // namespace pawl::dataflow
