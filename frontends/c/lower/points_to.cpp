// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/points_to.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "frontends/c/lower/library.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

clang::QualType plain(clang::QualType type) { return type.getCanonicalType().getUnqualifiedType(); }

bool is_pointer(clang::QualType type) {
  return type->isPointerType() && !type->isFunctionPointerType();
}

const clang::FunctionDecl* definition(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = nullptr;
  if (function->isDefined(defined)) return defined;
  return function->getCanonicalDecl();
}

}  // namespace

NodeId PointsTo::fresh() {
  nodes_.push_back({});
  nodes_.back().parent = nodes_.size() - 1;
  return nodes_.size() - 1;
}

NodeId PointsTo::find(NodeId node) {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;
    node = nodes_[node].parent;
  }
  return node;
}

void PointsTo::refuse(clang::SourceLocation where, const std::string& what) {
  diagnostics_.error(unit_.place(where), what,
                     "memory with more than one view of it is not modelled");
}

std::string PointsTo::describe(clang::SourceLocation where, const std::string& what) const {
  return what + " at " + to_string(unit_.place(where));
}

void PointsTo::give_type(NodeId id, clang::QualType qualified, clang::SourceLocation where) {
  const clang::QualType type = plain(qualified);
  if (type->isVoidType() || type->isFunctionType() || type->isIncompleteType()) {
    if (!type->isIncompleteArrayType()) return;
  }
  id = find(id);
  if (nodes_[id].shape != Shape::Unknown) {
    if (nodes_[id].type == type) return;
    // A scalar seen through a pointer to an array of it, and the like.
    const bool both_pointers = is_pointer(nodes_[id].type) && is_pointer(type);
    const bool both_arrays = nodes_[id].shape == Shape::Array && type->isArrayType();
    if (both_pointers || both_arrays) return;
    nodes_[id].conflict = describe(where, "memory of type '" + nodes_[id].type.getAsString() +
                                              "' is used as '" + type.getAsString() + "'");
    return;
  }
  nodes_[id].type = type;
  if (const auto* array = unit_.ast().getAsArrayType(type)) {
    nodes_[id].shape = Shape::Array;
    const NodeId element = fresh();
    nodes_[id].element = element;
    nodes_[element].indexed = true;
    give_type(element, array->getElementType(), where);
  } else if (const auto* record = type->getAs<clang::RecordType>()) {
    nodes_[id].shape = Shape::Record;
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      const NodeId child = fresh();
      nodes_[find(id)].fields[field] = child;
      give_type(child, field->getType(), where);
    }
  } else {
    nodes_[id].shape = Shape::Scalar;
  }
}

void PointsTo::join(NodeId a, NodeId b, clang::SourceLocation where) {
  std::vector<std::pair<NodeId, NodeId>> work = {{a, b}};
  while (!work.empty()) {
    auto [left, right] = work.back();
    work.pop_back();
    left = find(left);
    right = find(right);
    if (left == right) continue;
    // What is known stays in place; of two unknowns, the older.
    const bool both = nodes_[left].shape == Shape::Unknown && nodes_[right].shape == Shape::Unknown;
    if (both ? right < left : nodes_[left].shape == Shape::Unknown) std::swap(left, right);
    Node& into = nodes_[left];
    Node& from = nodes_[right];
    if (from.shape != Shape::Unknown) {
      const bool pointers = !into.type.isNull() && !from.type.isNull() && is_pointer(into.type) &&
                            is_pointer(from.type);
      const bool arrays = into.shape == Shape::Array && from.shape == Shape::Array;
      if (into.shape != from.shape || (into.type != from.type && !pointers && !arrays)) {
        // The two stay apart; no pointer that may lead to either is followed.
        into.conflict = from.conflict =
            describe(where, "a pointer to '" + into.type.getAsString() + "' meets a pointer to '" +
                                from.type.getAsString() + "'");
        continue;
      }
    }
    from.parent = left;
    into.indexed = into.indexed || from.indexed;
    if (into.conflict.empty()) into.conflict = from.conflict;
    if (into.pointee == none) {
      into.pointee = from.pointee;
    } else if (from.pointee != none) {
      work.emplace_back(into.pointee, from.pointee);
    }
    if (into.element == none) {
      into.element = from.element;
    } else if (from.element != none) {
      work.emplace_back(into.element, from.element);
    }
    for (const auto& [field, child] : from.fields) {
      const auto [place, added] = into.fields.emplace(field, child);
      if (!added) work.emplace_back(place->second, child);
    }
  }
}

