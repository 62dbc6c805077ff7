// SPDX-License-Identifier: Apache-2.0
//
// Sets of locations: `a[0 .. n-1]`, `*(p + (0 .. k))`, `p->f`. The range is read as a variable that
// stands for each of its elements; a term may have one, and what is assigned one in each dimension.
//
// Validity is: the pointer is not null, and the bytes are inside the object. For how long variables
// exist is looked at where that is asked for; an object that was freed has no bytes.
#include <utility>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using acsl::TermKind;
using gcl::Kind;

gcl::Expr Acsl::open_range(const Term& t, const Scope& scope) {
  if (ranges_.empty()) refuse(t, "a range outside of a set of locations");
  if (ranges_.back().index && !ranges_.back().several) refuse(t, "a second range");
  const bool first = !ranges_.back().index;
  const std::string number =
      std::to_string(ranges_.size()) + std::string(ranges_.back().further.size(), '\'');
  Ranged opened;
  opened.index = c_.var((first ? "range'" : "range''") + number, c_.int_sort());
  if (first) ranges_.back().index = opened.index;
  const bool several = std::exchange(ranges_.back().several, false);  // not within the ends
  if (t->children[0]) opened.low = integer(t->children[0], scope);
  if (t->children[1]) opened.high = integer(t->children[1], scope);
  Ranged& open = ranges_.back();
  open.several = several;
  if (first) {
    open.low = opened.low;
    open.high = opened.high;
  } else {
    open.further.push_back(opened);
  }
  return opened.index;
}

/// `e` at the element 0 of the range; the range has to be a summand of it.
gcl::Expr Acsl::without_range(Expr e, const Ranged& of) const {
  if (!of.index || !gcl::occurs(of.index, e)) return e;
  if (e == of.index) return c_.int_const(0);
  if (e.is(Kind::Sub) && !gcl::occurs(of.index, e.arg(1))) {
    return gcl::mk_sub(c_, without_range(e.arg(0), of), e.arg(1));
  }
  if (!e.is(Kind::Add)) refuse(at_, "a range at this place");
  Expr sum = c_.int_const(0);
  std::size_t uses = 0;
  for (const Expr one : e.args()) {
    uses += gcl::occurs(of.index, one) ? 1 : 0;
    sum = gcl::mk_add(c_, sum, without_range(one, of));
  }
  if (uses != 1) refuse(at_, "a range at this place");
  return sum;
}

std::vector<Acsl::Ranged> Acsl::address_set(const Term& t, const Scope& scope) {
  if (t->kind == TermKind::Set || (t->kind == TermKind::Builtin && t->text == "\\union")) {
    std::vector<Ranged> all;
    for (const Term& one : t->children) {
      for (Ranged& each : address_set(one, scope)) all.push_back(std::move(each));
    }
    return all;
  }
  ranges_.emplace_back();
  Value value;
  try {
    value = as_pointer(term(t, scope), t);
  } catch (const Unsupported&) {
    ranges_.pop_back();
    throw;
  }
  Ranged result = std::move(ranges_.back());
  ranges_.pop_back();
  result.value = std::move(value);
  if (!result.value.type.isNull() && points_to_.is_flat(result.value.node) &&
      flat_.cells(result.value.type, result.value.node) != 1) {
    refuse(t, "this part of memory with more than one view of it");
  }
  const Pointer& p = result.value.pointer;
  for (const Expr outer : p.outer) {
    if (result.index && gcl::occurs(result.index, outer)) refuse(t, "a range at this place");
  }
  if (result.index && (gcl::occurs(result.index, p.object) || !p.offset)) {
    refuse(t, "a range at this place");
  }
  return {result};
}

