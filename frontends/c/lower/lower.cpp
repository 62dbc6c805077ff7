// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower.h"

#include <clang/AST/Attr.h>

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/names.h"
#include "frontends/c/lower/object_count.h"
#include "frontends/c/lower/order.h"
#include "gcl/build.h"
#include "gcl/builtin.h"
#include "gcl/make_stmt.h"
#include "support/overloaded.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::BlockId;
using gcl::Expr;

namespace {

std::vector<const clang::FunctionDecl*> defined_functions(clang::ASTContext& ast) {
  std::vector<const clang::FunctionDecl*> found;
  for (const clang::Decl* d : ast.getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function != nullptr && function->isThisDeclarationADefinition()) found.push_back(function);
  }
  return found;
}

template <class Visit>
void for_each_child(const clang::Stmt* root, Visit visit) {
  std::vector<const clang::Stmt*> work = {root};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    visit(s);
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
}

bool has_loop(const clang::FunctionDecl* function) {
  bool found = false;
  for_each_child(function->getBody(), [&](const clang::Stmt* s) {
    found = found || isa<clang::WhileStmt>(s) || isa<clang::ForStmt>(s) || isa<clang::DoStmt>(s);
  });
  return found;
}

}  // namespace

Lowering::Lowering(const TranslationUnit& unit, const Options& options, Approximation approximation,
                   gcl::Context& context, Diagnostics& diagnostics)
    : unit_(unit),
      options_(options),
      approximation_(approximation),
      context_(context),
      diagnostics_(diagnostics),
      ast_(unit.ast()),
      points_to_(unit, diagnostics),
      arithmetic_(context, options.ints,
                  [this](Expr condition, Hazard hazard) { need(condition, hazard); }),
      call_graph_(unit) {}

/// Some declaration of it is, or an annotation speaks of it.
bool Lowering::is_used(const clang::VarDecl* var) const {
  return acsl_->mentions(var->getNameAsString()) ||
         std::ranges::any_of(var->redecls(), [](const clang::VarDecl* one) {
           return one->isReferenced() || one->isUsed();
         });
}

// ---- the program ----------------------------------------------------------------------------

bool Lowering::runs_first(const clang::FunctionDecl* function) const {
  return starts_ && function->getNameAsString() == "main" &&
         (options_.entry.empty() || options_.entry == "main");
}

/// The program begins with it: main or the entry that was named; in a file without one, whoever is
/// looked at.
bool Lowering::starts_run(const clang::FunctionDecl* function) const {
  return starts_ && (entry_ == nullptr || function == entry_);
}

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
  const bool closed = !roots.empty();
  for (const clang::FunctionDecl* function : all) {
    const bool in_file =
        unit_.sources().isInMainFile(unit_.sources().getExpansionLoc(function->getLocation()));
    const bool wanted = !closed || has_contract(function) ||
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
  read_annotations();
  find_sites();
  const auto roots = choose_roots();
  const bool has_main = !roots.empty() && runs_first(roots.front());
  CallGraph::World world;
  world.contracted = acsl_->contracted();
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
        is_used(var)) {
      changes_globals_ = true;
    }
  }
  refuse_outside_of_functions();
  if (has_main || (!roots.empty() && !options_.entry.empty())) entry_ = roots.front();
  std::set<const clang::FunctionDecl*> open;
  for (const clang::FunctionDecl* function : roots) {
    if (!runs_first(function)) open.insert(function);
    queue(function, true);
  }
  const auto& callbacks = call_graph_.callbacks();
  open.insert(callbacks.begin(), callbacks.end());
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    names_taken_.insert(il_name(function));
  }
  check_events();
  if (tracks_lives()) points_to_.renew_locals();
  points_to_.analyse(open, acsl_->contracted(), call_graph_);
  if (diagnostics_.has_errors()) return std::nullopt;
  for (const clang::FunctionDecl* function : defined_functions(ast_)) {
    find_allocations(function->getBody());
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Job job = queue_[i];
    try {
      lower_function(job);
    } catch (const Unsupported& what) {
      diagnostics_.error(what.range, what.message + " is not supported", what.hint);
    }
    const bool isolated = has_contract(job.function) && options_.spec == nullptr;
    if (entry_ != nullptr && i > 0 && !isolated) lowered_.proof_only.insert(job.name);
  }
  if (diagnostics_.has_errors()) return std::nullopt;
  fill_unknown_procedure();
  finish_modifies();
  if (diagnostics_.has_errors()) return std::nullopt;
  return std::move(lowered_);
}