/// What pointers inside `from` point to, pointers inside `to` may now point to.
void PointsTo::copy(NodeId to, NodeId from, clang::SourceLocation where) {
  to = find(to);
  from = find(from);
  if (to == from) return;
  if (nodes_[to].shape == Shape::Scalar && is_pointer(nodes_[to].type)) {
    join(pointee(to), pointee(from), where);
  } else if (nodes_[to].shape == Shape::Record && nodes_[from].type == nodes_[to].type) {
    const auto fields = nodes_[to].fields;
    for (const auto& [field, child] : fields) copy(child, this->field(from, field), where);
  } else if (nodes_[to].shape == Shape::Array && nodes_[from].shape == Shape::Array) {
    copy(element(to), element(from), where);
  }
}

NodeId PointsTo::variable(const clang::VarDecl* declaration) {
  const clang::VarDecl* canonical = declaration->getCanonicalDecl();
  const auto found = variables_.find(canonical);
  if (found != variables_.end()) return found->second;
  const NodeId node = fresh();
  variables_[canonical] = node;
  give_type(node, declaration->getType(), declaration->getLocation());
  Object object;
  object.root = node;
  object.name = declaration->getNameAsString();
  object.variable = canonical;
  objects_.push_back(object);
  return node;
}

NodeId PointsTo::pointee(NodeId scalar) {
  scalar = find(scalar);
  if (nodes_[scalar].pointee == none) {
    const NodeId node = fresh();
    nodes_[scalar].pointee = node;
    const clang::QualType type = nodes_[scalar].type;
    if (!type.isNull() && is_pointer(type)) give_type(node, type->getPointeeType(), {});
  }
  return find(nodes_[scalar].pointee);
}

NodeId PointsTo::field(NodeId record, const clang::FieldDecl* field) {
  record = find(record);
  give_type(record, unit_.ast().getRecordType(field->getParent()), field->getLocation());
  const auto found = nodes_[record].fields.find(field);
  if (found != nodes_[record].fields.end()) return find(found->second);
  const NodeId node = fresh();
  nodes_[record].fields[field] = node;
  return node;
}

NodeId PointsTo::element(NodeId array) {
  array = find(array);
  if (nodes_[array].element == none) {
    const NodeId node = fresh();
    nodes_[node].indexed = true;
    nodes_[array].element = node;
  }
  return find(nodes_[array].element);
}

NodeId PointsTo::result(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = definition(function);
  const auto found = results_.find(defined);
  if (found != results_.end()) return found->second;
  const NodeId node = fresh();
  results_[defined] = node;
  give_type(node, function->getReturnType(), function->getLocation());
  return node;
}

NodeId PointsTo::allocation(const clang::Expr* site, clang::QualType type) {
  const auto found = allocations_.find(site);
  if (found != allocations_.end()) return find(found->second);
  const NodeId node = fresh();
  allocations_[site] = node;
  if (!type.isNull()) give_type(node, type, site->getBeginLoc());
  Object object;
  object.kind = isa<clang::StringLiteral>(site) ? Object::Kind::String : Object::Kind::Allocation;
  object.root = node;
  object.name = object.kind == Object::Kind::String ? "string" : "heap";
  // A function may be called several times, and so may what stands in a loop.
  const bool runs_once = current_ != nullptr && current_->getNameAsString() == "main";
  object.many = object.kind == Object::Kind::Allocation && (repeated_.contains(site) || !runs_once);
  objects_.push_back(object);
  return node;
}

