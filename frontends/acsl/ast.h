// SPDX-License-Identifier: Apache-2.0
//
// What an annotation comment says. Clauses of one kind keep their order; the order among kinds has
// no meaning in ACSL and is not kept. A construct that is not here is refused by the parser.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontends/acsl/term.h"
#include "support/source.h"

namespace pawl::frontend::acsl {

/// `check p` is proved and not assumed, `admit p` is assumed and not proved, plain is both.
enum class Strength { Both, Check, Admit };

/// requires p;  ensures p;  assumes p;  ...
struct PredicateClause {
  SourceRange range;
  Strength strength = Strength::Both;
  Term predicate;
};

/// assigns a, b \from c, d;  `\nothing` is one term of kind Nothing, on either side.
struct AssignsClause {
  SourceRange range;
  std::vector<Term> locations;
  std::optional<std::vector<Term>> from;  // what the new value of each location may depend on
};

/// allocates p, q;  frees p;  `\nothing` is one term of kind Nothing.
struct AllocationClause {
  enum class Kind { Allocates, Frees };
  SourceRange range;
  Kind kind = Kind::Allocates;
  std::vector<Term> locations;
};

/// decreases t for R;  loop variant t for R;
struct VariantClause {
  SourceRange range;
  Term measure;
  std::optional<Identifier> relation;
};

struct Behavior {
  SourceRange range;
  std::string name;  // empty: the clauses outside of any behavior
  std::vector<PredicateClause> assumes;
  std::vector<PredicateClause> requires_;
  std::vector<PredicateClause> ensures;
  std::vector<PredicateClause> exits;
  /// Of statement contracts.
  std::vector<PredicateClause> breaks, continues, returns;
  std::vector<AssignsClause> assigns;
  std::vector<AllocationClause> allocations;
};

/// complete behaviors a, b;  disjoint behaviors;  no name means all of them.
struct BehaviorsClause {
  enum class Kind { Complete, Disjoint };
  SourceRange range;
  Kind kind = Kind::Complete;
  std::vector<Identifier> names;
};

/// Of a function, or of a statement: the place of the comment says which.
struct Contract {
  SourceRange range;
  std::vector<Identifier> for_behaviors;  // for a, b: ...; statement contracts only
  Behavior common;
  std::vector<Behavior> behaviors;
  std::vector<PredicateClause> terminates;
  std::optional<VariantClause> decreases;
  std::vector<BehaviorsClause> completeness;
};

/// assert p;  check p;  admit p;
struct Assertion {
  SourceRange range;
  std::vector<Identifier> for_behaviors;
  Strength strength = Strength::Both;  // Both: assert
  Term predicate;
};
struct Assertions {
  SourceRange range;
  std::vector<Assertion> assertions;
};

struct LoopInvariant {
  SourceRange range;
  std::vector<Identifier> for_behaviors;
  Strength strength = Strength::Both;
  Term predicate;
};
struct LoopAssigns {
  std::vector<Identifier> for_behaviors;
  AssignsClause clause;
};
struct LoopAllocation {
  std::vector<Identifier> for_behaviors;
  AllocationClause clause;
};
/// Before a loop. The last three are Pawl's own: predicates to abstract with, names that stand for
/// any value, and invariants to try; they guide the search and claim nothing.
struct LoopAnnotation {
  SourceRange range;
  std::vector<LoopInvariant> invariants;
  std::vector<LoopAssigns> assigns;
  std::vector<LoopAllocation> allocations;
  std::optional<VariantClause> variant;
  std::vector<Term> predicates;            // loop_predicate e1, e2;
  std::vector<Binder> skolem_constants;    // skolem_constant int k;
  std::vector<Term> candidate_invariants;  // loop_invariant e;
};

/// Recognised so that it can be refused or, if it is only a label, kept.
struct Ghost {
  SourceRange range;
  std::string code;  // what follows the word `ghost`, white space at the ends removed
  std::optional<Identifier> label;  // ghost L: ;
};

/// logic T f{L}<A>(params) = body;  predicate p(params) reads a, b;
struct LogicFunction {
  SourceRange range;
  std::string name;
  std::vector<Identifier> labels;
  std::vector<Identifier> type_parameters;
  std::optional<Type> result;  // none: a predicate
  std::vector<Binder> parameters;
  Term body;                               // null: declared only
  std::optional<std::vector<Term>> reads;  // {\nothing} when so written
};

/// lemma name{L}<A>: p;  and, inside `axiomatic`, axiom.
struct Lemma {
  enum class Kind { Lemma, Axiom };
  SourceRange range;
  Kind kind = Kind::Lemma;
  Strength strength = Strength::Both;
  std::string name;
  std::vector<Identifier> labels;
  std::vector<Identifier> type_parameters;
  Term predicate;
};

/// inductive p{L}(params) { case name: predicate; ... }
struct Inductive {
  SourceRange range;
  std::string name;
  std::vector<Identifier> labels;
  std::vector<Identifier> type_parameters;
  std::vector<Binder> parameters;
  std::vector<Lemma> cases;
};

/// type name<A>;  type name = alias;
struct LogicType {
  SourceRange range;
  std::string name;
  std::vector<Identifier> type_parameters;
  std::optional<Type> alias;
};

/// global invariant name: p;  type invariant name(T x) = p;
struct DataInvariant {
  enum class Kind { Global, Type };
  enum class Force { Default, Strong, Weak };
  SourceRange range;
  Kind kind = Kind::Global;
  Force force = Force::Default;
  std::string name;
  std::optional<Binder> parameter;  // of a type invariant
  Term predicate;
};

struct Declaration;
/// axiomatic name { declarations }; never nested.
struct Axiomatic {
  SourceRange range;
  std::string name;
  std::vector<Declaration> declarations;
};

struct Declaration {
  std::variant<LogicFunction, Lemma, Inductive, LogicType, DataInvariant, Axiomatic> value;
};

/// Outside of functions.
struct Declarations {
  SourceRange range;
  std::vector<Declaration> declarations;
};

using Annotation = std::variant<Contract, Assertions, LoopAnnotation, Ghost, Declarations>;

/// The same but for places.
bool equal(const Annotation& a, const Annotation& b);

SourceRange range_of(const Annotation& annotation);
SourceRange range_of(const Declaration& declaration);

}  // namespace pawl::frontend::acsl
