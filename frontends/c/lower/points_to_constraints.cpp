// SPDX-License-Identifier: Apache-2.0
//
// What each expression and statement says about which pointers may meet. All of it is said again
// until nothing changes: what a copy joins depends on the shapes that are known by then.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "frontends/c/lower/library.h"
#include "frontends/c/lower/points_to.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::dyn_cast_or_null;
using clang::isa;

namespace {

clang::QualType plain(clang::QualType type) { return type.getCanonicalType().getUnqualifiedType(); }

bool is_pointer(clang::QualType type) {
  return type->isPointerType() && !type->isFunctionPointerType();
}

/// The expression that a block's value is.
const clang::Expr* last_of(const clang::StmtExpr* block) {
  const clang::CompoundStmt* body = block->getSubStmt();
  return body->body_empty() ? nullptr : dyn_cast<clang::Expr>(body->body_back());
}

bool is_zero(const clang::Expr* e, const clang::ASTContext& ast) {
  clang::Expr::EvalResult value;
  return !e->isValueDependent() && e->getType()->isIntegralOrEnumerationType() &&
         e->EvaluateAsInt(value, ast) && value.Val.getInt() == 0;
}

}  // namespace

/// Of an expression that is no part of a variable: one node of its own.
NodeId PointsTo::sketch(const clang::Expr* e) {
  const auto found = sketches_.find(e);
  if (found != sketches_.end()) return find(found->second);
  return sketches_[e] = fresh();
}

/// It may lead anywhere: it is not followed, nor is any pointer that may be equal to it.
NodeId PointsTo::poisoned(const clang::Expr* e) {
  const NodeId node = sketch(e);
  poison(node, describe(e->getBeginLoc(), "it is not known where it leads: see the expression"));
  return node;
}

/// Pointers to it move: it is one of a row.
void PointsTo::make_walked(NodeId node) {
  make_indexed(node);
  set(nodes_[find(node)].walked);
}

NodeId PointsTo::location(const clang::Expr* expr) {
  const NodeId node = find(sub_location(expr->IgnoreParens()));
  if (nodes_[node].shape == Shape::Flat) see(node, expr->getType());
  return find(node);
}

NodeId PointsTo::sub_location(const clang::Expr* lvalue) {
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(lvalue)) {
    if (const auto* var = dyn_cast<clang::VarDecl>(name->getDecl())) return variable(var);
    return sketch(lvalue);
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(lvalue)) {
    if (unary->getOpcode() == clang::UO_Deref) {
      const NodeId node = target(unary->getSubExpr());
      give_type(node, unary->getType(), unary->getBeginLoc());
      return node;
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
    make_walked(node);
    return node;
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(lvalue)) {
    const auto* field_decl = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field_decl == nullptr) return poisoned(lvalue);
    return field(member->isArrow() ? target(member->getBase()) : location(member->getBase()),
                 field_decl);
  }
  if (const auto* literal = dyn_cast<clang::StringLiteral>(lvalue)) {
    return allocation(literal, literal->getType());
  }
  if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(lvalue)) {
    return allocation(literal, literal->getType());
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(lvalue)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp) {
      return location(cast->getSubExpr());
    }
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(lvalue)) {
    if (const clang::FunctionDecl* callee = call->getDirectCallee()) return result(callee);
    const NodeId node = sketch(call);
    give_type(node, call->getType(), call->getBeginLoc());
    for (const clang::FunctionDecl* callee : graph_->targets(call)) {
      copy(node, result(callee));
    }
    return node;
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(lvalue)) {
    if (binary->isAssignmentOp()) return location(binary->getLHS());
    if (binary->getOpcode() == clang::BO_Comma) return location(binary->getRHS());
  }
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(lvalue)) {
    // A struct value from either side: what both may hold.
    const NodeId node = sketch(lvalue);
    give_type(node, lvalue->getType(), lvalue->getBeginLoc());
    copy(node, location(choice->getTrueExpr()));
    copy(node, location(choice->getFalseExpr()));
    return node;
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(lvalue)) {
    return location(opaque->getSourceExpr());
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(lvalue)) {
    if (const clang::Expr* last = last_of(block)) return location(last);
  }
  if (const auto* choose = dyn_cast<clang::ChooseExpr>(lvalue)) {
    return location(choose->getChosenSubExpr());
  }
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(lvalue)) {
    return location(generic->getResultExpr());
  }
  const NodeId node = poisoned(lvalue);
  give_type(node, lvalue->getType(), lvalue->getBeginLoc());
  return node;
}

