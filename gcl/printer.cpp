// SPDX-License-Identifier: Apache-2.0
//
// Programs as text. Recursion is over statements only, whose nesting is limited.
#include "gcl/printer.h"

#include <ostream>
#include <string>
#include <string_view>

#include "gcl/expr_printer.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

class ProgramPrinter {
 public:
  explicit ProgramPrinter(std::string& out) : out_(out), expressions_(out) {}

  void program(const Program& program) {
    for (const SortDecl& decl : program.sorts) expressions_.reserve(decl.name);
    for (const ConstDecl& decl : program.constants) expressions_.reserve(decl.var.name());
    for (const FunctionDecl& decl : program.functions) expressions_.reserve(decl.name);
    for (const VarDecl& decl : program.globals) expressions_.reserve(decl.var.name());
    for (const Procedure& decl : program.procedures) expressions_.reserve(decl.name);

    for (const SortDecl& decl : program.sorts) line("sort " + decl.name + ";");
    for (const ConstDecl& decl : program.constants) line("const " + binder(decl.var) + ";");
    for (const FunctionDecl& decl : program.functions) function(decl);
    for (const AxiomDecl& decl : program.axioms) clause("axiom", decl.formula);
    for (const VarDecl& decl : program.globals) line("var " + binder(decl.var) + ";");
    for (const Procedure& decl : program.procedures) {
      if (!out_.empty()) out_ += '\n';
      procedure(decl);
    }
  }

  void procedure(const Procedure& procedure) {
    const ExprPrinter::Mark mark = expressions_.mark();
    out_ += "procedure " + procedure.name + "(" + binders(procedure.parameters) + ")";
    if (!procedure.results.empty()) out_ += " returns (" + binders(procedure.results) + ")";
    out_ += procedure.body ? "\n" : ";\n";
    for (const VarDecl& decl : procedure.parameters) expressions_.reserve(decl.var.name());
    for (const VarDecl& decl : procedure.results) expressions_.reserve(decl.var.name());
    indent_ = 2;
    for (const Located& formula : procedure.requires_) clause("requires", formula);
    if (!procedure.modifies.empty()) line("modifies " + names(procedure.modifies) + ";");
    for (const Located& formula : procedure.ensures) clause("ensures", formula);
    indent_ = 0;
    if (procedure.body) body(procedure);
    expressions_.release(mark);
  }

  void statements(const Block& block, int indent) {
    indent_ = indent;
    for (const Stmt& stmt : block) statement(stmt);
  }

 private:
  void body(const Procedure& procedure) {
    for (const VarDecl& decl : procedure.locals) expressions_.reserve(decl.var.name());
    line("{");
    indent_ = 2;
    locals(procedure.locals);
    for (const Stmt& stmt : *procedure.body) statement(stmt);
    indent_ = 0;
    line("}");
  }

  /// As many per line as look well.
  void locals(const std::vector<VarDecl>& decls) {
    constexpr std::size_t width = 80;
    std::string text;
    for (const VarDecl& decl : decls) {
      const std::string next = binder(decl.var);
      if (!text.empty() && text.size() + next.size() > width) {
        line("var " + text + ";");
        text.clear();
      }
      text += (text.empty() ? "" : ", ") + next;
    }
    if (!text.empty()) line("var " + text + ";");
  }

  void function(const FunctionDecl& decl) {
    out_ += "function " + decl.name + "(";
    const char* separator = "";
    for (const Expr parameter : decl.parameters) {
      out_ += separator + binder(parameter);
      separator = ", ";
    }
    out_ += "): " + to_string(decl.result);
    if (decl.body) {
      out_ += " = ";
      expressions_.print(decl.body->expr);
    }
    out_ += ";\n";
  }

  void statement(const Stmt& stmt) {
    std::visit(overloaded{
                   [&](const Assert& s) { clause("assert", s.condition); },
                   [&](const Assume& s) { clause("assume", s.condition); },
                   [&](const Assign& s) { assign(s); },
                   [&](const Havoc& s) { line("havoc " + names(s.targets) + ";"); },
                   [&](const Choice& s) { choice(s); },
                   [&](const If& s) { branch(s); },
                   [&](const While& s) { loop(s); },
                   [&](const LabeledBlock& s) { labeled_block(s); },
                   [&](const Exit& s) { line("exit " + s.label + ";"); },
                   [&](const Call& s) { call(s); },
               },
               stmt.node);
  }

