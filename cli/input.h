// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <mutex>

#include "cli/options.h"
#include "cli/source_map.h"
#include "emit/stats.h"
#include "engine/input.h"
#include "frontends/c/int_type.h"
#include "frontends/c/options.h"
#include "frontends/clauses/system.h"

namespace pawl::cli {

/// An input that knows its language.
class SourceInput : public engine::Input {
 public:
  virtual bool is_c() const = 0;
  /// As results have it.
  virtual std::string language() const = 0;
  /// Of clauses, once more and in this context; nullopt: it is a program.
  virtual std::optional<frontend::clauses::System> clauses(gcl::Context&) const {
    return std::nullopt;
  }
  /// Of the IL variable that receives an input of the program; nullopt: it is none.
  virtual std::optional<frontend::c::IntType> input_type(const std::string& variable) const = 0;
  /// Of C, of the program that was last loaded to be run: why the model does not know the step
  /// with this number, counted from 1.
  virtual std::string inexact_step(std::int64_t number) const = 0;
  /// Of C, of the program that was last loaded to be proved.
  virtual const SourceMap* source_map() const = 0;
  /// Of C: which functions are not followed, and where the model has more runs than the source.
  /// Of the program that was loaded for this purpose.
  virtual void tell_model(result::Purpose, result::Result&) const {}
  /// Of C: how it is lowered, everything said on the command line included.
  virtual const frontend::c::Options* c_options() const = 0;
  emit::FrontendTime frontend_time() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return time_;
  }

 protected:
  using Clock = std::chrono::steady_clock;
  /// A load ends now; it began at `begin`. Any thread.
  void add_load(Clock::time_point begin) const;
  /// What had to be done before the first load.
  void add_preparation(Clock::duration duration);

 private:
  mutable std::mutex mutex_;
  mutable emit::FrontendTime time_;
};

/// What it is read as: never Auto.
Language language_of(const Options& options, const SourceFile& file);
/// Is it read as C?
bool is_c(const Options& options, const SourceFile& file);

/// What --predicates says about scopes; null: nothing, or the error is in the diagnostics.
const SourceFile* scope_predicates(const Options& options, Diagnostics& diagnostics);

/// The front end for the file's language. Null: its errors are in the diagnostics. `file`
/// outlives the input.
std::unique_ptr<SourceInput> open_input(const Options& options, const SourceFile& file,
                                        Diagnostics& diagnostics);

}  // namespace pawl::cli
