// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/clause_parser.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pawl::frontend::acsl {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 15> contract_words = {
    "requires",  "ensures",   "assumes",  "assigns",   "exits",
    "breaks",    "continues", "returns",  "behavior",  "terminates",
    "decreases", "complete",  "disjoint", "allocates", "frees"};
constexpr std::array<std::string_view, 4> loop_words = {"loop", "loop_predicate", "loop_invariant",
                                                        "skolem_constant"};
/// What `check` and `admit` may stand before.
constexpr std::array<std::string_view, 6> strengthened = {"requires", "ensures",   "exits",
                                                          "breaks",   "continues", "returns"};

}  // namespace

/// 1 after `check` or `admit` before a clause that has a word of its own; a word before a colon is
/// the name of a predicate (`check ensures: p;` is an assertion).
std::size_t ClauseParser::keyword_offset() const {
  if (!state_.is_word("check") && !state_.is_word("admit")) return 0;
  if (state_.tok(1) != Tok::Identifier || state_.tok(2) == Tok::Colon) return 0;
  const std::string_view next = state_.peek(1).text;
  return contains(strengthened, next) || next == "loop" || next == "lemma" ? 1 : 0;
}

bool ClauseParser::at_keyword(std::string_view word) const {
  return state_.is_word(word, keyword_offset());
}

bool ClauseParser::at_contract() const {
  const Token& token = state_.peek(keyword_offset());
  return token.tok == Tok::Identifier && contains(contract_words, token.text);
}

bool ClauseParser::at_loop() const {
  const Token& token = state_.peek(keyword_offset());
  return token.tok == Tok::Identifier && contains(loop_words, token.text);
}

bool ClauseParser::at_assertion() const {
  return keyword_offset() == 0 &&
         (state_.is_word("assert") || state_.is_word("check") || state_.is_word("admit"));
}

Strength ClauseParser::strength() {
  if (state_.accept_word("check")) return Strength::Check;
  if (state_.accept_word("admit")) return Strength::Admit;
  return Strength::Both;
}

bool ClauseParser::end_of_clause() {
  return state_.expect(Tok::Semicolon, "every clause ends with ';'");
}

void ClauseParser::recover(std::size_t begin) {
  const auto may_begin = [&] {
    return at_contract() || at_loop() || at_assertion() || state_.is_word("for") ||
           state_.is_word("case") || state_.at(Tok::RightBrace) ||
           (state_.at(Tok::Identifier) && is_declaration_word(state_.peek(keyword_offset()).text));
  };
  // What was expected may have been missing at the end of the last line.
  if (state_.index() > begin && state_.starts_line() && may_begin()) return;
  while (!state_.at_end()) {
    // A quantifier has a semicolon inside, so one alone does not end a clause.
    if (state_.accept(Tok::Semicolon)) {
      if (state_.at_end() || may_begin()) return;
      continue;
    }
    state_.advance();
    if (state_.starts_line() && may_begin()) return;
  }
}

void ClauseParser::stray(const char* annotation) {
  if (at_contract() || at_loop() || at_assertion() || state_.is_word("ghost") ||
      (state_.at(Tok::Identifier) && is_declaration_word(state_.peek().text))) {
    state_.error(state_.here(), state_.found() + " does not belong into " + annotation,
                 "write it in a comment of its own");
  } else {
    state_.unexpected(std::string("a clause of ") + annotation);
  }
}

std::optional<std::vector<Identifier>> ClauseParser::for_behaviors() {
  std::vector<Identifier> out;
  if (!state_.accept_word("for")) return out;
  do {
    if (!state_.expect_name(out.emplace_back(), "the name of a behavior")) return std::nullopt;
  } while (state_.accept(Tok::Comma));
  if (!state_.expect(Tok::Colon, "write: for a, b: ...")) return std::nullopt;
  return out;
}

// ---- Contracts.

Contract ClauseParser::contract(std::vector<Identifier> behaviors) {
  const std::size_t begin = state_.index();
  Contract out;
  out.for_behaviors = std::move(behaviors);
  Behavior* behavior = &out.common;
  while (!state_.at_end() && !state_.stopped()) {
    const std::size_t before = state_.index();
    if (!at_contract()) {
      stray("a contract");
      recover(before);
    } else if (!contract_clause(out, behavior)) {
      recover(before);
    }
    if (state_.index() == before) state_.advance();
  }
  out.range = state_.range_from(begin);
  return out;
}

std::vector<PredicateClause>* ClauseParser::predicate_list(Contract& contract, Behavior& behavior) {
  if (state_.accept_word("requires")) return &behavior.requires_;
  if (state_.accept_word("ensures")) return &behavior.ensures;
  if (state_.accept_word("assumes")) return &behavior.assumes;
  if (state_.accept_word("exits")) return &behavior.exits;
  if (state_.accept_word("breaks")) return &behavior.breaks;
  if (state_.accept_word("continues")) return &behavior.continues;
  if (state_.accept_word("returns")) return &behavior.returns;
  if (state_.accept_word("terminates")) return &contract.terminates;
  return nullptr;
}

