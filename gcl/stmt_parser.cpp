// SPDX-License-Identifier: Apache-2.0
#include "gcl/stmt_parser.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace pawl::gcl {
namespace {

/// Words of other languages, each with what is written here instead.
struct Foreign {
  std::string_view word;
  const char* hint;
};
constexpr std::array foreign_words = {
    Foreign{"return", "write block L { ... exit L; ... } around what is left early"},
    Foreign{"break", "write block L { while ... { ... exit L; ... } }"},
    Foreign{"continue", "write while ... { block L { ... exit L; ... } }"},
    Foreign{"goto", "write block L { ... exit L; ... }"},
    Foreign{"for", "write a while loop; 'forall' is the quantifier"},
    Foreign{"do", "write a while loop"},
    Foreign{"int", "declare variables with 'var x: int;'"},
};

std::string count(std::size_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

const char* foreign_hint(std::string_view word) {
  const auto found = std::ranges::find(foreign_words, word, &Foreign::word);
  return found == foreign_words.end() ? "" : found->hint;
}

}  // namespace

bool begins_declaration(Tok tok) {
  return tok == Tok::KwProcedure || tok == Tok::KwFunction || tok == Tok::KwAxiom ||
         tok == Tok::KwSort || tok == Tok::KwConst;
}

void StmtParser::parse_body(Procedure& procedure, const std::vector<Name>& modifies) {
  procedure_ = &procedure;
  modifies_ = {modifies.begin(), modifies.end()};
  labels_.clear();
  depth_ = 0;
  expressions_.forget_bound_in_body();
  procedure.body.emplace();
  block(*procedure.body);
}

void StmtParser::add(Block& out, decltype(Stmt::node) node, std::size_t begin) {
  out.push_back({std::move(node), state_.source_range_since(begin)});
}

// ---- Blocks.

bool StmtParser::block(Block& out) {
  const std::size_t opened = state_.index();
  if (!state_.accept(Tok::LeftBrace)) {
    state_.unexpected("'{'", "bodies and branches are written in braces: { ... }");
    return false;
  }
  if (depth_ == max_nesting) {
    state_.reporter.error(state_.range_of(opened),
                          "statements nested more than " + std::to_string(max_nesting) + " deep",
                          "move some into a procedure");
    state_.seek(opened);
    return false;
  }
  ++depth_;
  const Scope::Mark mark = state_.scope.enter();
  statements(out, opened);
  state_.scope.leave(mark, Scope::Locals::Hide);
  --depth_;
  return true;
}

/// Up to and including the '}' that closes the '{' at token `opened`.
void StmtParser::statements(Block& out, std::size_t opened) {
  while (!state_.accept(Tok::RightBrace)) {
    if (state_.at(Tok::End) || begins_declaration(state_.tok())) {
      state_.unexpected("'}'", "every '{' needs its '}'");
      state_.reporter.note(state_.range_of(opened), "to close this block");
      return;
    }
    if (state_.reporter.stopped()) return;
    const std::size_t before = state_.index();
    if (statement(out)) continue;
    recover();
    // Nothing may stop the parser from moving: a '}' ends the block, anything else is skipped.
    if (state_.index() == before && !state_.at(Tok::RightBrace)) state_.advance();
  }
}

/// To the end of a broken statement: behind its ';', or at the '}' of the block it stands in, or
/// at the next declaration. Blocks are skipped whole, with `else` and `[]` after them; the braces
/// of a trigger have no ';' inside and end nothing.
void StmtParser::recover() {
  int depth = 0;
  bool has_statements = false;
  for (; !state_.at(Tok::End) && !begins_declaration(state_.tok()); state_.advance()) {
    const Tok tok = state_.tok();
    if (tok == Tok::LeftBrace) {
      if (depth++ == 0) has_statements = false;
    } else if (tok == Tok::Semicolon) {
      has_statements = true;
      if (depth == 0) return state_.advance();
    } else if (tok == Tok::RightBrace) {
      if (depth == 0) return;
      const bool goes_on = state_.tok(1) == Tok::KwElse || state_.tok(1) == Tok::Box;
      if (--depth == 0 && has_statements && !goes_on) return state_.advance();
    }
  }
}

// ---- Statements.

bool StmtParser::statement(Block& out) {
  const Tok tok = state_.tok();
  if (tok == Tok::Identifier) return assignment(out);
  if (tok == Tok::KwAssert || tok == Tok::KwAssume) return assertion(out);
  if (tok == Tok::KwIf) return branch(out);
  if (tok == Tok::KwWhile) return loop(out);
  if (tok == Tok::KwVar) return declare_locals();
  if (tok == Tok::KwHavoc) return havoc(out);
  if (tok == Tok::KwCall) return call(out);
  if (tok == Tok::LeftBrace) return choice(out);
  if (tok == Tok::KwBlock) return labeled_block(out);
  if (tok == Tok::KwExit) return exit(out);
  if (tok == Tok::KwSkip) {
    state_.advance();
    return state_.expect_semicolon("'skip'");
  }
  return no_statement();
}

bool StmtParser::no_statement() {
  const Tok tok = state_.tok();
  if (tok == Tok::Semicolon) {
    state_.reporter.error(state_.here(), "empty statement", "remove the ';' or write 'skip;'");
    state_.advance();
    return true;
  }
  std::string hint;
  if (tok == Tok::KwInvariant || tok == Tok::KwPredicate || tok == Tok::KwSkolem) {
    hint = "loop clauses stand between the condition of a loop and its '{'";
  } else if (tok == Tok::KwRequires || tok == Tok::KwEnsures || tok == Tok::KwModifies) {
    hint = "contracts stand before the '{' of a procedure";
  } else if (tok >= Tok::KwAssert) {
    hint = foreign_hint(spelling(tok));
  }
  state_.unexpected("a statement", hint);
  return false;
}

bool StmtParser::declare_locals() {
  state_.advance();
  do {
    const auto binder = state_.parse_binder("the name of a local variable");
    if (!binder) return false;
    const TextRange range = state_.range_of(binder->token);
    const auto& bound = expressions_.bound_in_body();
    if (const auto earlier = bound.find(binder->name); earlier != bound.end()) {
      state_.reporter.error(
          range,
          state_.quoted(binder->name) + " is already the name of a bound variable in this body",
          "choose another name; no declaration hides another");
      state_.reporter.note(earlier->second, "quantified here");
      continue;
    }
    const Expr variable =
        binder->sort ? state_.context.var(state_.name_text(binder->name), binder->sort) : Expr();
    const auto declared = state_.declare(
        binder->name, {.kind = EntityKind::Local, .expr = variable, .declared = range});
    if (declared == ParserState::Declared::Fresh) {
      procedure_->locals.push_back({variable, state_.source_range(binder->token, binder->end)});
    }
  } while (state_.accept(Tok::Comma));
  return state_.expect_semicolon("the declaration");
}

bool StmtParser::assertion(Block& out) {
  const std::size_t begin = state_.index();
  const bool is_assert = state_.at(Tok::KwAssert);
  state_.advance();
  const auto formula = expressions_.parse(Clause::Body);
  if (!formula) return false;
  expressions_.check().has_sort(*formula, state_.context.bool_sort(),
                                is_assert ? "an assertion" : "an assumption");
  const Located condition = expressions_.located(*formula);
  if (is_assert) {
    add(out, Assert{condition, {}}, begin);
  } else {
    add(out, Assume{condition, {}}, begin);
  }
  return state_.expect_semicolon(is_assert ? "the assertion" : "the assumption");
}

bool StmtParser::havoc(Block& out) {
  const std::size_t begin = state_.index();
  state_.advance();
  Havoc node;
  std::unordered_set<Name> seen;
  do {
    const std::size_t token = state_.index();
    const auto name = state_.expect_name("a variable to havoc");
    if (!name) return false;
    if (!seen.insert(*name).second) {
      state_.reporter.error(state_.range_of(token), state_.quoted(*name) + " is listed twice",
                            "remove one of them");
    }
    node.targets.push_back(assignable(*name, token));
  } while (state_.accept(Tok::Comma));
  add(out, std::move(node), begin);
  return state_.expect_semicolon("the havoc");
}

bool StmtParser::choice(Block& out) {
  const std::size_t begin = state_.index();
  Choice node;
  do {
    if (!block(node.branches.emplace_back())) return false;
  } while (state_.accept(Tok::Box));
  if (node.branches.size() >= 2) {
    add(out, std::move(node), begin);
  } else {
    // A block on its own is a scope for its locals and otherwise its statements.
    std::ranges::move(node.branches.front(), std::back_inserter(out));
  }
  return true;
}

bool StmtParser::condition(std::optional<Located>& out, const char* what) {
  if (state_.accept(Tok::Star)) return true;
  const auto formula = expressions_.parse(Clause::Body);
  if (!formula) return false;
  expressions_.check().has_sort(*formula, state_.context.bool_sort(), what);
  out = expressions_.located(*formula);
  return true;
}

// `else if` nests, as in the tree it makes: a chain of a thousand is as deep as a thousand blocks.
bool StmtParser::branch(Block& out) {
  const std::size_t begin = state_.index();
  state_.advance();
  If node;
  if (!condition(node.condition, "the condition of 'if'")) return false;
  if (!block(node.then_branch)) return false;
  if (state_.accept(Tok::KwElse)) {
    if (!state_.at(Tok::KwIf)) {
      if (!block(node.else_branch)) return false;
    } else if (depth_ == max_nesting) {
      state_.reporter.error(state_.here(),
                            "statements nested more than " + std::to_string(max_nesting) + " deep",
                            "write a choice of assumptions: { assume e; ... } [] { ... }");
      return false;
    } else {
      ++depth_;
      const bool ok = branch(node.else_branch);
      --depth_;
      if (!ok) return false;
    }
  }
  add(out, std::move(node), begin);
  return true;
}

bool StmtParser::labeled_block(Block& out) {
  const std::size_t begin = state_.index();
  state_.advance();
  const std::size_t token = state_.index();
  const auto label = state_.expect_name("the label of the block");
  if (!label) return false;
  if (std::ranges::find(labels_, *label) != labels_.end()) {
    state_.reporter.error(state_.range_of(token),
                          "label " + state_.quoted(*label) + " is already that of a block around",
                          "choose another label");
  }
  labels_.push_back(*label);
  LabeledBlock node{std::string(state_.name_text(*label)), {}};
  const bool ok = block(node.body);
  labels_.pop_back();
  if (ok) add(out, std::move(node), begin);
  return ok;
}

bool StmtParser::exit(Block& out) {
  const std::size_t begin = state_.index();
  state_.advance();
  const std::size_t token = state_.index();
  const auto label = state_.expect_name("the label of a block");
  if (!label) return false;
  if (std::ranges::find(labels_, *label) == labels_.end()) {
    state_.reporter.error(
        state_.range_of(token),
        "exit " + state_.quoted(*label) + " stands in no block of that label",
        "write it inside 'block " + std::string(state_.name_text(*label)) + " { ... }'");
  }
  add(out, Exit{std::string(state_.name_text(*label))}, begin);
  return state_.expect_semicolon("'exit'");
}

// ---- Assignments.

Expr StmtParser::assignable(Name name, std::size_t token) {
  const Entity& entity = state_.scope.find(name);
  const TextRange range = state_.range_of(token);
  switch (entity.kind) {
    case EntityKind::Local:
    case EntityKind::Result: return entity.expr;
    case EntityKind::Global: check_modifies(name, token); return entity.expr;
    case EntityKind::Parameter:
      state_.reporter.error(range, "cannot change the parameter " + state_.quoted(name),
                            "copy it to a local variable first");
      return {};
    case EntityKind::None:
    case EntityKind::Literal: {
      const char* foreign = foreign_hint(state_.name_text(name));
      state_.reporter.error(range, "unknown name " + state_.quoted(name),
                            *foreign != '\0' ? foreign : state_.hint_for_unknown(name));
      return {};
    }
    case EntityKind::Hidden:
      state_.reporter.error(range, state_.quoted(name) + " is not in scope here",
                            "a local variable is visible up to the end of its block");
      state_.note_declaration(entity, "declared here");
      return {};
    case EntityKind::Builtin:
    case EntityKind::Sort:
    case EntityKind::Constant:
    case EntityKind::Function:
    case EntityKind::Procedure:
    case EntityKind::Bound:
    case EntityKind::Skolem:
      state_.reporter.error(
          range,
          std::string("cannot change the ") + describe(entity.kind) + " " + state_.quoted(name),
          "only variables and results can be changed");
      return {};
  }
  return {};
}

void StmtParser::check_modifies(Name global, std::size_t token) {
  if (modifies_.contains(global)) return;
  state_.reporter.error(
      state_.range_of(token),
      "procedure '" + procedure_->name + "' changes the global variable " + state_.quoted(global) +
          " but does not say so",
      "add 'modifies " + std::string(state_.name_text(global)) + ";' to the procedure");
}

bool StmtParser::parse_target(Target& target) {
  target.token = static_cast<std::uint32_t>(state_.index());
  const auto name = state_.expect_name("a variable to assign to");
  if (!name) return false;
  target.name = *name;
  while (state_.accept(Tok::LeftBracket)) {
    const auto key = expressions_.parse(Clause::Body);
    if (!key) return false;
    if (!state_.expect(Tok::RightBracket, "after the key")) return false;
    target.keys.push_back(*key);
  }
  return true;
}

bool StmtParser::parse_assign_sign() {
  if (state_.accept(Tok::Assign)) return true;
  if (state_.at(Tok::Equals) || state_.at(Tok::Equal)) {
    state_.reporter.error(state_.here(), "this is no assignment", "write ':=' to assign");
    state_.advance();
    return true;
  }
  std::string hint;
  if (state_.at(Tok::LeftParen)) hint = "procedures are called with 'call p(e);'";
  if (state_.at(Tok::Colon)) hint = "declare variables with 'var x: int;'";
  const Token& before = state_.peek_back();
  if (before.is(Tok::Identifier)) {
    const char* foreign = foreign_hint(state_.name_text(before.name));
    if (*foreign != '\0') hint = foreign;
  }
  state_.unexpected("':='", hint);
  return false;
}

bool StmtParser::parse_operands(std::vector<Operand>& out) {
  do {
    const auto operand = expressions_.parse(Clause::Body);
    if (!operand) return false;
    out.push_back(*operand);
  } while (state_.accept(Tok::Comma));
  return true;
}

bool StmtParser::distinct(const std::vector<Target>& targets) {
  if (targets.size() < 2) return true;
  std::unordered_set<Name> seen;
  bool ok = true;
  for (const Target& target : targets) {
    if (seen.insert(target.name).second) continue;
    ok = false;
    state_.reporter.error(state_.range_of(target.token),
                          state_.quoted(target.name) + " is assigned twice at once",
                          "each variable can take one value");
  }
  return ok;
}

/// match:  a[i][j] := v
/// result: a := a[i := a[i][j := v]]
Expr StmtParser::updated(const Target& target, const Operand& value) {
  TypeChecker& check = expressions_.check();
  const Expr variable = assignable(target.name, target.token);
  if (!variable) return {};
  if (target.keys.empty()) {
    if (value.expr && value.expr.sort() == variable.sort()) return value.expr;
    check.has_sort(value, variable.sort(), "the value for " + state_.quoted(target.name));
    return {};
  }
  std::vector<Operand> maps{{variable, target.token, target.token + 1}};
  for (std::size_t i = 0; i + 1 < target.keys.size(); ++i) {
    const Expr inner = check.select(maps.back(), target.keys[i]);
    maps.push_back({inner, target.token, target.keys[i].end + 1});
  }
  Operand result = value;
  for (std::size_t i = target.keys.size(); i-- > 0;) {
    result.expr = check.store(maps[i], target.keys[i], result);
  }
  return result.expr;
}

bool StmtParser::assignment(Block& out) {
  const std::size_t begin = state_.index();
  std::vector<Target> targets;
  do {
    if (!parse_target(targets.emplace_back())) return false;
  } while (state_.accept(Tok::Comma));
  if (!parse_assign_sign()) return false;
  std::vector<Operand> values;
  if (!parse_operands(values)) return false;
  if (targets.size() != values.size()) {
    state_.reporter.error(state_.range_of(begin, state_.index()),
                          count(targets.size(), "variable") + " on the left of ':=', but " +
                              count(values.size(), "value") + " on the right",
                          "write one value for each variable");
  } else if (distinct(targets)) {
    Assign node;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const Expr value = updated(targets[i], values[i]);
      node.targets.push_back(state_.scope.find(targets[i].name).expr);
      node.values.push_back({value, state_.source_range(values[i].begin, values[i].end)});
    }
    add(out, std::move(node), begin);
  }
  return state_.expect_semicolon("the assignment");
}

