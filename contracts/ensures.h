// SPDX-License-Identifier: Apache-2.0
//
// What a function could promise, given what is known in its loops: their invariants, said of the
// result and of the bounds at which loops end. Guesses only; the judge decides.
#pragma once

#include <string>
#include <vector>

#include "frontends/c/outline.h"

namespace pawl::contracts {

struct Promise {
  std::string text;
  std::size_t invariant = 0;  // that it comes from
  std::string when;           // it is about these runs only; empty: about all
};

/// Of an invariant the guesses that say most come first, those about all runs before all others.
std::vector<Promise> promises_for(const frontend::c::FunctionOutline& function,
                                  const std::vector<std::string>& invariants);

/// The implications among them with something false as their conclusion: what holds in this form
/// says nothing.
std::vector<Promise> empty_forms_of(const std::vector<Promise>& promises);
std::vector<Promise> without_empty(std::vector<Promise> promises,
                                   const std::vector<Promise>& empty_that_hold);

/// Of those that hold, the first of each invariant; of those about some runs only, if none about
/// all does. Each once, and no more than people read.
std::vector<std::string> worth_saying(const std::vector<Promise>& that_hold);

}  // namespace pawl::contracts
