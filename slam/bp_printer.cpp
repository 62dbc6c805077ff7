// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_printer.h"

#include <ostream>
#include <sstream>
#include <variant>

#include "slam/bp_lexer.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::slam {
namespace {

const char* infix_text(BpOp op) {
  switch (op) {
    case BpOp::And: return " & ";
    case BpOp::Or: return " | ";
    case BpOp::Xor: return " ^ ";
    case BpOp::Implies: return " => ";
    case BpOp::Equal: return " = ";
    case BpOp::NotEqual: return " != ";
    case BpOp::False:
    case BpOp::True:
    case BpOp::Nondet:
    case BpOp::Var:
    case BpOp::Next:
    case BpOp::Not:
    case BpOp::Choose:
    case BpOp::Schoose: return nullptr;
  }
  return nullptr;
}

bool is_infix(BpOp op) { return infix_text(op) != nullptr; }

/// Postfix to infix, from the root down, with a stack of what is still to be written.
class ExprPrinter {
 public:
  ExprPrinter(std::ostream& out, const BpProgram& program, const BpProcedure& procedure,
              const BpExpr& expr)
      : out_(out), program_(program), procedure_(procedure), nodes_(expr.nodes()) {
    // begins_[i]: where the operand that ends at i begins.
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const std::size_t operands = arity(nodes_[i].op);
      const std::size_t begin = operands == 0 ? i : starts[starts.size() - operands];
      starts.resize(starts.size() - operands);
      starts.push_back(begin);
      begins_.push_back(begin);
    }
  }

  void print() {
    todo_.emplace_back(nodes_.size() - 1);
    while (!todo_.empty()) {
      const Item item = todo_.back();
      todo_.pop_back();
      if (const auto* text = std::get_if<const char*>(&item)) {
        out_ << *text;
      } else {
        node(std::get<std::size_t>(item));
      }
    }
  }

 private:
  using Item = std::variant<std::size_t, const char*>;

  void node(std::size_t at) {
    const BpExpr::Node& node = nodes_[at];
    switch (node.op) {
      case BpOp::False: out_ << "F"; return;
      case BpOp::True: out_ << "T"; return;
      case BpOp::Nondet: out_ << "*"; return;
      case BpOp::Next: out_ << "'"; [[fallthrough]];
      case BpOp::Var: out_ << shown_name(program_.variable(procedure_, node.var).name); return;
      case BpOp::Not:
        out_ << "!";
        operand(at - 1, is_infix(nodes_[at - 1].op));
        return;
      case BpOp::Choose:
      case BpOp::Schoose: return choice(at);
      case BpOp::And:
      case BpOp::Or:
      case BpOp::Xor:
      case BpOp::Implies:
      case BpOp::Equal:
      case BpOp::NotEqual: return infix(at);
    }
  }

  void choice(std::size_t at) {
    const bool square = nodes_[at].op == BpOp::Schoose;
    out_ << (square ? "schoose[" : "choose(");
    todo_.emplace_back(square ? "]" : ")");
    todo_.emplace_back(at - 1);
    todo_.emplace_back(", ");
    todo_.emplace_back(begins_[at - 1] - 1);
  }

  void infix(std::size_t at) {
    const BpOp op = nodes_[at].op;
    const std::size_t right = at - 1;
    const std::size_t left = begins_[right] - 1;
    operand(right, is_infix(nodes_[right].op) && !is_and_in_or(right, op));
    todo_.emplace_back(infix_text(op));
    const bool chain = nodes_[left].op == op && (op == BpOp::And || op == BpOp::Or);
    operand(left, is_infix(nodes_[left].op) && !chain && !is_and_in_or(left, op));
  }

  /// The one mixture that everybody reads right.
  bool is_and_in_or(std::size_t child, BpOp parent) const {
    return nodes_[child].op == BpOp::And && parent == BpOp::Or;
  }

  void operand(std::size_t at, bool parentheses) {
    if (parentheses) todo_.emplace_back(")");
    todo_.emplace_back(at);
    if (parentheses) todo_.emplace_back("(");
  }

  std::ostream& out_;
  const BpProgram& program_;
  const BpProcedure& procedure_;
  const std::vector<BpExpr::Node>& nodes_;
  std::vector<std::size_t> begins_;
  std::vector<Item> todo_;
};

class Printer {
 public:
  Printer(std::ostream& out, const BpProgram& program) : out_(out), program_(program) {}

  void program() {
    for (const BpVariable& global : program_.globals) {
      out_ << "decl " << shown_name(global.name) << ";\n";
    }
    for (const BpProcedure& one : program_.procedures) procedure(one);
  }

  void head(const BpProcedure& procedure, const BpStmt& stmt) {
    procedure_ = &procedure;
    std::visit(
        overloaded{
            [this](const BpSkip&) { out_ << "skip"; },
            [this](const BpGoto& node) {
              out_ << "goto ";
              list(node.labels, [this](const std::string& l) { out_ << shown_name(l); });
            },
            [this](const BpAssign& node) { assign(node); },
            [this](const BpCall& node) { call(node); },
            [this](const BpReturn& node) {
              out_ << (node.values.empty() ? "return" : "return ");
              exprs(node.values);
            },
            [this](const BpAssume& node) { condition("assume (", node.condition, ")"); },
            [this](const BpAssert& node) { condition("assert (", node.condition, ")"); },
            [this](const BpAbortif& node) { condition("abortif (", node.condition, ")"); },
            [this](const BpEnforce& node) { condition("enforce (", node.condition, ")"); },
            [this](const BpDead& node) {
              out_ << "dead ";
              vars(node.variables);
            },
            [this](const BpIf& node) { condition("if (", node.arms.front().condition, ") then"); },
            [this](const BpWhile& node) { condition("while (", node.condition, ") do"); },
            [this](const BpBranch&) { out_ << "branch"; }},
        stmt.node);
  }

