// SPDX-License-Identifier: Apache-2.0
//
// SyGuS 2.1, the commands that the invariant track uses: a predicate to synthesise, and of it that
// it holds before (pre), is kept (trans) and suffices (post). Constraints that are Horn clauses are
// read as well. A grammar restricts what may be answered; ours would have to be checked against it,
// so a problem with one is refused.
#include "frontends/sygus/parser.h"

#include <memory>
#include <set>

#include "frontends/clauses/reader.h"
#include "frontends/clauses/sexpr.h"
#include "gcl/build.h"

namespace pawl::frontend::sygus {
namespace {

using clauses::Sexpr;
using gcl::Expr;
using gcl::Sort;

class Parser {
 public:
  Parser(gcl::Context& context, const SourceFile& file, gcl::Reporter& reporter)
      : context_(context),
        reporter_(reporter),
        reader_(context, file, reporter, clauses::Dialect::Sygus) {}

  std::optional<clauses::System> operator()(const std::vector<Sexpr>& commands) {
    for (const Sexpr& command : commands) {
      if (reporter_.stopped()) break;
      run(command);
    }
    if (!reporter_.has_errors() && !reader_.has_predicates()) {
      reporter_.error({0, 0}, "there is nothing to synthesise",
                      "an invariant is asked for by (synth-inv name ((x Int) ...))");
    }
    if (reporter_.has_errors()) return std::nullopt;
    return std::move(reader_).finish();
  }

 private:
  void error(const Sexpr& at, std::string message, std::string hint = {}) {
    reporter_.error(at.range, std::move(message), std::move(hint));
  }

  void run(const Sexpr& command) {
    if (command.is_call("set-logic") || command.is_call("set-option") ||
        command.is_call("set-info") || command.is_call("set-feature") ||
        command.is_call("check-synth")) {
      return;
    }
    if (command.is_call("synth-inv")) return synthesise(command, Result::Left);
    if (command.is_call("synth-fun")) return synthesise(command, Result::Told);
    if (command.is_call("define-fun")) {
      reader_.terms().define(command);
    } else if (command.is_call("declare-var") || command.is_call("declare-primed-var")) {
      declare(command);
    } else if (command.is_call("inv-constraint")) {
      invariant(command);
    } else if (command.is_call("constraint") && command.items.size() == 2) {
      reader_.claim(command.items[1]);
    } else {
      const bool named =
          command.is_list() && !command.items.empty() && command.items[0].is_symbol();
      error(command,
            named ? "command '" + std::string(command.items[0].text.substr(0, 60)) +
                        "' is not supported"
                  : "a command is expected here: (name ...)",
            "SyGuS problems of the invariant track are read (docs/clauses.md)");
    }
  }

  /// Is the sort of the result written?
  enum class Result { Left, Told };

  void synthesise(const Sexpr& command, Result result) {
    const std::size_t plain = result == Result::Told ? 4 : 3;
    if (command.items.size() < plain) {
      return error(command, "an invariant is asked for by (synth-inv name ((x Int) ...))");
    }
    if (command.items.size() > plain) {
      return error(command.items[plain], "a grammar is not supported",
                   "without one any formula of the logic is an answer");
    }
    if (result == Result::Told && !command.items[3].is_symbol("Bool")) {
      return error(command.items[3], "only a predicate can be synthesised", "its sort is Bool");
    }
    const auto parameters = reader_.terms().bindings(command.items[2]);
    if (!parameters) return;
    std::vector<Sort> sorts;
    std::vector<std::string> names;
    for (const auto& [name, sort] : *parameters) {
      sorts.push_back(sort);
      names.emplace_back(name);
    }
    reader_.declare_predicate(command.items[1], sorts, std::move(names), command);
  }

