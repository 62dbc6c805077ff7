// SPDX-License-Identifier: Apache-2.0
//
// Declarations. The text is read twice: a quick and quiet first time for the names and
// signatures outside of procedures, so that these may be used before they are declared; then for
// everything, loudly. Declarations keep no order among kinds in a Program, so the meaning of the
// text must not depend on it either.
#include "gcl/parser.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gcl/definition_cycles.h"
#include "gcl/expr_parser.h"
#include "gcl/parser_state.h"
#include "gcl/stmt_parser.h"

namespace pawl::gcl {
namespace {

class ProgramParser {
 public:
  explicit ProgramParser(ParserState& state)
      : state_(state), expressions_(state), statements_(state, expressions_) {}

  Program parse() {
    skim_sorts();
    skim_declarations();
    state_.seek(0);
    while (!state_.at(Tok::End) && !state_.reporter.stopped()) declaration();
    check_definitions();
    if (program_.procedures.empty()) no_procedure();
    return std::move(program_);
  }

 private:
  // ---- First reading. Nothing is reported; what is wrong is found again.

  void skim_sorts() {
    const Reporter::Quiet quiet(state_.reporter);
    for (; !state_.at(Tok::End); state_.advance()) {
      if (!state_.at(Tok::KwSort) || state_.tok(1) != Tok::Identifier) continue;
      state_.advance();
      const Name name = state_.peek().name;
      state_.declare(name, {.kind = EntityKind::Sort,
                            .sort = state_.context.uninterpreted_sort(state_.name_text(name)),
                            .declared = state_.here()});
    }
    state_.seek(0);
  }

  void skim_declarations() {
    const Reporter::Quiet quiet(state_.reporter);
    int depth = 0;  // of braces: inside, `var` declares a local
    while (!state_.at(Tok::End)) {
      const Tok tok = state_.tok();
      if (begins_declaration(tok)) depth = 0;
      if (tok == Tok::LeftBrace) ++depth;
      if (tok == Tok::RightBrace && depth > 0) --depth;
      state_.advance();
      if (tok == Tok::KwConst) skim_variables(EntityKind::Constant);
      if (tok == Tok::KwVar && depth == 0) skim_variables(EntityKind::Global);
      if (tok == Tok::KwFunction) skim_function();
      if (tok == Tok::KwProcedure) skim_procedure();
      if (tok == Tok::KwModifies) skim_modifies();
    }
  }

  void skim_variables(EntityKind kind) {
    do {
      const auto binder = state_.parse_binder("");
      if (!binder) return;
      declare_variable(kind, *binder);
    } while (state_.accept(Tok::Comma));
  }

  void skim_function() {
    const std::size_t token = state_.index();
    const auto signature = parse_function_signature();
    if (!signature) return;
    const auto index = static_cast<std::uint32_t>(state_.scope.functions.size());
    const auto declared = state_.declare(
        signature->name,
        {.kind = EntityKind::Function, .index = index, .declared = state_.range_of(token)});
    if (declared == ParserState::Declared::Fresh) {
      state_.scope.functions.push_back(
          {state_.name_text(signature->name), sorts_of(signature->parameters), signature->result});
    }
  }

  void skim_procedure() {
    const std::size_t token = state_.index();
    const auto signature = parse_procedure_signature();
    skimmed_.reset();
    if (!signature) return;
    const auto index = static_cast<std::uint32_t>(state_.scope.procedures.size());
    const auto declared = state_.declare(
        signature->name,
        {.kind = EntityKind::Procedure, .index = index, .declared = state_.range_of(token)});
    if (declared != ParserState::Declared::Fresh) return;
    state_.scope.procedures.push_back({state_.name_text(signature->name),
                                       sorts_of(signature->parameters),
                                       sorts_of(signature->results),
                                       {}});
    skimmed_ = index;
  }