// ---- Loops.

bool StmtParser::parse_formulas(Clause clause, const char* what, std::vector<Located>& out) {
  do {
    const auto formula = expressions_.parse(clause);
    if (!formula) return false;
    expressions_.check().has_sort(*formula, state_.context.bool_sort(), what);
    out.push_back(expressions_.located(*formula));
  } while (state_.accept(Tok::Comma));
  return state_.expect_semicolon("the clause");
}

bool StmtParser::loop(Block& out) {
  const std::size_t begin = state_.index();
  state_.advance();
  While node;
  if (!condition(node.condition, "the condition of 'while'")) return false;
  loop_clauses(node);
  if (!block(node.body)) return false;
  add(out, std::move(node), begin);
  return true;
}

/// Predicates are read last, when the skolem constants, wherever they stand, are known; these are
/// in scope in predicates only.
void StmtParser::loop_clauses(While& loop) {
  std::vector<std::size_t> predicates;
  std::vector<ParserState::Binder> skolems;
  for (;;) {
    bool ok = true;
    if (state_.accept(Tok::KwInvariant)) {
      ok = parse_formulas(Clause::LoopClause, "an invariant", loop.invariants);
    } else if (state_.accept(Tok::KwSkolem)) {
      ok = parse_skolems(skolems);
    } else if (state_.accept(Tok::KwPredicate)) {
      predicates.push_back(state_.index());
      skip_clause();
    } else {
      break;
    }
    if (!ok) skip_clause();
  }
  const std::size_t end = state_.index();
  const Scope::Mark mark = state_.scope.enter();
  declare_skolems(skolems, loop);
  for (const std::size_t predicate : predicates) {
    state_.seek(predicate);
    parse_formulas(Clause::LoopClause, "a predicate", loop.predicates);
  }
  state_.scope.leave(mark, Scope::Locals::Hide);
  state_.seek(end);
}

