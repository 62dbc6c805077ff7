// SPDX-License-Identifier: Apache-2.0
#include "check/report.h"

#include <algorithm>

namespace pawl::check {

bool ProcedureReport::proved() const {
  return std::ranges::all_of(obligations,
                             [](const ObligationReport& o) { return o.fate == Fate::Proved; });
}

const ObligationReport* ProcedureReport::first(Fate fate) const {
  const auto found = std::ranges::find(obligations, fate, &ObligationReport::fate);
  return found == obligations.end() ? nullptr : &*found;
}

}  // namespace pawl::check
