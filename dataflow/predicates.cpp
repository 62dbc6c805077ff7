// SPDX-License-Identifier: Apache-2.0
#include "dataflow/predicates.h"

#include <algorithm>

#include "gcl/build.h"

namespace pawl::dataflow {
namespace {

using gcl::Expr;
using gcl::Kind;

/// One spelling of an atom and its negation.
Expr positive(gcl::Context& context, Expr e) {
  while (e.is(Kind::Not)) e = e.arg(0);
  if (e.is(Kind::Le)) return positive(context, gcl::mk_lt(context, e.arg(1), e.arg(0)));
  if (e.is(Kind::Eq) && e.arg(1) < e.arg(0)) return context.make(Kind::Eq, {e.arg(1), e.arg(0)});
  return e;
}

}  // namespace

Predicates::Added Predicates::add(gcl::Context& context, std::optional<std::size_t> procedure,
                                  Expr predicate) {
  const Expr meaning = positive(context, predicate);
  if (meaning.is_true() || meaning.is_false()) return Added::Known;
  for (const One& one : all_) {
    if (one.meaning == meaning && (!one.procedure || one.procedure == procedure)) {
      return Added::Known;
    }
  }
  const PredicateId id = all_.size();
  all_.push_back({procedure, meaning});
  for (std::size_t i = 0; i < in_scope_.size(); ++i) {
    if (!procedure || *procedure == i) in_scope_[i].push_back(id);
  }
  return Added::New;
}

}  // namespace pawl::dataflow
