// SPDX-License-Identifier: Apache-2.0
//
// Contracts, assertions and loop annotations. After an error the rest of the clause is skipped.
#pragma once

#include <optional>
#include <vector>

#include "frontends/acsl/ast.h"
#include "frontends/acsl/parser_state.h"
#include "frontends/acsl/term_parser.h"

namespace pawl::frontend::acsl {

class ClauseParser {
 public:
  ClauseParser(ParserState& state, TermParser& terms) : state_(state), terms_(terms) {}

  // Does a clause of this kind begin here? `check` and `admit` before it are looked through.
  bool at_contract() const;
  bool at_loop() const;
  bool at_assertion() const;

  /// for a, b:  nothing to read is an empty list.
  std::optional<std::vector<Identifier>> for_behaviors();

  Contract contract(std::vector<Identifier> behaviors);
  LoopAnnotation loop(std::vector<Identifier> behaviors);
  Assertions assertions(std::vector<Identifier> behaviors);

  /// After an error in what began with the token `begin`: to where a clause or declaration may
  /// begin again.
  void recover(std::size_t begin);

 private:
  std::size_t keyword_offset() const;
  bool at_keyword(std::string_view word) const;
  Strength strength();
  bool end_of_clause();
  /// Reports a clause that belongs into another comment.
  void stray(const char* annotation);

  bool contract_clause(Contract& contract, Behavior*& behavior);
  std::vector<PredicateClause>* predicate_list(Contract& contract, Behavior& behavior);
  bool predicate_clause(std::vector<PredicateClause>& out, Strength how, std::size_t begin);
  bool named_behavior(Contract& contract, Behavior*& behavior);
  bool completeness(Contract& contract, std::size_t begin);
  bool variant_rest(VariantClause& out, std::size_t begin);
  bool assigns_rest(AssignsClause& out, std::size_t begin);
  bool allocation_rest(AllocationClause& out, std::size_t begin);

  bool loop_clause(LoopAnnotation& loop, const std::vector<Identifier>& behaviors);
  bool loop_hint(LoopAnnotation& loop);
  bool loop_variant(LoopAnnotation& loop, std::size_t begin);
  /// `for a:` concerns the assertion it stands before.
  bool assertion(Assertions& out, std::vector<Identifier> behaviors);

  ParserState& state_;
  TermParser& terms_;
};

/// Does a declaration begin with this word?
bool is_declaration_word(std::string_view word);

}  // namespace pawl::frontend::acsl