/// The procedure that others call. What the program begins with has one more, which does not begin
/// the program again.
std::string Lowering::procedure_of(const clang::FunctionDecl* function) {
  return queue(function, function != entry_);
}

std::string Lowering::queue(const clang::FunctionDecl* function, bool starts) {
  for (const Job& job : queue_) {
    if (job.function == function && (job.starts == starts || function != entry_)) return job.name;
  }
  std::string name = il_name(function);
  if (gcl::is_reserved(name)) name += "$";
  if (!starts) name = unique_name(name + "$called");
  names_taken_.insert(name);
  queue_.push_back({function, starts, name});
  return name;
}

void Lowering::lower_function(const Job& job) {
  const clang::FunctionDecl* function = job.function;
  starts_ = job.starts;
  cfg_ = {};
  all_frames_.clear();
  frames_.clear();
  locals_.clear();
  local_order_.clear();
  reserved_.clear();
  guards_.clear();
  held_.clear();
  evaluated_.clear();
  evaluated_structs_.clear();
  open_choices_ = 0;
  open_activations_.clear();
  instances_.clear();
  incoming_.clear();
  outside_so_far_.clear();
  procedure_name_ = job.name;
  gcl::Procedure procedure;
  procedure.name = procedure_name_;
  procedure.range =
      unit_.place(clang::SourceRange(function->getBeginLoc(), function->getLocation()));
  here_ = procedure.range;
  start(new_block(procedure.range));
  cfg_.entry = current_;
  auto owned = std::make_unique<Frame>();
  Frame& root = *owned;
  root.function = function;
  root.result_stem = "result";
  for (int i = 2; names_taken_.contains(root.result_stem); ++i) {
    root.result_stem = "result$" + std::to_string(i);
  }
  reserved_.insert(root.result_stem);
  all_frames_.push_back(std::move(owned));
  frames_.push_back(&root);
  root.end = new_block(procedure.range);
  if (function->hasBody()) {
    if (runs_first(function)) {
      initialise_globals();
    } else {
      start_anywhere();
    }
    create_objects();
    begin_activation();
    declare_parameters(root, procedure);
    declare_results(root, procedure);
    contract_clauses(function, procedure);
    acsl_->enter_function();
    const bool first = starts_run(function);
    if (first) initialise_state();
    if (first) root_event(function, slic::Moment::Entry);
    lower(function->getBody());
    // Control that falls off the end of main returns 0.
    if (is_main(function) && function->getReturnType()->isIntegerType()) {
      write(result_location(root), number(0), here_);
    }
    jump(root.end);
    start(root.end);
    here_ = procedure.range;
    if (first) root_event(function, slic::Moment::Exit);
    if (runs_first(function)) need_no_leak(here_);
    end_activation();
    end_with(gcl::Finish{});
    acsl_->finish_function();
    const bool from_outside = starts_run(function) && !call_graph_.called(function);
    if (from_outside && !runs_first(function)) assume_old_pointers();
    inlined_blocks_ += cfg_.blocks.size();
    finish_activations();
    gcl::make_reducible(context_, cfg_, [this] { return temporary("jump"); });
    procedure.body = gcl::structure(context_, std::move(cfg_), "L", diagnostics_);
    if (!procedure.body) procedure.body = gcl::Block{};  // reported
  } else {
    declare_parameters(root, procedure);
    declare_results(root, procedure);
    contract_clauses(function, procedure);
  }
  procedure.locals = local_order_;
  lowered_.procedures.push_back(procedure.name);
  lowered_.program.procedures.push_back(std::move(procedure));
}

/// One that strangers may call, or that is not followed into: in any state the file's own code and
/// strangers can have made.
void Lowering::start_anywhere() {
  const auto objects = static_cast<std::int64_t>(points_to_.objects().size());
  emit_assume(gcl::mk_lt(context_, number(objects), next_object()), here_);
  assume_globals(here_);
  assume_unwritten();
  assume_sizes();
}

