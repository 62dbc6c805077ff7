// SPDX-License-Identifier: Apache-2.0
//
// A machine with its own stacks, of calls and of open blocks in each call, so that the depth of
// recursion is limited by fuel alone.
#include "gcl/interpreter.h"

#include <algorithm>
#include <deque>
#include <iterator>

#include "gcl/chosen_functions.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

/// An open block. For a loop, `next` at the end of the body means: at the head.
struct Frame {
  const Block* block = nullptr;
  std::size_t next = 0;
  const Stmt* loop = nullptr;
  const std::string* label = nullptr;
  State entry;  // loops
  std::size_t iteration = 0;
};

struct Activation {
  const Procedure* procedure = nullptr;
  const Stmt* call = nullptr;  // null: where the run started
  State now;
  State old;
  std::vector<Frame> frames;
};

class Machine {
 public:
  Machine(const Program& program, Chooser& chooser, const InterpreterOptions& options)
      : program_(program), chooser_(chooser), options_(options), functions_(chooser) {}

  Run operator()(const Procedure& procedure) {
    start(procedure);
    for (std::uint64_t fuel = options_.fuel; !done_; --fuel) {
      if (fuel == 0 || ((fuel & 0xfff) == 0 && options_.go_on && !options_.go_on())) {
        end(OutOfFuel{});
      } else {
        step();
      }
    }
    result_.final = activations_.back().now;
    std::ranges::move(latest_, std::back_inserter(result_.trace));
    return std::move(result_);
  }

 private:
  Activation& top() { return activations_.back(); }
  State& now() { return top().now; }
  std::size_t depth() const { return activations_.size() - 1; }

  template <class Outcome>
  void end(Outcome outcome) {
    if (done_) return;  // the first reason counts
    result_.outcome = std::move(outcome);
    done_ = true;
  }

  void start(const Procedure& procedure) {
    PAWL_ASSERT(procedure.body.has_value(), "a procedure that runs should have a body");
    Activation& first = activations_.emplace_back();
    first.procedure = &procedure;
    const auto choose = [&](Expr var) { first.now.insert_or_assign(var, chooser_.initial(var)); };
    for (const ConstDecl& constant : program_.constants) choose(constant.var);
    for (const VarDecl& global : program_.globals) choose(global.var);
    for (const VarDecl& parameter : procedure.parameters) choose(parameter.var);
    for (const VarDecl& result : procedure.results) choose(result.var);
    for (const VarDecl& local : procedure.locals) choose(local.var);
    first.old = first.now;
    result_.initial = first.now;
    check_axioms();
    for (const Located& clause : procedure.requires_) assume(clause);
    first.frames.push_back({.block = &*procedure.body, .entry = {}});
  }

  // Functions never change once chosen, so deciding the axioms now decides them for the run.
  void check_axioms() {
    for (const AxiomDecl& axiom : program_.axioms) {
      const Evaluation result = evaluate_here(axiom.formula.expr, nullptr);
      if (!result.value) {
        result_.undecided_axioms.push_back(axiom.range);
      } else if (!result.value->as_bool()) {
        end(Blocked{axiom.range});
      }
    }
  }

  Evaluation evaluate_here(Expr e, const State* entry) {
    Valuation valuation;
    valuation.now = &now();
    valuation.old = &top().old;
    valuation.entry = entry;
    valuation.program = &program_;
    valuation.functions = &functions_;
    return evaluate(e, valuation);
  }

  /// Absent: the run has ended.
  std::optional<Value> value(const Located& e, const State* entry = nullptr) {
    if (done_) return std::nullopt;
    Evaluation result = evaluate_here(e.expr, entry);
    if (!result.value) end(Undecided{std::move(result.why), e.range});
    return std::move(result.value);
  }

  void assume(const Located& condition) {
    const auto holds = value(condition);
    if (holds && !holds->as_bool()) end(Blocked{condition.range});
  }

  void prove(ObligationKind kind, const Located& clause, const Stmt* stmt, SourceRange at,
             const State* entry = nullptr) {
    const auto holds = value(clause, entry);
    if (holds && !holds->as_bool()) fail(kind, clause, stmt, at);
  }

  void fail(ObligationKind kind, const Located& clause, const Stmt* stmt, SourceRange at) {
    end(WentWrong{kind, &clause, stmt, at, top().procedure, depth()});
  }

