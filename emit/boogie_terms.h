// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "emit/term_writer.h"

namespace pawl::emit {

/// Boogie's types and expressions. Helper functions that the expressions use are collected and
/// declared by `helpers`.
class BoogieTerms final : public TermWriter {
 public:
  BoogieTerms();

  std::string type(gcl::Sort sort) const;
  /// `x: int`
  std::string binder(gcl::Expr variable) const;
  /// Declarations of what was used so far.
  std::string helpers() const;

 private:
  void special(gcl::Expr e) override;
  Bind special_bind(gcl::Expr e) const override;
  void call(std::string_view function, std::span<const gcl::Expr> arguments) override;
  bool is_special_equation(gcl::Expr e) const override { return e.arg(0).sort().is_map(); }

  void if_then_else(gcl::Expr e);
  void map_access(gcl::Expr e);
  void quantifier(gcl::Expr e);
  /// A function that is always true, for quantifiers without a term to match.
  std::string mark(gcl::Expr bound);
  void bit_vector(gcl::Expr e);
  std::string equality(gcl::Sort map);
  std::string constant_map(gcl::Sort map);

  std::map<std::string, std::string> helpers_;  // name -> declaration
};

}  // namespace pawl::emit
