// SPDX-License-Identifier: Apache-2.0
//
// What keeps evaluation as C means it. A value is a term over IL variables; as long as somebody
// holds it, a statement that changes one of these variables first saves the value in a temporary.
// So effects in between never change an operand, and where nothing intervenes nothing is saved.
#include "frontends/c/lower/evaluation.h"

#include <algorithm>
#include <numeric>

#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/order.h"

namespace pawl::frontend::c {

using gcl::BlockId;
using gcl::Expr;

namespace {

/// Both orders double what the operands become; orders within orders do so again.
constexpr std::size_t max_open_choices = 2;
constexpr std::size_t max_blocks_with_choices = 5'000;

bool has_labels_or_blocks(const clang::Stmt* stmt) {
  if (stmt == nullptr) return false;
  if (llvm::isa<clang::StmtExpr>(stmt)) return true;
  return std::ranges::any_of(stmt->children(), has_labels_or_blocks);
}

}  // namespace

// ---- two ways to one place ------------------------------------------------------------------

// ---- the order of operands ------------------------------------------------------------------

Evaluation::Evaluation(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      points_to_(rooms.points_to),
      code_(rooms.code) {}

Footprints& Evaluation::footprints() {
  if (!footprints_) {
    const auto failures = options_.spec             ? Footprints::Failures::Events
                          : options_.checks.empty() ? Footprints::Failures::Assertions
                                                    : Footprints::Failures::Everywhere;
    footprints_ = std::make_unique<Footprints>(points_to_, failures);
  }
  return *footprints_;
}

void Evaluation::refuse_clash(const clang::Expr* where, const clang::VarDecl* variable) const {
  // A mistake of the program, and not a gap of the model: it is not passed over.
  throw Unsupported{
      code_.place(where),
      "a change of '" + variable->getNameAsString() + "' and another use of it in any order",
      "C leaves undefined what happens; write two statements", true};
}

/// In how many orders the operands may run so that it makes a difference. Two: as they come, and
/// `other`.
Evaluation::Turns Evaluation::turns(const std::vector<Operand>& operands,
                                    std::vector<std::size_t>& other) {
  std::vector<std::size_t> calling;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (has_calls_or_effects(operands[i].expr)) calling.push_back(i);
  }
  if (calling.empty()) return Turns::One;
  Turns result = Turns::One;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = i + 1; j < operands.size(); ++j) {
      const bool quiet = std::ranges::find(calling, i) == calling.end() &&
                         std::ranges::find(calling, j) == calling.end();
      if (quiet) continue;
      const Operand& left = operands[i];
      const Operand& right = operands[j];
      if (const auto* var = Footprints::clash(left.expr, right.expr)) refuse_clash(left.expr, var);
      const clang::Expr* also_read = left.also_read != nullptr ? left.also_read : right.also_read;
      const auto order = left.also_read != nullptr || right.also_read == nullptr
                             ? footprints().order(left.expr, right.expr, also_read)
                             : footprints().order(right.expr, left.expr, also_read);
      if (order == Footprints::Order::Free) continue;
      if (order == Footprints::Order::Mixed || result != Turns::One) return Turns::Many;
      result = Turns::Two;
      other.resize(operands.size());
      std::iota(other.begin(), other.end(), std::size_t{0});
      // i right after j: all others do not mind.
      std::rotate(other.begin() + static_cast<std::ptrdiff_t>(i),
                  other.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  other.begin() + static_cast<std::ptrdiff_t>(j) + 1);
    }
  }
  return result;
}

void Evaluation::evaluate_in_turn(const std::vector<Operand>& operands,
                                  const std::vector<std::size_t>& turn) {
  std::vector<Expr> nothing;
  Held here(code_, nothing);  // what follows is held until here
  for (const std::size_t i : turn) {
    operands[i].evaluate();
    here.add(operands[i].parts());
  }
}

/// Of an operator, a call, a list: in the order given, or to prove in all orders that C allows and
/// that make a difference.
void Evaluation::evaluate_operands(const std::vector<Operand>& operands, const SourceRange& range) {
  std::vector<std::size_t> given(operands.size());
  std::iota(given.begin(), given.end(), std::size_t{0});
  std::vector<std::size_t> other;
  const Turns how = turns(operands, other);
  if (how == Turns::One || approximation_ == Approximation::Under) {
    return evaluate_in_turn(operands, given);
  }
  const std::string why = "the order in which operands are evaluated";
  const bool copies = std::ranges::any_of(operands, [](const Operand& one) {
    return has_labels_or_blocks(one.expr) || one.expr->getType()->isRecordType();
  });
  if (how == Turns::Many || copies || open_choices_ >= max_open_choices ||
      code_.cfg().blocks.size() > max_blocks_with_choices) {
    code_.withhold(range, why);
    return evaluate_in_turn(operands, given);
  }
  code_.not_exact(range, why);
  const auto all_parts = [&] {
    std::vector<Expr*> all;
    for (const Operand& one : operands) {
      for (Expr* part : one.parts()) all.push_back(part);
    }
    return all;
  };
  ++open_choices_;
  code_.in_cases(
      [&](BlockId yes, BlockId no) {
        code_.end_with(gcl::Branch{std::nullopt, yes, no, range});
      },
      range, [&] { evaluate_in_turn(operands, given); }, [&] { evaluate_in_turn(operands, other); },
      all_parts);
  --open_choices_;
}

/// The arguments of a call, and what says which function it is.
void Evaluation::check_order(const clang::CallExpr* call) {
  std::vector<const clang::Expr*> operands(call->arg_begin(), call->arg_end());
  if (call->getDirectCallee() == nullptr) operands.push_back(call->getCallee());
  if (operands.size() < 2) return;
  check_order(operands, code_.place(call), "the order in which arguments are evaluated");
}

/// They are lowered as they come; if another order makes a difference, nothing is proved with it.
void Evaluation::check_order(const std::vector<const clang::Expr*>& operands,
                             const SourceRange& range, const std::string& why) {
  std::vector<bool> calls;
  for (const clang::Expr* one : operands) calls.push_back(has_calls_or_effects(one));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = i + 1; j < operands.size(); ++j) {
      if (operands[i] == operands[j] || (!calls[i] && !calls[j])) continue;
      if (const auto* var = Footprints::clash(operands[i], operands[j])) {
        refuse_clash(operands[i], var);
      }
      if (approximation_ == Approximation::Under) continue;
      if (footprints().order(operands[i], operands[j], nullptr) == Footprints::Order::Free) {
        continue;
      }
      code_.withhold(range, why);
      return;
    }
  }
}

}  // namespace pawl::frontend::c
