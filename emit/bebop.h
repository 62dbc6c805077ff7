// SPDX-License-Identifier: Apache-2.0
//
// What BEBOP found, for people and as JSON (docs/schema/bebop-1.schema.json).
#pragma once

#include <iosfwd>
#include <string>

#include "slam/bebop_result.h"

namespace pawl::emit {

enum class Unreachable { Silent, Reported };

/// The failing assertions, the trace with the values of the variables, and what was asked for.
void write_bebop(std::ostream& out, const slam::BpProgram& program, const slam::BebopResult& result,
                 Unreachable unreachable);

/// "true", "false(assertion)", "unknown(bdd-limit)": what stands after RESULT.
std::string bebop_verdict(const slam::BebopResult& result);

std::string bebop_json(const slam::BpProgram& program, const slam::BebopResult& result,
                       Unreachable unreachable);

}  // namespace pawl::emit