/// To the next clause or the body.
void StmtParser::skip_clause() {
  while (!state_.at(Tok::End) && !begins_declaration(state_.tok()) &&
         !(state_.at(Tok::LeftBrace) && state_.starts_line()) && !state_.at(Tok::KwInvariant) &&
         !state_.at(Tok::KwPredicate) && !state_.at(Tok::KwSkolem)) {
    if (state_.accept(Tok::Semicolon)) return;
    state_.advance();
  }
}

bool StmtParser::parse_skolems(std::vector<ParserState::Binder>& out) {
  do {
    const auto binder = state_.parse_binder("the name of a skolem constant");
    if (!binder) return false;
    out.push_back(*binder);
  } while (state_.accept(Tok::Comma));
  return state_.expect_semicolon("the clause");
}

void StmtParser::declare_skolems(const std::vector<ParserState::Binder>& skolems, While& loop) {
  for (const ParserState::Binder& binder : skolems) {
    const TextRange range = state_.range_of(binder.token);
    const Expr constant =
        binder.sort ? state_.context.var(state_.name_text(binder.name), binder.sort) : Expr();
    const auto declared = state_.declare(
        binder.name, {.kind = EntityKind::Skolem, .expr = constant, .declared = range});
    if (declared == ParserState::Declared::Fresh) loop.skolems.push_back(constant);
    expressions_.note_bound(binder.name, range);
  }
}

