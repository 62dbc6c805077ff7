// SPDX-License-Identifier: Apache-2.0
#include "gcl/wp.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gcl/build.h"
#include "gcl/connect.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

enum class Errors { Forbidden, Ignored };

/// Walks backwards; recursion over blocks is bounded by the parser's nesting limit.
class WeakestPre {
 public:
  WeakestPre(Context& context, Errors errors) : context_(context), errors_(errors) {}

  Expr operator()(const Passive& command, const Postcondition& post) {
    for (const auto& [label, env] : command.label_env) {
      const auto found = post.exits.find(label);
      const Expr q = found == post.exits.end() ? context_.true_() : found->second;
      posts_.emplace_back(label, in_state(context_, q, env));
    }
    return block(command.body, in_state(context_, post.normal, command.exit_env));
  }

 private:
  Expr block(const Block& source, Expr q) {
    for (auto stmt = source.rbegin(); stmt != source.rend(); ++stmt) q = statement(*stmt, q);
    return q;
  }

  Expr statement(const Stmt& stmt, Expr q) {
    return std::visit(
        overloaded{
            // wp(assert P, Q) = P & Q;  wlp(assert P, Q) = P ==> Q
            [&](const Assert& assertion) {
              const Expr condition = assertion.condition.expr;
              return errors_ == Errors::Forbidden ? both(context_, condition, q)
                                                  : mk_implies(context_, condition, q);
            },
            // wp(assume P, Q) = P ==> Q
            [&](const Assume& assume) { return mk_implies(context_, assume.condition.expr, q); },
            // wp(A [] B, Q) = wp(A, Q) & wp(B, Q)
            [&](const Choice& choice) {
              std::vector<Expr> parts;
              for (const Block& branch : choice.branches) parts.push_back(block(branch, q));
              return all_of(context_, parts);
            },
            [&](const LabeledBlock& labeled) {
              posts_.emplace_back(labeled.label, q);
              const Expr result = block(labeled.body, q);
              posts_.pop_back();
              return result;
            },
            [&](const Exit& exit) {
              const auto found = std::find_if(posts_.rbegin(), posts_.rend(),
                                              [&](const auto& p) { return p.first == exit.label; });
              // A free label without an Env is one that only dead code exits to.
              return found == posts_.rend() ? context_.true_() : found->second;
            },
            [](const Assign&) -> Expr { PAWL_UNREACHABLE("passive code should not assign"); },
            [](const Havoc&) -> Expr { PAWL_UNREACHABLE("passive code should not havoc"); },
            [](const If&) -> Expr { PAWL_UNREACHABLE("passive code should have no if"); },
            [](const While&) -> Expr { PAWL_UNREACHABLE("passive code should have no loop"); },
            [](const Call&) -> Expr { PAWL_UNREACHABLE("passive code should have no call"); },
        },
        stmt.node);
  }

  Context& context_;
  Errors errors_;
  std::vector<std::pair<std::string, Expr>> posts_;  // innermost label last
};

}  // namespace

Expr wp(Context& context, const Passive& command, const Postcondition& post) {
  return WeakestPre(context, Errors::Forbidden)(command, post);
}

Expr wlp(Context& context, const Passive& command, const Postcondition& post) {
  return WeakestPre(context, Errors::Ignored)(command, post);
}

}  // namespace pawl::gcl
