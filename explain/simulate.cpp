// SPDX-License-Identifier: Apache-2.0
#include "explain/simulate.h"

#include "gcl/build.h"
#include "support/overloaded.h"

namespace pawl::explain {
namespace {

class Simulator {
 public:
  Simulator(gcl::Context& context, const gcl::Program& program, const Path& path,
            const SimulateOptions& options)
      : context_(context),
        path_(path),
        options_(options),
        result_{Store(context, program, path), {}} {}

  Simulation operator()() {
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      step(i, path_.steps[i]);
      if (options_.observer) options_.observer(i, result_.store, result_.conditions);
    }
    return std::move(result_);
  }

 private:
  void step(std::size_t index, const PathStep& step) {
    const ActivationId activation = step.activation;
    Store& store = result_.store;
    std::visit(overloaded{
                   [&](const PathAssign& assign) { store.assign(index, activation, assign); },
                   [&](const PathHavoc& havoc) { store.havoc(index, activation, havoc.targets); },
                   [&](const PathEnter& call) { store.enter(index, activation, call); },
                   [&](const PathLeave& call) { store.leave(index, activation, call); },
                   [&](const PathAssume&) { assume(index, step); },
                   [&](const PathFailure&) { assume(index, step); },
                   [](const PathBranch&) {},
               },
               step.node);
    take_bindings(index, activation);
  }

  void assume(std::size_t index, const PathStep& step) {
    const gcl::Expr e = assumption_of(context_, step);
    if (options_.renamed.contains(index)) result_.store.rename(index, step.activation, e);
    Reading reading = result_.store.read(step.activation, e);
    take_bindings(index, step.activation);
    result_.conditions.push_back({Condition::Kind::Assumed, reading.value,
                                  result_.store.exact(reading.value), index, step.activation,
                                  std::move(reading.depends), std::move(reading.aliases)});
  }

  void take_bindings(std::size_t index, ActivationId activation) {
    for (Binding& binding : result_.store.take_bindings()) {
      result_.conditions.push_back({Condition::Kind::Bound, binding.equation,
                                    result_.store.exact(binding.equation), index, activation,
                                    std::move(binding.depends), std::move(binding.aliases)});
    }
  }

  gcl::Context& context_;
  const Path& path_;
  const SimulateOptions& options_;
  Simulation result_;
};

}  // namespace

gcl::Expr assumption_of(gcl::Context& context, const PathStep& step) {
  if (const auto* assume = std::get_if<PathAssume>(&step.node)) return assume->condition;
  if (const auto* failure = std::get_if<PathFailure>(&step.node)) {
    return gcl::mk_not(context, failure->condition);
  }
  return {};
}

Simulation simulate(gcl::Context& context, const gcl::Program& program, const Path& path,
                    const SimulateOptions& options) {
  return Simulator(context, program, path, options)();
}

}  // namespace pawl::explain
