// SPDX-License-Identifier: Apache-2.0
//
// What the IL reads as lvalues of C: `a[i]`, `p->f`, and where that is read.
#include <algorithm>
#include <utility>

#include "frontends/acsl/printer.h"
#include "frontends/c/back/source_translator.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using acsl::Term;
using acsl::TermKind;
using gcl::Expr;
using written::at;
using written::leaf;
using written::NoForm;
using written::number;

namespace {

/// p[0] is *p, p[0].f is p->f.
std::string assembled(const Lvalue& one, const std::vector<std::string>& indices) {
  std::string text = one.pieces.front();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::string& next = one.pieces[i + 1];
    const bool first = indices[i] == "0" && one.pointer_hole == i && next.starts_with("]");
    if (first && next == "]" && i + 1 == indices.size()) {
      text = "*" + text.substr(0, text.size() - 1);
    } else if (first && next.starts_with("].")) {
      text.back() = '-';
      text += ">" + next.substr(2);
    } else {
      text += indices[i] + next;
    }
  }
  return text;
}

}  // namespace

/// The index that `key` is of an lvalue with one; null: it is none.
Term Translator::index(const Lvalue& one, Expr key) {
  Indices indices(1);
  if (!match(one.keys.front(), key, indices) || !indices.front()) return nullptr;
  return indices.front()->empty() ? number(Integer(0)) : sum(*indices.front()).term;
}

/// What is added to indices in lvalues.
std::vector<Expr> Translator::offsets() const {
  std::vector<Expr> found;
  for (const Lvalue& one : scope_.lvalues) {
    for (const Expr key : one.keys) {
      if (!key.is(Kind::Add) || key.args().size() != 2) continue;
      const bool first = std::ranges::find(scope_.holes, key.arg(0)) != scope_.holes.end();
      const Expr offset = key.arg(first ? 1 : 0);
      if (std::ranges::find(found, offset) == found.end()) found.push_back(offset);
    }
  }
  return found;
}

Translator::Value Translator::read(Expr e) {
  for (const auto& [incoming, name] : scope_.incoming) {
    if (incoming == e && changed_or_copied(name, e)) {
      return {at(leaf(TermKind::Name, name), "Pre")};
    }
  }
  const auto found = lvalue(e);
  if (!found || found->first->is_pointer) throw NoForm{};
  const IntType type = found->first->type;
  if (!scope_.has_ranges) return {found->second};
  return {found->second, {type.min(), type.max()}};
}

/// The parameter itself is the IL's parameter when nobody assigns to it.
bool Translator::changed_or_copied(const std::string& name, Expr incoming) const {
  return std::ranges::none_of(scope_.lvalues, [&](const Lvalue& one) {
    return one.value == incoming && one.pieces == std::vector<std::string>{name};
  });
}

/// An lvalue with this value, and how it is written.
std::optional<std::pair<const Lvalue*, Term>> Translator::lvalue(Expr e) {
  if (e.is(Kind::Entry) || e.is(Kind::Old)) {
    const State inner = e.is(Kind::Old) ? State::Pre : State::LoopEntry;
    const State outer = std::exchange(state_, inner);
    auto found = lvalue(e.arg(0));
    state_ = outer;
    if (found && outer != inner) found->second = at(found->second, label(inner));
    return found;
  }
  for (const Lvalue& one : scope_.lvalues) {
    if (!one.keys.empty() || one.value != e || !is_there(one, state_)) continue;
    return std::pair(&one, leaf(TermKind::Name, one.pieces.front()));
  }
  std::vector<Expr> keys;
  Expr map = e;
  for (; map.is(Kind::Select); map = map.arg(0)) keys.insert(keys.begin(), map.arg(1));
  State of_map = state_;
  if ((map.is(Kind::Entry) || map.is(Kind::Old)) && map.arg(0).is(Kind::Var)) {
    of_map = map.is(Kind::Old) ? State::Pre : State::LoopEntry;
    map = map.arg(0);
  }
  if (!map.is(Kind::Var) || keys.empty()) return std::nullopt;
  for (const Lvalue& one : scope_.lvalues) {
    if (one.value != map || one.keys.size() != keys.size() || !is_there(one, of_map)) continue;
    Indices indices(one.pieces.size() - 1);
    bool matches = true;
    for (std::size_t i = 0; matches && i < keys.size(); ++i) {
      matches = match(one.keys[i], keys[i], indices);
    }
    if (!matches || std::ranges::any_of(indices, [](const auto& x) { return !x; })) continue;
    return std::pair(&one, cell(one, indices, of_map));
  }
  return std::nullopt;
}