/// What nobody writes to has its first value in every state: constants, and static variables.
void Lowering::assume_unwritten() {
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var == nullptr || !var->getType()->isIntegralOrEnumerationType() || !is_used(var)) continue;
    if (var->getType().isVolatileQualified()) continue;
    const clang::VarDecl* defined = var->getDefinition();
    if (defined == nullptr || !defined->hasInit() || defined != var) continue;
    if (!var->getType().isConstQualified()) {
      const clang::VarDecl* known = var->getCanonicalDecl();
      if (var->isExternallyVisible() || points_to_.address_taken(known)) continue;
      const bool assigned =
          std::ranges::any_of(defined_functions(ast_), [&](const clang::FunctionDecl* function) {
            return facts_of(function).assigned.contains(known);
          });
      if (assigned) continue;
    }
    const Location at = variable(var);
    const auto value = constant(defined->getInit());
    if (!value || !at.indices.empty() || points_to_.storage(at.node).only == nullptr) continue;
    emit_assume(gcl::mk_eq(context_, read_part(at, Part::Value), *value), here_);
  }
}

/// It existed before the function began: it is nothing that is made later, and no local variable.
Expr Lowering::existed_before(Expr object) {
  std::vector<Expr> facts = {gcl::mk_lt(context_, object, next_object())};
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& one = points_to_.objects()[i];
    if (one.variable != nullptr && one.variable->hasGlobalStorage()) continue;
    if (one.variable != nullptr && !points_to_.address_taken(one.variable)) continue;
    if (one.kind == Object::Kind::Outside || one.kind == Object::Kind::String || one.many) continue;
    const Expr is_it = gcl::mk_eq(context_, object, number(static_cast<std::int64_t>(i + 1)));
    facts.push_back(gcl::mk_not(context_, is_it));
  }
  return gcl::mk_and(context_, facts);
}

/// The pointers that memory holds when a stranger calls. Said at the beginning, once it is known
/// what memory the function speaks of.
void Lowering::assume_old_pointers() {
  const bool makes_objects = std::ranges::any_of(points_to_.objects(), [&](const Object& object) {
    if (object.kind == Object::Kind::Allocation) return true;
    return object.variable != nullptr && !object.variable->hasGlobalStorage() &&
           points_to_.address_taken(object.variable);
  });
  if (!makes_objects) return;
  std::vector<gcl::Stmt> facts;
  for (const auto& [name, node] : memory_nodes_) {
    const clang::QualType type = points_to_.type_of(node);
    if (type.isNull() || !type->isPointerType() || type->isFunctionPointerType()) continue;
    if (name.find("$off") != std::string::npos) continue;
    const Expr memory = globals_.at(name);
    std::vector<Expr> bound;
    Expr value = memory;
    while (value.sort().is_map()) {
      bound.push_back(context_.bound_var("k" + std::to_string(bound.size()), context_.int_sort()));
      value = context_.make(gcl::Kind::Select, {value, bound.back()});
    }
    if (!value.sort().is_int()) continue;
    Expr fact = existed_before(value);
    if (!bound.empty()) fact = context_.make_quantifier(gcl::Kind::Forall, bound, {{value}}, fact);
    facts.push_back(gcl::make_assume({fact, here_}));
  }
  auto& begin = cfg_.blocks[cfg_.entry].statements;
  begin.insert(begin.begin(), facts.begin(), facts.end());
}

/// Is there one for every activation?
bool Lowering::has_own_object(const clang::VarDecl* var) {
  if (var->hasGlobalStorage()) return false;
  const std::size_t number_of_object =
      points_to_.object_number(points_to_.variable(var->getCanonicalDecl()));
  return number_of_object > 0 && points_to_.objects()[number_of_object - 1].many;
}