// ---- Calls.

bool StmtParser::call(Block& out) {
  const std::size_t begin = state_.index();
  state_.advance();
  std::vector<Target> results;
  if (state_.tok(1) != Tok::LeftParen) {
    do {
      if (!parse_target(results.emplace_back())) return false;
    } while (state_.accept(Tok::Comma));
    if (!parse_assign_sign()) return false;
  }
  const std::size_t token = state_.index();
  const auto name = state_.expect_name("the name of a procedure");
  if (!name || !state_.expect(Tok::LeftParen, "before the arguments")) return false;
  std::vector<Operand> arguments;
  if (!state_.at(Tok::RightParen) && !parse_operands(arguments)) return false;
  if (!state_.expect(Tok::RightParen, "after the arguments")) return false;

  Call node{.results = {}, .procedure = std::string(state_.name_text(*name)), .arguments = {}};
  if (check_call(*name, token, results, arguments)) {
    for (const Target& result : results) {
      node.results.push_back(state_.scope.find(result.name).expr);
    }
    for (const Operand& argument : arguments) {
      node.arguments.push_back(expressions_.located(argument));
    }
    add(out, std::move(node), begin);
  }
  return state_.expect_semicolon("the call");
}

/// False when the call has no shape worth keeping; sorts are reported on their own.
bool StmtParser::check_call(Name name, std::size_t token, const std::vector<Target>& results,
                            const std::vector<Operand>& arguments) {
  const Entity& entity = state_.scope.find(name);
  const TextRange range = state_.range_of(token);
  if (entity.kind != EntityKind::Procedure) {
    const std::string similar(state_.scope.similar(name));
    state_.reporter.error(
        range,
        entity.kind == EntityKind::None
            ? "unknown procedure " + state_.quoted(name)
            : state_.quoted(name) + " is a " + describe(entity.kind) + ", not a procedure",
        entity.kind == EntityKind::Function ? "functions need no 'call'"
        : similar.empty()                   ? "declare it with 'procedure'"
                                            : "did you mean '" + similar + "'?");
    return false;
  }
  const ProcedureSignature& callee = state_.scope.procedures[entity.index];
  if (!same_count("argument", callee.parameters.size(), arguments.size(), name, range) ||
      !same_count("result", callee.results.size(), results.size(), name, range)) {
    return false;
  }
  check_sorts(callee, results, arguments);
  check_effects(callee, results, token);
  return distinct(results);
}

