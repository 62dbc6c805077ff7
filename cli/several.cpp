// SPDX-License-Identifier: Apache-2.0
#include "cli/several.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <iostream>

#include "cli/guard.h"
#include "cli/run.h"
#include "support/budget.h"
#include "support/file.h"
#include "support/interrupt.h"

namespace pawl::cli {
namespace {

/// What is worse comes first.
constexpr int severity[] = {exit_internal, exit_usage, exit_input, exit_false, exit_unknown};

bool decides(const Options& options) { return options.command != Command::Infer; }

const char* word(const Options& options, int code) {
  switch (code) {
    case exit_true: return decides(options) ? "true" : "every loop is done";
    case exit_false: return "false";
    case exit_unknown: return decides(options) ? "unknown" : "not every loop is done";
    case exit_usage:
    case exit_input: return "not read";
    default: return "internal error";
  }
}

struct Ended {
  int code = exit_internal;
  bool interrupted = false;
};

int child(const Options& options) {
  int code = exit_internal;
  try {
    Guard guard(options.timeout);
    code = run(options, guard);
  } catch (const std::exception& error) {
    std::cerr << "pawl: internal error: " << error.what() << '\n'
              << "  this is a bug in Pawl; no verdict is given\n";
  }
  std::cout.flush();
  return code;
}

Ended run_one(const Options& options) {
  std::cout.flush();
  const pid_t process = fork();
  if (process == 0) _exit(child(options));
  Ended ended;
  if (process < 0) return ended;
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return ended;
    ended.interrupted = true;  // the child shares the request, and ends soon
  }
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

/// As the last line of a run of one file.
const char* verdict(const std::vector<int>& codes) {
  const auto any = [&](int code) { return std::ranges::find(codes, code) != codes.end(); };
  if (any(exit_false)) return "false";
  const bool all = std::ranges::all_of(codes, [](int code) { return code == exit_true; });
  return all ? "true" : "unknown";
}

}  // namespace

std::string not_for_several(const Options& options) {
  if (options.output != "-") return "-o";
  if (!options.json_file.empty()) return "--json";
  if (!options.annotated_file.empty()) return "--annotated";
  if (!options.candidates_file.empty()) return "--hints";
  const bool plain = std::ranges::all_of(options.formats, [](Format format) {
    return format == Format::Text || format == Format::Gcl || format == Format::Acsl;
  });
  if (!plain || options.formats.size() > 1) return "--format";
  if (std::ranges::find(options.files, "-") != options.files.end()) return "-";
  return {};
}

int run_each(const Options& options) {
  const Budget all = Budget::of_seconds(options.timeout);
  std::vector<int> codes;
  for (const std::string& file : options.files) {
    Options one = options;
    one.file = file;
    one.files = {file};
    if (options.timeout > 0) one.timeout = std::max(0.01, all.time_left().count());
    if (!options.quiet) std::cerr << "file " << display_name(file) << ":\n";
    const Ended ended = run_one(one);
    codes.push_back(ended.code);
    if (ended.interrupted) break;
  }
  codes.resize(options.files.size(), exit_unknown);  // nobody came to the rest
  std::ostream& out = decides(options) ? std::cout : std::cerr;
  if (decides(options) || !options.quiet) {
    out << options.files.size() << " files\n";
    for (std::size_t i = 0; i < codes.size(); ++i) {
      out << "  " << display_name(options.files[i]) << ": " << word(options, codes[i]) << '\n';
    }
  }
  if (decides(options)) out << "RESULT: " << verdict(codes) << '\n';
  out.flush();
  for (const int code : severity) {
    if (std::ranges::find(codes, code) != codes.end()) return code;
  }
  return exit_true;
}

}  // namespace pawl::cli