  TraceStep& record(SourceRange range) {
    if (options_.tracing == Tracing::Off) return discarded_ = {};
    TraceStep& step = next_step();
    step.range = range;
    step.depth = depth();
    return step;
  }

  /// The latest steps wait until it is known whether they are of the end.
  TraceStep& next_step() {
    const std::size_t half = options_.longest_trace / 2;
    if (latest_.empty() && result_.trace.size() < half) return result_.trace.emplace_back();
    latest_.emplace_back();
    if (latest_.size() > half + 1) {
      if (latest_.front().is_havoc) {
        result_.trace.push_back(std::move(latest_.front()));
      } else {
        ++result_.left_out;
      }
      latest_.pop_front();
    }
    return latest_.back();
  }

  void set(Expr var, Value value, TraceStep& step) {
    step.changes.emplace_back(var, value);
    now().insert_or_assign(var, std::move(value));
  }

  void step() {
    if (top().frames.empty()) return leave_procedure();
    Frame& frame = top().frames.back();
    if (frame.next < frame.block->size()) return execute((*frame.block)[frame.next++]);
    if (frame.loop != nullptr) return loop_head(frame);
    top().frames.pop_back();
  }

  void execute(const Stmt& stmt) {
    std::visit(
        overloaded{
            [&](const Assert& assertion) {
              record(stmt.range);
              prove(ObligationKind::Assertion, assertion.condition, &stmt, stmt.range);
            },
            [&](const Assume& assumption) {
              record(stmt.range);
              assume(assumption.condition);
            },
            [&](const Assign& assign) { assignment(assign, stmt.range); },
            [&](const Havoc& havoc) {
              TraceStep& step = record(stmt.range);
              step.is_havoc = true;
              for (const Expr target : havoc.targets) {
                set(target, chooser_.havoc(target), step);
              }
            },
            [&](const Choice& choice) {
              const std::size_t chosen = chooser_.branch(choice.branches.size());
              record(stmt.range).branch = chosen;
              enter(choice.branches[chosen]);
            },
            [&](const If& branch) {
              if (const auto holds = test(branch.condition)) {
                record_test(branch.written, stmt.range, *holds);
                enter(*holds ? branch.then_branch : branch.else_branch);
              }
            },
            [&](const While& loop) {
              top().frames.push_back(
                  {.block = &loop.body, .next = loop.body.size(), .loop = &stmt, .entry = now()});
            },
            [&](const LabeledBlock& labeled) {
              top().frames.push_back(
                  {.block = &labeled.body, .label = &labeled.label, .entry = {}});
            },
            [&](const Exit& exit) {
              record(stmt.range);
              leave_block(exit);
            },
            [&](const Call& call) { enter_procedure(stmt, call); },
        },
        stmt.node);
  }

  void enter(const Block& block) { top().frames.push_back({.block = &block, .entry = {}}); }

  void leave_block(const Exit& exit) {
    std::vector<Frame>& frames = top().frames;
    while (frames.back().label == nullptr || *frames.back().label != exit.label) {
      frames.pop_back();
      PAWL_ASSERT(!frames.empty(), "an exit should be inside its block");
    }
    frames.pop_back();
  }

  std::optional<bool> test(const std::optional<Located>& condition) {
    if (!condition) return chooser_.branch(2) == 1;
    const auto holds = value(*condition);
    if (!holds) return std::nullopt;
    return holds->as_bool();
  }

  /// In the terms of the source.
  void record_test(const WrittenTest& written, SourceRange range, bool holds) {
    record(written.range.known() ? written.range : range).condition = holds != written.negated;
  }

  void assignment(const Assign& assign, SourceRange range) {
    std::vector<Value> values;
    for (const Located& right : assign.values) {
      auto computed = value(right);
      if (!computed) return;
      values.push_back(std::move(*computed));
    }
    TraceStep& step = record(range);
    for (std::size_t i = 0; i < values.size(); ++i) {
      set(assign.targets[i], std::move(values[i]), step);
    }
  }

