// SPDX-License-Identifier: Apache-2.0
#include "judges/judge.h"

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <vector>

#include "judges/process.h"
#include "judges/read_answer.h"
#include "support/diagnostic.h"
#include "support/file.h"

namespace pawl::judges {
namespace {

using Command = std::vector<std::string>;
using End = ProcessOutcome::End;

constexpr double seconds_to_start = 30;

/// A directory that is gone afterwards, with all that is in it.
class Workplace {
 public:
  Workplace() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pawl-judge-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Workplace() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;  // empty: there is none
};

const char* file_name(Judge judge) {
  switch (judge) {
    case Judge::Boogie: return "program.bpl";
    case Judge::Dafny: return "program.dfy";
    case Judge::Why3: return "program.mlw";
  }
  return "";
}

Answer not_answered(const ProcessOutcome& outcome) {
  switch (outcome.end) {
    case End::TimedOut: return {Opinion::Undecided, "no answer in time"};
    case End::NotStarted: return {Opinion::Undecided, "it could not be started"};
    case End::Signalled:
      return {Opinion::Undecided, "it ended with signal " + std::to_string(outcome.code)};
    case End::Exited: break;
  }
  return {};
}

Answer ask_boogie_or_dafny(Judge judge, const std::string& directory, unsigned seconds_each,
                           double seconds) {
  const std::string limit = "/timeLimit:" + std::to_string(seconds_each);
  const Command command = judge == Judge::Boogie
                              ? Command{"boogie", "/nologo", "/noinfer", limit, file_name(judge)}
                              : Command{"dafny", "/nologo", "/compile:0", limit, file_name(judge)};
  const ProcessOutcome outcome = run_process(command, directory, seconds);
  return outcome.end == End::Exited ? read_summary(outcome.output) : not_answered(outcome);
}

/// The provers Why3 knows are those of a configuration made for this one question.
Answer ask_why3(const std::string& directory, unsigned seconds_each, double seconds) {
  const ProcessOutcome detected =
      run_process({"why3", "config", "detect", "-C", "why3.conf"}, directory, seconds_to_start);
  std::smatch z3;
  static const std::regex found(R"(Found prover Z3 version ([\d.]+))");
  if (!std::regex_search(detected.output, z3, found)) {
    return {Opinion::Undecided, "it knows no Z3"};
  }
  const ProcessOutcome outcome =
      run_process({"why3", "-C", "why3.conf", "prove", "-P", "Z3," + z3[1].str() + ",", "-a",
                   "split_vc", "-t", std::to_string(seconds_each), file_name(Judge::Why3)},
                  directory, seconds);
  return outcome.end == End::Exited ? read_why3(outcome.output, outcome.code)
                                    : not_answered(outcome);
}

}  // namespace

const char* to_string(Judge judge) {
  switch (judge) {
    case Judge::Boogie: return "boogie";
    case Judge::Dafny: return "dafny";
    case Judge::Why3: return "why3";
  }
  return "";
}

const char* to_string(Opinion opinion) {
  switch (opinion) {
    case Opinion::Verified: return "verified";
    case Opinion::Refused: return "refused";
    case Opinion::Undecided: return "undecided";
  }
  return "";
}

std::optional<std::string> version(Judge judge) {
  const Command command = judge == Judge::Why3     ? Command{"why3", "--version"}
                          : judge == Judge::Boogie ? Command{"boogie", "/version"}
                                                   : Command{"dafny", "/version"};
  const ProcessOutcome outcome = run_process(command, "/", seconds_to_start);
  if (outcome.end != End::Exited) return std::nullopt;
  static const std::regex number(R"((\d+\.\d+(\.\d+)*))");
  std::smatch match;
  return std::regex_search(outcome.output, match, number) ? match[1].str() : "unknown";
}

Answer ask(Judge judge, std::string_view program, unsigned seconds_each, double seconds) {
  const Workplace workplace;
  if (workplace.path().empty()) return {Opinion::Undecided, "no temporary directory"};
  Diagnostics diagnostics;
  const std::string file = workplace.path() + "/" + file_name(judge);
  if (write_file(file, program, diagnostics) != WriteOutcome::Written) {
    return {Opinion::Undecided, diagnostics.all().front().message};
  }
  if (judge == Judge::Why3) return ask_why3(workplace.path(), seconds_each, seconds);
  return ask_boogie_or_dafny(judge, workplace.path(), seconds_each, seconds);
}

}  // namespace pawl::judges
