// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/call_graph.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "frontends/c/lower/library.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

/// A program may be this large, in statements and expressions of C, with all calls inlined, or so
/// many times as large as its text. Beyond, functions larger than a part that are called from
/// several places become procedures.
constexpr std::size_t small_program = 40'000;
constexpr std::size_t expansion = 4;
constexpr std::size_t part = 1'500;
constexpr std::size_t no_end = 1'000'000'000;

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

/// Is a pointer to a function somewhere in a value of this type, or the value one itself?
bool holds_function_pointer(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isFunctionPointerType()) return true;
  if (const auto* array = type->getAsArrayTypeUnsafe()) {
    return holds_function_pointer(array->getElementType());
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return false;
  return llvm::any_of(record->getDecl()->fields(), [](const clang::FieldDecl* field) {
    return holds_function_pointer(field->getType());
  });
}

bool points_to_function_pointer(clang::QualType type) {
  return type->isPointerType() && holds_function_pointer(type->getPointeeType());
}

/// match: a cast that makes a pointer to a function of what is none, or lets one be written as
/// something else
bool makes_function_pointer(const clang::CastExpr* cast) {
  const clang::QualType to = cast->getType();
  const clang::QualType from = cast->getSubExpr()->getType();
  if (cast->getCastKind() == clang::CK_IntegralToPointer) return to->isFunctionPointerType();
  if (cast->getCastKind() != clang::CK_BitCast) return false;
  if (to->isFunctionPointerType()) return !from->isFunctionPointerType();
  if (points_to_function_pointer(from)) {
    return !to->isVoidPointerType() && !points_to_function_pointer(to);
  }
  return points_to_function_pointer(to) && !from->isVoidPointerType();
}

bool same_but_for_qualifiers(clang::ASTContext& ast, clang::QualType a, clang::QualType b) {
  a = a.getCanonicalType().getUnqualifiedType();
  b = b.getCanonicalType().getUnqualifiedType();
  return a == b || ast.typesAreCompatible(a, b);
}

}  // namespace

const clang::FunctionDecl* definition(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = nullptr;
  if (function->isDefined(defined)) return defined;
  return function->getCanonicalDecl();
}

bool is_main(const clang::FunctionDecl* function) {
  return function->getIdentifier() != nullptr && function->getName() == "main";
}

bool is_variadic_helper(const clang::FunctionDecl* function) {
  if (function == nullptr || !function->getIdentifier()) return false;
  const llvm::StringRef name = function->getName();
  return name == "__builtin_va_start" || name == "__builtin_va_end" ||
         name == "__builtin_va_copy" || name == "__va_start";
}

bool may_be_called_as(const clang::FunctionDecl* function, const clang::CallExpr* call,
                      clang::ASTContext& ast) {
  const auto* pointer = call->getCallee()->getType()->getAs<clang::PointerType>();
  const auto* type =
      pointer != nullptr ? pointer->getPointeeType()->getAs<clang::FunctionType>() : nullptr;
  if (type == nullptr) return true;
  if (!same_but_for_qualifiers(ast, type->getReturnType(), function->getReturnType())) return false;
  const auto* known = dyn_cast<clang::FunctionProtoType>(type);
  const auto* own = function->getType()->getAs<clang::FunctionProtoType>();
  // Without a prototype nothing is checked by the compiler; whether it fits, the call shows.
  if (known == nullptr || own == nullptr) return true;
  if (known->getNumParams() != own->getNumParams() || known->isVariadic() != own->isVariadic()) {
    return false;
  }
  for (unsigned i = 0; i < known->getNumParams(); ++i) {
    if (!same_but_for_qualifiers(ast, known->getParamType(i), own->getParamType(i))) return false;
  }
  return true;
}

void CallGraph::build(World world) {
  world_ = std::move(world);
  for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function != nullptr && function->isThisDeclarationADefinition()) {
      defined_.push_back(function);
    }
  }
  number_functions();
  find_calls();
  find_strange_pointers();
  find_callbacks();
  recursive_ = on_cycles(calls_);
  Edges with_strangers = calls_;
  for (const clang::FunctionDecl* function : to_strangers_) {
    with_strangers[function].insert(callbacks_.begin(), callbacks_.end());
  }
  reentrant_ = on_cycles(with_strangers);
  called_.insert(numbered_.begin(), numbered_.end());
  called_.insert(callbacks_.begin(), callbacks_.end());
  outline();
}