  void assign(const Assign& assign) {
    std::vector<Expr> values;
    start();
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      if (i > 0) out_ += ", ";
      out_ += assign.targets[i].name();
      values.push_back(keys(assign.targets[i], assign.values[i].expr));
    }
    out_ += " := ";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out_ += ", ";
      expressions_.print(values[i]);
    }
    out_ += ";\n";
  }

  /// match:  value == map[i := map[i][j := v]]
  /// result: v, with `[i][j]` printed
  Expr keys(Expr map, Expr value) {
    while (value.is(Kind::Store) && value.arg(0) == map) {
      out_ += '[';
      expressions_.print(value.arg(1));
      out_ += ']';
      const Expr inner = value.arg(2);
      const bool nested = inner.is(Kind::Store) && inner.arg(0).is(Kind::Select) &&
                          inner.arg(0).arg(0) == map && inner.arg(0).arg(1) == value.arg(1);
      if (!nested) return inner;
      map = inner.arg(0);
      value = inner;
    }
    return value;
  }

  void choice(const Choice& choice) {
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
      if (i == 0) start();
      out_ += i == 0 ? "{\n" : " [] {\n";
      if (choice.branches[i].empty()) {
        indent_ += 2;
        line("skip;");
        indent_ -= 2;
      }
      inner(choice.branches[i]);
    }
    out_ += '\n';
  }

  /// The statements and the closing brace, without a line end.
  void inner(const Block& block) {
    indent_ += 2;
    for (const Stmt& stmt : block) statement(stmt);
    indent_ -= 2;
    start();
    out_ += '}';
  }

  void condition(const std::optional<Located>& condition) {
    if (condition) {
      expressions_.print(condition->expr);
    } else {
      out_ += '*';
    }
  }

  void branch(const If& first) {
    start();
    const If* branch = &first;
    for (;;) {
      out_ += "if ";
      condition(branch->condition);
      out_ += " {\n";
      inner(branch->then_branch);
      const Block& rest = branch->else_branch;
      if (rest.empty()) break;
      const If* next = rest.size() == 1 ? std::get_if<If>(&rest.front().node) : nullptr;
      out_ += " else ";
      if (next == nullptr) {
        out_ += "{\n";
        inner(rest);
        break;
      }
      branch = next;
    }
    out_ += '\n';
  }

  void loop(const While& loop) {
    start();
    out_ += "while ";
    condition(loop.condition);
    const bool plain = loop.skolems.empty() && loop.invariants.empty() && loop.predicates.empty();
    out_ += plain ? " {\n" : "\n";
    if (!plain) {
      indent_ += 2;
      if (!loop.skolems.empty()) line("skolem " + binders(loop.skolems) + ";");
      for (const Located& formula : loop.invariants) clause("invariant", formula);
      predicates(loop);
      indent_ -= 2;
      line("{");
    }
    inner(loop.body);
    out_ += '\n';
  }

  void predicates(const While& loop) {
    const ExprPrinter::Mark mark = expressions_.mark();
    for (const Expr skolem : loop.skolems) expressions_.reserve(skolem.name());
    for (const Located& formula : loop.predicates) clause("predicate", formula);
    expressions_.release(mark);
  }

  void labeled_block(const LabeledBlock& labeled) {
    line("block " + labeled.label + " {");
    inner(labeled.body);
    out_ += '\n';
  }

  void call(const Call& call) {
    start();
    out_ += "call ";
    if (!call.results.empty()) out_ += names(call.results) + " := ";
    out_ += call.procedure + "(";
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (i > 0) out_ += ", ";
      expressions_.print(call.arguments[i].expr);
    }
    out_ += ");\n";
  }

  void clause(std::string_view keyword, const Located& formula) {
    start();
    out_ += keyword;
    out_ += ' ';
    expressions_.print(formula.expr);
    out_ += ";\n";
  }

  void start() { out_.append(static_cast<std::size_t>(indent_), ' '); }
  void line(std::string_view text) {
    start();
    out_ += text;
    out_ += '\n';
  }

  static std::string binder(Expr variable) {
    return variable.name() + ": " + to_string(variable.sort());
  }
  static std::string binders(const std::vector<VarDecl>& decls) {
    std::string text;
    for (const VarDecl& decl : decls) text += (text.empty() ? "" : ", ") + binder(decl.var);
    return text;
  }
  static std::string binders(const std::vector<Expr>& variables) {
    std::string text;
    for (const Expr variable : variables) text += (text.empty() ? "" : ", ") + binder(variable);
    return text;
  }
  static std::string names(const std::vector<Expr>& variables) {
    std::string text;
    for (const Expr variable : variables) text += (text.empty() ? "" : ", ") + variable.name();
    return text;
  }

  std::string& out_;
  ExprPrinter expressions_;
  int indent_ = 0;
};

}  // namespace

std::string print(Expr e) {
  std::string text;
  ExprPrinter(text).print(e);
  return text;
}

std::string print(const Program& program) {
  std::string text;
  ProgramPrinter(text).program(program);
  return text;
}

void print(std::ostream& out, const Program& program) { out << print(program); }

void print(std::ostream& out, const Procedure& procedure) {
  std::string text;
  ProgramPrinter(text).procedure(procedure);
  out << text;
}

void print(std::ostream& out, const Block& block, int indent) {
  std::string text;
  ProgramPrinter(text).statements(block, indent);
  out << text;
}

}  // namespace pawl::gcl
