// SPDX-License-Identifier: Apache-2.0
//
// Global annotations: logic functions, predicates, lemmas, axiomatic blocks, types, invariants.
#pragma once

#include <optional>
#include <vector>

#include "frontends/acsl/ast.h"
#include "frontends/acsl/clause_parser.h"
#include "frontends/acsl/parser_state.h"
#include "frontends/acsl/term_parser.h"

namespace pawl::frontend::acsl {

class DeclarationParser {
 public:
  DeclarationParser(ParserState& state, TermParser& terms, ClauseParser& clauses)
      : state_(state), terms_(terms), clauses_(clauses) {}

  bool at_declaration() const;
  Declarations declarations();

 private:
  enum class Place { Outside, Axiomatic };
  /// What a declared name has: name{labels}<type parameters>
  struct Head {
    std::string name;
    std::vector<Identifier> labels;
    std::vector<Identifier> type_parameters;
  };

  std::vector<Declaration> list(Place place);
  std::optional<Declaration> declaration(Place place);
  std::optional<Declaration> unsupported();
  std::optional<Head> head(const char* what);
  std::optional<std::vector<Identifier>> type_parameters();
  std::optional<std::vector<Binder>> parameters();
  std::optional<Declaration> logic_function(std::size_t begin);
  bool definition(LogicFunction& function);
  std::optional<Lemma> lemma(Lemma::Kind kind, Strength strength, std::size_t begin);
  std::optional<Declaration> inductive(std::size_t begin);
  std::optional<Declaration> axiomatic(std::size_t begin);
  std::optional<Declaration> logic_type(std::size_t begin);
  std::optional<Declaration> invariant(std::size_t begin);
  bool at_invariant() const;
  bool end();

  ParserState& state_;
  TermParser& terms_;
  ClauseParser& clauses_;
};

}  // namespace pawl::frontend::acsl
