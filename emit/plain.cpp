// SPDX-License-Identifier: Apache-2.0
#include "emit/plain.h"

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "emit/gcl.h"
#include "gcl/moments.h"
#include "gcl/parser.h"
#include "gcl/targets.h"
#include "gcl/traverse.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::emit {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Kind;
using gcl::Located;
using gcl::Moment;
using gcl::Stmt;

using Ghosts = std::map<std::uint32_t, std::pair<Expr, Expr>>;  // by id: the variable, its ghost

Stmt copies(const Ghosts& ghosts) {
  gcl::Assign assign;
  for (const auto& [id, pair] : ghosts) {
    assign.targets.push_back(pair.second);
    assign.values.push_back({pair.first, {}});
  }
  return {std::move(assign), {}};
}

/// Replaces Old and Entry in the body of one procedure.
class BodyWithoutMoments {
 public:
  BodyWithoutMoments(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure)
      : context_(context), program_(program), procedure_(procedure) {}

  void run() {
    Block body = block(std::move(*procedure_.body));
    if (!old_.empty()) body.insert(body.begin(), copies(old_));
    procedure_.body = std::move(body);
    for (const Expr ghost : ghosts_) procedure_.locals.push_back({ghost, {}});
  }

 private:
  Block block(Block old) {
    Block fresh;
    for (Stmt& stmt : old) {
      if (auto* loop = std::get_if<gcl::While>(&stmt.node)) {
        if (const Ghosts entry = clauses(*loop); !entry.empty()) fresh.push_back(copies(entry));
      }
      inside(stmt);
      fresh.push_back(std::move(stmt));
    }
    return fresh;
  }

  void inside(Stmt& stmt) {
    std::visit(overloaded{
                   [&](gcl::Assert& s) { now(s.condition); },
                   [&](gcl::Assume& s) { now(s.condition); },
                   [&](gcl::Assign& s) { std::ranges::for_each(s.values, now_); },
                   [&](gcl::Havoc&) {},
                   [&](gcl::Choice& s) {
                     for (Block& branch : s.branches) branch = block(std::move(branch));
                   },
                   [&](gcl::If& s) {
                     if (s.condition) now(*s.condition);
                     s.then_branch = block(std::move(s.then_branch));
                     s.else_branch = block(std::move(s.else_branch));
                   },
                   [&](gcl::While& s) {
                     if (s.condition) now(*s.condition);
                     s.predicates.clear();
                     s.skolems.clear();
                     s.body = block(std::move(s.body));
                   },
                   [&](gcl::LabeledBlock& s) { s.body = block(std::move(s.body)); },
                   [&](gcl::Exit&) {},
                   [&](gcl::Call& s) { std::ranges::for_each(s.arguments, now_); },
               },
               stmt.node);
  }

  Ghosts clauses(gcl::While& loop) {
    const std::vector<Expr> changed = gcl::targets(program_, loop.body);
    Ghosts entry;
    for (Located& invariant : loop.invariants) {
      invariant.expr =
          gcl::read_vars(context_, invariant.expr, [&](Expr var, Moment moment) -> Expr {
            if (moment == Moment::Now) return var;
            if (moment == Moment::Old) return old(var);
            const bool changes = std::ranges::find(changed, var) != changed.end();
            return changes ? ghost(entry, var, "@entry") : var;
          });
    }
    return entry;
  }

  void now(Located& located) {
    if (!gcl::mentions(located.expr, Kind::Old)) return;
    located.expr = gcl::read_vars(context_, located.expr, [&](Expr var, Moment moment) {
      return moment == Moment::Old ? old(var) : var;
    });
  }

  bool fixed(Expr var) const {
    const auto is_var = [&](const auto& decl) { return decl.var == var; };
    return std::ranges::any_of(procedure_.parameters, is_var) ||
           std::ranges::any_of(program_.constants, is_var);
  }

  Expr old(Expr var) { return fixed(var) ? var : ghost(old_, var, "@old"); }

