// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_bp.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pawl::test {
namespace {

using namespace slam;

class Generator {
 public:
  Generator(std::mt19937& random, const RandomBpOptions& options)
      : random_(random), options_(options) {}

  BpProgram run() {
    declare(program_.globals, below(options_.max_globals + 1), "g");
    const std::uint32_t count = 1 + below(options_.max_procedures);
    for (std::uint32_t i = 0; i < count; ++i) signature(i);
    for (BpProcedure& procedure : program_.procedures) body(procedure);
    return std::move(program_);
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return random_() % bound; }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  void declare(std::vector<BpVariable>& out, std::uint32_t count, const std::string& prefix) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string name = prefix + std::to_string(out.size());
      out.push_back({one_in(4) ? "*" + name + " == {2} && x'" : name, {}});
    }
  }

  void signature(std::uint32_t index) {
    BpProcedure procedure;
    procedure.name = index == 0 ? "main" : "p" + std::to_string(index);
    procedure.results = below(options_.max_results + 1);
    procedure.formals = index == 0 ? 0 : below(options_.max_formals + 1);
    declare(procedure.variables, procedure.formals, "f");
    declare(procedure.variables, below(options_.max_locals + 1), "l");
    program_.procedures.push_back(std::move(procedure));
  }

  void body(BpProcedure& procedure) {
    procedure_ = &procedure;
    labels_.clear();
    block(procedure.body, 0);
    fill(procedure.body);
  }

  void block(BpBlock& out, int depth) {
    const std::uint32_t count = 1 + below(options_.max_statements);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (one_in(40) && has_variables()) {
        out.push_back({.node = BpEnforce{expr(1, Values::Deterministic)}});
      }
      BpStmt stmt;
      if (one_in(4)) {
        stmt.labels.push_back("L" + std::to_string(labels_.size()));
        labels_.push_back(stmt.labels.back());
      }
      statement(stmt, depth);
      out.push_back(std::move(stmt));
    }
  }

  void statement(BpStmt& stmt, int depth) {
    const std::uint32_t kind = below(depth < options_.max_depth ? 24 : 17);
    if (kind < 6 && has_variables()) return assign(stmt);
    if (kind < 10) return call(stmt);
    if (kind == 10) stmt.node = BpAssume{expr(2)};
    if (kind == 11) stmt.node = BpAssert{expr(2)};
    if (kind == 12) stmt.node = one_in(3) ? decltype(stmt.node)(BpAbortif{expr(2)}) : BpSkip{};
    if (kind == 13 && has_variables()) stmt.node = BpDead{variables(1)};
    if (kind == 14 || kind == 15) stmt.node = BpGoto{};
    if (kind == 16) {
      BpReturn node;
      for (std::uint32_t i = 0; i < procedure_->results; ++i) node.values.push_back(expr(2));
      stmt.node = std::move(node);
    }
    if (kind >= 17) nested(stmt, depth, kind);
  }

  void nested(BpStmt& stmt, int depth, std::uint32_t kind) {
    if (kind < 20) {
      BpIf node;
      const std::uint32_t arms = 1 + below(2);
      for (std::uint32_t i = 0; i < arms; ++i) {
        node.arms.push_back({expr(2), {}});
        block(node.arms.back().body, depth + 1);
      }
      if (one_in(2)) block(node.otherwise, depth + 1);
      stmt.node = std::move(node);
    } else if (kind < 22) {
      BpWhile node{expr(2), {}};
      block(node.body, depth + 1);
      stmt.node = std::move(node);
    } else {
      BpBranch node;
      node.choices.resize(1 + below(3));
      for (BpBlock& choice : node.choices) block(choice, depth + 1);
      stmt.node = std::move(node);
    }
  }

  /// Gives every goto its labels, now that they are known; without any it is a skip.
  void fill(BpBlock& stmts) {
    for (BpStmt& stmt : stmts) {
      if (auto* jump = std::get_if<BpGoto>(&stmt.node)) {
        if (labels_.empty()) {
          stmt.node = BpSkip{};
          continue;
        }
        for (std::uint32_t i = 0; i <= below(2); ++i) {
          jump->labels.push_back(labels_[below(static_cast<std::uint32_t>(labels_.size()))]);
        }
      } else if (auto* conditional = std::get_if<BpIf>(&stmt.node)) {
        for (BpArm& arm : conditional->arms) fill(arm.body);
        fill(conditional->otherwise);
      } else if (auto* loop = std::get_if<BpWhile>(&stmt.node)) {
        fill(loop->body);
      } else if (auto* branch = std::get_if<BpBranch>(&stmt.node)) {
        for (BpBlock& choice : branch->choices) fill(choice);
      }
    }
  }

  void assign(BpStmt& stmt) {
    BpAssign node;
    node.targets = variables(3);
    for (std::size_t i = 0; i < node.targets.size(); ++i) node.values.push_back(expr(2));
    if (one_in(4)) {
      ticks_ = true;
      node.constrain = expr(2);
      ticks_ = false;
    }
    stmt.node = std::move(node);
  }

  void call(BpStmt& stmt) {
    const auto callee = below(static_cast<std::uint32_t>(program_.procedures.size()));
    const BpProcedure& target = program_.procedures[callee];
    BpCall node{{}, callee, {}};
    for (std::uint32_t i = 0; i < target.formals; ++i) node.arguments.push_back(expr(1));
    const std::vector<VarRef> results = variables(target.results);
    if (results.size() == target.results) node.targets = results;
    stmt.node = std::move(node);
  }

  std::uint32_t variable_count() const {
    return static_cast<std::uint32_t>(program_.globals.size() + procedure_->variables.size());
  }
  bool has_variables() const { return variable_count() > 0; }
  VarRef variable(std::uint32_t i) const {
    const auto globals = static_cast<std::uint32_t>(program_.globals.size());
    return i < globals ? VarRef::global(i) : VarRef::local(i - globals);
  }

  /// Up to so many, different ones.
  std::vector<VarRef> variables(std::uint32_t at_most) {
    std::vector<VarRef> all;
    for (std::uint32_t i = 0; i < variable_count(); ++i) all.push_back(variable(i));
    // std::shuffle may differ from library to library.
    for (std::size_t i = all.size(); i > 1; --i) {
      std::swap(all[i - 1], all[below(static_cast<std::uint32_t>(i))]);
    }
    const std::size_t wanted = at_most <= 1 ? at_most : 1 + below(at_most);
    all.resize(std::min(all.size(), wanted));
    return all;
  }

  enum class Values { Any, Deterministic };

  BpExpr expr(int depth, Values values = Values::Any) {
    if (depth == 0 || one_in(3)) return leaf(values);
    if (one_in(4)) return !expr(depth - 1, values);
    static constexpr BpOp ops[] = {BpOp::And,   BpOp::Or,       BpOp::Xor,    BpOp::Implies,
                                   BpOp::Equal, BpOp::NotEqual, BpOp::Choose, BpOp::Schoose};
    const BpOp op = ops[below(values == Values::Deterministic ? 6 : 8)];
    BpExpr left = expr(depth - 1, values);
    return left.append(expr(depth - 1, values), op);
  }

  BpExpr leaf(Values values) {
    if (values == Values::Any && one_in(6)) return BpExpr::nondet();
    if (one_in(8) || !has_variables()) return BpExpr::constant(one_in(2));
    const VarRef var = variable(below(variable_count()));
    return ticks_ && one_in(2) ? BpExpr::next(var) : BpExpr::var(var);
  }

  std::mt19937& random_;
  const RandomBpOptions& options_;
  BpProgram program_;
  BpProcedure* procedure_ = nullptr;
  std::vector<std::string> labels_;
  bool ticks_ = false;
};

}  // namespace

BpProgram random_bp(std::mt19937& random, const RandomBpOptions& options) {
  return Generator(random, options).run();
}

}  // namespace pawl::test
