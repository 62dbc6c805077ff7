// SPDX-License-Identifier: Apache-2.0
//
// What keeps evaluation as C means it. A value is a term over IL variables; as long as somebody
// holds it, a statement that changes one of these variables first saves the value in a temporary.
// So effects in between never change an operand, and where nothing intervenes nothing is saved.
#include <algorithm>
#include <numeric>

#include "frontends/c/lower/lowering.h"
#include "frontends/c/lower/order.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"
#include "support/assert.h"

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

std::vector<Expr*> parts_of(Expr& value) { return {&value}; }

std::vector<Expr*> parts_of(Pointer& value) {
  std::vector<Expr*> parts = {&value.object, &value.offset};
  for (Expr& index : value.outer) parts.push_back(&index);
  return parts;
}

std::vector<Expr*> parts_of(Location& value) {
  std::vector<Expr*> parts = {&value.object};
  for (Expr& index : value.indices) parts.push_back(&index);
  return parts;
}

std::vector<Expr*> parts_of(std::vector<Expr>& values) {
  std::vector<Expr*> parts;
  for (Expr& value : values) parts.push_back(&value);
  return parts;
}

/// Can a statement change the value of a term? Not if it has nothing but temporaries: each is
/// written where it is made, and never again while somebody holds it.
bool Lowering::is_lasting(Expr value) const {
  if (value.is(gcl::Kind::Var)) return lasting_.contains(value.name());
  return std::ranges::all_of(gcl::free_vars(value),
                             [&](Expr var) { return lasting_.contains(var.name()); });
}

void Lowering::save_held_if(const std::function<bool(Expr)>& concerns) {
  std::vector<std::pair<Expr, Expr>> done;
  for (Expr* held : held_) {
    if (!*held || !concerns(*held)) continue;
    const auto same = [&](const auto& one) { return one.first == *held; };
    auto found = std::ranges::find_if(done, same);
    if (found == done.end()) {
      const Expr copy = temporary("tmp", held->sort());
      gcl::Stmt save = gcl::make_assign({{copy, *held}}, here_);
      cfg_.blocks[current_].statements.push_back(std::move(save));
      found = done.insert(done.end(), {*held, copy});
    }
    *held = found->second;
  }
}

/// Before a statement that changes variables.
void Lowering::save_held(const gcl::Stmt& stmt) {
  if (held_.empty()) return;
  const std::vector<Expr>* targets = nullptr;
  if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) targets = &assign->targets;
  if (const auto* havoc = std::get_if<gcl::Havoc>(&stmt.node)) targets = &havoc->targets;
  if (targets != nullptr) {
    save_held_if([&](Expr held) {
      return std::ranges::any_of(gcl::free_vars(held), [&](Expr var) {
        return std::ranges::find(*targets, var) != targets->end();
      });
    });
  } else if (std::holds_alternative<gcl::Call>(stmt.node)) {
    save_held_if([&](Expr held) { return !is_lasting(held); });
  }
}

/// Where control divides: what is saved later would be saved on one of the ways only.
void Lowering::save_held() {
  save_held_if([&](Expr held) { return !is_lasting(held); });
}

/// A step that the model does not know as it is. To prove: the caller lowers more runs than there
/// are. Where runs are looked for: none goes on from here.
void Lowering::not_exact(const SourceRange& range, const std::string& why) {
  if (approximation_ == Approximation::Over) {
    lowered_.exact = false;
    return;
  }
  lowered_.inexact_steps.push_back({range, why});
  const Expr step = local(inexact_step_variable, context_.int_sort());
  emit_assign(step, number(static_cast<std::int64_t>(lowered_.inexact_steps.size())), range);
  emit_assume(context_.false_(), range);
}

// ---- two ways to one place ------------------------------------------------------------------

std::vector<Expr> Lowering::leave(const std::vector<Expr*>& parts, const SourceRange& range) {
  std::vector<Expr> merged;
  for (const Expr* part : parts) {
    merged.push_back(*part ? temporary("tmp", part->sort()) : Expr());
  }
  leave_in(merged, parts, range);
  return merged;
}

void Lowering::leave_in(const std::vector<Expr>& merged, const std::vector<Expr*>& parts,
                        const SourceRange& range) {
  PAWL_ASSERT(merged.size() == parts.size(), "both ways should yield the same parts");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    PAWL_ASSERT(bool(merged[i]) == bool(*parts[i]), "both ways should yield the same parts");
    if (!merged[i]) continue;
    emit_assign(merged[i], *parts[i], range);
    *parts[i] = merged[i];
  }
}

