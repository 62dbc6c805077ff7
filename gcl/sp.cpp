// SPDX-License-Identifier: Apache-2.0
#include "gcl/sp.h"

#include <algorithm>
#include <utility>

#include "gcl/build.h"
#include "gcl/connect.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

/// `norm_` is Norm(precondition, what has been walked over). Recursion over blocks is bounded by
/// the parser's nesting limit.
class StrongestPost {
 public:
  StrongestPost(Context& context, Expr precondition) : context_(context), norm_(precondition) {}

  SpResult operator()(const Passive& command) {
    result_.points.assign(command.point_env.size(), context_.false_());
    block(command.body);
    result_.normal = {norm_, command.exit_env};
    for (const auto& [label, env] : command.label_env) {
      result_.exits.emplace(label, Outcome{any_of(context_, free_exits_[label]), env});
    }
    std::vector<Expr> wrong;
    for (const FailedAssert& failed : result_.failed) wrong.push_back(failed.formula);
    result_.wrong = any_of(context_, wrong);
    return std::move(result_);
  }

 private:
  void block(const Block& source) {
    for (const Stmt& stmt : source) statement(stmt);
  }

  void statement(const Stmt& stmt) {
    std::visit(
        overloaded{
            // Wrong(Q, assert P) = Q & !P;  Norm(Q, assert P) = Q & P
            [&](const Assert& assertion) {
              const Expr condition = assertion.condition.expr;
              result_.failed.push_back({both(context_, norm_, mk_not(context_, condition)),
                                        assertion.obligation, stmt.range});
              norm_ = both(context_, norm_, condition);
            },
            // Norm(Q, assume P) = Q & P
            [&](const Assume& assume) {
              if (assume.point) result_.points[*assume.point] = norm_;
              norm_ = both(context_, norm_, assume.condition.expr);
            },
            // Norm(Q, A [] B) = Norm(Q, A) | Norm(Q, B)
            [&](const Choice& choice) {
              const Expr before = norm_;
              std::vector<Expr> ends;
              for (const Block& branch : choice.branches) {
                norm_ = before;
                block(branch);
                ends.push_back(norm_);
              }
              norm_ = any_of(context_, ends);
            },
            [&](const LabeledBlock& labeled) {
              frames_.emplace_back(labeled.label, std::vector<Expr>{});
              block(labeled.body);
              std::vector<Expr> ends = std::move(frames_.back().second);
              frames_.pop_back();
              ends.push_back(norm_);
              norm_ = any_of(context_, ends);
            },
            [&](const Exit& exit) {
              const auto frame = std::find_if(frames_.rbegin(), frames_.rend(),
                                              [&](const auto& f) { return f.first == exit.label; });
              (frame != frames_.rend() ? frame->second : free_exits_[exit.label]).push_back(norm_);
              norm_ = context_.false_();
            },
            [](const Assign&) { PAWL_UNREACHABLE("passive code should not assign"); },
            [](const Havoc&) { PAWL_UNREACHABLE("passive code should not havoc"); },
            [](const If&) { PAWL_UNREACHABLE("passive code should have no if"); },
            [](const While&) { PAWL_UNREACHABLE("passive code should have no loop"); },
            [](const Call&) { PAWL_UNREACHABLE("passive code should have no call"); },
        },
        stmt.node);
  }

  Context& context_;
  Expr norm_;
  std::vector<std::pair<std::string, std::vector<Expr>>> frames_;
  std::map<std::string, std::vector<Expr>> free_exits_;
  SpResult result_;
};

}  // namespace

SpResult sp(Context& context, const Passive& command, Expr precondition) {
  return StrongestPost(context, precondition)(command);
}

}  // namespace pawl::gcl
