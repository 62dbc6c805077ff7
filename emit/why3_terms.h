// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "emit/sorts.h"
#include "emit/term_writer.h"

namespace pawl::emit {

/// Types, formulas and program expressions of WhyML, and the declarations they rest on.
class Why3Terms final : public TermWriter {
 public:
  /// In programs && and || are those of bool; in formulas they would be asymmetric.
  enum class Use { Formula, Program };
  Why3Terms(const gcl::Program& program, Use use);

  std::string type(gcl::Sort sort) const;
  std::string binder(gcl::Expr variable) const;  // (x: int)
  std::string map_declaration(gcl::Sort map) const;
  bool divides() const { return divides_; }

  /// Can it stand in a program?
  static bool is_program(gcl::Expr e);
  /// Triggers are written in axioms only: in goals Z3, called by Why3, does better without.
  void keep_triggers() { triggers_ = Triggers::Written; }
  void drop_triggers() { triggers_ = Triggers::Dropped; }

 private:
  enum class Triggers { Written, Dropped };

  void special(gcl::Expr e) override;
  Bind special_bind(gcl::Expr e) const override;
  void call(std::string_view function, std::span<const gcl::Expr> arguments) override;
  bool is_special_equation(gcl::Expr e) const override { return e.arg(0).sort().is_map(); }
  void if_then_else(gcl::Expr e);
  void quantifier(gcl::Expr e);

  std::string flat(gcl::Sort map) const { return "__" + maps_(map); }

  MapNumbers maps_;
  bool divides_ = false;
  Triggers triggers_ = Triggers::Dropped;
};

}  // namespace pawl::emit
