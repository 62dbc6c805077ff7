// SPDX-License-Identifier: Apache-2.0
#include "heuristics/data/loop_data.h"

#include <algorithm>
#include <charconv>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::heuristics {

using gcl::Expr;
using gcl::Kind;

namespace {

constexpr std::int64_t largest_constant = 64;
constexpr std::size_t most_fixed_cells = 6;
constexpr std::size_t most_limits = 6;

/// Everything the desugared code says.
void for_each_node(const gcl::Block& block, const std::function<void(Expr)>& visit) {
  std::vector<Expr> roots;
  gcl::for_each_stmt(block, [&](const gcl::Stmt& stmt) {
    if (const auto* s = std::get_if<gcl::Assert>(&stmt.node)) roots.push_back(s->condition.expr);
    if (const auto* s = std::get_if<gcl::Assume>(&stmt.node)) roots.push_back(s->condition.expr);
    if (const auto* s = std::get_if<gcl::Assign>(&stmt.node)) {
      // The front end's own bookkeeping.
      if (s->targets.front().name().find('$') != std::string::npos) return;
      for (const gcl::Located& value : s->values) roots.push_back(value.expr);
    }
  });
  gcl::post_order(roots, visit);
}

std::optional<std::int64_t> small_constant(Expr e) {
  if (!e.is(Kind::IntConst)) return std::nullopt;
  std::int64_t value = 0;
  const std::string& text = e.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool fits = error == std::errc() && end == text.data() + text.size() &&
                    value >= -largest_constant && value <= largest_constant;
  return fits ? std::optional(value) : std::nullopt;
}

}  // namespace

bool is_range_of_type(const Linear& form) {
  return form.constant > 30'000 || form.constant < -30'000;
}

ProcedureData::ProcedureData(gcl::Context& c, const gcl::Program& p, const gcl::Procedure& proc)
    : context(c), program(p), procedure(proc), desugared(gcl::desugar(c, p, proc)) {
  for (std::size_t loop = 0; loop < desugared.loops.size(); ++loop) {
    facts.push_back(
        std::make_unique<LoopFacts>(LoopView{context, program, procedure, desugared, loop, {}}));
    for (const Expr target : desugared.loops[loop].targets) changing.insert(target);
  }
  find_constants();
  find_limits();
}

void ProcedureData::find_constants() {
  for_each_node(desugared.body, [&](Expr e) {
    if (const auto value = small_constant(e)) constants.insert(*value);
    const bool access = (e.is(Kind::Select) || e.is(Kind::Store)) && e.arg(0).is(Kind::Var);
    if (access && !e.arg(1).is(Kind::IntConst)) indexed.insert(e.arg(0));
    const bool cell = (e.is(Kind::Select) || e.is(Kind::Store)) && small_constant(e.arg(1)) &&
                      e.arg(0).is(Kind::Var) && e.arg(0).sort().value().is_int();
    if (!cell || fixed_cells.size() == most_fixed_cells) return;
    const Expr read = context.make(Kind::Select, {e.arg(0), e.arg(1)});
    if (std::ranges::find(fixed_cells, read) == fixed_cells.end()) fixed_cells.push_back(read);
  });
}

/// match:  x + e <= 0 on every round, x a variable that only grows by constants, e fixed
/// result: x < 1 - e
void ProcedureData::find_limits() {
  const auto add = [&](const Linear& limit) {
    const bool fixed = std::ranges::none_of(
        limit.terms, [&](const auto& term) { return mentions_any(term.first, changing); });
    if (!fixed || limits.size() == most_limits || is_range_of_type(limit)) return;
    const Expr e = to_expr(context, limit);
    if (std::ranges::find(limits, e) == limits.end()) limits.push_back(e);
  };
  for (const auto& loop : facts) {
    for (const Expr guard : loop->guard_conjuncts()) {
      const auto form = as_inequality(guard);
      if (!form) continue;
      for (const auto& [term, coefficient] : form->terms) {
        if (coefficient != 1 || loop->scalar(term) == nullptr) continue;
        const auto bound = solve(*form, term, Linear{.constant = 1, .terms = {}});
        if (bound) add(*bound);
      }
    }
    for (const Scalar& scalar : loop->scalars()) {
      if (scalar.direction != Direction::Down || !scalar.initial) continue;
      const auto first = linear_form(scalar.initial);
      const auto bound =
          first ? combine(*first, 1, Linear{.constant = 1, .terms = {}}) : std::nullopt;
      if (bound) add(*bound);
    }
  }
}

std::string ProcedureData::fresh_name() const {
  std::set<std::string> taken;
  const auto take = [&](const auto& declarations) {
    for (const auto& one : declarations) taken.insert(one.var.name());
  };
  take(program.constants);
  take(program.globals);
  take(procedure.parameters);
  take(procedure.results);
  take(procedure.locals);
  for (const gcl::FunctionDecl& one : program.functions) taken.insert(one.name);
  for (const char* name : {"k", "p", "q", "cell"}) {
    if (!taken.contains(name)) return name;
  }
  std::size_t number = 2;
  while (taken.contains("k" + std::to_string(number))) ++number;
  return "k" + std::to_string(number);
}

