// SPDX-License-Identifier: Apache-2.0
#include "cli/loop_describer.h"

#include <algorithm>
#include <utility>

#include "frontends/c/back/assigned_text.h"
#include "frontends/c/back/c_terms.h"
#include "frontends/c/back/loop_assigns.h"
#include "frontends/c/back/source_terms.h"
#include "gcl/build.h"
#include "gcl/conjuncts.h"
#include "gcl/moments.h"
#include "gcl/parser.h"
#include "gcl/targets.h"

namespace pawl::cli {

namespace c = frontend::c;
using result::ConjunctResult;

void Known::add(gcl::Expr fact) {
  if (consequences_) consequences_->assume(fact);
  facts_.push_back(fact);
}

bool Known::implies(gcl::Expr fact) {
  if (!consequences_) {
    start_(consequences_);
    for (const gcl::Expr one : facts_) consequences_->assume(one);
  }
  return consequences_->implies(fact);
}

Known LoopDescriber::known(std::vector<gcl::Expr> facts) {
  const auto start = [this](std::optional<engine::Consequences>& consequences) {
    consequences.emplace(context_, program_, prover_, log_);
  };
  return {start, std::move(facts)};
}

void LoopDescriber::describe(Instance& instance) {
  std::vector<ConjunctResult>& conjuncts = instance.result->invariant;
  find_ground(instance);
  Ground& ground = grounds_.at(instance.activation);
  std::vector<gcl::Expr> formulas, facts = ground.facts;
  for (const ConjunctResult& conjunct : conjuncts) {
    formulas.push_back(parsed(conjunct.text, instance, context_.bool_sort()));
    if (formulas.back() && conjunct.certified()) facts.push_back(formulas.back());
  }
  Known all = known(facts);
  keep_what_is_there(ground, all);
  const std::vector<gcl::Expr> assigned = said_by_assigns(instance);
  Known by_assigns = known(assigned);
  const c::Certified certified = {context_, [&](gcl::Expr fact) { return all.implies(fact); }};
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (!formulas[i]) continue;
    Statement one = said(formulas[i], instance, certified);
    const bool is_frame = !assigned.empty() && gcl::mentions(formulas[i], gcl::Kind::Entry) &&
                          by_assigns.implies(formulas[i]);
    if (is_frame) one.term.acsl = "\\true";
    one.exact |= is_frame;
    conjuncts[i].source = one.term;
    if (conjuncts[i].origin == result::Origin::User) one.kind = Statement::Kind::User;
    if (conjuncts[i].certified()) instance.says.push_back(std::move(one));
  }
  add_redundant(instance, certified);
  add_variant(instance, certified);
}

/// What was dropped is given a form in C only if what it follows from may not be said there.
void LoopDescriber::add_redundant(Instance& instance, const c::Certified& certified) {
  const bool all_said =
      instance.alone && std::ranges::all_of(instance.says, [&](const Statement& one) {
        const bool in_c =
            c_terms_ == CTerms::Without || (!one.term.c.empty() && !one.term.weakened);
        return one.kind == Statement::Kind::User || (one.exact && in_c);
      });
  if (all_said) return;
  for (result::RedundantResult& redundant : instance.result->redundant) {
    const gcl::Expr formula = parsed(redundant.text, instance, context_.bool_sort());
    if (!formula) continue;
    Statement one = said(formula, instance, certified);
    one.kind = Statement::Kind::Redundant;
    redundant.source = one.term;
    instance.says.push_back(std::move(one));
  }
}

void LoopDescriber::add_variant(const Instance& instance, const c::Certified& certified) {
  if (!instance.result->variant) return;
  result::VariantResult& variant = *instance.result->variant;
  const gcl::Expr term = parsed(variant.text, instance, context_.int_sort());
  if (!term) return;
  variant.source.acsl = c::term_to_acsl(term, scope_of(instance), changed_by(instance), certified);
}

/// The formula, or what of its conclusion can be said. Parts of it that cannot are not counted:
/// the conjunct is in the text.
Statement LoopDescriber::said(gcl::Expr formula, const Instance& instance,
                              const c::Certified& certified) {
  const c::SourceScope& scope = scope_of(instance);
  const std::set<std::string> changed = changed_by(instance);
  Statement statement;
  statement.formula = formula;
  const bool of_entry = gcl::mentions(formula, gcl::Kind::Entry);
  if (is_goto(instance) && of_entry) return statement;
  const auto in_acsl = [&](gcl::Expr one) { return c::to_acsl(one, scope, changed, certified); };
  c::Said whole = in_acsl(formula);
  statement.exact = whole.exact && !whole.text.empty();
  if (whole.text.empty()) {
    std::vector<gcl::Expr> parts = gcl::split_conclusion(context_, formula);
    std::erase_if(parts, [&](gcl::Expr one) { return in_acsl(one).text.empty(); });
    if (!parts.empty()) whole = in_acsl(gcl::merge_premises(context_, parts).front());
  }
  statement.term.acsl = std::move(whole.text);
  if (c_terms_ == CTerms::Without) return statement;
  c::CTerm term = c::to_c(context_, formula, scope);
  statement.term.c = std::move(term.text);
  statement.term.weakened = !statement.term.c.empty() && !term.exact;
  return statement;
}

