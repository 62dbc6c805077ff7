// SPDX-License-Identifier: Apache-2.0
//
// The names under which claims of runs and of lattices are switched on and off. They are about all
// loops at once, and claims, not parts of a combination (claims.h): no single loop is proposed
// anything.
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

class NameOnly final : public PredicateSource {
 public:
  explicit NameOnly(std::string_view name) : name_(name) {}
  std::string_view name() const override { return name_; }
  void propose(const LoopView&, Proposal&) const override {}

 private:
  std::string_view name_;
};

}  // namespace

std::unique_ptr<PredicateSource> make_data_source() { return std::make_unique<NameOnly>("data"); }
std::unique_ptr<PredicateSource> make_lattices_source() {
  return std::make_unique<NameOnly>("lattices");
}

}  // namespace pawl::heuristics
