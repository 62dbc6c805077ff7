// SPDX-License-Identifier: Apache-2.0
//
// A predicate is stored under its atom, as one spelling: a == b, b == a and a != b are one.
#include "slam/predicate_set.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/moments.h"
#include "gcl/parser.h"
#include "gcl/traverse.h"
#include "slam/strengthen.h"
#include "slam/symbolic.h"

namespace pawl::slam {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

PredicateSet::Added PredicateSet::add(Context& context, const std::string& scope, Expr predicate) {
  const Atom atom = atom_of(context, simplify(context, predicate));
  if (atom.expr.is_true() || atom.expr.is_false()) return Added::Known;
  for (const std::string& wider : {std::string(), scope}) {
    if (std::binary_search(atoms_[wider].begin(), atoms_[wider].end(), atom.expr))
      return Added::Known;
  }
  std::vector<Expr>& atoms = atoms_[scope];
  atoms.insert(std::upper_bound(atoms.begin(), atoms.end(), atom.expr), atom.expr);
  while (predicate.is(Kind::Not)) predicate = predicate.arg(0);
  by_scope_[scope].push_back(predicate);
  return Added::New;
}

const std::vector<Expr>& PredicateSet::of(const std::string& scope) const {
  static const std::vector<Expr> none;
  const auto found = by_scope_.find(scope);
  return found == by_scope_.end() ? none : found->second;
}

std::size_t PredicateSet::size() const {
  std::size_t count = 0;
  for (const auto& [scope, predicates] : by_scope_) count += predicates.size();
  return count;
}

namespace {

std::string_view trimmed(std::string_view text) {
  if (const auto comment = text.find("//"); comment != std::string_view::npos) {
    text = text.substr(0, comment);
  }
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// One line after the other: a scope, or a predicate of the scope before it.
class Reader {
 public:
  Reader(Context& context, const gcl::Program& program, const SourceFile& file, PredicateSet& into,
         Diagnostics& diagnostics)
      : context_(context),
        program_(program),
        file_(file),
        into_(into),
        diagnostics_(diagnostics),
        nobody_() {
    scope_ = &nobody_;
  }

  void run() {
    std::uint32_t number = 1;
    for (std::size_t begin = 0; begin < file_.text().size(); ++number) {
      const std::size_t end = std::min(file_.text().find('\n', begin), file_.text().size());
      line(trimmed(std::string_view(file_.text()).substr(begin, end - begin)), number);
      begin = end + 1;
    }
  }

 private:
  void line(std::string_view text, std::uint32_t number) {
    if (text.empty()) return;
    if (text.back() != ':') return predicate(text, number);
    text.remove_suffix(1);
    text = trimmed(text);
    if (text == "global") {
      scope_ = &nobody_;
      return;
    }
    constexpr std::string_view keyword = "procedure ";
    if (!text.starts_with(keyword)) {
      return error(number, "expected 'global:' or 'procedure NAME:'");
    }
    const std::string name(trimmed(text.substr(keyword.size())));
    const gcl::Procedure* found = program_.find_procedure(name);
    if (found == nullptr) return error(number, "there is no procedure '" + name + "'");
    scope_ = found;
  }

  void predicate(std::string_view text, std::uint32_t number) {
    const SourceFile one(file_.name() + ":" + std::to_string(number), std::string(text));
    Diagnostics inner;
    const Expr e =
        gcl::parse_expr(context_, one, program_, *scope_, {}, context_.bool_sort(), inner);
    if (!e) {
      for (const Diagnostic& problem : inner.all()) {
        error(number, problem.message + " in the predicate '" + std::string(text) + "'");
      }
      return;
    }
    if (gcl::mentions(e, Kind::Entry)) return error(number, "a predicate cannot speak of entry()");
    if (scope_ == &nobody_ && gcl::mentions(e, Kind::Old)) {
      return error(number, "old() belongs to a procedure, but this predicate is global");
    }
    into_.add(context_, scope_->name, to_symbolic(context_, program_, e));
  }

  void error(std::uint32_t number, const std::string& message) {
    diagnostics_.error({&file_, {number, 1}, {number, 2}}, message, "see docs/slam.md");
  }

  Context& context_;
  const gcl::Program& program_;
  const SourceFile& file_;
  PredicateSet& into_;
  Diagnostics& diagnostics_;
  gcl::Procedure nobody_;  // no variables: globals are in scope everywhere
  const gcl::Procedure* scope_ = nullptr;
};

/// What is read at the moment of entry: old(g), or old(m)[a] as far as a is known then and now.
std::vector<Expr> read_at_entry(Context& context, Expr predicate) {
  std::vector<Expr> found;
  gcl::post_order(predicate, [&](Expr e) {
    const bool scalar = e.is(Kind::Var) && !e.sort().is_map() && constant_of(context, e);
    bool read = false;
    if (e.is(Kind::Select) && !e.sort().is_map() && !e.has_bound_vars()) {
      Expr map = e;
      while (map.is(Kind::Select)) map = map.arg(0);
      read = map.is(Kind::Var) && constant_of(context, map);
    }
    if (scalar || read) found.push_back(e);
  });
  return found;
}

}  // namespace

void read_predicates(Context& context, const gcl::Program& program, const SourceFile& file,
                     PredicateSet& into, Diagnostics& diagnostics) {
  Reader(context, program, file, into, diagnostics).run();
}

void add_clauses(Context& context, const gcl::Program& program, PredicateSet& into) {
  for (const gcl::Procedure& procedure : program.procedures) {
    if (!procedure.body) continue;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      const auto* loop = std::get_if<gcl::While>(&stmt.node);
      if (loop == nullptr || !loop->skolems.empty()) return;
      for (const gcl::Located& one : loop->predicates) {
        if (gcl::mentions(one.expr, Kind::Entry)) continue;
        into.add(context, procedure.name, to_symbolic(context, program, one.expr));
      }
    });
  }
}

void add_binding_predicates(Context& context, const gcl::Program& program, PredicateSet& into) {
  for (const gcl::Procedure& procedure : program.procedures) {
    const std::vector<Expr> predicates = into.of(procedure.name);
    for (const Expr predicate : predicates) {
      for (const Expr read : read_at_entry(context, predicate)) {
        gcl::Substitution now;
        for (const Expr var : gcl::free_vars(read)) {
          const Expr of = constant_of(context, var);
          // The address stays what it is: *'p = '*p compares two contents of one place.
          if (of && (var == read || var.sort().is_map())) now[var] = of;
        }
        const Expr current = gcl::substitute(context, read, now);
        into.add(context, procedure.name, gcl::mk_eq(context, current, read));
      }
    }
  }
}

}  // namespace pawl::slam
