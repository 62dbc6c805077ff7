// SPDX-License-Identifier: Apache-2.0
#include "emit/slam.h"

#include <ostream>

namespace pawl::emit {

void write_slam(std::ostream& out, const result::SlamReport& report) {
  for (const result::SlamReport::Entry& entry : report.entries) {
    out << "slam " << entry.procedure << '\n';
    for (const result::RefinementRound& round : entry.rounds) {
      out << "  round " << round.round << ": " << round.predicates << " predicates, "
          << round.statements << " statements abstracted, " << round.queries << " queries, trace "
          << round.trace << '\n';
    }
    for (const auto& [scope, text] : entry.predicates) {
      out << "  " << (scope.empty() ? "global" : scope) << ": " << text << '\n';
    }
  }
}

}  // namespace pawl::emit
