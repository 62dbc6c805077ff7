// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "emit/sorts.h"
#include "emit/term_writer.h"
#include "gcl/program.h"

namespace pawl::emit {

/// Dafny's types and expressions, and the declarations they rest on.
class DafnyTerms final : public TermWriter {
 public:
  explicit DafnyTerms(const gcl::Program& program);

  std::string type(gcl::Sort sort) const;
  std::string binder(gcl::Expr variable) const;
  /// The type of a map sort with its functions.
  std::string map_declaration(gcl::Sort map) const;
  /// Total div and mod, where they were used so far.
  std::string division() const;

 private:
  void special(gcl::Expr e) override;
  Bind special_bind(gcl::Expr e) const override;
  void call(std::string_view function, std::span<const gcl::Expr> arguments) override;
  void variable(gcl::Expr var) override;
  bool is_special_equation(gcl::Expr e) const override { return e.arg(0).sort().is_map(); }
  void if_then_else(gcl::Expr e);
  void divide_reals(gcl::Expr e);
  void convert(gcl::Expr e);
  void quantifier(gcl::Expr e);
  void divide(gcl::Expr e);

  std::string flat(gcl::Sort map) const { return "?" + maps_(map); }

  MapNumbers maps_;
  std::set<std::string> constants_;
  bool divides_ = false;
  bool divides_reals_ = false;
};

}  // namespace pawl::emit
