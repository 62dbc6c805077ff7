// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gcl/program.h"

namespace pawl::frontend::c {

/// A function that is looked at by itself begins with `assume 7 < object$next`: so many objects
/// there are without those it makes. Where nothing else speaks of `next_object` that is taken out
/// again, so that the function reads the same in every program that contains it.
void forget_object_count(gcl::Procedure& procedure, gcl::Expr next_object);

}  // namespace pawl::frontend::c
