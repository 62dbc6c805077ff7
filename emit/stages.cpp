// SPDX-License-Identifier: Apache-2.0
//
// Each stage is printed as a program: what the stage introduced (ghosts, versions, guards)
// becomes local variables, so that the parser accepts the text.
#include "emit/stages.h"

#include <algorithm>
#include <ostream>

#include "gcl/desugar.h"
#include "gcl/passive.h"
#include "gcl/printer.h"
#include "gcl/vc.h"

namespace pawl::emit {
namespace {

using gcl::Expr;

void declare(gcl::Procedure& procedure, const gcl::Program& program,
             const std::vector<Expr>& variables) {
  const auto known = [&](Expr variable) {
    const auto has = [&](const std::vector<gcl::VarDecl>& decls) {
      return std::ranges::find(decls, variable, &gcl::VarDecl::var) != decls.end();
    };
    return has(procedure.locals) || has(procedure.parameters) || has(procedure.results) ||
           has(program.globals) ||
           std::ranges::find(program.constants, variable, &gcl::ConstDecl::var) !=
               program.constants.end();
  };
  for (const Expr variable : variables) {
    if (!known(variable)) procedure.locals.push_back({variable, {}});
  }
}

/// The flat verification condition as straight-line code: assume every constraint, then one
/// assertion per goal.
gcl::Block as_code(gcl::Context& context, const gcl::Vc& vc, std::vector<Expr>& guards) {
  gcl::Block code;
  for (const gcl::Segment& segment : vc.segments) {
    if (segment.guard.is(gcl::Kind::Var)) guards.push_back(segment.guard);
  }
  std::size_t fed = 0;
  for (const gcl::Goal& goal : vc.goals) {
    for (; fed <= goal.segment; ++fed) {
      for (const Expr constraint : gcl::segment_constraints(context, vc, fed)) {
        code.push_back({gcl::Assume{{constraint, {}}, {}}, {}});
      }
    }
    const Expr guard = vc.segments[goal.segment].guard;
    code.push_back(
        {gcl::Assert{{context.make(gcl::Kind::Implies, {guard, goal.condition}), {}}, {}}, {}});
  }
  return code;
}

void apply(Stage stage, gcl::Context& context, const gcl::Program& program,
           const gcl::Procedure& source, gcl::Procedure& printed) {
  const gcl::Desugared desugared = gcl::desugar(context, program, source);
  declare(printed, program, desugared.locals);
  // The contract of the body has become part of the code.
  printed.requires_.clear();
  printed.ensures.clear();
  if (stage == Stage::Desugar) {
    printed.body = desugared.body;
    return;
  }
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  declare(printed, program, passive.versions);
  if (stage == Stage::Passive) {
    printed.body = passive.body;
    return;
  }
  std::vector<Expr> guards;
  printed.body = as_code(context, gcl::make_vc(context, passive), guards);
  declare(printed, program, guards);
}

}  // namespace

void print_stage(std::ostream& out, Stage stage, gcl::Context& context,
                 const gcl::Program& program) {
  gcl::Program printed = program;
  if (stage != Stage::Parse && stage != Stage::None) {
    for (std::size_t i = 0; i < program.procedures.size(); ++i) {
      if (!program.procedures[i].body) continue;
      apply(stage, context, program, program.procedures[i], printed.procedures[i]);
    }
  }
  gcl::print(out, printed);
}

}  // namespace pawl::emit
