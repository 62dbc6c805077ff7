// SPDX-License-Identifier: Apache-2.0
//
// The meaning of a program, to be looked at: one run by the register machine. It shares nothing
// with the solvers, so that what it prints can be compared with a compiled program.
#include "cli/interpret.h"

#include <functional>
#include <iostream>
#include <unordered_set>

#include "cli/input.h"
#include "cli/terminal.h"
#include "frontends/c/lower.h"
#include "gcl/register_machine.h"
#include "support/file.h"
#include "support/interrupt.h"
#include "support/overloaded.h"

namespace pawl::cli {
namespace {

constexpr std::uint64_t fuel = 1'000'000'000;

/// Inputs come from the command line, in order, then 0. What nobody sets is 0 as well: a variable
/// of C that a callee has not set yet takes no input, though it is later set to one.
class Inputs final : public gcl::Chooser {
 public:
  Inputs(const std::vector<std::string>& values, const SourceInput& source)
      : values_(values), source_(source) {}

  gcl::Value initial(gcl::Expr var) override { return gcl::Value::default_of(var.sort()); }
  gcl::Value havoc(gcl::Expr var) override {
    const std::optional<frontend::c::IntType> type = source_.input_type(var.name());
    if (!source_.is_c() && var.sort().is_int()) return gcl::Value::integer(next());
    if (!type) return gcl::Value::default_of(var.sort());
    gcl::Integer value = next();
    if (type->is_bool) return gcl::Value::integer(value.is_zero() ? 0 : 1);
    value = gcl::Integer::mod(value, type->modulus());
    if (type->max() < value) value = value - type->modulus();
    return gcl::Value::integer(value);
  }
  gcl::Value local(gcl::Expr var) override { return source_.is_c() ? initial(var) : havoc(var); }
  std::size_t branch(std::size_t branches) override {
    return static_cast<std::size_t>(
        *gcl::Integer::mod(next(), static_cast<std::int64_t>(branches)).to_int64());
  }
  gcl::Value function(const std::string&, gcl::Sort result, std::span<const gcl::Value>) override {
    return gcl::Value::default_of(result);
  }

 private:
  gcl::Integer next() {
    if (used_ >= values_.size()) return 0;
    return gcl::Integer(std::string_view(values_[used_++]));
  }

  const std::vector<std::string>& values_;
  const SourceInput& source_;
  std::size_t used_ = 0;
};

/// What a program says on its way.
class Observer {
 public:
  explicit Observer(gcl::Context& context)
      : printed_(context.var(frontend::c::printed_variable, context.int_sort())),
        inexact_(context.var(frontend::c::inexact_step_variable, context.int_sort())) {}

  std::unordered_set<gcl::Expr> watched() const { return {printed_, inexact_}; }
  void operator()(gcl::Expr var, const gcl::Value& value) {
    if (var == printed_) {
      std::cout << to_string(value) << '\n';
    } else {
      inexact_step_ = value.as_integer().to_int64().value_or(0);
    }
  }
  /// The number of the step that the model does not know; there the run ends. 0: there was none.
  std::int64_t inexact_step() const { return inexact_step_; }

 private:
  gcl::Expr printed_, inexact_;
  std::int64_t inexact_step_ = 0;
};

void print_final(const gcl::Run& run, const gcl::Procedure& procedure) {
  for (const auto* list : {&procedure.parameters, &procedure.results}) {
    for (const gcl::VarDecl& decl : *list) {
      const auto found = run.final.find(decl.var);
      if (found != run.final.end()) {
        std::cout << decl.var.name() << " = " << to_string(found->second) << '\n';
      }
    }
  }
}

int report(const gcl::Run& run, const SourceInput& input, const Observer& observer) {
  const auto* end = std::get_if<gcl::Blocked>(&run.outcome);
  if (end != nullptr && observer.inexact_step() != 0) {
    std::cerr << to_string(end->range) << ": error: this step is not modelled exactly: "
              << input.inexact_step(observer.inexact_step()) << '\n';
    return exit_input;
  }
  return std::visit(
      overloaded{[](const gcl::NormalEnd&) { return int(exit_true); },
                 [](const gcl::WentWrong& wrong) {
                   std::cerr << to_string(wrong.at)
                             << ": error: violated: " << to_string(wrong.kind) << '\n';
                   return int(exit_false);
                 },
                 [](const gcl::Blocked& blocked) {
                   std::cerr << to_string(blocked.range)
                             << ": note: the run ends here: what is assumed does not hold\n";
                   return int(exit_unknown);
                 },
                 [](const gcl::OutOfFuel&) {
                   std::cerr << "pawl: the run is too long; no end in sight\n";
                   return int(exit_unknown);
                 },
                 [](const gcl::Undecided& undecided) {
                   std::cerr << to_string(undecided.range)
                             << ": note: the run cannot go on: " << undecided.why << '\n';
                   return int(exit_unknown);
                 }},
      run.outcome);
}

}  // namespace

int interpret(const Options& options) {
  Diagnostics diagnostics;
  const auto refused = [&] {
    tell(diagnostics);
    return int(exit_input);
  };
  const Result<std::string> text = read_file(options.file, diagnostics);
  if (!text) return refused();
  const SourceFile file(display_name(options.file), *text);
  Options exact = options;
  exact.c.branches = frontend::c::NondetBranches::Inputs;
  const std::unique_ptr<SourceInput> input = open_input(exact, file, diagnostics);
  if (!input) return refused();
  gcl::Context context;
  const std::optional<gcl::Program> program =
      input->load(context, engine::Purpose::Run, diagnostics);
  if (!program) return refused();
  const std::string entry = options.c.entry.empty() ? "main" : options.c.entry;
  const gcl::Procedure* procedure = program->find_procedure(entry);
  if (procedure == nullptr || !procedure->body) {
    diagnostics.error({&file, {1, 1}, {1, 1}}, "there is no procedure '" + entry + "' to run",
                      "name one with --entry");
    return refused();
  }
  Inputs inputs(options.inputs, *input);
  Observer observer(context);
  gcl::MachineOptions machine;
  machine.fuel = fuel;
  machine.watched = observer.watched();
  machine.observer = std::ref(observer);
  machine.go_on = [] { return !interrupt_requested(); };
  const gcl::Run run = gcl::RegisterMachine(*program, machine).run(*procedure, inputs);
  if (!input->is_c()) print_final(run, *procedure);
  return report(run, *input, observer);
}

}  // namespace pawl::cli
