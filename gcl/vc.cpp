// SPDX-License-Identifier: Apache-2.0
//
// Segments are opened lazily: a place is either inside an open segment or right after a set of
// finished ones, so that branches without facts cost nothing. Recursion over blocks is bounded by
// the parser's nesting limit.
#include "gcl/vc.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gcl/build.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

class VcBuilder {
 public:
  explicit VcBuilder(Context& context) : context_(context) {}

  Vc operator()(const Passive& passive) {
    vc_.segments.push_back({context_.true_(), {}, {}});
    open_ = 0;
    vc_.point_segment.resize(passive.point_env.size());
    block(passive.body);
    vc_.exit_segment = finish();
    return std::move(vc_);
  }

 private:
  using Segments = std::vector<std::size_t>;

  void block(const Block& source) {
    for (const Stmt& stmt : source) statement(stmt);
  }

  void statement(const Stmt& stmt) {
    std::visit(
        overloaded{
            [&](const Assert& assertion) {
              PAWL_ASSERT(assertion.obligation.has_value(), "an assert should be numbered");
              vc_.goals.push_back({*assertion.obligation, finish(), assertion.condition.expr});
              add_fact(assertion.condition);
            },
            [&](const Assume& assume) {
              if (assume.point) vc_.point_segment[*assume.point] = own_segment();
              add_fact(assume.condition);
            },
            [&](const Choice& choice) { branches(choice); },
            [&](const LabeledBlock& labeled) {
              frames_.emplace_back(labeled.label, Segments{});
              block(labeled.body);
              Segments arriving = leave_place();
              const Segments& exits = frames_.back().second;
              arriving.insert(arriving.end(), exits.begin(), exits.end());
              frames_.pop_back();
              continue_after(std::move(arriving));
            },
            [&](const Exit& exit) {
              const std::size_t here = finish();
              const auto frame = std::find_if(frames_.rbegin(), frames_.rend(),
                                              [&](const auto& f) { return f.first == exit.label; });
              if (frame != frames_.rend()) frame->second.push_back(here);
              continue_after({});
            },
            [](const Assign&) { PAWL_UNREACHABLE("passive code should not assign"); },
            [](const Havoc&) { PAWL_UNREACHABLE("passive code should not havoc"); },
            [](const If&) { PAWL_UNREACHABLE("passive code should have no if"); },
            [](const While&) { PAWL_UNREACHABLE("passive code should have no loop"); },
            [](const Call&) { PAWL_UNREACHABLE("passive code should have no call"); },
        },
        stmt.node);
  }

  void branches(const Choice& choice) {
    const Segments start{finish()};
    const bool live = live_;
    Segments arriving;
    for (const Block& branch : choice.branches) {
      continue_after(start);
      live_ = live;
      block(branch);
      const Segments ends = leave_place();
      arriving.insert(arriving.end(), ends.begin(), ends.end());
    }
    continue_after(std::move(arriving));
  }

  void add_fact(const Located& fact) {
    if (fact.expr.is_true()) return;
    if (!open_) open();
    vc_.segments[*open_].facts.push_back({fact.expr, fact.range});
    if (fact.expr.is_false()) continue_after({});
  }

  void open() {
    open_ = vc_.segments.size();
    const Expr guard = context_.fresh_var("pass@" + std::to_string(*open_), context_.bool_sort());
    vc_.segments.push_back({guard, std::move(after_), {}});
    after_.clear();
  }

  /// A segment whose end is the current place. Facts that follow go into another one.
  std::size_t finish() {
    if (!open_ && after_.size() == 1) return after_.front();
    if (!open_) open();
    after_ = {*open_};
    open_.reset();
    return after_.front();
  }

  /// One that no earlier point has: what engines assume at one point must not touch another,
  /// also when nothing but a havoc stands between them.
  std::size_t own_segment() {
    if (!open_) open();
    return finish();
  }

  /// The segments after which the current place is; none if it is dead.
  Segments leave_place() {
    if (open_) finish();
    return live_ ? std::move(after_) : Segments();
  }

  void continue_after(Segments arriving) {
    std::ranges::sort(arriving);
    arriving.erase(std::unique(arriving.begin(), arriving.end()), arriving.end());
    live_ = !arriving.empty();
    after_ = std::move(arriving);
    open_.reset();
  }

  Context& context_;
  Vc vc_;
  std::optional<std::size_t> open_;
  Segments after_;    // when no segment is open: those that end here
  bool live_ = true;  // can the current place be reached, judging by control flow alone?
  std::vector<std::pair<std::string, Segments>> frames_;
};

std::vector<bool> backward_reachable(const Vc& vc, std::size_t target) {
  std::vector<bool> reached(vc.segments.size());
  reached[target] = true;
  for (std::size_t s = target + 1; s-- > 0;) {  // predecessors have smaller indices
    if (!reached[s]) continue;
    for (const std::size_t predecessor : vc.segments[s].predecessors) reached[predecessor] = true;
  }
  return reached;
}

}  // namespace

Vc make_vc(Context& context, const Passive& passive) { return VcBuilder(context)(passive); }

std::vector<Expr> segment_constraints(Context& context, const Vc& vc, std::size_t segment) {
  const Segment& s = vc.segments[segment];
  std::vector<Expr> before;
  for (const std::size_t predecessor : s.predecessors) {
    before.push_back(vc.segments[predecessor].guard);
  }
  // Without predecessors the disjunction is false: such a guard cannot hold.
  std::vector<Expr> result;
  const auto add = [&](Expr formula) {
    if (!formula.is_true()) result.push_back(formula);
  };
  if (segment != 0) add(mk_implies(context, s.guard, mk_or(context, before)));
  for (const Fact& fact : s.facts) add(mk_implies(context, s.guard, fact.formula));
  return result;
}

std::vector<Expr> constraints_for(Context& context, const Vc& vc, std::size_t target) {
  const std::vector<bool> reached = backward_reachable(vc, target);
  std::vector<Expr> result;
  for (std::size_t s = 0; s <= target; ++s) {
    if (!reached[s]) continue;
    const std::vector<Expr> constraints = segment_constraints(context, vc, s);
    result.insert(result.end(), constraints.begin(), constraints.end());
  }
  return result;
}

std::vector<Expr> all_constraints(Context& context, const Vc& vc) {
  std::vector<Expr> result;
  for (std::size_t s = 0; s < vc.segments.size(); ++s) {
    const std::vector<Expr> constraints = segment_constraints(context, vc, s);
    result.insert(result.end(), constraints.begin(), constraints.end());
  }
  return result;
}

std::vector<Expr> background(Context& context, const Program& program) {
  std::vector<Expr> result;
  for (const FunctionDecl& function : program.functions) {
    if (!function.body) continue;
    const Expr applied = context.make_apply(function.name, function.result, function.parameters);
    const Expr definition = mk_eq(context, applied, function.body->expr);
    result.push_back(
        function.parameters.empty()
            ? definition
            : context.make_quantifier(Kind::Forall, function.parameters, {{applied}}, definition));
  }
  for (const AxiomDecl& axiom : program.axioms) result.push_back(axiom.formula.expr);
  return result;
}

}  // namespace pawl::gcl
