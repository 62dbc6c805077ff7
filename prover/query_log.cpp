// SPDX-License-Identifier: Apache-2.0
#include "prover/query_log.h"

namespace pawl::prover {
namespace {

void add(QueryCount& count, const QueryCount& more) {
  count.queries += more.queries;
  count.yes += more.yes;
  count.no += more.no;
  count.unknown += more.unknown;
  count.time += more.time;
}

}  // namespace

void QueryLog::add(const std::string& caller, Answer answer, std::chrono::nanoseconds time) {
  QueryCount& count = by_caller_[caller];
  ++count.queries;
  switch (answer) {
    case Answer::Yes: ++count.yes; break;
    case Answer::No: ++count.no; break;
    case Answer::Unknown: ++count.unknown; break;
  }
  count.time += time;
}

QueryCount QueryLog::total() const {
  QueryCount sum;
  for (const auto& [caller, count] : by_caller_) prover::add(sum, count);
  return sum;
}

void QueryLog::merge(const QueryLog& other) {
  for (const auto& [caller, count] : other.by_caller_) prover::add(by_caller_[caller], count);
  number_ += other.number_;
}

}  // namespace pawl::prover
