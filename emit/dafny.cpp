// SPDX-License-Identifier: Apache-2.0
#include "emit/dafny.h"

#include <map>

#include "emit/chains.h"
#include "emit/dafny_terms.h"
#include "emit/sorts.h"
#include "emit/text_block.h"
#include "support/overloaded.h"

namespace pawl::emit {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Located;

class DafnyProgram {
 public:
  explicit DafnyProgram(const PlainProgram& plain) : plain_(plain), terms_(plain.program) {}

  std::string write() {
    const gcl::Program& program = plain_.program;
    for (const gcl::SortDecl& decl : program.sorts) {
      out_.line("type " + terms_.name(decl.name) + "(==,0)");
    }
    std::string maps;
    for (const gcl::Sort sort : sorts_of(program)) {
      if (sort.is_map()) maps += terms_.map_declaration(sort);
    }
    for (const gcl::ConstDecl& decl : program.constants) {
      out_.line("function method " + terms_.name(decl.var.name()) +
                "(): " + terms_.type(decl.var.sort()));
    }
    for (const gcl::FunctionDecl& decl : program.functions) function(decl);
    if (!program.axioms.empty()) out_.line("lemma {:axiom} gcl?axioms()");
    for (const gcl::AxiomDecl& decl : program.axioms) {
      out_.line("  ensures " + terms_(decl.formula.expr));
    }
    for (const gcl::Procedure& decl : program.procedures) procedure(decl);
    return "// " + plain_.file + " with its inferred invariants, for Dafny.\n" + maps +
           terms_.division() + out_.text();
  }

 private:
  /// The definition is a postcondition: it may be something Dafny cannot compile.
  void function(const gcl::FunctionDecl& decl) {
    out_.line("function method " + terms_.name(decl.name) + "(" +
              joined(decl.parameters, ", ", [&](Expr v) { return terms_.binder(v); }) +
              "): " + terms_.type(decl.result));
    if (!decl.body) return;
    const std::string apply =
        terms_.name(decl.name) + "(" +
        joined(decl.parameters, ", ", [&](Expr v) { return terms_.name(v.name()); }) + ")";
    out_.line("  ensures " + apply + (decl.result.is_bool() ? " <==> (" : " == (") +
              terms_(decl.body->expr) + ")");
  }

  void procedure(const gcl::Procedure& procedure) {
    const auto binders = [&](const std::vector<gcl::VarDecl>& decls) {
      return joined(decls, ", ", [&](const gcl::VarDecl& d) { return terms_.binder(d.var); });
    };
    out_.blank();
    std::string head =
        "method " + terms_.name(procedure.name) + "(" + binders(procedure.parameters) + ")";
    if (!procedure.results.empty()) head += " returns (" + binders(procedure.results) + ")";
    out_.line(head);
    out_.indent();
    for (const Located& formula : procedure.requires_) {
      out_.line("requires " + terms_(formula.expr));
    }
    for (const Located& formula : procedure.ensures) out_.line("ensures " + terms_(formula.expr));
    if (may_diverge(plain_, procedure)) out_.line("decreases *");
    out_.outdent();
    if (procedure.body) body(procedure);
  }

