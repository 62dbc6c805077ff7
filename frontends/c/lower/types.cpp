// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/types.h"

#include "frontends/c/lower/code.h"

namespace pawl::frontend::c {

Types::Types(const Rooms& rooms)
    : unit_(rooms.unit),
      options_(rooms.options),
      context_(rooms.context),
      diagnostics_(rooms.diagnostics),
      ast_(rooms.ast),
      code_(rooms.code) {}

bool Types::is_volatile(const Location& at) const { return at.type.isVolatileQualified(); }

void Types::allow_float(clang::SourceRange where) {
  const bool any = options_.floats == Floats::Any;
  if (options_.floats == Floats::Refuse || (any && options_.strict)) {
    code_.refuse(where, "a floating-point number", "--floats=real takes them as real numbers");
  }
  if (any) return;
  if (has_floats_) return;
  has_floats_ = true;
  diagnostics_.note(where.isValid() ? unit_.place(where) : code_.here(),
                    "floating-point numbers are taken as real numbers (--floats=real)",
                    "what is said holds if nothing is rounded and there is no infinity and no NaN");
}

gcl::Sort Types::sort_of(clang::QualType type) const {
  while (const clang::ArrayType* array = ast_.getAsArrayType(type)) type = array->getElementType();
  return type->isRealFloatingType() ? context_.real_sort() : context_.int_sort();
}

IntType Types::int_type(clang::QualType type, clang::SourceRange where) {
  if (!type->isIntegralOrEnumerationType()) {
    code_.refuse(where, "the type '" + type.getAsString() + "'");
  }
  if (type->isBooleanType()) return {1, false, true};
  return {static_cast<unsigned>(ast_.getIntWidth(type)), type->isSignedIntegerOrEnumerationType(),
          false};
}

/// Of a type that has one, in bytes.
std::optional<std::int64_t> Types::bytes_of(clang::QualType type) const {
  if (type.isNull() || type->isIncompleteType() || type->isFunctionType() || type->isVoidType() ||
      !type->isConstantSizeType()) {
    return std::nullopt;
  }
  return ast_.getTypeSizeInChars(type).getQuantity();
}

}  // namespace pawl::frontend::c
