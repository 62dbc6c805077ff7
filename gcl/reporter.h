// SPDX-License-Identifier: Apache-2.0
//
// Collects the errors of one parse: by byte offset, because positions are only worth computing
// for what is shown; in any order, because signatures are read before bodies; up to a limit,
// because nobody reads the fifty-first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::gcl {

/// Half open, in bytes.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
inline constexpr TextRange nowhere{std::string::npos, std::string::npos};

/// The position of an offset. Offsets that grow slowly, as in a parse, cost O(distance).
class PositionFinder {
 public:
  explicit PositionFinder(const SourceFile& file) : file_(file) {}
  SourcePosition operator()(std::size_t offset);
  SourceRange operator()(TextRange range);

 private:
  const SourceFile& file_;
  std::size_t offset_ = 0;      // the last one asked for ...
  std::size_t line_begin_ = 0;  // ... and where its line begins
  std::uint32_t line_ = 1;
};

class Reporter {
 public:
  static constexpr std::size_t max_errors = 50;

  explicit Reporter(const SourceFile& file) : file_(file) {}

  void error(TextRange range, std::string message, std::string hint = {});
  /// Belongs to the last error and is shown after it.
  void note(TextRange range, std::string message);

  /// While one lives, nothing is reported: the same text will be read again, loudly.
  class Quiet {
   public:
    explicit Quiet(Reporter& reporter) : reporter_(reporter) { ++reporter_.quiet_; }
    ~Quiet() { --reporter_.quiet_; }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    Reporter& reporter_;
  };

  bool has_errors() const { return !errors_.empty(); }
  /// Too many: every loop over the input ends.
  bool stopped() const { return stopped_; }
  /// Hands everything over in the order of the text.
  void flush(Diagnostics& diagnostics);

 private:
  struct Entry {
    TextRange range;
    std::string message;
    std::string hint;
    std::vector<std::pair<TextRange, std::string>> notes;
  };
  const SourceFile& file_;
  std::vector<Entry> errors_;
  int quiet_ = 0;
  bool last_dropped_ = false;  // the last error was not kept: neither are its notes
  bool stopped_ = false;
};

}  // namespace pawl::gcl
