// SPDX-License-Identifier: Apache-2.0
//
// Where lowering and annotations meet.
#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/order.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using gcl::Expr;

Lowering::~Lowering() = default;

void Lowering::read_annotations() {
  acsl_ = std::make_unique<Acsl>(*this);
  acsl_->read();
}

void Lowering::annotations_before(const clang::Stmt* stmt) { acsl_->before(stmt); }
void Lowering::annotations_before_end(const clang::CompoundStmt* stmt) { acsl_->before_end(stmt); }

void Lowering::contract_clauses(const clang::FunctionDecl* function, gcl::Procedure& procedure) {
  acsl_->contract_clauses(function, procedure);
}

bool Lowering::has_contract(const clang::FunctionDecl* function) const {
  return acsl_->has_contract(function);
}

/// Is it known, for every object, how many bytes it has?
bool Lowering::tracks_sizes() const {
  return options_.checks.contains(Hazard::Bounds) || acsl_->tracks_sizes() || reallocates_;
}

/// What main has set before anything else runs, for functions that are looked at by themselves.
void Lowering::assume_sizes() {
  assume_lives();
  if (!tracks_sizes()) return;
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const std::optional<std::int64_t> size = bytes_of_object(i);
    if (!size) continue;
    const Expr which = number(static_cast<std::int64_t>(i + 1));
    emit_assume(gcl::mk_eq(context_, gcl::mk_select(context_, sizes(), which), number(*size)),
                here_);
  }
}

/// What a caller hands to a function exists already, and is none of the function's own variables.
void Lowering::assume_own_objects(const clang::FunctionDecl* function,
                                  const std::vector<Expr>& parts) {
  emit_assume(gcl::mk_lt(context_, parts[0], next_object()), here_);
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    const bool own = object.variable != nullptr && !object.variable->hasGlobalStorage() &&
                     points_to_.address_taken(object.variable) &&
                     object.variable->getDeclContext() == function;
    if (!own) continue;
    const Expr which = number(static_cast<std::int64_t>(i + 1));
    emit_assume(gcl::mk_not(context_, gcl::mk_eq(context_, parts[0], which)), here_);
  }
}

}  // namespace pawl::frontend::c