NodeId PointsTo::location(const clang::Expr* expr) {
  const clang::Expr* lvalue = expr->IgnoreParens();
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(lvalue)) {
    if (const auto* var = dyn_cast<clang::VarDecl>(name->getDecl())) return variable(var);
    return fresh();
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(lvalue)) {
    if (unary->getOpcode() == clang::UO_Deref) {
      const NodeId node = target(unary->getSubExpr());
      give_type(node, unary->getType(), unary->getBeginLoc());
      return find(node);
    }
    return location(unary->getSubExpr());  // ++x, __extension__ x
  }
  if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
    const clang::Expr* base = index->getBase()->IgnoreParens();
    if (const auto* decay = dyn_cast<clang::ImplicitCastExpr>(base)) {
      if (decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
        return element(location(decay->getSubExpr()));
      }
    }
    const NodeId node = target(base);
    give_type(node, index->getType(), index->getBeginLoc());
    make_indexed(node);
    return find(node);
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(lvalue)) {
    const auto* field_decl = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    NodeId record = member->isArrow() ? target(member->getBase()) : location(member->getBase());
    return field(record, field_decl);
  }
  if (const auto* literal = dyn_cast<clang::StringLiteral>(lvalue)) {
    return allocation(literal, literal->getType());
  }
  if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(lvalue)) {
    const NodeId node = allocation(literal, literal->getType());
    return node;
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(lvalue)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp) {
      return location(cast->getSubExpr());
    }
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(lvalue)) {
    if (const clang::FunctionDecl* callee = call->getDirectCallee()) return result(callee);
    return fresh();
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(lvalue)) {
    if (binary->isAssignmentOp()) return location(binary->getLHS());
    if (binary->getOpcode() == clang::BO_Comma) return location(binary->getRHS());
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(lvalue)) {
    // A struct value from either side: what both may hold.
    const NodeId node = location(choice->getTrueExpr());
    copy(node, location(choice->getFalseExpr()), choice->getBeginLoc());
    return node;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(lvalue)) {
    if (const auto* last = dyn_cast_or_null<clang::Expr>(
            block->getSubStmt()->body_empty() ? nullptr : block->getSubStmt()->body_back())) {
      return location(last);
    }
  }
  const NodeId node = fresh();
  give_type(node, lvalue->getType(), lvalue->getBeginLoc());
  return node;
}

/// The variable an lvalue is part of can be reached by pointers from now on.
void PointsTo::note_address(const clang::Expr* lvalue) {
  const clang::Expr* base = lvalue->IgnoreParens();
  while (true) {
    if (const auto* member = dyn_cast<clang::MemberExpr>(base); member && !member->isArrow()) {
      base = member->getBase()->IgnoreParens();
    } else if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(base)) {
      base = index->getBase()->IgnoreParenImpCasts();
    } else {
      break;
    }
  }
  const auto* name = dyn_cast<clang::DeclRefExpr>(base);
  const auto* var = name != nullptr ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (var != nullptr && !var->getType()->isPointerType()) {
    address_taken_.insert(var->getCanonicalDecl());
  } else if (var != nullptr && base == lvalue->IgnoreParens()) {
    address_taken_.insert(var->getCanonicalDecl());  // &p of a pointer p
  }
}

NodeId PointsTo::target(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue: return pointee(location(cast->getSubExpr()));
      case clang::CK_ArrayToPointerDecay:
        note_address(cast->getSubExpr());
        return element(location(cast->getSubExpr()));
      case clang::CK_NullToPointer: break;
      case clang::CK_BitCast:
      case clang::CK_NoOp: {
        const NodeId node = target(cast->getSubExpr());
        if (cast->getType()->isPointerType()) {
          give_type(node, cast->getType()->getPointeeType(), cast->getBeginLoc());
        }
        return find(node);
      }
      default: break;
    }
    return fresh();
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_AddrOf) {
      note_address(unary->getSubExpr());
      return location(unary->getSubExpr());
    }
    if (unary->isIncrementDecrementOp()) {
      const NodeId node = pointee(location(unary->getSubExpr()));
      make_indexed(node);
      return find(node);
    }
    return target(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->isAssignmentOp()) return pointee(location(binary->getLHS()));
    if (binary->getOpcode() == clang::BO_Comma) return target(binary->getRHS());
    const bool left = binary->getLHS()->getType()->isPointerType();
    const NodeId node = target(left ? binary->getLHS() : binary->getRHS());
    make_indexed(node);
    return find(node);
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    const NodeId node = target(choice->getTrueExpr());
    join(node, target(choice->getFalseExpr()), choice->getBeginLoc());
    return find(node);
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(e)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr) return fresh();
    if (is_allocation(callee)) return allocation(call, {});
    if (returns_first_argument(callee) && call->getNumArgs() > 0) return target(call->getArg(0));
    return pointee(result(callee));
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) {
    if (!block->getSubStmt()->body_empty()) {
      if (const auto* last = dyn_cast<clang::Expr>(block->getSubStmt()->body_back())) {
        return target(last);
      }
    }
  }
  return fresh();
}

