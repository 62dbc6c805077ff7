// SPDX-License-Identifier: Apache-2.0
#include "emit/why3.h"

#include <set>

#include "emit/chains.h"
#include "emit/sorts.h"
#include "emit/text_block.h"
#include "emit/why3_terms.h"
#include "support/overloaded.h"

namespace pawl::emit {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Located;

constexpr const char* division =
    "  use int.EuclideanDivision\n"
    "  val function div__Of (x y: int) : int\n"
    "    ensures { result = div x y }\n"
    "  val function mod__Of (x y: int) : int\n"
    "    ensures { result = mod x y }\n";

constexpr const char* reals =
    "  use real.RealInfix\n"
    "  use real.FromInt\n"
    "  use real.Truncate\n"
    "  function real__By0 real : real\n"
    "  function real__Of (x y: real) : real = if y = 0.0 then real__By0 x else x /. y\n";

class Why3Module {
 public:
  explicit Why3Module(const PlainProgram& plain) : plain_(plain) {}

  std::string write() {
    const gcl::Program& program = plain_.program;
    out_.indent();
    declarations(program);
    find_called(program);
    for (const gcl::Procedure& procedure : program.procedures) {
      if (called_.contains(procedure.name) || !procedure.body) declare(procedure);
    }
    for (const gcl::Procedure& procedure : program.procedures) {
      if (procedure.body) define(procedure);
    }
    std::string head =
        "(* " + comment(plain_.file) + " with its inferred invariants, for Why3. *)\n";
    head += "module Program\n  use int.Int\n";
    if (formula_.divides() || program_.divides()) head += division;
    if (uses_reals(program)) head += reals;
    return head + types_ + out_.text() + "end\n";
  }

 private:
  static std::string comment(std::string text) {
    for (std::size_t at = 0; (at = text.find("*)", at)) != std::string::npos;) text[at] = '_';
    for (std::size_t at = 0; (at = text.find("(*", at)) != std::string::npos;) text[at] = '_';
    return text;
  }

  void declarations(const gcl::Program& program) {
    for (const gcl::SortDecl& decl : program.sorts) {
      types_ += "  type " + formula_.name(decl.name) + "\n";
    }
    for (const gcl::Sort sort : sorts_of(program)) {
      if (sort.is_map()) types_ += formula_.map_declaration(sort);
    }
    formula_.keep_triggers();
    for (const gcl::ConstDecl& decl : program.constants) {
      out_.line("val constant " + formula_.name(decl.var.name()) + " : " +
                formula_.type(decl.var.sort()));
    }
    for (const gcl::FunctionDecl& decl : program.functions) declare(decl);
    for (const gcl::FunctionDecl& decl : program.functions) define(decl);
    for (std::size_t i = 0; i < program.axioms.size(); ++i) {
      out_.line("axiom axiom__Number_" + std::to_string(i + 1) + " : " +
                formula_(program.axioms[i].formula.expr));
    }
    formula_.drop_triggers();
  }

  void declare(const gcl::FunctionDecl& decl) {
    const std::string parameters =
        decl.parameters.empty()
            ? "()"
            : joined(decl.parameters, " ", [&](Expr v) { return formula_.binder(v); });
    out_.line("val function " + formula_.name(decl.name) + " " + parameters + " : " +
              formula_.type(decl.result));
  }

  void define(const gcl::FunctionDecl& decl) {
    if (!decl.body) return;
    const std::string name = formula_.name(decl.name);
    const std::string apply =
        name + (decl.parameters.empty() ? " ()" : "") +
        joined(decl.parameters, "", [&](Expr v) { return " " + formula_.name(v.name()); });
    const std::string all =
        decl.parameters.empty()
            ? ""
            : "forall " +
                  joined(decl.parameters, ", ",
                         [&](Expr v) {
                           return formula_.name(v.name()) + ": " + formula_.type(v.sort());
                         }) +
                  " [" + apply + "]. ";
    out_.line("axiom " + name + "__Def : " + all + apply +
              (decl.result.is_bool() ? " <-> (" : " = (") + formula_(decl.body->expr) + ")");
  }

