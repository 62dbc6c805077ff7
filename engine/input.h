// SPDX-License-Identifier: Apache-2.0
//
// Where a program comes from. Engines ask for it again and again, each time in a fresh context: a
// text is parsed again, C is lowered again.
#pragma once

#include <optional>
#include <string>

#include "engine/result.h"
#include "gcl/program.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::engine {

class Input {
 public:
  virtual ~Input() = default;
  virtual const SourceFile& file() const = 0;
  /// nullopt: the errors are in the diagnostics. The same every time.
  virtual std::optional<gcl::Program> load(gcl::Context& context, Purpose purpose,
                                           Diagnostics& diagnostics) const = 0;
  /// Do both purposes get the same program?
  virtual bool exact() const = 0;
  /// Is every run of the program with calls one of the source?
  virtual bool exact_calls() const { return exact(); }
  /// Does a failing run of this procedure count? Not if it starts in states that the program as a
  /// whole may never reach.
  virtual bool refutable(const std::string& procedure) const = 0;
};

/// A text in the guarded-command language.
class GclInput final : public Input {
 public:
  explicit GclInput(const SourceFile& file) : file_(file) {}
  const SourceFile& file() const override { return file_; }
  std::optional<gcl::Program> load(gcl::Context& context, Purpose purpose,
                                   Diagnostics& diagnostics) const override;
  bool exact() const override { return true; }
  bool refutable(const std::string&) const override { return true; }

 private:
  const SourceFile& file_;
};

}  // namespace pawl::engine
