// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/declaration_parser.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pawl::frontend::acsl {

bool is_declaration_word(std::string_view word) {
  static constexpr std::array<std::string_view, 14> words = {
      "predicate", "logic",  "lemma", "axiomatic", "axiom", "inductive", "type",
      "global",    "strong", "weak",  "volatile",  "model", "module",    "import"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool DeclarationParser::at_declaration() const {
  const bool prefixed = (state_.is_word("check") || state_.is_word("admit")) &&
                        state_.is_word("lemma", 1) && state_.tok(2) != Tok::Colon;
  return prefixed || (state_.at(Tok::Identifier) && is_declaration_word(state_.peek().text));
}

bool DeclarationParser::end() {
  return state_.expect(Tok::Semicolon, "every declaration ends with ';'");
}

Declarations DeclarationParser::declarations() {
  const std::size_t begin = state_.index();
  Declarations out;
  out.declarations = list(Place::Outside);
  out.range = state_.range_from(begin);
  return out;
}

/// Up to the end of the annotation, or of the axiomatic block.
std::vector<Declaration> DeclarationParser::list(Place place) {
  std::vector<Declaration> out;
  while (!state_.at_end() && !state_.stopped()) {
    if (place == Place::Axiomatic && state_.at(Tok::RightBrace)) break;
    const std::size_t before = state_.index();
    std::optional<Declaration> next = declaration(place);
    if (next) {
      out.push_back(*std::move(next));
    } else {
      clauses_.recover(before);
    }
    if (state_.index() == before) state_.advance();
  }
  return out;
}

std::optional<Declaration> DeclarationParser::declaration(Place place) {
  const std::size_t begin = state_.index();
  if (!at_declaration()) {
    state_.unexpected("a declaration", "predicate, logic, lemma, axiomatic, inductive, type, ...");
    return std::nullopt;
  }
  if (state_.is_word("predicate") || state_.is_word("logic")) return logic_function(begin);
  if (state_.is_word("inductive")) return inductive(begin);
  if (at_invariant()) return invariant(begin);
  if (state_.is_word("type")) return logic_type(begin);
  if (state_.is_word("axiomatic") && place == Place::Outside) return axiomatic(begin);
  if (state_.is_word("axiomatic")) {
    state_.error(state_.here(), "'axiomatic' inside of another one", "close the outer one first");
    return std::nullopt;
  }
  if (state_.is_word("axiom") && place == Place::Outside) {
    state_.error(state_.here(), "an axiom outside of 'axiomatic'",
                 "write axiomatic Name { axiom ...; }, or a lemma");
    return std::nullopt;
  }
  const Strength strength = state_.accept_word("check")   ? Strength::Check
                            : state_.accept_word("admit") ? Strength::Admit
                                                          : Strength::Both;
  const Lemma::Kind kind = state_.is_word("axiom") ? Lemma::Kind::Axiom : Lemma::Kind::Lemma;
  if (!state_.is_word("axiom") && !state_.is_word("lemma")) return unsupported();
  state_.advance();
  std::optional<Lemma> out = lemma(kind, strength, begin);
  if (!out) return std::nullopt;
  return Declaration{*std::move(out)};
}

std::optional<Declaration> DeclarationParser::unsupported() {
  state_.error(state_.here(), "the declaration " + state_.found() + " is not supported");
  return std::nullopt;
}

std::optional<std::vector<Identifier>> DeclarationParser::type_parameters() {
  std::vector<Identifier> out;
  if (!state_.accept(Tok::Less)) return out;
  do {
    if (!state_.expect_name(out.emplace_back(), "a type parameter")) return std::nullopt;
  } while (state_.accept(Tok::Comma));
  if (!state_.expect(Tok::Greater)) return std::nullopt;
  return out;
}

std::optional<DeclarationParser::Head> DeclarationParser::head(const char* what) {
  Head out;
  Identifier name;
  if (!state_.expect_name(name, what)) return std::nullopt;
  out.name = std::move(name.text);
  std::optional<std::vector<Identifier>> labels = terms_.labels();
  std::optional<std::vector<Identifier>> types = labels ? type_parameters() : std::nullopt;
  if (!types) return std::nullopt;
  out.labels = *std::move(labels);
  out.type_parameters = *std::move(types);
  return out;
}

std::optional<std::vector<Binder>> DeclarationParser::parameters() {
  std::vector<Binder> out;
  if (!state_.accept(Tok::LeftParen)) return out;
  do {
    std::optional<Binder> next = terms_.binder();
    if (!next) return std::nullopt;
    out.push_back(*std::move(next));
  } while (state_.accept(Tok::Comma));
  if (!state_.expect(Tok::RightParen, "each parameter has a type and a name")) return std::nullopt;
  return out;
}

std::optional<Declaration> DeclarationParser::logic_function(std::size_t begin) {
  LogicFunction out;
  const bool is_logic = state_.is_word("logic");
  state_.advance();
  if (is_logic) {
    out.result = terms_.result_type();
    if (!out.result) return std::nullopt;
  }
  std::optional<Head> declared = head("the name of the function or predicate");
  std::optional<std::vector<Binder>> taken = declared ? parameters() : std::nullopt;
  if (!taken) return std::nullopt;
  out.name = std::move(declared->name);
  out.labels = std::move(declared->labels);
  out.type_parameters = std::move(declared->type_parameters);
  out.parameters = *std::move(taken);
  if (!definition(out) || !end()) return std::nullopt;
  out.range = state_.range_from(begin);
  return Declaration{std::move(out)};
}

bool DeclarationParser::definition(LogicFunction& function) {
  if (state_.accept_word("reads")) {
    function.reads = terms_.terms();
    return function.reads.has_value();
  }
  if (!state_.accept(Tok::Assign)) return true;
  function.body = terms_.term();
  return function.body != nullptr;
}

std::optional<Lemma> DeclarationParser::lemma(Lemma::Kind kind, Strength strength,
                                              std::size_t begin) {
  std::optional<Head> declared = head("a name");
  if (!declared || !state_.expect(Tok::Colon, "write: lemma name: predicate;")) return std::nullopt;
  Lemma out;
  out.kind = kind;
  out.strength = strength;
  out.name = std::move(declared->name);
  out.labels = std::move(declared->labels);
  out.type_parameters = std::move(declared->type_parameters);
  out.predicate = terms_.term();
  if (!out.predicate || !end()) return std::nullopt;
  out.range = state_.range_from(begin);
  return out;
}

std::optional<Declaration> DeclarationParser::inductive(std::size_t begin) {
  state_.advance();
  std::optional<Head> declared = head("the name of the predicate");
  std::optional<std::vector<Binder>> taken = declared ? parameters() : std::nullopt;
  if (!taken || !state_.expect(Tok::LeftBrace)) return std::nullopt;
  Inductive out;
  out.name = std::move(declared->name);
  out.labels = std::move(declared->labels);
  out.type_parameters = std::move(declared->type_parameters);
  out.parameters = *std::move(taken);
  while (state_.is_word("case")) {
    const std::size_t at = state_.index();
    state_.advance();
    std::optional<Lemma> next = lemma(Lemma::Kind::Axiom, Strength::Both, at);
    if (!next) return std::nullopt;
    out.cases.push_back(*std::move(next));
  }
  if (!state_.accept(Tok::RightBrace)) {
    state_.unexpected("'case' or '}'", "write: inductive P(...) { case name: predicate; }");
    return std::nullopt;
  }
  out.range = state_.range_from(begin);
  return Declaration{std::move(out)};
}

std::optional<Declaration> DeclarationParser::axiomatic(std::size_t begin) {
  state_.advance();
  Axiomatic out;
  Identifier name;
  if (!state_.expect_name(name, "the name of the block")) return std::nullopt;
  if (!state_.expect(Tok::LeftBrace, "write: axiomatic Name { ... }")) return std::nullopt;
  out.name = std::move(name.text);
  out.declarations = list(Place::Axiomatic);
  if (!state_.expect(Tok::RightBrace)) return std::nullopt;
  out.range = state_.range_from(begin);
  return Declaration{std::move(out)};
}

std::optional<Declaration> DeclarationParser::logic_type(std::size_t begin) {
  state_.advance();
  LogicType out;
  Identifier name;
  if (!state_.expect_name(name, "the name of the type")) return std::nullopt;
  out.name = std::move(name.text);
  std::optional<std::vector<Identifier>> types = type_parameters();
  if (!types) return std::nullopt;
  out.type_parameters = *std::move(types);
  if (state_.accept(Tok::Assign)) {
    const bool sum =
        state_.at(Tok::BitOr) ||
        (state_.at_name() && (state_.tok(1) == Tok::BitOr || state_.tok(1) == Tok::LeftParen));
    if (sum) {
      state_.error(state_.here(), "types with constructors are not supported",
                   "declare the type, its functions and axioms in an axiomatic block");
      return std::nullopt;
    }
    out.alias = terms_.type();
    if (!out.alias) return std::nullopt;
  }
  if (!end()) return std::nullopt;
  out.range = state_.range_from(begin);
  return Declaration{std::move(out)};
}

/// `type invariant(T x)` declares one, `type invariant;` a type of that name.
bool DeclarationParser::at_invariant() const {
  const std::size_t skip = state_.is_word("strong") || state_.is_word("weak") ? 1 : 0;
  return (state_.is_word("global", skip) || state_.is_word("type", skip)) &&
         state_.is_word("invariant", skip + 1) && state_.at_name(skip + 2);
}

std::optional<Declaration> DeclarationParser::invariant(std::size_t begin) {
  DataInvariant out;
  out.force = state_.accept_word("strong") ? DataInvariant::Force::Strong
              : state_.accept_word("weak") ? DataInvariant::Force::Weak
                                           : DataInvariant::Force::Default;
  out.kind = state_.is_word("type") ? DataInvariant::Kind::Type : DataInvariant::Kind::Global;
  state_.advance();
  state_.advance();
  Identifier name;
  if (!state_.expect_name(name, "the name of the invariant")) return std::nullopt;
  out.name = std::move(name.text);
  if (out.kind == DataInvariant::Kind::Type) {
    if (!state_.expect(Tok::LeftParen, "write: type invariant name(T x) = p;")) return std::nullopt;
    out.parameter = terms_.binder();
    if (!out.parameter || !state_.expect(Tok::RightParen) || !state_.expect(Tok::Assign)) {
      return std::nullopt;
    }
  } else if (!state_.expect(Tok::Colon, "write: global invariant name: p;")) {
    return std::nullopt;
  }
  out.predicate = terms_.term();
  if (!out.predicate || !end()) return std::nullopt;
  out.range = state_.range_from(begin);
  return Declaration{std::move(out)};
}

}  // namespace pawl::frontend::acsl