namespace {

bool is_decay(const clang::Expr* e) {
  const auto* cast = dyn_cast<clang::CastExpr>(e);
  return cast != nullptr && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
}

}  // namespace

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
  // Of a pointer variable only &p: p[i] and p->f lead elsewhere.
  if (var == nullptr || (var->getType()->isPointerType() && base != lvalue->IgnoreParens())) return;
  const bool is_new = address_taken_.insert(var->getCanonicalDecl()).second;
  if (is_new && decided_) {
    refuse(lvalue->getBeginLoc(), "an address of '" + var->getNameAsString() +
                                      "' that the analysis of pointers did not see");
  }
}

NodeId PointsTo::target(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) return find(converted(cast));
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_AddrOf) {
      note_address(unary->getSubExpr());
      return find(location(unary->getSubExpr()));
    }
    if (unary->isIncrementDecrementOp()) return moved(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Extension) return target(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->getOpcode() == clang::BO_Assign) return pointee(location(binary->getLHS()));
    if (binary->isAssignmentOp()) return moved(binary->getLHS());
    if (binary->getOpcode() == clang::BO_Comma) return target(binary->getRHS());
    const bool left = binary->getLHS()->getType()->isPointerType();
    return moved(left ? binary->getLHS() : binary->getRHS());
  }
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(e)) {
    const NodeId node = target(choice->getTrueExpr());
    join(node, target(choice->getFalseExpr()));
    return find(node);
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    return target(opaque->getSourceExpr());
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(e)) return find(called(call));
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) {
    if (const clang::Expr* last = last_of(block)) return target(last);
  }
  if (const auto* choose = dyn_cast<clang::ChooseExpr>(e)) {
    return target(choose->getChosenSubExpr());
  }
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(e)) {
    return target(generic->getResultExpr());
  }
  if (const auto* list = dyn_cast<clang::InitListExpr>(e); list && list->getNumInits() == 1) {
    return target(list->getInit(0));
  }
  if (isa<clang::VAArgExpr>(e)) {
    if (varargs_ == none) varargs_ = fresh();
    give_type(varargs_, e->getType()->getPointeeType(), e->getBeginLoc());
    return find(varargs_);
  }
  // Of a struct that is no object, as in f().next.
  if (isa<clang::MemberExpr>(e)) return find(pointee(location(e)));
  // Null, in one guise or another.
  const bool null = isa<clang::ImplicitValueInitExpr>(e) || isa<clang::GNUNullExpr>(e);
  if (null || is_zero(e, unit_.ast())) return sketch(e);
  return find(poisoned(e));
}

/// What a pointer points to that comes from a conversion.
NodeId PointsTo::converted(const clang::CastExpr* cast) {
  const clang::Expr* inner = cast->getSubExpr();
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: return pointee(location(inner));
    case clang::CK_ArrayToPointerDecay: note_address(inner); return element(location(inner));
    case clang::CK_NullToPointer:
    case clang::CK_FunctionToPointerDecay: return sketch(cast);
    case clang::CK_IntegralToPointer:
      return is_zero(inner, unit_.ast()) ? sketch(cast) : poisoned(cast);
    case clang::CK_BitCast:
    case clang::CK_NoOp: break;
    default: return poisoned(cast);
  }
  const NodeId node = target(inner);
  if (!cast->getType()->isPointerType()) return node;
  const clang::QualType view = plain(cast->getType()->getPointeeType());
  // The start of an array is where its first element is.
  for (NodeId part = node; true; part = find(nodes_[part].element)) {
    const bool typed = nodes_[part].shape != Shape::Unknown && nodes_[part].shape != Shape::Flat;
    if (typed && agree(nodes_[part].type, view)) return part;
    if (nodes_[part].shape != Shape::Array) break;
  }
  give_type(node, view, cast->getBeginLoc());
  return node;
}

/// The memory in which a pointer moves.
NodeId PointsTo::moved(const clang::Expr* base) {
  const NodeId node = base->isPRValue() ? target(base) : pointee(location(base));
  const clang::QualType step = base->getType()->getPointeeType();
  if (step->isVoidType()) give_type(node, unit_.ast().UnsignedCharTy, base->getBeginLoc());
  make_walked(node);
  return find(node);
}

/// What the result of a call points to.
NodeId PointsTo::called(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee != nullptr) {
    if (is_allocation(callee)) return allocation(call, {});
    if (returns_first_argument(callee) && call->getNumArgs() > 0) return target(call->getArg(0));
    return pointee(result(callee));
  }
  const NodeId node = sketch(call);
  const auto callees = graph_->targets(call);
  if (callees.empty() && !graph_->strange_pointers()) return poisoned(call);
  for (const clang::FunctionDecl* one : callees) {
    if (is_pointer(one->getReturnType())) join(node, pointee(result(one)));
  }
  return node;
}

