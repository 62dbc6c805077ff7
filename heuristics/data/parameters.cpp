// SPDX-License-Identifier: Apache-2.0
#include "heuristics/data/parameters.h"

#include <bit>
#include <charconv>
#include <map>
#include <set>
#include <type_traits>

#include "gcl/build.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

constexpr std::int64_t small = 32;
constexpr std::int64_t close = 8;
constexpr std::int64_t smallest_limit = 32'767;

std::optional<std::int64_t> value_of(Expr literal) {
  const std::string& text = literal.text();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value == INT64_MIN ? std::nullopt : std::optional(value);
}

/// 2^k or 2^k - 1, of 16 bits or more.
bool limits_a_type(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value >= smallest_limit && (std::has_single_bit(bits) || std::has_single_bit(bits + 1));
}

/// Every expression of the code.
template <class Visit>
void for_each_expr(gcl::Block& block, const Visit& visit) {
  for (gcl::Stmt& stmt : block) {
    std::visit(overloaded{
                   [&](gcl::Assert& s) { visit(s.condition.expr); },
                   [&](gcl::Assume& s) { visit(s.condition.expr); },
                   [&](gcl::Assign& s) {
                     for (gcl::Located& value : s.values) visit(value.expr);
                   },
                   [&](gcl::Choice& s) {
                     for (gcl::Block& branch : s.branches) for_each_expr(branch, visit);
                   },
                   [&](gcl::If& s) {
                     if (s.condition) visit(s.condition->expr);
                     for_each_expr(s.then_branch, visit);
                     for_each_expr(s.else_branch, visit);
                   },
                   [&](gcl::While& s) {
                     if (s.condition) visit(s.condition->expr);
                     for (gcl::Located& one : s.invariants) visit(one.expr);
                     for_each_expr(s.body, visit);
                   },
                   [&](gcl::LabeledBlock& s) { for_each_expr(s.body, visit); },
                   [&](gcl::Call& s) {
                     for (gcl::Located& one : s.arguments) visit(one.expr);
                   },
                   [](gcl::Havoc&) {},
                   [](gcl::Exit&) {},
               },
               stmt.node);
  }
}

template <class Visit>
void for_each_expr(gcl::Program& program, const Visit& visit) {
  for (gcl::Procedure& procedure : program.procedures) {
    for (gcl::Located& one : procedure.requires_) visit(one.expr);
    for (gcl::Located& one : procedure.ensures) visit(one.expr);
    if (procedure.body) for_each_expr(*procedure.body, visit);
  }
}

/// match:  assume x <= 5      result: assume true
/// Outside of loops, where it is about inputs. What holds for a few small inputs is mostly an
/// accident, or holds for all.
void widen(gcl::Context& context, gcl::Block& block) {
  const auto bounds_above = [](Expr e) {
    return (e.is(Kind::Le) || e.is(Kind::Lt)) && e.arg(0).is(Kind::Var) &&
           e.arg(1).is(Kind::IntConst);
  };
  for (gcl::Stmt& stmt : block) {
    std::visit(overloaded{[&](gcl::Assume& s) {
                            std::vector<Expr> left = gcl::conjuncts(s.condition.expr);
                            std::erase_if(left, bounds_above);
                            s.condition.expr = gcl::mk_and(context, left);
                          },
                          [&](gcl::If& s) {
                            widen(context, s.then_branch);
                            widen(context, s.else_branch);
                          },
                          [&](gcl::LabeledBlock& s) { widen(context, s.body); }, [](auto&) {}},
               stmt.node);
  }
}

}  // namespace

Expr Parametrized::back(gcl::Context& context, Expr formula) const {
  gcl::Substitution literals;
  for (const auto& [constant, value] : parameters) {
    literals.emplace(constant, context.int_const(value));
  }
  return gcl::substitute(context, formula, literals);
}

Parametrized parametrize(gcl::Context& context, const gcl::Program& program) {
  Parametrized result{program, {}};
  std::set<std::int64_t> large;
  for_each_expr(result.program, [&](Expr e) {
    gcl::post_order(e, [&](Expr node) {
      const auto value = node.is(Kind::IntConst) ? value_of(node) : std::nullopt;
      if (!value) return;
      const std::int64_t size = *value < 0 ? -*value : *value;
      if (size > small && !limits_a_type(size)) large.insert(size);
    });
  });
  std::map<std::int64_t, Expr> meaning;
  for (const std::int64_t value : large) {
    const bool is_close =
        !result.parameters.empty() && value - result.parameters.back().second <= close;
    if (!is_close) {
      const Expr constant = context.fresh_var("size", context.int_sort());
      result.program.constants.push_back({constant, {}});
      result.parameters.emplace_back(constant, value);
    }
    const auto& [constant, base] = result.parameters.back();
    meaning[value] =
        value == base ? constant : gcl::mk_add(context, constant, context.int_const(value - base));
  }
  gcl::Rewriter rewrite(context, [&](Expr e) {
    const auto value = e.is(Kind::IntConst) ? value_of(e) : std::nullopt;
    if (!value) return e;
    const auto found = meaning.find(*value < 0 ? -*value : *value);
    if (found == meaning.end()) return e;
    return *value < 0 ? context.make(Kind::Neg, {found->second}) : found->second;
  });
  for (gcl::Procedure& procedure : result.program.procedures) {
    if (procedure.body) widen(context, *procedure.body);
  }
  if (!meaning.empty()) {
    for_each_expr(result.program, [&](Expr& e) { e = rewrite(e); });
  }
  return result;
}

}  // namespace pawl::heuristics
