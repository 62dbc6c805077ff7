// SPDX-License-Identifier: Apache-2.0
//
// A program that has been loaded once, for everybody who works on one procedure of it. What is
// handed out is a copy of what the procedure needs: as many functions as the file has, one costs
// what one costs.
#pragma once

#include <string>

#include "engine/input.h"

namespace pawl::engine {

/// The programs of an input, loaded once and kept.
class Programs {
 public:
  /// `program` is the input, loaded to be proved; it outlives this.
  Programs(const Input& input, const gcl::Program& program);

  const Input& input() const { return input_; }
  const gcl::Program& to_prove() const { return program_; }
  /// The same one if the input is exact.
  const gcl::Program& to_refute() const { return input_.exact() ? program_ : refute_; }

 private:
  const Input& input_;
  const gcl::Program& program_;
  gcl::Context context_;
  gcl::Program refute_;
};

/// What one procedure needs of them.
class SlicedInput final : public Input {
 public:
  SlicedInput(const Programs& programs, std::string procedure)
      : programs_(programs), procedure_(std::move(procedure)) {}

  const SourceFile& file() const override { return programs_.input().file(); }
  std::optional<gcl::Program> load(gcl::Context& context, Purpose purpose,
                                   Diagnostics& diagnostics) const override;
  bool exact() const override { return programs_.input().exact(); }
  bool exact_calls() const override { return programs_.input().exact_calls(); }
  bool refutable(const std::string& procedure) const override {
    return programs_.input().refutable(procedure);
  }

 private:
  const Programs& programs_;
  std::string procedure_;
};

}  // namespace pawl::engine
