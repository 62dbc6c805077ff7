// SPDX-License-Identifier: Apache-2.0
//
// Which lvalues can be written before a loop, and which IL terms they are. The scope of a loop is
// worked out when its procedure is complete: only then all IL variables are there. Nothing is
// added to the program for it.
#include "frontends/c/back/loop_scopes.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontends/c/back/source_loops.h"
#include "frontends/c/back/visible.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/initial_state.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/types.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using clang::isa_and_nonnull;
using gcl::Expr;

namespace {

std::string address_text(const clang::VarDecl* var) {
  return (var->getType()->isArrayType() ? "" : "&") + var->getNameAsString();
}

/// Pointers are followed this often: p->next->value.
constexpr std::size_t most_followed = 2;
/// Nested arrays and structs beyond it have no names in invariants.
constexpr std::size_t most_pieces = 8;

/// `*p` before something that binds more tightly.
std::vector<std::string> as_operand(std::vector<std::string> pieces) {
  if (!pieces.front().starts_with("*")) return pieces;
  pieces.front().insert(0, "(");
  pieces.back() += ")";
  return pieces;
}

std::vector<std::string> extended(std::vector<std::string> pieces, const std::string& text) {
  pieces.back() += text;
  return pieces;
}

/// `s$field` and `p$off` are parts of s and p; `i$2` is another i.
bool is_part_of(const std::string& name, const std::string& stem) {
  return name.size() > stem.size() + 1 && name.starts_with(stem + "$") &&
         (name[stem.size() + 1] < '0' || name[stem.size() + 1] > '9');
}

/// The address of a variable, for certain.
bool is_variable(const Pointer& pointer) {
  return pointer.object.is(gcl::Kind::IntConst) && pointer.object.text() != "0";
}

const char* keyword_of(const clang::Stmt* loop) {
  if (isa<clang::WhileStmt>(loop)) return "while";
  return isa<clang::ForStmt>(loop) ? "for" : "do";
}

/// Is there a label in the function, or a `break` that ends this loop?
bool has_jumps(const clang::Stmt* loop, const clang::FunctionDecl* function) {
  struct Open {
    const clang::Stmt* stmt;
    bool in_loop;  // a `break` here would be the loop's
  };
  std::vector<Open> work = {{function->getBody(), false}};
  while (!work.empty()) {
    const auto [stmt, in_loop] = work.back();
    work.pop_back();
    if (stmt == nullptr) continue;
    if (isa<clang::LabelStmt>(stmt) || (in_loop && isa<clang::BreakStmt>(stmt))) return true;
    const bool inner = isa<clang::WhileStmt>(stmt) || isa<clang::ForStmt>(stmt) ||
                       isa<clang::DoStmt>(stmt) || isa<clang::SwitchStmt>(stmt);
    for (const clang::Stmt* child : stmt->children()) {
      work.push_back({child, stmt == loop || (in_loop && !inner)});
    }
  }
  return false;
}

/// In the block that the loop stands in.
const clang::Stmt* sibling_after(const clang::Stmt* loop, const clang::Stmt* body) {
  std::vector<const clang::Stmt*> work = {body};
  while (!work.empty()) {
    const clang::Stmt* stmt = work.back();
    work.pop_back();
    if (stmt == nullptr) continue;
    const clang::Stmt* previous = nullptr;
    for (const clang::Stmt* child : stmt->children()) {
      if (previous == loop && isa<clang::CompoundStmt>(stmt)) return child;
      previous = child;
      work.push_back(child);
    }
  }
  return nullptr;
}

}  // namespace

LoopScopes::LoopScopes(const Rooms& rooms)
    : unit_(rooms.unit),
      options_(rooms.options),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      lowered_(rooms.lowered),
      code_(rooms.code),
      globals_(rooms.globals),
      types_(rooms.types),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      flat_(rooms.flat),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      lengths_(rooms.lengths),
      initial_(rooms.initial),
      procedures_(rooms.procedures) {}

void LoopScopes::find_sites() {
  const clang::SourceManager& sources = unit_.sources();
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    const auto add = [&](const clang::Stmt* head, const clang::Stmt* loop, const char* keyword) {
      LoopSite site;
      site.place = code_.place(head);
      site.keyword = keyword;
      site.function = function->getNameAsString();
      if (head->getBeginLoc().isMacroID()) {
        site.origin = LoopSite::Origin::Macro;
      } else if (!sources.isInMainFile(head->getBeginLoc())) {
        site.origin = LoopSite::Origin::Include;
      }
      if (site.origin == LoopSite::Origin::Text) find_next(loop, function, site);
      sites_[loop] = lowered_.sites.size();
      lowered_.sites.push_back(std::move(site));
    };
    for (const clang::Stmt* loop : loops_in(function)) add(loop, loop, keyword_of(loop));
    for (const clang::LabelStmt* label : goto_loops_in(function)) {
      add(label->getSubStmt(), label, "goto");
    }
  }
}

