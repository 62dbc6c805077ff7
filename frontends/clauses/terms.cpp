// SPDX-License-Identifier: Apache-2.0
#include "frontends/clauses/terms.h"

#include "frontends/clauses/operators.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::clauses {

using gcl::Expr;
using gcl::Sort;

namespace {

std::string quote(std::string_view name) { return "'" + std::string(name.substr(0, 60)) + "'"; }

/// Takes what is bound out of scope again.
class Bound {
 public:
  explicit Bound(Terms& terms) : terms_(terms) {}
  ~Bound() {
    for (const std::string_view name : names_) terms_.unbind(name);
  }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  void add(std::string_view name, Expr value) {
    terms_.bind(name, value);
    names_.push_back(name);
  }

 private:
  Terms& terms_;
  std::vector<std::string_view> names_;
};

}  // namespace

Expr Terms::error(const Sexpr& at, std::string message, std::string hint) {
  reporter_.error(at.range, std::move(message), std::move(hint));
  return {};
}

Sort Terms::sort(const Sexpr& text) {
  if (text.is_symbol("Int")) return context_.int_sort();
  if (text.is_symbol("Bool")) return context_.bool_sort();
  if (text.is_call("Array") && text.items.size() == 3) {
    const Sort key = sort(text.items[1]);
    const Sort value = key ? sort(text.items[2]) : Sort();
    return value ? context_.map_sort(key, value) : Sort();
  }
  error(text,
        text.is_symbol() ? "sort " + quote(text.text) + " is not supported"
                         : "this sort is not supported",
        "there are Int, Bool and (Array ... ...)");
  return {};
}

std::optional<std::vector<Terms::Binding>> Terms::bindings(const Sexpr& list) {
  std::vector<Binding> result;
  if (!list.is_list()) {
    error(list, "a list of parameters is expected here: ((x Int) (y Int))");
    return std::nullopt;
  }
  for (const Sexpr& one : list.items) {
    if (!one.is_list() || one.items.size() != 2 || !one.items[0].is_symbol()) {
      error(one, "a name with its sort is expected here: (x Int)");
      return std::nullopt;
    }
    const Sort of = sort(one.items[1]);
    if (!of) return std::nullopt;
    result.emplace_back(one.items[0].text, of);
  }
  return result;
}

bool Terms::name_is_free(const Sexpr& name) {
  if (!name.is_symbol()) {
    error(name, "a name is expected here");
  } else if (is_operator(name.text) || functions_.contains(name.text)) {
    error(name, quote(name.text) + " is declared already");
  } else {
    return true;
  }
  return false;
}

bool Terms::define(const Sexpr& command) {
  if (command.items.size() != 5) {
    error(command, "a definition is (define-fun name ((x Int) ...) Sort body)");
    return false;
  }
  if (!name_is_free(command.items[1])) return false;
  const auto parameters = bindings(command.items[2]);
  if (!parameters) return false;
  const Sort result = sort(command.items[3]);
  if (!result) return false;
  Function function;
  Bound bound(*this);
  for (const auto& [name, of] : *parameters) {
    function.sorts.push_back(of);
    // Two parameters of one name are two places: the last one is meant in the body.
    function.parameters.push_back(context_.fresh_var("parameter", of));
    bound.add(name, function.parameters.back());
  }
  function.body = term(command.items[4]);
  if (!function.body) return false;
  if (function.body.sort() != result) {
    error(command.items[4], "the body is not of sort " + to_string(result));
    return false;
  }
  functions_.emplace(command.items[1].text, std::move(function));
  return true;
}

bool Terms::declare(const Sexpr& name, std::vector<Sort> sorts) {
  if (!name_is_free(name)) return false;
  functions_.emplace(name.text, Function{std::move(sorts), {}, {}});
  return true;
}

const std::vector<Sort>* Terms::signature(const Sexpr& name) {
  const auto found = functions_.find(name.text);
  if (name.is_symbol() && found != functions_.end()) return &found->second.sorts;
  error(name, name.is_symbol() ? "there is no function " + quote(name.text)
                               : "the name of a function is expected here");
  return nullptr;
}

Expr Terms::call(std::string_view function, const std::vector<Expr>& arguments) {
  const Function& callee = functions_.at(function);
  if (!callee.body) return context_.make_apply(function, context_.bool_sort(), arguments);
  gcl::Substitution replaced;
  for (std::size_t i = 0; i < arguments.size(); ++i) replaced[callee.parameters[i]] = arguments[i];
  return gcl::substitute(context_, callee.body, replaced);
}

Expr Terms::formula(const Sexpr& text) {
  const Expr e = term(text);
  if (!e || e.sort().is_bool()) return e;
  return error(text, "a condition is expected here, not a term of sort " + to_string(e.sort()));
}

