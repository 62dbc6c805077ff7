// SPDX-License-Identifier: Apache-2.0
//
// What the functions of other files get to know of the memory of this one.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontends/c/lower/points_to.h"

namespace pawl::frontend::c {

using clang::dyn_cast_or_null;

namespace {

bool is_pointer(clang::QualType type) {
  return type->isPointerType() && !type->isFunctionPointerType();
}

}  // namespace

/// What the pointers in a value lead to is known to strangers.
void PointsTo::hand_out(NodeId value, clang::QualType type) {
  if (is_pointer(type)) {
    outside_.emplace_back(pointee(value), type->getPointeeType());
  } else if (const auto* record = type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* f : record->getDecl()->fields()) {
      if (!f->isUnnamedBitfield()) hand_out(field(value, f), f->getType());
    }
  } else if (const auto* array = unit_.ast().getAsArrayType(type)) {
    hand_out(element(value), array->getElementType());
  }
}

void PointsTo::hand_out(const clang::Expr* value) {
  if (is_pointer(value->getType())) {
    outside_.emplace_back(target(value), value->getType()->getPointeeType());
  } else if (value->getType()->isRecordType()) {
    hand_out(location(value), value->getType());
  }
}

/// A function without a body may keep what it is given, and return it, or what it can reach, later.
void PointsTo::hand_out(const clang::CallExpr* call) {
  for (const clang::Expr* argument : call->arguments()) hand_out(argument);
  hand_out(static_cast<const clang::Expr*>(call));
}

/// It may do with the memory that its operands lead to, or are, what a stranger may.
void PointsTo::constrain_assembly(const clang::GCCAsmStmt* assembly) {
  const auto operand = [&](const clang::Expr* e, llvm::StringRef constraint) {
    if (!e->isLValue()) return hand_out(e);
    const NodeId node = location(e);
    hand_out(node, e->getType());
    note_address(e);  // it is assigned without an assignment
    const bool in_register = constraint.find_first_not_of("=+&rabcdSDqQRl") == constraint.npos;
    if (!in_register) outside_.emplace_back(node, e->getType());
  };
  for (unsigned i = 0; i < assembly->getNumOutputs(); ++i) {
    operand(assembly->getOutputExpr(i), assembly->getOutputConstraint(i));
  }
  for (unsigned i = 0; i < assembly->getNumInputs(); ++i) {
    operand(assembly->getInputExpr(i), assembly->getInputConstraint(i));
  }
}

/// What is done in a skipped function is not known in detail: it is a stranger to all variables of
/// the file, static ones included, and to its own.
bool PointsTo::in_reach_of_skipped(const clang::VarDecl* var) const {
  if (graph_->skipped().empty()) return false;
  if (var->hasGlobalStorage()) return true;
  const auto* function = dyn_cast_or_null<clang::FunctionDecl>(var->getParentFunctionOrMethod());
  return function != nullptr && graph_->skipped(function);
}

/// Other files see variables, and may let the pointers in them lead anywhere: while they run, or,
/// if they define them, from the beginning.
void PointsTo::hand_out_variables(bool strangers_run) {
  const auto variables = variables_;
  for (const auto& [var, node] : variables) {
    if (in_reach_of_skipped(var)) hand_out(node, var->getType());
    if (!var->hasGlobalStorage() || !var->isExternallyVisible()) continue;
    const bool elsewhere = var->getDefinition() == nullptr && var->getActingDefinition() == nullptr;
    const bool shared = strangers_run && !var->getType().isConstQualified();
    if (elsewhere || shared) hand_out(node, var->getType());
  }
}

/// Variables whose address is taken, of functions that may be active several times at once.
void PointsTo::repeat_variables() {
  for (Object& object : objects_) {
    if (object.variable == nullptr || object.variable->hasGlobalStorage()) continue;
    const auto* function =
        dyn_cast_or_null<clang::FunctionDecl>(object.variable->getParentFunctionOrMethod());
    if (function != nullptr && graph_->reentrant(function)) {
      object.many = object.many || address_taken_.contains(object.variable);
    }
  }
}

/// What main is given by whoever starts the program (`argv`, and `envp`): arrays of pointers, and
/// strings. They are none of the objects of the program that pointers to them may also lead to.
void PointsTo::add_command_line() {
  const auto known = [&](NodeId node) {
    return std::ranges::any_of(objects_, [&](const Object& object) {
      return object.kind == Object::Kind::Outside && find(object.root) == find(node);
    });
  };
  const auto variables = variables_;
  for (const auto& [var, array] : variables) {
    const auto* parameter = dyn_cast_or_null<clang::ParmVarDecl>(var);
    if (parameter == nullptr || !is_pointer(parameter->getType())) continue;
    const auto* function = dyn_cast_or_null<clang::FunctionDecl>(parameter->getDeclContext());
    if (function == nullptr || !is_main(function)) continue;
    const NodeId strings = pointee(array);
    if (!known(strings)) add_outside_object(strings, "arguments", false);
    if (!is_pointer(parameter->getType()->getPointeeType())) continue;
    const NodeId text = pointee(strings);
    if (!known(text)) add_outside_object(text, "argument", true);
  }
}

/// What strangers can have got at: what they were given, the variables other files see, and all
/// that pointers in those lead to; of an object they know a part of, the whole.
void PointsTo::collect_seen() {
  std::vector<NodeId> work;
  for (const auto& [node, type] : outside_) work.push_back(node);
  for (const auto& [var, node] : variables_) {
    const bool by_name = var->hasGlobalStorage() && var->isExternallyVisible();
    const bool by_skipped = in_reach_of_skipped(var) && !var->getType().isConstant(unit_.ast());
    if (by_name || by_skipped) work.push_back(node);
  }
  while (!work.empty()) {
    const NodeId node = find(work.back());
    work.pop_back();
    if (!seen_.insert(node).second) continue;
    if (nodes_[node].pointee != none) work.push_back(nodes_[node].pointee);
    if (nodes_[node].element != none) work.push_back(nodes_[node].element);
    for (const auto& [f, child] : nodes_[node].fields) work.push_back(child);
    const auto found = members_.find(node);
    if (found == members_.end()) continue;
    for (const Member& member : found->second) work.push_back(objects_[member.object].root);
  }
}

}  // namespace pawl::frontend::c
