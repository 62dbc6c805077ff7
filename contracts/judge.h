// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result/result.h"

namespace pawl::contracts {

enum class Question {
  Safe,       // is what C leaves undefined excluded, in this function?
  Contract,   // that, and what its contract promises
  Annotated,  // the same, of the annotations that its loops have, and no others
  Run,        // is there a run to the assertions that were put in? Annotations of loops are ignored
};

/// The text with what was found of a function's loops above them.
struct Annotated {
  std::string text;
  std::vector<std::string> invariants;  // each once, in text order
};

/// Who decides about a text with contracts in it.
class Judge {
 public:
  virtual ~Judge() = default;
  /// Of the function, started in any state that its contract allows. nullopt: the text is refused.
  virtual std::optional<result::ProcedureResult> operator()(const std::string& text,
                                                            const std::string& function,
                                                            Question question) = 0;
  /// What holds in the loops of the function; its contract stays as it is written. nullopt: there
  /// is no answer.
  virtual std::optional<Annotated> annotated(const std::string& text,
                                             const std::string& function) = 0;
};

}  // namespace pawl::contracts
