// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "result/dataflow_report.h"

namespace pawl::emit {

/// The table of facts, location by location, as in figure 2 of the paper.
void write_dataflow(std::ostream& out, const result::DataflowReport& report);
/// How it got there: a line for every round, and the predicates by scope.
void write_dataflow_rounds(std::ostream& out, const result::DataflowReport& report);
/// Both, as JSON.
std::string dataflow_json(const result::DataflowReport& report);

}  // namespace pawl::emit
