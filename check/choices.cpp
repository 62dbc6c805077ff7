// SPDX-License-Identifier: Apache-2.0
#include "check/choices.h"

#include <algorithm>
#include <charconv>

#include "gcl/value_parser.h"

namespace pawl::check {
namespace {

const char* const branch_name = "*";

/// As long as a run may be that is found (check/real_run.cpp); changed choices may never end.
constexpr std::uint64_t repeat_fuel = 20'000'000;

std::string application(const std::string& name, std::span<const gcl::Value> args) {
  std::string text = name + "(";
  for (std::size_t i = 0; i < args.size(); ++i) {
    text += (i == 0 ? "" : ", ") + gcl::to_string(args[i]);
  }
  return text + ")";
}

/// The next choice of that name; functions are asked for in any order.
class Repeater final : public gcl::Chooser {
 public:
  explicit Repeater(const result::StateText& choices) : choices_(choices) {}

  gcl::Value initial(gcl::Expr var) override { return next(var); }
  gcl::Value havoc(gcl::Expr var) override { return next(var); }
  std::size_t branch(std::size_t branches) override {
    const result::NamedText* found = next(branch_name);
    if (found == nullptr) return 0;
    std::size_t chosen = 0;
    std::from_chars(found->value.data(), found->value.data() + found->value.size(), chosen);
    return std::min(chosen, branches - 1);
  }
  gcl::Value function(const std::string& name, gcl::Sort result,
                      std::span<const gcl::Value> args) override {
    const auto found =
        std::ranges::find(choices_, application(name, args), &result::NamedText::name);
    return found == choices_.end() ? gcl::Value::default_of(result) : value(*found, result);
  }

 private:
  static gcl::Value value(const result::NamedText& choice, gcl::Sort sort) {
    return gcl::parse_value(choice.value, sort).value_or(gcl::Value::default_of(sort));
  }

  gcl::Value next(gcl::Expr var) {
    const result::NamedText* found = next(var.name());
    return found == nullptr ? gcl::Value::default_of(var.sort()) : value(*found, var.sort());
  }

  const result::NamedText* next(const std::string& name) {
    const auto from = choices_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto found = std::find_if(from, choices_.end(),
                                    [&](const result::NamedText& one) { return one.name == name; });
    if (found == choices_.end()) return nullptr;
    next_ = static_cast<std::size_t>(found - choices_.begin()) + 1;
    return &*found;
  }

  const result::StateText& choices_;
  std::size_t next_ = 0;
};

}  // namespace

gcl::Value ChoiceRecorder::initial(gcl::Expr var) { return noted(var.name(), inner_.initial(var)); }

gcl::Value ChoiceRecorder::havoc(gcl::Expr var) { return noted(var.name(), inner_.havoc(var)); }

std::size_t ChoiceRecorder::branch(std::size_t branches) {
  const std::size_t chosen = inner_.branch(branches);
  choices_.push_back({branch_name, std::to_string(chosen)});
  return chosen;
}

gcl::Value ChoiceRecorder::function(const std::string& name, gcl::Sort result,
                                    std::span<const gcl::Value> args) {
  return noted(application(name, args), inner_.function(name, result, args));
}

gcl::Value ChoiceRecorder::noted(const std::string& name, gcl::Value value) {
  choices_.push_back({name, gcl::to_string(value)});
  return value;
}

result::StateText choices_of(const gcl::Program& program, const gcl::Procedure& start,
                             const gcl::Script& script) {
  gcl::ScriptedChooser scripted(script);
  ChoiceRecorder recorder(scripted);
  gcl::run(program, start, recorder, {});
  return std::move(recorder.choices());
}

RepeatedRun repeat(const gcl::Program& program, const gcl::Procedure& start,
                   const result::StateText& choices,
                   const std::function<void(const gcl::LoopVisit&)>& observer) {
  Repeater repeater(choices);
  ChoiceRecorder recorder(repeater);
  gcl::InterpreterOptions options;
  options.invariants = gcl::InvariantChecks::On;
  options.fuel = repeat_fuel;
  options.observer = observer;
  RepeatedRun result{gcl::run(program, start, recorder, options), {}, false};
  result.choices = std::move(recorder.choices());
  result.fails = result.run.ended<gcl::WentWrong>() && result.run.contract_calls.empty() &&
                 result.run.undecided_axioms.empty();
  return result;
}

}  // namespace pawl::check
