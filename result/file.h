// SPDX-License-Identifier: Apache-2.0
//
// A result file (docs/schema) read back. It may come from anywhere: what is wrong with it is an
// error that says so, and nothing in it is believed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "support/diagnostic.h"
#include "support/result.h"

namespace pawl::result {

struct ResultFile {
  std::string command;            // infer, verify
  std::vector<std::string> load;  // the options the source was read with, as on the command line
  std::string verdict;            // as written
  std::uint64_t rlimit = 0;
  std::uint32_t seed = 0;
  Result result;
};

/// The version of docs/schema that this version of Pawl writes and reads.
inline constexpr int schema_version = 1;

/// `name` is the file, for messages.
pawl::Result<ResultFile> read_result_file(const std::string& name, std::string_view text,
                                          Diagnostics& diagnostics);

}  // namespace pawl::result
