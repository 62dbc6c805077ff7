// SPDX-License-Identifier: Apache-2.0
//
// The model's values in the order in which the interpreter asks for them; its run has to take the
// path that the solver said is feasible, or the two disagree and that is said.
#include "explain/run_of.h"

#include "gcl/replay.h"
#include "gcl/vc.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using gcl::Kind;

class Replay {
 public:
  Replay(gcl::Context& context, const gcl::Program& program, const Path& path,
         const Simulation& simulation, const prover::Model& model)
      : context_(context), program_(program), path_(path), simulation_(simulation), model_(model) {}

  Explanation operator()() {
    gcl::Script script = make_script();
    if (!complete_) return Undecided{Undecided::Reason::NoValues, prover::UnknownReason::None};
    gcl::ScriptedChooser chooser(script);
    gcl::Run run = gcl::run(program_, *path_.activations[0].procedure, chooser, {});
    const std::string what = disagreement(run, chooser);
    if (what.empty()) return Feasible{run.initial, std::move(script), std::move(run)};
    if (not_decisive(run)) return Undecided{Undecided::Reason::Replay, prover::UnknownReason::None};
    return Disagreement{std::move(run), what};
  }

 private:
  gcl::Value value(Expr symbol, gcl::Sort sort) {
    if (!symbol) return gcl::Value::default_of(sort);  // nobody asked for it
    auto found = model_.value(symbol);
    complete_ &= found.has_value();
    return found ? *found : gcl::Value::default_of(sort);
  }

  gcl::Value initial(ActivationId activation, Expr var) {
    return value(simulation_.store.initial_value(activation, var), var.sort());
  }

  /// In the order in which the interpreter asks.
  gcl::Script make_script() {
    gcl::Script script;
    const gcl::Procedure& first = *path_.activations[0].procedure;
    const auto set = [&](const std::vector<gcl::VarDecl>& decls) {
      for (const gcl::VarDecl& decl : decls) script.initial.emplace(decl.var, initial(0, decl.var));
    };
    for (const gcl::ConstDecl& constant : program_.constants) {
      script.initial.emplace(constant.var, value(constant.var, constant.var.sort()));
    }
    set(program_.globals);
    set(first.parameters);
    set(first.results);
    set(first.locals);
    for (std::size_t i = 0; i < path_.steps.size(); ++i) decide(i, path_.steps[i], script);
    script.functions = gcl::function_tables(formulas(), [&](Expr e) { return model_.value(e); });
    return script;
  }

  void decide(std::size_t index, const PathStep& step, gcl::Script& script) {
    std::visit(overloaded{
                   [&](const PathHavoc&) { havocked(index, script); },
                   [&](const PathBranch& branch) { script.decisions.emplace_back(branch.chosen); },
                   [&](const PathEnter& call) {
                     const gcl::Procedure& callee = *path_.activations[call.callee].procedure;
                     for (const gcl::VarDecl& decl : callee.results) {
                       script.decisions.emplace_back(initial(call.callee, decl.var));
                     }
                     for (const gcl::VarDecl& decl : callee.locals) {
                       script.decisions.emplace_back(initial(call.callee, decl.var));
                     }
                   },
                   [](const auto&) {},
               },
               step.node);
  }

  void havocked(std::size_t index, gcl::Script& script) {
    for (; next_ < simulation_.store.entries().size(); ++next_) {
      const Entry& entry = simulation_.store.entries()[next_];
      if (entry.kind != Entry::Kind::Arbitrary) continue;
      if (entry.step > index) return;
      script.decisions.emplace_back(value(entry.value, entry.var.sort()));
    }
  }

  std::vector<Expr> formulas() const {
    std::vector<Expr> result = gcl::background(context_, program_);
    for (const Condition& condition : simulation_.conditions) result.push_back(condition.exact);
    return result;
  }

  /// Empty: the run takes the path and fails where it does.
  std::string disagreement(const gcl::Run& run, const gcl::ScriptedChooser& chooser) const {
    const PathStep& failure = path_.steps.back();
    const std::string claim = ", but the path fails at " + to_string(failure.range);
    if (chooser.diverged()) return "the run makes other choices" + claim;
    if (!run.undecided_axioms.empty()) return "an axiom is not decided";
    return std::visit(
        overloaded{
            [&](const gcl::NormalEnd&) { return "the run ends normally" + claim; },
            [&](const gcl::Blocked& at) {
              return "an assumption does not hold at " + to_string(at.range) + claim;
            },
            [&](const gcl::OutOfFuel&) { return "the run does not end" + claim; },
            [&](const gcl::Undecided& at) { return "not decided at " + to_string(at.range); },
            [&](const gcl::WentWrong& wrong) {
              if (wrong.stmt == failure.stmt) return std::string();
              return "the run fails at " + to_string(wrong.at) + claim;
            },
        },
        run.outcome);
  }

  /// Where quantifiers, functions or uninterpreted sorts are involved a model may have no finite
  /// description: a replay that fails proves nothing.
  bool not_decisive(const gcl::Run& run) const {
    if (!run.undecided_axioms.empty() || run.ended<gcl::Undecided>()) return true;
    if (run.ended<gcl::OutOfFuel>()) return true;
    bool found = false;
    const std::vector<Expr> roots = formulas();
    gcl::post_order(roots, [&](Expr e) {
      found |= !e.bound().empty() || e.is(Kind::Apply) ||
               e.sort().kind() == gcl::SortKind::Uninterpreted;
    });
    return found;
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const Path& path_;
  const Simulation& simulation_;
  const prover::Model& model_;
  bool complete_ = true;
  std::size_t next_ = 0;  // entry: havocked values are taken in order
};

}  // namespace

Explanation run_of(gcl::Context& context, const gcl::Program& program, const Path& path,
                   const Simulation& simulation, const prover::Model& model) {
  return Replay(context, program, path, simulation, model)();
}

}  // namespace pawl::explain