  void body(const gcl::Procedure& procedure) {
    const auto loops = plain_.loops.find(procedure.name);
    loops_ = loops == plain_.loops.end() ? std::vector<PlainLoop>{} : loops->second;
    next_loop_ = 0;
    out_.line("{");
    out_.indent();
    if (!plain_.program.axioms.empty()) out_.line("gcl?axioms();");
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
    std::visit(
        overloaded{
            [&](const gcl::Assert& s) { out_.line("assert " + terms_(s.condition.expr) + ";"); },
            [&](const gcl::Assume& s) { out_.line("assume " + terms_(s.condition.expr) + ";"); },
            [&](const gcl::Assign& s) {
              const std::string right = values(s.values);
              out_.line(names(s.targets) + " := " + right + ";");
            },
            [&](const gcl::Havoc& s) {
              for (const Expr target : s.targets) {
                out_.line(terms_.name(target.name()) + " := *;");
              }
            },
            [&](const gcl::Choice& s) { choice(s); },
            [&](const gcl::If& s) {
              out_.line("if " + condition(s.condition) + " {");
              if (s.else_branch.empty()) return braces(s.then_branch);
              braces(s.then_branch, "} else {");
              braces(s.else_branch);
            },
            [&](const gcl::While& s) { loop(s); },
            [&](const gcl::LabeledBlock& s) {
              out_.line("label " + terms_.name(s.label) + ": {");
              braces(s.body);
            },
            [&](const gcl::Exit& s) { out_.line("break " + terms_.name(s.label) + ";"); },
            [&](const gcl::Call& s) {
              const std::string arguments = values(s.arguments);
              const std::string results = s.results.empty() ? "" : names(s.results) + " := ";
              out_.line(results + terms_.name(s.procedure) + "(" + arguments + ");");
            },
        },
        stmt.node);
  }

  void choice(const gcl::Choice& choice) {
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
      const bool last = i + 1 == choice.branches.size();
      if (i == 0) out_.line("if * {");
      braces(choice.branches[i], last                              ? "}"
                                 : i + 2 == choice.branches.size() ? "} else {"
                                                                   : "} else if * {");
    }
  }

  /// A condition that cannot be computed is looked at inside the loop.
  void loop(const gcl::While& loop) {
    const PlainLoop here = next_loop_ < loops_.size() ? loops_[next_loop_] : PlainLoop{};
    ++next_loop_;
    const bool inside = loop.condition && is_quantified(loop.condition->expr);
    out_.line("while " + (inside ? "true" : condition(loop.condition)));
    out_.indent();
    std::size_t inferred = 0;
    for (std::size_t i = 0; i < loop.invariants.size(); ++i) {
      const std::string name =
          i < here.written ? "" : "  // inferred_" + std::to_string(++inferred);
      out_.line("invariant " + terms_(loop.invariants[i].expr) + name);
    }
    out_.line("decreases " + (here.variant ? terms_(here.variant) : "*"));
    out_.outdent();
    out_.line("{");
    if (inside) {
      out_.indent();
      out_.line("if !" + value(*loop.condition, Bind::Atom) + " { break; }");
      out_.outdent();
    }
    braces(loop.body);
  }

  std::string condition(const std::optional<Located>& condition) {
    return condition ? value(*condition, Bind::Any) : "*";
  }

  /// As something Dafny can compute; may write statements before the one being made.
  std::string value(const Located& located, Bind context) {
    if (!is_quantified(located.expr)) return terms_(located.expr, context);
    std::string temporary = "value?of_" + std::to_string(++temporaries_);
    out_.line("var " + temporary + ": " + terms_.type(located.expr.sort()) + " := *;");
    out_.line("assume " + temporary + (located.expr.sort().is_bool() ? " <==> (" : " == (") +
              terms_(located.expr) + ");");
    return temporary;
  }

  std::string names(const std::vector<Expr>& variables) const {
    return joined(variables, ", ", [&](Expr v) { return terms_.name(v.name()); });
  }
  std::string values(const std::vector<Located>& values) {
    return joined(values, ", ", [&](const Located& v) { return value(v, Bind::Any); });
  }

  const PlainProgram& plain_;
  DafnyTerms terms_;
  TextBlock out_;
  std::vector<PlainLoop> loops_;
  std::size_t next_loop_ = 0;
  int temporaries_ = 0;
};

}  // namespace

Result<std::string> to_dafny(gcl::Context& context, PlainProgram& plain, Diagnostics& diagnostics) {
  if (uses_bit_vectors(plain.program)) {
    diagnostics.error({}, "bit-vectors cannot be written as Dafny", "Boogie has them");
    return failed;
  }
  globals_to_parameters(context, plain.program);
  join_comparisons(context, plain);
  return DafnyProgram(plain).write();
}

}  // namespace pawl::emit