/// Assertions at a label: no `loop assigns`, no variant, no state on entry to the loop.
bool LoopDescriber::is_goto(const Instance& instance) const {
  return map_.sites[instance.activation->site].keyword == "goto";
}

std::set<std::string> LoopDescriber::changed_by(const Instance& instance) const {
  std::set<std::string> changed;
  for (const gcl::Expr target : gcl::targets(program_, instance.loop->body)) {
    changed.insert(target.name());
  }
  return changed;
}

gcl::Expr LoopDescriber::parsed(const std::string& text, const Instance& instance, gcl::Sort sort) {
  const gcl::Procedure& procedure = *program_.find_procedure(instance.activation->procedure);
  const SourceFile file("invariant", text);
  Diagnostics ignored;
  const gcl::Expr formula = gcl::parse_expr(context_, file, program_, procedure, {}, sort, ignored);
  if (ignored.has_errors()) return {};
  return engine::replaced(context_, formula, ground_of(instance).zeros);
}

/// Offsets that are known to be 0 are not spoken of: `a$off + i` is i.
void LoopDescriber::find_ground(const Instance& instance) {
  const auto [at, is_new] = grounds_.try_emplace(instance.activation);
  if (!is_new) return;
  Ground& ground = at->second;
  ground.scope = instance.activation->scope;
  const gcl::Procedure& procedure = *program_.find_procedure(instance.activation->procedure);
  for (const gcl::VarDecl& one : procedure.parameters) {
    ground.scope.constant.insert(one.var.name());
  }
  ground.facts = engine::standing_facts(program_, procedure);
  engine::Consequences consequences(context_, program_, prover_, log_);
  for (const gcl::Expr fact : ground.facts) consequences.assume(fact);
  ground.zeros = engine::zero_parameters(context_, procedure, ground.facts, consequences);
  for (gcl::Expr& fact : ground.facts) fact = engine::replaced(context_, fact, ground.zeros);
  for (c::Lvalue& one : ground.scope.lvalues) {
    for (gcl::Expr& key : one.keys) {
      const gcl::Expr before = std::exchange(key, engine::replaced(context_, key, ground.zeros));
      one.sure |= before != key;  // the index counts from where the pointer points
    }
    for (gcl::Expr& object : one.not_null)
      object = engine::replaced(context_, object, ground.zeros);
    std::erase_if(one.through, [&](gcl::Expr var) { return ground.zeros.contains(var); });
    one.has_offset &= !ground.zeros.contains(one.offset);
  }
}

/// What is reached through pointers that are not null, for all that is certified, is there; what is
/// not has no name.
void LoopDescriber::keep_what_is_there(Ground& ground, Known& known) {
  std::erase_if(ground.scope.lvalues, [&](c::Lvalue& one) {
    if (one.not_null.empty()) return false;
    const gcl::Expr zero = context_.int_const(0);
    const bool there = std::ranges::all_of(one.not_null, [&](gcl::Expr object) {
      return known.implies(gcl::mk_not(context_, gcl::mk_eq(context_, object, zero)));
    });
    one.sure |= there;
    one.not_null.clear();
    return !there;
  });
}

const LoopDescriber::Ground& LoopDescriber::ground_of(const Instance& instance) const {
  return grounds_.at(instance.activation);
}

/// What is proved to be all that the loop changes in a map.
std::vector<gcl::MapRange> LoopDescriber::ranges_of(const Instance& instance) {
  std::vector<gcl::MapRange> ranges;
  for (const gcl::Expr target : gcl::targets(program_, instance.loop->body)) {
    const auto frame =
        std::ranges::find(instance.result->frames, target.name(), &result::FrameResult::variable);
    if (frame == instance.result->frames.end()) continue;
    const gcl::Expr low = parsed(frame->low, instance, context_.int_sort());
    const gcl::Expr high = parsed(frame->high, instance, context_.int_sort());
    if (low && high) ranges.push_back({target, low, high});
  }
  return ranges;
}

c::Assigned LoopDescriber::assigns(const Instance& instance) {
  return c::assigned_locations(program_, *instance.loop, scope_of(instance), {context_, {}},
                               ranges_of(instance));
}

/// That all the loop changes in a map is a range is said by `loop assigns`: if this is the only
/// activation, since what others assign is said there as well.
std::vector<gcl::Expr> LoopDescriber::said_by_assigns(const Instance& instance) {
  std::vector<gcl::Expr> said;
  if (is_goto(instance) || !instance.alone || !assigns(instance).locations) return said;
  for (const gcl::MapRange& range : ranges_of(instance)) {
    const std::string text =
        c::assigned_range(range, scope_of(instance), changed_by(instance), {context_, {}});
    if (!text.empty()) said.push_back(gcl::unchanged_outside(context_, range));
  }
  return said;
}

}  // namespace pawl::cli
