// SPDX-License-Identifier: Apache-2.0
//
// Equality of annotations, one overload per type; ranges are left out everywhere.
#include "frontends/acsl/ast.h"

#include <algorithm>

namespace pawl::frontend::acsl {
namespace {

bool same(const std::string& a, const std::string& b) { return a == b; }
bool same(const Term& a, const Term& b) { return equal(a, b); }
bool same(const Type& a, const Type& b) { return equal(a, b); }
bool same(const Binder& a, const Binder& b) { return equal(a, b); }
bool same(const Identifier& a, const Identifier& b) { return a.text == b.text; }
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b);
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b);

bool same(const PredicateClause& a, const PredicateClause& b) {
  return a.strength == b.strength && same(a.predicate, b.predicate);
}
bool same(const AssignsClause& a, const AssignsClause& b) {
  return same(a.locations, b.locations) && same(a.from, b.from);
}
bool same(const AllocationClause& a, const AllocationClause& b) {
  return a.kind == b.kind && same(a.locations, b.locations);
}
bool same(const VariantClause& a, const VariantClause& b) {
  return same(a.measure, b.measure) && same(a.relation, b.relation);
}
bool same(const Behavior& a, const Behavior& b) {
  return same(a.name, b.name) && same(a.assumes, b.assumes) && same(a.requires_, b.requires_) &&
         same(a.ensures, b.ensures) && same(a.exits, b.exits) && same(a.breaks, b.breaks) &&
         same(a.continues, b.continues) && same(a.returns, b.returns) &&
         same(a.assigns, b.assigns) && same(a.allocations, b.allocations);
}
bool same(const BehaviorsClause& a, const BehaviorsClause& b) {
  return a.kind == b.kind && same(a.names, b.names);
}
bool same(const Contract& a, const Contract& b) {
  return same(a.for_behaviors, b.for_behaviors) && same(a.common, b.common) &&
         same(a.behaviors, b.behaviors) && same(a.terminates, b.terminates) &&
         same(a.decreases, b.decreases) && same(a.completeness, b.completeness);
}
bool same(const Assertion& a, const Assertion& b) {
  return same(a.for_behaviors, b.for_behaviors) && a.strength == b.strength &&
         same(a.predicate, b.predicate);
}
bool same(const Assertions& a, const Assertions& b) { return same(a.assertions, b.assertions); }
bool same(const LoopInvariant& a, const LoopInvariant& b) {
  return same(a.for_behaviors, b.for_behaviors) && a.strength == b.strength &&
         same(a.predicate, b.predicate);
}
bool same(const LoopAssigns& a, const LoopAssigns& b) {
  return same(a.for_behaviors, b.for_behaviors) && same(a.clause, b.clause);
}
bool same(const LoopAllocation& a, const LoopAllocation& b) {
  return same(a.for_behaviors, b.for_behaviors) && same(a.clause, b.clause);
}
bool same(const LoopAnnotation& a, const LoopAnnotation& b) {
  return same(a.invariants, b.invariants) && same(a.assigns, b.assigns) &&
         same(a.allocations, b.allocations) && same(a.variant, b.variant) &&
         same(a.predicates, b.predicates) && same(a.skolem_constants, b.skolem_constants) &&
         same(a.candidate_invariants, b.candidate_invariants);
}
bool same(const Ghost& a, const Ghost& b) { return same(a.code, b.code) && same(a.label, b.label); }
bool same(const LogicFunction& a, const LogicFunction& b) {
  return same(a.name, b.name) && same(a.labels, b.labels) &&
         same(a.type_parameters, b.type_parameters) && same(a.result, b.result) &&
         same(a.parameters, b.parameters) && same(a.body, b.body) && same(a.reads, b.reads);
}
bool same(const Lemma& a, const Lemma& b) {
  return a.kind == b.kind && a.strength == b.strength && same(a.name, b.name) &&
         same(a.labels, b.labels) && same(a.type_parameters, b.type_parameters) &&
         same(a.predicate, b.predicate);
}
bool same(const Inductive& a, const Inductive& b) {
  return same(a.name, b.name) && same(a.labels, b.labels) &&
         same(a.type_parameters, b.type_parameters) && same(a.parameters, b.parameters) &&
         same(a.cases, b.cases);
}
bool same(const LogicType& a, const LogicType& b) {
  return same(a.name, b.name) && same(a.type_parameters, b.type_parameters) &&
         same(a.alias, b.alias);
}
bool same(const DataInvariant& a, const DataInvariant& b) {
  return a.kind == b.kind && a.force == b.force && same(a.name, b.name) &&
         same(a.parameter, b.parameter) && same(a.predicate, b.predicate);
}
bool same(const Axiomatic& a, const Axiomatic& b);
bool same(const Declaration& a, const Declaration& b) {
  return a.value.index() == b.value.index() &&
         std::visit(
             [&](const auto& x) { return same(x, std::get<std::decay_t<decltype(x)>>(b.value)); },
             a.value);
}
bool same(const Axiomatic& a, const Axiomatic& b) {
  return same(a.name, b.name) && same(a.declarations, b.declarations);
}
bool same(const Declarations& a, const Declarations& b) {
  return same(a.declarations, b.declarations);
}

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

}  // namespace

bool equal(const Annotation& a, const Annotation& b) {
  return a.index() == b.index() &&
         std::visit([&](const auto& x) { return same(x, std::get<std::decay_t<decltype(x)>>(b)); },
                    a);
}

SourceRange range_of(const Annotation& annotation) {
  return std::visit([](const auto& x) { return x.range; }, annotation);
}

SourceRange range_of(const Declaration& declaration) {
  return std::visit([](const auto& x) { return x.range; }, declaration.value);
}

}  // namespace pawl::frontend::acsl