void PointsTo::constrain_assignment(const clang::Expr* left, const clang::Expr* right) {
  if (is_pointer(left->getType())) {
    join(pointee(location(left)), target(right), left->getBeginLoc());
  } else if (left->getType()->isRecordType()) {
    copy(location(left), location(right), left->getBeginLoc());
  }
}

void PointsTo::constrain_initialiser(NodeId node, clang::QualType type, const clang::Expr* value) {
  const clang::Expr* e = value->IgnoreParens();
  if (const auto* list = dyn_cast<clang::InitListExpr>(e)) {
    if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
    if (const auto* array = unit_.ast().getAsArrayType(type)) {
      for (const clang::Expr* one : list->inits()) {
        constrain_initialiser(element(node), array->getElementType(), one);
      }
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      unsigned index = 0;
      for (const clang::FieldDecl* f : record->getDecl()->fields()) {
        if (index < list->getNumInits()) {
          constrain_initialiser(field(node, f), f->getType(), list->getInit(index));
        }
        ++index;
      }
    } else if (list->getNumInits() == 1) {
      constrain_initialiser(node, type, list->getInit(0));
    }
    return;
  }
  if (is_pointer(type)) {
    join(pointee(node), target(e), e->getBeginLoc());
  } else if (type->isRecordType() && !isa<clang::ImplicitValueInitExpr>(e)) {
    copy(node, location(e), e->getBeginLoc());
  }
}

/// A function without a body may keep what it is given, and return it, or what it can reach, later.
void PointsTo::hand_out(const clang::CallExpr* call, const clang::FunctionDecl* function) {
  for (const clang::Expr* argument : call->arguments()) {
    if (is_pointer(argument->getType())) outside_.push_back(target(argument));
  }
  if (is_pointer(function->getReturnType())) outside_.push_back(pointee(result(function)));
}

void PointsTo::constrain_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  std::vector<const clang::FunctionDecl*> possible;
  if (callee != nullptr) {
    possible.push_back(callee);
  } else {
    for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
      const auto* f = dyn_cast<clang::FunctionDecl>(d);
      if (f != nullptr && f->isThisDeclarationADefinition() &&
          f->getNumParams() == call->getNumArgs()) {
        possible.push_back(f);
      }
    }
  }
  for (const clang::FunctionDecl* f : possible) {
    const clang::FunctionDecl* defined = definition(f);
    if (copies_memory(f) && call->getNumArgs() >= 2) {
      copy(target(call->getArg(0)), target(call->getArg(1)), call->getBeginLoc());
      continue;
    }
    if (reads_strings(f)) {
      for (const clang::Expr* argument : call->arguments()) {
        if (is_pointer(argument->getType())) make_indexed(target(argument));
      }
    }
    if (is_reallocation(f)) join(target(call), target(call->getArg(0)), call->getBeginLoc());
    if (!defined->hasBody()) {
      if (!builtin(f) || may_write_through(call)) hand_out(call, f);
      if (builtin(f) || !contracted_.contains(f->getCanonicalDecl())) continue;
    }
    for (unsigned i = 0; i < call->getNumArgs() && i < defined->getNumParams(); ++i) {
      const clang::ParmVarDecl* parameter = defined->getParamDecl(i);
      const clang::Expr* argument = call->getArg(i);
      if (is_pointer(parameter->getType())) {
        join(pointee(variable(parameter)), target(argument), argument->getBeginLoc());
      } else if (parameter->getType()->isRecordType()) {
        copy(variable(parameter), location(argument), argument->getBeginLoc());
      }
    }
  }
}

