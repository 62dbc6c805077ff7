// SPDX-License-Identifier: Apache-2.0
//
// A whole Boogie program (2.4 and newer) with the certified invariants, each as
// `invariant {:inferred "inferred_1"} {:source "file", line} ...`, so that Boogie checks them:
// nothing is free.
//
// Maps are Boogie's; equations between maps go through a function with an axiom of extensionality,
// which Boogie itself does not have. div and mod are SMT-LIB's, as in GCL. A labelled block is a
// label after it that `exit` jumps to.
#pragma once

#include <string>

#include "emit/plain.h"

namespace pawl::emit {

std::string to_boogie(const PlainProgram& plain);

}  // namespace pawl::emit