void Lowering::in_cases(const std::function<void(BlockId, BlockId)>& decide,
                        const SourceRange& range, const std::function<void()>& yes,
                        const std::function<void()>& no,
                        const std::function<std::vector<Expr*>()>& parts) {
  const BlockId yes_block = new_block(range);
  const BlockId no_block = new_block(range);
  const BlockId after = new_block(range);
  decide(yes_block, no_block);
  start(yes_block);
  yes();
  const std::vector<Expr> merged = leave(parts(), range);
  jump(after);
  start(no_block);
  no();
  leave_in(merged, parts(), range);
  jump(after);
  start(after);
}

// ---- the order of operands ------------------------------------------------------------------

Footprints& Lowering::footprints() {
  if (!footprints_) {
    const auto failures = options_.spec             ? Footprints::Failures::Events
                          : options_.checks.empty() ? Footprints::Failures::Assertions
                                                    : Footprints::Failures::Everywhere;
    footprints_ = std::make_unique<Footprints>(points_to_, failures);
  }
  return *footprints_;
}

void Lowering::refuse_clash(const clang::Expr* where, const clang::VarDecl* variable) const {
  refuse(where->getSourceRange(),
         "a change of '" + variable->getNameAsString() + "' and another use of it in any order",
         "C leaves undefined what happens; write two statements");
}

/// In how many orders the operands may run so that it makes a difference. Two: as they come, and
/// `other`.
Lowering::Turns Lowering::turns(const std::vector<Operand>& operands,
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

void Lowering::evaluate_in_turn(const std::vector<Operand>& operands,
                                const std::vector<std::size_t>& turn) {
  std::vector<Expr> nothing;
  const Held here(*this, nothing);  // what follows is held until here
  for (const std::size_t i : turn) {
    operands[i].evaluate();
    for (Expr* part : operands[i].parts()) held_.push_back(part);
  }
}

/// Of an operator, a call, a list: in the order given, or to prove in all orders that C allows and
/// that make a difference.
void Lowering::evaluate_operands(const std::vector<Operand>& operands, const SourceRange& range) {
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
      cfg_.blocks.size() > max_blocks_with_choices) {
    withhold(range, why);
    return evaluate_in_turn(operands, given);
  }
  not_exact(range, why);
  const auto all_parts = [&] {
    std::vector<Expr*> all;
    for (const Operand& one : operands) {
      for (Expr* part : one.parts()) all.push_back(part);
    }
    return all;
  };
  ++open_choices_;
  in_cases(
      [&](BlockId yes, BlockId no) {
        end_with(gcl::Branch{std::nullopt, yes, no, range});
      },
      range, [&] { evaluate_in_turn(operands, given); }, [&] { evaluate_in_turn(operands, other); },
      all_parts);
  --open_choices_;
}

/// The arguments of a call, and what says which function it is.
void Lowering::check_order(const clang::CallExpr* call) {
  std::vector<const clang::Expr*> operands(call->arg_begin(), call->arg_end());
  if (call->getDirectCallee() == nullptr) operands.push_back(call->getCallee());
  if (operands.size() < 2) return;
  check_order(operands, place(call), "the order in which arguments are evaluated");
}

/// They are lowered as they come; if another order makes a difference, nothing is proved with it.
void Lowering::check_order(const std::vector<const clang::Expr*>& operands,
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
      withhold(range, why);
      return;
    }
  }
}

/// The lowering that proofs use leaves something out: from here on nothing is proved.
void Lowering::withhold(const SourceRange& range, const std::string& why) {
  if (approximation_ == Approximation::Under) return;
  not_exact(range, why);
  if (!quiet_) {
    diagnostics_.note(range, why + " makes a difference that is not followed up",
                      "nothing that this line leads to is proved");
  }
  const BlockId lost = new_block(range);
  const BlockId after = new_block(range);
  end_with(gcl::Branch{std::nullopt, lost, after, range});
  start(lost);
  emit_assert(context_.false_(), range, "not modelled");
  end_with(gcl::Halt{});
  start(after);
}

/// Likewise, but exact as long as `known` holds.
void Lowering::exact_only_if(Expr known, const SourceRange& range, const std::string& why) {
  known = gcl::mk_implies(context_, gcl::mk_and(context_, guards_), known);
  if (known.is_true()) return;
  if (approximation_ == Approximation::Over) {
    lowered_.exact = false;
    return;
  }
  lowered_.inexact_steps.push_back({range, why});
  const Expr step = local(inexact_step_variable, context_.int_sort());
  const Expr here = number(static_cast<std::int64_t>(lowered_.inexact_steps.size()));
  const Expr stopped = gcl::mk_ite(context_, known, number(0), here);
  cfg_.blocks[current_].statements.push_back(gcl::make_assign({{step, stopped}}, range));
  cfg_.blocks[current_].statements.push_back(gcl::make_assume({known, range}));
}

}  // namespace pawl::frontend::c
