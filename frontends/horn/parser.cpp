// SPDX-License-Identifier: Apache-2.0
//
// Two ways to write Horn clauses: (assert (forall ...)) about functions to Bool that are declared
// only, as CHC-COMP does, and the rules of Z3's fixed-point engine, whose variables
// are declared once. A file is one or the other; the answer to a query is whether it can be
// derived.
#include "frontends/horn/parser.h"

#include "frontends/clauses/reader.h"
#include "frontends/clauses/sexpr.h"
#include "gcl/build.h"

namespace pawl::frontend::horn {
namespace {

using clauses::Dialect;
using clauses::Sexpr;
using gcl::Expr;
using gcl::Sort;

bool is_rules(const Sexpr& command) {
  for (const char* name : {"declare-rel", "declare-var", "rule", "query"}) {
    if (command.is_call(name)) return true;
  }
  return false;
}

class Parser {
 public:
  Parser(gcl::Context& context, const SourceFile& file, gcl::Reporter& reporter, Dialect dialect)
      : context_(context),
        reporter_(reporter),
        dialect_(dialect),
        reader_(context, file, reporter, dialect) {}

  std::optional<clauses::System> operator()(const std::vector<Sexpr>& commands) {
    for (const Sexpr& command : commands) {
      if (reporter_.stopped() || command.is_call("exit")) break;
      run(command);
    }
    if (!reporter_.has_errors() && dialect_ == Dialect::Rules && !queried_) {
      reporter_.error({0, 0}, "there is no query", "rules are asked by (query name)");
    }
    if (reporter_.has_errors()) return std::nullopt;
    return std::move(reader_).finish();
  }

 private:
  void error(const Sexpr& at, std::string message, std::string hint = {}) {
    reporter_.error(at.range, std::move(message), std::move(hint));
  }

  void run(const Sexpr& command) {
    for (const char* name : {"set-logic", "set-option", "set-info", "check-sat", "get-model"}) {
      if (command.is_call(name)) return;
    }
    if (command.is_call("define-fun")) {
      reader_.terms().define(command);
    } else if (command.is_call("declare-fun") && command.items.size() == 4) {
      declare(command, &command.items[3]);
    } else if (command.is_call("declare-rel") && command.items.size() >= 3) {
      declare(command, nullptr);  // what follows says how Z3 stores it
    } else if (command.is_call("declare-const") && command.items.size() == 3 &&
               command.items[2].is_symbol("Bool")) {
      reader_.declare_predicate(command.items[1], {}, {}, command);
    } else if (command.is_call("declare-var") && command.items.size() == 3) {
      declare_variable(command);
    } else if (command.is_call("assert") && command.items.size() == 2) {
      mixed(command, Dialect::Horn);
      reader_.claim(command.items[1]);
    } else if (command.is_call("rule") && command.items.size() >= 2) {
      reader_.claim(command.items[1]);  // a name may follow
    } else if (command.is_call("query") && command.items.size() >= 2) {
      query(command);
    } else {
      const bool named =
          command.is_list() && !command.items.empty() && command.items[0].is_symbol();
      error(command,
            named ? "command '" + std::string(command.items[0].text.substr(0, 60)) +
                        "' is not supported"
                  : "a command is expected here: (name ...)",
            "linear Horn clauses are read (docs/clauses.md)");
    }
  }

  void mixed(const Sexpr& command, Dialect wanted) {
    if (dialect_ == wanted) return;
    error(command, "rules and assertions do not go together");
  }

  void declare(const Sexpr& command, const Sexpr* result) {
    if (result != nullptr && !result->is_symbol("Bool")) {
      return error(*result, "only predicates can be unknown", "their sort is Bool");
    }
    if (!command.items[2].is_list()) {
      return error(command.items[2], "the sorts of the arguments are expected here: (Int Int)");
    }
    std::vector<Sort> sorts;
    for (const Sexpr& one : command.items[2].items) {
      const Sort sort = reader_.terms().sort(one);
      if (!sort) return;
      sorts.push_back(sort);
    }
    reader_.declare_predicate(command.items[1], sorts, {}, command);
  }

  void declare_variable(const Sexpr& command) {
    if (!command.items[1].is_symbol()) return error(command.items[1], "a name is expected here");
    const Sort sort = reader_.terms().sort(command.items[2]);
    if (!sort) return;
    reader_.terms().bind(command.items[1].text, reader_.variable(command.items[1].text, sort));
  }

  /// Of a predicate, whatever its arguments are, or of a formula. Options may follow.
  void query(const Sexpr& command) {
    if (queried_) return error(command, "this is the second query", "one is answered");
    queried_ = true;
    const Sexpr& what = command.items[1];
    if (!what.is_symbol() || !reader_.is_predicate(what.text)) {
      const Expr e = reader_.terms().formula(what);
      if (e) reader_.claim(gcl::mk_not(context_, e), command);
      return;
    }
    std::vector<Expr> arguments;
    for (const Sort sort : *reader_.terms().signature(what)) {
      arguments.push_back(reader_.variable("asked " + std::to_string(arguments.size()), sort));
    }
    reader_.claim(gcl::mk_not(context_, reader_.terms().call(what.text, arguments)), command);
  }

  gcl::Context& context_;
  gcl::Reporter& reporter_;
  Dialect dialect_;
  clauses::Reader reader_;
  bool queried_ = false;
};

}  // namespace

std::optional<clauses::System> parse(const SourceFile& file, gcl::Context& context,
                                     Diagnostics& diagnostics) {
  gcl::Reporter reporter(file);
  const std::vector<Sexpr> commands = clauses::read_sexprs(file, reporter);
  bool rules = false;
  for (const Sexpr& command : commands) rules = rules || is_rules(command);
  std::optional<clauses::System> system;
  if (!reporter.has_errors()) {
    system = Parser(context, file, reporter, rules ? Dialect::Rules : Dialect::Horn)(commands);
  }
  reporter.flush(diagnostics);
  return system;
}

}  // namespace pawl::frontend::horn
