// SPDX-License-Identifier: Apache-2.0
#include "gcl/traverse.h"

#include <algorithm>

namespace pawl::gcl {
namespace {

/// Arguments and trigger terms of `e` that `done` does not know yet, pushed in reverse so that
/// they are handled in order. False when there are none.
template <class Done>
bool push_children(Expr e, std::vector<Expr>& stack, const Done& done) {
  const std::size_t before = stack.size();
  for (const Expr arg : e.args()) {
    if (!done(arg)) stack.push_back(arg);
  }
  for (const auto& trigger : e.triggers()) {
    for (const Expr term : trigger) {
      if (!done(term)) stack.push_back(term);
    }
  }
  std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(before), stack.end());
  return stack.size() != before;
}

}  // namespace

void post_order(std::span<const Expr> roots, const std::function<void(Expr)>& visit) {
  std::unordered_set<Expr> done;
  const auto is_done = [&](Expr e) { return done.contains(e); };
  std::vector<Expr> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (is_done(e)) {
      stack.pop_back();
    } else if (!push_children(e, stack, is_done)) {
      stack.pop_back();
      done.insert(e);
      visit(e);
    }
  }
}

void post_order(Expr root, const std::function<void(Expr)>& visit) {
  post_order(std::span<const Expr>(&root, 1), visit);
}

Expr Rewriter::operator()(Expr root) {
  const auto is_done = [&](Expr e) { return memo_.contains(e); };
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (is_done(e)) {
      stack.pop_back();
      continue;
    }
    if (push_children(e, stack, is_done)) continue;
    stack.pop_back();
    std::vector<Expr> args;
    args.reserve(e.args().size());
    bool changed = false;
    for (const Expr arg : e.args()) {
      args.push_back(memo_.at(arg));
      changed |= !(args.back() == arg);
    }
    std::vector<std::vector<Expr>> triggers = e.triggers();
    for (auto& trigger : triggers) {
      for (Expr& term : trigger) {
        const Expr rewritten = memo_.at(term);
        changed |= !(rewritten == term);
        term = rewritten;
      }
    }
    const Expr rebuilt = changed ? context_.with_args(e, args, std::move(triggers)) : e;
    memo_.emplace(e, step_(rebuilt));
  }
  return memo_.at(root);
}

Expr substitute(Context& context, Expr e, const Substitution& substitution) {
  if (substitution.empty()) return e;
  Rewriter rewrite(context, [&](Expr node) {
    if (!node.is(Kind::Var) && !node.is(Kind::BoundVar)) return node;
    const auto found = substitution.find(node);
    return found == substitution.end() ? node : found->second;
  });
  return rewrite(e);
}

std::vector<Expr> free_vars(std::span<const Expr> es) {
  std::vector<Expr> vars;
  post_order(es, [&](Expr node) {
    if (node.is(Kind::Var)) vars.push_back(node);
  });
  std::ranges::sort(vars, std::less<>{});
  return vars;
}

std::vector<Expr> free_vars(Expr e) { return free_vars(std::span<const Expr>(&e, 1)); }

bool occurs(Expr needle, Expr haystack) {
  bool found = false;
  post_order(haystack, [&](Expr node) { found |= node == needle; });
  return found;
}

std::size_t dag_size(std::span<const Expr> roots) {
  std::size_t size = 0;
  post_order(roots, [&](Expr) { ++size; });
  return size;
}

}  // namespace pawl::gcl