  void skim_modifies() {
    if (!skimmed_) return;
    do {
      if (!state_.at(Tok::Identifier)) return;
      state_.scope.procedures[*skimmed_].modifies.push_back(state_.peek().name);
      state_.advance();
    } while (state_.accept(Tok::Comma));
  }

  // ---- Both readings.

  using Binders = std::vector<ParserState::Binder>;
  struct FunctionHeader {
    Name name = 0;
    Binders parameters;
    Sort result;
  };
  struct ProcedureHeader {
    Name name = 0;
    Binders parameters;
    Binders results;
  };

  static std::vector<Sort> sorts_of(const Binders& binders) {
    std::vector<Sort> sorts;
    sorts.reserve(binders.size());
    for (const ParserState::Binder& binder : binders) sorts.push_back(binder.sort);
    return sorts;
  }

  /// `(x: int, y: int)`.
  std::optional<Binders> parse_binders(const char* what) {
    Binders binders;
    if (!state_.expect(Tok::LeftParen, "before the list of names")) return std::nullopt;
    if (state_.accept(Tok::RightParen)) return binders;
    do {
      const auto binder = state_.parse_binder(what);
      if (!binder) return std::nullopt;
      binders.push_back(*binder);
    } while (state_.accept(Tok::Comma));
    if (!state_.expect(Tok::RightParen, "after the list of names")) return std::nullopt;
    return binders;
  }

  std::optional<FunctionHeader> parse_function_signature() {
    const auto name = state_.expect_name("the name of a function");
    if (!name) return std::nullopt;
    auto parameters = parse_binders("the name of a parameter");
    if (!parameters || !state_.expect(Tok::Colon, "before the sort of the result")) {
      return std::nullopt;
    }
    const std::optional<Sort> result = state_.parse_sort();
    if (!result) return std::nullopt;
    return FunctionHeader{*name, std::move(*parameters), *result};
  }

  std::optional<ProcedureHeader> parse_procedure_signature() {
    const auto name = state_.expect_name("the name of a procedure");
    if (!name) return std::nullopt;
    auto parameters = parse_binders("the name of a parameter");
    if (!parameters) return std::nullopt;
    Binders results;
    if (state_.accept(Tok::KwReturns)) {
      auto list = parse_binders("the name of a result");
      if (!list) return std::nullopt;
      results = std::move(*list);
    }
    return ProcedureHeader{*name, std::move(*parameters), std::move(results)};
  }

  /// The variable it declares; null when the sort is wrong or the name is taken.
  Expr declare_variable(EntityKind kind, const ParserState::Binder& binder) {
    const Expr variable =
        binder.sort ? state_.context.var(state_.name_text(binder.name), binder.sort) : Expr();
    const auto declared = state_.declare(
        binder.name, {.kind = kind, .expr = variable, .declared = state_.range_of(binder.token)});
    return declared == ParserState::Declared::Fresh ? variable : Expr();
  }

  /// Was the name at `token` declared by the first reading, and is it the one that counts?
  bool is_first(Name name, EntityKind kind, std::size_t token) const {
    const Entity& entity = state_.scope.find(name);
    return entity.kind == kind && entity.declared.begin == state_.range_of(token).begin;
  }

  /// The first reading found the name taken, or unfit.
  void report_duplicate(Name name, std::size_t token) {
    state_.declare(name, {.declared = state_.range_of(token)});
  }

  // ---- Second reading.

  void declaration() {
    const std::size_t begin = state_.index();
    const Tok tok = state_.tok();
    state_.advance();
    bool ok = false;
    if (tok == Tok::KwProcedure) {
      ok = procedure(begin);
    } else if (tok == Tok::KwFunction) {
      ok = function(begin);
    } else if (tok == Tok::KwVar) {
      ok = variables(EntityKind::Global);
    } else if (tok == Tok::KwConst) {
      ok = variables(EntityKind::Constant);
    } else if (tok == Tok::KwAxiom) {
      ok = axiom(begin);
    } else if (tok == Tok::KwSort) {
      ok = sort();
    } else {
      state_.seek(begin);
      ok = no_declaration();
    }
    if (!ok) recover();
  }

