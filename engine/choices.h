// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/choices.h"

namespace pawl::engine {

using check::choices_of;
using check::repeat;
using check::RepeatedRun;

}  // namespace pawl::engine
