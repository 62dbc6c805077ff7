// SPDX-License-Identifier: Apache-2.0
#include "infer/procedure_vc.h"

#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::infer {

using gcl::Expr;
using gcl::PointKind;

ProcedureVc::ProcedureVc(gcl::Context& context, const gcl::Program& program,
                         const gcl::Procedure& procedure)
    : context_(context),
      desugared_(gcl::desugar(context, program, procedure)),
      passive_(gcl::make_passive(context, desugared_)),
      vc_(gcl::make_vc(context, passive_)),
      background_(gcl::background(context, program)) {}

std::size_t ProcedureVc::point_index(std::size_t loop, PointKind kind) const {
  for (std::size_t i = 0; i < desugared_.points.size(); ++i) {
    if (desugared_.points[i].loop == loop && desugared_.points[i].kind == kind) return i;
  }
  PAWL_UNREACHABLE("every loop should have its points");
}

std::size_t ProcedureVc::segment(std::size_t loop, PointKind point) const {
  return vc_.point_segment[point_index(loop, point)];
}

Expr ProcedureVc::guard(std::size_t loop, PointKind point) const {
  return vc_.segments[segment(loop, point)].guard;
}

// Entry(e) is e in the versions current at the loop's entry. Those may be the variables
// themselves (version 0), which must not be renamed again: a placeholder stands for them while
// the rest is renamed.
Expr ProcedureVc::at(Expr formula, std::size_t loop, PointKind point) const {
  gcl::Substitution placeholders;
  const gcl::Env& entry_env = passive_.point_env[point_index(loop, PointKind::LoopEntry)];
  gcl::Rewriter hide_entry(context_, [&](Expr e) {
    if (!e.is(gcl::Kind::Entry)) return e;
    const Expr placeholder = context_.fresh_var("entry", e.sort());
    placeholders.emplace(placeholder, gcl::in_state(context_, e.arg(0), entry_env));
    return placeholder;
  });
  const Expr hidden = hide_entry(formula);
  const Expr renamed =
      gcl::in_state(context_, hidden, passive_.point_env[point_index(loop, point)]);
  return gcl::substitute(context_, renamed, placeholders);
}

std::vector<char> ProcedureVc::cone(std::size_t loop) const {
  std::vector<char> inside(vc_.segments.size(), 0);
  inside[segment(loop, PointKind::LoopEntry)] = 1;
  inside[segment(loop, PointKind::LoopBack)] = 1;
  for (std::size_t s = inside.size(); s-- > 0;) {
    if (inside[s] == 0) continue;
    for (const std::size_t predecessor : vc_.segments[s].predecessors) inside[predecessor] = 1;
  }
  return inside;
}

std::vector<Expr> ProcedureVc::constraints(std::size_t loop) const {
  std::vector<Expr> all = background_;
  const std::vector<char> inside = cone(loop);
  for (std::size_t s = 0; s < inside.size(); ++s) {
    if (inside[s] == 0) continue;
    const std::vector<Expr> one = gcl::segment_constraints(context_, vc_, s);
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

std::vector<std::size_t> ProcedureVc::loops_on_the_way(std::size_t loop) const {
  std::vector<std::size_t> loops;
  const std::vector<char> inside = cone(loop);
  for (std::size_t other = 0; other < loop_count(); ++other) {
    if (inside[segment(other, PointKind::LoopHead)] != 0) loops.push_back(other);
  }
  return loops;
}

}  // namespace pawl::infer
