// SPDX-License-Identifier: Apache-2.0
//
// What the dataflow engine says beside the result: plain data, like it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "result/result.h"

namespace pawl::result {

struct DataflowReport {
  struct Round {
    std::size_t round = 0;
    std::size_t predicates = 0;
    std::uint64_t posts = 0;  // abstract post computations
    std::size_t contexts = 0;
    std::size_t unproved = 0;
    std::string refinement;
  };
  struct Predicate {
    std::string scope;  // a procedure; empty: global
    std::string text;
  };
  struct Piece {
    std::string when;
    std::string facts;
  };
  struct Row {
    Place place;
    std::string operation;
    bool certified = false;  // proved by check/; everything else is a candidate
    std::vector<Piece> pieces;
  };
  struct Table {
    std::string procedure;
    std::vector<Row> rows;
  };
  struct Entry {
    std::string procedure;
    std::vector<Round> rounds;
    std::vector<Predicate> predicates;
    std::vector<Table> tables;
    std::vector<Place> unproved;  // assertions
    std::size_t dropped = 0;      // facts that no formula says
    std::string reason;           // of no answer; empty: there is one
  };
  Result result;
  std::string lattice;
  std::vector<Entry> entries;
};

}  // namespace pawl::result
