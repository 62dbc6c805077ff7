// SPDX-License-Identifier: Apache-2.0
//
// Lattices that know a value of each place by itself, over any domain of values: constants,
// intervals, sets of targets. An element maps places to values; of the others nothing is known.
//
// A write through a pointer meets every cell of the same map that it may hit: a cell that it must
// hit has the new value, one that it cannot hit keeps its own, and any other has one of the two
// (the paper's `invalidate`, which also has to weaken the tags of other may-pointers).
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dataflow/lattice.h"
#include "dataflow/lattices/places.h"
#include "dataflow/lattices/sets.h"
#include "gcl/build.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::dataflow {

template <class Values>
class Store {
 public:
  using Value = typename Values::Value;
  using Maybe = std::optional<Value>;
  using Facts = std::map<gcl::Expr, Value>;
  /// Variables that have the value of another one, the first of their class, which is no key here.
  using Copies = std::map<gcl::Expr, gcl::Expr>;
  /// Everything is empty in bottom. Cells are named by the first of each class of equal variables:
  /// with pointers that are certainly equal, must-aliases. `rest` is by map: what every cell has
  /// that is not among the facts (the paper's summary of an array, with some cells kept apart).
  struct Element {
    bool bottom = false;
    Facts facts;
    Facts rest;
    Copies copies;
    friend bool operator==(const Element&, const Element&) = default;
  };
  /// Which places an element may speak of.
  using Tracked = std::function<bool(gcl::Expr place)>;

  enum class Equalities { Unknown, Tracked };

  Store(gcl::Context& context, Values values, Equalities equalities = Equalities::Unknown,
        Tracked tracked = nullptr)
      : context_(context),
        values_(std::move(values)),
        equalities_(equalities),
        tracked_(std::move(tracked)) {}

  Element bottom() const { return {true, {}, {}, {}}; }
  Element top() const { return {}; }
  bool is_bottom(const Element& a) const { return a.bottom; }

  Element join(const Element& a, const Element& b) const {
    return merge(a, b, [&](const Value& x, const Value& y) { return values_.join(x, y); });
  }

  /// Places that only one side knows are given up, so there are fewer each time.
  Element widen(const Element& a, const Element& b) const {
    if (a.bottom) return b;
    if (b.bottom) return a;
    Element result;
    result.copies = common_copies(a, b);
    for (const auto& [place, old] : a.facts) {
      const gcl::Expr ours = canonical(result, place);
      const Maybe later = value_of(b, ours);
      if (!later || result.facts.contains(ours)) continue;
      if (Maybe value = values_.widen(old, *later)) result.facts.emplace(ours, std::move(*value));
    }
    merge_rest(
        a, b, [&](const Value& x, const Value& y) { return values_.widen(x, y); }, result);
    return result;
  }

  bool less_equal(const Element& a, const Element& b) const {
    if (a.bottom || b.bottom) return a.bottom;
    const bool facts = std::ranges::all_of(b.facts, [&](const auto& fact) {
      const Maybe mine = value_of(a, fact.first);
      return mine && values_.less_equal(*mine, fact.second);
    });
    const bool equalities = std::ranges::all_of(b.copies, [&](const auto& copy) {
      return first_of(a, copy.first) == first_of(a, copy.second);
    });
    return facts && equalities && std::ranges::all_of(b.rest, [&](const auto& others) {
             const Maybe mine = others_of(a, others.first, b);
             return mine && values_.less_equal(*mine, others.second);
           });
  }

  Element post(const Element& a, const Operation& operation) const {
    if (a.bottom) return a;
    return std::visit(overloaded{
                          [&](const Skip&) { return a; },
                          [&](const Assume& one) {
                            const bool small =
                                gcl::dag_size(std::span(&one.condition, 1)) <= max_condition;
                            return small ? assume(a, one.condition, true) : a;
                          },
                          [&](const Assign& one) { return assign(a, one); },
                          [&](const Havoc& one) { return havoc(a, one.targets); },
                          [&](const Call&) { return top(); },
                      },
                      operation);
  }

