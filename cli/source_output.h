// SPDX-License-Identifier: Apache-2.0
//
// `pawl infer file.c`: the file with annotations above its loops, whole, as a patch, or in place.
#pragma once

#include <string>

#include "cli/input.h"
#include "result/result.h"
#include "support/diagnostic.h"

namespace pawl::cli {

/// Says in the result what the source was read as.
void set_language(const Options& options, const SourceInput& input, result::Purpose purpose,
                  result::Result& result);

/// Says in the terms of the source what was found.
void describe_source(const SourceInput& input, gcl::Context& context, const gcl::Program& program,
                     const Options& options, result::Result& result);

/// The text of the file with its annotations.
std::string annotate_c(const result::Result& result, const SourceFile& file,
                       const Options& options);

/// `file` is what was analysed, `original` the text that is changed into the new one. false: the
/// errors are in the diagnostics.
bool write_source(const result::Result& result, const SourceFile& file, const SourceFile& original,
                  const Options& options, Diagnostics& diagnostics);

}  // namespace pawl::cli
