// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/array_lengths.h"

#include <clang/AST/ASTContext.h>

#include "frontends/c/back/source_loops.h"
#include "frontends/c/back/visible.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

ArrayLengths::ArrayLengths(const Rooms& rooms)
    : unit_(rooms.unit),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      expressions_(rooms.expressions) {}

/// A constant, or the variable in `int a[n]` if nobody changes it after that.
Expr ArrayLengths::lasting_extent(const Location& array) {
  if (const auto* fixed = ast_.getAsConstantArrayType(array.type)) {
    return code_.number(static_cast<std::int64_t>(fixed->getSize().getZExtValue()));
  }
  const auto* variable_length = ast_.getAsVariableArrayType(array.type);
  if (variable_length == nullptr || variable_length->getSizeExpr() == nullptr) return {};
  const auto* name =
      dyn_cast<clang::DeclRefExpr>(variable_length->getSizeExpr()->IgnoreParenImpCasts());
  const auto* size = name != nullptr ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (size == nullptr || !size->hasLocalStorage() ||
      points_to_.address_taken(size->getCanonicalDecl()) ||
      changed_after(size, variable_length->getSizeExpr()->getBeginLoc(), code_.frame().function)) {
    return {};
  }
  const auto term = code_.frame().substituted.find(size->getCanonicalDecl());
  if (term != code_.frame().substituted.end()) return term->second;
  std::vector<Expr> keys;
  if (!memory_.is_lowered(size, code_.frame())) return {};
  return memory_.existing_leaf(lvalues_.variable(size), Part::Value, keys);
}

/// The length of `int a[n]` is the value of n now.
void ArrayLengths::note_extent(const clang::VarDecl* var) {
  evaluate_type(var->getType());
  if (const auto* type = ast_.getAsVariableArrayType(var->getType())) {
    if (const clang::Expr* size = type->getSizeExpr()) {
      const Expr extent = code_.frame().lengths.at(size);
      code_.frame().extents[var->getCanonicalDecl()] = extent;
      const auto element = types_.bytes_of(type->getElementType());
      if (element) objects_.note_bytes(lvalues_.object_of(var), code_.scaled(*element, extent));
    }
  }
}

/// Not what a name for a type stands for: that was evaluated with the typedef.
void ArrayLengths::evaluate_type(clang::QualType type) {
  if (!type->isVariablyModifiedType() || isa<clang::TypedefType>(type.getTypePtr())) return;
  if (const auto* inner = dyn_cast<clang::ParenType>(type.getTypePtr())) {
    evaluate_type(inner->getInnerType());
  } else if (const auto* adjusted = dyn_cast<clang::AdjustedType>(type.getTypePtr())) {
    evaluate_type(adjusted->getOriginalType());
  } else if (const auto* pointer = dyn_cast<clang::PointerType>(type.getTypePtr())) {
    refuse_hidden_effects(pointer->getPointeeType());
    evaluate_type(pointer->getPointeeType());
  } else if (const auto* array = dyn_cast<clang::VariableArrayType>(type.getTypePtr())) {
    if (const clang::Expr* size = array->getSizeExpr()) {
      code_.frame().lengths[size] = code_.saved(expressions_.integer(size), code_.here(), "extent");
    }
    evaluate_type(array->getElementType());
  } else if (const auto* fixed = dyn_cast<clang::ArrayType>(type.getTypePtr())) {
    evaluate_type(fixed->getElementType());
  } else if (const auto* of = dyn_cast<clang::TypeOfExprType>(type.getTypePtr())) {
    if (has_calls_or_effects(of->getUnderlyingExpr())) {
      code_.refuse_here("an effect in the operand of typeof", "write it before");
    }
  } else if (!isa<clang::TypeOfType>(type.getTypePtr())) {
    const clang::QualType plain = type.getSingleStepDesugaredType(ast_);
    if (plain.getTypePtr() != type.getTypePtr()) return evaluate_type(plain);
    code_.refuse_here("the type '" + type.getAsString() + "'", "");
  }
}

/// Lengths behind a pointer: whoever looks for what a function changes does not see them.
void ArrayLengths::refuse_hidden_effects(clang::QualType type) const {
  while (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
    const auto* open = dyn_cast<clang::VariableArrayType>(array);
    if (open != nullptr && open->getSizeExpr() != nullptr && has_effects(open->getSizeExpr())) {
      code_.refuse(open->getSizeExpr()->getSourceRange(),
                   "an effect in the type that a pointer leads to", "write it before");
    }
    type = array->getElementType();
  }
}

/// `int f(int n, int a[n++])`: on entry.
void ArrayLengths::evaluate_parameter_types(const clang::FunctionDecl* function) {
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    code_.set_here(unit_.place(parameter->getSourceRange()));
    const clang::QualType type = parameter->getOriginalType();
    if (!type->isVariablyModifiedType()) continue;
    const auto* array = ast_.getAsVariableArrayType(type);
    // Where nothing happens and nobody can ask, nothing is saved.
    const bool plain =
        array != nullptr && !array->getElementType()->isVariablyModifiedType() &&
        (array->getSizeExpr() == nullptr || !has_calls_or_effects(array->getSizeExpr()));
    if (!plain) evaluate_type(type);
  }
}

/// In bytes, at run time.
Expr ArrayLengths::size_of_type(clang::QualType type, clang::SourceRange where) {
  if (!type->isVariableArrayType()) {
    if (const auto* array = ast_.getAsArrayType(type);
        array != nullptr && type->isVariablyModifiedType() && type->isConstantArrayType()) {
      const auto* fixed = ast_.getAsConstantArrayType(type);
      const Expr count = code_.number(static_cast<std::int64_t>(fixed->getSize().getZExtValue()));
      return arithmetic_.binary(BinaryOp::Mul, count, size_of_type(array->getElementType(), where),
                                types_.int_type(ast_.getSizeType(), where));
    }
    return code_.number(ast_.getTypeSizeInChars(type).getQuantity());
  }
  const auto* array = ast_.getAsVariableArrayType(type);
  const clang::Expr* size = array->getSizeExpr();
  const auto known =
      size != nullptr ? code_.frame().lengths.find(size) : code_.frame().lengths.end();
  if (known == code_.frame().lengths.end()) {
    code_.refuse(where, "sizeof of an array whose length is not known here");
  }
  const IntType wide = types_.int_type(ast_.getSizeType(), where);
  const Expr count =
      arithmetic_.convert(known->second, types_.int_type(size->getType(), where), wide);
  return arithmetic_.binary(BinaryOp::Mul, count, size_of_type(array->getElementType(), where),
                            wide);
}

Expr ArrayLengths::size_of(const clang::UnaryExprOrTypeTraitExpr* e) {
  const clang::QualType type = e->getTypeOfArgument();
  if (e->getKind() != clang::UETT_SizeOf || !type->isVariableArrayType()) {
    code_.refuse(e->getSourceRange(), "this use of sizeof");
  }
  if (e->isArgumentType()) {
    evaluate_type(e->getArgumentType());
  } else if (has_calls_or_effects(e->getArgumentExpr())) {
    expressions_.effects(e->getArgumentExpr());
  }
  code_.set_here(code_.place(e));
  return size_of_type(type, e->getSourceRange());
}

/// How many elements a variable has that is an array of variable length; nothing for others.
Expr ArrayLengths::own_extent(const Location& array) {
  if (array.variable == nullptr || !array.path.empty() || !array.indices.empty()) return {};
  const auto found = code_.frame().extents.find(array.variable);
  return found != code_.frame().extents.end() ? found->second : Expr{};
}

}  // namespace pawl::frontend::c
