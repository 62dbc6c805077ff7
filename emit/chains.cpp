// SPDX-License-Identifier: Apache-2.0
#include "emit/chains.h"

#include <algorithm>

#include "gcl/build.h"
#include "result/annotate.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Kind;

bool is_order(Expr e) { return e.is(Kind::Le) || e.is(Kind::Lt); }

/// Comparisons, each going on where the one before it ends; or a single formula of any kind.
using Chain = std::vector<Expr>;

bool extend(Chain& chain, Expr next) {
  if (!is_order(next) || !is_order(chain.front())) return false;
  if (chain.back().arg(1) == next.arg(0)) {
    chain.push_back(next);
  } else if (next.arg(1) == chain.front().arg(0)) {
    chain.insert(chain.begin(), next);
  } else {
    return false;
  }
  return true;
}

std::vector<Chain> chains(std::span<const gcl::Located> conjuncts) {
  std::vector<Chain> found;
  for (const gcl::Located& one : conjuncts) {
    const bool joined =
        std::ranges::any_of(found, [&](Chain& chain) { return extend(chain, one.expr); });
    if (!joined) found.push_back({one.expr});
  }
  return found;
}

}  // namespace

void join_comparisons(gcl::Context& context, PlainProgram& plain) {
  for (gcl::Procedure& procedure : plain.program.procedures) {
    if (!procedure.body) continue;
    const std::vector<gcl::While*> loops = result::loops_of(*procedure.body);
    const std::vector<PlainLoop>& known = plain.loops[procedure.name];
    for (std::size_t i = 0; i < loops.size() && i < known.size(); ++i) {
      std::vector<gcl::Located>& invariants = loops[i]->invariants;
      const std::size_t written = std::min(known[i].written, invariants.size());
      const std::vector<Chain> joined = chains(std::span(invariants).subspan(written));
      invariants.resize(written);
      for (const Chain& chain : joined) invariants.push_back({gcl::mk_and(context, chain), {}});
    }
  }
}

}  // namespace pawl::emit
