// SPDX-License-Identifier: Apache-2.0
#include "cli/certify.h"

#include <iostream>

#include "cli/input.h"
#include "cli/source_output.h"
#include "cli/terminal.h"
#include "emit/json.h"
#include "engine/judge/recheck.h"
#include "judges/judge.h"
#include "result/compare.h"
#include "result/file.h"
#include "support/file.h"
#include "support/interrupt.h"
#include "support/sha256.h"

namespace pawl::cli {
namespace {

using result::Confirmation;

int end(const Diagnostics& diagnostics, int code) {
  tell(diagnostics);
  return code;
}

std::vector<engine::ProcedureRecheck> recheck(result::Purpose purpose, const engine::Input& input,
                                              const result::Result& result,
                                              const std::string& entry,
                                              const check::Options& options) {
  if (purpose == result::Purpose::Procedures) {
    return engine::recheck_summaries(input, result, entry, options);
  }
  return engine::recheck(input, result, options);
}

// ---- pawl certify

/// The options the source was read with, by the parser of the command line itself.
std::optional<Options> options_of(const result::ResultFile& file, const std::string& source) {
  std::vector<std::string> words = {"pawl", file.command == "infer" ? "infer" : "verify", source};
  words.insert(words.end(), file.load.begin(), file.load.end());
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  int ignored = 0;
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data(), ignored);
}

void report_open(const std::vector<engine::ProcedureRecheck>& answers, Diagnostics& diagnostics) {
  for (const engine::ProcedureRecheck& procedure : answers) {
    if (!procedure.mismatch.empty()) diagnostics.error({}, procedure.mismatch);
    for (const engine::Claim& claim : procedure.open) {
      if (claim.confirmation == Confirmation::Refused) {
        diagnostics.error({}, "not so: " + claim.what);
      } else {
        diagnostics.warning({}, "not confirmed: " + claim.what, "the solver does not know");
      }
    }
  }
}

/// What the file says of itself has to fit together, and with what was found.
bool verdict_fits(const result::ResultFile& file,
                  const std::vector<engine::ProcedureRecheck>& answers, Diagnostics& diagnostics) {
  const std::string own = result::to_string(result::judge(file.result));
  if (file.verdict != own) {
    diagnostics.error(
        {}, "the verdict is '" + file.verdict + "', but the obligations say '" + own + "'");
    return false;
  }
  for (std::size_t i = 0; i < file.result.procedures.size(); ++i) {
    const result::ProcedureResult& procedure = file.result.procedures[i];
    const result::Verdict told = result::judge(procedure).verdict;
    if (told == result::Verdict::Unknown && procedure.failure == result::Reason::None &&
        answers[i].judgement.verdict == result::Verdict::True) {
      diagnostics.error({}, "procedure '" + procedure.name +
                                "' is said to be unknown, but everything in it is proved");
      return false;
    }
    for (const result::LoopResult& loop : procedure.loops) {
      const bool candidates =
          loop.status == result::LoopStatus::Candidate || loop.status == result::LoopStatus::None;
      for (const result::ConjunctResult& conjunct : loop.invariant) {
        if (candidates || conjunct.claimed) continue;
        diagnostics.error({}, "loop " + loop.id + " is said to be " + to_string(loop.status) +
                                  ", but '" + conjunct.text + "' is not certified");
        return false;
      }
    }
  }
  return true;
}

/// The result with everything in it derived again, as it would be written.
std::string written_again(const Options& load, const result::ResultFile& file,
                          const SourceInput& input, gcl::Context& context,
                          const gcl::Program& program,
                          const std::vector<engine::ProcedureRecheck>& answers) {
  result::Result again;
  again.file = file.result.file;
  again.sha256 = file.result.sha256;
  for (const engine::ProcedureRecheck& one : answers) again.procedures.push_back(one.again);
  again.language.name = input.language();
  if (input.is_c()) {
    Options as_told = load;
    as_told.command = file.command == "infer" ? Command::Infer : Command::Verify;
    as_told.engine.check.prover.limits.rlimit = file.rlimit;
    as_told.engine.check.prover.seed = file.seed;
    set_language(as_told, input,
                 file.command == "slam" ? result::Purpose::Procedures : result::Purpose::Prove,
                 again);
    if (file.command != "slam") describe_source(input, context, program, as_told, again);
  }
  const emit::RunDescription run = {file.command, {}, {}, {}, file.rlimit, file.seed, file.load};
  return emit::to_json(again, run, result::Statistics::Without);
}

/// Everything that the file says of the program was derived again, or it is not certified.
bool says_nothing_else(const std::string& told, const std::string& again,
                       Diagnostics& diagnostics) {
  const std::vector<std::string> differences = result::differences(told, again);
  constexpr std::size_t shown = 5;
  for (std::size_t i = 0; i < differences.size() && i < shown; ++i) {
    diagnostics.error({}, "the file says something else than what is found: " + differences[i]);
  }
  return differences.empty();
}

/// What is certified is certified of the source as these options make it read.
std::string read_with(const result::ResultFile& file) {
  std::string text;
  for (const std::string& word : file.load) text += " " + word;
  return text.empty() ? text : ", read with" + text;
}

int judge_file(const Options& options, const std::string& told, const result::ResultFile& file,
               Diagnostics& diagnostics) {
  const std::string path = options.source.empty() ? file.result.file : options.source;
  const Result<std::string> text = read_file(path, diagnostics);
  if (!text) return end(diagnostics, exit_input);
  if (sha256_hex(*text) != file.result.sha256) {
    diagnostics.error({}, "the result is not of this '" + path + "': the bytes differ",
                      "run Pawl on the file as it is now");
    return end(diagnostics, exit_input);
  }
  const std::optional<Options> load = options_of(file, path);
  if (!load) return exit_input;
  const SourceFile source(display_name(path), *text);
  const std::unique_ptr<SourceInput> input = open_input(*load, source, diagnostics);
  gcl::Context context;
  const bool slam = file.command == "slam";
  const auto purpose = slam ? result::Purpose::Procedures : result::Purpose::Prove;
  if (!input) return end(diagnostics, exit_input);
  const std::optional<gcl::Program> program = input->load(context, purpose, diagnostics);
  if (!program) return end(diagnostics, exit_input);
  const std::vector<engine::ProcedureRecheck> answers =
      recheck(purpose, *input, file.result, load->c.entry, options.engine.check);
  report_open(answers, diagnostics);
  if (!verdict_fits(file, answers, diagnostics)) return end(diagnostics, exit_internal);
  if (engine::overall(answers) == Confirmation::Verified &&
      !says_nothing_else(told, written_again(*load, file, *input, context, *program, answers),
                         diagnostics)) {
    std::cout << "REJECTED\n";
    return end(diagnostics, exit_internal);
  }
  tell(diagnostics);
  switch (engine::overall(answers)) {
    case Confirmation::Verified:
      std::cout << "CERTIFIED: " << file.verdict << read_with(file) << '\n';
      return exit_true;
    case Confirmation::Refused: std::cout << "REJECTED\n"; return exit_internal;
    case Confirmation::Undecided:
    case Confirmation::NotAsked: std::cout << "NOT CONFIRMED\n"; return exit_unknown;
  }
  return exit_internal;
}

// ---- --certify

Confirmation confirmation_of(judges::Opinion opinion) {
  switch (opinion) {
    case judges::Opinion::Verified: return Confirmation::Verified;
    case judges::Opinion::Refused: return Confirmation::Refused;
    case judges::Opinion::Undecided: return Confirmation::Undecided;
  }
  return Confirmation::Undecided;
}

/// The answer of one judge goes to every loop: what it says of that one, as far as it says where,
/// else what it says of all.
void record(result::Result& result, const result::JudgeAnswer& answer,
            const std::vector<judges::Opinion>& opinions) {
  result.judges.push_back(answer);
  std::vector<result::LoopResult*> loops;
  for (result::ProcedureResult& procedure : result.procedures) {
    for (result::LoopResult& loop : procedure.loops) loops.push_back(&loop);
  }
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Confirmation own =
        opinions.size() == loops.size() ? confirmation_of(opinions[i]) : answer.answer;
    loops[i]->judges.push_back({answer.judge, answer.version, own, {}});
  }
}

