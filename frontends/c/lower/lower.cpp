// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower.h"

#include <clang/AST/Attr.h>

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/back/loop_scopes.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/events.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/initial_state.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lowering.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/names.h"
#include "frontends/c/lower/object_count.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/statements.h"
#include "frontends/c/lower/unknown_calls.h"
#include "frontends/c/lower/values.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

namespace {

bool has_loop(const clang::FunctionDecl* function) {
  bool found = false;
  for_each_child(function->getBody(), [&](const clang::Stmt* s) {
    found = found || isa<clang::WhileStmt>(s) || isa<clang::ForStmt>(s) || isa<clang::DoStmt>(s);
  });
  return found;
}

}  // namespace

Lowering::Lowering(const TranslationUnit& unit, const Options& options, Approximation approximation,
                   gcl::Context& context, Diagnostics& diagnostics, const SkippedFunctions& skipped)
    : unit_(unit),
      options_(options),
      context_(context),
      diagnostics_(diagnostics),
      ast_(unit.ast()),
      points_to_(unit, diagnostics),
      call_graph_(unit),
      arithmetic_(context, options.ints,
                  [this](Expr condition, Hazard hazard) { code_.need(condition, hazard); }),
      skipped_(skipped),
      rooms_{unit,        options,        approximation, context,      diagnostics, ast_,
             points_to_,  call_graph_,    arithmetic_,   lowered_,     code_,       globals_,
             procedures_, values_,        types_,        reals_,       evaluation_, pointers_,
             memory_,     flat_,          lvalues_,      objects_,     lifetimes_,  initialisers_,
             lengths_,    expressions_,   choices_,      assignments_, structs_,    statements_,
             calls_,      unknown_calls_, library_,      allocation_,  bytes_,      strings_,
             events_,     initial_,       loop_scopes_,  acsl_},
      code_(rooms_),
      globals_(rooms_),
      procedures_(rooms_),
      types_(rooms_),
      reals_(rooms_),
      evaluation_(rooms_),
      pointers_(rooms_),
      memory_(rooms_),
      flat_(rooms_),
      lvalues_(rooms_),
      objects_(rooms_),
      lifetimes_(rooms_),
      initialisers_(rooms_),
      lengths_(rooms_),
      expressions_(rooms_),
      choices_(rooms_),
      assignments_(rooms_),
      structs_(rooms_),
      statements_(rooms_),
      calls_(rooms_),
      unknown_calls_(rooms_),
      library_(rooms_),
      allocation_(rooms_),
      bytes_(rooms_),
      strings_(rooms_),
      events_(rooms_),
      initial_(rooms_),
      loop_scopes_(rooms_),
      acsl_(rooms_) {
  CallGraph::FunctionSet functions;
  for (const auto& [function, why] : skipped) functions.insert(function);
  call_graph_.skip(std::move(functions));
}

// ---- the program ----------------------------------------------------------------------------

std::vector<const clang::FunctionDecl*> Lowering::choose_roots() {
  const auto all = defined_functions(ast_);
  std::vector<const clang::FunctionDecl*> roots;
  const std::string entry = options_.entry.empty() ? "main" : options_.entry;
  for (const clang::FunctionDecl* function : all) {
    if (function->getNameAsString() == entry) roots.push_back(function);
  }
  if (roots.empty() && !options_.entry.empty()) {
    diagnostics_.error({&unit_.file(), {1, 1}, {1, 1}},
                       "there is no function '" + options_.entry + "' with a body",
                       "name one with --entry");
    return {};
  }
  // Where what runs first is skipped, everything else may be called by it.
  const bool closed = !roots.empty() && !call_graph_.skipped(roots.front());
  for (const clang::FunctionDecl* function : all) {
    const bool in_file =
        unit_.sources().isInMainFile(unit_.sources().getExpansionLoc(function->getLocation()));
    const bool wanted = !closed || acsl_.has_contract(function) ||
                        (options_.roots == Roots::WithLoops && has_loop(function));
    if (wanted && in_file && std::ranges::find(roots, function) == roots.end() &&
        !(builtin(function) == Builtin::Fail)) {
      roots.push_back(function);
    }
  }
  return roots;
}