/// No jumps but the loop's own end lead there: functions with labels, and loops with `break`, are
/// left alone. The body of `do` runs before its condition, and what a `for` declares ends with it.
void LoopScopes::find_next(const clang::Stmt* loop, const clang::FunctionDecl* function,
                           LoopSite& site) {
  const auto* while_loop = dyn_cast<clang::WhileStmt>(loop);
  const auto* for_loop = dyn_cast<clang::ForStmt>(loop);
  const clang::Expr* condition = while_loop != nullptr ? while_loop->getCond()
                                 : for_loop != nullptr ? for_loop->getCond()
                                                       : nullptr;
  if (condition == nullptr || condition->HasSideEffects(ast_) || has_jumps(loop, function)) return;
  if (for_loop != nullptr && isa_and_nonnull<clang::DeclStmt>(for_loop->getInit())) return;
  const clang::Stmt* next = sibling_after(loop, function->getBody());
  if (next == nullptr || isa<clang::SwitchCase>(next) || next->getBeginLoc().isMacroID() ||
      condition->getBeginLoc().isMacroID() || condition->getEndLoc().isMacroID()) {
    return;
  }
  const SourceRange written = code_.place(condition);
  if (!written.known() || written.begin.line != written.end.line) return;
  const std::string_view line = written.file->line(written.begin.line);
  site.condition =
      std::string(line.substr(written.begin.column - 1, written.end.column - written.begin.column));
  if (site.condition.find_first_of("\"\\/") == std::string::npos) site.next = code_.place(next);
}

std::size_t LoopScopes::note_activation(const clang::Stmt* loop) {
  const auto site = sites_.find(loop);
  if (site == sites_.end()) return 0;  // of a function that is no definition of this file
  open_activations_.push_back({lowered_.activations.size(), loop, &code_.frame()});
  const bool is_root = code_.frame().caller == nullptr;
  lowered_.activations.push_back({site->second, code_.procedure(), is_root, {}});
  return lowered_.activations.size();
}

void LoopScopes::finish_activations() {
  const std::vector<Frame*> frames = code_.frames();
  for (const OpenActivation& open : open_activations_) {
    code_.frames() = {open.frame};  // names are looked up in the frame of the loop
    lowered_.activations[open.index].scope = scope_of(open.loop, *open.frame);
  }
  code_.frames() = frames;
  open_activations_.clear();
  name_for_people();
}

void LoopScopes::name_for_people() {
  std::map<std::string, std::string>& names = lowered_.names_for_people[code_.procedure()];
  const auto add = [&](const std::map<std::string, Expr>& variables, const std::string& stem,
                       const std::string& text, const std::string& where) {
    for (auto at = variables.lower_bound(stem); at != variables.end(); ++at) {
      const std::string& name = at->first;
      if (!name.starts_with(stem)) break;
      if (name.ends_with("$off") || (name != stem && !is_part_of(name, stem))) continue;
      std::string path = name.substr(stem.size());
      std::ranges::replace(path, '$', '.');
      names[name] = text + path + where;
    }
  };
  for (const std::unique_ptr<Frame>& one : code_.all_frames()) {
    const bool is_root = one->caller == nullptr;
    const std::string where = is_root ? "" : " in " + one->function->getNameAsString();
    for (const auto& [var, stem] : one->names)
      add(code_.locals(), stem, var->getNameAsString(), where);
  }
  for (const auto& [var, stem] : memory_.names())
    add(globals_.all(), stem, var->getNameAsString(), "");
  show_to_people();
}

