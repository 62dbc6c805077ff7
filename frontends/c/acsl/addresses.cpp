// SPDX-License-Identifier: Apache-2.0
//
// Local variables that only annotations take the address of: `&x`, and arrays that are given to
// predicates. They have to live in memory, where pointers lead, before anything is lowered.
#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/points_to.h"
#include "support/overloaded.h"

namespace pawl::frontend::c {

using acsl::TermKind;

namespace {

std::vector<acsl::Term> terms_of(const acsl::Annotation& annotation) {
  std::vector<acsl::Term> found;
  std::visit(overloaded{[&](const acsl::Assertions& all) {
                          for (const acsl::Assertion& one : all.assertions) {
                            found.push_back(one.predicate);
                          }
                        },
                        [&](const acsl::LoopAnnotation& loop) {
                          for (const auto& one : loop.invariants) found.push_back(one.predicate);
                          for (const auto& one : loop.assigns) {
                            found.insert(found.end(), one.clause.locations.begin(),
                                         one.clause.locations.end());
                          }
                          if (loop.variant) found.push_back(loop.variant->measure);
                          for (const auto* terms : {&loop.predicates, &loop.candidate_invariants}) {
                            found.insert(found.end(), terms->begin(), terms->end());
                          }
                        },
                        [](const auto&) {}},
             annotation);
  return found;
}

/// Is the array only indexed or measured there, and not made a pointer?
bool only_indexed(const acsl::Term& parent, const acsl::Term& child) {
  if (!parent) return false;
  return parent->kind == TermKind::SizeofTerm ||
         (parent->kind == TermKind::Index && parent->children[0] == child);
}

/// Does the operator lead from a pointer to its neighbours?
bool counts(TermKind kind) {
  return kind == TermKind::Index || kind == TermKind::Add || kind == TermKind::Subtract;
}

/// What `x.f[i]` is a part of.
acsl::Term whole_of(acsl::Term t) {
  while (t->kind == TermKind::Index || t->kind == TermKind::Field || t->kind == TermKind::Named) {
    t = t->children[0];
  }
  return t;
}

}  // namespace

void Acsl::take_addresses() {
  for (const auto& [function, annotations] : inside_) {
    for (const Located* one : annotations) {
      Scope scope;
      scope.function = function;
      scope.where = one->where;
      std::vector<std::pair<Term, Term>> work;  // a term, and what it is a part of
      for (const Term& root : terms_of(one->annotation)) work.emplace_back(root, nullptr);
      while (!work.empty()) {
        const auto [t, parent] = work.back();
        work.pop_back();
        if (!t) continue;
        for (const Term& child : t->children) work.emplace_back(child, t);
        if (t->kind == TermKind::AddressOf) {
          const Term base = whole_of(t->children[0]);
          const clang::VarDecl* var =
              base->kind == TermKind::Name ? find_variable(base->text, scope) : nullptr;
          if (var != nullptr) points_to_.take_address(var);
        }
        if (t->kind != TermKind::Name) continue;
        const clang::VarDecl* var = find_variable(t->text, scope);
        if (var != nullptr && parent && counts(parent->kind)) points_to_.index_pointee(var);
        if (only_indexed(parent, t)) continue;
        const bool decays = var != nullptr && var->getType()->isArrayType();
        if (decays) points_to_.take_address(var);
      }
    }
  }
}

}  // namespace pawl::frontend::c
