// SPDX-License-Identifier: Apache-2.0
//
// What can be said on the command line. One table (cli/options.cpp) maps flag -> field -> help;
// docs/options.md is generated from it.
#pragma once

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dataflow/options.h"
#include "emit/bebop.h"
#include "emit/sarif.h"
#include "emit/stages.h"
#include "engine/options.h"
#include "engine/strategy/verify.h"
#include "frontends/c/options.h"
#include "slam/loop.h"

namespace pawl::cli {

enum class Command { Infer, Verify, Slam, Dataflow, Abstract, Bebop, Run, Certify };
enum class StatsFormat { None, Text, Json };
enum class Format {
  Text,
  Answer,
  Horn,
  Sygus,
  Gcl,
  Json,
  Acsl,
  Boogie,
  Dafny,
  Why3,
  Smtlib,
  Witness,
  Sarif,
  Cprover
};
enum class SourceOutput { Whole, Diff, InPlace };
/// Who runs a failing run again.
enum class Replay { Interpreter, Compile };
/// Who may be asked to judge a result.
enum class Certifier { Z3, Cvc5, Boogie, Dafny, Why3 };
enum class Language { Auto, C, Gcl, Sygus, Horn };

struct Options {
  Command command = Command::Verify;
  std::string file;
  std::vector<std::string> files;  // of infer, verify and slam; the first is `file`
  std::vector<Format>
      formats;  // one, or several into the directory `output`; empty: the command's own
  std::string output = "-";    // -o
  std::string json_file;       // --json; empty: none, "-": stdout
  std::string annotated_file;  // --annotated; empty: none
  SourceOutput source_output = SourceOutput::Whole;
  Replay replay = Replay::Interpreter;
  emit::CodeFlows code_flows = emit::CodeFlows::With;  // SARIF
  StatsFormat stats = StatsFormat::None;
  emit::Stage print_after = emit::Stage::None;
  bool explain_predicates = false;
  bool explain = false;
  int verbose = 0;
  bool quiet = false;
  bool require_obligations = false;
  bool contracts = false;  // propose some
  std::string inference = "when-needed";
  std::string prover = "z3";
  double timeout = 0;  // seconds for the whole command, by the wall clock; 0: none
  Language language = Language::Auto;
  std::string property_file;    // --property; empty: the program's assertions
  std::string predicates_file;  // --predicates; empty: none
  std::string candidates_file;  // --hints; empty: none
  /// Texts besides FILE that messages point into.
  std::shared_ptr<std::deque<SourceFile>> side_files = std::make_shared<std::deque<SourceFile>>();
  frontend::c::Options c;
  std::string spec_file;  // --spec; empty: none
  engine::Options engine;
  std::vector<Certifier> certifiers;  // --certify
  std::string command_line;           // as it was typed
  std::vector<std::string> load;      // what was said about how to read FILE, as words
  std::string source;                 // pawl certify: the source, if not where the result says
  std::vector<std::string> inputs;    // pawl run
  dataflow::Options dataflow;
  // pawl slam, pawl abstract
  slam::SlamOptions slam;
  std::string summaries;                                     // a directory; empty: none
  engine::EngineChoice choice = engine::EngineChoice::Auto;  // pawl verify
  // pawl bebop
  std::string entry = "main";
  emit::Unreachable unreachable = emit::Unreachable::Silent;
  slam::BebopOptions bebop;
};

/// Exit codes (docs/options.md).
inline constexpr int exit_true = 0;
inline constexpr int exit_usage = 1;
inline constexpr int exit_input = 2;
inline constexpr int exit_internal = 3;
inline constexpr int exit_false = 10;
inline constexpr int exit_unknown = 20;

/// nullopt: the process should end with `exit_code` (help was printed, or usage was wrong).
std::optional<Options> parse_command_line(int argc, char** argv, int& exit_code);

/// docs/options.md
void write_reference(std::ostream& out);

}  // namespace pawl::cli