void LoopScopes::show_to_people() {
  SourceScope& shown = lowered_.shown[code_.procedure()];
  for (std::size_t i = 0; i < most_pieces; ++i) {
    shown.holes.push_back(context_.var("hole$" + std::to_string(i), context_.int_sort()));
  }
  const std::vector<Frame*> frames = code_.frames();
  for (const std::unique_ptr<Frame>& one : code_.all_frames()) {
    if (one->caller != nullptr) continue;
    code_.frames() = {one.get()};
    std::set<const clang::VarDecl*> variables;
    std::vector<const clang::VarDecl*> in_order;
    const auto add = [&](const clang::VarDecl* var) {
      if (!variables.insert(var->getCanonicalDecl()).second) return;
      if (var->getType().isVolatileQualified() || !memory_.is_lowered(var, *one)) return;
      in_order.push_back(var);
    };
    for (const auto& [var, stem] : one->names) add(var);
    for (const auto& [var, stem] : memory_.names()) {
      const bool of_others = var->isLocalVarDeclOrParm() &&
                             var->getParentFunctionOrMethod() != one->function &&
                             !var->hasGlobalStorage();
      if (!of_others) add(var);
    }
    // The maps are in the order of addresses; the text's is the same every time.
    std::ranges::sort(in_order, [&](const clang::VarDecl* a, const clang::VarDecl* b) {
      return unit_.sources().isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
    });
    for (const clang::VarDecl* var : in_order) add_variable(var, shown);
  }
  code_.frames() = frames;
}

SourceScope LoopScopes::scope_of(const clang::Stmt* loop, Frame& of) {
  SourceScope scope;
  scope.has_ranges = options_.ints == IntModel::Machine;
  for (std::size_t i = 0; i < most_pieces; ++i) {
    scope.holes.push_back(context_.var("hole$" + std::to_string(i), context_.int_sort()));
  }
  for (const clang::VarDecl* var : visible_at(loop, of.function)) {
    scope.names.insert(var->getNameAsString());
    if (var->getType().isVolatileQualified()) continue;
    const clang::VarDecl* canonical = var->getCanonicalDecl();
    if (of.substituted.contains(canonical) || of.substituted_pointers.contains(canonical)) {
      add_parameter(canonical, of, scope);
    } else if (memory_.is_lowered(var, of)) {
      const std::size_t first = scope.lvalues.size();
      add_variable(var, scope);
      const bool called = of.caller == nullptr && !procedures_.runs_first(of.function);
      for (std::size_t i = first; called && i < scope.lvalues.size(); ++i) {
        Lvalue& one = scope.lvalues[i];
        one.at_call = var->hasGlobalStorage() || (isa<clang::ParmVarDecl>(var) && one.followed);
      }
      const bool lives_once = var->hasGlobalStorage() || of.caller == nullptr;
      const Expr object = lvalues_.object_of(var);  // a number, unless each activation has its own
      if (lives_once && object.is(gcl::Kind::IntConst)) {
        scope.objects.emplace(object.text(), address_text(var));
      }
      if (of.caller == nullptr && initial_.incoming().contains(canonical) &&
          var->getType()->isIntegralOrEnumerationType()) {
        scope.incoming.emplace_back(initial_.incoming().at(canonical).front(),
                                    var->getNameAsString());
      }
    }
  }
  scope.inner = inner_names(loop, of);
  return scope;
}

void LoopScopes::add_variable(const clang::VarDecl* var, SourceScope& scope) {
  const std::size_t before = scope.lvalues.size();
  try {
    add_lvalues(lvalues_.variable(var), {var->getNameAsString()}, {}, {}, scope);
  } catch (const Unsupported&) {  // it has a part that has no meaning here; nobody read it
    scope.lvalues.resize(before);
  }
}

/// A parameter that is just a term of the caller, for as long as the call lasts.
void LoopScopes::add_parameter(const clang::VarDecl* parameter, Frame& of, SourceScope& scope) {
  const std::string name = parameter->getNameAsString();
  const auto value = of.substituted.find(parameter);
  if (value != of.substituted.end()) {
    if (value->second.is(gcl::Kind::IntConst)) return;
    Lvalue lvalue;
    lvalue.pieces = {name};
    lvalue.value = value->second;
    if (!parameter->getType()->isIntegralOrEnumerationType()) return;
    lvalue.type = types_.int_type(parameter->getType(), {});
    lvalue.through = gcl::free_vars(value->second);
    scope.lvalues.push_back(std::move(lvalue));
    return;
  }
  Location at;
  at.node = points_to_.variable(parameter);
  at.type = parameter->getType();
  const Pointer& pointer = of.substituted_pointers.at(parameter);
  Lvalue lvalue;
  lvalue.pieces = {name};
  lvalue.value = pointer.object;
  lvalue.is_pointer = true;
  lvalue.has_offset = bool(pointer.offset);
  lvalue.through = gcl::free_vars(pointer.object);
  scope.lvalues.push_back(std::move(lvalue));
  add_pointee(pointer, at, {name}, {1, is_variable(pointer), {pointer.object}}, scope);
}