  bool no_declaration() {
    if (state_.at(Tok::RightBrace)) {
      state_.reporter.error(state_.here(), "this '}' closes nothing",
                            "remove it, or write the '{' that is missing");
      state_.advance();
      return true;
    }
    state_.unexpected("a declaration",
                      "declarations begin with sort, const, function, axiom, var or procedure");
    state_.advance();
    return false;
  }

  void recover() {
    while (!state_.at(Tok::End) && !begins_declaration(state_.tok()) &&
           !(state_.at(Tok::KwVar) && state_.starts_line())) {
      state_.advance();
    }
  }

  bool sort() {
    const std::size_t token = state_.index();
    const auto name = state_.expect_name("the name of a sort");
    if (!name) return false;
    if (!is_first(*name, EntityKind::Sort, token)) {
      report_duplicate(*name, token);
    }
    program_.sorts.push_back(
        {std::string(state_.name_text(*name)), state_.source_range_since(token)});
    return state_.expect_semicolon("the declaration");
  }

  bool variables(EntityKind kind) {
    do {
      const auto binder = state_.parse_binder("the name of a variable");
      if (!binder) return false;
      const Expr variable = is_first(binder->name, kind, binder->token)
                                ? state_.scope.find(binder->name).expr
                                : declare_variable(kind, *binder);
      const SourceRange range = state_.source_range(binder->token, binder->end);
      if (kind == EntityKind::Global) {
        program_.globals.push_back({variable, range});
      } else {
        program_.constants.push_back({variable, range});
      }
    } while (state_.accept(Tok::Comma));
    return state_.expect_semicolon("the declaration");
  }

  bool axiom(std::size_t begin) {
    const auto formula = expressions_.parse(Clause::Axiom);
    if (!formula) return false;
    expressions_.check().has_sort(*formula, state_.context.bool_sort(), "an axiom");
    const Located located = expressions_.located(*formula);
    program_.axioms.push_back({located, state_.source_range_since(begin)});
    return state_.expect_semicolon("the axiom");
  }

  bool function(std::size_t begin) {
    const std::size_t token = state_.index();
    const auto header = parse_function_signature();
    if (!header) return false;
    if (!is_first(header->name, EntityKind::Function, token)) {
      report_duplicate(header->name, token);
    }
    FunctionDecl declaration{.name = std::string(state_.name_text(header->name)),
                             .parameters = {},
                             .result = header->result,
                             .body = {},
                             .range = state_.source_range_since(begin)};
    const Scope::Mark mark = state_.scope.enter();
    for (const ParserState::Binder& binder : header->parameters) {
      declaration.parameters.push_back(function_parameter(binder));
    }
    const bool ok = !state_.accept(Tok::Equals) || function_body(declaration);
    state_.scope.leave(mark, Scope::Locals::Forget);
    program_.functions.push_back(std::move(declaration));
    definition_tokens_.push_back(state_.range_of(token));
    return ok && state_.expect_semicolon("the declaration");
  }

  Expr function_parameter(const ParserState::Binder& binder) {
    const Expr variable =
        binder.sort ? state_.context.bound_var(state_.name_text(binder.name), binder.sort) : Expr();
    state_.declare(
        binder.name,
        {.kind = EntityKind::Bound, .expr = variable, .declared = state_.range_of(binder.token)});
    return variable;
  }

  bool function_body(FunctionDecl& declaration) {
    const auto body = expressions_.parse(Clause::FunctionBody);
    if (!body) return false;
    expressions_.check().has_sort(*body, declaration.result,
                                  "the body of '" + declaration.name.substr(0, 80) + "'");
    declaration.body = expressions_.located(*body);
    return true;
  }