  void loop_head(Frame& frame) {
    const Stmt& stmt = *frame.loop;
    const auto& loop = std::get<While>(stmt.node);
    if (options_.observer) {
      options_.observer(LoopVisit{loop, *top().procedure, now(), top().old, frame.entry,
                                  frame.iteration, depth()});
    }
    if (options_.invariants == InvariantChecks::On) {
      const auto kind =
          frame.iteration == 0 ? ObligationKind::Initiation : ObligationKind::Consecution;
      for (const Located& invariant : loop.invariants) {
        prove(kind, invariant, &stmt, stmt.range, &frame.entry);
      }
    }
    if (done_) return;
    const auto again = test(loop.condition);
    if (!again) return;
    // `while true` tests nothing; what leaves the loop tells of itself.
    if (!loop.condition || !loop.condition->expr.is_true()) {
      record_test(loop.written, loop.condition ? loop.condition->range : stmt.range, *again);
    }
    if (*again) {
      frame.next = 0;
      ++frame.iteration;
    } else {
      top().frames.pop_back();
    }
  }

  void enter_procedure(const Stmt& stmt, const Call& call) {
    const Procedure* callee = program_.find_procedure(call.procedure);
    PAWL_ASSERT(callee != nullptr, "a called procedure should be declared");
    Activation activation;
    activation.procedure = callee;
    activation.call = &stmt;
    if (!bind_arguments(call, activation)) return;
    activations_.push_back(std::move(activation));
    for (const Located& clause : callee->requires_) {
      const auto holds = value(clause);
      if (!holds) return;
      if (!holds->as_bool()) {
        activations_.pop_back();  // the caller's fault
        return fail(ObligationKind::Precondition, clause, &stmt, stmt.range);
      }
    }
    callee->body ? enter_body() : answer_by_contract();
  }

  bool bind_arguments(const Call& call, Activation& activation) {
    const Procedure& callee = *activation.procedure;
    for (const ConstDecl& c : program_.constants) activation.now.emplace(c.var, now().at(c.var));
    for (const VarDecl& g : program_.globals) activation.now.emplace(g.var, now().at(g.var));
    TraceStep& step = record(activation.call->range);
    std::vector<std::pair<Expr, Value>> bound;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      auto computed = value(call.arguments[i]);
      if (!computed) return false;
      bound.emplace_back(callee.parameters[i].var, std::move(*computed));
    }
    for (auto& [parameter, argument] : bound) activation.now.insert_or_assign(parameter, argument);
    step.changes = std::move(bound);
    return true;
  }

  void enter_body() {
    const Procedure& callee = *top().procedure;
    for (const auto* list : {&callee.results, &callee.locals}) {
      for (const VarDecl& one : *list) now().insert_or_assign(one.var, chooser_.local(one.var));
    }
    top().old = now();
    enter(*callee.body);
  }

  void choose_any(Expr var) { now().insert_or_assign(var, chooser_.havoc(var)); }

  void answer_by_contract() {
    const Procedure& callee = *top().procedure;
    result_.contract_calls.push_back(top().call->range);
    top().old = now();  // without the results: what they held before is nobody's choice
    for (const Expr global : callee.modifies) choose_any(global);
    for (const VarDecl& result : callee.results) choose_any(result.var);
    for (const Located& clause : callee.ensures) assume(clause);
    if (!done_) return_to_caller();
  }

  void leave_procedure() {
    const Procedure& procedure = *top().procedure;
    for (const Located& clause : procedure.ensures) {
      prove(ObligationKind::Postcondition, clause, nullptr, procedure.range);
    }
    if (done_) return;
    if (top().call == nullptr) return end(NormalEnd{});
    return_to_caller();
  }

  void return_to_caller() {
    const Activation callee = std::move(top());
    activations_.pop_back();
    TraceStep& step = record(callee.call->range);
    const Call& call = std::get<Call>(callee.call->node);
    for (const Expr global : callee.procedure->modifies) {
      if (!(callee.now.at(global) == now().at(global))) set(global, callee.now.at(global), step);
    }
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      set(call.results[i], callee.now.at(callee.procedure->results[i].var), step);
    }
  }

  const Program& program_;
  Chooser& chooser_;
  const InterpreterOptions& options_;
  ChosenFunctions functions_;
  std::vector<Activation> activations_;
  bool done_ = false;
  TraceStep discarded_;
  std::deque<TraceStep> latest_;
  Run result_;
};

}  // namespace

Run run(const Program& program, const Procedure& procedure, Chooser& chooser,
        const InterpreterOptions& options) {
  return Machine(program, chooser, options)(procedure);
}

}  // namespace pawl::gcl
