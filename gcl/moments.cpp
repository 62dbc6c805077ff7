// SPDX-License-Identifier: Apache-2.0
#include "gcl/moments.h"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

class Reader {
 public:
  Reader(Context& context, const std::function<Expr(Expr, Moment)>& read)
      : context_(context), read_(read) {}

  Expr operator()(Expr root) {
    if (root.args().empty()) return leaf(root, Moment::Now);
    stack_.emplace_back(root, Moment::Now);
    while (!stack_.empty()) {
      const auto [e, moment] = stack_.back();
      if (memo(moment).contains(e)) {
        stack_.pop_back();
      } else if (!push_children(e, moment_below(e, moment))) {
        stack_.pop_back();
        memo(moment).emplace(e, rebuild(e, moment_below(e, moment)));
      }
    }
    return memo(Moment::Now).at(root);
  }

 private:
  /// Of nodes with arguments; leaves are cheaper to read again.
  std::unordered_map<Expr, Expr>& memo(Moment moment) {
    return memo_[static_cast<std::size_t>(moment)];
  }
  Expr leaf(Expr e, Moment moment) const { return e.is(Kind::Var) ? read_(e, moment) : e; }

  bool push_children(Expr e, Moment moment) {
    const std::size_t before = stack_.size();
    const auto push = [&](Expr child) {
      if (!child.args().empty() && !memo(moment).contains(child)) {
        stack_.emplace_back(child, moment);
      }
    };
    for (const Expr arg : e.args()) push(arg);
    for (const auto& trigger : e.triggers()) {
      for (const Expr term : trigger) push(term);
    }
    return stack_.size() != before;
  }

  /// `below` is the moment of the arguments.
  Expr rebuild(Expr e, Moment below) {
    bool changed = false;
    const auto read = [&](Expr child) {
      const Expr result = child.args().empty() ? leaf(child, below) : memo(below).at(child);
      changed |= !(result == child);
      return result;
    };
    if (e.is(Kind::Old) || e.is(Kind::Entry)) return read(e.arg(0));
    std::vector<Expr> args;
    args.reserve(e.args().size());
    for (const Expr arg : e.args()) args.push_back(read(arg));
    std::vector<std::vector<Expr>> triggers = e.triggers();
    for (auto& trigger : triggers) {
      for (Expr& term : trigger) term = read(term);
    }
    return changed ? context_.with_args(e, args, std::move(triggers)) : e;
  }

  Context& context_;
  const std::function<Expr(Expr, Moment)>& read_;
  std::array<std::unordered_map<Expr, Expr>, 3> memo_;
  std::vector<std::pair<Expr, Moment>> stack_;
};

}  // namespace

Moment moment_below(Expr e, Moment moment) {
  if (e.is(Kind::Old)) return Moment::Old;
  return e.is(Kind::Entry) ? Moment::Entry : moment;
}

Expr read_vars(Context& context, Expr e, const std::function<Expr(Expr, Moment)>& read) {
  return Reader(context, read)(e);
}

bool mentions(Expr e, Kind kind) {
  bool found = false;
  post_order(e, [&](Expr node) { found |= node.is(kind); });
  return found;
}

}  // namespace pawl::gcl
