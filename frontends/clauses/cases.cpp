// SPDX-License-Identifier: Apache-2.0
//
// A transition relation is one formula; a program that is worth analysing has branches and
// assignments. Disjunctions become cases where a side defines a variable that is not of the state
// before, up to a number of cases; beyond it they stay formulas, which means the same. In a case an
// equation with such a variable on one side, not on the other, gives its value.
#include "frontends/clauses/cases.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::clauses {
namespace {

using gcl::Expr;
using gcl::Kind;
using Conjuncts = std::vector<Expr>;

constexpr std::size_t most_cases = 64;

class Splitter {
 public:
  Splitter(gcl::Context& context, const std::set<Expr>& state) : context_(context), state_(state) {}

  /// One conjunction for each case.
  std::vector<Conjuncts> operator()(Expr constraint) {
    std::vector<Conjuncts> done;
    std::vector<Conjuncts> open{pushed(constraint)};
    while (!open.empty()) {
      Conjuncts next = std::move(open.back());
      open.pop_back();
      const auto found = std::ranges::find_if(next, [&](Expr e) { return !sides(e).empty(); });
      const std::size_t more = found == next.end() ? 0 : sides(*found).size();
      if (more == 0 || open.size() + done.size() + more > most_cases) {
        done.push_back(std::move(next));
        continue;
      }
      const std::vector<Expr> parts = sides(*found);
      const auto at = found - next.begin();
      for (std::size_t i = parts.size(); i-- > 0;) {
        Conjuncts one(next.begin(), next.begin() + at);
        for (const Expr e : pushed(parts[i])) one.push_back(e);
        one.insert(one.end(), next.begin() + at + 1, next.end());
        open.push_back(std::move(one));
      }
    }
    return done;
  }

 private:
  bool is_outside(Expr e) const { return e.is(Kind::Var) && !state_.contains(e); }

  /// An equation that may define something, at the top or below connectives.
  bool defines(Expr e) const {
    bool found = false;
    gcl::post_order(e, [&](Expr node) {
      const bool equation = node.is(Kind::Eq) || node.is(Kind::Iff);
      found = found || (equation && (is_outside(node.arg(0)) || is_outside(node.arg(1))));
    });
    return found;
  }

  /// Conjuncts, with negations below them.
  Conjuncts pushed(Expr e) {
    Conjuncts result;
    for (const Expr one : gcl::conjuncts(e)) {
      const Expr inner = one.is(Kind::Not) ? one.arg(0) : Expr();
      if (inner && inner.is(Kind::Or)) {
        for (const Expr arg : inner.args()) append(result, gcl::mk_not(context_, arg));
      } else if (inner && inner.is(Kind::Implies)) {
        append(result, inner.arg(0));
        append(result, gcl::mk_not(context_, inner.arg(1)));
      } else {
        result.push_back(one);
      }
    }
    return result;
  }
  void append(Conjuncts& to, Expr e) {
    for (const Expr one : pushed(e)) to.push_back(one);
  }

  /// The cases of a conjunct that is worth splitting.
  std::vector<Expr> sides(Expr e) {
    if (!defines(e)) return {};
    const auto both = [&](Expr a, Expr b) { return gcl::mk_and(context_, {a, b}); };
    const auto denied = [&](Expr a) { return gcl::mk_not(context_, a); };
    switch (e.kind()) {
      case Kind::Or: return {e.args().begin(), e.args().end()};
      case Kind::Ite: return {both(e.arg(0), e.arg(1)), both(denied(e.arg(0)), e.arg(2))};
      case Kind::Implies: return {denied(e.arg(0)), both(e.arg(0), e.arg(1))};
      case Kind::Not: {
        const Expr inner = e.arg(0);
        if (inner.is(Kind::Ite)) {
          return {both(inner.arg(0), denied(inner.arg(1))),
                  both(denied(inner.arg(0)), denied(inner.arg(2)))};
        }
        if (!inner.is(Kind::And)) return {};
        std::vector<Expr> parts;
        for (const Expr arg : inner.args()) parts.push_back(denied(arg));
        return parts;
      }
      default: return {};
    }
  }

  gcl::Context& context_;
  const std::set<Expr>& state_;
};

class Solver {
 public:
  Solver(gcl::Context& context, const std::set<Expr>& state) : context_(context), state_(state) {}

  Case operator()(Conjuncts conjuncts, std::vector<Expr> arguments) {
    for (std::size_t i = 0; i < conjuncts.size();) {
      const auto definition = defined_by(conjuncts[i]);
      if (!definition) {
        ++i;
        continue;
      }
      conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
      const gcl::Substitution value{{definition->first, definition->second}};
      for (Expr& e : conjuncts) e = gcl::substitute(context_, e, value);
      for (Expr& e : arguments) e = gcl::substitute(context_, e, value);
      i = 0;  // what was no definition may be one now
    }
    return {gcl::conjuncts(gcl::mk_and(context_, conjuncts)), std::move(arguments)};
  }

 private:
  std::optional<std::pair<Expr, Expr>> defined_by(Expr e) const {
    if (is_free(e)) return std::pair{e, context_.true_()};
    if (e.is(Kind::Not) && is_free(e.arg(0))) return std::pair{e.arg(0), context_.false_()};
    if (!e.is(Kind::Eq) && !e.is(Kind::Iff)) return std::nullopt;
    for (const auto& [var, value] : {std::pair{e.arg(0), e.arg(1)}, {e.arg(1), e.arg(0)}}) {
      if (is_free(var) && !gcl::occurs(var, value)) return std::pair{var, value};
    }
    return std::nullopt;
  }
  bool is_free(Expr e) const { return e.is(Kind::Var) && !state_.contains(e); }

  gcl::Context& context_;
  const std::set<Expr>& state_;
};

}  // namespace

std::vector<Case> cases_of(gcl::Context& context, Expr constraint,
                           const std::vector<Expr>& arguments, const std::set<Expr>& state,
                           Split split) {
  std::vector<Case> result;
  std::vector<Conjuncts> cases = split == Split::Yes
                                     ? Splitter(context, state)(constraint)
                                     : std::vector<Conjuncts>{gcl::conjuncts(constraint)};
  for (Conjuncts& one : cases) {
    Case found = Solver(context, state)(std::move(one), arguments);
    const bool possible = std::ranges::none_of(found.assumed, &Expr::is_false);
    if (possible) result.push_back(std::move(found));
  }
  return result;
}

}  // namespace pawl::frontend::clauses