void LoopScopes::add_lvalues(const Location& at, std::vector<std::string> pieces,
                             std::vector<Expr> extents, Reach reach, SourceScope& scope) {
  if (at.type.isVolatileQualified() || pieces.size() >= most_pieces) return;
  if (points_to_.is_flat(at.node)) return;
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    if (record->isUnionType()) return;
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (member->isBitField() || member->getName().empty()) continue;
      const std::string name = "." + member->getNameAsString();
      add_lvalues(lvalues_.field(at, member), extended(pieces, name), extents, reach, scope);
    }
    return;
  }
  if (at.type->isArrayType()) {
    extents.push_back(lengths_.lasting_extent(at));
    const Location inner = lvalues_.element(at, scope.holes[pieces.size() - 1], at.type);
    pieces.back() += "[";
    pieces.emplace_back("]");
    add_lvalues(inner, std::move(pieces), std::move(extents), reach, scope);
    return;
  }
  const bool scalar = at.type->isIntegralOrEnumerationType() || at.type->isPointerType();
  if (scalar) add_leaf(at, pieces, extents, reach, scope);
}

/// Of the object that it surely points to the start of.
Expr LoopScopes::extent_behind(const Pointer& pointer) {
  const bool at_start = pointer.offset && pointer.offset == code_.number(0);
  if (!is_variable(pointer) || !at_start) return {};
  const std::size_t object = std::stoul(pointer.object.text()) - 1;
  if (object >= points_to_.objects().size()) return {};
  const std::optional<std::int64_t> size = objects_.size_of_object(object);
  return size ? code_.number(*size) : Expr();
}

/// Is it this IL term even if a pointer on the way is null? What is found through it is what it
/// points to if the object is one of the keys, if the index counts from where it points, or if it
/// is known to be the address of a variable.
bool LoopScopes::is_exact(const Location& at, const Lvalue& lvalue, Reach reach) {
  if (reach.followed == 0 || reach.is_variable) return true;
  const Storage& storage = points_to_.storage(at.node);
  if (storage.only == nullptr && storage.by_object) return true;
  return std::ranges::any_of(lvalue.keys, [](Expr key) {
    return key.is(gcl::Kind::Add) &&
           std::ranges::count_if(key.args(), [](Expr e) { return e.is(gcl::Kind::Var); }) > 1;
  });
}

void LoopScopes::add_leaf(const Location& at, const std::vector<std::string>& pieces,
                          const std::vector<Expr>& extents, Reach reach, SourceScope& scope) {
  const bool number_type = at.type->isIntegralOrEnumerationType();
  if (number_type && !(flat_.stored_type(at) == types_.int_type(at.type, {}))) return;
  Lvalue lvalue;
  lvalue.pieces = pieces;
  lvalue.followed = reach.followed > 0;
  lvalue.extents = extents;
  lvalue.value = memory_.existing_leaf(at, Part::Value, lvalue.keys);
  if (!lvalue.value) return;
  if (!is_exact(at, lvalue, reach)) lvalue.not_null = reach.objects;
  lvalue.sure = reach.is_variable;
  std::vector<Expr> on_the_way = lvalue.keys;
  on_the_way.insert(on_the_way.end(), reach.objects.begin(), reach.objects.end());
  lvalue.through = gcl::free_vars(on_the_way);
  lvalue.is_pointer = at.type->isPointerType();
  if (!lvalue.is_pointer) lvalue.type = types_.int_type(at.type, {});
  const bool data_pointer = lvalue.is_pointer && !at.type->isFunctionPointerType();
  if (data_pointer) {
    std::vector<Expr> keys;
    lvalue.offset = memory_.existing_leaf(at, Part::Offset, keys);
    lvalue.has_offset = bool(lvalue.offset);
  }
  scope.lvalues.push_back(std::move(lvalue));
  if (!data_pointer || reach.followed == most_followed) return;
  std::vector<Expr> keys;
  const auto part = [&](Part which) {
    keys.clear();
    Expr value = memory_.existing_leaf(at, which, keys);
    for (const Expr key : keys)
      value = value ? context_.make(gcl::Kind::Select, {value, key}) : value;
    return value;
  };
  Pointer pointer{part(Part::Value), Expr()};
  const std::size_t rank = points_to_.rank(points_to_.pointee(at.node));
  if (rank > 1) return;  // several indices: there is no name for what it points to
  if (rank > 0 && !(pointer.offset = part(Part::Offset))) return;
  reach.objects.push_back(pointer.object);
  add_pointee(pointer, at, pieces, {reach.followed + 1, is_variable(pointer), reach.objects},
              scope);
}

