// SPDX-License-Identifier: Apache-2.0
//
// The name under which claims of runs are switched on and off. They are about all loops at once,
// and claims, not parts of a combination (claims.h): no single loop is proposed anything.
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

class DataSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "data"; }
  void propose(const LoopView&, Proposal&) const override {}
};

}  // namespace

std::unique_ptr<PredicateSource> make_data_source() { return std::make_unique<DataSource>(); }

}  // namespace pawl::heuristics
