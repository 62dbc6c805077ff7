// SPDX-License-Identifier: Apache-2.0
//
// From operators and operands to expressions: checks the sorts, says what is wrong and where, and
// otherwise builds exactly the node that was written. An operand with a null expression has been
// reported; whatever contains it is null too, in silence, so that one mistake is one message.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gcl/builtin.h"
#include "gcl/parser_state.h"

namespace pawl::gcl {

struct Operand {
  Expr expr{};
  std::uint32_t begin = 0;  // tokens [begin, end)
  std::uint32_t end = 0;
};

class TypeChecker {
 public:
  explicit TypeChecker(ParserState& state) : state_(state), context_(state.context) {}

  Expr prefix(Tok op, const Operand& operand);
  /// Binary operators, and the n-ary &&, ||, + and * with two operands or more.
  Expr infix(Tok op, std::span<const Operand> operands);
  Expr if_then_else(std::span<const Operand> operands);  // condition, then, else
  Expr select(const Operand& map, const Operand& key);
  Expr store(const Operand& map, const Operand& key, const Operand& value);
  Expr const_map(Sort map, const Operand& value);
  /// `call` is for messages: the tokens of the whole call.
  Expr apply(const FunctionSignature& function, const Operand& call,
             std::span<const Operand> arguments);
  Expr builtin(const Builtin& function, std::span<const std::uint32_t> indices, const Operand& call,
               std::span<const Operand> arguments);
  Expr integer(Name literal);
  Expr negative_integer(Name literal);
  Expr real(Name literal);
  Expr negative_real(Name literal);
  Expr bitvec(Name literal, std::size_t token);

  /// Reports "<what> should be <sort>, but is <other>" unless it has the sort or is null.
  bool has_sort(const Operand& operand, Sort sort, std::string_view what);

 private:
  bool all_have_sort(std::span<const Operand> operands, Sort sort, Tok op);
  /// Real when an operand is: the operators of integers are those of reals.
  Sort number_sort(std::span<const Operand> operands) const;
  bool all_known(std::span<const Operand> operands) const;
  bool is_map(const Operand& map);
  Expr report_arity(std::string_view name, std::size_t wanted, std::size_t given,
                    const Operand& call, const std::string& hint);
  Expr equality(Tok op, const Operand& left, const Operand& right);
  bool are_bitvecs(std::string_view name, std::span<const Operand> arguments);
  bool has_width(std::uint64_t width, const Operand& call);
  Expr make(Kind kind, std::span<const Operand> operands);
  TextRange range(const Operand& operand) const {
    return state_.range_of(operand.begin, operand.end);
  }

  ParserState& state_;
  Context& context_;
  std::vector<Expr> args_;  // scratch of make()
};

}  // namespace pawl::gcl