Expr Terms::term(const Sexpr& text) {
  if (reporter_.stopped()) return {};
  switch (text.kind) {
    case Sexpr::Kind::List: return list(text);
    case Sexpr::Kind::Symbol: return symbol(text);
    case Sexpr::Kind::Numeral: return context_.int_const(text.text);
    case Sexpr::Kind::Keyword:
    case Sexpr::Kind::Other: break;
  }
  return error(text, quote(text.text) + " is not supported",
               "there are integers, conditions and arrays");
}

Expr Terms::symbol(const Sexpr& text) {
  const auto found = scope_.find(text.text);
  if (found != scope_.end() && !found->second.empty()) return found->second.back();
  if (text.text == "true") return context_.true_();
  if (text.text == "false") return context_.false_();
  const auto function = functions_.find(text.text);
  if (function != functions_.end() && function->second.sorts.empty()) return call(text.text, {});
  // SyGuS has -5 as a literal.
  const bool negative = text.text.size() > 1 && text.text.front() == '-' &&
                        text.text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (negative) return context_.int_const(text.text);
  return error(text, "unknown name " + quote(text.text));
}

Expr Terms::list(const Sexpr& text) {
  if (text.items.empty()) return error(text, "a term is expected here");
  const Sexpr& head = text.items.front();
  if (head.is_symbol("let")) return let(text);
  if (head.is_symbol("forall") || head.is_symbol("exists")) return quantifier(text);
  if (head.is_symbol("!") && text.items.size() > 1) return term(text.items[1]);
  if (head.is_call("as")) return constant_array(text);
  if (!head.is_symbol()) return error(head, "the name of a function is expected here");
  std::vector<Expr> args;
  for (std::size_t i = 1; i < text.items.size(); ++i) {
    args.push_back(term(text.items[i]));
    if (!args.back()) return {};
  }
  return apply(text, args);
}

Expr Terms::apply(const Sexpr& text, const std::vector<Expr>& args) {
  const Sexpr& head = text.items.front();
  std::string complaint;
  if (const Expr e = apply_operator(context_, head.text, args, complaint)) return e;
  if (!complaint.empty()) return error(text, complaint);
  return apply_function(text, args);
}

Expr Terms::apply_function(const Sexpr& text, const std::vector<Expr>& args) {
  const Sexpr& head = text.items.front();
  const std::vector<Sort>* sorts = signature(head);
  if (sorts == nullptr) return {};
  bool fits = sorts->size() == args.size();
  for (std::size_t i = 0; fits && i < args.size(); ++i) fits = args[i].sort() == (*sorts)[i];
  if (!fits) return error(text, "these are not the arguments that " + quote(head.text) + " takes");
  return call(head.text, args);
}

Expr Terms::let(const Sexpr& text) {
  if (text.items.size() != 3 || !text.items[1].is_list()) {
    return error(text, "a let is (let ((x term) ...) term)");
  }
  std::vector<std::pair<std::string_view, Expr>> values;
  for (const Sexpr& one : text.items[1].items) {
    if (!one.is_list() || one.items.size() != 2 || !one.items[0].is_symbol()) {
      return error(one, "a name with a term is expected here: (x term)");
    }
    const Expr value = term(one.items[1]);
    if (!value) return {};
    values.emplace_back(one.items[0].text, value);
  }
  Bound bound(*this);
  for (const auto& [name, value] : values) bound.add(name, value);
  return term(text.items[2]);
}

Expr Terms::quantifier(const Sexpr& text) {
  if (text.items.size() != 3) return error(text, "a quantifier is (forall ((x Int) ...) term)");
  const auto variables = bindings(text.items[1]);
  if (!variables) return {};
  std::vector<Expr> vars;
  Bound bound(*this);
  for (const auto& [name, of] : *variables) {
    vars.push_back(names_.another(name, of));
    bound.add(name, vars.back());
  }
  const Expr body = formula(text.items[2]);
  if (!body) return {};
  if (text.items[0].is_symbol("forall")) return gcl::mk_forall_over(context_, vars, body);
  return gcl::mk_not(context_, gcl::mk_forall_over(context_, vars, gcl::mk_not(context_, body)));
}

/// ((as const (Array Int Int)) 0)
Expr Terms::constant_array(const Sexpr& text) {
  const Sexpr& head = text.items.front();
  if (text.items.size() != 2 || head.items.size() != 3 || !head.items[1].is_symbol("const")) {
    return error(text, "this is not supported", "there is ((as const (Array Int Int)) 0)");
  }
  const Sort of = sort(head.items[2]);
  const Expr value = of ? term(text.items[1]) : Expr();
  if (!value) return {};
  if (!of.is_map() || of.value() != value.sort()) {
    return error(text, "the element is not of the array's sort");
  }
  return context_.make_const_map(of, value);
}

}  // namespace pawl::frontend::clauses
