// SPDX-License-Identifier: Apache-2.0
//
// Variables and their first values.
#include <clang/AST/Attr.h>

#include "frontends/c/acsl/acsl.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

namespace {

/// Is it one of main, outside of its inner blocks?
bool lives_to_the_end(const clang::VarDecl* var) {
  const auto* function = dyn_cast<clang::FunctionDecl>(var->getParentFunctionOrMethod());
  if (function == nullptr || function->getNameAsString() != "main" || !function->hasBody())
    return false;
  const auto declares = [&](const clang::Stmt* stmt) {
    const auto* declaration = dyn_cast<clang::DeclStmt>(stmt);
    return declaration != nullptr && llvm::is_contained(declaration->decls(), var);
  };
  return llvm::any_of(function->getBody()->children(), declares);
}

}  // namespace

void Lowering::declare(const clang::VarDecl* var) {
  if (var->isStaticLocal() || var->hasExternalStorage()) return;  // set before the program runs
  here_ = unit_.place(var->getSourceRange());
  if (recursive_.contains(frame().function->getCanonicalDecl()) &&
      points_to_.address_taken(var->getCanonicalDecl())) {
    refuse(var->getSourceRange(), "the address of a local variable of a recursive function",
           "several of them exist at once, which is not modelled");
  }
  if (var->hasAttr<clang::CleanupAttr>()) {
    refuse(var->getSourceRange(), "the attribute 'cleanup'");
  }
  if (points_to_.address_taken(var->getCanonicalDecl()) && !lives_to_the_end(var)) {
    demand_lifetime(var->getSourceRange(), "the address of a variable of a block or function");
  }
  note_extent(var);
  const Location at = variable(var);
  if (var->hasInit()) {
    initialise(at, var->getInit());
  } else {
    havoc(at);
  }
}

/// The length of `int a[n]` is the value of n now.
void Lowering::note_extent(const clang::VarDecl* var) {
  if (const auto* type = ast_.getAsVariableArrayType(var->getType())) {
    if (const clang::Expr* size = type->getSizeExpr()) {
      const Expr extent = saved(integer(size), here_, "extent");
      frame().extents[var->getCanonicalDecl()] = extent;
      if (tracks_sizes()) {
        emit_assign(sizes(), gcl::mk_store(context_, sizes(), object_of(var), extent), here_);
      }
    }
  }
}

void Lowering::havoc(const Location& at) {
  const SourceRange range = here_;
  std::vector<Expr> unknown;
  std::vector<std::pair<Location, Part>> inner;
  for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    const Expr var = leaf(one, part, keys);
    if (keys.empty()) {
      unknown.push_back(var);
    } else {
      inner.emplace_back(one, part);
    }
  });
  if (!unknown.empty()) emit(gcl::make_havoc(unknown, range));
  for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    const Expr var = leaf(one, part, keys);
    if (part != Part::Value || !keys.empty() || var.sort().is_map()) return;
    if (!one.type->isIntegralOrEnumerationType()) return;
    const Expr fits = arithmetic_.in_range(var, int_type(one.type, {}));
    if (!fits.is_true()) emit_assume(fits, range);
  });
  for (const auto& [one, part] : inner) {
    std::vector<Expr> keys;
    const Expr map = leaf(one, part, keys);
    gcl::Sort sort = map.sort();
    for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
    const Expr value = local("unknown$" + std::to_string(++temporaries_), sort);
    emit(gcl::make_havoc({value}, range));
    write_part(one, part, value, range);
  }
}

void Lowering::zero(const Location& at) {
  const SourceRange range = here_;
  for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    gcl::Sort sort = leaf(one, part, keys).sort();
    for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
    std::vector<gcl::Sort> sorts;
    for (; sort.is_map(); sort = sort.value()) sorts.push_back(sort);
    Expr value = zero_of(sort);
    for (std::size_t i = sorts.size(); i-- > 0;) value = context_.make_const_map(sorts[i], value);
    write_part(one, part, value, range);
  });
}

void Lowering::initialise(const Location& at, const clang::Expr* value) {
  const clang::Expr* e = value->IgnoreParens();
  const SourceRange range = place(e);
  if (const auto* list = dyn_cast<clang::InitListExpr>(e);
      list != nullptr && (at.type->isRecordType() || at.type->isArrayType())) {
    initialise_list(at, list);
  } else if (isa<clang::ImplicitValueInitExpr>(e)) {
    zero(at);
  } else if (at.type->isArrayType()) {
    const auto* text = dyn_cast<clang::StringLiteral>(e->IgnoreParenCasts());
    if (text == nullptr) refuse(e->getSourceRange(), "this initialiser of an array");
    zero(at);
    initialise_string(at, text);
  } else if (at.type->isRecordType()) {
    copy(at, location(e), range);
  } else if (at.type->isPointerType()) {
    write_pointer(at, pointer(e), range);
  } else {
    const Expr result = integer(e);
    here_ = range;
    write(at, result, range);
  }
}

void Lowering::initialise_list(const Location& at, const clang::InitListExpr* written) {
  const clang::InitListExpr* list =
      written->getSemanticForm() != nullptr ? written->getSemanticForm() : written;
  if (at.type->isUnionType()) {
    refuse(list->getSourceRange(), "a union",
           "memory with more than one view of it is not modelled");
  }
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    unsigned index = 0;
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (index < list->getNumInits()) initialise(field(at, member), list->getInit(index));
      ++index;
    }
    return;
  }
  here_ = place(list);
  zero(at);  // what is not listed is 0
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr* one = list->getInit(i);
    if (isa<clang::ImplicitValueInitExpr>(one)) continue;
    if (const auto known = constant(one); known && known->text() == "0") continue;
    initialise(element(at, number(i), at.type), one);
  }
}

void Lowering::initialise_string(const Location& at, const clang::StringLiteral* text) {
  for (unsigned i = 0; i <= text->getLength(); ++i) {
    std::int64_t unit = i < text->getLength() ? text->getCodeUnit(i) : 0;
    if (unit >= 128 && text->getCharByteWidth() == 1) unit -= 256;  // char is signed
    write(element(at, number(i), at.type), number(unit), here_);
  }
}

}  // namespace pawl::frontend::c