void CallGraph::number_functions() {
  for (const clang::FunctionDecl* function : defined_) {
    std::set<const clang::Expr*> callees;
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      if (const auto* call = dyn_cast<clang::CallExpr>(s)) {
        callees.insert(call->getCallee()->IgnoreParenImpCasts());
      }
    });
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      const auto* name = dyn_cast<clang::DeclRefExpr>(s);
      if (name != nullptr && !callees.contains(name)) number(name->getDecl());
    });
  }
  for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var == nullptr || !var->hasInit()) continue;
    for_each_child(var->getInit(), [&](const clang::Stmt* s) {
      if (const auto* name = dyn_cast<clang::DeclRefExpr>(s)) number(name->getDecl());
    });
  }
  std::ranges::sort(numbered_, [&](const auto* a, const auto* b) {
    return unit_.sources().isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
  });
}

void CallGraph::number(const clang::ValueDecl* declaration) {
  const auto* function = dyn_cast<clang::FunctionDecl>(declaration);
  if (function == nullptr) return;
  function = definition(function);
  if (std::ranges::find(numbered_, function) == numbered_.end()) numbered_.push_back(function);
}

CallGraph::Functions CallGraph::targets(const clang::CallExpr* call) const {
  Functions found;
  for (const clang::FunctionDecl* one : numbered_) {
    if (may_be_called_as(one, call, unit_.ast())) found.push_back(one);
  }
  return found;
}

/// The functions of the C library that take no function do not run any, and do not know the
/// variables of the file.
bool CallGraph::is_stranger(const clang::FunctionDecl* function) const {
  const clang::FunctionDecl* known = definition(function);
  if (skipped_.contains(known)) return true;
  if (known->hasBody() || world_.contracted.contains(known->getCanonicalDecl())) return false;
  if (builtin(known) || is_variadic_helper(known)) return false;
  if (world_.watched.contains(known->getNameAsString())) return false;
  if (known->hasAttr<clang::ConstAttr>()) return false;
  const bool of_library =
      known->getBuiltinID() != 0 || unit_.sources().isInSystemHeader(known->getLocation());
  if (!of_library) return true;
  return llvm::any_of(known->parameters(), [](const clang::ParmVarDecl* parameter) {
    return holds_function_pointer(parameter->getType()) ||
           points_to_function_pointer(parameter->getType());
  });
}

void CallGraph::find_calls() {
  for (const clang::FunctionDecl* function : defined_) {
    std::size_t& size = size_[function];
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      ++size;
      has_assembly_ |= isa<clang::AsmStmt>(s);
      const auto* call = dyn_cast<clang::CallExpr>(s);
      if (call == nullptr) return;
      Functions possible;
      if (const clang::FunctionDecl* callee = call->getDirectCallee()) {
        possible.push_back(definition(callee));
        called_.insert(definition(callee));
      } else {
        possible = targets(call);
      }
      for (const clang::FunctionDecl* one : possible) {
        calls_[function].insert(one);
        ++sites_[function][one];
        if (is_stranger(one)) to_strangers_.insert(function);
      }
    });
  }
  to_strangers_.insert(skipped_.begin(), skipped_.end());
}

/// Whoever runs code of strangers may get pointers to their functions from them.
void CallGraph::find_strange_pointers() {
  bool made = false;
  bool any_call = false;
  FunctionSet through_pointers;
  const auto look_at = [&](const clang::Stmt* root, const clang::FunctionDecl* function) {
    for_each_child(root, [&](const clang::Stmt* s) {
      if (const auto* cast = dyn_cast<clang::CastExpr>(s)) made |= makes_function_pointer(cast);
      if (const auto* next = dyn_cast<clang::VAArgExpr>(s)) {
        made |= holds_function_pointer(next->getType());
      }
      if (const auto* member = dyn_cast<clang::MemberExpr>(s)) {
        const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
        made |= field != nullptr && field->getParent()->isUnion() &&
                holds_function_pointer(field->getType());
      }
      const auto* call = dyn_cast<clang::CallExpr>(s);
      if (call == nullptr) return;
      const clang::FunctionDecl* callee = call->getDirectCallee();
      if (callee == nullptr) {
        any_call = true;
        through_pointers.insert(function);
      } else if (!definition(callee)->hasBody()) {
        made |= holds_function_pointer(callee->getReturnType());
      }
    });
  };
  for (const clang::FunctionDecl* function : defined_) look_at(function->getBody(), function);
  for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var != nullptr && var->hasInit()) look_at(var->getInit(), nullptr);
    // What is defined elsewhere has its value from there.
    made |= var != nullptr && var->isExternallyVisible() && var->getDefinition() == nullptr &&
            var->getActingDefinition() == nullptr && holds_function_pointer(var->getType());
  }
  strange_pointers_ = any_call && (made || world_.open || !to_strangers_.empty());
  if (strange_pointers_) to_strangers_.insert(through_pointers.begin(), through_pointers.end());
  calls_strangers_ = !to_strangers_.empty();
}

