// SPDX-License-Identifier: Apache-2.0
#include "slam/proof.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/traverse.h"
#include "slam/symbolic.h"

namespace pawl::slam {
namespace {

using gcl::Expr;

class Concretization {
 public:
  Concretization(gcl::Context& context, const gcl::Program& program, const Abstraction& abstraction,
                 const BebopResult& result)
      : context_(context), program_(program), abstraction_(abstraction), result_(result) {
    for (const gcl::VarDecl& global : program.globals) {
      at_entry_[global.var] = old_constant(context, global.var);
    }
  }

  Proof operator()(const std::string& entry) {
    for (const std::uint32_t source : abstraction_.sources) {
      proof_[program_.procedures[source].name].invariants.resize(number_loops(source));
    }
    for (const BebopProofStep& step : result_.proof) add(step, entry);
    return std::move(proof_);
  }

 private:
  std::size_t number_loops(std::uint32_t source) {
    std::size_t count = 0;
    gcl::for_each_stmt(*program_.procedures[source].body, [&](const gcl::Stmt& stmt) {
      if (std::holds_alternative<gcl::While>(stmt.node)) loops_[&stmt] = count++;
    });
    return count;
  }

  void add(const BebopProofStep& step, const std::string& entry) {
    const CfgNode& node = result_.cfg.nodes[step.node];
    const CfgProcedure& cfg = result_.cfg.procedures[node.procedure];
    const std::string& name = program_.procedures[abstraction_.sources[node.procedure]].name;
    ProcedureProof& proof = proof_[name];
    const std::vector<Expr> formulas = clauses(step, node.procedure);
    // An entry may be the head of a loop or the exit as well.
    if (step.node == cfg.entry && name != entry) append(proof.requires_, formulas);
    if (step.node == cfg.exit) append(proof.ensures, formulas);
    const bool head = node.stmt != nullptr && std::holds_alternative<BpWhile>(node.stmt->node);
    if (head)
      append(proof.invariants[loops_.at(abstraction_.steps[node.stmt->origin].stmt)], formulas);
  }

  static void append(std::vector<Expr>& to, const std::vector<Expr>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  std::vector<Expr> clauses(const BebopProofStep& step, std::uint32_t procedure) {
    if (step.kind == BebopInvariant::Kind::Unreachable) return {context_.false_()};
    std::vector<Expr> result;
    for (const std::vector<BebopPairLiteral>& clause : step.clauses) {
      if (!has_meaning(clause, procedure)) continue;
      std::vector<Expr> literals;
      literals.reserve(clause.size());
      for (const BebopPairLiteral& one : clause) literals.push_back(literal(one, procedure));
      const Expr formula = simplify(context_, gcl::mk_or(context_, literals));
      if (!formula.is_true()) result.push_back(to_source(context_, formula));
    }
    return result;
  }

  /// Temporaries for the results of calls have none.
  bool has_meaning(const std::vector<BebopPairLiteral>& clause, std::uint32_t procedure) const {
    const std::size_t count = abstraction_.locals[procedure].size();
    return std::ranges::all_of(clause, [&](const BebopPairLiteral& one) {
      return one.kind == BebopPairLiteral::Kind::Result || one.var.is_global() ||
             one.var.index < count;
    });
  }

  Expr literal(const BebopPairLiteral& one, std::uint32_t procedure) {
    Expr meaning = one.kind == BebopPairLiteral::Kind::Result
                       ? abstraction_.interfaces[procedure].returns[one.result]
                   : one.var.is_global() ? abstraction_.globals[one.var.index]
                                         : abstraction_.locals[procedure][one.var.index];
    if (one.moment == BebopPairLiteral::Moment::Entry) {
      meaning = gcl::substitute(context_, meaning, at_entry_);
    }
    return one.positive ? meaning : gcl::mk_not(context_, meaning);
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const Abstraction& abstraction_;
  const BebopResult& result_;
  gcl::Substitution at_entry_;
  std::map<const gcl::Stmt*, std::size_t> loops_;
  Proof proof_;
};

}  // namespace

Proof proof_of(gcl::Context& context, const gcl::Program& program, const Abstraction& abstraction,
               const BebopResult& result, const std::string& entry) {
  return Concretization(context, program, abstraction, result)(entry);
}

}  // namespace pawl::slam
