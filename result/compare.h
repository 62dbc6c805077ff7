// SPDX-License-Identifier: Apache-2.0
//
// A result file against what is found when everything in it is derived again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::result {

/// Where the two say different things of the program, as paths: "procedures[0].loops[0].targets".
/// Passed over are the fields that docs/schema marks with "certified": false: how an answer was
/// found, why there is none, and what others say. Both texts are results in JSON.
std::vector<std::string> differences(std::string_view told, std::string_view found);

}  // namespace pawl::result
