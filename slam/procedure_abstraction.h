// SPDX-License-Identifier: Apache-2.0
//
// One procedure of C2BP; a part of slam/c2bp.cpp.
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gcl/traverse.h"
#include "slam/c2bp.h"

namespace pawl::slam {

class ProcedureAbstraction {
 public:
  /// Everything procedures need of each other.
  struct Shared {
    Abstraction& result;
    std::map<std::string, std::uint32_t> numbers;  // procedure -> BP procedure
  };

  ProcedureAbstraction(C2bp& c2bp, Shared& shared, std::uint32_t number);
  void run();

 private:
  /// Predicates that may be spoken of somewhere, and the variables that hold their values.
  struct Scope {
    std::vector<gcl::Expr> meaning;
    std::vector<VarRef> vars;
  };

  // Statements.
  BpBlock block(const gcl::Block& from);
  void add(const gcl::Assert& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::Assume& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::Assign& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::Havoc& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::Choice& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::If& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::While& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::LabeledBlock& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::Exit& node, const gcl::Stmt& stmt, BpBlock& out);
  void add(const gcl::Call& node, const gcl::Stmt& stmt, BpBlock& out);  // c2bp_call.cpp
  void condition(const std::optional<gcl::Located>& e, SourceStep::Role role, const gcl::Stmt& stmt,
                 BpBlock& out);
  void enter(BpBlock& out);

  // Calls: c2bp_call.cpp.
  std::vector<BpExpr> arguments(const gcl::Call& call, const gcl::Procedure& callee,
                                const Interface& interface);
  Scope after_call(const gcl::Call& call, const gcl::Procedure& callee, const Interface& interface);
  void update(const gcl::Call& call, const gcl::Procedure& callee, const Scope& scope,
              const gcl::Stmt& stmt, BpBlock& out);
  gcl::Expr original(gcl::Expr global);
  gcl::Expr returned(gcl::Expr result);

  gcl::Expr symbolic(gcl::Expr e) const;
  // The papers' functions.
  BpExpr f(gcl::Expr e, const Scope& scope);
  BpExpr g(gcl::Expr e, const Scope& scope);
  BpExpr choose(gcl::Expr e, const Scope& scope);
  /// Only consistent outcomes, when the variables in `changed` get `values`. About::Changed: the
  /// others are known to be consistent with each other.
  enum class About { Changed, Everything };
  BpExpr consistent(const std::vector<VarRef>& changed, const std::vector<BpExpr>& values,
                    About about) const;
  /// Boolean abstraction: what the new values of `changed` have to do with each other.
  BpExpr correlated(const std::vector<std::size_t>& changed, const std::vector<gcl::Expr>& after);

  BpStmt made(decltype(BpStmt::node) node, SourceStep::Role role, const gcl::Stmt* stmt,
              std::size_t branch = 0);
  void assign(std::vector<VarRef> targets, std::vector<BpExpr> values, BpExpr constrain,
              const gcl::Stmt& stmt, SourceStep::Role role, BpBlock& out);
  bool speaks_of(gcl::Expr predicate, const std::unordered_set<gcl::Expr>& vars) const;

  C2bp& c2bp_;
  Shared& shared_;
  gcl::Context& context_;
  std::uint32_t number_;
  const gcl::Procedure& source_;
  BpProcedure& target_;
  Scope scope_;
  Cubes inconsistent_;
  std::vector<VarRef> results_;                              // temporaries for what calls return
  std::vector<std::pair<std::string, std::string>> labels_;  // source -> unique, innermost last
  std::size_t label_count_ = 0;
};

}  // namespace pawl::slam
