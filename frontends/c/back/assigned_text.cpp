// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/back/assigned_text.h"

#include <algorithm>

#include "frontends/acsl/printer.h"
#include "frontends/c/back/source_terms.h"
#include "frontends/c/back/source_translator.h"

namespace pawl::frontend::c {

using acsl::Term;
using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

namespace {

/// Empty: the extent cannot be said here.
std::string whole_range(Expr extent, const SourceScope& scope, const Certified& certified) {
  if (!extent) return {};
  if (extent.is(Kind::IntConst)) {
    return "0 .. " + (Integer{std::string_view(extent.text())} - Integer(1)).to_string();
  }
  const std::string text = term_to_acsl(extent, scope, {}, certified);
  return text.empty() ? "" : "0 .. " + text + " - 1";
}

bool is_hole(Expr key, const SourceScope& scope) {
  return std::ranges::find(scope.holes, key) != scope.holes.end();
}

/// Is the key an index that counts from where a pointer points: offset + i for offset + hole?
bool counts_from(Expr pattern, Expr key, const SourceScope& scope) {
  if (!pattern.is(Kind::Add)) return false;
  const std::vector<Expr> parts =
      key.is(Kind::Add) ? std::vector(key.args().begin(), key.args().end()) : std::vector{key};
  return std::ranges::all_of(pattern.args(), [&](Expr part) {
    return is_hole(part, scope) || std::ranges::find(parts, part) != parts.end();
  });
}

/// The keys say which object it is: constant, or not changed by the loop.
bool is_part(const Lvalue& one, Expr object, const SourceScope& scope,
             const std::set<std::string>& changed) {
  if (one.keys.empty()) return !object;
  if (one.followed && !one.sure && !object) return false;  // a pointer to it may be null
  std::size_t first = 0;
  if (object) {
    if (one.keys.front() != object && !counts_from(one.keys.front(), object, scope)) return false;
    first = 1;
  }
  for (const Expr var : one.through) {
    if (!is_hole(var, scope) && changed.contains(var.name())) return false;
  }
  for (std::size_t i = first; i < one.keys.size(); ++i) {
    const Expr key = one.keys[i];
    const bool padding = key.is(Kind::IntConst) && key.text() == "0";
    const bool shifted = key.is(Kind::Add) &&
                         std::ranges::any_of(key.args(), [&](Expr e) { return is_hole(e, scope); });
    if (!is_hole(key, scope) && !padding && !shifted) return false;
  }
  return true;
}

/// What follows the first index, each further one from end to end; empty: it cannot be said.
std::string whole_rows(const Lvalue& one, const SourceScope& scope, const Certified& certified) {
  std::string text = one.pieces[1];
  for (std::size_t i = 2; i < one.pieces.size(); ++i) {
    const Expr extent = i - 1 < one.extents.size() ? one.extents[i - 1] : Expr();
    const std::string range = whole_range(extent, scope, certified);
    if (range.empty()) return {};
    text += range + one.pieces[i];
  }
  return text;
}

}  // namespace

std::string assigned_range(const gcl::MapRange& range, const SourceScope& scope,
                           const std::set<std::string>& changed, const Certified& certified) {
  for (const Lvalue& one : scope.lvalues) {
    if (one.value != range.map || one.pieces.size() != one.keys.size() + 1) continue;
    if (one.keys.empty() || !one.not_null.empty()) continue;
    const bool named =
        is_part(one, Expr(), scope, changed) || is_part(one, range.low, scope, changed);
    const std::string rest = whole_rows(one, scope, certified);
    if (!named || rest.empty()) continue;
    try {
      Translator translate(scope, changed, certified);
      const Term low = translate.index(one, range.low), high = translate.index(one, range.high);
      if (!low || !high) continue;
      const std::string first = acsl::print(low), last = acsl::print(high);
      const bool row = one.keys.size() > 1 && first == last;
      return one.pieces[0] + (row ? first : first + " .. " + last) + rest;
    } catch (const written::NoForm&) {
      continue;
    }
  }
  return {};
}

AssignedText assigned_text(Expr variable, Expr object, const SourceScope& scope,
                           const std::set<std::string>& changed, const Certified& certified) {
  AssignedText result;
  for (const Lvalue& one : scope.lvalues) {
    if (one.value != variable && one.offset != variable) continue;
    if (!one.not_null.empty() || !is_part(one, object, scope, changed)) continue;
    std::string text = one.pieces.front(), shown = text;
    bool known = true;
    for (std::size_t i = 1; i < one.pieces.size(); ++i) {
      const Expr extent = i - 1 < one.extents.size() ? one.extents[i - 1] : Expr();
      const std::string range = whole_range(extent, scope, certified);
      known &= !range.empty();
      text += range + one.pieces[i];
      shown += (range.empty() ? ".." : range) + one.pieces[i];
    }
    if (known) return {text};
    result.unbounded = shown;
  }
  return result;
}

}  // namespace pawl::frontend::c