/// What runs or changes meaning without standing in any function.
void Lowering::refuse_outside_of_functions() {
  const auto refuse_decl = [&](const clang::Decl* d, const std::string& what) {
    diagnostics_.error(unit_.place(d->getLocation()), what + " is not supported",
                       "see frontends/c/SUPPORTED.md");
  };
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    if (isa<clang::FileScopeAsmDecl>(d)) refuse_decl(d, "assembly (asm)");
    if (d->hasAttr<clang::ConstructorAttr>() || d->hasAttr<clang::DestructorAttr>()) {
      refuse_decl(d, "a function that runs before or after main");
    }
    if (d->hasAttr<clang::AliasAttr>()) refuse_decl(d, "an alias");
    if (d->hasAttr<clang::CleanupAttr>()) refuse_decl(d, "the attribute 'cleanup'");
  }
}

std::optional<Lowered> Lowering::run() {
  acsl_.read();
  loop_scopes_.find_sites();
  const auto roots = choose_roots();
  const bool entry_skipped = !roots.empty() && call_graph_.skipped(roots.front());
  const bool has_main = !roots.empty() && procedures_.runs_first(roots.front()) && !entry_skipped;
  CallGraph::World world;
  world.contracted = acsl_.contracted();
  world.open = !has_main;
  if (options_.spec != nullptr) {
    // What it watches does what it says, and its environment enters where the file lets it.
    for (const slic::Event& event : options_.spec->events) world.watched.insert(event.function);
    world.by_name = false;
  }
  call_graph_.build(std::move(world));
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    // Strangers see what has external linkage.
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var != nullptr && var->isExternallyVisible() && !var->getType().isConstQualified() &&
        globals_.is_used(var)) {
      globals_.set_seen_outside();
    }
  }
  refuse_outside_of_functions();
  if (has_main || (!roots.empty() && !options_.entry.empty() && !entry_skipped)) {
    procedures_.set_entry(roots.front());
  }
  std::set<const clang::FunctionDecl*> open;
  for (const clang::FunctionDecl* function : roots) {
    if (call_graph_.skipped(function)) continue;
    if (!procedures_.runs_first(function)) open.insert(function);
    procedures_.queue(function, true);
  }
  const auto& callbacks = call_graph_.callbacks();
  open.insert(callbacks.begin(), callbacks.end());
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    globals_.names_taken().insert(il_name(function));
  }
  events_.check_events();
  if (lifetimes_.tracks_lives()) points_to_.renew_locals();
  points_to_.analyse(open, acsl_.contracted(), call_graph_);
  if (diagnostics_.has_errors()) return std::nullopt;
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    if (call_graph_.skipped(function)) procedures_.queue(function, true);
  }
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    objects_.find_allocations(function->getBody());
  }
  for (std::size_t i = 0; i < procedures_.jobs().size(); ++i) {
    const Job job = procedures_.jobs()[i];
    try {
      if (call_graph_.skipped(job.function)) {
        lower_skipped(job);
      } else {
        lower_function(job);
      }
    } catch (const Unsupported& what) {
      refuse_function(job, what);
    }
    const bool isolated = acsl_.has_contract(job.function) && options_.spec == nullptr;
    const bool later = procedures_.entry() != nullptr && i > 0;
    if ((later && !isolated) || entry_skipped) lowered_.proof_only.insert(job.name);
  }
  if (diagnostics_.has_errors() || !refused_.empty()) return std::nullopt;
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    const auto found = skipped_.find(function);
    if (found != skipped_.end()) lowered_.skipped.push_back(found->second);
  }
  if (!skipped_.empty()) lowered_.exact = false;
  lowered_.called_by_strangers = procedures_.calls()["unknown$function"];
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    lowered_.functions +=
        unit_.sources().isInMainFile(unit_.sources().getExpansionLoc(function->getLocation()));
  }
  if (entry_skipped) {
    lowered_.called_by_strangers.insert(lowered_.procedures.begin(), lowered_.procedures.end());
  }
  unknown_calls_.fill_unknown_procedures();
  finish_modifies();
  if (diagnostics_.has_errors()) return std::nullopt;
  return std::move(lowered_);
}

