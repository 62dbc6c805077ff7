// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lowering.h"

namespace pawl::frontend::c {

void Lowering::annotations_before(const clang::Stmt*) {}
void Lowering::annotations_before_end(const clang::CompoundStmt*) {}
void Lowering::loop_clauses(const clang::Stmt*, gcl::While&) {}
void Lowering::read_annotations() {}
void Lowering::contract_clauses(const clang::FunctionDecl*, gcl::Procedure&) {}
bool Lowering::has_contract(const clang::FunctionDecl*) { return false; }

}  // namespace pawl::frontend::c