void PointsTo::constrain_assignment(const clang::Expr* left, const clang::Expr* right) {
  if (is_pointer(left->getType())) {
    join(pointee(location(left)), target(right));
  } else if (left->getType()->isRecordType()) {
    copy(location(left), location(right));
  }
}

void PointsTo::constrain_initialiser(NodeId node, clang::QualType type, const clang::Expr* value) {
  const clang::Expr* e = value->IgnoreParens();
  if (is_flat(node)) see(node, type);
  if (const auto* list = dyn_cast<clang::InitListExpr>(e)) {
    if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
    if (type->isUnionType()) {
      const clang::FieldDecl* chosen = list->getInitializedFieldInUnion();
      if (chosen == nullptr || list->getNumInits() == 0) return;
      constrain_initialiser(field(node, chosen), chosen->getType(), list->getInit(0));
    } else if (const auto* array = unit_.ast().getAsArrayType(type)) {
      for (const clang::Expr* one : list->inits()) {
        constrain_initialiser(element(node), array->getElementType(), one);
      }
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      unsigned index = 0;
      for (const clang::FieldDecl* f : record->getDecl()->fields()) {
        if (f->isUnnamedBitfield()) continue;
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
    join(pointee(node), target(e));
  } else if (type->isRecordType() && !isa<clang::ImplicitValueInitExpr>(e)) {
    copy(node, location(e));
  }
}

void PointsTo::constrain_call(const clang::CallExpr* call) {
  if (const clang::FunctionDecl* callee = call->getDirectCallee()) {
    constrain_call(call, callee);
    return;
  }
  if (graph_->strange_pointers()) hand_out(call);
  for (const clang::FunctionDecl* f : graph_->targets(call)) constrain_call(call, f);
}

void PointsTo::constrain_call(const clang::CallExpr* call, const clang::FunctionDecl* f) {
  const clang::FunctionDecl* defined = definition(f);
  if (is_variadic_helper(f)) return;
  if (copies_memory(f) && call->getNumArgs() >= 2) {
    copy(target(call->getArg(0)), target(call->getArg(1)));
    return;
  }
  if (reads_strings(f)) {
    for (const clang::Expr* argument : call->arguments()) {
      if (is_pointer(argument->getType())) make_indexed(target(argument));
    }
  }
  if (is_reallocation(f)) join(target(call), target(call->getArg(0)));
  if (!defined->hasBody()) {
    if (!builtin(f) || may_write_through(call)) hand_out(call);
    if (builtin(f) == Builtin::Nondet && is_pointer(call->getType())) {
      outside_.emplace_back(target(call), call->getType()->getPointeeType());
    }
    if (builtin(f) || !contracted_.contains(f->getCanonicalDecl())) return;
  }
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::Expr* argument = call->getArg(i);
    if (i >= defined->getNumParams()) {
      if (!is_pointer(argument->getType())) continue;
      if (varargs_ == none) varargs_ = fresh();
      join(varargs_, target(argument));
      continue;
    }
    const clang::ParmVarDecl* parameter = defined->getParamDecl(i);
    if (is_pointer(parameter->getType()) && is_pointer(argument->getType())) {
      join(pointee(variable(parameter)), target(argument));
    } else if (parameter->getType()->isRecordType() && argument->getType()->isRecordType()) {
      copy(variable(parameter), location(argument));
    }
  }
}

void PointsTo::constrain(const clang::Stmt* stmt) {
  // An explicit stack: statements nest as deeply as the user likes.
  std::vector<const clang::Stmt*> work = {stmt};
  std::set<const clang::Stmt*> subscripted;
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    for (const clang::Stmt* child : s->children()) work.push_back(child);
    if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(s)) {
      subscripted.insert(element->getBase()->IgnoreParens());
    }
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s)) {
      if (binary->getOpcode() == clang::BO_Assign) {
        constrain_assignment(binary->getLHS(), binary->getRHS());
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
      if (call->getType()->isRecordType()) location(call);
      constrain_call(call);
    } else if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(s)) {
      constrain_initialiser(location(literal), literal->getType(), literal->getInitializer());
    } else if (const auto* assembly = dyn_cast<clang::GCCAsmStmt>(s)) {
      constrain_assembly(assembly);
    } else if (const auto* ret = dyn_cast<clang::ReturnStmt>(s)) {
      if (const clang::Expr* value = ret->getRetValue()) {
        if (is_pointer(value->getType())) {
          join(pointee(result(current_)), target(value));
        } else if (value->getType()->isRecordType()) {
          copy(result(current_), location(value));
        }
      }
    } else if (const auto* e = dyn_cast<clang::Expr>(s)) {
      const auto* number = dyn_cast<clang::CastExpr>(e);
      if (number != nullptr && number->getCastKind() == clang::CK_PointerToIntegral) {
        hand_out(number->getSubExpr());
      }
      // a[i] gives no pointer away.
      if (subscripted.contains(e) && is_decay(e)) continue;
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
    hand_out(variable(parameter), parameter->getType());
  }
  hand_out(result(function), function->getReturnType());
}

