// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "result/result.h"

namespace pawl::result {

enum class Statistics { Without, With };

/// One procedure as JSON text; what a worker process sends home, and an element of the native
/// JSON format (docs/schema). Without statistics the bytes depend only on input and options.
std::string to_json(const ProcedureResult& result, Statistics statistics);
/// The loops of a C source, a part of the native JSON format.
std::string to_json(const std::vector<SourceLoop>& loops);
/// What the judges of --certify say of the whole program.
std::string to_json(const std::vector<JudgeAnswer>& answers);
/// The hints of the run and what became of them.
/// Of C; empty objects and arrays where all of it is modelled as it is.
std::string to_json(const std::vector<SkippedFunction>& functions);
std::string to_json(const std::vector<OverApproximation>& steps);
std::string hints_to_json(const Result& result);
/// nullopt when it is not what to_json writes.
std::optional<std::vector<SourceLoop>> source_loops_from_json(std::string_view text);
/// From anywhere: what it says to be certified is a claim. nullopt when `text` is not what to_json
/// writes.
std::optional<ProcedureResult> procedure_from_json(std::string_view text);

/// What comes out of the pipe of a worker that this process has started: there, check/ has
/// certified what it says to be certified.
class WorkerMessage {
 public:
  /// nullopt: the worker died while writing.
  static std::optional<ProcedureResult> read(std::string_view text);
};

}  // namespace pawl::result
