// SPDX-License-Identifier: Apache-2.0
//
// Variables and their first values.
#include <clang/AST/Attr.h>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/order.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

void Lowering::declare(const clang::VarDecl* var) {
  if (var->isStaticLocal() || var->hasExternalStorage()) return;  // set before the program runs
  here_ = unit_.place(var->getSourceRange());
  if (var->getType()->isVectorType()) refuse(var->getSourceRange(), "a vector");
  if (var->hasAttr<clang::CleanupAttr>()) {
    refuse(var->getSourceRange(), "the attribute 'cleanup'");
  }
  begin_life(var, here_);
  note_extent(var);
  const Location at = variable(var);
  if (var->hasInit()) {
    if (const auto* list = dyn_cast<clang::InitListExpr>(var->getInit()->IgnoreParens())) {
      check_order(list);
    }
    initialise(at, var->getInit());
  } else {
    havoc(at);
  }
}

/// The length of `int a[n]` is the value of n now.
void Lowering::note_extent(const clang::VarDecl* var) {
  evaluate_type(var->getType());
  if (const auto* type = ast_.getAsVariableArrayType(var->getType())) {
    if (const clang::Expr* size = type->getSizeExpr()) {
      const Expr extent = frame().lengths.at(size);
      frame().extents[var->getCanonicalDecl()] = extent;
      const auto element = bytes_of(type->getElementType());
      if (element) note_bytes(object_of(var), scaled(*element, extent));
    }
  }
}

/// Not what a name for a type stands for: that was evaluated with the typedef.
void Lowering::evaluate_type(clang::QualType type) {
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
      frame().lengths[size] = saved(integer(size), here_, "extent");
    }
    evaluate_type(array->getElementType());
  } else if (const auto* fixed = dyn_cast<clang::ArrayType>(type.getTypePtr())) {
    evaluate_type(fixed->getElementType());
  } else if (const auto* of = dyn_cast<clang::TypeOfExprType>(type.getTypePtr())) {
    if (has_calls_or_effects(of->getUnderlyingExpr())) {
      refuse_here("an effect in the operand of typeof", "write it before");
    }
  } else if (!isa<clang::TypeOfType>(type.getTypePtr())) {
    const clang::QualType plain = type.getSingleStepDesugaredType(ast_);
    if (plain.getTypePtr() != type.getTypePtr()) return evaluate_type(plain);
    refuse_here("the type '" + type.getAsString() + "'", "");
  }
}

/// Lengths behind a pointer: whoever looks for what a function changes does not see them.
void Lowering::refuse_hidden_effects(clang::QualType type) const {
  while (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
    const auto* open = dyn_cast<clang::VariableArrayType>(array);
    if (open != nullptr && open->getSizeExpr() != nullptr && has_effects(open->getSizeExpr())) {
      refuse(open->getSizeExpr()->getSourceRange(), "an effect in the type that a pointer leads to",
             "write it before");
    }
    type = array->getElementType();
  }
}