/// One construct costs the function it stands in: inlined or not.
void Lowering::refuse_function(const Job& job, const Unsupported& what) {
  const clang::FunctionDecl* function =
      code_.frames().empty() ? job.function : code_.frames().back()->function;
  function = definition(function);
  if (options_.strict || what.whole_file || skipped_.contains(function)) {
    diagnostics_.error(what.range, what.message + " is not supported", what.hint);
    return;
  }
  const SourceRange place =
      unit_.place(clang::SourceRange(function->getBeginLoc(), function->getLocation()));
  refused_.try_emplace(function, SkippedFunction{function->getNameAsString(), place, what.range,
                                                 what.message, what.hint});
}

/// What it asserts is not proved, and no run through it is known.
void Lowering::lower_skipped(const Job& job) {
  procedures_.begin(job);
  code_.begin(job.name);
  gcl::Procedure procedure;
  procedure.name = job.name;
  procedure.range =
      unit_.place(clang::SourceRange(job.function->getBeginLoc(), job.function->getLocation()));
  gcl::Block body;
  const gcl::Located no = {context_.false_(), procedure.range};
  if (rooms_.approximation == Approximation::Under) {
    const SkippedFunction& why = skipped_.at(definition(job.function));
    lowered_.inexact_steps.push_back({why.construct, why.why});
    const Expr step = context_.var(inexact_step_variable, context_.int_sort());
    const auto number = static_cast<std::int64_t>(lowered_.inexact_steps.size());
    procedure.locals.push_back({step, procedure.range});
    body.push_back(gcl::make_assign({{step, context_.int_const(number)}}, procedure.range));
    body.push_back(gcl::make_assume({context_.false_(), why.construct}));
  } else {
    body.push_back(gcl::Stmt{gcl::Assert{no, {}, "skipped"}, procedure.range});
  }
  procedure.body = std::move(body);
  lowered_.procedures.push_back(procedure.name);
  lowered_.program.procedures.push_back(std::move(procedure));
}

void Lowering::lower_function(const Job& job) {
  const clang::FunctionDecl* function = job.function;
  procedures_.begin(job);
  code_.begin(job.name);
  evaluation_.begin();
  calls_.begin();
  initial_.begin();
  loop_scopes_.begin();
  values_.evaluated.clear();
  values_.evaluated_structs.clear();
  gcl::Procedure procedure;
  procedure.name = job.name;
  procedure.range =
      unit_.place(clang::SourceRange(function->getBeginLoc(), function->getLocation()));
  code_.set_here(procedure.range);
  code_.start(code_.new_block(procedure.range));
  code_.cfg().entry = code_.current();
  auto owned = std::make_unique<Frame>();
  Frame& root = *owned;
  root.function = function;
  root.result_stem = "result";
  for (int i = 2; globals_.names_taken().contains(root.result_stem); ++i) {
    root.result_stem = "result$" + std::to_string(i);
  }
  code_.reserved().insert(root.result_stem);
  code_.enter(std::move(owned));
  root.end = code_.new_block(procedure.range);
  if (function->hasBody()) {
    if (procedures_.runs_first(function)) {
      initial_.initialise_globals();
    } else {
      initial_.start_anywhere();
    }
    initial_.create_objects();
    lifetimes_.begin_activation();
    initial_.declare_parameters(root, procedure);
    initial_.declare_results(root, procedure);
    acsl_.contract_clauses(function, procedure);
    acsl_.enter_function();
    const bool first = procedures_.starts_run(function);
    if (first) events_.initialise_state();
    if (first) events_.root_event(function, slic::Moment::Entry);
    statements_.lower(function->getBody());
    // Control that falls off the end of main returns 0.
    if (is_main(function) && function->getReturnType()->isIntegerType()) {
      memory_.write(lvalues_.result_location(root), code_.number(0), code_.here());
    }
    code_.jump(root.end);
    code_.start(root.end);
    code_.set_here(procedure.range);
    if (first) events_.root_event(function, slic::Moment::Exit);
    if (procedures_.runs_first(function)) lifetimes_.need_no_leak(code_.here());
    lifetimes_.end_activation();
    code_.end_with(gcl::Finish{});
    acsl_.finish_function();
    const bool from_outside = procedures_.starts_run(function) && !call_graph_.called(function);
    if (from_outside && !procedures_.runs_first(function)) initial_.assume_old_pointers();
    calls_.finish(code_.cfg().blocks.size());
    loop_scopes_.finish_activations();
    gcl::make_reducible(context_, code_.cfg(), [this] { return code_.temporary("jump"); });
    procedure.body = gcl::structure(context_, std::move(code_.cfg()), "L", diagnostics_);
    if (!procedure.body) procedure.body = gcl::Block{};  // reported
  } else {
    initial_.declare_parameters(root, procedure);
    initial_.declare_results(root, procedure);
    acsl_.contract_clauses(function, procedure);
  }
  procedure.locals = code_.local_order();
  lowered_.procedures.push_back(procedure.name);
  lowered_.program.procedures.push_back(std::move(procedure));
}

