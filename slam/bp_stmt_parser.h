// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slam/bp_expr_parser.h"

namespace pawl::slam {

/// Reads the body of one procedure; recovers after errors, so that one run reports several.
class BpStmtParser {
 public:
  explicit BpStmtParser(BpParserState& state) : state_(state), expressions_(state) {}
  /// From `begin` to `end`; the formals are declared.
  void parse_body(BpProcedure& procedure);

 private:
  void block(BpBlock& out);
  void recover();
  /// The declarations at the top need no code: variables are arbitrary at entry anyway.
  bool leading(const BpBlock& out) const;
  bool statement(BpBlock& out);
  bool labels(BpStmt& stmt);
  bool unlabeled(BpStmt& stmt);
  bool declaration(BpStmt& stmt);
  bool assignment(BpStmt& stmt);
  bool call(BpStmt& stmt, std::vector<VarRef> targets);
  bool branch(BpStmt& stmt);
  bool conditional(BpStmt& stmt);
  bool arm(BpIf& node);
  bool loop(BpStmt& stmt);
  bool jump(BpStmt& stmt);
  bool refuse_concurrency(const std::string& construct);
  bool separator(bool is_block);

  std::optional<BpExpr> expression();
  bool expression_list(std::vector<BpExpr>& out);
  bool variable_list(std::vector<VarRef>& out);
  bool nested(BpBlock& out);

  BpParserState& state_;
  BpExprParser expressions_;
  BpProcedure* procedure_ = nullptr;
  int depth_ = 0;
  int branches_ = 0;  // around the statement, nearest block first: see OrBars
};

/// `bool f(`: can only begin a procedure.
bool begins_procedure(const BpParserState& state);

}  // namespace pawl::slam
