// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "result/result.h"

namespace pawl::contracts {

enum class Question {
  Safe,      // is what C leaves undefined excluded, in this function?
  Contract,  // that, and what its contract promises
  Run,       // is there a run to the assertions that were put in? Annotations of loops are ignored
};

/// Who decides about a text with contracts in it.
class Judge {
 public:
  virtual ~Judge() = default;
  /// Of the function, started in any state that its contract allows. nullopt: the text is refused.
  virtual std::optional<result::ProcedureResult> operator()(const std::string& text,
                                                            const std::string& function,
                                                            Question question) = 0;
};

}  // namespace pawl::contracts