void LoopScopes::add_pointee(const Pointer& pointer, const Location& of,
                             const std::vector<std::string>& written, Reach reach,
                             SourceScope& scope) {
  const std::vector<std::string> pieces = as_operand(written);
  const clang::QualType type = of.type->getPointeeType();
  if (type->isVoidType() || type->isFunctionType() || type->isIncompleteType()) return;
  if (pieces.size() + 1 >= most_pieces || !pointer.outer.empty()) return;
  const NodeId node = points_to_.pointee(of.node);
  if (!points_to_.conflict(node).empty()) return;
  const clang::QualType stored = points_to_.type_of(node);
  if (stored.isNull() || !ast_.hasSameUnqualifiedType(stored, type)) return;
  Location at;
  at.node = node;
  at.type = type;
  at.object = pointer.object;
  if (points_to_.rank(node) == 0) {
    const bool is_record = type->isRecordType();
    if (!is_record) {
      if (type->isArrayType()) return;
      std::vector<std::string> text = pieces;
      text.front().insert(0, "*");
      add_lvalues(at, text, {}, reach, scope);
      return;
    }
    for (const clang::FieldDecl* member : type->getAs<clang::RecordType>()->getDecl()->fields()) {
      if (member->isBitField() || member->getName().empty() || type->isUnionType()) continue;
      add_lvalues(lvalues_.field(at, member), extended(pieces, "->" + member->getNameAsString()),
                  {}, reach, scope);
    }
    return;
  }
  if (points_to_.rank(node) != 1 || !pointer.offset) return;
  if (points_to_.is_flat(node)) return;
  at.indices = {pointers_.moved(pointer, scope.holes[pieces.size() - 1], node, type).offset};
  std::vector<std::string> text = extended(pieces, "[");
  text.emplace_back("]");
  std::vector<Expr> extents(text.size() - 1);
  extents.back() = extent_behind(pointer);
  const std::size_t first = scope.lvalues.size();
  add_lvalues(at, std::move(text), std::move(extents), reach, scope);
  for (std::size_t i = first; i < scope.lvalues.size(); ++i) {
    Lvalue& one = scope.lvalues[i];
    if (one.pointer_hole == static_cast<std::size_t>(-1)) one.pointer_hole = pieces.size() - 1;
  }
}

/// Everything but what somebody can see who stands before the loop.
std::set<std::string> LoopScopes::inner_names(const clang::Stmt* loop, const Frame& of) {
  std::set<std::string> inner;
  for (const auto& [name, var] : code_.locals()) inner.insert(name);
  for (const char* name :
       {"object$next", "object$size", "object$state", "object$allocated", printed_variable})
    inner.insert(name);
  std::set<const clang::FunctionDecl*> active;
  const auto visible = [&](const clang::VarDecl* var, const Frame& frame) {
    return &frame != &of || !declared_in(var, loop) || isa<clang::ParmVarDecl>(var);
  };
  const auto declared_by_loop = [&](const clang::VarDecl* var) {
    const auto* for_loop = dyn_cast<clang::ForStmt>(loop);
    return for_loop != nullptr && for_loop->getInit() != nullptr &&
           declared_in(var, for_loop->getInit());
  };
  for (const Frame* frame = &of; frame != nullptr; frame = frame->caller) {
    active.insert(frame->function);
    for (const auto& [var, stem] : frame->names) {
      if (!visible(var, *frame) && !declared_by_loop(var)) continue;
      std::erase_if(inner, [&own = stem](const std::string& name) {
        return name == own || is_part_of(name, own);
      });
    }
  }
  for (const auto& [var, name] : memory_.names()) {
    if (var->hasGlobalStorage()) continue;
    const auto* function = dyn_cast<clang::FunctionDecl>(var->getDeclContext());
    const bool alive = function != nullptr && std::ranges::any_of(active, [&](const auto* one) {
                         return one->getCanonicalDecl() == function->getCanonicalDecl();
                       });
    const bool of_body = function != nullptr &&
                         of.function->getCanonicalDecl() == function->getCanonicalDecl() &&
                         declared_in(var, loop) && !declared_by_loop(var);
    if (alive && !of_body) continue;
    inner.insert(name);
    for (const auto& [part, unused] : globals_.all()) {
      if (is_part_of(part, name)) inner.insert(part);
    }
  }
  return inner;
}

}  // namespace pawl::frontend::c
