// SPDX-License-Identifier: Apache-2.0
//
// From the top down; a case distinction is pulled out by making the atom for both of its cases.
#include "explain/atoms.h"

#include <array>
#include <unordered_set>

#include "explain/fold.h"
#include "gcl/traverse.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using gcl::Kind;

constexpr std::size_t max_atom_size = 60;
constexpr std::size_t max_leaves = 200;

bool is_connective(Expr e) {
  return e.is(Kind::Not) || e.is(Kind::And) || e.is(Kind::Or) || e.is(Kind::Implies) ||
         e.is(Kind::Iff) || (e.is(Kind::Ite) && e.sort().is_bool());
}

/// A case distinction inside a term; null when there is none that can be pulled out.
Expr inner_case(Expr atom) {
  Expr found;
  gcl::post_order(atom, [&](Expr e) {
    if (!found && e.is(Kind::Ite) && !e.has_bound_vars()) found = e;
  });
  return found;
}

Expr replaced(gcl::Context& context, Expr in, Expr what, Expr by) {
  return fold(context, gcl::Rewriter(context, [&](Expr e) { return e == what ? by : e; })(in));
}

}  // namespace

std::vector<Expr> atoms(gcl::Context& context, Expr formula) {
  std::vector<Expr> result;
  std::unordered_set<Expr> seen;
  std::vector<Expr> open = {formula};
  for (std::size_t visited = 0; !open.empty() && visited < max_leaves; ++visited) {
    const Expr e = open.back();
    open.pop_back();
    if (e.is_true() || e.is_false() || !seen.insert(e).second) continue;
    if (is_connective(e)) {
      open.insert(open.end(), e.args().rbegin(), e.args().rend());
    } else if (const Expr split = e.bound().empty() ? inner_case(e) : Expr{}) {
      open.push_back(replaced(context, e, split, split.arg(2)));
      open.push_back(replaced(context, e, split, split.arg(1)));
      open.push_back(split.arg(0));
    } else if (gcl::dag_size(std::array{e}) <= max_atom_size) {
      result.push_back(e);
    }
  }
  return result;
}

}  // namespace pawl::explain