/// No pointer on the way is null; and when the function is called it is the caller's, reached by
/// what is the same now.
bool Translator::is_there(const Lvalue& one, State state) const {
  if (!one.not_null.empty()) return false;
  if (state != State::Pre) return true;
  return one.at_call && std::ranges::all_of(one.through, [&](Expr var) {
           return scope_.constant.contains(var.name()) ||
                  std::ranges::find(scope_.holes, var) != scope_.holes.end();
         });
}

bool Translator::is_constant(Expr e) const {
  return std::ranges::all_of(gcl::free_vars(e),
                             [&](Expr var) { return scope_.constant.contains(var.name()); });
}

/// a[i] as of now; or as of then, while what leads to it is as of now.
Term Translator::cell(const Lvalue& one, const Indices& indices, State of_map) {
  const bool moves = of_map != state_;
  if (moves && state_ != State::Here) throw NoForm{};
  for (const Expr var : one.through) {
    if (moves && changed_.contains(var.name())) throw NoForm{};
  }
  std::vector<std::string> written;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto& index = indices[i];
    Term term = index->empty() ? number(Integer(0)) : sum(*index).term;
    note_access(*index, i < one.extents.size() ? one.extents[i] : Expr(), term);
    const bool differs = moves && std::ranges::any_of(*index, [&](Expr e) {
                           return of_map == State::Pre ? !is_constant(e) : reads_changed(e);
                         });
    if (differs) term = at(term, "Here");
    written.push_back(acsl::print(term));
  }
  const Term term = leaf(TermKind::Name, assembled(one, written));
  return moves ? at(term, label(of_map)) : term;
}

/// Only what is bound in the formula is asked to be bounded where the extent is not known.
void Translator::note_access(const std::vector<Expr>& index, Expr extent, Term written) {
  gcl::Context& context = certified_.context;
  Expr sum = context.int_const(0);
  for (const Expr part : index) sum = gcl::mk_add(context, sum, part);
  if (!shifts_.empty()) extent = Expr();  // it counts from somewhere else
  if (!extent && !sum.has_bound_vars()) return;
  if (state_ == State::Pre && !is_constant(sum)) throw NoForm{};
  if (state_ == State::LoopEntry && reads_changed(sum)) {
    sum = context.make(Kind::Entry, {sum});
    written = at(written, "LoopEntry");
  }
  const Access access{sum, extent, std::move(written)};
  if (std::ranges::find(accesses_, access) == accesses_.end()) accesses_.push_back(access);
}

bool Translator::reads_changed(Expr e) const {
  return std::ranges::any_of(gcl::free_vars(e),
                             [&](Expr var) { return changed_.contains(var.name()); });
}

/// Key against pattern: a hole is what it stands for; in `base + hole` it is what is added.
bool Translator::match(Expr pattern, Expr key, Indices& indices) const {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (pattern == scope_.holes[i]) {
      indices[i] = summands(key);
      return true;
    }
    if (!pattern.is(Kind::Add)) continue;
    const std::span<const Expr> parts = pattern.args();
    if (std::ranges::find(parts, scope_.holes[i]) == parts.end()) continue;
    std::vector<Expr> rest = summands(key);
    for (const Expr part : parts) {
      if (part == scope_.holes[i]) continue;
      const auto found = std::ranges::find(rest, part);
      if (found == rest.end()) return false;
      rest.erase(found);
    }
    indices[i] = std::move(rest);
    return true;
  }
  return pattern == key;
}

}  // namespace pawl::frontend::c