void PointsTo::constrain(const clang::Stmt* stmt) {
  // An explicit stack: statements nest as deeply as the user likes.
  std::vector<const clang::Stmt*> work = {stmt};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    for (const clang::Stmt* child : s->children()) work.push_back(child);
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s)) {
      if (binary->getOpcode() == clang::BO_Assign) {
        constrain_assignment(binary->getLHS(), binary->getRHS());
      } else if (binary->isCompoundAssignmentOp() && is_pointer(binary->getType())) {
        make_indexed(pointee(location(binary->getLHS())));
      } else if (is_pointer(binary->getType())) {
        target(binary);
      }
    } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(s)) {
      for (const clang::Decl* d : declaration->decls()) {
        if (const auto* var = dyn_cast<clang::VarDecl>(d)) {
          const NodeId node = variable(var);
          if (var->hasInit()) constrain_initialiser(node, var->getType(), var->getInit());
        }
      }
    } else if (const auto* call = dyn_cast<clang::CallExpr>(s)) {
      if (is_pointer(call->getType())) target(call);
      constrain_call(call);
    } else if (const auto* ret = dyn_cast<clang::ReturnStmt>(s)) {
      if (const clang::Expr* value = ret->getRetValue()) {
        if (is_pointer(value->getType())) {
          join(pointee(result(current_)), target(value), value->getBeginLoc());
        } else if (value->getType()->isRecordType()) {
          copy(result(current_), location(value), value->getBeginLoc());
        }
      }
    } else if (const auto* e = dyn_cast<clang::Expr>(s)) {
      // What an array decays to is looked at where it is used: a[i] gives no pointer away.
      const auto* decay = dyn_cast<clang::CastExpr>(e);
      if (decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay) continue;
      if (is_pointer(e->getType()) && e->isPRValue()) {
        target(e);
      } else if (e->isLValue() && !isa<clang::DeclRefExpr>(e->IgnoreParens())) {
        location(e);
      }
    }
  }
}

void PointsTo::find_repeated(const clang::Stmt* body) {
  std::vector<std::pair<const clang::Stmt*, bool>> work = {{body, false}};
  std::vector<const clang::Stmt*> calls;
  bool has_goto = false;
  while (!work.empty()) {
    const auto [s, inside] = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    const bool looping =
        inside || isa<clang::WhileStmt>(s) || isa<clang::ForStmt>(s) || isa<clang::DoStmt>(s);
    has_goto = has_goto || isa<clang::GotoStmt>(s) || isa<clang::IndirectGotoStmt>(s);
    if (isa<clang::CallExpr>(s) || isa<clang::CompoundLiteralExpr>(s)) {
      calls.push_back(s);
      if (looping) repeated_.insert(s);
    }
    for (const clang::Stmt* child : s->children()) work.emplace_back(child, looping);
  }
  if (has_goto) repeated_.insert(calls.begin(), calls.end());  // it may jump back
}

void PointsTo::open_function(const clang::FunctionDecl* function) {
  is_open_ = true;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    if (is_pointer(parameter->getType())) outside_.push_back(pointee(variable(parameter)));
  }
}

