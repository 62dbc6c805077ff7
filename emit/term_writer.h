// SPDX-License-Identifier: Apache-2.0
//
// Expressions as text of another language. The connectives and the arithmetic that all of them
// share are written here, from gcl/kind_info.h and a table of tokens; each language adds maps,
// quantifiers, division and the rest. Explicit stack: formulas are 100,000 deep.
//
// No reliance on the finer rules of precedence, which differ: a connective below another one stands
// in parentheses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emit/names.h"
#include "gcl/expr.h"

namespace pawl::emit {

/// How tightly a text binds, loosest first.
enum class Bind : std::uint8_t {
  Any,
  Implication,
  Connective,
  Comparison,
  Sum,
  Product,
  Prefix,
  Call,
  Atom
};

struct Tokens {
  std::string_view true_, false_, not_, and_, or_, implies, iff, equal, unequal;
  enum class Chains : std::uint8_t { No, Yes } chains;  // 0 <= i < n
  std::string_view real = {};                           // what operators of reals end with
};

class TermWriter {
 public:
  TermWriter(const Names& names, const Tokens& tokens) : names_(names), tokens_(tokens) {}
  virtual ~TermWriter() = default;
  TermWriter(const TermWriter&) = delete;
  TermWriter& operator=(const TermWriter&) = delete;

  std::string operator()(gcl::Expr e, Bind context = Bind::Any);
  std::string name(std::string_view gcl_name) const { return names_(gcl_name); }

 protected:
  /// Writes what the languages do not share. Only put, infix and call, in the order of the text.
  virtual void special(gcl::Expr e) = 0;
  virtual Bind special_bind(gcl::Expr e) const = 0;
  virtual void call(std::string_view function, std::span<const gcl::Expr> arguments) = 0;
  virtual void variable(gcl::Expr var) { put(name_of(var)); }
  /// Equations that `==` does not express.
  virtual bool is_special_equation(gcl::Expr) const { return false; }

  void put(std::string text) { pieces_.push_back({std::move(text), {}, Bind::Any}); }
  void put(gcl::Expr e, Bind context) { pieces_.push_back({{}, e, context}); }
  void infix(std::span<const gcl::Expr> operands, std::string_view op, Bind first, Bind others);
  std::string name_of(gcl::Expr e) const { return names_(e.name()); }

 private:
  struct Piece {
    std::string text;
    gcl::Expr expr;  // null: the text
    Bind context = Bind::Any;
  };

  bool is_shared(gcl::Expr e) const;
  Bind bind_of(gcl::Expr e) const;
  void node(gcl::Expr e);
  void leaf(gcl::Expr e);
  void operation(gcl::Expr e);
  void minus(gcl::Expr e);
  std::string token(gcl::Expr e) const;
  void real_constant(gcl::Expr e);
  void negation(gcl::Expr e);
  std::string of_reals(std::string_view op) const {
    return std::string(op) + std::string(tokens_.real);
  }
  void conjunction(gcl::Expr e);

  const Names& names_;
  const Tokens& tokens_;
  std::vector<Piece> pieces_;  // of the node being written
};

}  // namespace pawl::emit
