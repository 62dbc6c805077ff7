// SPDX-License-Identifier: Apache-2.0
#include "cli/replay.h"

#include <signal.h>
#include <stdlib.h>  // mkdtemp

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/replay_driver.h"
#include "support/process.h"

namespace pawl::cli {
namespace {

constexpr unsigned seconds_to_compile = 60, seconds_to_run = 10;
/// How the harness ends a run; not what programs end with by themselves.
constexpr int failed = 122, not_assumed = 123;

std::vector<std::string> inputs_of(const result::RealRunText& run, const SourceInput& input) {
  std::vector<std::string> values;
  for (const result::NamedText& chosen : run.chosen) {
    if (input.input_type(chosen.name)) values.push_back(chosen.value);
  }
  return values;
}

/// What the program leaves open: its inputs, and how it fails. Weak, so that what the program
/// defines itself is what runs.
std::string harness(const SourceInput& input, const std::vector<std::string>& values) {
  std::string text = "static const char *const inputs[] = {";
  for (const std::string& value : values) text += "\"" + value + "\", ";
  text +=
      "0};\nstatic unsigned used;\n"
      "extern void _exit(int);\n"
      "static unsigned long long next(void) {\n"
      "  const char *s = inputs[used];\n"
      "  unsigned long long value = 0;\n"
      "  int minus = 0;\n"
      "  if (!s) return 0;\n"
      "  for (used++; *s; s++) {\n"
      "    if (*s == '-') minus = 1; else value = 10 * value + (unsigned)(*s - '0');\n"
      "  }\n"
      "  return minus ? -value : value;\n"
      "}\n";
  const std::string weak = "__attribute__((weak)) ";
  for (const char* name : {"reach_error", "__VERIFIER_error", "__assert_fail"}) {
    text += weak + "void " + name + "() { _exit(" + std::to_string(failed) + "); }\n";
  }
  for (const char* name : {"__VERIFIER_assert", "assert"}) {
    text += weak + "void " + name + "(int c) { if (!c) _exit(" + std::to_string(failed) + "); }\n";
  }
  for (const char* name : {"__VERIFIER_assume", "assume", "assume_abort_if_not"}) {
    text +=
        weak + "void " + name + "(int c) { if (!c) _exit(" + std::to_string(not_assumed) + "); }\n";
  }
  for (const auto& [name, type] : input.source_map()->input_functions) {
    text += weak + type + " " + name + "() { return (" + type + ")next(); }\n";
  }
  return text;
}

/// A directory that goes away with it.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pawl-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> compile_command(const Options& options,
                                         const TemporaryDirectory& directory,
                                         const result::ObligationResult& obligation) {
  const char* chosen = std::getenv("CC");
  std::vector<std::string> command = {chosen != nullptr && *chosen != '\0' ? chosen : "cc",
                                      "-std=gnu11", "-w", "-fno-builtin"};
  if (options.c.data_model == frontend::c::DataModel::Ilp32) command.emplace_back("-m32");
  if (!obligation.check.empty()) {
    command.emplace_back("-fsanitize=undefined,address");
    command.emplace_back("-fno-sanitize-recover=all");
  }
  command.insert(command.end(), options.c.compiler_flags.begin(), options.c.compiler_flags.end());
  command.insert(
      command.end(),
      {"-I" + std::filesystem::absolute(options.file).parent_path().string(),
       directory.file("program.c"), directory.file("inputs.c"), "-o", directory.file("program")});
  return command;
}

std::string replayed(const SourceInput& input, const Options& options, const std::string& program,
                     const result::ObligationResult& obligation) {
  const TemporaryDirectory directory;
  std::ofstream(directory.file("program.c"), std::ios::binary) << program;
  std::ofstream(directory.file("inputs.c"))
      << harness(input, inputs_of(*obligation.real_run, input));
  const auto compiled =
      run_program(compile_command(options, directory, obligation), seconds_to_compile);
  if (!compiled) return "not compiled: there is no C compiler (set CC)";
  if (*compiled != 0) return "not compiled: the C compiler refuses the program";
  const auto ended = run_program({directory.file("program")}, seconds_to_run);
  if (!ended) return "compiled, but it could not be started";
  const bool sanitizer = !obligation.check.empty() && *ended != 0 && *ended != not_assumed;
  const bool crashed = *ended >= 128 && *ended != 128 + SIGALRM;
  if (*ended == failed || sanitizer || crashed) {
    return "compiled and run on these inputs: it fails there, too";
  }
  if (*ended == 128 + SIGALRM) return "compiled and run on these inputs: it did not end";
  return "compiled and run on these inputs: it did not fail";
}

}  // namespace

void replay_compiled(const SourceInput& input, const Options& options, result::Result& result) {
  const bool has_main = options.c.entry.empty() || options.c.entry == "main";
  const ReplayDrivers drivers(input.file(), options.c);
  for (result::ProcedureResult& procedure : result.procedures) {
    for (result::ObligationResult& obligation : procedure.obligations) {
      if (!obligation.real_run) continue;
      result::RealRunText& run = *obligation.real_run;
      if (drivers.in_annotation(obligation)) {
        run.compiled = "not compiled: what fails is an annotation, which compilers do not see";
      } else if (has_main && procedure.name == "main") {
        run.compiled = replayed(input, options, std::string(input.file().text()), obligation);
      } else {
        const ReplayDriver driver = drivers.make(procedure.name, run);
        run.compiled = driver.why_not.empty() ? replayed(input, options, driver.program, obligation)
                                              : "not compiled: " + driver.why_not;
      }
    }
  }
}

}  // namespace pawl::cli
