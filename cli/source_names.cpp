// SPDX-License-Identifier: Apache-2.0
#include "cli/source_names.h"

#include <cctype>
#include <optional>

#include "cli/shown_values.h"

namespace pawl::cli {
namespace {

using result::ConjunctResult;
using result::LoopResult;
using result::ProcedureResult;

using Names = std::map<std::string, std::string>;

std::optional<std::string> name_of(const std::string& variable, const Names& names) {
  if (ShownValues::is_shown(variable)) return ShownValues::text_of(variable);
  if (variable.starts_with("input$")) return "input " + variable.substr(6);
  const auto found = names.find(variable);
  if (found == names.end()) return std::nullopt;
  return found->second;
}

void rename(result::StateText& state, const Names& names) {
  result::StateText renamed;
  for (const result::NamedText& one : state) {
    if (const auto name = name_of(one.name, names)) renamed.push_back({*name, one.value});
  }
  state = std::move(renamed);
}

void rename(std::vector<std::string>& variables, const Names& names) {
  std::vector<std::string> renamed;
  for (const std::string& one : variables) {
    if (const auto name = name_of(one, names)) renamed.push_back(*name);
  }
  variables = std::move(renamed);
}

void rename(result::RealRunText& run, const Names& names, const ShownValues& shown) {
  result::StateText memory = run.inputs;  // what is known after each step
  run.inputs = shown(run.inputs, run.inputs);
  rename(run.inputs, names);
  for (const result::NamedText& one : run.chosen) {
    if (one.name.starts_with("input$")) {
      run.inputs.push_back({*name_of(one.name, names), one.value});
    }
  }
  run.state = shown(run.state, run.state);
  rename(run.state, names);
  std::vector<result::StepText> steps;
  for (result::StepText& step : run.steps) {
    const bool of_variables = !step.changes.empty();
    step.changes = shown.after(step.changes, memory);
    rename(step.changes, names);
    if (of_variables && step.changes.empty()) continue;
    if (of_variables) step.text.clear();
    for (const result::NamedText& change : step.changes) {
      step.text += (step.text.empty() ? "" : ", ") + change.name + " = " + change.value;
    }
    steps.push_back(std::move(step));
  }
  run.steps = std::move(steps);
}

void rename(result::ObligationResult& obligation, const Names& names, const ShownValues& shown) {
  if (obligation.induction_failure) {
    rename(obligation.induction_failure->before, names);
    rename(obligation.induction_failure->state, names);
    rename(obligation.induction_failure->havocked, names);
  }
  if (obligation.real_run) rename(*obligation.real_run, names, shown);
}

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// Every name of the IL that has one in C by that.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_char(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    const std::string name = text.substr(at, end - at);
    const auto found = names.find(name);
    result += found == names.end() ? name : found->second;
    at = end;
  }
  return result;
}

}  // namespace

void rename_runs(const SourceMap& map, ProcedureResult& procedure) {
  const auto names = map.names.find(procedure.name);
  if (names == map.names.end()) return;
  const auto scope = map.shown.find(procedure.name);
  const ShownValues shown(scope == map.shown.end() ? nullptr : &scope->second);
  for (result::ObligationResult& one : procedure.obligations) rename(one, names->second, shown);
  for (LoopResult& loop : procedure.loops) {
    for (result::HintResult& hint : loop.hints) {
      if (hint.failure) rename(*hint.failure, names->second, shown);
    }
  }
}

result::Result in_source_names(const SourceMap& map, result::Result result) {
  for (ProcedureResult& procedure : result.procedures) {
    const auto names = map.names.find(procedure.name);
    if (names == map.names.end()) continue;
    for (result::ObligationResult& one : procedure.obligations) {
      one.formula = renamed(one.formula, names->second);
    }
    for (LoopResult& loop : procedure.loops) {
      for (ConjunctResult& one : loop.invariant) {
        const bool said = !one.source.acsl.empty() && one.source.acsl != "\\true";
        one.text = said ? one.source.acsl : renamed(one.text, names->second);
      }
      for (result::PredicateResult& one : loop.predicates) {
        one.text = renamed(one.text, names->second);
      }
    }
  }
  return result;
}

}  // namespace pawl::cli
