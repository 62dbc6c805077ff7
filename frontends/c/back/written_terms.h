// SPDX-License-Identifier: Apache-2.0
//
// ACSL as it is written by us: terms made, and conjunctions made shorter. Nothing is asked of a
// solver.
#pragma once

#include <string>
#include <vector>

#include "frontends/acsl/ast.h"
#include "gcl/integer.h"

namespace pawl::frontend::c {

/// Is it \true, one of the others, or a disjunction with one of them?
bool follows(const std::string& predicate, const std::vector<std::string>& known);

/// The same conjunction with `a <= b` and `b < c` as `a <= b < c`.
std::vector<std::string> join_comparisons(const std::vector<std::string>& predicates);

namespace written {

/// Thrown where something has no form in C; never leaves this folder.
struct NoForm {};

acsl::Term make(acsl::TermKind kind, std::vector<acsl::Term> children, std::string text = {});
acsl::Term leaf(acsl::TermKind kind, std::string text = {});
acsl::Term number(const gcl::Integer& value);
acsl::Term compare(acsl::Relation relation, acsl::Term left, acsl::Term right);
acsl::Relation negated(acsl::Relation relation);
/// \at(term, label)
acsl::Term at(acsl::Term term, const char* label);
/// The same conjunction, comparisons joined wherever one continues another.
std::vector<acsl::Term> chained(const std::vector<acsl::Term>& conjuncts);

}  // namespace written

}  // namespace pawl::frontend::c
