// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/initialisers.h"

#include <clang/AST/Attr.h>

#include <algorithm>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

Initialisers::Initialisers(const Rooms& rooms)
    : unit_(rooms.unit),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      reals_(rooms.reals),
      evaluation_(rooms.evaluation),
      memory_(rooms.memory),
      flat_(rooms.flat),
      lvalues_(rooms.lvalues),
      lifetimes_(rooms.lifetimes),
      lengths_(rooms.lengths),
      expressions_(rooms.expressions),
      structs_(rooms.structs) {}

void Initialisers::declare(const clang::VarDecl* var) {
  if (var->isStaticLocal() || var->hasExternalStorage()) return;  // set before the program runs
  code_.set_here(unit_.place(var->getSourceRange()));
  if (var->getType()->isVectorType()) code_.refuse(var->getSourceRange(), "a vector");
  if (var->hasAttr<clang::CleanupAttr>()) {
    code_.refuse(var->getSourceRange(), "the attribute 'cleanup'");
  }
  lifetimes_.begin_life(var, code_.here());
  lengths_.note_extent(var);
  const Location at = lvalues_.variable(var);
  if (var->hasInit()) {
    if (const auto* list = dyn_cast<clang::InitListExpr>(var->getInit()->IgnoreParens())) {
      check_order(list);
    }
    initialise(at, var->getInit());
  } else {
    havoc(at);
  }
}

/// The elements of a list may be evaluated in any order.
void Initialisers::check_order(const clang::InitListExpr* list) {
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
      if (one == other || !evaluation_.footprints().meet(one, other)) continue;
      code_.withhold(code_.place(list), "the order in which a list of initialisers is evaluated");
      return;
    }
  }
}

void Initialisers::havoc(const Location& at) {
  const SourceRange range = code_.here();
  std::vector<Expr> unknown;
  std::vector<std::pair<Location, Part>> inner;
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    const Expr var = memory_.leaf(one, part, keys);
    if (keys.empty()) {
      unknown.push_back(var);
    } else {
      inner.emplace_back(one, part);
    }
  });
  if (!unknown.empty()) code_.emit(gcl::make_havoc(unknown, range));
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    const Expr var = memory_.leaf(one, part, keys);
    if (part != Part::Value || !keys.empty() || var.sort().is_map()) return;
    if (!one.type->isIntegralOrEnumerationType()) return;
    const Expr fits = arithmetic_.in_range(var, flat_.stored_type(one));
    if (!fits.is_true()) code_.emit_assume(fits, range);
  });
  for (const auto& [one, part] : inner) {
    std::vector<Expr> keys;
    const Expr map = memory_.leaf(one, part, keys);
    gcl::Sort sort = map.sort();
    for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
    const Expr value = code_.local("unknown$" + std::to_string(code_.fresh_number()), sort);
    code_.emit(gcl::make_havoc({value}, range));
    memory_.write_part(one, part, value, range);
  }
}

void Initialisers::zero(const Location& at) {
  const SourceRange range = code_.here();
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    gcl::Sort sort = memory_.leaf(one, part, keys).sort();
    for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
    std::vector<gcl::Sort> sorts;
    for (; sort.is_map(); sort = sort.value()) sorts.push_back(sort);
    Expr value = reals_.zero_of(sort);
    for (std::size_t i = sorts.size(); i-- > 0;) value = context_.make_const_map(sorts[i], value);
    memory_.write_part(one, part, value, range);
  });
}

void Initialisers::initialise(const Location& at, const clang::Expr* value) {
  const clang::Expr* e = value->IgnoreParens();
  const SourceRange range = code_.place(e);
  if (const auto* list = dyn_cast<clang::InitListExpr>(e);
      list != nullptr && (at.type->isRecordType() || at.type->isArrayType())) {
    initialise_list(at, list);
  } else if (isa<clang::ImplicitValueInitExpr>(e)) {
    zero(at);
  } else if (at.type->isArrayType()) {
    const auto* text = dyn_cast<clang::StringLiteral>(e->IgnoreParenCasts());
    if (text == nullptr) code_.refuse(e->getSourceRange(), "this initialiser of an array");
    zero(at);
    initialise_string(at, text);
  } else if (at.type->isRecordType()) {
    structs_.copy_record(at, e, range);
  } else if (at.type->isPointerType()) {
    memory_.write_pointer(at, expressions_.pointer(e), range);
  } else {
    const Expr result = expressions_.integer(e);
    code_.set_here(range);
    memory_.write(at, result, range);
  }
}

void Initialisers::initialise_list(const Location& at, const clang::InitListExpr* written) {
  const clang::InitListExpr* list =
      written->getSemanticForm() != nullptr ? written->getSemanticForm() : written;
  if (at.type->isUnionType()) {
    code_.set_here(code_.place(list));
    zero(at);
    const clang::FieldDecl* chosen = list->getInitializedFieldInUnion();
    if (chosen != nullptr && list->getNumInits() > 0) {
      initialise(lvalues_.field(at, chosen), list->getInit(0));
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
          code_.refuse(value->getSourceRange(), "an initialiser of a flexible array member");
        }
        if (!member->getType()->isIncompleteArrayType())
          initialise(lvalues_.field(at, member), value);
      }
      ++index;
    }
    return;
  }
  code_.set_here(code_.place(list));
  zero(at);  // what is not listed is 0
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr* one = list->getInit(i);
    // [0 ... 9] = f() runs f once.
    if (i > 0 && one == list->getInit(i - 1) && has_calls_or_effects(one)) {
      code_.refuse(one->getSourceRange(), "an initialiser with effects of several elements",
                   "set them in a loop");
    }
    if (isa<clang::ImplicitValueInitExpr>(one)) continue;
    if (const auto known = expressions_.constant(one); known && known->text() == "0") continue;
    initialise(lvalues_.element(at, code_.number(i), at.type), one);
  }
}

void Initialisers::initialise_string(const Location& at, const clang::StringLiteral* text) {
  const clang::ArrayType* type = ast_.getAsArrayType(at.type);
  const IntType element_type = types_.int_type(type->getElementType(), text->getSourceRange());
  unsigned size = text->getLength() + 1;
  if (const auto* fixed = dyn_cast<clang::ConstantArrayType>(type)) {
    size = static_cast<unsigned>(std::min<std::uint64_t>(size, fixed->getSize().getZExtValue()));
  }
  for (unsigned i = 0; i < size; ++i) {
    std::int64_t unit = i < text->getLength() ? text->getCodeUnit(i) : 0;
    const std::int64_t modulus = std::int64_t{1} << element_type.bits;
    if (element_type.is_signed && unit >= modulus / 2) unit -= modulus;
    memory_.write(lvalues_.element(at, code_.number(i), at.type), code_.number(unit), code_.here());
  }
}

}  // namespace pawl::frontend::c
