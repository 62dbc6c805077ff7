// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "slam/bp_parser_state.h"

namespace pawl::slam {

/// Where an expression stands decides what `||` means: between the choices of a branch it
/// separates, unless it is in parentheses.
enum class OrBars { IsOr, Separates };

/// Reads one expression, with its own stacks: expressions may be 100,000 deep.
class BpExprParser {
 public:
  explicit BpExprParser(BpParserState& state) : state_(state) {}
  /// Nothing after a syntax error; unknown names are reported and read as F.
  std::optional<BpExpr> parse(OrBars bars);

 private:
  enum class Open : std::uint8_t { Paren, Not, Tick, Binary, Pos, Neg };
  struct Frame {
    Open kind;
    BpOp op;            // Binary; Choose or Schoose for Pos and Neg
    std::size_t begin;  // Tick: where the operand begins in out_
  };
  enum class Step { WantOperand, HaveOperand, Done, Failed };

  Step operand();
  Step choose(BpOp op);
  Step number();
  Step after_operand();
  Step binary(BpOp op);
  Step next_argument();
  Step close(BpTok tok);
  Step emit(BpOp op, VarRef var = {});
  void complete_operators();
  void complete_prefixes();

  BpParserState& state_;
  OrBars bars_ = OrBars::IsOr;
  std::vector<Frame> frames_;
  std::size_t enclosing_ = 0;  // parentheses and brackets among them
  std::vector<BpExpr::Node> out_;
};

}  // namespace pawl::slam