  /// declare-primed-var declares x and x!.
  void declare(const Sexpr& command) {
    if (command.items.size() != 3 || !command.items[1].is_symbol()) {
      return error(command, "a declaration is (declare-var x Int)");
    }
    const Sort sort = reader_.terms().sort(command.items[2]);
    if (!sort) return;
    const std::string_view name = command.items[1].text;
    reader_.terms().bind(name, reader_.variable(name, sort));
    if (!command.is_call("declare-primed-var")) return;
    primed_.push_back(std::make_unique<std::string>(std::string(name) + "!"));
    reader_.terms().bind(*primed_.back(), reader_.variable(*primed_.back(), sort));
  }

  /// (inv-constraint inv pre trans post)
  void invariant(const Sexpr& command) {
    if (command.items.size() != 5) {
      return error(command, "an invariant constraint is (inv-constraint inv pre trans post)");
    }
    const Sexpr& name = command.items[1];
    if (!name.is_symbol() || !reader_.is_predicate(name.text)) {
      return error(name, "the name of what is synthesised is expected here");
    }
    const std::vector<Sort> sorts = *reader_.terms().signature(name);
    std::vector<Sort> twice = sorts;
    twice.insert(twice.end(), sorts.begin(), sorts.end());
    const bool fits = takes(command.items[2], sorts) && takes(command.items[3], twice) &&
                      takes(command.items[4], sorts);
    if (!fits) return;
    const std::vector<Expr> now = variables(command.items[1], sorts, "");
    const std::vector<Expr> next = variables(command.items[1], sorts, "!");
    std::vector<Expr> both = now;
    both.insert(both.end(), next.begin(), next.end());
    if (std::set<Expr>(both.begin(), both.end()).size() != both.size()) {
      return error(name, "two arguments of the invariant have one name, now or after a step",
                   "after a step x is called x!");
    }
    const auto call = [&](const Sexpr& function, const std::vector<Expr>& arguments) {
      return reader_.terms().call(function.text, arguments);
    };
    const Expr here = call(name, now);
    const Expr before = call(command.items[2], now);
    const Expr relation = call(command.items[3], both);
    const Expr after = call(command.items[4], now);
    for (const Expr e : {before, relation, after}) {
      if (!e.sort().is_bool()) return error(command, "pre, trans and post are conditions");
    }
    reader_.claim(gcl::mk_implies(context_, before, here), command.items[2]);
    const Expr step = gcl::mk_and(context_, {here, relation});
    reader_.claim(gcl::mk_implies(context_, step, call(name, next)), command.items[3]);
    reader_.claim(gcl::mk_implies(context_, here, after), command.items[4]);
  }

  bool takes(const Sexpr& function, const std::vector<Sort>& sorts) {
    const std::vector<Sort>* found = reader_.terms().signature(function);
    if (found == nullptr) return false;
    if (reader_.is_predicate(function.text)) {
      error(function, "a defined function is expected here");
      return false;
    }
    if (*found == sorts) return true;
    error(function,
          "'" + std::string(function.text.substr(0, 60)) +
              "' does not take the arguments of the invariant",
          "pre and post take its arguments, trans takes them twice: before and after");
    return false;
  }

  std::vector<Expr> variables(const Sexpr& predicate, const std::vector<Sort>& sorts,
                              const char* mark) {
    const std::vector<std::string>& names = reader_.argument_names(predicate.text);
    std::vector<Expr> result;
    for (std::size_t i = 0; i < sorts.size(); ++i) {
      result.push_back(reader_.variable(names[i] + mark, sorts[i]));
    }
    return result;
  }

  gcl::Context& context_;
  gcl::Reporter& reporter_;
  clauses::Reader reader_;
  std::vector<std::unique_ptr<std::string>> primed_;  // names that stand nowhere in the text
};

}  // namespace

std::optional<clauses::System> parse(const SourceFile& file, gcl::Context& context,
                                     Diagnostics& diagnostics) {
  gcl::Reporter reporter(file);
  const std::vector<Sexpr> commands = clauses::read_sexprs(file, reporter);
  std::optional<clauses::System> system;
  if (!reporter.has_errors()) system = Parser(context, file, reporter)(commands);
  reporter.flush(diagnostics);
  return system;
}

}  // namespace pawl::frontend::sygus
