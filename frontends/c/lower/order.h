// SPDX-License-Identifier: Apache-2.0
//
// In which order operands are evaluated, where C leaves it open: whether that can make a
// difference, by what each may read and write. Accesses of the operand itself and of its siblings
// that meet are undefined behaviour; the body of a function runs before or after them as a whole
// (C11 6.5p2, 6.5.2.2p10).
#pragma once

#include <clang/AST/Expr.h>

#include <map>
#include <set>
#include <vector>

#include "frontends/c/lower/points_to.h"

namespace pawl::frontend::c {

/// Some memory, by the classes of the points-to analysis; variables nobody points to by name.
struct Touched {
  std::set<NodeId> classes;
  std::set<const clang::VarDecl*> variables;
  bool all = false;  // any memory that pointers lead to

  bool meets(const Touched& other) const;
};

/// A part of an evaluation that nothing interrupts: an access, or a call.
struct EvaluationStep {
  bool is_call = false;
  Touched reads, writes;
  bool stops = false;  // it may not come back
  bool fails = false;  // it may come to an assertion
};

class Footprints {
 public:
  enum class Failures : std::uint8_t {
    Assertions,
    Everywhere,  // hazards are asserted
    Events,      // every call may be one that a specification watches
  };
  Footprints(PointsTo& points_to, Failures failures) : points_to_(points_to), failures_(failures) {}

  enum class Order : std::uint8_t {
    Free,   // one is as good as the other
    Two,    // which is first decides
    Mixed,  // parts of one may come between parts of the other, and that makes a difference
  };
  /// `also_read`: an lvalue of the left operand whose value is read as well; may be null.
  Order order(const clang::Expr* left, const clang::Expr* right, const clang::Expr* also_read);
  /// May one change what the other reads or changes, by itself or in a call?
  bool meet(const clang::Expr* left, const clang::Expr* right);
  /// A variable that one of them changes and the other uses: undefined. Null: none for certain.
  static const clang::VarDecl* clash(const clang::Expr* left, const clang::Expr* right);
  /// What is changed, but maybe not before the value is used.
  static std::set<const clang::VarDecl*> pending(const clang::Expr* e);

 private:
  const std::vector<EvaluationStep>& steps(const clang::Expr* e);
  void collect(const clang::Stmt* stmt, std::vector<EvaluationStep>& steps, bool in_block);
  void note(const clang::Expr* lvalue, Touched& access);
  const EvaluationStep& body(const clang::FunctionDecl* function);
  void walk(const clang::Stmt* stmt, EvaluationStep& out,
            std::vector<const clang::FunctionDecl*>& called);
  /// Without a body, or not known by name.
  static void unknown(const clang::CallExpr* call, EvaluationStep& step);
  void mark(EvaluationStep& step) const;

  PointsTo& points_to_;
  Failures failures_;
  std::map<const clang::Expr*, std::vector<EvaluationStep>> steps_;
  std::map<const clang::FunctionDecl*, EvaluationStep> bodies_;
};

}  // namespace pawl::frontend::c
