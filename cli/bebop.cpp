// SPDX-License-Identifier: Apache-2.0
#include "cli/bebop.h"

#include <iostream>
#include <sstream>

#include "cli/progress.h"
#include "cli/terminal.h"
#include "emit/bebop.h"
#include "slam/bp_parser.h"
#include "slam/bp_printer.h"
#include "support/file.h"
#include "support/statistics.h"

namespace pawl::cli {
namespace {

class Run {
 public:
  explicit Run(const Options& options) : options_(options) {}

  int operator()() {
    const Result<std::string> text = read_file(options_.file, diagnostics_);
    if (!text) return input_error();
    const SourceFile file(display_name(options_.file), *text);
    const std::optional<slam::BpProgram> program = slam::parse_bp(file, diagnostics_);
    if (!program) return input_error();
    if (options_.print_after != emit::Stage::None) {
      return write(options_.output, slam::to_string(*program)) ? exit_true : input_error();
    }
    slam::BebopOptions bebop = options_.bebop;
    bebop.entry = program->find(options_.entry);
    if (bebop.entry == program->procedures.size()) {
      diagnostics_.error(whole(file),
                         "there is no procedure '" + options_.entry + "' to begin with",
                         "name another one with --entry");
      return input_error();
    }
    return check(*program, bebop);
  }

 private:
  static SourceRange whole(const SourceFile& file) { return {&file, {1, 1}, {1, 2}}; }

  int check(const slam::BpProgram& program, slam::BebopOptions& bebop) {
    if (!options_.quiet) bebop.on_progress = bebop_progress();
    const slam::BebopResult result = slam::bebop(program, bebop);
    finish_progress();
    write_statistics(result);
    const std::string json = emit::bebop_json(program, result, options_.unreachable);
    if (!options_.json_file.empty() && !write(options_.json_file, json)) return input_error();
    if (options_.json_file != "-" && !write_result(program, result, json)) return input_error();
    switch (result.verdict) {
      case slam::BebopVerdict::Safe: return exit_true;
      case slam::BebopVerdict::Violated: return exit_false;
      case slam::BebopVerdict::Unknown: return exit_unknown;
    }
    return exit_internal;
  }

  bool write_result(const slam::BpProgram& program, const slam::BebopResult& result,
                    const std::string& json) {
    if (options_.formats == std::vector{Format::Json}) return write(options_.output, json);
    std::ostringstream out;
    if (!options_.quiet) emit::write_bebop(out, program, result, options_.unreachable);
    out << "RESULT: " << emit::bebop_verdict(result) << '\n';
    return write(options_.output, out.str());
  }

  void write_statistics(const slam::BebopResult& result) const {
    Statistics statistics;
    statistics.add("bebop.nodes", result.cfg.nodes.size());
    statistics.add("bebop.steps", result.steps);
    statistics.add("bebop.live-bdd-nodes", result.live_nodes);
    if (options_.stats == StatsFormat::Text) print_table(std::cerr, statistics);
    if (options_.stats != StatsFormat::Json) return;
    std::cerr << "{";
    const char* separator = "";
    for (const Statistics::Entry& entry : statistics.entries()) {
      std::cerr << separator << "\"" << entry.key << "\": " << to_string(entry.value);
      separator = ", ";
    }
    std::cerr << "}\n";
  }

  bool write(const std::string& path, const std::string& text) {
    return write_file(path, text, diagnostics_) == WriteOutcome::Written;
  }

  int input_error() const {
    tell(diagnostics_);
    return exit_input;
  }

  const Options& options_;
  Diagnostics diagnostics_;
};

}  // namespace

int run_bebop(const Options& options) { return Run(options)(); }

}  // namespace pawl::cli
