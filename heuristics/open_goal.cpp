// SPDX-License-Identifier: Apache-2.0
#include "heuristics/open_goal.h"

#include <algorithm>
#include <map>

#include "gcl/build.h"
#include "heuristics/formula.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

enum class Polarity { Positive, Negative, Both };

Polarity flip(Polarity polarity) {
  switch (polarity) {
    case Polarity::Positive: return Polarity::Negative;
    case Polarity::Negative: return Polarity::Positive;
    case Polarity::Both: return Polarity::Both;
  }
  return Polarity::Both;
}

struct Part {
  Expr formula;
  Polarity polarity;
  std::map<std::uint32_t, std::size_t> used;  // skolems taken by binders around, by sort
};

class Opener {
 public:
  Opener(gcl::Context& context, Proposal& proposal) : context_(context), proposal_(proposal) {}

  OpenedGoal run(const Goal& goal) {
    Part whole{goal.formula, Polarity::Positive, {}};
    whole.formula = opened(goal.formula, goal.arbitrary, whole.used);
    stack_.push_back(std::move(whole));
    while (!stack_.empty()) {
      const Part part = std::move(stack_.back());
      stack_.pop_back();
      visit(part);
    }
    return std::move(result_);
  }

 private:
  void visit(const Part& part) {
    const Expr e = part.formula;
    const auto push = [&](std::size_t index, Polarity polarity) {
      stack_.push_back({e.arg(index), polarity, part.used});
    };
    if (e.is(Kind::Not)) {
      push(0, flip(part.polarity));
    } else if (e.is(Kind::And) || e.is(Kind::Or)) {
      for (std::size_t i = e.args().size(); i > 0; --i) push(i - 1, part.polarity);
    } else if (e.is(Kind::Implies)) {
      push(1, part.polarity);
      push(0, flip(part.polarity));
    } else if (e.is(Kind::Iff)) {
      push(1, Polarity::Both);
      push(0, Polarity::Both);
    } else if (e.is(Kind::Forall) || e.is(Kind::Exists)) {
      quantifier(part);
    } else if (!e.is_true() && !e.is_false() && !e.has_bound_vars()) {
      add_atom(e);
    }
  }

  void quantifier(const Part& part) {
    const Expr e = part.formula;
    const Polarity universal = e.is(Kind::Forall) ? Polarity::Positive : Polarity::Negative;
    if (part.polarity != universal) result_.closed.push_back(e);
    Part body = part;
    body.formula = opened(e.arg(0), e.bound(), body.used);
    // An existential is instantiated by nothing; still its atoms, for one witness, may be what
    // the code keeps track of.
    if (part.polarity == universal || part.polarity == Polarity::Both) {
      stack_.push_back(std::move(body));
    } else {
      for (const Expr atom : atoms_of(e.arg(0))) {
        if (!atom.has_bound_vars()) add_atom(atom);
      }
    }
  }

  Expr opened(Expr body, std::span<const Expr> variables,
              std::map<std::uint32_t, std::size_t>& used) {
    gcl::Substitution open;
    for (const Expr variable : variables) {
      if (variable.sort().is_map()) continue;  // stays opaque: nothing over it is proposed
      const Expr skolem = proposal_.skolem(variable.sort(), used[variable.sort().id()]++);
      open.emplace(variable, skolem);
      auto& skolems = result_.skolems;
      if (std::ranges::find(skolems, skolem) == skolems.end()) skolems.push_back(skolem);
    }
    return gcl::substitute(context_, body, open);
  }

  void add_atom(Expr atom) {
    if (std::ranges::find(result_.atoms, atom) == result_.atoms.end()) {
      result_.atoms.push_back(atom);
    }
  }

  gcl::Context& context_;
  Proposal& proposal_;
  std::vector<Part> stack_;
  OpenedGoal result_;
};

}  // namespace

OpenedGoal open_goal(gcl::Context& context, Proposal& proposal, const Goal& goal) {
  return Opener(context, proposal).run(goal);
}

}  // namespace pawl::heuristics