/// The loops among whose clauses the judge found something wrong, for people.
std::string refused_loops(const result::Result& result,
                          const std::vector<judges::Opinion>& opinions) {
  std::string text;
  std::size_t next = 0;
  for (const result::ProcedureResult& procedure : result.procedures) {
    for (const result::LoopResult& loop : procedure.loops) {
      const std::size_t index = next++;
      if (index >= opinions.size() || opinions[index] != judges::Opinion::Refused) continue;
      text += (text.empty() ? " (loop " : ", loop ") + loop.id + " in line " +
              std::to_string(loop.place.line);
    }
  }
  return text.empty() ? text : text + ")";
}

Agreement ask_solver(prover::ProverKind kind, const char* name, const FinishedRun& run,
                     result::Result& result, Diagnostics& diagnostics) {
  check::Options check = run.options.engine.check;
  check.prover.kind = kind;
  const std::vector<engine::ProcedureRecheck> answers =
      recheck(run.purpose, run.input, result, run.options.c.entry, check);
  const std::string version = prover::version(kind);
  const Confirmation all = engine::overall(answers);
  result::JudgeAnswer whole = {name, version, all, {}};
  for (const engine::ProcedureRecheck& procedure : answers) {
    for (const engine::Claim& claim : procedure.open) {
      if (whole.detail.empty() && claim.confirmation == all) whole.detail = claim.what;
      if (claim.confirmation != Confirmation::Refused) continue;
      diagnostics.error({}, std::string(name) + " refuses what was certified: " + claim.what,
                        "this is a bug in Pawl or in a solver; no verdict is given");
    }
  }
  result.judges.push_back(std::move(whole));
  for (std::size_t i = 0; i < result.procedures.size(); ++i) {
    for (std::size_t l = 0; l < result.procedures[i].loops.size(); ++l) {
      result.procedures[i].loops[l].judges.push_back({name, version, answers[i].loops[l], {}});
    }
  }
  return all == Confirmation::Refused ? Agreement::Disagree : Agreement::Agree;
}

