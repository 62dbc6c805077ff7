// SPDX-License-Identifier: Apache-2.0
#include "cli/contracts.h"

#include <algorithm>
#include <ostream>

#include "cli/input.h"
#include "cli/source_output.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "engine/strategy/verify.h"
#include "frontends/c/outline.h"
#include "frontends/c/translation_unit.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;

/// Work for one question: guesses that are hard to prove are no good contracts.
constexpr std::uint64_t work_of_a_question = 10'000'000;

class EngineJudge final : public contracts::Judge {
 public:
  EngineJudge(const Options& options, const SourceFile& file, const Budget& budget)
      : options_(options), name_(file.name()), budget_(budget) {
    options_.command = Command::Verify;
    options_.language = Language::C;
    options_.property_file.clear();
    options_.spec_file.clear();
    options_.engine.inference = engine::Inference::WhenNeeded;
    options_.engine.wording = engine::Wording::AsFound;
    options_.engine.explain = engine::Explain::Off;
    options_.engine.work_each = work_of_a_question;
    options_.c.roots = c::Roots::Entry;
  }

  std::optional<result::ProcedureResult> operator()(const std::string& text,
                                                    const std::string& function,
                                                    contracts::Question question) override {
    if (budget_.over()) return std::nullopt;
    Options options = options_;
    if (question == contracts::Question::Annotated) {
      options.engine.inference = engine::Inference::Never;
    }
    options.c.entry = function;
    options.c.checks.clear();
    if (question == contracts::Question::Run) {
      options.c.loop_annotations = c::LoopAnnotations::Ignore;
    } else {
      // Only what is undefined counts.
      options.c.assertions = c::Assertions::Assume;
      options.c.checks = {c::Hazard::Bounds, c::Hazard::Null, c::Hazard::DivisionByZero,
                          c::Hazard::Overflow, c::Hazard::Shift};
    }
    const SourceFile file(name_, text);
    Diagnostics ignored;
    const std::unique_ptr<SourceInput> input = open_input(options, file, ignored);
    if (!input) return std::nullopt;
    gcl::Context context;
    const auto program = input->load(context, engine::Purpose::Prove, ignored);
    if (!program) return std::nullopt;
    engine::Portfolio portfolio;
    portfolio.choice = engine::EngineChoice::Infer;
    portfolio.inference = options.engine;
    auto judged =
        procedure(engine::verify(*input, context, *program, portfolio, budget_, ignored), function);
    if (judged && question != contracts::Question::Run && only_assertions_fail(*judged)) {
      // The engine has stopped there; what is asked is whether anything else can fail.
      portfolio.inference.inference = engine::Inference::Always;
      judged = procedure(engine::verify(*input, context, *program, portfolio, budget_, ignored),
                         function);
    }
    if (ignored.has_errors()) return std::nullopt;
    return judged;
  }

  std::optional<contracts::Annotated> annotated(const std::string& text,
                                                const std::string& function) override {
    if (budget_.over()) return std::nullopt;
    Options options = options_;
    options.command = Command::Infer;
    options.engine.inference = engine::Inference::Always;
    options.engine.wording = engine::Wording::Readable;
    options.c.entry = function;
    options.c.checks.clear();
    const SourceFile file(name_, text);
    Diagnostics ignored;
    const std::unique_ptr<SourceInput> input = open_input(options, file, ignored);
    if (!input) return std::nullopt;
    gcl::Context context;
    const auto program = input->load(context, engine::Purpose::Prove, ignored);
    if (!program) return std::nullopt;
    result::Result result =
        engine::run(*input, context, *program, options.engine, budget_, ignored);
    if (ignored.has_errors()) return std::nullopt;
    set_language(options, *input, engine::Purpose::Prove, result);
    describe_source(*input, context, *program, options, result);
    contracts::Annotated found;
    found.text = annotate_c(result, file, options);
    for (const result::SourceLoop& loop : result.source_loops) {
      if (loop.function != function || loop.skipped != result::Skipped::No) continue;
      for (const result::SourceTerm& term : loop.invariant) {
        if (!term.acsl.empty() &&
            std::ranges::find(found.invariants, term.acsl) == found.invariants.end()) {
          found.invariants.push_back(term.acsl);
        }
      }
    }
    return found;
  }