/// Strangers may hand in pointers that meet: all of one type are one class, together with what
/// they can reach and the globals of that type.
void PointsTo::close_outside() {
  if (outside_.empty()) return;
  std::map<clang::QualType, std::pair<NodeId, std::size_t>,
           bool (*)(clang::QualType, clang::QualType)>
      by_type(+[](clang::QualType a, clang::QualType b) {
        return a.getAsOpaquePtr() < b.getAsOpaquePtr();
      });
  std::set<NodeId> seen;
  for (std::size_t i = 0; i < outside_.size(); ++i) {
    const NodeId node = find(outside_[i]);
    const clang::QualType type = nodes_[node].type;
    if (type.isNull()) continue;
    const auto [place, added] = by_type.emplace(type, std::pair(node, std::size_t(0)));
    ++place->second.second;
    join(place->second.first, node, {});
    const NodeId joined = find(node);
    if (!seen.insert(joined).second) continue;
    // Pointers inside lead to more of the same kind.
    std::vector<NodeId> inner = {joined};
    while (!inner.empty()) {
      const NodeId n = find(inner.back());
      inner.pop_back();
      if (nodes_[n].shape == Shape::Scalar && is_pointer(nodes_[n].type)) {
        outside_.push_back(pointee(n));
        outside_.push_back(pointee(n));  // any number of them
      }
      for (const auto& [f, child] : nodes_[n].fields) inner.push_back(child);
      if (nodes_[n].shape == Shape::Array) inner.push_back(element(n));
    }
  }
  const auto variables = variables_;
  for (const auto& [var, node] : variables) {
    if (!var->hasGlobalStorage() || var->isStaticLocal()) continue;
    NodeId location = find(node);
    while (nodes_[location].shape == Shape::Array) location = element(location);
    const auto found = by_type.find(nodes_[location].type);
    if (found == by_type.end()) continue;
    join(found->second.first, location, var->getLocation());
    ++found->second.second;
    address_taken_.insert(var);
  }
  for (const auto& [type, entry] : by_type) {
    Object object;
    object.kind = Object::Kind::Outside;
    object.root = entry.first;
    object.name = "memory";
    object.many = entry.second > 1;
    objects_.push_back(object);
  }
}

/// Contracts speak of arrays behind pointers, whether or not the code does.
void PointsTo::index_contract(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = definition(function);
  for (const clang::ParmVarDecl* parameter : defined->parameters()) {
    if (!is_pointer(parameter->getType())) continue;
    const NodeId node = pointee(variable(parameter));
    index_scalars(node);
    if (!defined->hasBody()) outside_.push_back(node);
  }
  if (is_pointer(function->getReturnType())) index_scalars(pointee(result(function)));
}

void PointsTo::index_scalars(NodeId node) {
  const clang::QualType type = nodes_[find(node)].type;
  if (!type.isNull() && !type->isRecordType() && !type->isArrayType()) make_indexed(node);
}

std::vector<NodeId> PointsTo::classes_of(clang::QualType type) {
  std::vector<NodeId> found;
  for (const auto& [node, members] : members_) {
    if (nodes_[node].type == plain(type)) found.push_back(node);
  }
  return found;
}

void PointsTo::analyse(const std::set<const clang::FunctionDecl*>& open,
                       const std::set<const clang::FunctionDecl*>& contracted) {
  contracted_ = contracted;
  for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
    if (const auto* var = dyn_cast<clang::VarDecl>(d)) {
      const NodeId node = variable(var);
      current_ = nullptr;
      if (var->hasInit()) constrain_initialiser(node, var->getType(), var->getInit());
    }
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    current_ = function;
    for (const clang::ParmVarDecl* parameter : function->parameters()) variable(parameter);
    find_repeated(function->getBody());
    constrain(function->getBody());
    if (open.contains(function)) open_function(function);
  }
  current_ = nullptr;
  std::vector<const clang::FunctionDecl*> called(contracted.begin(), contracted.end());
  std::ranges::sort(called, [&](const auto* a, const auto* b) {
    return unit_.sources().isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
  });
  for (const clang::FunctionDecl* function : called) index_contract(function);
  for (const clang::VarDecl* var : counted_) {  // in any order: marks do not depend on each other
    if (is_pointer(var->getType())) index_scalars(pointee(variable(var)));
  }
  close_outside();
  collect_members();
}

void PointsTo::visit_members(NodeId id, const std::string& path, std::size_t object) {
  const NodeId node = find(id);
  members_[node].push_back({object, path});
  if (nodes_[node].shape == Shape::Array) visit_members(nodes_[node].element, path, object);
  for (const auto& [f, child] : nodes_[node].fields) {
    visit_members(child, path + "$" + f->getNameAsString(), object);
  }
}

/// `above` indices lead to what `id` is part of. Did any class get a higher rank?
bool PointsTo::raise_ranks(NodeId id, std::size_t above) {
  const NodeId node = find(id);
  const std::size_t needed = above + (nodes_[node].indexed ? 1 : 0);
  std::size_t& rank = ranks_[node];
  bool raised = rank < needed;
  if (raised) rank = needed;
  const std::size_t here = rank;
  if (nodes_[node].shape == Shape::Array) raised |= raise_ranks(nodes_[node].element, here);
  for (const auto& [f, child] : nodes_[node].fields) raised |= raise_ranks(child, here);
  return raised;
}