constexpr unsigned seconds_each = 10;
constexpr double seconds_in_all = 120;

Agreement ask_verifier(judges::Judge judge, Format format, const FinishedRun& run,
                       result::Result& result, Diagnostics& diagnostics) {
  const std::string name = judges::to_string(judge);
  const std::optional<std::string> version = judges::version(judge);
  result::JudgeAnswer answer = {name, version.value_or(""), Confirmation::NotAsked, {}};
  std::vector<judges::Opinion> opinions;
  Diagnostics refusal;
  const Result<std::string> program = render(format, run, refusal);
  if (interrupt_requested()) {
    answer.detail = "the run was interrupted";
  } else if (!version) {
    answer.detail = "it is not installed";
    diagnostics.warning({}, "judge " + name + " is not installed; it was not asked");
  } else if (!program) {
    answer.detail = refusal.all().front().message;
  } else if (result::judge(result).verdict != result::Verdict::True) {
    answer.detail = "the program is not proved";
  } else {
    const Budget& budget = run.options.engine.check.prover.limits.budget;
    const judges::Answer said = judges::ask(judge, *program, seconds_each,
                                            std::min(seconds_in_all, budget.time_left().count()));
    answer.answer = confirmation_of(said.opinion);
    answer.detail = said.detail;
    opinions = judges::opinions_of_loops(*program, said);
    if (said.opinion == judges::Opinion::Refused) {
      diagnostics.error({},
                        name + " refuses what was certified" + refused_loops(result, opinions) +
                            ": " + said.detail,
                        "this is a bug in Pawl or in a judge; no verdict is given");
    }
  }
  record(result, answer, opinions);
  return answer.answer == Confirmation::Refused ? Agreement::Disagree : Agreement::Agree;
}

}  // namespace

int certify(const Options& options) {
  Diagnostics diagnostics;
  const Result<std::string> text = read_file(options.file, diagnostics);
  if (!text) return end(diagnostics, exit_input);
  const Result<result::ResultFile> file =
      result::read_result_file(options.file, *text, diagnostics);
  if (!file) return end(diagnostics, exit_input);
  return judge_file(options, *text, *file, diagnostics);
}

Agreement ask_judges(const FinishedRun& run, result::Result& result, Diagnostics& diagnostics) {
  Agreement all = Agreement::Agree;
  const auto heard = [&](Agreement one) {
    if (one == Agreement::Disagree) all = one;
  };
  for (const Certifier certifier : run.options.certifiers) {
    switch (certifier) {
      case Certifier::Z3:
        heard(ask_solver(prover::ProverKind::Z3, "z3", run, result, diagnostics));
        break;
      case Certifier::Cvc5:
        heard(ask_solver(prover::ProverKind::Cvc5, "cvc5", run, result, diagnostics));
        break;
      case Certifier::Boogie:
        heard(ask_verifier(judges::Judge::Boogie, Format::Boogie, run, result, diagnostics));
        break;
      case Certifier::Dafny:
        heard(ask_verifier(judges::Judge::Dafny, Format::Dafny, run, result, diagnostics));
        break;
      case Certifier::Why3:
        heard(ask_verifier(judges::Judge::Why3, Format::Why3, run, result, diagnostics));
        break;
    }
  }
  return all;
}

}  // namespace pawl::cli