 private:
  static std::optional<result::ProcedureResult> procedure(const engine::Outcome& outcome,
                                                          const std::string& name) {
    for (const result::ProcedureResult& one : outcome.result.procedures) {
      if (one.name == name) return one;
    }
    return std::nullopt;
  }

  static bool only_assertions_fail(const result::ProcedureResult& judged) {
    bool fails = false;
    for (const result::ObligationResult& one : judged.obligations) {
      if (one.fate != result::Fate::Refuted) continue;
      if (one.kind != gcl::ObligationKind::Assertion || !one.check.empty()) return false;
      fails = true;
    }
    return fails;
  }

  Options options_;
  std::string name_;
  const Budget& budget_;
};

struct Found {
  std::vector<c::FunctionOutline> functions;
  contracts::Proposals proposals;
};

/// nullopt: the file cannot be read.
std::optional<Found> find(const Options& options, const SourceFile& file, const Budget& budget,
                          const std::set<std::string>& only) {
  Diagnostics ignored;
  const auto unit = c::TranslationUnit::parse(file, options.c, ignored);
  if (!unit) return std::nullopt;
  Found found{c::outline(*unit), {}};
  EngineJudge judge(options, file, budget);
  found.proposals = contracts::propose(file.text(), found.functions, only, judge);
  return found;
}

SourceRange place(const SourceFile& file, const result::Place& at) {
  return {&file, {at.line, at.column}, {at.end_line, at.end_column}};
}

SourceRange place(const SourceFile& file, const Found& found, const std::string& name) {
  for (const c::FunctionOutline& one : found.functions) {
    if (one.name != name) continue;
    const auto column = static_cast<std::uint32_t>(one.start - file.line_begin(one.line) + 1);
    return {&file, {one.line, column}, {one.line, column + 1}};
  }
  return {};
}

std::string requirements(const contracts::Contract& contract) {
  std::string text;
  for (const contracts::Clause& one : contract.requires_) {
    text += (text.empty() ? "" : "; ") + one.text;
  }
  return text;
}

void tell_of(const SourceFile& file, const Found& found) {
  Diagnostics remarks;
  for (const contracts::Proposal& one : found.proposals.functions) {
    const SourceRange at = place(file, found, one.function);
    if (!one.proposed()) {
      remarks.note(one.at.line == 0 ? at : place(file, one.at),
                   "no contract is proposed for '" + one.function + "': " + one.why_not);
    } else if (one.contract.requires_.empty()) {
      remarks.note(at, "'" + one.function + "' needs no precondition");
    } else {
      remarks.note(at, "proposed for '" + one.function + "': callers have to show " +
                           requirements(one.contract));
    }
  }
  for (const contracts::OpenCall& one : found.proposals.open_calls) {
    remarks.warning(place(file, one.place), std::string("this call ") +
                                                (one.violated ? "violates" : "may violate") +
                                                " a precondition that is proposed: " + one.clause);
  }
  tell(remarks);
}

bool memory_check_open(const result::ProcedureResult& procedure) {
  for (const result::ObligationResult& one : procedure.obligations) {
    const bool memory = one.check == "bounds" || one.check == "null";
    if (memory && one.fate != result::Fate::Proved) return true;
  }
  return false;
}

}  // namespace

std::string text_with_contracts(const Options& options, const SourceFile& file,
                                const Budget& budget) {
  const std::optional<Found> found = find(options, file, budget, {});
  if (!found) return std::string(file.text());
  if (!options.quiet) tell_of(file, *found);
  return contracts::with_contracts(file.text(), found->functions, found->proposals.contracts(),
                                   contracts::Layout::Readable);
}

void suggest_contracts(const Options& options, const SourceFile& file, const Budget& budget,
                       const result::Result& result) {
  std::set<std::string> names;
  for (const result::ProcedureResult& one : result.procedures) {
    if (one.name != "main" && memory_check_open(one)) names.insert(one.name);
  }
  if (names.empty()) return;
  const std::optional<Found> found = find(options, file, budget, names);
  if (!found) return;
  Diagnostics remarks;
  for (const contracts::Proposal& one : found->proposals.functions) {
    if (!one.proposed() || one.contract.requires_.empty()) continue;
    remarks.note(place(file, *found, one.function),
                 "nothing in '" + one.function + "' is undefined if it requires " +
                     requirements(one.contract),
                 "pawl infer --contracts writes that into the file");
  }
  tell(remarks);
}

}  // namespace pawl::cli