  Expr ghost(Ghosts& ghosts, Expr var, const char* suffix) {
    const auto [found, fresh] = ghosts.try_emplace(var.id());
    if (fresh) {
      found->second = {var, context_.fresh_var(var.name() + suffix, var.sort())};
      ghosts_.push_back(found->second.second);
    }
    return found->second.second;
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  gcl::Procedure& procedure_;
  const std::function<void(Located&)> now_ = [this](Located& located) { now(located); };
  Ghosts old_;
  std::vector<Expr> ghosts_;  // in order of creation
};

/// old() stays with the globals the procedure modifies. False: old() of a result.
bool reduce_ensures(gcl::Context& context, gcl::Procedure& procedure) {
  bool of_result = false;
  for (Located& ensures : procedure.ensures) {
    ensures.expr = gcl::read_vars(context, ensures.expr, [&](Expr var, Moment moment) {
      if (moment == Moment::Now) return var;
      of_result |= std::ranges::any_of(procedure.results,
                                       [&](const gcl::VarDecl& decl) { return decl.var == var; });
      const bool changes = std::ranges::find(procedure.modifies, var) != procedure.modifies.end();
      return changes ? context.make(Kind::Old, {var}) : var;
    });
  }
  return !of_result;
}

/// Of another state, or of globals, which become parameters: it is not written.
Expr variant_of(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
                const result::LoopResult& loop) {
  if (!loop.variant) return {};
  const SourceFile file("variant", loop.variant->text);
  Diagnostics ignored;
  const Expr term =
      gcl::parse_expr(context, file, program, procedure, {}, context.int_sort(), ignored);
  if (!term || ignored.has_errors()) return {};
  if (gcl::mentions(term, Kind::Old) || gcl::mentions(term, Kind::Entry)) return {};
  const bool has_global = std::ranges::any_of(gcl::free_vars(term), [&](Expr var) {
    return std::ranges::any_of(program.globals,
                               [&](const gcl::VarDecl& decl) { return decl.var == var; });
  });
  return has_global ? Expr() : term;
}

std::vector<PlainLoop> loops_of(gcl::Context& context, const gcl::Program& program,
                                const result::ProcedureResult& procedure) {
  std::vector<PlainLoop> loops;
  const gcl::Procedure* own = program.find_procedure(procedure.name);
  for (const result::LoopResult& loop : procedure.loops) {
    const auto written =
        std::ranges::count(loop.invariant, result::Origin::User, &result::ConjunctResult::origin);
    loops.push_back({loop.place, static_cast<std::size_t>(written),
                     own == nullptr ? Expr() : variant_of(context, program, *own, loop)});
  }
  return loops;
}

}  // namespace

Result<PlainProgram> make_plain(gcl::Context& context, const gcl::Program& program,
                                const result::Result& result, Diagnostics& diagnostics) {
  // Through the text: what is parsed has no bound variable that hides another name.
  std::ostringstream annotated;
  write_annotated(annotated, context, program, result);
  PlainProgram plain;
  plain.file = result.file;
  plain.text = std::make_unique<SourceFile>("annotated program", annotated.str());
  std::optional<gcl::Program> again = gcl::parse_program(context, *plain.text, diagnostics);
  PAWL_ASSERT(again, "an annotated program should parse again");
  plain.program = std::move(*again);
  for (gcl::Procedure& procedure : plain.program.procedures) {
    if (!reduce_ensures(context, procedure)) {
      diagnostics.error(procedure.range, "old() of a result has no counterpart in this format");
      return failed;
    }
    if (procedure.body) BodyWithoutMoments(context, plain.program, procedure).run();
  }
  for (const result::ProcedureResult& procedure : result.procedures) {
    plain.loops[procedure.name] = loops_of(context, plain.program, procedure);
  }
  return plain;
}

bool may_diverge(const PlainProgram& plain, const gcl::Procedure& procedure) {
  if (!procedure.body) return true;
  const auto known = plain.loops.find(procedure.name);
  const std::vector<PlainLoop> none;
  const std::vector<PlainLoop>& loops = known == plain.loops.end() ? none : known->second;
  bool found = false;
  std::size_t next = 0;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    found |= std::holds_alternative<gcl::Call>(stmt.node);
    if (!std::holds_alternative<gcl::While>(stmt.node)) return;
    found |= next >= loops.size() || !loops[next].variant;
    ++next;
  });
  return found;
}

}  // namespace pawl::emit
