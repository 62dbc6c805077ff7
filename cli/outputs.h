// SPDX-License-Identifier: Apache-2.0
//
// One result in the formats that were asked for. Everything is made before anything is written, so
// that a format that cannot say the program leaves no half of the others behind.
#pragma once

#include <string>
#include <vector>

#include "cli/input.h"
#include "cli/options.h"
#include "engine/input.h"
#include "engine/result.h"
#include "support/diagnostic.h"
#include "support/result.h"

namespace pawl::cli {

/// What a format is made from.
struct FinishedRun {
  const Options& options;
  const SourceInput& input;
  engine::Purpose purpose;  // what the program was loaded for that the result speaks of
  const engine::Result& result;
  std::string json;             // the native form, made once
  std::vector<Format> formats;  // what is asked for
  int exit_code = 0;            // that the run will have
};

struct OutputFile {
  std::string path;  // below the directory of -o
  std::string text;
};

/// True, and there was nothing that could have failed.
bool nothing_to_prove(const engine::Result& result);

/// What stands after `RESULT: `.
std::string verdict_text(const Options& options, const engine::Result& result);

/// A format that is one text.
Result<std::string> render(Format format, const FinishedRun& run, Diagnostics& diagnostics);

/// All formats that are asked for as files, named after the input: array_max.bpl.
Result<std::vector<OutputFile>> render_all(const FinishedRun& run, Diagnostics& diagnostics);

/// Into a directory, made if it is not there.
enum class WriteAll { Written, NotWritten };
WriteAll write_all(const std::string& directory, const std::vector<OutputFile>& files,
                   Diagnostics& diagnostics);

}  // namespace pawl::cli