bool ClauseParser::contract_clause(Contract& contract, Behavior*& behavior) {
  const std::size_t begin = state_.index();
  const bool in_behavior = behavior != &contract.common;
  if (in_behavior && (state_.is_word("terminates") || state_.is_word("decreases"))) {
    state_.error(state_.here(), state_.found() + " inside of behavior '" + behavior->name + "'",
                 "it concerns all behaviors: write it before the first one");
    return false;
  }
  if (!in_behavior && state_.is_word("assumes")) {
    state_.error(state_.here(), "'assumes' outside of any behavior",
                 "write it after 'behavior name:'; a condition on the caller is 'requires'");
    return false;
  }
  const Strength how = strength();
  if (std::vector<PredicateClause>* list = predicate_list(contract, *behavior)) {
    return predicate_clause(*list, how, begin);
  }
  if (state_.accept_word("behavior")) return named_behavior(contract, behavior);
  if (state_.is_word("complete") || state_.is_word("disjoint")) {
    return completeness(contract, begin);
  }
  if (state_.accept_word("assigns")) return assigns_rest(behavior->assigns.emplace_back(), begin);
  if (state_.is_word("allocates") || state_.is_word("frees")) {
    return allocation_rest(behavior->allocations.emplace_back(), begin);
  }
  if (contract.decreases) {
    state_.error(state_.here(), "a second 'decreases'", "a contract has one measure");
    return false;
  }
  state_.advance();
  return variant_rest(contract.decreases.emplace(), begin);
}

bool ClauseParser::predicate_clause(std::vector<PredicateClause>& out, Strength how,
                                    std::size_t begin) {
  PredicateClause clause;
  clause.strength = how;
  clause.predicate = terms_.term();
  if (!clause.predicate || !end_of_clause()) return false;
  clause.range = state_.range_from(begin);
  out.push_back(std::move(clause));
  return true;
}

bool ClauseParser::named_behavior(Contract& contract, Behavior*& behavior) {
  const std::size_t begin = state_.index() - 1;
  Identifier name;
  if (!state_.expect_name(name, "the name of the behavior")) return false;
  if (!state_.expect(Tok::Colon, "write: behavior name: ...")) return false;
  const auto same = [&](const Behavior& other) { return other.name == name.text; };
  if (std::any_of(contract.behaviors.begin(), contract.behaviors.end(), same)) {
    state_.error(name.range, "a second behavior '" + name.text + "'",
                 "the names of a contract's behaviors are different");
  }
  behavior = &contract.behaviors.emplace_back();
  behavior->name = std::move(name.text);
  behavior->range = state_.range_from(begin);
  return true;
}

bool ClauseParser::completeness(Contract& contract, std::size_t begin) {
  BehaviorsClause clause;
  clause.kind = state_.is_word("complete") ? BehaviorsClause::Kind::Complete
                                           : BehaviorsClause::Kind::Disjoint;
  state_.advance();
  if (!state_.accept_word("behaviors")) {
    state_.unexpected("'behaviors'");
    return false;
  }
  if (!state_.at(Tok::Semicolon)) {
    do {
      if (!state_.expect_name(clause.names.emplace_back(), "the name of a behavior")) return false;
    } while (state_.accept(Tok::Comma));
  }
  if (!end_of_clause()) return false;
  clause.range = state_.range_from(begin);
  contract.completeness.push_back(std::move(clause));
  return true;
}

bool ClauseParser::variant_rest(VariantClause& out, std::size_t begin) {
  out.measure = terms_.term();
  if (!out.measure) return false;
  if (state_.accept_word("for") &&
      !state_.expect_name(out.relation.emplace(), "the name of a relation")) {
    return false;
  }
  if (!end_of_clause()) return false;
  out.range = state_.range_from(begin);
  return true;
}

bool ClauseParser::assigns_rest(AssignsClause& out, std::size_t begin) {
  std::optional<std::vector<Term>> locations = terms_.terms();
  if (!locations) return false;
  out.locations = *std::move(locations);
  if (state_.is_backslash("\\from")) {
    state_.advance();
    out.from = terms_.terms();
    if (!out.from) return false;
  }
  if (!end_of_clause()) return false;
  out.range = state_.range_from(begin);
  return true;
}

bool ClauseParser::allocation_rest(AllocationClause& out, std::size_t begin) {
  out.kind =
      state_.is_word("frees") ? AllocationClause::Kind::Frees : AllocationClause::Kind::Allocates;
  state_.advance();
  std::optional<std::vector<Term>> locations = terms_.terms();
  if (!locations || !end_of_clause()) return false;
  out.locations = *std::move(locations);
  out.range = state_.range_from(begin);
  return true;
}

