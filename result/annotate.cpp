// SPDX-License-Identifier: Apache-2.0
#include "result/annotate.h"

#include <algorithm>

#include "gcl/moments.h"
#include "gcl/parser.h"
#include "gcl/traverse.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::result {
namespace {

void collect(gcl::Block& block, std::vector<gcl::While*>& loops) {
  for (gcl::Stmt& stmt : block) {
    std::visit(overloaded{
                   [&](gcl::Choice& choice) {
                     for (gcl::Block& branch : choice.branches) collect(branch, loops);
                   },
                   [&](gcl::If& branch) {
                     collect(branch.then_branch, loops);
                     collect(branch.else_branch, loops);
                   },
                   [&](gcl::While& loop) {
                     loops.push_back(&loop);
                     collect(loop.body, loops);
                   },
                   [&](gcl::LabeledBlock& labeled) { collect(labeled.body, loops); },
                   [](gcl::Assert&) {},
                   [](gcl::Assume&) {},
                   [](gcl::Assign&) {},
                   [](gcl::Havoc&) {},
                   [](gcl::Exit&) {},
                   [](gcl::Call&) {},
               },
               stmt.node);
  }
}

bool is_among(gcl::Expr var, const std::vector<gcl::VarDecl>& list) {
  return std::ranges::any_of(list, [&](const gcl::VarDecl& one) { return one.var == var; });
}

/// What callers cannot see in a clause of a contract; empty: nothing.
std::string hidden(const gcl::Procedure& procedure, ClauseKind kind, gcl::Expr formula) {
  if (gcl::mentions(formula, gcl::Kind::Entry)) return "entry() is for loops";
  if (kind == ClauseKind::Requires && gcl::mentions(formula, gcl::Kind::Old)) {
    return "old() in a requires clause";
  }
  for (const gcl::Expr var : gcl::free_vars(formula)) {
    const bool result = is_among(var, procedure.results);
    if (is_among(var, procedure.locals) || (result && kind == ClauseKind::Requires)) {
      return "callers do not see '" + var.name() + "'";
    }
  }
  return {};
}

}  // namespace

std::vector<gcl::While*> loops_of(gcl::Block& block) {
  std::vector<gcl::While*> loops;
  collect(block, loops);
  return loops;
}

gcl::Expr parse_clause(gcl::Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure, ClauseKind kind, const std::string& text,
                       std::string& complaint) {
  const SourceFile file("clause", text);
  Diagnostics diagnostics;
  const gcl::Expr formula =
      gcl::parse_expr(context, file, program, procedure, {}, context.bool_sort(), diagnostics);
  if (!formula || diagnostics.has_errors()) {
    complaint = diagnostics.all().front().message;
    return {};
  }
  complaint = kind == ClauseKind::Invariant ? "" : hidden(procedure, kind, formula);
  return complaint.empty() ? formula : gcl::Expr{};
}

void add_invariants(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
                    const std::vector<std::vector<std::string>>& invariants) {
  const std::vector<gcl::While*> loops = loops_of(*procedure.body);
  PAWL_ASSERT(loops.size() == invariants.size(), "every loop should have its list of invariants");
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (const std::string& text : invariants[i]) {
      std::string complaint;
      const gcl::Expr formula =
          parse_clause(context, program, procedure, ClauseKind::Invariant, text, complaint);
      PAWL_ASSERT(formula, "a printed invariant should parse again");
      loops[i]->invariants.push_back({formula, {}});
    }
  }
}

std::string annotate(gcl::Context& context, const gcl::Program& program,
                     const ProcedureResult& result, Standing standing, gcl::Procedure& procedure) {
  const std::vector<gcl::While*> loops = loops_of(*procedure.body);
  if (loops.size() != result.loops.size()) {
    return "procedure '" + result.name + "' has " + std::to_string(loops.size()) +
           " loops, the result tells of " + std::to_string(result.loops.size());
  }
  std::string problem;
  const auto add = [&](ClauseKind kind, const std::string& text, const std::string& where,
                       std::vector<gcl::Located>& to) {
    std::string complaint;
    const gcl::Expr formula = parse_clause(context, program, procedure, kind, text, complaint);
    if (formula) {
      to.push_back({formula, {}});
    } else if (problem.empty()) {
      problem = "'" + text + "' is no formula " + where + ": " + complaint;
    }
  };
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (const ConjunctResult& conjunct : result.loops[i].invariant) {
      if (conjunct.origin == Origin::User) continue;  // those are in the source
      const bool claimed = standing == Standing::Claimed && conjunct.claimed;
      if (!conjunct.certified() && !claimed) continue;
      add(ClauseKind::Invariant, conjunct.text, "at loop " + result.loops[i].id,
          loops[i]->invariants);
    }
  }
  const std::string where = "of the summary of procedure '" + result.name + "'";
  for (const std::string& text : result.summary.requires_) {
    add(ClauseKind::Requires, text, where, procedure.requires_);
  }
  for (const std::string& text : result.summary.ensures) {
    add(ClauseKind::Ensures, text, where, procedure.ensures);
  }
  return problem;
}

void annotate(gcl::Context& context, const Result& result, gcl::Program& program) {
  const bool proved = judge(result).verdict == Verdict::True;
  const gcl::Program source = program;
  for (gcl::Procedure& procedure : program.procedures) {
    if (!procedure.body) continue;
    const auto found = std::ranges::find(result.procedures, procedure.name, &ProcedureResult::name);
    if (found == result.procedures.end()) {
      if (proved) procedure.body.reset();
    } else if (found->loops.size() == loops_of(*procedure.body).size()) {
      const std::string problem = annotate(context, source, *found, Standing::Certified, procedure);
      PAWL_ASSERT(problem.empty(), "a printed invariant should parse again");
    }
  }
}

}  // namespace pawl::result
