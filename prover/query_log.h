// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "prover/prover.h"

namespace pawl::prover {

struct QueryCount {
  std::uint64_t queries = 0;
  std::uint64_t yes = 0;
  std::uint64_t no = 0;
  std::uint64_t unknown = 0;
  std::chrono::nanoseconds time{0};
};

/// Counts and times of all queries, by caller, in alphabetical order. One per run, shared by its
/// provers; each worker thread has its own, and they are merged. Also numbers the dumped queries.
class QueryLog {
 public:
  void add(const std::string& caller, Answer answer, std::chrono::nanoseconds time);
  const std::map<std::string, QueryCount>& by_caller() const { return by_caller_; }
  QueryCount total() const;
  std::uint64_t next_number() { return ++number_; }
  void merge(const QueryLog& other);

 private:
  std::map<std::string, QueryCount> by_caller_;
  std::uint64_t number_ = 0;
};

}  // namespace pawl::prover
