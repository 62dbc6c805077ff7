// SPDX-License-Identifier: Apache-2.0
//
// Statements by recursive descent, at most max_nesting deep. After a mistake parsing goes on
// behind the next ';' or at the closing '}', so that one run reports several.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "gcl/expr_parser.h"
#include "gcl/parser_state.h"
#include "gcl/program.h"

namespace pawl::gcl {

/// Keywords that stand only outside of procedures: a body that meets one lacks a '}'.
/// `var` is not among them.
bool begins_declaration(Tok tok);

class StmtParser {
 public:
  StmtParser(ParserState& state, ExprParser& expressions)
      : state_(state), expressions_(expressions) {}

  /// At '{'. Parameters and results are in scope; locals are added to `procedure`.
  void parse_body(Procedure& procedure, const std::vector<Name>& modifies);

  /// `e1, e2;` after a keyword: the formulas, all bool. False after a syntax error.
  bool parse_formulas(Clause clause, const char* what, std::vector<Located>& out);

 private:
  /// The statements return false after a syntax error; the caller recovers.
  bool block(Block& out);
  void statements(Block& out, std::size_t opened);
  bool statement(Block& out);
  bool no_statement();

  bool declare_locals();
  bool assertion(Block& out);
  bool havoc(Block& out);
  bool assignment(Block& out);
  bool choice(Block& out);
  bool branch(Block& out);
  bool loop(Block& out);
  bool labeled_block(Block& out);
  bool exit(Block& out);
  bool call(Block& out);

  struct Target {
    Name name = 0;
    std::uint32_t token = 0;
    std::vector<Operand> keys;
  };
  bool parse_target(Target& target);
  bool parse_assign_sign();
  bool parse_operands(std::vector<Operand>& out);
  Expr updated(const Target& target, const Operand& value);
  bool distinct(const std::vector<Target>& targets);
  /// The variable, if statements may change it; null and reported otherwise.
  Expr assignable(Name name, std::size_t token);

  bool condition(std::optional<Located>& out, const char* what);
  void loop_clauses(While& loop);
  void skip_clause();
  bool parse_skolems(std::vector<ParserState::Binder>& out);
  void declare_skolems(const std::vector<ParserState::Binder>& skolems, While& loop);
  bool check_call(Name name, std::size_t token, const std::vector<Target>& results,
                  const std::vector<Operand>& arguments);
  bool same_count(const char* what, std::size_t wanted, std::size_t given, Name name,
                  TextRange range);
  void check_sorts(const ProcedureSignature& callee, const std::vector<Target>& results,
                   const std::vector<Operand>& arguments);
  void check_effects(const ProcedureSignature& callee, const std::vector<Target>& results,
                     std::size_t token);
  void check_modifies(Name global, std::size_t token);

  void recover();
  void add(Block& out, decltype(Stmt::node) node, std::size_t begin);

  ParserState& state_;
  ExprParser& expressions_;
  Procedure* procedure_ = nullptr;
  std::unordered_set<Name> modifies_;
  std::vector<Name> labels_;
  int depth_ = 0;
};

}  // namespace pawl::gcl