/// The variables of this activation that others of the same function must not be taken for. At once
/// on entry: a jump may pass by a declaration.
void Lowering::create_objects() {
  const clang::FunctionDecl* function = frame().function;
  if (!call_graph_.reentrant(function)) return;
  std::vector<const clang::VarDecl*> variables(function->param_begin(), function->param_end());
  for_each_child(function->getBody(), [&](const clang::Stmt* s) {
    const auto* declaration = dyn_cast<clang::DeclStmt>(s);
    if (declaration == nullptr) return;
    for (const clang::Decl* d : declaration->decls()) {
      if (const auto* var = dyn_cast<clang::VarDecl>(d)) variables.push_back(var);
    }
  });
  for (const clang::VarDecl* var : variables) {
    if (!has_own_object(var)) continue;
    const Expr next = next_object();
    const Expr object = saved(next, here_, "new");
    emit_assign(next, gcl::mk_add(context_, next, number(1)), here_);
    frame().objects[var->getCanonicalDecl()] = object;
    const std::size_t index = points_to_.object_number(points_to_.variable(var)) - 1;
    if (const auto bytes = bytes_of_object(index)) note_bytes(object, number(*bytes));
  }
}

void Lowering::declare_parameters(Frame& root, gcl::Procedure& procedure) {
  const clang::FunctionDecl* function = root.function;
  const bool has_body = function->hasBody();
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    here_ = unit_.place(parameter->getSourceRange());
    const Location at = variable(parameter);
    const bool is_struct = parameter->getType()->isRecordType();
    const bool assigned = has_body && facts_of(function).assigned.contains(at.variable);
    const bool copied =
        is_struct || assigned || lives_in_memory(at.variable) || !at.indices.empty();
    std::vector<Expr> incoming;
    const auto add = [&](const Location& one, Part part, gcl::Sort sort) {
      std::string name = at.stem + one.path + suffix(part);
      for (int i = 2; locals_.contains(copied ? name + "$in" : name); ++i) {  // cells have no names
        name = at.stem + one.path + suffix(part) + "$" + std::to_string(i);
      }
      if (copied) name += "$in";
      const Expr var = context_.var(name, sort);
      locals_.emplace(name, var);
      incoming.push_back(var);
      procedure.parameters.push_back({var, here_});
      if (!copied) note_name(var, one, part, points_to_.storage(one.node), true);
      // Facts of the model, not demands on callers: assumed in the body.
      const bool plain = one.type->isIntegralOrEnumerationType() && sort.is_int() &&
                         !(is_struct && points_to_.is_flat(one.node));
      if (part == Part::Value && plain && has_body) {
        const Expr fits = arithmetic_.in_range(var, int_type(one.type, {}));
        if (!fits.is_true()) emit_assume(fits, here_);
      }
    };
    if (is_struct) {
      for_each_leaf(
          at, [&](const Location& one, Part part) { add(one, part, sort_of_part(one, part)); });
      std::size_t next = 0;
      if (has_body) {
        for_each_leaf(at, [&](const Location& one, Part part) {
          write_part(one, part, incoming[next++], here_);
        });
      }
    } else {
      add(at, Part::Value, sort_of(at.type));
      const std::size_t parts = at.type->isPointerType() ? pointer_parts(at) : 0;
      for (std::size_t i = 0; i < parts; ++i) {
        add(at, static_cast<Part>(i + 1), context_.int_sort());
      }
      if (copied && has_body && at.type->isPointerType()) {
        Pointer value{incoming[0], parts > 0 ? incoming[1] : Expr()};
        if (parts > 1) value.outer.assign(incoming.begin() + 2, incoming.end());
        write_pointer(at, value, here_);
      } else if (copied && has_body) {
        write(at, incoming[0], here_);
      }
    }
    const bool is_pointer =
        parameter->getType()->isPointerType() && !parameter->getType()->isFunctionPointerType();
    const bool from_outside = has_body && starts_ && !call_graph_.called(function);
    if (is_pointer && from_outside) outside_pointer(at, incoming);
    if (is_pointer && has_body && has_contract(function)) assume_own_objects(function, incoming);
    if (runs_first(function) && parameter == function->getParamDecl(0) &&
        parameter->getType()->isIntegerType()) {
      emit_assume(gcl::mk_le(context_, number(0), incoming[0]), here_);  // argc
    }
    incoming_[at.variable] = incoming;
  }
}

