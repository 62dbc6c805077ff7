// SPDX-License-Identifier: Apache-2.0
#include "heuristics/skolemize.h"

#include <algorithm>

#include "gcl/build.h"

namespace pawl::heuristics {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

namespace {

gcl::Sort key_sort(gcl::Sort map, std::size_t dimension) {
  for (; dimension > 0; --dimension) map = map.value();
  return map.key();
}

/// match:  t + c <= key      result: that, and t <= key, because the code before the loop often
/// has handled the cells before the first one; for a constant, 0 <= key likewise.
void propose_lower(Context& context, Proposal& proposal, Expr key, const Linear& lower,
                   const std::string& origin) {
  Linear without = lower;
  without.constant = 0;
  if (lower.constant > 0) {
    proposal.add(nice_le(context, to_expr(context, without), key), Rank::Key, origin);
  }
  const Rank exact = lower.constant <= 0 ? Rank::Key : Rank::Maybe;
  proposal.add(nice_le(context, to_expr(context, lower), key), exact, origin);
}

/// Of frontiers that differ in the constant only, the outermost end.
std::vector<Linear> outermost(const std::vector<Linear>& ends, std::int64_t sign) {
  std::vector<Linear> kept;
  for (const Linear& end : ends) {
    const auto same = std::ranges::find(kept, end.terms, &Linear::terms);
    if (same == kept.end()) {
      kept.push_back(end);
    } else if ((end.constant > same->constant) == (sign > 0)) {
      same->constant = end.constant;
    }
  }
  return kept;
}

/// What `key == skolem` makes of the first variable of the loop in `key` that can be solved for.
/// A variable that is live, moves, and is no counter is a position the loop remembers
/// (`a[k]` with `k := i`), not one it passes.
bool solve_key(Context& context, const LoopFacts& facts, Expr key, Expr skolem, Expr& e) {
  const auto form = linear_form(key);
  if (!form) return false;
  for (const auto& [term, coefficient] : form->terms) {
    if (!term.is(Kind::Var) || facts.is_invariant(term)) continue;
    const Scalar* scalar = facts.scalar(term);
    const bool passes = scalar == nullptr || scalar->is_counter();
    const auto value = solve(*form, term, Linear{.constant = 0, .terms = {{skolem, 1}}});
    if (!passes || !value) continue;
    e = simplify(context, substitute_now(context, e, {{term, to_expr(context, *value)}}));
    return true;
  }
  return false;
}

}  // namespace

Expr replace_node(Context& context, Expr e, Expr from, Expr to) {
  gcl::Rewriter rewrite(context, [&](Expr node) { return node == from ? to : node; });
  return rewrite(e);
}

Expr skolem_for(Proposal& proposal, Expr map, std::size_t dimension) {
  const gcl::Sort sort = key_sort(map.sort(), dimension);
  std::size_t index = 0;
  for (std::size_t before = 0; before < dimension; ++before) {
    if (key_sort(map.sort(), before) == sort) ++index;
  }
  return proposal.skolem(sort, index);
}

Expr skolemized_cell(Context& context, Proposal& proposal, const MapTarget& target) {
  Expr cell = target.map;
  for (std::size_t dimension = 0; dimension < target.keys.size(); ++dimension) {
    const Expr key = target.keys[dimension];
    cell = gcl::mk_select(context, cell, key ? key : skolem_for(proposal, target.map, dimension));
  }
  return cell;
}

void propose_bounds(Context& context, Proposal& proposal, Expr key,
                    const std::vector<const Frontier*>& frontiers, Ends ends,
                    std::string_view source) {
  const std::string name(source);
  for (const Frontier* frontier : frontiers) {
    proposal.add(nice_lt(context, key, to_expr(context, frontier->bound)), Rank::Key,
                 name + ": how far the loop has come");
  }
  std::vector<Linear> lower;
  std::vector<Linear> upper;
  for (const Frontier* frontier : frontiers) {
    const bool up = frontier->direction == Direction::Up;
    if (const auto& end = up ? frontier->first : frontier->last) lower.push_back(*end);
    if (const auto& end = up ? frontier->last : frontier->first) upper.push_back(*end);
  }
  if (ends == Ends::Lower || ends == Ends::Both) {
    for (const Linear& end : outermost(lower, -1)) {
      propose_lower(context, proposal, key, end, name + ": the keys start here");
    }
  }
  if (ends == Ends::Upper || ends == Ends::Both) {
    for (const Linear& end : outermost(upper, 1)) {
      proposal.add(nice_le(context, key, to_expr(context, end)), Rank::Likely,
                   name + ": the keys end here");
    }
  }
}

Ends ends_needed(const Proposal& proposal, const std::vector<Expr>& atoms, Expr key) {
  bool has_smaller = false;
  bool has_larger = false;
  for (const Expr atom : atoms) {
    const auto form = reads_in(atom).empty() ? as_inequality(atom) : std::nullopt;
    if (!form || form->terms.size() != 2) continue;
    const auto& [first, second] = std::pair(*form->terms.begin(), *form->terms.rbegin());
    if (!proposal.is_skolem(first.first) || !proposal.is_skolem(second.first)) continue;
    const std::int64_t coefficient = form->coefficient(key);
    has_larger |= coefficient > 0;
    has_smaller |= coefficient < 0;
  }
  if (has_larger && has_smaller) return Ends::None;
  if (has_larger) return Ends::Lower;
  return has_smaller ? Ends::Upper : Ends::Both;
}

Expr skolemize_keys(Context& context, Proposal& proposal, const Access& access, Expr e) {
  const LoopFacts& facts = proposal.facts();
  bool any = false;
  for (std::size_t dimension = 0; dimension < access.keys.size(); ++dimension) {
    const Expr key = access.keys[dimension].at_head;
    if (facts.is_invariant(key)) continue;
    if (!key.sort().is_int() || facts.frontiers_of(access.map, dimension).empty()) return {};
    const Expr skolem = skolem_for(proposal, access.map, dimension);
    if (!solve_key(context, facts, key, skolem, e)) {
      if (facts.scalar(key) != nullptr) return {};
      e = replace_node(context, e, key, skolem);
    }
    any = true;
  }
  return any ? e : Expr();
}

}  // namespace pawl::heuristics
