// SPDX-License-Identifier: Apache-2.0
//
// The procedure as its verification condition, computed once: inference never changes the code,
// it only learns what to assume at loop heads. So `Norm(true, C ; H ; A ; B')` of the paper is
// "these constraints, with the current invariants assumed at the heads, and the guard of the end
// of the body", for every C, A and B' that come up.
#pragma once

#include <vector>

#include "gcl/desugar.h"
#include "gcl/passive.h"
#include "gcl/vc.h"

namespace pawl::infer {

class ProcedureVc {
 public:
  ProcedureVc(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure);

  const gcl::Desugared& desugared() const { return desugared_; }
  std::size_t loop_count() const { return desugared_.loops.size(); }

  /// "A run passes here."
  gcl::Expr guard(std::size_t loop, gcl::PointKind point) const;
  /// A formula of the source, with Entry read at the loop's entry, in the state at the point.
  gcl::Expr at(gcl::Expr formula, std::size_t loop, gcl::PointKind point) const;

  /// Everything the states at the loop's entry and at the end of its body depend on, the
  /// background included.
  std::vector<gcl::Expr> constraints(std::size_t loop) const;
  /// Loops whose heads lie on the way to `loop`'s entry or to the end of its body.
  std::vector<std::size_t> loops_on_the_way(std::size_t loop) const;

 private:
  std::size_t point_index(std::size_t loop, gcl::PointKind point) const;
  std::size_t segment(std::size_t loop, gcl::PointKind point) const;
  std::vector<char> cone(std::size_t loop) const;

  gcl::Context& context_;
  gcl::Desugared desugared_;
  gcl::Passive passive_;
  gcl::Vc vc_;
  std::vector<gcl::Expr> background_;
};

}  // namespace pawl::infer