/// What a stranger hands in is null, one of his own objects (they have negative numbers), or a
/// variable of this file that may be in the same class. Where an object begins is a matter of
/// counting: the first pointer into it may as well point to index 0. Only for functions that
/// nobody in this file calls.
void Lowering::outside_pointer(const Location& at, const std::vector<Expr>& incoming) {
  const NodeId target = points_to_.find(points_to_.pointee(at.node));
  std::vector<Expr> possible = {gcl::mk_le(context_, incoming[0], number(0))};
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    if (object.kind == Object::Kind::Outside) continue;
    // Locals do not exist yet.
    if (object.variable != nullptr && !object.variable->hasGlobalStorage()) continue;
    if (points_to_.reaches(object.root, target)) {
      possible.push_back(
          gcl::mk_eq(context_, incoming[0], number(static_cast<std::int64_t>(i + 1))));
    }
  }
  emit_assume(gcl::mk_or(context_, possible), here_);
  if (incoming.size() < 2) return;
  std::vector<Expr> aligned = {gcl::mk_eq(context_, incoming[1], number(0)),
                               gcl::mk_lt(context_, number(0), incoming[0])};
  for (const auto& [node, object] : outside_so_far_) {
    aligned.push_back(gcl::mk_eq(context_, incoming[0], object));
  }
  outside_so_far_.emplace_back(target, incoming[0]);
  emit_assume(gcl::mk_or(context_, aligned), here_);
}

void Lowering::declare_results(const Frame& root, gcl::Procedure& procedure) {
  const clang::QualType type = root.function->getReturnType();
  if (type->isVoidType()) return;
  here_ = procedure.range;
  const Location at = result_location(root);
  for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    const Expr var = leaf(one, part, keys);
    const bool known =
        std::ranges::any_of(procedure.results, [&](const gcl::VarDecl& d) { return d.var == var; });
    if (known) return;
    procedure.results.push_back({var, here_});
    std::erase_if(local_order_, [&](const gcl::VarDecl& d) { return d.var == var; });
  });
}

void Lowering::initialise_globals() {
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    if (const auto* var = dyn_cast<clang::VarDecl>(d)) initialise_global(var);
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      const auto* declaration = dyn_cast<clang::DeclStmt>(s);
      if (declaration == nullptr) return;
      for (const clang::Decl* one : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(one);
        if (var != nullptr && var->isStaticLocal()) initialise_global(var);
      }
    });
  }
  here_ = unit_.place(ast_.getTranslationUnitDecl()->getLocation());
  const auto count = static_cast<std::int64_t>(points_to_.objects().size());
  emit_assign(next_object(), number(count + 1), here_);
  initialised_.clear();
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) note_size(i);
  initialise_lives();
}

void Lowering::initialise_global(const clang::VarDecl* var) {
  if (!is_used(var)) return;
  const clang::VarDecl* defined = var;
  if (!var->isStaticLocal()) {
    defined = var->getDefinition();
    if (defined == nullptr) defined = var->getActingDefinition();
    if (defined == nullptr) {  // extern: any value of its type
      const Location at = variable(var);
      if (!var->getType()->isIntegralOrEnumerationType() || !at.indices.empty()) return;
      here_ = unit_.place(var->getSourceRange());
      emit_assume(arithmetic_.in_range(read_part(at, Part::Value), int_type(at.type, {})), here_);
      return;
    }
    if (!initialised_.insert(var->getCanonicalDecl()).second) return;
  }
  here_ = unit_.place(var->getSourceRange());
  const Location at = variable(defined);
  if (defined->hasInit()) {
    initialise(at, defined->getInit());
  } else {
    zero(at);
  }
}