gcl::Expr Acsl::is_valid(const Ranged& one, const State& state) {
  const Pointer& p = one.value.pointer;
  if (const std::string problem = objects_.size_problem(one.value.node); !problem.empty()) {
    refuse(at_, problem);
  }
  if (one.index && (!one.low || !one.high)) refuse(at_, "\\valid of a range without end");
  Pointer first = p;
  Expr last;
  if (p.offset) {
    const Expr base = without_range(p.offset, one);
    first.offset = one.index ? gcl::mk_add(c_, base, one.low) : base;
    last = one.index ? gcl::mk_add(c_, base, one.high) : base;
  }
  const Expr bytes = c_.int_const(types_.bytes_of(one.value.type).value_or(1));
  const Expr held =
      objects_.is_inside(first, one.value.node, last, bytes, in_state(objects_.sizes(), state));
  if (!held) refuse(at_, "\\valid of a pointer that may lead to several places");
  std::vector<Expr> all = {code_.nonzero(p.object), held};
  if (lifetimes_.tracks_lives()) all.push_back(in_state(lifetimes_.exists(p.object), state));
  const Expr inside = gcl::mk_and(c_, all);
  if (!one.index) return inside;
  return gcl::mk_implies(c_, gcl::mk_le(c_, one.low, one.high), inside);
}

gcl::Expr Acsl::are_separated(const Ranged& a, const Ranged& b) {
  const auto type_of = [](const Ranged& r) {
    return r.value.type.isNull() ? r.value.type
                                 : r.value.type.getCanonicalType().getUnqualifiedType();
  };
  const Expr elsewhere =
      gcl::mk_not(c_, gcl::mk_eq(c_, a.value.pointer.object, b.value.pointer.object));
  std::vector<Expr> ways = {elsewhere};
  for (const Ranged* one : {&a, &b}) {
    if (!one->index) continue;
    if (!one->low || !one->high) refuse(at_, "\\separated of a range without end");
    ways.push_back(gcl::mk_lt(c_, one->high, one->low));  // empty
  }
  const bool comparable = type_of(a) == type_of(b) && a.value.pointer.offset &&
                          b.value.pointer.offset && a.value.pointer.outer.empty() &&
                          b.value.pointer.outer.empty();
  if (comparable) {
    const auto end = [&](const Ranged& r, Expr bound) {
      const Expr base = without_range(r.value.pointer.offset, r);
      return r.index ? gcl::mk_add(c_, base, bound) : base;
    };
    ways.push_back(gcl::mk_lt(c_, end(a, a.high), end(b, b.low)));
    ways.push_back(gcl::mk_lt(c_, end(b, b.high), end(a, a.low)));
  }
  return gcl::mk_or(c_, ways);
}

LocationSet::Key Acsl::key_of(Expr key) const {
  LocationSet::Key result;
  std::vector<const Ranged*> found;
  const auto look = [&](const Ranged& one) {
    if (one.index && gcl::occurs(one.index, key)) found.push_back(&one);
  };
  look(ranges_.back());
  for (const Ranged& one : ranges_.back().further) look(one);
  if (found.empty()) {
    result.kind = LocationSet::Key::Kind::Point;
    result.low = key;
    return result;
  }
  if (found.size() > 1) refuse(at_, "a second range in one dimension");
  const Ranged& open = *found.front();
  const Expr base = without_range(key, open);
  result.kind = LocationSet::Key::Kind::Range;
  if (open.low) result.low = gcl::mk_add(c_, base, open.low);
  if (open.high) result.high = gcl::mk_add(c_, base, open.high);
  return result;
}

void Acsl::add_leaves(const Location& at, std::vector<LocationSet>& sets) {
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    LocationSet set;
    std::vector<Expr> keys;
    set.variable = memory_.leaf(one, part, keys);
    for (const Expr key : keys) set.keys.push_back(key_of(key));
    sets.push_back(std::move(set));
  });
}

std::vector<LocationSet> Acsl::location_set(const Term& t, const Scope& scope) {
  std::vector<LocationSet> sets;
  if (t->kind == TermKind::Nothing || t->kind == TermKind::Empty) return sets;
  if (t->kind == TermKind::Set || (t->kind == TermKind::Builtin && t->text == "\\union")) {
    for (const Term& one : t->children) {
      for (LocationSet& each : location_set(one, scope)) sets.push_back(std::move(each));
    }
    return sets;
  }
  if (t->kind == TermKind::Result) return sets;  // no memory
  ranges_.emplace_back();
  ranges_.back().several = true;
  State state = scope.here;
  try {
    code_.set_here(t->range);
    add_leaves(place(t, scope, state), sets);
  } catch (const Unsupported&) {
    ranges_.pop_back();
    throw;
  }
  ranges_.pop_back();
  return sets;
}

}  // namespace pawl::frontend::c