/// All that other files see, all whose address they may have got, and whom skipped functions name.
/// One that can be told apart from a first call only by what earlier ones left behind is left out
/// where nothing is left.
void CallGraph::find_callbacks() {
  if (!calls_strangers_) return;
  FunctionSet named;
  for (const clang::FunctionDecl* function : skipped_) {
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      const auto* name = dyn_cast<clang::DeclRefExpr>(s);
      const auto* one = name != nullptr ? dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
      if (one != nullptr) named.insert(definition(one));
    });
  }
  const auto lasting = [](const clang::VarDecl* var) {
    return var->hasGlobalStorage() && !var->getType().isConstQualified();
  };
  bool keeps_state = false;
  for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    keeps_state |= var != nullptr && lasting(var);
  }
  for (const clang::FunctionDecl* function : defined_) {
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      const auto* declaration = dyn_cast<clang::DeclStmt>(s);
      if (declaration == nullptr) return;
      for (const clang::Decl* d : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(d);
        keeps_state |= var != nullptr && lasting(var);
      }
    });
  }
  for (const clang::FunctionDecl* function : defined_) {
    const bool known = std::ranges::find(numbered_, function) != numbered_.end();
    const bool repeats_itself = is_main(function) && !keeps_state;
    if (builtin(function) || repeats_itself || skipped_.contains(function)) continue;
    const bool by_name = world_.by_name && function->isExternallyVisible();
    if (by_name || known || named.contains(function)) callbacks_.push_back(function);
  }
}

CallGraph::FunctionSet CallGraph::on_cycles(const Edges& edges) const {
  FunctionSet found;
  for (const auto& [function, direct] : edges) {
    FunctionSet seen;
    Functions work(direct.begin(), direct.end());
    while (!work.empty()) {
      const clang::FunctionDecl* next = work.back();
      work.pop_back();
      if (!seen.insert(next).second) continue;
      const auto further = edges.find(next);
      if (further == edges.end()) continue;
      work.insert(work.end(), further->second.begin(), further->second.end());
    }
    if (seen.contains(function)) found.insert(function);
  }
  return found;
}

/// Callees first: what has grown beyond a part is called, and counts as a call from then on.
void CallGraph::outline() {
  std::map<const clang::FunctionDecl*, std::size_t> callers;
  std::size_t text = 0;
  for (const auto& [function, called] : sites_) {
    for (const auto& [one, count] : called) callers[one] += count;
  }
  for (const auto& [function, size] : size_) text += size;
  Functions order;
  FunctionSet seen;
  for (const clang::FunctionDecl* function : defined_) {
    std::vector<std::pair<const clang::FunctionDecl*, bool>> work = {{function, false}};
    while (!work.empty()) {
      const auto [next, done] = work.back();
      work.pop_back();
      if (done) {
        order.push_back(next);
        continue;
      }
      if (!size_.contains(next) || !seen.insert(next).second) continue;
      work.emplace_back(next, true);
      for (const auto& [callee, count] : sites_[next]) work.emplace_back(callee, false);
    }
  }
  const auto expand = [&](bool outlining) {
    std::map<const clang::FunctionDecl*, std::size_t> whole;
    std::size_t largest = 0;
    for (const clang::FunctionDecl* function : order) {
      std::size_t size = size_.at(function);
      for (const auto& [callee, count] : sites_[function]) {
        const auto inner = whole.find(callee);
        if (inner == whole.end() || recursive_.contains(callee) || outlined_.contains(callee)) {
          continue;
        }
        size = std::min(no_end, size + inner->second * count);
      }
      whole[function] = size;
      largest = std::max(largest, size);
      if (outlining && size > part && callers[function] > 1) outlined_.insert(function);
    }
    return largest;
  };
  if (expand(false) > std::max(small_program, expansion * text)) expand(true);
}

}  // namespace pawl::frontend::c
