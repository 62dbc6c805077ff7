// SPDX-License-Identifier: Apache-2.0
//
// Recursive descent over tokens, one function per construct of [BallRajamani00]'s language. After
// an error it goes on behind the statement, or where its block ends.
#include "slam/bp_stmt_parser.h"

#include <string_view>
#include <utility>

#include "support/overloaded.h"

namespace pawl::slam {
namespace {

bool ends_block(BpTok tok) {
  return tok == BpTok::KwEnd || tok == BpTok::KwFi || tok == BpTok::KwOd || tok == BpTok::KwElse ||
         tok == BpTok::KwElsif || tok == BpTok::DoubleOr || tok == BpTok::End;
}

constexpr std::string_view thread_label = "ASYNC_";

}  // namespace

bool begins_procedure(const BpParserState& state) {
  if (state.at(BpTok::KwDfs)) return true;
  if (!state.at(BpTok::KwVoid) && !state.at(BpTok::KwBool)) return false;
  return state.tok(1) == BpTok::Identifier || state.tok(1) == BpTok::Less;
}

void BpStmtParser::parse_body(BpProcedure& procedure) {
  procedure_ = &procedure;
  depth_ = 0;
  branches_ = 0;
  const std::size_t opened = state_.index();
  if (!state_.expect(BpTok::KwBegin, "before the body of a procedure")) return;
  while (!state_.accept(BpTok::KwEnd)) {
    block(procedure.body);
    if (state_.at(BpTok::KwEnd)) continue;
    if (state_.reporter.stopped()) return;
    state_.unexpected("'end'", "every 'begin' needs its 'end'");
    if (state_.at(BpTok::End) || begins_procedure(state_)) {
      state_.reporter.note(state_.range_of(opened), "to close this body");
      return;
    }
    state_.advance();
    state_.accept(BpTok::Semicolon);
  }
}

/// Up to a token that ends a block; the caller knows which one it wants.
void BpStmtParser::block(BpBlock& out) {
  while (!ends_block(state_.tok()) && !begins_procedure(state_) && !state_.reporter.stopped()) {
    const std::size_t before = state_.index();
    if (statement(out)) continue;
    recover();
    if (state_.index() == before && !ends_block(state_.tok())) state_.advance();
  }
}

/// Behind the ';' of a broken statement, or at the end of the block it stands in. Inner blocks are
/// skipped whole.
void BpStmtParser::recover() {
  int inner = 0;
  for (; !state_.at(BpTok::End) && !begins_procedure(state_); state_.advance()) {
    const BpTok tok = state_.tok();
    if (tok == BpTok::KwIf || tok == BpTok::KwWhile || tok == BpTok::KwBranch) ++inner;
    if (inner == 0 && tok != BpTok::DoubleOr && ends_block(tok)) return;
    if (tok == BpTok::KwFi || tok == BpTok::KwOd || tok == BpTok::KwEnd) --inner;
    if (inner == 0 && tok == BpTok::Semicolon) return state_.advance();
  }
}

bool BpStmtParser::nested(BpBlock& out) {
  if (depth_ == max_bp_nesting) {
    state_.reporter.error(state_.here(),
                          "statements nested more than " + std::to_string(max_bp_nesting) + " deep",
                          "move some into a procedure");
    return false;
  }
  ++depth_;
  block(out);
  --depth_;
  return true;
}

bool BpStmtParser::leading(const BpBlock& out) const {
  if (depth_ > 0) return false;
  for (const BpStmt& stmt : out) {
    if (!std::holds_alternative<BpEnforce>(stmt.node)) return false;
  }
  return true;
}

bool BpStmtParser::statement(BpBlock& out) {
  const std::size_t begin = state_.index();
  BpStmt stmt;
  if (!labels(stmt)) return false;
  const std::size_t first = state_.index();
  const BpTok tok = state_.tok();
  const bool is_block = tok == BpTok::KwIf || tok == BpTok::KwWhile || tok == BpTok::KwBranch;
  if (!unlabeled(stmt)) return false;
  stmt.range = state_.range_since(first);
  const bool is_declaration = tok == BpTok::KwDecl && leading(out) && first == begin;
  if (!is_declaration) out.push_back(std::move(stmt));
  return separator(is_block);
}

/// `;` between statements; none is needed before the end of a block or after fi, od and end.
bool BpStmtParser::separator(bool is_block) {
  if (state_.accept(BpTok::Semicolon) || is_block || ends_block(state_.tok())) return true;
  if (!state_.starts_line()) {
    state_.unexpected("';' after a statement", "an operator or a ';' is missing before it");
    return false;
  }
  const std::size_t end = state_.range_of(state_.index() - 1).end;
  state_.reporter.error({end, end + 1}, "missing ';' after a statement",
                        "statements are separated with ';'");
  return true;
}

bool BpStmtParser::labels(BpStmt& stmt) {
  while (state_.at(BpTok::Identifier) && state_.tok(1) == BpTok::Colon) {
    std::string label = state_.text(state_.peek().name);
    if (label.starts_with(thread_label)) return refuse_concurrency("the label '" + label + "'");
    stmt.labels.push_back(std::move(label));
    state_.advance();
    state_.advance();
  }
  return true;
}

bool BpStmtParser::refuse_concurrency(const std::string& construct) {
  state_.reporter.error(state_.here(), construct + " belongs to concurrent Boolean programs",
                        "only sequential programs are supported; threads are not modelled");
  return false;
}

bool BpStmtParser::unlabeled(BpStmt& stmt) {
  const auto condition = [&]<class Node>(Node node) {
    state_.advance();
    std::optional<BpExpr> found = expression();
    if (!found) return false;
    node.condition = std::move(*found);
    stmt.node = std::move(node);
    return true;
  };
  const BpTok tok = state_.tok();
  if (tok == BpTok::Identifier) {
    return state_.tok(1) == BpTok::LeftParen ? call(stmt, {}) : assignment(stmt);
  }
  if (tok == BpTok::KwDecl) return declaration(stmt);
  if (tok == BpTok::KwSkip) {
    state_.advance();
    stmt.node = BpSkip{};
    return true;
  }
  if (tok == BpTok::KwAssume) return condition(BpAssume{});
  if (tok == BpTok::KwAssert) return condition(BpAssert{});
  if (tok == BpTok::KwAbortif) return condition(BpAbortif{});
  if (tok == BpTok::KwEnforce) return condition(BpEnforce{});
  if (tok == BpTok::KwGoto) return jump(stmt);
  if (tok == BpTok::KwIf) return conditional(stmt);
  if (tok == BpTok::KwWhile) return loop(stmt);
  if (tok == BpTok::KwBranch) return branch(stmt);
  if (tok == BpTok::KwDead) {
    state_.advance();
    BpDead node;
    if (!variable_list(node.variables)) return false;
    stmt.node = std::move(node);
    return true;
  }
  if (tok == BpTok::KwReturn) {
    state_.advance();
    BpReturn node;
    if (!state_.at(BpTok::Semicolon) && !ends_block(state_.tok()) &&
        !expression_list(node.values)) {
      return false;
    }
    stmt.node = std::move(node);
    return true;
  }
  if (tok == BpTok::KwConcurrent) {
    return refuse_concurrency("'" + state_.text(state_.peek().name) + "'");
  }
  state_.unexpected("a statement",
                    stmt.labels.empty() ? "" : "a label stands before a statement; 'skip' is one");
  return false;
}

bool BpStmtParser::declaration(BpStmt& stmt) {
  state_.advance();
  BpDead node;
  do {
    const std::size_t at = state_.index();
    const std::optional<gcl::Name> name = state_.expect_name("the name of a variable");
    if (!name) return false;
    if (state_.is_local(*name)) {
      state_.reporter.error(
          state_.range_of(at),
          "variable " + state_.quoted(*name) + " is already declared in this procedure",
          "choose another name");
      continue;
    }
    const auto index = static_cast<std::uint32_t>(procedure_->variables.size());
    procedure_->variables.push_back({state_.text(*name), state_.range_since(at)});
    state_.declare_local(*name, index);
    node.variables.push_back(VarRef::local(index));
  } while (state_.accept(BpTok::Comma));
  stmt.node = std::move(node);
  return true;
}

bool BpStmtParser::assignment(BpStmt& stmt) {
  BpAssign node;
  if (!variable_list(node.targets)) return false;
  if (!state_.accept(BpTok::Assign)) {
    state_.unexpected("':='", state_.at(BpTok::Equal) ? "'=' compares; assign with ':='" : "");
    return false;
  }
  if (state_.at(BpTok::Identifier) && state_.tok(1) == BpTok::LeftParen) {
    return call(stmt, std::move(node.targets));
  }
  if (!expression_list(node.values)) return false;
  if (state_.accept(BpTok::KwConstrain)) {
    std::optional<BpExpr> constrain = expression();
    if (!constrain) return false;
    node.constrain = std::move(*constrain);
  }
  stmt.node = std::move(node);
  return true;
}

bool BpStmtParser::call(BpStmt& stmt, std::vector<VarRef> targets) {
  const gcl::Name name = state_.peek().name;
  const std::optional<std::uint32_t> callee = state_.procedure(name);
  if (!callee) {
    state_.reporter.error(
        state_.here(), "unknown procedure " + state_.quoted(name),
        "declare it: void " + state_.text(name).substr(0, 40) + "() begin ... end");
  }
  state_.advance();
  BpCall node{std::move(targets), callee.value_or(0), {}};
  if (!state_.expect(BpTok::LeftParen, "before the arguments")) return false;
  if (!state_.at(BpTok::RightParen) && !expression_list(node.arguments)) return false;
  if (!state_.expect(BpTok::RightParen, "after the arguments")) return false;
  if (callee) stmt.node = std::move(node);  // else a skip: reported
  return true;
}

bool BpStmtParser::jump(BpStmt& stmt) {
  state_.advance();
  BpGoto node;
  do {
    const std::optional<gcl::Name> name = state_.expect_name("a label");
    if (!name) return false;
    node.labels.push_back(state_.text(*name));
  } while (state_.accept(BpTok::Comma));
  stmt.node = std::move(node);
  return true;
}

bool BpStmtParser::arm(BpIf& node) {
  state_.advance();  // if, elsif
  BpArm& arm = node.arms.emplace_back();
  std::optional<BpExpr> condition = expression();
  if (!condition || !state_.expect(BpTok::KwThen, "after the condition")) return false;
  arm.condition = std::move(*condition);
  return nested(arm.body);
}

bool BpStmtParser::conditional(BpStmt& stmt) {
  const std::size_t opened = state_.index();
  const int outer = std::exchange(branches_, 0);
  BpIf node;
  bool fine = true;
  while (fine && (node.arms.empty() || state_.at(BpTok::KwElsif))) fine = arm(node);
  if (fine && state_.accept(BpTok::KwElse)) fine = nested(node.otherwise);
  if (fine && !state_.expect(BpTok::KwFi, "after the branches of an 'if'")) {
    state_.reporter.note(state_.range_of(opened), "to close this 'if'");
    fine = false;
  }
  branches_ = outer;
  stmt.node = std::move(node);
  return fine;
}

bool BpStmtParser::loop(BpStmt& stmt) {
  const std::size_t opened = state_.index();
  const int outer = std::exchange(branches_, 0);
  state_.advance();
  BpWhile node;
  std::optional<BpExpr> condition = expression();
  bool fine = condition && state_.expect(BpTok::KwDo, "after the condition");
  if (fine) {
    node.condition = std::move(*condition);
    fine = nested(node.body);
  }
  if (fine && !state_.expect(BpTok::KwOd, "after the body of a 'while'")) {
    state_.reporter.note(state_.range_of(opened), "to close this 'while'");
    fine = false;
  }
  branches_ = outer;
  stmt.node = std::move(node);
  return fine;
}

bool BpStmtParser::branch(BpStmt& stmt) {
  const std::size_t opened = state_.index();
  state_.advance();
  const int outer = std::exchange(branches_, 1);
  BpBranch node;
  bool fine = true;
  do {
    fine = nested(node.choices.emplace_back());
  } while (fine && state_.accept(BpTok::DoubleOr));
  if (fine && !state_.expect(BpTok::KwEnd, "after the choices of a 'branch'")) {
    state_.reporter.note(state_.range_of(opened), "to close this 'branch'");
    fine = false;
  }
  branches_ = outer;
  stmt.node = std::move(node);
  return fine;
}

std::optional<BpExpr> BpStmtParser::expression() {
  return expressions_.parse(branches_ > 0 ? OrBars::Separates : OrBars::IsOr);
}

bool BpStmtParser::expression_list(std::vector<BpExpr>& out) {
  do {
    std::optional<BpExpr> expr = expression();
    if (!expr) return false;
    out.push_back(std::move(*expr));
  } while (state_.accept(BpTok::Comma));
  return true;
}

bool BpStmtParser::variable_list(std::vector<VarRef>& out) {
  do {
    const std::size_t at = state_.index();
    const std::optional<gcl::Name> name = state_.expect_name("a variable");
    if (!name) return false;
    const std::optional<VarRef> var = state_.variable(*name);
    if (!var) {
      state_.reporter.error(state_.range_of(at), "unknown variable " + state_.quoted(*name),
                            "declare it first with 'decl'");
    }
    out.push_back(var.value_or(VarRef::global(0)));
  } while (state_.accept(BpTok::Comma));
  return true;
}

}  // namespace pawl::slam