void Lowering::finish_modifies() {
  gcl::Program& program = lowered_.program;
  for (const auto& [name, var] : globals_) program.globals.push_back({var, {}});
  std::map<std::string, std::set<std::string>> changed;
  const auto note = [&](const std::string& procedure, Expr target) {
    if (globals_.contains(target.name())) changed[procedure].insert(target.name());
  };
  for (const gcl::Procedure& procedure : program.procedures) {
    if (acsl_->changes_everything(procedure.name)) {
      for (const auto& [name, var] : globals_) {
        const bool ours = name == "object$next" || name == "object$size" || is_state(name);
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
    for (const auto& [caller, callees] : calls_) {
      for (const std::string& callee : callees) {
        const std::set<std::string> theirs = changed[callee];
        for (const std::string& name : theirs) grown |= changed[caller].insert(name).second;
      }
    }
  }
  acsl_->finish_logic(program);
  acsl_->finish_frames(program, changed);
  for (gcl::Procedure& procedure : program.procedures) {
    procedure.modifies.clear();
    for (const std::string& name : changed[procedure.name]) {
      procedure.modifies.push_back(globals_.at(name));
    }
    const auto next = globals_.find("object$next");
    if (options_.calls == Calls::Keep && next != globals_.end() &&
        !changed[procedure.name].contains("object$next")) {
      forget_object_count(procedure, next->second);
    }
  }
}

/// After something unknown ran: globals are still of their types.
void Lowering::assume_globals(const SourceRange& range) {
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var == nullptr || !is_used(var)) continue;
    const clang::QualType type = var->getType();
    if (!type->isIntegralOrEnumerationType() && !type->isRecordType()) continue;
    if (type->isIncompleteType()) continue;
    assume_in_range(variable(var), range);
  }
}

/// The integers that are IL variables; of cells of maps it is said where they are read.
void Lowering::assume_in_range(const Location& at, const SourceRange& range) {
  if (points_to_.is_flat(at.node) || at.type->isArrayType()) return;
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (!member->isUnnamedBitfield()) assume_in_range(field(at, member), range);
    }
    return;
  }
  const bool own = at.indices.empty() && points_to_.storage(at.node).only != nullptr;
  if (!own || !at.type->isIntegralOrEnumerationType()) return;
  const Expr fits = arithmetic_.in_range(read_part(at, Part::Value), stored_type(at));
  if (!fits.is_true()) emit_assume(fits, range);
}

// ---- small things ---------------------------------------------------------------------------

BlockId Lowering::new_block(const SourceRange& range) {
  cfg_.blocks.emplace_back();
  cfg_.blocks.back().range = range;
  return cfg_.blocks.size() - 1;
}

void Lowering::end_with(decltype(gcl::BasicBlock::end) end) {
  save_held();
  cfg_.blocks[current_].end = std::move(end);
}

void Lowering::jump(BlockId target) { end_with(gcl::Goto{target}); }

void Lowering::emit(gcl::Stmt stmt) {
  save_held(stmt);
  refuse_under_guards(stmt);
  cfg_.blocks[current_].statements.push_back(std::move(stmt));
}

void Lowering::emit_assign(Expr target, Expr value, const SourceRange& range) {
  emit(gcl::make_assign({{target, value}}, range));
}

void Lowering::emit_assume(Expr condition, const SourceRange& range) {
  const Expr guarded = gcl::mk_implies(context_, gcl::mk_and(context_, guards_), condition);
  if (!guarded.is_true()) emit(gcl::make_assume({guarded, range}));
}

void Lowering::emit_assert(Expr condition, const SourceRange& range, std::string label) {
  const Expr guarded = gcl::mk_implies(context_, gcl::mk_and(context_, guards_), condition);
  emit(gcl::Stmt{gcl::Assert{{guarded, range}, {}, std::move(label)}, range});
}

void Lowering::need(Expr condition, Hazard hazard) {
  if (options_.checks.contains(hazard)) {
    emit_assert(condition, here_, to_string(hazard));
  } else {
    emit_assume(condition, here_);
  }
}

Expr Lowering::local(const std::string& name, gcl::Sort sort) {
  const auto found = locals_.find(name);
  if (found != locals_.end()) return found->second;
  const Expr var = context_.var(name, sort);
  locals_.emplace(name, var);
  local_order_.push_back({var, here_});
  return var;
}

Expr Lowering::global(const std::string& name, gcl::Sort sort) {
  const auto found = globals_.find(name);
  if (found != globals_.end()) return found->second;
  names_taken_.insert(name);
  return globals_.emplace(name, context_.var(name, sort)).first->second;
}