void PointsTo::collect_members() {
  constexpr int max_rounds = 16;
  for (Object& object : objects_) {
    const bool is_local = object.variable != nullptr && !object.variable->hasGlobalStorage();
    if (renews_locals_ && is_local && address_taken(object.variable)) object.many = true;
  }
  for (std::size_t i = 0; i < objects_.size(); ++i) visit_members(objects_[i].root, "", i);
  int rounds = 0;
  for (bool raised = true; raised; ++rounds) {
    raised = false;
    for (const Object& object : objects_) raised |= raise_ranks(object.root, 0);
    if (rounds > max_rounds) {
      refuse({}, "memory that contains itself");
      return;
    }
  }
  for (const auto& [node, members] : members_) {
    std::map<std::size_t, const Member*> by_object;
    for (const Member& member : members) {
      const Object& object = objects_[member.object];
      const clang::SourceLocation where =
          object.variable != nullptr ? object.variable->getLocation() : clang::SourceLocation();
      const auto [place, added] = by_object.emplace(member.object, &member);
      if (!added && place->second->path != member.path) {
        refuse(where, "pointers to different parts of '" + object.name + "' may meet");
      }
    }
  }
}

std::size_t PointsTo::rank(NodeId node) {
  const auto found = ranks_.find(find(node));
  if (found == ranks_.end()) return indexed(node) ? 1 : 0;
  return found->second;
}

Storage PointsTo::make_storage(NodeId node) {
  Storage storage;
  storage.dimensions = rank(node);
  const auto found = members_.find(node);
  if (found != members_.end() && found->second.size() == 1) {
    const Member& member = found->second.front();
    const Object& object = objects_[member.object];
    storage.name = object.name + member.path;
    storage.path = member.path;
    storage.by_object = object.many;
    if (object.variable != nullptr && !object.many) {
      storage.only = &object;
      return storage;  // named by whoever declares it
    }
  } else {
    storage.by_object = true;
    storage.name = "memory";
    if (found != members_.end() && !found->second.empty()) {
      storage.name += found->second.front().path;
    }
  }
  std::string name = storage.name;
  for (int i = 2; !storage_names_.insert(name).second; ++i) {
    name = storage.name + "$" + std::to_string(i);
  }
  storage.name = name;
  return storage;
}

const Storage& PointsTo::storage(NodeId scalar) {
  const NodeId node = find(scalar);
  const auto found = storages_.find(node);
  if (found != storages_.end()) return found->second;
  return storages_.emplace(node, make_storage(node)).first->second;
}

bool PointsTo::reaches(NodeId root, NodeId target) {
  const auto found = members_.find(find(target));
  if (found == members_.end()) return false;
  for (const Member& member : found->second) {
    if (objects_[member.object].root == root) return true;
  }
  return false;
}

std::set<std::int64_t> PointsTo::extents(const Object& object) {
  std::set<std::int64_t> result;
  collect_extents(object.root, object.kind == Object::Kind::Allocation ? 0 : 1, result);
  return result;
}

/// `extent`: of the row this node is an element of. Below an element, pointers have several
/// indices.
void PointsTo::collect_extents(NodeId id, std::int64_t extent, std::set<std::int64_t>& extents) {
  const NodeId node = find(id);
  if (rank(node) > 0) {
    extents.insert(extent);
    return;
  }
  if (nodes_[node].shape == Shape::Array) {
    const auto* type = unit_.ast().getAsConstantArrayType(nodes_[node].type);
    const auto inside =
        type == nullptr ? 0 : static_cast<std::int64_t>(type->getSize().getZExtValue());
    collect_extents(nodes_[node].element, inside, extents);
  }
  for (const auto& [member, child] : nodes_[node].fields) collect_extents(child, 1, extents);
}

std::size_t PointsTo::object_number(NodeId root) const {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    if (objects_[i].root == root) return i + 1;
  }
  return 0;
}

}  // namespace pawl::frontend::c
