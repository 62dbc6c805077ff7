// SPDX-License-Identifier: Apache-2.0
#include "emit/boogie.h"

#include <map>

#include "emit/boogie_terms.h"
#include "emit/text_block.h"
#include "support/overloaded.h"

namespace pawl::emit {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Located;

/// A string literal of Boogie cannot escape a quote.
std::string quoted(std::string text) {
  for (char& c : text) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '_';
  }
  return "\"" + text + "\"";
}

class BoogieProgram {
 public:
  explicit BoogieProgram(const PlainProgram& plain) : plain_(plain) {}

  std::string write() {
    const gcl::Program& program = plain_.program;
    for (const gcl::SortDecl& decl : program.sorts)
      out_.line("type " + terms_.name(decl.name) + ";");
    for (const gcl::ConstDecl& decl : program.constants) {
      out_.line("const " + terms_.binder(decl.var) + ";");
    }
    for (const gcl::FunctionDecl& decl : program.functions) function(decl);
    for (const gcl::AxiomDecl& decl : program.axioms) {
      out_.line("axiom " + terms_(decl.formula.expr) + ";");
    }
    for (const gcl::VarDecl& decl : program.globals) {
      out_.line("var " + terms_.binder(decl.var) + ";");
    }
    for (const gcl::Procedure& decl : program.procedures) procedure(decl);
    return "// " + plain_.file + " with its inferred invariants, for Boogie.\n" + terms_.helpers() +
           out_.text();
  }

 private:
  void function(const gcl::FunctionDecl& decl) {
    const std::string head =
        "function " + terms_.name(decl.name) + "(" +
        joined(decl.parameters, ", ", [&](Expr v) { return terms_.binder(v); }) +
        "): " + terms_.type(decl.result);
    out_.line(decl.body ? head + " { " + terms_(decl.body->expr) + " }" : head + ";");
  }

  void procedure(const gcl::Procedure& procedure) {
    const auto binders = [&](const std::vector<gcl::VarDecl>& decls) {
      return joined(decls, ", ", [&](const gcl::VarDecl& d) { return terms_.binder(d.var); });
    };
    out_.blank();
    std::string head =
        "procedure " + terms_.name(procedure.name) + "(" + binders(procedure.parameters) + ")";
    if (!procedure.results.empty()) head += " returns (" + binders(procedure.results) + ")";
    out_.line(procedure.body ? head : head + ";");
    out_.indent();
    clauses("requires ", procedure.requires_);
    if (!procedure.modifies.empty()) out_.line("modifies " + names(procedure.modifies) + ";");
    clauses("ensures ", procedure.ensures);
    out_.outdent();
    if (!procedure.body) return;
    const auto loops = plain_.loops.find(procedure.name);
    loops_ = loops == plain_.loops.end() ? std::vector<PlainLoop>{} : loops->second;
    next_loop_ = 0;
    labels_.clear();
    out_.line("{");
    out_.indent();
    for (const gcl::VarDecl& local : procedure.locals) {
      out_.line("var " + terms_.binder(local.var) + ";");
    }
    block(*procedure.body);
    out_.outdent();
    out_.line("}");
  }

  void block(const Block& block) {
    for (const gcl::Stmt& stmt : block) statement(stmt);
  }

  void braces(const Block& inner, const std::string& after = "}") {
    out_.indent();
    block(inner);
    out_.outdent();
    out_.line(after);
  }

  void statement(const gcl::Stmt& stmt) {
    std::visit(overloaded{
                   [&](const gcl::Assert& s) { clause("assert ", s.condition); },
                   [&](const gcl::Assume& s) { clause("assume ", s.condition); },
                   [&](const gcl::Assign& s) {
                     out_.line(names(s.targets) + " := " + values(s.values) + ";");
                   },
                   [&](const gcl::Havoc& s) { out_.line("havoc " + names(s.targets) + ";"); },
                   [&](const gcl::Choice& s) { choice(s); },
                   [&](const gcl::If& s) {
                     out_.line("if (" + condition(s.condition) + ") {");
                     if (s.else_branch.empty()) return braces(s.then_branch);
                     braces(s.then_branch, "} else {");
                     braces(s.else_branch);
                   },
                   [&](const gcl::While& s) { loop(s); },
                   [&](const gcl::LabeledBlock& s) { labeled(s); },
                   [&](const gcl::Exit& s) { out_.line("goto " + labels_.at(s.label) + ";"); },
                   [&](const gcl::Call& s) {
                     const std::string results = s.results.empty() ? "" : names(s.results) + " := ";
                     out_.line("call " + results + terms_.name(s.procedure) + "(" +
                               values(s.arguments) + ");");
                   },
               },
               stmt.node);
  }

  /// if (*) { A } else { if (*) { B } else { C } }, without the nesting.
  void choice(const gcl::Choice& choice) {
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
      const bool last = i + 1 == choice.branches.size();
      if (i == 0) out_.line("if (*) {");
      braces(choice.branches[i], last                              ? "}"
                                 : i + 2 == choice.branches.size() ? "} else {"
                                                                   : "} else if (*) {");
    }
  }

  std::string inferred_name(std::size_t number, std::size_t line) const {
    return "{:inferred \"inferred_" + std::to_string(number) + "\"} {:source " +
           quoted(plain_.file) + ", " + std::to_string(line) + "} ";
  }

  void loop(const gcl::While& loop) {
    const PlainLoop here = next_loop_ < loops_.size() ? loops_[next_loop_] : PlainLoop{};
    ++next_loop_;
    out_.line("while (" + condition(loop.condition) + ")");
    out_.indent();
    for (std::size_t i = 0; i < loop.invariants.size(); ++i) {
      const std::string name =
          i < here.written ? "" : inferred_name(i + 1 - here.written, here.place.line);
      clause("invariant " + name, loop.invariants[i]);
    }
    out_.outdent();
    out_.line("{");
    braces(loop.body);
  }

  /// Labels are unique in a procedure of Boogie; in GCL only among blocks around each other.
  void labeled(const gcl::LabeledBlock& labeled) {
    const std::string base = terms_.name(labeled.label);
    const int count = ++used_labels_[base];
    const std::string label = "after." + base + (count == 1 ? "" : "." + std::to_string(count));
    labels_[labeled.label] = label;
    block(labeled.body);
    labels_.erase(labeled.label);
    out_.line(label + ":");
  }

  std::string condition(const std::optional<Located>& condition) {
    return condition ? terms_(condition->expr) : "*";
  }
  void clause(const std::string& keyword, const Located& formula) {
    out_.line(keyword + terms_(formula.expr) + ";");
  }
  void clauses(const std::string& keyword, const std::vector<Located>& formulas) {
    for (const Located& formula : formulas) clause(keyword, formula);
  }
  std::string names(const std::vector<Expr>& variables) const {
    return joined(variables, ", ", [&](Expr v) { return terms_.name(v.name()); });
  }
  std::string values(const std::vector<Located>& values) {
    return joined(values, ", ", [&](const Located& v) { return terms_(v.expr); });
  }

  const PlainProgram& plain_;
  BoogieTerms terms_;
  TextBlock out_;
  std::vector<PlainLoop> loops_;
  std::size_t next_loop_ = 0;
  std::map<std::string, std::string> labels_;  // of the blocks around
  std::map<std::string, int> used_labels_;
};

}  // namespace

std::string to_boogie(const PlainProgram& plain) { return BoogieProgram(plain).write(); }

}  // namespace pawl::emit
