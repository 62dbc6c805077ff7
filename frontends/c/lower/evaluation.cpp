// SPDX-License-Identifier: Apache-2.0
//
// What keeps evaluation as C means it. A value is a term over IL variables; as long as somebody
// holds it, a statement that changes one of these variables first saves the value in a temporary.
// So effects in between never change an operand, and where nothing intervenes nothing is saved.
#include <algorithm>

#include "frontends/c/lower/lowering.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using gcl::Expr;

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

}  // namespace pawl::frontend::c