/// `int f(int n, int a[n++])`: on entry.
void Lowering::evaluate_parameter_types(const clang::FunctionDecl* function) {
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    here_ = unit_.place(parameter->getSourceRange());
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
Expr Lowering::size_of_type(clang::QualType type, clang::SourceRange where) {
  if (!type->isVariableArrayType()) {
    if (const auto* array = ast_.getAsArrayType(type);
        array != nullptr && type->isVariablyModifiedType() && type->isConstantArrayType()) {
      const auto* fixed = ast_.getAsConstantArrayType(type);
      const Expr count = number(static_cast<std::int64_t>(fixed->getSize().getZExtValue()));
      return arithmetic_.binary(BinaryOp::Mul, count, size_of_type(array->getElementType(), where),
                                int_type(ast_.getSizeType(), where));
    }
    return number(ast_.getTypeSizeInChars(type).getQuantity());
  }
  const auto* array = ast_.getAsVariableArrayType(type);
  const clang::Expr* size = array->getSizeExpr();
  const auto known = size != nullptr ? frame().lengths.find(size) : frame().lengths.end();
  if (known == frame().lengths.end()) {
    refuse(where, "sizeof of an array whose length is not known here");
  }
  const IntType wide = int_type(ast_.getSizeType(), where);
  const Expr count = arithmetic_.convert(known->second, int_type(size->getType(), where), wide);
  return arithmetic_.binary(BinaryOp::Mul, count, size_of_type(array->getElementType(), where),
                            wide);
}

Expr Lowering::size_of(const clang::UnaryExprOrTypeTraitExpr* e) {
  const clang::QualType type = e->getTypeOfArgument();
  if (e->getKind() != clang::UETT_SizeOf || !type->isVariableArrayType()) {
    refuse(e->getSourceRange(), "this use of sizeof");
  }
  if (e->isArgumentType()) {
    evaluate_type(e->getArgumentType());
  } else if (has_calls_or_effects(e->getArgumentExpr())) {
    effects(e->getArgumentExpr());
  }
  here_ = place(e);
  return size_of_type(type, e->getSourceRange());
}

/// The elements of a list may be evaluated in any order.
void Lowering::check_order(const clang::InitListExpr* list) {
  if (approximation_ == Approximation::Under || !has_calls_or_effects(list)) return;
  std::vector<const clang::Expr*> values;
  std::vector<const clang::InitListExpr*> work = {list};
  while (!work.empty()) {
    const clang::InitListExpr* one = work.back();
    work.pop_back();
    const clang::InitListExpr* semantic =
        one->getSemanticForm() != nullptr ? one->getSemanticForm() : one;
    for (const clang::Expr* value : semantic->inits()) {
      const auto* inner = dyn_cast_or_null<clang::InitListExpr>(value);
      if (inner != nullptr) work.push_back(inner);
      if (value != nullptr && inner == nullptr) values.push_back(value);
    }
  }
  // One after the other, so that also accesses of their own may meet (C11 6.7.9p23).
  for (const clang::Expr* one : values) {
    if (!has_calls_or_effects(one)) continue;
    for (const clang::Expr* other : values) {
      if (one == other || !footprints().meet(one, other)) continue;
      withhold(place(list), "the order in which a list of initialisers is evaluated");
      return;
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
    const Expr fits = arithmetic_.in_range(var, stored_type(one));
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
    copy_record(at, e, range);
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
    here_ = place(list);
    zero(at);
    const clang::FieldDecl* chosen = list->getInitializedFieldInUnion();
    if (chosen != nullptr && list->getNumInits() > 0) {
      initialise(field(at, chosen), list->getInit(0));
    }
    return;
  }
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    if (points_to_.is_flat(at.node)) zero(at);  // the padding
    unsigned index = 0;
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (member->isUnnamedBitfield()) continue;
      if (index < list->getNumInits()) {
        const clang::Expr* value = list->getInit(index);
        if (member->getType()->isIncompleteArrayType() &&
            !isa<clang::ImplicitValueInitExpr>(value)) {
          refuse(value->getSourceRange(), "an initialiser of a flexible array member");
        }
        if (!member->getType()->isIncompleteArrayType()) initialise(field(at, member), value);
      }
      ++index;
    }
    return;
  }
  here_ = place(list);
  zero(at);  // what is not listed is 0
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr* one = list->getInit(i);
    // [0 ... 9] = f() runs f once.
    if (i > 0 && one == list->getInit(i - 1) && has_calls_or_effects(one)) {
      refuse(one->getSourceRange(), "an initialiser with effects of several elements",
             "set them in a loop");
    }
    if (isa<clang::ImplicitValueInitExpr>(one)) continue;
    if (const auto known = constant(one); known && known->text() == "0") continue;
    initialise(element(at, number(i), at.type), one);
  }
}

void Lowering::initialise_string(const Location& at, const clang::StringLiteral* text) {
  const clang::ArrayType* type = ast_.getAsArrayType(at.type);
  const IntType element_type = int_type(type->getElementType(), text->getSourceRange());
  unsigned size = text->getLength() + 1;
  if (const auto* fixed = dyn_cast<clang::ConstantArrayType>(type)) {
    size = static_cast<unsigned>(std::min<std::uint64_t>(size, fixed->getSize().getZExtValue()));
  }
  for (unsigned i = 0; i < size; ++i) {
    std::int64_t unit = i < text->getLength() ? text->getCodeUnit(i) : 0;
    const std::int64_t modulus = std::int64_t{1} << element_type.bits;
    if (element_type.is_signed && unit >= modulus / 2) unit -= modulus;
    write(element(at, number(i), at.type), number(unit), here_);
  }
}

}  // namespace pawl::frontend::c
