// SPDX-License-Identifier: Apache-2.0
//
// Loop contracts for CBMC, in the form that goto-synthesizer and crangler use: clauses by function,
// loops numbered from 1 in the order of the text. What CBMC's C expressions cannot say is left out.
#pragma once

#include <string>

#include "result/result.h"

namespace pawl::emit {

std::string to_cprover(const result::Result& result);

}  // namespace pawl::emit