std::string Lowering::unique_name(const std::string& wanted) {
  std::string name = gcl::is_reserved(wanted) ? wanted + "$" : wanted;
  const std::string base = name;
  for (int i = 2; !names_taken_.insert(name).second; ++i) name = base + "$" + std::to_string(i);
  return name;
}

Expr Lowering::temporary(const char* stem, gcl::Sort sort) {
  const std::string name = std::string(stem) + "$" + std::to_string(++temporaries_);
  lasting_.insert(name);
  return local(name, sort ? sort : context_.int_sort());
}

Expr Lowering::saved(Expr value, const SourceRange& range, const char* stem) {
  if (value.is(gcl::Kind::IntConst) || value.is(gcl::Kind::RealConst)) return value;
  const Expr var = temporary(stem, value.sort());
  emit_assign(var, value, range);
  return var;
}

IntType Lowering::int_type(clang::QualType type, clang::SourceRange where) {
  if (!type->isIntegralOrEnumerationType()) {
    refuse(where, "the type '" + type.getAsString() + "'");
  }
  if (type->isBooleanType()) return {1, false, true};
  return {static_cast<unsigned>(ast_.getIntWidth(type)), type->isSignedIntegerOrEnumerationType(),
          false};
}

void Lowering::refuse(clang::SourceRange where, const std::string& message,
                      const std::string& hint) const {
  const SourceRange range = where.isValid() ? unit_.place(where) : here_;
  throw Unsupported{range, message, hint.empty() ? "see frontends/c/SUPPORTED.md" : hint};
}

void Lowering::refuse_here(const std::string& message, const std::string& hint) const {
  throw Unsupported{here_, message, hint};
}

bool Lowering::has_effects(const clang::Stmt* stmt) const {
  bool found = false;
  for_each_child(stmt, [&](const clang::Stmt* s) {
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s)) found |= binary->isAssignmentOp();
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(s)) {
      found |= unary->isIncrementDecrementOp();
    }
    if (isa<clang::StmtExpr>(s)) found = true;
    if (const auto* called = dyn_cast<clang::CallExpr>(s)) {
      const auto kind = builtin(called->getDirectCallee());
      found |= kind != Builtin::Nondet && kind != Builtin::Expect;
    }
    if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(s)) {
      found |= size->getTypeOfArgument()->isVariablyModifiedType();
    }
    if (const auto* cast = dyn_cast<clang::ExplicitCastExpr>(s)) {
      found |= cast->getTypeAsWritten()->isVariablyModifiedType();
    }
    found |= isa<clang::VAArgExpr, clang::CompoundLiteralExpr>(s);
  });
  return found;
}

/// What is evaluated under a condition has no effects, or there would be a branch.
void Lowering::refuse_under_guards(const gcl::Stmt& stmt) const {
  if (guards_.empty()) return;
  const auto lasts = [&](Expr target) { return lasting_.contains(target.name()); };
  bool harmless = true;
  if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
    harmless = std::ranges::all_of(assign->targets, lasts);
  } else if (const auto* havoc = std::get_if<gcl::Havoc>(&stmt.node)) {
    harmless = std::ranges::all_of(havoc->targets, lasts);
  } else {
    harmless = !std::holds_alternative<gcl::Call>(stmt.node);
  }
  if (!harmless) refuse_here("an effect of an operand that may not be evaluated", "use 'if'");
}

bool Lowering::has_calls_or_effects(const clang::Stmt* stmt) const {
  bool found = has_effects(stmt);
  for_each_child(stmt, [&](const clang::Stmt* s) { found |= isa<clang::CallExpr>(s); });
  return found;
}

bool Lowering::is_nondet(const clang::Expr* e) const {
  const auto* called = dyn_cast<clang::CallExpr>(e->IgnoreParenImpCasts());
  return options_.branches == NondetBranches::Free && called != nullptr &&
         builtin(called->getDirectCallee()) == Builtin::Nondet && called->getNumArgs() == 0;
}

std::optional<Lowered> lower(const TranslationUnit& unit, const Options& options,
                             Approximation approximation, gcl::Context& context,
                             Diagnostics& diagnostics) {
  return Lowering(unit, options, approximation, context, diagnostics).run();
}

}  // namespace pawl::frontend::c