void Lowering::finish_modifies() {
  gcl::Program& program = lowered_.program;
  for (const auto& [name, var] : globals_.all()) program.globals.push_back({var, {}});
  std::map<std::string, std::set<std::string>> changed;
  const auto note = [&](const std::string& procedure, Expr target) {
    if (globals_.all().contains(target.name())) changed[procedure].insert(target.name());
  };
  for (const gcl::Procedure& procedure : program.procedures) {
    if (acsl_.changes_everything(procedure.name)) {
      for (const auto& [name, var] : globals_.all()) {
        const bool ours = name == "object$next" || name == "object$size" || events_.is_state(name);
        if (!ours) note(procedure.name, var);
      }
    }
    for (const Expr one : procedure.modifies) note(procedure.name, one);
    if (!procedure.body) continue;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
        for (const Expr target : assign->targets) note(procedure.name, target);
      } else if (const auto* unknown = std::get_if<gcl::Havoc>(&stmt.node)) {
        for (const Expr target : unknown->targets) note(procedure.name, target);
      }
    });
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [caller, callees] : procedures_.calls()) {
      for (const std::string& callee : callees) {
        const std::set<std::string> theirs = changed[callee];
        for (const std::string& name : theirs) grown |= changed[caller].insert(name).second;
      }
    }
  }
  acsl_.finish_logic(program);
  acsl_.finish_frames(program, changed);
  for (gcl::Procedure& procedure : program.procedures) {
    procedure.modifies.clear();
    for (const std::string& name : changed[procedure.name]) {
      procedure.modifies.push_back(globals_.all().at(name));
    }
    const auto next = globals_.all().find("object$next");
    if (options_.calls == Calls::Keep && next != globals_.all().end() &&
        !changed[procedure.name].contains("object$next")) {
      forget_object_count(procedure, next->second);
    }
  }
}

std::optional<Lowered> lower(const TranslationUnit& unit, const Options& options,
                             Approximation approximation, gcl::Context& context,
                             Diagnostics& diagnostics) {
  // Which functions are skipped has a say in what pointers may lead to: each time that more are
  // found, all begins again.
  SkippedFunctions skipped;
  while (true) {
    Diagnostics attempt;
    Lowering lowering(unit, options, approximation, context, attempt, skipped);
    std::optional<Lowered> lowered = lowering.run();
    const bool again = !lowered && !attempt.has_errors() && !lowering.refused().empty();
    if (again) {
      skipped.insert(lowering.refused().begin(), lowering.refused().end());
      continue;
    }
    if (lowered) {
      for (const SkippedFunction& one : lowered->skipped) {
        diagnostics.warning(one.construct,
                            "'" + one.name + "' is skipped: " + one.why + " is not supported",
                            "to the rest it is code that may change everything; nothing it does "
                            "is proved");
      }
    }
    for (const Diagnostic& one : attempt.all()) {
      switch (one.severity) {
        case Severity::Error: diagnostics.error(one.range, one.message, one.hint); break;
        case Severity::Warning: diagnostics.warning(one.range, one.message, one.hint); break;
        case Severity::Note: diagnostics.note(one.range, one.message, one.hint); break;
      }
    }
    return lowered;
  }
}

}  // namespace pawl::frontend::c