/// Strangers may hand in pointers that meet: all of one type are one class, together with what
/// they can reach and the globals of that type. That they point to objects of their type (or into
/// them) is assumed.
void PointsTo::close_outside() {
  outside_by_type_.clear();
  if (outside_.empty()) return;
  std::set<NodeId> seen;
  for (std::size_t i = 0; i < outside_.size(); ++i) {
    const auto [pointed, declared] = outside_[i];
    const NodeId node = find(pointed);
    clang::QualType type = plain(declared);
    const bool untyped = type->isVoidType() || type->isIncompleteType();
    if (untyped) type = nodes_[node].shape == Shape::Flat ? clang::QualType() : nodes_[node].type;
    if (type.isNull()) {
      if (nodes_[node].shape != Shape::Flat) continue;
      type = unit_.ast().UnsignedCharTy;
    }
    type = unsigned_type(type);
    const auto [place, added] = outside_by_type_.emplace(type, std::pair(node, std::size_t(0)));
    ++place->second.second;
    join(place->second.first, node);
    follow_outside(find(node), seen);
  }
  meet_inside();
}

/// Pointers inside of what strangers have lead to more of the same kind.
void PointsTo::follow_outside(NodeId node, std::set<NodeId>& seen) {
  std::vector<NodeId> inner = {node};
  while (!inner.empty()) {
    const NodeId n = find(inner.back());
    inner.pop_back();
    if (!seen.insert(n).second) continue;
    std::vector<clang::QualType> types = nodes_[n].views;
    if (nodes_[n].shape == Shape::Scalar) types.push_back(nodes_[n].type);
    for (const clang::QualType type : types) {
      if (!is_pointer(type)) continue;
      outside_.emplace_back(pointee(n), type->getPointeeType());
      outside_.emplace_back(pointee(n), type->getPointeeType());  // any number of them
    }
    for (const auto& [f, child] : nodes_[n].fields) inner.push_back(child);
    if (nodes_[n].shape == Shape::Array) inner.push_back(element(n));
  }
}

/// Pointers to integers that differ in their sign may meet.
clang::QualType PointsTo::unsigned_type(clang::QualType type) const {
  const bool is_number = type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
  if (!is_number || !type->isSignedIntegerType()) return type;
  return plain(unit_.ast().getCorrespondingUnsignedType(type));
}

/// May a pointer that strangers hand in lead to it, by its type? Then it does.
bool PointsTo::meet_outside(NodeId node, clang::QualType type) {
  if (type.isNull()) return false;
  const auto found = outside_by_type_.find(unsigned_type(type));
  if (found == outside_by_type_.end() || find(found->second.first) == find(node)) return false;
  join(found->second.first, node);
  ++found->second.second;
  return true;
}

/// What strangers point to may be a global, and a part of what other pointers of theirs lead to.
void PointsTo::meet_inside() {
  const auto outside = outside_by_type_;
  for (const auto& [type, entry] : outside) meet_parts_outside(entry.first, type, false);
  const auto variables = variables_;
  for (const auto& [var, node] : variables) {
    if (!var->hasGlobalStorage() || var->isStaticLocal()) continue;
    if (meet_parts_outside(node, plain(var->getType()), true)) address_taken_.insert(var);
  }
}

