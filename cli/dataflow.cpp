// SPDX-License-Identifier: Apache-2.0
#include "cli/dataflow.h"

#include <algorithm>
#include <iostream>
#include <sstream>

#include "cli/terminal.h"
#include "emit/dataflow.h"
#include "emit/text.h"
#include "support/file.h"

namespace pawl::cli {
namespace {

int exit_code(const engine::Result& result) {
  switch (engine::judge(result).verdict) {
    case engine::Verdict::True: return exit_true;
    case engine::Verdict::False: return exit_false;
    case engine::Verdict::Unknown: return exit_unknown;
  }
  return exit_internal;
}

}  // namespace

engine::DataflowSettings dataflow_settings(const Options& options, const SourceFile* predicates) {
  engine::DataflowSettings settings;
  settings.dataflow = options.dataflow;
  settings.check = options.engine.check;
  settings.entry = options.c.entry;
  settings.predicates = predicates;
  return settings;
}

int run_dataflow(const Options& options) {
  Diagnostics diagnostics;
  const auto input_error = [&] {
    tell(diagnostics);
    return exit_input;
  };
  const Result<std::string> text = read_file(options.file, diagnostics);
  if (!text) return input_error();
  const SourceFile file(display_name(options.file), *text);
  const std::unique_ptr<SourceInput> input = open_input(options, file, diagnostics);
  if (!input) return input_error();
  const SourceFile* predicates = scope_predicates(options, diagnostics);
  if (diagnostics.has_errors()) return input_error();
  const engine::DataflowSettings settings = dataflow_settings(options, predicates);
  const engine::DataflowReport report =
      engine::run_dataflow(*input, settings, Budget::of_seconds(options.timeout), diagnostics);
  if (diagnostics.has_errors()) return input_error();
  tell(diagnostics);
  if (options.verbose > 0) emit::write_dataflow_rounds(std::cerr, report);
  std::ostringstream out;
  const bool json = std::ranges::find(options.formats, Format::Json) != options.formats.end();
  if (json) {
    out << emit::dataflow_json(report);
  } else {
    emit::write_dataflow(out, report);
    emit::write_report(out, report.result, file, emit::Detail::Failures);
    out << "RESULT: " << engine::to_string(engine::judge(report.result)) << '\n';
  }
  Diagnostics writing;
  if (write_file(options.output, out.str(), writing) != WriteOutcome::Written) {
    tell(writing);
    return exit_input;
  }
  return exit_code(report.result);
}

}  // namespace pawl::cli