 private:
  void procedure(const BpProcedure& one) {
    out_ << '\n';
    if (one.results == 0) out_ << "void ";
    if (one.results == 1) out_ << "bool ";
    if (one.results > 1) out_ << "bool<" << one.results << "> ";
    out_ << shown_name(one.name) << '(';
    for (std::uint32_t i = 0; i < one.formals; ++i) {
      out_ << (i == 0 ? "" : ", ") << shown_name(one.variables[i].name);
    }
    out_ << ")\nbegin\n";
    for (std::size_t i = one.formals; i < one.variables.size(); ++i) {
      out_ << "  decl " << shown_name(one.variables[i].name) << ";\n";
    }
    procedure_ = &one;
    block(one.body, 1);
    out_ << "end\n";
  }

  void block(const BpBlock& stmts, int depth) {
    for (const BpStmt& stmt : stmts) {
      indent(depth);
      for (const std::string& label : stmt.labels) out_ << shown_name(label) << ": ";
      head(*procedure_, stmt);
      const bool simple = blocks(stmt, depth);
      if (simple) out_ << ';';
      if (!stmt.comment.empty()) comment(stmt.comment);
      out_ << '\n';
    }
  }

  /// The inner blocks; true if there are none.
  bool blocks(const BpStmt& stmt, int depth) {
    if (const auto* node = std::get_if<BpIf>(&stmt.node)) {
      out_ << '\n';
      block(node->arms.front().body, depth + 1);
      for (std::size_t i = 1; i < node->arms.size(); ++i) {
        indent(depth);
        condition("elsif (", node->arms[i].condition, ") then");
        out_ << '\n';
        block(node->arms[i].body, depth + 1);
      }
      if (!node->otherwise.empty()) {
        indent(depth);
        out_ << "else\n";
        block(node->otherwise, depth + 1);
      }
      indent(depth);
      out_ << "fi;";
      return false;
    }
    if (const auto* node = std::get_if<BpWhile>(&stmt.node)) {
      out_ << '\n';
      block(node->body, depth + 1);
      indent(depth);
      out_ << "od;";
      return false;
    }
    if (const auto* node = std::get_if<BpBranch>(&stmt.node)) {
      out_ << '\n';
      for (std::size_t i = 0; i < node->choices.size(); ++i) {
        if (i > 0) {
          indent(depth);
          out_ << "||\n";
        }
        block(node->choices[i], depth + 1);
      }
      indent(depth);
      out_ << "end;";
      return false;
    }
    return true;
  }

  void assign(const BpAssign& node) {
    vars(node.targets);
    out_ << " := ";
    exprs(node.values);
    if (!node.constrain.absent()) condition(" constrain ", node.constrain, "");
  }

  void call(const BpCall& node) {
    if (!node.targets.empty()) {
      vars(node.targets);
      out_ << " := ";
    }
    out_ << shown_name(program_.procedures[node.procedure].name) << '(';
    exprs(node.arguments);
    out_ << ')';
  }

  void condition(const char* before, const BpExpr& e, const char* after) {
    out_ << before;
    expr(e);
    out_ << after;
  }

  void expr(const BpExpr& e) {
    PAWL_ASSERT(!e.absent(), "what is printed should be an expression");
    ExprPrinter(out_, program_, *procedure_, e).print();
  }

  template <class T, class Show>
  void list(const std::vector<T>& items, Show show) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ << ", ";
      show(items[i]);
    }
  }
  void exprs(const std::vector<BpExpr>& es) {
    list(es, [this](const BpExpr& e) { expr(e); });
  }
  void vars(const std::vector<VarRef>& vs) {
    list(vs, [this](VarRef v) { out_ << shown_name(program_.variable(*procedure_, v).name); });
  }

  void comment(const std::string& text) {
    out_ << "  // ";
    for (const char c : text) out_ << (c == '\n' ? ' ' : c);
  }
  void indent(int depth) { out_ << std::string(static_cast<std::size_t>(2 * depth), ' '); }

  std::ostream& out_;
  const BpProgram& program_;
  const BpProcedure* procedure_ = nullptr;
};

}  // namespace

std::string shown_name(std::string_view name) {
  if (is_plain_name(name) && !is_bp_keyword(name)) return std::string(name);
  return "{" + std::string(name) + "}";
}

void print(std::ostream& out, const BpProgram& program) { Printer(out, program).program(); }

std::string to_string(const BpProgram& program) {
  std::ostringstream out;
  print(out, program);
  return out.str();
}

std::string to_string(const BpProgram& program, const BpProcedure& procedure, const BpExpr& expr) {
  std::ostringstream out;
  ExprPrinter(out, program, procedure, expr).print();
  return out.str();
}

std::string head_of(const BpProgram& program, const BpProcedure& procedure, const BpStmt& stmt) {
  std::ostringstream out;
  Printer(out, program).head(procedure, stmt);
  return out.str();
}

}  // namespace pawl::slam