/// From `whole` down, which is declared as that; does any of it meet what strangers point to?
bool PointsTo::meet_parts_outside(NodeId whole, clang::QualType declared, bool itself) {
  bool met = false;
  const auto meet = [&](NodeId node, clang::QualType type) {
    const auto known = outside_by_type_.find(unsigned_type(type));
    const bool already = known != outside_by_type_.end() && find(known->second.first) == find(node);
    if (already) ++known->second.second;
    met |= already || meet_outside(node, type);
  };
  std::vector<std::pair<NodeId, clang::QualType>> work = {{whole, declared}};
  for (bool first = true; !work.empty(); first = false) {
    const auto [part, type] = work.back();
    work.pop_back();
    const NodeId node = find(part);
    if (type.isNull()) continue;
    if (itself || !first) meet(node, type);
    // In flat memory all parts are one node, also those that nobody accesses by name, and around
    // what it is declared as there may be more (a struct that contains it).
    const bool flat = is_flat(node);
    for (const clang::QualType view : std::vector(nodes_[node].views)) meet(find(node), view);
    if (const auto* array = unit_.ast().getAsArrayType(type)) {
      if (flat || nodes_[node].element != none) {
        work.emplace_back(flat ? node : nodes_[node].element, plain(array->getElementType()));
      }
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      for (const clang::FieldDecl* f : record->getDecl()->fields()) {
        if (f->isBitField()) continue;
        const auto child = nodes_[find(node)].fields.find(f);
        const bool known = child != nodes_[find(node)].fields.end();
        if (flat || known) work.emplace_back(flat ? node : child->second, plain(f->getType()));
      }
    }
  }
  return met;
}

void PointsTo::add_outside_object(NodeId root, const std::string& name, bool many) {
  Object object;
  object.kind = Object::Kind::Outside;
  object.root = root;
  object.name = name;
  object.many = many;
  objects_.push_back(object);
}

void PointsTo::add_outside_objects() {
  for (const auto& [type, entry] : outside_by_type_) {
    add_outside_object(entry.first, "memory", entry.second > 1);
  }
  add_command_line();
}

/// Contracts speak of arrays behind pointers, whether or not the code does.
void PointsTo::index_contract(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = definition(function);
  for (const clang::ParmVarDecl* parameter : defined->parameters()) {
    if (!is_pointer(parameter->getType())) continue;
    const NodeId node = pointee(variable(parameter));
    index_scalars(node);
    if (!defined->hasBody()) outside_.emplace_back(node, parameter->getType()->getPointeeType());
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

void PointsTo::constrain_program(const std::set<const clang::FunctionDecl*>& open) {
  for (const clang::Decl* d : unit_.ast().getTranslationUnitDecl()->decls()) {
    if (const auto* var = dyn_cast<clang::VarDecl>(d)) {
      const NodeId node = variable(var);
      current_ = nullptr;
      if (var->hasInit()) {
        constrain(var->getInit());
        constrain_initialiser(node, var->getType(), var->getInit());
      }
    }
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    current_ = function;
    for (const clang::ParmVarDecl* parameter : function->parameters()) variable(parameter);
    find_repeated(function->getBody());
    constrain(function->getBody());
    if (open.contains(function) || graph_->skipped(function)) open_function(function);
  }
  current_ = nullptr;
}

void PointsTo::analyse(const std::set<const clang::FunctionDecl*>& open,
                       const std::set<const clang::FunctionDecl*>& contracted,
                       const CallGraph& graph) {
  contracted_ = contracted;
  graph_ = &graph;
  std::vector<const clang::FunctionDecl*> called(contracted.begin(), contracted.end());
  std::ranges::sort(called, [&](const auto* a, const auto* b) {
    return unit_.sources().isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
  });
  // Nodes are only ever joined or made flat, so this ends.
  do {
    changed_ = false;
    outside_.clear();
    constrain_program(open);
    for (const clang::FunctionDecl* function : called) index_contract(function);
    for (const clang::VarDecl* var : counted_) {  // in any order: they do not depend on each other
      if (is_pointer(var->getType())) index_scalars(pointee(variable(var)));
    }
    hand_out_variables(graph.calls_strangers() || graph.has_assembly() || !open.empty());
    const bool strange_arguments =
        graph.calls_strangers() ||
        std::ranges::any_of(open, [](const auto* function) { return function->isVariadic(); });
    if (varargs_ != none && strange_arguments) {
      outside_.emplace_back(varargs_, unit_.ast().VoidTy);
      outside_.emplace_back(varargs_, unit_.ast().VoidTy);  // any number of them
    }
    close_outside();
    flatten_containers();
    for (std::size_t i = 0; i < objects_.size(); ++i) meet_parts(objects_[i].root);
    for (const auto& [type, entry] : std::map(outside_by_type_)) meet_parts(entry.first);
  } while (changed_);
  add_outside_objects();
  decide_units();
  repeat_variables();
  collect_members();
  collect_seen();
  decided_ = true;
}

}  // namespace pawl::frontend::c