  /// Parameters get the values of arguments, and what is known of cells at an argument is known at
  /// the parameter; of what the callee never looks at nothing is said.
  Element enter(const Element& before, const CallSite& site) const {
    if (before.bottom) return before;
    Element result;
    gcl::Substitution renamed;  // first of a class, what the callee has for it
    const auto equate = [&](gcl::Expr here, gcl::Expr there) {
      const gcl::Expr first = first_of(before, here);
      const auto known = renamed.try_emplace(first, there);
      unite(result, known.first->second, there);
      if (in_scope(first, site.relevant, {})) unite(result, first, there);
    };
    for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
      const gcl::Expr argument = site.call.arguments[i];
      const gcl::Expr parameter = site.callee.parameters[i].var;
      if (argument.is(gcl::Kind::Var)) equate(argument, parameter);
      set(result, parameter, evaluate(before, argument));
    }
    for (const auto& [copy, first] : before.copies) {
      if (in_scope(copy, site.relevant, {})) equate(copy, copy);
    }
    for (const auto& [place, value] : before.facts) {
      if (in_scope(place, site.relevant, {})) set(result, place, value);
      if (renamed.empty() || !place.is(gcl::Kind::Select)) continue;
      if (in_scope(place, site.relevant, renamed)) {
        set(result, gcl::substitute(context_, place, renamed), value);
      }
    }
    for (const auto& others : before.rest) {
      const gcl::Expr map = others.first;
      if (!std::binary_search(site.relevant.begin(), site.relevant.end(), map)) continue;
      result.rest.insert(others);
      for (const auto& [place, value] : before.facts) {
        if (is_cell_of(place, map) && !in_scope(place, site.relevant, renamed)) {
          absorb(result, map, value);
        }
      }
    }
    return result;
  }

  Element leave(const Element& before, const Element& exit, const CallSite& site) const {
    if (before.bottom || exit.bottom) return bottom();
    std::unordered_set<gcl::Expr> changed(site.modified.begin(), site.modified.end());
    changed.insert(site.call.targets.begin(), site.call.targets.end());
    Element result = before;
    drop(result, changed);
    // What the callee knows, in the caller's words.
    gcl::Substitution renamed;
    for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
      const gcl::Expr argument = site.call.arguments[i];
      if (argument.is(gcl::Kind::Var) && !changed.contains(argument)) {
        renamed.emplace(site.callee.parameters[i].var, argument);
      }
    }
    for (std::size_t i = 0; i < site.call.targets.size(); ++i) {
      renamed.emplace(site.callee.results[i].var, site.call.targets[i]);
    }
    std::vector<gcl::Expr> globals;
    for (const gcl::Expr global : site.relevant) {
      const auto& targets = site.call.targets;
      if (std::ranges::find(targets, global) == targets.end()) globals.push_back(global);
    }
    add_equalities(exit, globals, renamed, result);
    for (const auto& [place, value] : exit.facts) {
      if (!in_scope(place, globals, renamed)) continue;
      const gcl::Expr ours = canonical(result, gcl::substitute(context_, place, renamed));
      if (!result.facts.contains(ours)) set(result, ours, value);
    }
    for (const auto& others : exit.rest) {
      const gcl::Expr map = others.first;
      if (!std::binary_search(site.modified.begin(), site.modified.end(), map)) continue;
      result.rest.insert(others);
      for (const auto& [place, value] : exit.facts) {
        if (is_cell_of(place, map) && !in_scope(place, globals, renamed)) {
          absorb(result, map, value);
        }
      }
    }
    return result;
  }

  std::optional<bool> decide(const Element& a, gcl::Expr e) const {
    const Maybe value = evaluate(a, e);
    return value ? values_.truth(*value) : std::nullopt;
  }

  Element forget(const Element& a, const std::set<gcl::Expr>& vars) const {
    if (a.bottom || vars.empty()) return a;
    Element result = a;
    std::erase_if(result.facts, [&](const auto& fact) { return vars.contains(fact.first); });
    if (!result.copies.empty()) {
      for (const gcl::Expr var : vars) leave_class(result, var);
    }
    return result;
  }

  Meaning meaning(const Element& a) const {
    Meaning result;
    result.bottom = a.bottom;
    for (const auto& [place, value] : a.facts) {
      const gcl::Expr fact = values_.meaning(context_, place, value);
      if (fact) {
        result.facts.push_back(fact);
      } else {
        ++result.dropped;
      }
    }
    for (const auto& [copy, first] : a.copies) {
      result.facts.push_back(gcl::mk_eq(context_, copy, first));
    }
    for (const auto& [map, value] : a.rest) {
      const gcl::Expr fact = meaning_of_rest(a, map, value);
      if (fact) {
        result.facts.push_back(fact);
      } else {
        ++result.dropped;
      }
    }
    return result;
  }

  std::string print(const Element& a) const {
    if (a.bottom) return "unreachable";
    std::vector<std::string> texts;
    for (const auto& [place, value] : a.facts) {
      texts.push_back(gcl::print(place) + ": " + values_.print(value));
    }
    for (const auto& [copy, first] : a.copies) {
      texts.push_back(gcl::print(copy) + " == " + gcl::print(first));
    }
    for (const auto& [map, value] : a.rest) {
      texts.push_back(gcl::print(map) + "[*]: " + values_.print(value));
    }
    std::ranges::sort(texts);
    std::string text;
    for (const std::string& one : texts) text += (text.empty() ? "" : ", ") + one;
    return text;
  }

  /// What `e` can be; nothing known: absent.
  Maybe evaluate(const Element& a, gcl::Expr e) const {
    std::unordered_map<gcl::Expr, Maybe> memo;
    return evaluate(a, e, memo);
  }

 private:
  using Memo = std::unordered_map<gcl::Expr, Maybe>;

  // ---- facts

  /// Maps are known cell by cell.
  bool may_know(gcl::Expr place) const {
    return !place.sort().is_map() && (!tracked_ || tracked_(place));
  }

  void set(Element& a, gcl::Expr place, Maybe value) const {
    place = canonical(a, place);
    if (value && may_know(place)) {
      a.facts.insert_or_assign(place, std::move(*value));
    } else {
      a.facts.erase(place);
      if (place.is(gcl::Kind::Select)) absorb(a, place_in(place)->variable, value);
    }
  }

  // ---- equal variables

  static gcl::Expr first_of(const Element& a, gcl::Expr var) {
    const auto found = a.copies.find(var);
    return found == a.copies.end() ? var : found->second;
  }

  /// A cell by the first of each class that its keys are of.
  gcl::Expr canonical(const Element& a, gcl::Expr place) const {
    if (a.copies.empty() || !place.is(gcl::Kind::Select)) return place;
    gcl::Substitution first;
    for (const gcl::Expr var : key_variables(place)) {
      if (!(first_of(a, var) == var)) first.emplace(var, first_of(a, var));
    }
    return first.empty() ? place : gcl::substitute(context_, place, first);
  }

  /// Two variables have the same value.
  void unite(Element& a, gcl::Expr x, gcl::Expr y) const {
    const bool wanted = equalities_ == Equalities::Tracked && !x.sort().is_map() &&
                        (!tracked_ || (tracked_(x) && tracked_(y)));
    const gcl::Expr left = first_of(a, x);
    const gcl::Expr right = first_of(a, y);
    if (!wanted || left == right) return;
    const gcl::Expr first = std::min(left, right);
    const gcl::Expr second = std::max(left, right);
    for (auto& [copy, of] : a.copies) {
      if (of == second) of = first;
    }
    a.copies.emplace(second, first);
    rename_cells(a, second, first);
  }

  /// The first of a class is no more: the next one takes its place.
  void leave_class(Element& a, gcl::Expr var) const {
    if (a.copies.erase(var) > 0) return;
    const auto next =
        std::ranges::find_if(a.copies, [&](const auto& copy) { return copy.second == var; });
    if (next == a.copies.end()) return;
    const gcl::Expr heir = next->first;
    a.copies.erase(next);
    for (auto& [copy, of] : a.copies) {
      if (of == var) of = heir;
    }
    rename_cells(a, var, heir);
  }

  void rename_cells(Element& a, gcl::Expr from, gcl::Expr to) const {
    Facts renamed;
    for (auto at = a.facts.begin(); at != a.facts.end();) {
      const std::vector<gcl::Expr> keys = key_variables(at->first);
      if (std::ranges::find(keys, from) == keys.end()) {
        ++at;
        continue;
      }
      renamed.emplace(gcl::substitute(context_, at->first, {{from, to}}), at->second);
      at = a.facts.erase(at);
    }
    a.facts.merge(renamed);  // a cell that is known already stays as it is
  }

  /// What is equal on both sides.
  Copies common_copies(const Element& a, const Element& b) const {
    Copies result;
    if (a.copies.empty() || b.copies.empty()) return result;
    std::set<gcl::Expr> vars;
    for (const Element* one : {&a, &b}) {
      for (const auto& [copy, first] : one->copies) vars.insert({copy, first});
    }
    std::map<std::pair<gcl::Expr, gcl::Expr>, gcl::Expr> classes;
    for (const gcl::Expr var : vars) {  // ascending: the first comes first
      const auto known = classes.try_emplace({first_of(a, var), first_of(b, var)}, var);
      if (!known.second) result.emplace(var, known.first->second);
    }
    return result;
  }

  /// Those of a callee's exit that the caller has names for.
  void add_equalities(const Element& exit, const std::vector<gcl::Expr>& globals,
                      gcl::Substitution& renamed, Element& result) const {
    const auto ours = [&](gcl::Expr var) {
      const auto found = renamed.find(var);
      if (found != renamed.end()) return found->second;
      return in_scope(var, globals, {}) ? var : gcl::Expr();
    };
    for (const auto& [copy, first] : exit.copies) {
      const gcl::Expr here = ours(copy);
      const gcl::Expr there = ours(first);
      if (here && there) unite(result, here, there);
      if (here && !there) renamed.emplace(first, here);
    }
  }

  static bool is_cell_of(gcl::Expr place, gcl::Expr map) {
    return place.is(gcl::Kind::Select) && place_in(place)->variable == map;
  }

  /// One of the other cells of a map has this value.
  void absorb(Element& a, gcl::Expr map, const Maybe& value) const {
    const auto others = a.rest.find(map);
    if (others == a.rest.end()) return;
    Maybe both = value ? values_.join(others->second, *value) : std::nullopt;
    if (both) {
      others->second = std::move(*both);
    } else {
      a.rest.erase(others);
    }
  }

  /// A cell is one of the others from now on.
  typename Facts::iterator unlist(Element& a, typename Facts::iterator at) const {
    if (at->first.is(gcl::Kind::Select)) absorb(a, place_in(at->first)->variable, at->second);
    return a.facts.erase(at);
  }

  /// Every cell of `map` that is no fact of `except`.
  Maybe others_of(const Element& a, gcl::Expr map, const Element& except) const {
    const auto others = a.rest.find(map);
    if (others == a.rest.end()) return std::nullopt;
    Maybe result = others->second;
    for (const auto& [place, value] : a.facts) {
      if (!result) break;
      if (is_cell_of(place, map) && !except.facts.contains(canonical(except, place))) {
        result = values_.join(*result, value);
      }
    }
    return result;
  }

  template <class Combine>
  void merge_rest(const Element& a, const Element& b, Combine combine, Element& result) const {
    for (const auto& others : a.rest) {
      const Maybe x = others_of(a, others.first, result);
      const Maybe y = others_of(b, others.first, result);
      Maybe both = x && y ? combine(*x, *y) : std::nullopt;
      if (both) result.rest.insert_or_assign(others.first, std::move(*both));
    }
  }

  /// forall k :: k is no key of a fact ==> map[k] has the value
  gcl::Expr meaning_of_rest(const Element& a, gcl::Expr map, const Value& value) const {
    Place any{map, {}};
    for (gcl::Sort sort = map.sort(); sort.is_map(); sort = sort.value()) {
      any.keys.push_back(context_.var("key$" + std::to_string(any.keys.size() + 1), sort.key()));
    }
    const gcl::Expr cell = expression(context_, any);
    const gcl::Expr has = values_.meaning(context_, cell, value);
    if (!has) return {};
    std::vector<gcl::Expr> cases = {has};
    for (const auto& [place, known] : a.facts) {
      if (!is_cell_of(place, map)) continue;
      const Place listed = *place_in(place);
      std::vector<gcl::Expr> same;
      for (std::size_t i = 0; i < listed.keys.size(); ++i) {
        same.push_back(gcl::mk_eq(context_, any.keys[i], listed.keys[i]));
      }
      cases.push_back(gcl::mk_and(context_, same));
    }
    return gcl::mk_forall_over(context_, any.keys, gcl::mk_or(context_, cases), {{cell}});
  }

  static bool mentions(gcl::Expr place, const std::unordered_set<gcl::Expr>& vars) {
    if (place.is(gcl::Kind::Var)) return vars.contains(place);
    return std::ranges::any_of(gcl::free_vars(place),
                               [&](gcl::Expr var) { return vars.contains(var); });
  }

  /// Is every variable of `place` in the sorted `globals` or renamed?
  static bool in_scope(gcl::Expr place, const std::vector<gcl::Expr>& globals,
                       const gcl::Substitution& renamed) {
    const auto is_known = [&](gcl::Expr var) {
      return std::binary_search(globals.begin(), globals.end(), var) || renamed.contains(var);
    };
    if (place.is(gcl::Kind::Var)) return is_known(place);
    return std::ranges::all_of(gcl::free_vars(place), is_known);
  }

  template <class Combine>
  Element merge(const Element& a, const Element& b, Combine combine) const {
    if (a.bottom) return b;
    if (b.bottom) return a;
    Element result;
    result.copies = common_copies(a, b);
    const auto add = [&](gcl::Expr place) {
      place = canonical(result, place);
      if (result.facts.contains(place)) return;
      const Maybe x = value_of(a, place);
      const Maybe y = x ? value_of(b, place) : std::nullopt;
      Maybe both = y ? combine(*x, *y) : std::nullopt;
      if (both) result.facts.emplace(place, std::move(*both));
    };
    const auto add_all = [&](const Element& side) {
      for (const auto& fact : side.facts) {
        add(fact.first);
        if (!fact.first.is(gcl::Kind::Select)) continue;
        for (const auto& [copy, first] : side.copies) {  // a class that falls apart
          if (gcl::occurs(first, fact.first)) {
            add(gcl::substitute(context_, fact.first, {{first, copy}}));
          }
        }
      }
    };
    add_all(a);
    add_all(b);
    merge_rest(a, b, combine, result);
    return result;
  }

  /// Of a place; a cell is also known by the constant that its key is.
  Maybe value_of(const Element& a, gcl::Expr place) const {
    place = canonical(a, place);
    const auto found = a.facts.find(place);
    if (found != a.facts.end()) return found->second;
    if (!place.is(gcl::Kind::Select)) return std::nullopt;
    Memo memo;
    return read(a, place, memo);
  }

  // ---- evaluation

  Maybe evaluate(const Element& a, gcl::Expr e, Memo& memo) const {
    gcl::post_order(e, [&](gcl::Expr node) {
      if (!memo.contains(node)) memo.emplace(node, value_of_node(a, node, memo));
    });
    return memo.at(e);
  }

  Maybe value_of_node(const Element& a, gcl::Expr e, Memo& memo) const {
    using gcl::Kind;
    if (e.sort().is_map() || e.is(Kind::BoundVar)) return std::nullopt;
    const auto truth_of = [&](std::size_t i) { return truth(memo.at(e.arg(i))); };
    if (e.is_true() || e.is_false()) return truth_value(e.is_true());
    if (e.is(Kind::IntConst)) {
      return values_.constant(gcl::Value::integer(gcl::Integer(std::string_view(e.text()))));
    }
    if (e.is(Kind::BitVecConst)) {
      return values_.constant(
          gcl::Value::bitvec(gcl::Integer(std::string_view(e.text())), e.sort().width()));
    }
    if (e.is(Kind::Var)) {
      const auto found = a.facts.find(e);
      return found == a.facts.end() ? std::nullopt : Maybe(found->second);
    }
    if (e.is(Kind::Select)) return e.has_bound_vars() ? any_cell(a, e) : read(a, e, memo);
    // What is read at a bound key is what any cell has, so the body speaks for all of them.
    if (e.is(Kind::Forall) || e.is(Kind::Exists)) return memo.at(e.arg(0));
    if (e.is(Kind::Not)) {
      const std::optional<bool> value = truth_of(0);
      return value ? truth_value(!*value) : std::nullopt;
    }
    if (e.is(Kind::And)) return connective(e, memo, false);
    if (e.is(Kind::Or)) return connective(e, memo, true);
    if (e.is(Kind::Implies)) {
      if (truth_of(0) == false || truth_of(1) == true) return truth_value(true);
      return truth_of(0) && truth_of(1) ? truth_value(false) : std::nullopt;
    }
    if (e.is(Kind::Iff)) {
      if (e.arg(0) == e.arg(1)) return truth_value(true);
      return truth_of(0) && truth_of(1) ? truth_value(truth_of(0) == truth_of(1)) : std::nullopt;
    }
    if (e.is(Kind::Ite)) {
      if (const std::optional<bool> condition = truth_of(0)) {
        return memo.at(e.arg(*condition ? 1 : 2));
      }
      const Maybe& x = memo.at(e.arg(1));
      const Maybe& y = memo.at(e.arg(2));
      return x && y ? values_.join(*x, *y) : std::nullopt;
    }
    if (e.is(Kind::Old) || e.is(Kind::Entry)) return std::nullopt;
    if (e.is(Kind::Eq) && first_of(a, e.arg(0)) == first_of(a, e.arg(1))) return truth_value(true);
    std::vector<Maybe> args;
    for (const gcl::Expr arg : e.args()) args.push_back(memo.at(arg));
    if (e.is(Kind::Eq) && args[0] && args[1] && values_.disjoint(*args[0], *args[1])) {
      return truth_value(false);
    }
    return values_.apply(e, args);
  }

  Maybe truth_value(bool value) const { return values_.constant(gcl::Value::boolean(value)); }
  std::optional<bool> truth(const Maybe& value) const {
    return value ? values_.truth(*value) : std::nullopt;
  }

  /// One argument that is `decisive` decides; all others decide together.
  Maybe connective(gcl::Expr e, const Memo& memo, bool decisive) const {
    bool all = true;
    for (const gcl::Expr arg : e.args()) {
      const std::optional<bool> value = truth(memo.at(arg));
      if (value == decisive) return truth_value(decisive);
      all &= value.has_value();
    }
    return all ? truth_value(!decisive) : std::nullopt;
  }

  /// Whatever the key is.
  Maybe any_cell(const Element& a, gcl::Expr e) const {
    while (e.is(gcl::Kind::Select)) e = e.arg(0);
    return e.is(gcl::Kind::Var) ? others_of(a, e, Element{}) : std::nullopt;
  }

  /// As it is written; as the cell that it must be; as one of the cells that it can be; as one of
  /// the others, or of the cells that it may be.
  Maybe read(const Element& a, gcl::Expr e, Memo& memo) const {
    e = canonical(a, e);
    const auto direct = a.facts.find(e);
    if (direct != a.facts.end()) return direct->second;
    std::optional<Place> place = place_in(e);
    if (!place) return std::nullopt;
    const Maybe known = known_cells(a, *place, memo);
    const auto others = a.rest.find(place->variable);
    if (known || others == a.rest.end()) return known;
    Maybe result = others->second;
    for (const auto& [listed, value] : a.facts) {
      if (!result) break;
      if (!is_cell_of(listed, place->variable)) continue;
      if (!apart(a, place_in(listed)->keys, place->keys, memo)) {
        result = values_.join(*result, value);
      }
    }
    return result;
  }

  Maybe known_cells(const Element& a, const Place& wanted, Memo& memo) const {
    const Place* place = &wanted;
    std::vector<Place> cells = {{place->variable, {}}};
    for (const gcl::Expr key : place->keys) {
      std::vector<gcl::Expr> choices = choices_of(evaluate(a, key, memo), key.sort());
      if (choices.empty()) choices = {key};
      std::vector<Place> longer;
      for (const Place& cell : cells) {
        for (const gcl::Expr choice : choices) {
          longer.push_back(cell);
          longer.back().keys.push_back(choice);
        }
      }
      if (longer.size() > max_cells) return std::nullopt;
      cells = std::move(longer);
    }
    Maybe result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto found = a.facts.find(expression(context_, cells[i]));
      if (found == a.facts.end()) return std::nullopt;
      result = i == 0 ? Maybe(found->second) : values_.join(*result, found->second);
      if (!result) return std::nullopt;
    }
    return result;
  }

  std::vector<gcl::Expr> choices_of(const Maybe& value, gcl::Sort sort) const {
    std::vector<gcl::Expr> result;
    if (!value) return result;
    const auto add = [&](const gcl::Value& one) {
      const gcl::Expr constant = literal(context_, one);
      if (constant && constant.sort() == sort) result.push_back(constant);
    };
    if (const auto only = values_.single(*value)) {
      add(*only);
      return result;
    }
    const auto all = values_.choices(*value);
    for (const gcl::Value& one : all) add(one);
    if (result.size() != all.size()) result.clear();
    return result;
  }

  // ---- assignments

  Element assign(const Element& a, const Assign& op) const {
    Element result = a;
    Memo memo;
    std::vector<std::pair<gcl::Expr, Maybe>> known;  // what holds afterwards
    std::unordered_set<gcl::Expr> scalars;
    for (std::size_t i = 0; i < op.targets.size(); ++i) {
      if (op.targets[i].sort().is_map()) {
        write(a, result, op.targets[i], op.values[i], memo);
        continue;
      }
      scalars.insert(op.targets[i]);
      known.emplace_back(op.targets[i], evaluate(a, op.values[i], memo));
    }
    if (scalars.empty()) return result;
    drop(result, scalars);
    for (const auto& [target, value] : known) set(result, target, value);
    for (std::size_t i = 0; i < op.targets.size(); ++i) {
      const bool is_copy = op.values[i].is(gcl::Kind::Var) && !scalars.contains(op.values[i]);
      if (is_copy) unite(result, op.targets[i], op.values[i]);
    }
    return result;
  }

  void write(const Element& before, Element& result, gcl::Expr map, gcl::Expr value,
             Memo& memo) const {
    const std::optional<std::vector<Write>> writes = writes_of(map, value);
    if (!writes) {
      drop(result, {map});
      gcl::Expr inner = value;
      while (inner.is(gcl::Kind::ConstMap)) inner = inner.arg(0);
      const bool knows = !tracked_ || tracked_(map);
      const Maybe same = inner.sort().is_map() ? std::nullopt : evaluate(before, inner, memo);
      if (same && knows) result.rest.insert_or_assign(map, *same);
      return;
    }
    for (const Write& one : *writes) {
      const Maybe written = one.value ? evaluate(before, one.value, memo) : std::nullopt;
      weaken(before, result, map, one, written, memo);
      Place place{map, {}};
      for (const gcl::Expr key : one.keys) {
        const std::vector<gcl::Expr> choices = choices_of(evaluate(before, key, memo), key.sort());
        place.keys.push_back(choices.size() == 1 ? choices.front() : key);
      }
      const gcl::Expr cell = expression(context_, place);
      const bool readable = one.value && place_in(cell).has_value();
      // A key that speaks of the map itself is another one afterwards.
      const std::vector<gcl::Expr> vars = gcl::free_vars(place.keys);
      const bool stable = std::ranges::find(vars, map) == vars.end();
      if (readable && stable) {
        set(result, cell, written);
      } else {
        absorb(result, map, written);
      }
    }
  }

  /// Every cell that the write may hit has its old value or the new one. A cell whose key is read
  /// from the map is lost.
  void weaken(const Element& before, Element& result, gcl::Expr map, const Write& one,
              const Maybe& written, Memo& memo) const {
    for (auto at = result.facts.begin(); at != result.facts.end();) {
      const gcl::Expr cell = at->first;
      if (!cell.is(gcl::Kind::Select)) {
        ++at;
        continue;
      }
      const std::vector<gcl::Expr> keys = key_variables(cell);
      const bool moved = std::ranges::find(keys, map) != keys.end();
      const Place place = *place_in(cell);
      if (!moved && (!(place.variable == map) || apart(before, place.keys, one.keys, memo))) {
        ++at;
        continue;
      }
      Maybe value = at->second;
      if (place.variable == map) value = written ? values_.join(*value, *written) : std::nullopt;
      if (value && !moved) {
        at->second = std::move(*value);
        ++at;
      } else {
        absorb(result, place.variable, value);
        at = result.facts.erase(at);
      }
    }
  }

  /// Certainly different cells: some key differs. A row that is written reaches all cells in it.
  bool apart(const Element& a, const std::vector<gcl::Expr>& left,
             const std::vector<gcl::Expr>& right, Memo& memo) const {
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
      if (gcl::mk_eq(context_, left[i], right[i]).is_false()) return true;
      const Maybe x = evaluate(a, left[i], memo);
      const Maybe y = evaluate(a, right[i], memo);
      if (x && y && values_.disjoint(*x, *y)) return true;
    }
    return false;
  }

  /// Of these variables nothing is known any more; what they are keys of are other cells now.
  void drop(Element& a, const std::unordered_set<gcl::Expr>& vars) const {
    if (!a.copies.empty()) {
      const std::set<gcl::Expr> in_order(vars.begin(), vars.end());
      for (const gcl::Expr var : in_order) leave_class(a, var);
    }
    std::erase_if(a.rest, [&](const auto& others) { return vars.contains(others.first); });
    for (auto at = a.facts.begin(); at != a.facts.end();) {
      at = mentions(at->first, vars) ? unlist(a, at) : std::next(at);
    }
  }

  Element havoc(const Element& a, const std::vector<gcl::Expr>& targets) const {
    Element result = a;
    drop(result, {targets.begin(), targets.end()});
    return result;
  }

  // ---- assumptions

  Element assume(const Element& a, gcl::Expr e, bool holds) const {
    using gcl::Kind;
    if (a.bottom) return a;
    const std::optional<bool> known = decide(a, e);
    if (known) return *known == holds ? a : bottom();
    if (e.is(Kind::Not)) return assume(a, e.arg(0), !holds);
    if (e.is(Kind::And)) return holds ? all(a, e.args(), true) : any(a, e.args(), false);
    if (e.is(Kind::Or)) return holds ? any(a, e.args(), true) : all(a, e.args(), false);
    if (e.is(Kind::Implies)) {
      if (!holds) return assume(assume(a, e.arg(0), true), e.arg(1), false);
      return join(assume(a, e.arg(0), false), assume(a, e.arg(1), true));
    }
    if (e.is(Kind::Iff)) {
      return join(assume(assume(a, e.arg(0), true), e.arg(1), holds),
                  assume(assume(a, e.arg(0), false), e.arg(1), !holds));
    }
    if (e.is(Kind::Eq) || e.is(Kind::Le) || e.is(Kind::Lt)) return compare(a, e, holds);
    if (!place_in(e)) return a;
    Element result = a;
    set(result, e, truth_value(holds));
    return result;
  }

  Element all(Element a, std::span<const gcl::Expr> es, bool hold) const {
    for (const gcl::Expr e : es) a = assume(a, e, hold);
    return a;
  }

  /// Of many cases nothing is learnt.
  Element any(const Element& a, std::span<const gcl::Expr> es, bool hold) const {
    if (es.size() > max_cases) return a;
    Element result = bottom();
    for (const gcl::Expr e : es) result = join(result, assume(a, e, hold));
    return result;
  }

  Element compare(const Element& a, gcl::Expr e, bool holds) const {
    Memo memo;
    const Maybe left = evaluate(a, e.arg(0), memo);
    const Maybe right = evaluate(a, e.arg(1), memo);
    Element result = a;
    for (const bool self_left : {true, false}) {
      const gcl::Expr self = e.arg(self_left ? 0 : 1);
      const auto restricted = values_.restrict(self_left ? left : right, self_left ? right : left,
                                               e.kind(), holds, self_left);
      if (restricted.empty) return bottom();
      if (restricted.value) refine(result, self, *restricted.value);
    }
    const bool equal =
        e.is(gcl::Kind::Eq) && holds && e.arg(0).is(gcl::Kind::Var) && e.arg(1).is(gcl::Kind::Var);
    if (equal) unite(result, e.arg(0), e.arg(1));
    return result;
  }

  /// `self` has this value: a place, or a place with constants added.
  void refine(Element& a, gcl::Expr self, const Value& value) const {
    const bool is_place = self.is(gcl::Kind::Var) || self.is(gcl::Kind::Select);
    if (is_place && place_in(self)) {
      set(a, self, value);
    } else if (self.is(gcl::Kind::Add) && self.args().size() == 2) {
      shift(a, self.arg(0), self.arg(1), gcl::Kind::Sub, value);
      shift(a, self.arg(1), self.arg(0), gcl::Kind::Sub, value);
    } else if (self.is(gcl::Kind::Sub)) {
      shift(a, self.arg(0), self.arg(1), gcl::Kind::Add, value);
    }
  }

  /// place OTHER c has `value`: so `place` has value INVERSE c.
  void shift(Element& a, gcl::Expr place, gcl::Expr constant, gcl::Kind inverse,
             const Value& value) const {
    if (!constant.is(gcl::Kind::IntConst) || !place_in(place)) return;
    const gcl::Expr node = context_.make(inverse, {place, constant});
    const Maybe args[] = {value, evaluate(a, constant)};
    const Maybe shifted = values_.apply(node, args);
    const Maybe known = value_of(a, place);
    if (shifted && (!known || values_.less_equal(*shifted, *known))) set(a, place, shifted);
  }

  static constexpr std::size_t max_cells = 16;
  static constexpr std::size_t max_cases = 6;
  static constexpr std::size_t max_condition = 2'000;  // nodes; assume() recurses

  gcl::Context& context_;
  Values values_;
  Equalities equalities_;
  Tracked tracked_;
};

}  // namespace pawl::dataflow
