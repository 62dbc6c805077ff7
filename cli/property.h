// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::cli {

enum class PropertyOutcome { Understood, Refused };

/// What a property file of SV-COMP (`CHECK( init(main()), LTL(G ! overflow) )`) asks for, as
/// options of the C front end. Refused: the reason is in the diagnostics.
PropertyOutcome apply_property(const SourceFile& file, frontend::c::Options& options,
                               Diagnostics& diagnostics);

}  // namespace pawl::cli