  bool procedure(std::size_t begin) {
    const std::size_t token = state_.index();
    const auto header = parse_procedure_signature();
    if (!header) return false;
    if (!is_first(header->name, EntityKind::Procedure, token)) {
      report_duplicate(header->name, token);
    }
    Procedure procedure;
    procedure.name = std::string(state_.name_text(header->name));
    procedure.range = state_.source_range_since(begin);
    const Scope::Mark mark = state_.scope.enter();
    for (const ParserState::Binder& binder : header->parameters) {
      procedure.parameters.push_back({declare_variable(EntityKind::Parameter, binder),
                                      state_.source_range(binder.token, binder.end)});
    }
    for (const ParserState::Binder& binder : header->results) {
      procedure.results.push_back({declare_variable(EntityKind::Result, binder),
                                   state_.source_range(binder.token, binder.end)});
    }
    const bool ok = contract_and_body(procedure);
    state_.scope.leave(mark, Scope::Locals::Forget);
    program_.procedures.push_back(std::move(procedure));
    return ok;
  }

  bool contract_and_body(Procedure& procedure) {
    const std::size_t separator = state_.index();
    const bool is_contract = state_.accept(Tok::Semicolon);
    const std::size_t clauses = state_.index();
    std::vector<Name> modifies;
    modified_.clear();
    while (at_clause()) {
      if (!clause(procedure, modifies)) skip_clause();
    }
    const bool no_more =
        state_.at(Tok::End) || begins_declaration(state_.tok()) || state_.at(Tok::KwVar);
    if (!state_.at(Tok::LeftBrace)) {
      if (is_contract || (no_more && state_.index() != clauses)) return true;
      state_.unexpected("'{' or a clause of the contract",
                        "a procedure without a body has ';' after its header");
      return false;
    }
    if (is_contract) {
      state_.reporter.error(state_.here(), "this procedure has ended already",
                            "remove the ';' after its header to give it a body");
      state_.reporter.note(state_.range_of(separator), "here");
    }
    statements_.parse_body(procedure, modifies);
    return true;
  }

  bool at_clause() const {
    return state_.at(Tok::KwRequires) || state_.at(Tok::KwEnsures) || state_.at(Tok::KwModifies);
  }

  bool clause(Procedure& procedure, std::vector<Name>& modifies) {
    if (state_.accept(Tok::KwRequires)) {
      return statements_.parse_formulas(Clause::Requires, "a precondition", procedure.requires_);
    }
    if (state_.accept(Tok::KwEnsures)) {
      return statements_.parse_formulas(Clause::Ensures, "a postcondition", procedure.ensures);
    }
    state_.advance();
    return modifies_clause(procedure, modifies);
  }

  bool modifies_clause(Procedure& procedure, std::vector<Name>& modifies) {
    do {
      const std::size_t token = state_.index();
      const auto name = state_.expect_name("a global variable");
      if (!name) return false;
      const Entity& entity = state_.scope.find(*name);
      if (entity.kind != EntityKind::Global) {
        state_.reporter.error(state_.range_of(token),
                              entity.kind == EntityKind::None
                                  ? "unknown name " + state_.quoted(*name)
                                  : state_.quoted(*name) + " is a " + describe(entity.kind) +
                                        ", not a global variable",
                              "only global variables are listed in 'modifies'");
      } else if (!modified_.insert(*name).second) {
        state_.reporter.error(state_.range_of(token), state_.quoted(*name) + " is listed twice",
                              "remove one of them");
      } else {
        modifies.push_back(*name);
        procedure.modifies.push_back(entity.expr);
      }
    } while (state_.accept(Tok::Comma));
    return state_.expect_semicolon("the clause");
  }

  /// Behind the ';' of a broken clause, or to the next clause, body or declaration.
  void skip_clause() {
    while (!state_.at(Tok::End) && !at_clause() && !begins_declaration(state_.tok()) &&
           !(state_.at(Tok::LeftBrace) && state_.starts_line())) {
      if (state_.accept(Tok::Semicolon)) return;
      state_.advance();
    }
  }

