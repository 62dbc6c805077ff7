// SPDX-License-Identifier: Apache-2.0
//
// What a file declares and claims, collected command by command into a System.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontends/clauses/system.h"
#include "frontends/clauses/terms.h"
#include "gcl/reporter.h"

namespace pawl::frontend::clauses {

class Reader {
 public:
  Reader(gcl::Context& context, const SourceFile& file, gcl::Reporter& reporter, Dialect dialect);

  Terms& terms() { return terms_; }
  /// A variable of clauses.
  gcl::Expr variable(std::string_view name, gcl::Sort sort) { return names_.variable(name, sort); }

  /// False: reported. `names` of the arguments may be empty.
  bool declare_predicate(const Sexpr& name, const std::vector<gcl::Sort>& sorts,
                         std::vector<std::string> names, const Sexpr& at);
  bool is_predicate(std::string_view name) const { return index_.contains(name); }
  const std::vector<std::string>& argument_names(std::string_view predicate) const {
    return system_.predicates[index_.at(predicate)].names;
  }
  bool has_predicates() const { return !index_.empty(); }
  /// `(forall (...) formula)` or a formula, that has to hold.
  void claim(const Sexpr& text);
  /// The same of a formula that is made, over the variables of clauses.
  void claim(gcl::Expr formula, const Sexpr& at);

  /// Of everything that was claimed.
  System finish() &&;

 private:
  struct Open {
    std::optional<gcl::Expr> body;      // Apply
    std::vector<gcl::Expr> constraint;  // conjuncts
  };
  bool has_predicate(gcl::Expr e);
  void claim_closed(gcl::Expr e, const Sexpr& at);
  void add_conclusion(Open open, gcl::Expr conclusion, const Sexpr& at);
  void add_disjunction(Open open, std::span<const gcl::Expr> literals, const Sexpr& at);
  bool add_premise(Open& open, gcl::Expr premise, const Sexpr& at);
  void close(const Open& open, std::optional<gcl::Expr> head, const Sexpr& at);
  Application application(gcl::Expr apply) const;
  void name_arguments();

  gcl::Context& context_;
  gcl::Reporter& reporter_;
  Names names_;
  Terms terms_;
  gcl::PositionFinder place_;
  std::map<std::string_view, std::size_t> index_;
  std::unordered_map<gcl::Expr, bool> has_predicate_;
  std::vector<std::vector<gcl::Sort>> sorts_;  // of the arguments, by predicate
  System system_;
};

}  // namespace pawl::frontend::clauses
