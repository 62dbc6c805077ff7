// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gcl/old_constants.h"

namespace pawl::slam {

using gcl::constant_of;
using gcl::old_constant;
using gcl::to_source;
using gcl::to_symbolic;

/// Constants are folded, reads of written maps resolved: m[k := v][q] is if k == q then v else
/// m[q]. What is left of maps are reads of variables, unless a whole map is compared or stored.
gcl::Expr simplify(gcl::Context& context, gcl::Expr e);

}  // namespace pawl::slam
