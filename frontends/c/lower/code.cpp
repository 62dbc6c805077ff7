// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/code.h"

#include <algorithm>

#include "frontends/c/lower/frame.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using gcl::BlockId;
using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

Code::Code(const Rooms& rooms)
    : unit_(rooms.unit),
      options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      diagnostics_(rooms.diagnostics),
      lowered_(rooms.lowered) {}

void Code::begin(const std::string& procedure) {
  procedure_name_ = procedure;
  cfg_ = {};
  all_frames_.clear();
  frames_.clear();
  locals_.clear();
  local_order_.clear();
  reserved_.clear();
  guards_.clear();
  held_.clear();
}

void Code::enter(std::unique_ptr<Frame> frame) {
  frames_.push_back(frame.get());
  all_frames_.push_back(std::move(frame));
}

/// Can a statement change the value of a term? Not if it has nothing but temporaries: each is
/// written where it is made, and never again while somebody holds it.
bool Code::is_lasting(Expr value) const {
  if (value.is(gcl::Kind::Var)) return lasting_.contains(value.name());
  return std::ranges::all_of(gcl::free_vars(value),
                             [&](Expr var) { return lasting_.contains(var.name()); });
}

void Code::save_held_if(const std::function<bool(Expr)>& concerns) {
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
void Code::save_held(const gcl::Stmt& stmt) {
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
void Code::save_held() {
  save_held_if([&](Expr held) { return !is_lasting(held); });
}

/// A step that the model does not know as it is. To prove: the caller lowers more runs than there
/// are. Where runs are looked for: none goes on from here.
void Code::not_exact(const SourceRange& range, const std::string& why) {
  if (approximation_ == Approximation::Over) {
    note_approximation(range, why);
    return;
  }
  if (!guards_.empty()) {  // it may not be evaluated
    exact_only_if(context_.false_(), range, why);
    return;
  }
  lowered_.inexact_steps.push_back({range, why});
  const Expr step = local(inexact_step_variable, context_.int_sort());
  emit_assign(step, number(static_cast<std::int64_t>(lowered_.inexact_steps.size())), range);
  emit_assume(context_.false_(), range);
}

/// Once for each place, however often it is inlined.
void Code::note_approximation(const SourceRange& range, const std::string& reason) {
  lowered_.exact = false;
  const std::string why = reason.substr(0, reason.find_last_not_of(',') + 1);
  const bool known =
      std::ranges::any_of(lowered_.over_approximations, [&](const InexactStep& other) {
        return other.why == why && other.range.begin.line == range.begin.line &&
               other.range.begin.column == range.begin.column;
      });
  if (!known) lowered_.over_approximations.push_back({range, why});
}

std::vector<Expr> Code::leave(const std::vector<Expr*>& parts, const SourceRange& range) {
  std::vector<Expr> merged;
  for (const Expr* part : parts) {
    merged.push_back(*part ? temporary("tmp", part->sort()) : Expr());
  }
  leave_in(merged, parts, range);
  return merged;
}

void Code::leave_in(const std::vector<Expr>& merged, const std::vector<Expr*>& parts,
                    const SourceRange& range) {
  PAWL_ASSERT(merged.size() == parts.size(), "both ways should yield the same parts");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    PAWL_ASSERT(bool(merged[i]) == bool(*parts[i]), "both ways should yield the same parts");
    if (!merged[i]) continue;
    emit_assign(merged[i], *parts[i], range);
    *parts[i] = merged[i];
  }
}

void Code::in_cases(const std::function<void(BlockId, BlockId)>& decide, const SourceRange& range,
                    const std::function<void()>& yes, const std::function<void()>& no,
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

/// The lowering that proofs use leaves something out: from here on nothing is proved.
void Code::withhold(const SourceRange& range, const std::string& why) {
  if (approximation_ == Approximation::Under) return;
  not_exact(range, why);
  diagnostics_.note(range, why + " makes a difference that is not followed up",
                    "nothing that this line leads to is proved");
  leave_open(range, "not modelled");
}

/// Something may fail here that is not looked at.
void Code::leave_open(const SourceRange& range, const std::string& label) {
  if (approximation_ == Approximation::Under) return;
  const BlockId lost = new_block(range);
  const BlockId after = new_block(range);
  end_with(gcl::Branch{std::nullopt, lost, after, range});
  start(lost);
  emit_assert(context_.false_(), range, label);
  end_with(gcl::Halt{});
  start(after);
}

/// Likewise, but exact as long as `known` holds.
void Code::exact_only_if(Expr known, const SourceRange& range, const std::string& why) {
  known = gcl::mk_implies(context_, gcl::mk_and(context_, guards_), known);
  if (known.is_true()) return;
  if (approximation_ == Approximation::Over) {
    note_approximation(range, why);
    return;
  }
  lowered_.inexact_steps.push_back({range, why});
  const Expr step = local(inexact_step_variable, context_.int_sort());
  const Expr here = number(static_cast<std::int64_t>(lowered_.inexact_steps.size()));
  const Expr stopped = gcl::mk_ite(context_, known, number(0), here);
  cfg_.blocks[current_].statements.push_back(gcl::make_assign({{step, stopped}}, range));
  cfg_.blocks[current_].statements.push_back(gcl::make_assume({known, range}));
}

/// Of a question about floating-point numbers of which nothing is known.
Expr Code::any_answer() {
  not_exact(here_, "a comparison of floating-point numbers");
  const Expr answer = temporary("unknown");
  emit(gcl::make_havoc({answer}, here_));
  return gcl::mk_eq(context_, answer, number(0));
}

Expr Code::truth(Expr condition) {
  if (condition.is_true()) return number(1);
  if (condition.is_false()) return number(0);
  return gcl::mk_ite(context_, condition, number(1), number(0));
}

/// match:  (if c then 1 else 0) != 0     result: c
Expr Code::nonzero(Expr value) {
  if (value.is(Kind::Ite) && value.arg(1).is(Kind::IntConst) && value.arg(2).is(Kind::IntConst)) {
    const bool yes = value.arg(1).text() != "0";
    const bool no = value.arg(2).text() != "0";
    if (yes != no) return yes ? value.arg(0) : gcl::mk_not(context_, value.arg(0));
  }
  if (value.is(Kind::IntConst)) return context_.bool_(value.text() != "0");
  if (value.sort().is_real() && options_.floats == Floats::Any) return any_answer();
  if (value.sort().is_real()) {
    return gcl::mk_not(context_, gcl::mk_eq(context_, value, context_.real_const("0.0")));
  }
  return gcl::mk_not(context_, gcl::mk_eq(context_, value, number(0)));
}

BlockId Code::new_block(const SourceRange& range) {
  cfg_.blocks.emplace_back();
  cfg_.blocks.back().range = range;
  return cfg_.blocks.size() - 1;
}

void Code::end_with(decltype(gcl::BasicBlock::end) end) {
  save_held();
  cfg_.blocks[current_].end = std::move(end);
}

void Code::jump(BlockId target) { end_with(gcl::Goto{target}); }

void Code::emit(gcl::Stmt stmt) {
  save_held(stmt);
  refuse_under_guards(stmt);
  cfg_.blocks[current_].statements.push_back(std::move(stmt));
}

void Code::emit_assign(Expr target, Expr value, const SourceRange& range) {
  emit(gcl::make_assign({{target, value}}, range));
}

void Code::emit_assume(Expr condition, const SourceRange& range) {
  const Expr guarded = gcl::mk_implies(context_, gcl::mk_and(context_, guards_), condition);
  if (!guarded.is_true()) emit(gcl::make_assume({guarded, range}));
}

void Code::emit_assert(Expr condition, const SourceRange& range, std::string label) {
  const Expr guarded = gcl::mk_implies(context_, gcl::mk_and(context_, guards_), condition);
  emit(gcl::Stmt{gcl::Assert{{guarded, range}, {}, std::move(label)}, range});
}

void Code::need(Expr condition, Hazard hazard) {
  if (options_.checks.contains(hazard)) {
    emit_assert(condition, here_, to_string(hazard));
  } else {
    emit_assume(condition, here_);
  }
}

Expr Code::local(const std::string& name, gcl::Sort sort) {
  const auto found = locals_.find(name);
  if (found != locals_.end()) return found->second;
  const Expr var = context_.var(name, sort);
  locals_.emplace(name, var);
  local_order_.push_back({var, here_});
  return var;
}

Expr Code::temporary(const char* stem, gcl::Sort sort) {
  const std::string name = std::string(stem) + "$" + std::to_string(++temporaries_);
  lasting_.insert(name);
  return local(name, sort ? sort : context_.int_sort());
}

Expr Code::saved(Expr value, const SourceRange& range, const char* stem) {
  if (value.is(gcl::Kind::IntConst) || value.is(gcl::Kind::RealConst)) return value;
  const Expr var = temporary(stem, value.sort());
  emit_assign(var, value, range);
  return var;
}

void Code::refuse(clang::SourceRange where, const std::string& message,
                  const std::string& hint) const {
  const SourceRange range = where.isValid() ? unit_.place(where) : here_;
  throw Unsupported{range, message, hint.empty() ? "see frontends/c/SUPPORTED.md" : hint};
}

void Code::refuse_here(const std::string& message, const std::string& hint) const {
  throw Unsupported{here_, message, hint};
}

/// What is evaluated under a condition has no effects, or there would be a branch.
void Code::refuse_under_guards(const gcl::Stmt& stmt) const {
  if (guards_.empty()) return;
  const auto lasts = [&](Expr target) { return lasting_.contains(target.name()); };
  bool harmless = true;
  if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
    harmless = std::ranges::all_of(assign->targets, lasts);
  } else if (const auto* havoc = std::get_if<gcl::Havoc>(&stmt.node)) {
    harmless = std::ranges::all_of(havoc->targets, lasts);
  } else {
    harmless = !std::holds_alternative<gcl::Call>(stmt.node);
  }
  if (!harmless) refuse_here("an effect of an operand that may not be evaluated", "use 'if'");
}

Pointer Code::saved(const Pointer& pointer, const SourceRange& range) {
  Pointer result{saved(pointer.object, range), Expr()};
  if (pointer.offset) result.offset = saved(pointer.offset, range);
  for (const Expr index : pointer.outer) result.outer.push_back(saved(index, range));
  return result;
}

Expr Code::scaled(std::int64_t factor, Expr value) {
  if (factor == 1) return value;
  if (value.is(Kind::IntConst)) {
    return context_.int_const(
        (Integer(factor) * Integer(std::string_view(value.text()))).to_string());
  }
  return context_.make(Kind::Mul, {number(factor), value});
}

void Code::branch(std::optional<gcl::Located> condition, BlockId then_target, BlockId else_target) {
  end_with(gcl::Branch{std::move(condition), then_target, else_target});
}

}  // namespace pawl::frontend::c
