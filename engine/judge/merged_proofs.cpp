// SPDX-License-Identifier: Apache-2.0
//
// One contract from several: `requires` is the disjunction over the proofs, and each `ensures` and
// invariant holds under the `requires` of its proof, as it was on entry.
#include "engine/judge/merged_proofs.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/moments.h"
#include "gcl/printer.h"

namespace pawl::engine {
namespace {

using gcl::Expr;

/// What one proof says of one procedure.
struct Part {
  bool starts = false;
  const slam::ProcedureProof* proof = nullptr;
};

class Merged {
 public:
  Merged(gcl::Context& context, const gcl::Program& program, const std::vector<Part>& parts)
      : context_(context), program_(program) {
    for (const Part& one : parts) {
      if (!unreachable(one)) parts_.push_back(one);
    }
    if (parts_.empty()) parts_.push_back(parts.front());
  }

  ClaimText operator()() {
    claim_.invariants.resize(parts_.front().proof->invariants.size());
    require();
    for (const Part& one : parts_) {
      const Expr when = parts_.size() == 1 ? context_.true_() : on_entry(one);
      for (const Expr clause : one.proof->ensures) add(when, clause, claim_.ensures);
      for (std::size_t i = 0; i < claim_.invariants.size(); ++i) {
        for (const Expr clause : one.proof->invariants[i]) add(when, clause, claim_.invariants[i]);
      }
    }
    return std::move(claim_);
  }

 private:
  static bool unreachable(const Part& part) {
    const std::vector<Expr>& clauses = part.proof->requires_;
    return !part.starts &&
           std::ranges::any_of(clauses, [](Expr clause) { return clause.is_false(); });
  }

  /// On entry old(x) is x.
  Expr now(Expr clause) {
    return gcl::read_vars(context_, clause, [](Expr var, gcl::Moment) { return var; });
  }

  void require() {
    const auto anything = [](const Part& one) {
      return one.starts || one.proof->requires_.empty();
    };
    if (std::ranges::any_of(parts_, anything)) return;
    if (parts_.size() == 1) {
      for (const Expr clause : parts_[0].proof->requires_) {
        add(context_.true_(), now(clause), claim_.requires_);
      }
      return;
    }
    std::vector<Expr> cases;
    for (const Part& one : parts_) cases.push_back(now(together(one)));
    add(context_.true_(), gcl::mk_or(context_, cases), claim_.requires_);
  }

  Expr together(const Part& part) {
    if (part.starts) return context_.true_();
    return gcl::mk_and(context_, part.proof->requires_);
  }

  Expr on_entry(const Part& part) {
    return gcl::read_vars(context_, together(part), [&](Expr var, gcl::Moment) {
      const bool changes =
          std::ranges::find(program_.globals, var, &gcl::VarDecl::var) != program_.globals.end();
      return changes ? context_.make(gcl::Kind::Old, {var}) : var;
    });
  }

  void add(Expr when, Expr clause, std::vector<std::string>& to) {
    std::string text =
        gcl::print(when.is_true() ? clause : gcl::mk_implies(context_, when, clause));
    if (std::ranges::find(to, text) == to.end()) to.push_back(std::move(text));
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  std::vector<Part> parts_;
  ClaimText claim_;
};

}  // namespace

ClaimTexts merge(gcl::Context& context, const gcl::Program& program,
                 const std::vector<EntryProof>& proofs) {
  std::map<std::string, std::vector<Part>> parts;
  for (const EntryProof& one : proofs) {
    for (const auto& [name, proof] : one.proof) parts[name].push_back({name == one.entry, &proof});
  }
  ClaimTexts claims;
  for (const auto& [name, own] : parts) claims.emplace(name, Merged(context, program, own)());
  return claims;
}

}  // namespace pawl::engine
