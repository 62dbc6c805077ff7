// SPDX-License-Identifier: Apache-2.0
#include "prover/smtlib.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gcl/traverse.h"
#include "prover/smtlib_printer.h"
#include "prover/translator.h"
#include "support/assert.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Kind;
using gcl::Sort;

const char* status(Answer answer) {
  switch (answer) {
    case Answer::Yes: return "sat";
    case Answer::No: return "unsat";
    case Answer::Unknown: return "unknown";
  }
  PAWL_UNREACHABLE("every answer should be listed");
}

class Script {
 public:
  explicit Script(const QueryText& query) : query_(query) {
    std::vector<Expr> roots(query.asserted.begin(), query.asserted.end());
    roots.insert(roots.end(), query.assumptions.begin(), query.assumptions.end());
    gcl::post_order(roots, [this](Expr e) { order_.push_back(e); });
    count_uses(roots);
  }

  std::string text() {
    header();
    // Before the variables: theirs are the plain names, whatever is bound somewhere.
    for (const Expr e : order_) declare(e);
    for (const Expr e : order_) define_if_needed(e);
    for (const Expr formula : query_.asserted) add_assertion(formula, "");
    for (const Expr formula : query_.assumptions) add_assertion(formula, " ; assumption");
    line("(check-sat)");
    return std::move(out_);
  }

 private:
  struct Node {
    std::size_t uses = 0;
    std::uint32_t depth = 0;  // below the nearest constant that is only said to be equal
    std::size_t size = 0;     // of the text, with names for what has one
    bool refused = false;     // too deep for a solver: formulas with it are left out
  };

  void line(const std::string& text) {
    out_ += text;
    out_ += '\n';
  }

  void header() {
    std::string caller(query_.caller);
    std::ranges::replace(caller, '\n', ' ');
    line("; asked by " + caller);
    std::string answer = status(query_.answer);
    if (query_.reason != UnknownReason::None)
      answer += std::string(": ") + to_string(query_.reason);
    line("; answer: " + answer);
    line(std::string("(set-info :status ") + status(query_.answer) + ")");
    line("(set-logic ALL)");
  }

  void count_uses(const std::vector<Expr>& roots) {
    for (const Expr root : roots) ++nodes_[root].uses;
    for (const Expr e : order_) {
      for (const Expr arg : e.args()) ++nodes_[arg].uses;
      // A term in a trigger is not to be hidden behind a name.
    }
  }

  void declare_sort(Sort sort) {
    std::vector<Sort> todo{sort};
    while (!todo.empty()) {
      const Sort next = todo.back();
      todo.pop_back();
      if (next.is_map()) todo.insert(todo.end(), {next.value(), next.key()});
      if (next.kind() != gcl::SortKind::Uninterpreted) continue;
      if (sorts_.insert(next.name()).second) {
        line("(declare-sort " + symbols_.sort(next.name()) + " 0)");
      }
    }
  }

  void declare(Expr e) {
    if (e.is(Kind::Var)) {
      declare_sort(e.sort());
      line("(declare-fun " + symbols_.variable(e) + " () " + symbols_.print(e.sort()) + ")");
    } else if (e.is(Kind::BoundVar) || e.is(Kind::ConstMap)) {
      declare_sort(e.sort());
    } else if (e.is(Kind::Apply)) {
      declare_function(e);
    }
  }

  void declare_function(Expr e) {
    const std::string& name = symbols_.function(e);
    if (!functions_.insert(name).second) return;
    std::string domain;
    for (const Expr arg : e.args()) {
      declare_sort(arg.sort());
      domain += (domain.empty() ? "" : " ") + symbols_.print(arg.sort());
    }
    declare_sort(e.sort());
    line("(declare-fun " + name + " (" + domain + ") " + symbols_.print(e.sort()) + ")");
  }

  /// In post order, so that the names of the parts exist.
  void define_if_needed(Expr e) {
    Node& node = measured(e);
    if (node.refused || e.args().empty() || e.has_bound_vars()) return;
    if (e.is(Kind::ConstMap) && !is_value(e.arg(0))) return define_const_map(e, node);
    if (node.depth > max_closed_depth) {
      const std::string name = declare_constant(e);
      line("(assert (= " + name + " " + print(e) + "))");
      named(e, node, name);
      node.depth = 1;
    } else if (node.uses > 1 && node.size > worth_a_name) {
      const std::string name = symbols_.fresh("d");
      line("(define-fun " + name + " () " + symbols_.print(e.sort()) + " " + print(e) + ")");
      named(e, node, name);
    }
  }

  // cvc5 reads constant maps of values only.
  void define_const_map(Expr e, Node& node) {
    const std::string name = declare_constant(e);
    const std::string key = symbols_.fresh("k");
    line("(assert (forall ((" + key + " " + symbols_.print(e.sort().key()) + ")) (= (select " +
         name + " " + key + ") " + print_term(e.arg(0)) + ")))");
    named(e, node, name);
    node.depth = 1;
  }

  std::string declare_constant(Expr e) {
    std::string name = symbols_.fresh("c");
    line("(declare-fun " + name + " () " + symbols_.print(e.sort()) + ")");
    return name;
  }

  void named(Expr e, Node& node, const std::string& name) {
    names_.emplace(e, name);
    node.size = 1;
  }

  Node& measured(Expr e) {
    Node& node = nodes_[e];
    node.size = 1;
    node.refused = !is_shallow(e.sort());
    for (const Expr arg : e.args()) {
      const Node& part = nodes_.at(arg);
      node.size = std::min(node.size + part.size, std::size_t{1'000'000});
      node.depth = std::max(node.depth, part.depth);
      node.refused |= part.refused;
    }
    ++node.depth;
    node.refused |= node.depth > max_open_depth + 1;
    return node;
  }

  std::string print(Expr e) { return SmtlibPrinter(symbols_, names_).print(e); }
  std::string print_term(Expr e) {
    const auto name = names_.find(e);
    return name == names_.end() ? print(e) : name->second;
  }

  void add_assertion(Expr formula, const std::string& comment) {
    if (nodes_.at(formula).refused) {
      line("; left out: a formula too deep for a solver");
    } else {
      line("(assert " + print_term(formula) + ")" + comment);
    }
  }

  static constexpr std::size_t worth_a_name = 8;
  const QueryText& query_;
  std::vector<Expr> order_;  // arguments first
  std::unordered_map<Expr, Node> nodes_;
  std::unordered_map<Expr, std::string> names_;
  SmtlibSymbols symbols_;
  std::unordered_set<std::string> sorts_;
  std::unordered_set<std::string> functions_;
  std::string out_;
};

}  // namespace

std::string query_to_smtlib(const QueryText& query) { return Script(query).text(); }

std::string to_smtlib(gcl::Sort sort) { return SmtlibSymbols().print(sort); }

std::string to_smtlib(gcl::Expr formula) {
  SmtlibSymbols symbols;
  const std::unordered_map<Expr, std::string> no_names;
  return SmtlibPrinter(symbols, no_names).print(formula);
}

}  // namespace pawl::prover