bool StmtParser::same_count(const char* what, std::size_t wanted, std::size_t given, Name name,
                            TextRange range) {
  if (wanted == given) return true;
  state_.reporter.error(range,
                        "procedure " + state_.quoted(name) + " has " + count(wanted, what) +
                            ", but the call has " + std::to_string(given),
                        "write call x, y := p(e1, e2); with as many as it is declared with");
  return false;
}

void StmtParser::check_sorts(const ProcedureSignature& callee, const std::vector<Target>& results,
                             const std::vector<Operand>& arguments) {
  TypeChecker& check = expressions_.check();
  const auto which = [&](const char* what, std::size_t index) {
    return what + std::to_string(index + 1) + " of '" + std::string(callee.name) + "'";
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Expr given = arguments[i].expr;
    if (given && given.sort() == callee.parameters[i]) continue;
    check.has_sort(arguments[i], callee.parameters[i], which("argument ", i));
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Target& result = results[i];
    if (!result.keys.empty()) {
      state_.reporter.error(state_.range_of(result.token, result.keys.back().end + 1),
                            "a call cannot store its result in a map",
                            "use a local variable and assign it afterwards");
      continue;
    }
    const Expr variable = assignable(result.name, result.token);
    if (variable && variable.sort() == callee.results[i]) continue;
    check.has_sort({variable, result.token, result.token + 1}, callee.results[i],
                   which("the variable for result ", i));
  }
}

void StmtParser::check_effects(const ProcedureSignature& callee, const std::vector<Target>& results,
                               std::size_t token) {
  for (const Name global : callee.modifies) {
    if (state_.scope.find(global).kind != EntityKind::Global) continue;  // reported there
    check_modifies(global, token);
    const auto clash = std::ranges::find(results, global, &Target::name);
    if (clash != results.end()) {
      state_.reporter.error(
          state_.range_of(clash->token),
          "the call changes " + state_.quoted(global) + " already, so it cannot take a result",
          "use a local variable and assign it afterwards");
    }
  }
}

}  // namespace pawl::gcl
