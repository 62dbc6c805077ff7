// SPDX-License-Identifier: Apache-2.0
//
// Assertions lend nothing to what comes behind them: an invariant has to be one without them.
#include "check/remove_assertions.h"

namespace pawl::check {

void remove_assertions(gcl::Block& block, const std::vector<gcl::Obligation>& obligations) {
  std::erase_if(block, [&](const gcl::Stmt& stmt) {
    const auto* assertion = std::get_if<gcl::Assert>(&stmt.node);
    if (assertion == nullptr || !assertion->obligation) return false;
    const gcl::ObligationKind kind = obligations[*assertion->obligation].kind;
    return kind != gcl::ObligationKind::Initiation && kind != gcl::ObligationKind::Consecution;
  });
  for (gcl::Stmt& stmt : block) {
    if (auto* choice = std::get_if<gcl::Choice>(&stmt.node)) {
      for (gcl::Block& branch : choice->branches) remove_assertions(branch, obligations);
    } else if (auto* labeled = std::get_if<gcl::LabeledBlock>(&stmt.node)) {
      remove_assertions(labeled->body, obligations);
    }
  }
}

}  // namespace pawl::check