// ---- Loops.

LoopAnnotation ClauseParser::loop(std::vector<Identifier> behaviors) {
  const std::size_t begin = state_.index();
  LoopAnnotation out;
  while (!state_.at_end() && !state_.stopped()) {
    const std::size_t before = state_.index();
    if (state_.is_word("for")) {
      std::optional<std::vector<Identifier>> next = for_behaviors();
      if (next && at_loop()) {
        behaviors = *std::move(next);
      } else {
        if (next) stray("a loop annotation");
        recover(before);
      }
    } else if (!at_loop()) {
      stray("a loop annotation");
      recover(before);
    } else if (!(state_.is_word("loop", keyword_offset()) ? loop_clause(out, behaviors)
                                                          : loop_hint(out))) {
      recover(before);
    }
    if (state_.index() == before) state_.advance();
  }
  out.range = state_.range_from(begin);
  return out;
}

bool ClauseParser::loop_clause(LoopAnnotation& loop, const std::vector<Identifier>& behaviors) {
  const std::size_t begin = state_.index();
  const Strength how = strength();
  state_.advance();
  if (how != Strength::Both && !state_.is_word("invariant")) {
    state_.unexpected("'invariant'", "only invariants are checked or admitted");
    return false;
  }
  if (state_.accept_word("invariant")) {
    LoopInvariant invariant{{}, behaviors, how, terms_.term()};
    if (!invariant.predicate || !end_of_clause()) return false;
    invariant.range = state_.range_from(begin);
    loop.invariants.push_back(std::move(invariant));
    return true;
  }
  if (state_.accept_word("assigns")) {
    return assigns_rest(loop.assigns.emplace_back(LoopAssigns{behaviors, {}}).clause, begin);
  }
  if (state_.is_word("allocates") || state_.is_word("frees")) {
    LoopAllocation& allocation = loop.allocations.emplace_back(LoopAllocation{behaviors, {}});
    return allocation_rest(allocation.clause, begin);
  }
  if (state_.is_word("variant")) return loop_variant(loop, begin);
  state_.error(state_.here(), "'loop' followed by " + state_.found() + " is not supported",
               "supported are loop invariant, assigns, allocates, frees and variant");
  return false;
}

bool ClauseParser::loop_variant(LoopAnnotation& loop, std::size_t begin) {
  if (loop.variant) {
    state_.error(state_.here(), "a second 'loop variant'", "a loop has one measure");
    return false;
  }
  state_.advance();
  return variant_rest(loop.variant.emplace(), begin);
}

bool ClauseParser::loop_hint(LoopAnnotation& loop) {
  if (state_.accept_word("loop_predicate")) {
    std::optional<std::vector<Term>> predicates = terms_.terms();
    if (!predicates || !end_of_clause()) return false;
    std::move(predicates->begin(), predicates->end(), std::back_inserter(loop.predicates));
    return true;
  }
  if (state_.accept_word("skolem_constant")) {
    std::optional<std::vector<Binder>> constants = terms_.binders();
    if (!constants || !end_of_clause()) return false;
    std::move(constants->begin(), constants->end(), std::back_inserter(loop.skolem_constants));
    return true;
  }
  state_.advance();
  Term candidate = terms_.term();
  if (!candidate || !end_of_clause()) return false;
  loop.candidate_invariants.push_back(std::move(candidate));
  return true;
}

// ---- Assertions.

Assertions ClauseParser::assertions(std::vector<Identifier> behaviors) {
  const std::size_t begin = state_.index();
  Assertions out;
  while (!state_.at_end() && !state_.stopped()) {
    const std::size_t before = state_.index();
    if (state_.is_word("for")) {
      std::optional<std::vector<Identifier>> next = for_behaviors();
      if (next && at_assertion()) {
        behaviors = *std::move(next);
      } else {
        if (next) stray("a group of assertions");
        recover(before);
      }
    } else if (!at_assertion()) {
      stray("a group of assertions");
      recover(before);
    } else if (!assertion(out, std::exchange(behaviors, {}))) {
      recover(before);
    }
    if (state_.index() == before) state_.advance();
  }
  out.range = state_.range_from(begin);
  return out;
}

bool ClauseParser::assertion(Assertions& out, std::vector<Identifier> behaviors) {
  const std::size_t begin = state_.index();
  Assertion assertion;
  assertion.for_behaviors = std::move(behaviors);
  if (!state_.accept_word("assert")) assertion.strength = strength();
  assertion.predicate = terms_.term();
  if (!assertion.predicate || !end_of_clause()) return false;
  assertion.range = state_.range_from(begin);
  out.assertions.push_back(std::move(assertion));
  return true;
}

}  // namespace pawl::frontend::acsl