  void find_called(const gcl::Program& program) {
    for (const gcl::Procedure& procedure : program.procedures) {
      if (!procedure.body) continue;
      gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
        if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) called_.insert(call->procedure);
      });
    }
  }

  // ---- procedures

  std::string head(const gcl::Procedure& procedure) const {
    std::string text;
    if (procedure.parameters.empty()) text += " ()";
    for (const gcl::VarDecl& decl : procedure.parameters) text += " " + formula_.binder(decl.var);
    if (procedure.results.empty()) return text + " : unit";
    return text + " : (" +
           joined(procedure.results, ", ",
                  [&](const gcl::VarDecl& decl) {
                    return formula_.name(decl.var.name()) + ": " + formula_.type(decl.var.sort());
                  }) +
           ")";
  }

  void contract(const gcl::Procedure& procedure) {
    for (const Located& clause : procedure.requires_) {
      out_.line("requires { " + formula_(clause.expr) + " }");
    }
    for (const Located& clause : procedure.ensures) {
      out_.line("ensures { " + formula_(clause.expr) + " }");
    }
  }

  void declare(const gcl::Procedure& procedure) {
    out_.blank();
    out_.line("val " + formula_.name(procedure.name) + head(procedure));
    out_.indent();
    contract(procedure);
    out_.line("diverges");
    out_.outdent();
  }

  void define(const gcl::Procedure& procedure) {
    const auto loops = plain_.loops.find(procedure.name);
    loops_ = loops == plain_.loops.end() ? std::vector<PlainLoop>{} : loops->second;
    next_loop_ = 0;
    out_.blank();
    const std::string suffix = called_.contains(procedure.name) ? "__Body" : "";
    out_.line("let " + formula_.name(procedure.name) + suffix + head(procedure));
    out_.indent();
    contract(procedure);
    if (may_diverge(plain_, procedure)) out_.line("diverges");
    out_.outdent();
    out_.line("=");
    out_.indent();
    for (const auto* decls : {&procedure.results, &procedure.locals}) {
      for (const gcl::VarDecl& decl : *decls) {
        out_.line("let ref " + formula_.name(decl.var.name()) + " = any " +
                  formula_.type(decl.var.sort()) + " in");
      }
    }
    block(*procedure.body, ";");
    out_.line("(" +
              joined(procedure.results, ", ",
                     [&](const gcl::VarDecl& decl) { return formula_.name(decl.var.name()); }) +
              ")");
    out_.outdent();
  }

  // ---- statements; each ends with `end`, which is ";" unless it is the last one

  void block(const Block& block, const std::string& end) {
    if (block.empty()) out_.line("()" + end);
    for (const gcl::Stmt& stmt : block) {
      statement(stmt, &stmt == &block.back() ? end : ";");
    }
  }

  void inner(const Block& inner) {
    out_.indent();
    block(inner, "");
    out_.outdent();
  }

  void statement(const gcl::Stmt& stmt, const std::string& end) {
    std::visit(overloaded{
                   [&](const gcl::Assert& s) {
                     out_.line("assert { " + formula_(s.condition.expr) + " }" + end);
                   },
                   [&](const gcl::Assume& s) {
                     out_.line("assume { " + formula_(s.condition.expr) + " }" + end);
                   },
                   [&](const gcl::Assign& s) { assign(s, end); },
                   [&](const gcl::Havoc& s) {
                     for (const Expr target : s.targets) {
                       out_.line(name(target) + " <- any " + formula_.type(target.sort()) +
                                 (target == s.targets.back() ? end : ";"));
                     }
                   },
                   [&](const gcl::Choice& s) { choice(s, end); },
                   [&](const gcl::If& s) {
                     out_.line("if " + condition(s.condition) + " then begin");
                     inner(s.then_branch);
                     if (!s.else_branch.empty()) {
                       out_.line("end else begin");
                       inner(s.else_branch);
                     }
                     out_.line("end" + end);
                   },
                   [&](const gcl::While& s) { loop(s, end); },
                   [&](const gcl::LabeledBlock& s) {
                     out_.line("(exception " + exception(s.label) + " in try");
                     inner(s.body);
                     out_.line("with " + exception(s.label) + " -> () end)" + end);
                   },
                   [&](const gcl::Exit& s) { out_.line("raise " + exception(s.label) + end); },
                   [&](const gcl::Call& s) { call(s, end); },
               },
               stmt.node);
  }

  void assign(const gcl::Assign& assign, const std::string& end) {
    if (assign.targets.size() == 1) {
      out_.line(name(assign.targets[0]) + " <- " + value(assign.values[0].expr, Bind::Any) + end);
      return;
    }
    std::string text = "(";
    for (std::size_t i = 0; i < assign.values.size(); ++i) {
      text += "let value__Of_" + std::to_string(i) + " = " +
              value(assign.values[i].expr, Bind::Any) + " in ";
    }
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      text += (i > 0 ? "; " : "") + name(assign.targets[i]) + " <- value__Of_" + std::to_string(i);
    }
    out_.line(text + ")" + end);
  }

  void call(const gcl::Call& call, const std::string& end) {
    std::string apply = formula_.name(call.procedure);
    if (call.arguments.empty()) apply += " ()";
    for (const Located& argument : call.arguments) apply += " " + value(argument.expr, Bind::Atom);
    if (call.results.empty()) return out_.line(apply + end);
    std::string pattern, stores;
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      const std::string part = "result__Of_" + std::to_string(i);
      pattern += (i > 0 ? ", " : "") + part;
      stores += (i > 0 ? "; " : "") + name(call.results[i]) + " <- " + part;
    }
    if (call.results.size() > 1) pattern = "(" + pattern + ")";
    out_.line("(let " + pattern + " = " + apply + " in " + stores + ")" + end);
  }

  void choice(const gcl::Choice& choice, const std::string& end) {
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
      if (i == 0) out_.line("if any bool then begin");
      inner(choice.branches[i]);
      const std::size_t left = choice.branches.size() - i - 1;
      out_.line(left == 0   ? "end" + end
                : left == 1 ? "end else begin"
                            : "end else if any bool then begin");
    }
  }

  void loop(const gcl::While& loop, const std::string& end) {
    const PlainLoop here = next_loop_ < loops_.size() ? loops_[next_loop_] : PlainLoop{};
    ++next_loop_;
    out_.line("while " + condition(loop.condition) + " do");
    out_.indent();
    std::size_t inferred = 0;
    for (std::size_t i = 0; i < loop.invariants.size(); ++i) {
      const std::string name =
          i < here.written ? "" : "Inferred_" + std::to_string(++inferred) + " ";
      out_.line("invariant " + name + "{ " + formula_(loop.invariants[i].expr) + " }");
    }
    if (here.variant) out_.line("variant { " + formula_(here.variant) + " }");
    block(loop.body, "");
    out_.outdent();
    out_.line("done" + end);
  }

  std::string condition(const std::optional<Located>& condition) {
    return condition ? value(condition->expr, Bind::Connective) : "any bool";
  }

  /// A program expression with this value.
  std::string value(Expr e, Bind context) {
    if (Why3Terms::is_program(e)) return program_(e, context);
    const std::string relation = e.sort().is_bool() ? "<->" : "=";
    return "(val known__By () : " + formula_.type(e.sort()) + " ensures { result " + relation +
           " (" + formula_(e) + ") } in known__By ())";
  }

  std::string name(Expr variable) const { return formula_.name(variable.name()); }
  std::string exception(const std::string& label) const { return "Exit_" + formula_.name(label); }

  const PlainProgram& plain_;
  Why3Terms formula_{plain_.program, Why3Terms::Use::Formula};
  Why3Terms program_{plain_.program, Why3Terms::Use::Program};
  TextBlock out_;
  std::string types_;
  std::set<std::string> called_;
  std::vector<PlainLoop> loops_;
  std::size_t next_loop_ = 0;
};

}  // namespace

Result<std::string> to_why3(gcl::Context& context, PlainProgram& plain, Diagnostics& diagnostics) {
  if (uses_bit_vectors(plain.program)) {
    diagnostics.error({}, "bit-vectors cannot be written as WhyML", "Boogie has them");
    return failed;
  }
  globals_to_parameters(context, plain.program);
  join_comparisons(context, plain);
  return Why3Module(plain).write();
}

}  // namespace pawl::emit