  // ---- The program as a whole.

  void no_procedure() {
    if (state_.reporter.has_errors()) return;
    state_.reporter.error({0, 0}, "the program has no procedure",
                          "the smallest program is: procedure main() { }");
  }

  void check_definitions() {
    for (const DefinitionCycle& cycle : definition_cycles(program_.functions)) {
      state_.reporter.error(definition_tokens_[cycle.function],
                            "the definition of '" + program_.functions[cycle.function].name +
                                "' depends on itself: " + cycle.path,
                            "definitions are not recursive; declare the function without a body "
                            "and write axioms");
    }
  }

  ParserState& state_;
  ExprParser expressions_;
  StmtParser statements_;
  Program program_;
  std::optional<std::uint32_t> skimmed_;      // the procedure whose clauses are being skimmed
  std::unordered_set<Name> modified_;         // by the procedure at hand
  std::vector<TextRange> definition_tokens_;  // by index into Program::functions
};

/// Everything in `program` is in scope, and the variables of `procedure`.
void declare_all(ParserState& state, const Program& program, const Procedure& procedure,
                 std::span<const Expr> extra) {
  const auto declare = [&](const std::string& text, Entity entity) {
    const Name name = state.names().intern(text);
    if (state.scope.find(name).kind == EntityKind::None) {
      state.scope.declare(name, std::move(entity));
    }
  };
  const auto declare_var = [&](EntityKind kind, Expr var) {
    declare(var.name(), {.kind = kind, .expr = var});
  };
  for (const Expr var : extra) declare_var(EntityKind::Skolem, var);
  for (const VarDecl& decl : procedure.parameters) declare_var(EntityKind::Parameter, decl.var);
  for (const VarDecl& decl : procedure.results) declare_var(EntityKind::Result, decl.var);
  for (const VarDecl& decl : procedure.locals) declare_var(EntityKind::Local, decl.var);
  for (const VarDecl& decl : program.globals) declare_var(EntityKind::Global, decl.var);
  for (const ConstDecl& decl : program.constants) declare_var(EntityKind::Constant, decl.var);
  for (const SortDecl& decl : program.sorts) {
    declare(decl.name,
            {.kind = EntityKind::Sort, .sort = state.context.uninterpreted_sort(decl.name)});
  }
  for (const FunctionDecl& decl : program.functions) {
    const auto index = static_cast<std::uint32_t>(state.scope.functions.size());
    declare(decl.name, {.kind = EntityKind::Function, .index = index});
    FunctionSignature& signature = state.scope.functions.emplace_back();
    signature.name = decl.name;
    for (const Expr parameter : decl.parameters) signature.parameters.push_back(parameter.sort());
    signature.result = decl.result;
  }
  for (const Procedure& other : program.procedures) {
    declare(other.name, {.kind = EntityKind::Procedure});
  }
}

}  // namespace

std::optional<Program> parse_program(Context& context, const SourceFile& file,
                                     Diagnostics& diagnostics) {
  Reporter reporter(file);
  ParserState state(context, file, reporter);
  Program program = ProgramParser(state).parse();
  reporter.flush(diagnostics);
  if (reporter.has_errors()) return std::nullopt;
  return program;
}

Expr parse_expr(Context& context, const SourceFile& file, const Program& program,
                const Procedure& procedure, std::span<const Expr> extra, Sort expected,
                Diagnostics& diagnostics) {
  Reporter reporter(file);
  ParserState state(context, file, reporter);
  declare_all(state, program, procedure, extra);
  ExprParser expressions(state);
  const auto operand = expressions.parse(Clause::LoopClause);
  if (operand) {
    expressions.check().has_sort(*operand, expected, "the expression");
    if (!state.at(Tok::End)) state.unexpected("the end of the expression");
  }
  reporter.flush(diagnostics);
  return reporter.has_errors() ? Expr() : operand->expr;
}

}  // namespace pawl::gcl