std::optional<std::int64_t> number_at(const ProcedureData& procedure, const Visit& visit,
                                      Expr term) {
  const auto of = [](const gcl::Value& value) {
    return value.is_integer() ? value.as_integer().to_int64() : std::nullopt;
  };
  if (term.is(Kind::Var)) {
    const auto found = visit.now.find(term);
    return found == visit.now.end() ? std::nullopt : of(found->second);
  }
  gcl::Valuation valuation;
  valuation.now = &visit.now;
  valuation.entry = &visit.entry;
  valuation.program = &procedure.program;
  const gcl::Evaluation result = gcl::evaluate(term, valuation);
  return result.value ? of(*result.value) : std::nullopt;
}

LoopData::LoopData(const ProcedureData& procedure, std::size_t loop)
    : procedure_(procedure), loop_(loop) {
  for (const Expr counter : counters()) add(counter, positions_);
  const std::vector<Expr> numbers = numbers_in_scope();
  const auto fixed = [&](Expr e) { return !procedure_.changing.contains(e); };
  for (const Expr number : numbers) {
    if (fixed(number)) add(number, positions_);
  }
  for (const Expr number : numbers) {
    if (!fixed(number)) add(number, others_);
  }
  for (const Expr cell : procedure_.fixed_cells) {
    if (facts().in_scope(cell.arg(0))) add(cell, others_);
  }
  for (const Expr target : facts().targets()) {
    if (!target.sort().is_int()) continue;
    if (auto one = feature(target)) targets_.push_back(std::move(*one));
  }
  for (const Expr cell : procedure_.fixed_cells) {
    if (!facts().is_target(cell.arg(0)) || !facts().in_scope(cell.arg(0))) continue;
    if (auto one = feature(cell)) targets_.push_back(std::move(*one));
  }
}

std::vector<std::size_t> LoopData::around() const {
  std::vector<std::size_t> found;
  for (auto parent = procedure_.desugared.loops[loop_].parent; parent;
       parent = procedure_.desugared.loops[*parent].parent) {
    found.push_back(*parent);
  }
  return found;
}

std::vector<std::size_t> LoopData::runs() const {
  std::vector<std::size_t> runs;
  for (const Visit& visit : visits()) runs.push_back(visit.run);
  return runs;
}

std::vector<Expr> LoopData::counters() const {
  std::vector<Expr> found;
  const auto add_counters = [&](const LoopFacts& facts) {
    for (const Scalar& scalar : facts.scalars()) {
      if (scalar.is_counter() && scalar.variable.sort().is_int()) found.push_back(scalar.variable);
    }
  };
  add_counters(facts());
  for (const std::size_t outer : around()) add_counters(*procedure_.facts[outer]);
  return found;
}

/// The program's own names first: what the front end made is often a copy of them.
std::vector<Expr> LoopData::numbers_in_scope() const {
  std::vector<Expr> found;
  const auto add_all = [&](const auto& declarations) {
    for (const auto& one : declarations) {
      if (one.var.sort().is_int()) found.push_back(one.var);
    }
  };
  const gcl::Procedure& procedure = procedure_.procedure;
  add_all(procedure.parameters);
  add_all(procedure_.program.constants);
  add_all(procedure_.program.globals);
  add_all(procedure.results);
  add_all(procedure.locals);
  const auto made = [](Expr e) { return e.name().find('$') != std::string::npos; };
  std::ranges::stable_partition(found, [&](Expr e) { return !made(e); });
  std::erase_if(found, [&](Expr e) { return !facts().in_scope(e) && !facts().is_target(e); });
  std::erase_if(found, [&](Expr e) { return facts().is_target(e) && !facts().in_scope(e); });
  return found;
}

std::optional<Feature> LoopData::feature(Expr term) const {
  Feature result{term, {}};
  for (const Visit& visit : visits()) {
    const auto value = number_at(procedure_, visit, term);
    if (!value) return std::nullopt;
    result.values.push_back(*value);
  }
  return result;
}

bool LoopData::is_new(const Numbers& values) const {
  const auto same = [&](const Feature& one) { return one.values == values; };
  const bool constant =
      std::ranges::adjacent_find(values, std::ranges::not_equal_to{}) == values.end();
  return !constant && std::ranges::none_of(positions_, same) && std::ranges::none_of(others_, same);
}

void LoopData::add(Expr term, std::vector<Feature>& to) {
  auto one = feature(term);
  if (one && is_new(one->values)) to.push_back(std::move(*one));
}

void add_claim(Claims& claims, Expr claim) {
  if (claim.is_true() || std::ranges::find(claims, claim) != claims.end()) return;
  claims.push_back(claim);
}

}  // namespace pawl::heuristics
