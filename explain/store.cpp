// SPDX-License-Identifier: Apache-2.0
#include "explain/store.h"

#include <algorithm>
#include <utility>

#include "explain/fold.h"
#include "gcl/build.h"
#include "support/assert.h"

namespace pawl::explain {

using gcl::Expr;
using gcl::Kind;

namespace {

std::vector<Expr> map_reads(Expr e) {
  std::vector<Expr> found;
  gcl::post_order(e, [&](Expr node) {
    if (node.is(Kind::Select) && !node.has_bound_vars()) found.push_back(node);
  });
  return found;
}

/// The map variables that occur otherwise than in a read of one element.
std::vector<Expr> whole_maps(Expr e) {
  std::set<Expr> found;
  const auto is_map = [](Expr node) { return node.is(Kind::Var) && node.sort().is_map(); };
  if (is_map(e)) found.insert(e);
  gcl::post_order(e, [&](Expr node) {
    for (std::size_t i = 0; i < node.args().size(); ++i) {
      const bool read = node.is(Kind::Select) && i == 0 && !node.has_bound_vars();
      if (is_map(node.arg(i)) && !read) found.insert(node.arg(i));
    }
  });
  return {found.begin(), found.end()};
}

template <class T>
std::vector<T> to_vector(const std::set<T>& items) {
  return {items.begin(), items.end()};
}

}  // namespace

Store::Store(gcl::Context& context, const gcl::Program& program, const Path& path)
    : context_(context), path_(path), frames_(path.activations.size()) {
  for (const gcl::VarDecl& global : program.globals) globals_.insert(global.var);
  for (const gcl::ConstDecl& constant : program.constants) constants_.insert(constant.var);
}

// --- symbolic constants

// Entries are numbered the same way whenever the same path is simulated with the same renamings.
Expr Store::fresh(Expr var) {
  return context_.var(var.name() + "@" + std::to_string(entries_.size()), var.sort());
}

EntryId Store::add(Entry entry) {
  entries_.push_back(std::move(entry));
  return entries_.size() - 1;
}

EntryId Store::make_initial(ActivationId activation, Expr var) {
  Entry entry;
  entry.activation = activation;
  entry.var = var;
  entry.value = fresh(var);
  const EntryId id = add(std::move(entry));
  frames_[activation].current.emplace(var, id);
  frames_[activation].initial.emplace(var, id);
  return id;
}

/// The caller is frozen while the callee runs: what it holds now it held at the call.
EntryId Store::current(ActivationId activation, Expr var) {
  const auto known = [&](ActivationId a) { return frames_[a].current.contains(var); };
  if (known(activation)) return frames_[activation].current.at(var);
  if (!is_global(var)) return make_initial(activation, var);
  std::vector<ActivationId> down = {activation};
  while (down.back() != 0 && !known(down.back())) {
    down.push_back(path_.activations[down.back()].caller);
  }
  if (!known(down.back())) make_initial(down.back(), var);
  for (std::size_t i = down.size() - 1; i-- > 0;) {
    const EntryId outer = frames_[down[i + 1]].current.at(var);
    const EntryId inner = make_initial(down[i], var);
    bind(down[i], inner, {entries_[outer].value, {outer}, {}});
  }
  return frames_[activation].current.at(var);
}

EntryId Store::initial(ActivationId activation, Expr var) {
  current(activation, var);  // sets both when nobody has asked for the variable yet
  return frames_[activation].initial.at(var);
}

Expr Store::initial_value(ActivationId activation, Expr var) const {
  const auto found = frames_[activation].initial.find(var);
  return found == frames_[activation].initial.end() ? Expr{} : entries_[found->second].value;
}

void Store::bind(ActivationId activation, EntryId constant, const Reading& caller) {
  const Expr symbol = entries_[constant].value;
  frames_[activation].bound.emplace(symbol, caller.value);
  frames_[activation].bound_depends.emplace(symbol, caller.depends);
  if (symbol.sort().is_map()) {
    map_owner_.emplace(symbol, activation);  // its elements are bound when they are read
  } else {
    bindings_.push_back(
        {gcl::mk_eq(context_, symbol, caller.value), caller.depends, caller.aliases});
  }
}

std::vector<Binding> Store::take_bindings() { return std::exchange(bindings_, {}); }

// --- reading

Reading Store::read(ActivationId activation, Expr e) {
  Walk walk;
  const Expr raw = gcl::read_vars(context_, e, [&](Expr var, gcl::Moment moment) {
    if (is_constant(var)) return var;
    const EntryId id =
        moment == gcl::Moment::Now ? current(activation, var) : initial(activation, var);
    if (!layers_.contains(entries_[id].value)) walk.depends.insert(id);
    return entries_[id].value;
  });
  const Expr value = resolve(raw, walk);
  depend_on_whole_maps(value, walk);
  bind_elements(value);
  return {value, to_vector(walk.depends), to_vector(walk.aliases)};
}

Expr Store::resolve(Expr value, Walk& walk) const {
  return gcl::Rewriter(context_, [&](Expr node) {
    if (node.is(Kind::Select)) return resolve_read(node.arg(0), node.arg(1), walk);
    return fold_node(context_, node);
  })(value);
}

/// Down through the layers; those that may be meant become cases.
Expr Store::resolve_read(Expr map, Expr key, Walk& walk) const {
  struct Case {
    Expr condition;
    Expr value;
  };
  std::vector<Case> cases;
  Expr result;
  while (!result) {
    const Layer* written = layer(map);
    const bool store = map.is(Kind::Store);
    if (written == nullptr && !store) {
      result = context_.make(Kind::Select, {map, key});
      break;
    }
    const Expr at = store ? map.arg(1) : written->key;
    const Expr value = store ? map.arg(2) : written->value;
    const Alias same = alias(at, key);
    if (same != Alias::Different && written != nullptr) walk.depends.insert(written->entry);
    if (same == Alias::Same) result = value;
    if (same == Alias::Maybe) {
      const Expr condition = gcl::mk_eq(context_, at, key);
      if (!condition.has_bound_vars()) walk.aliases.insert(condition);
      cases.push_back({condition, value});
    }
    map = store ? map.arg(0) : written->base;
  }
  for (auto it = cases.rbegin(); it != cases.rend(); ++it) {
    result = gcl::mk_ite(context_, it->condition, it->value, result);
  }
  return result;
}

Expr Store::element(Expr map, Expr key) const {
  Walk ignored;
  return resolve_read(map, key, ignored);
}

const Store::Layer* Store::layer(Expr map) const {
  const auto found = layers_.find(map);
  return found == layers_.end() ? nullptr : &found->second;
}

/// A map that is not just read at a key (compared, passed to a function): all its layers.
void Store::depend_on_whole_maps(Expr value, Walk& walk) const {
  for (Expr var : gcl::free_vars(value)) {
    for (const Layer* written = layer(var); written != nullptr; written = layer(written->base)) {
      walk.depends.insert(written->entry);
    }
  }
}

/// For every element of a callee's map that `value` reads: what that is in the caller, and so on
/// up. Where a map occurs otherwise it is bound as a whole.
void Store::bind_elements(Expr value) {
  std::vector<Expr> open = {value};
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    for (const Expr read : map_reads(next)) {
      const auto owner = map_owner_.find(read.arg(0));
      if (owner == map_owner_.end()) continue;
      if (!bound_elements_.emplace(read.arg(0), read.arg(1)).second) continue;
      const Reading outer = expanded(owner->second, read, std::nullopt);
      bindings_.push_back({gcl::mk_eq(context_, read, outer.value), outer.depends, outer.aliases});
      open.push_back(outer.value);
    }
    for (const Expr map : whole_maps(next)) {
      const auto owner = map_owner_.find(map);
      if (owner == map_owner_.end() || !whole_bound_.insert(map).second) continue;
      Walk walk;
      const Expr outer = frames_[owner->second].bound.at(map);
      depend_on_whole_maps(outer, walk);
      bindings_.push_back({gcl::mk_eq(context_, map, outer), to_vector(walk.depends), {}});
      open.push_back(outer);
    }
  }
}

/// A value of the callee, in terms of its caller.
Reading Store::expanded(ActivationId callee, Expr value, std::optional<EntryId> source) {
  const Frame& frame = frames_[callee];
  Walk walk;
  if (source) walk.depends.insert(*source);
  for (const Expr var : gcl::free_vars(value)) {
    if (const auto bound = frame.bound_depends.find(var); bound != frame.bound_depends.end()) {
      walk.depends.insert(bound->second.begin(), bound->second.end());
    }
  }
  const Expr outer = resolve(gcl::substitute(context_, value, frame.bound), walk);
  depend_on_whole_maps(outer, walk);
  return {outer, to_vector(walk.depends), to_vector(walk.aliases)};
}

Expr Store::in_caller(ActivationId callee, Expr value) const {
  Walk ignored;
  return resolve(gcl::substitute(context_, value, frames_[callee].bound), ignored);
}

Expr Store::exact(Expr value) const { return gcl::substitute(context_, value, written_maps_); }

// --- writing

/// What was there before stays in the history: entries are never removed.
void Store::set(ActivationId activation, Expr var, EntryId entry) {
  current(activation, var);  // so that old(var) is known
  frames_[activation].current.insert_or_assign(var, entry);
  if (is_global(var)) frames_[activation].written.insert(var);
}

void Store::set_value(std::size_t step, ActivationId activation, Expr var, Reading reading) {
  current(activation, var);
  set(activation, var,
      add({Entry::Kind::Assigned,
           activation,
           var,
           {},
           reading.value,
           step,
           std::move(reading.depends),
           std::move(reading.aliases)}));
}

void Store::set_layer(std::size_t step, ActivationId activation, Expr var, Expr base,
                      const Reading& key, Reading value, Entry::Kind kind) {
  current(activation, var);
  const Expr map = fresh(var);
  Entry entry{kind, activation, var, key.value, map, step, std::move(value.depends), {}};
  entry.depends.insert(entry.depends.end(), key.depends.begin(), key.depends.end());
  entry.aliases = std::move(value.aliases);
  entry.aliases.insert(entry.aliases.end(), key.aliases.begin(), key.aliases.end());
  const EntryId id = add(std::move(entry));
  layers_.emplace(map, Layer{base, key.value, value.value, id});
  written_maps_.emplace(map,
                        gcl::mk_store(context_, exact(base), exact(key.value), exact(value.value)));
  set(activation, var, id);
}

/// match: m := n[k := v][l := w]     one layer for each store, on what n is
void Store::assign(std::size_t step, ActivationId activation, const PathAssign& assign) {
  struct Write {
    Expr var;
    Reading base;                                       // of a map: without the stores
    std::vector<std::pair<Reading, Reading>> elements;  // first written first
  };
  std::vector<Write> writes;  // all is read before anything is written
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    Write& write = writes.emplace_back();
    write.var = assign.targets[i];
    Expr base = assign.values[i];
    std::vector<Expr> stores;
    for (; base.is(Kind::Store); base = base.arg(0)) stores.push_back(base);
    for (auto it = stores.rbegin(); it != stores.rend(); ++it) {
      write.elements.emplace_back(read(activation, it->arg(1)), read(activation, it->arg(2)));
    }
    const bool in_place = !stores.empty() && base == write.var;
    if (in_place) {
      write.base.value = entries_[current(activation, base)].value;
    } else {
      write.base = read(activation, base);
    }
  }
  for (Write& write : writes) {
    const bool copied = write.elements.empty() || !write.base.depends.empty();
    if (copied) set_value(step, activation, write.var, write.base);
    Expr map = write.base.value;
    for (auto& [key, value] : write.elements) {
      set_layer(step, activation, write.var, map, key, std::move(value), Entry::Kind::Assigned);
      map = entries_[frames_[activation].current.at(write.var)].value;
    }
  }
}

void Store::havoc(std::size_t step, ActivationId activation, std::span<const Expr> targets) {
  for (const Expr var : targets) {
    current(activation, var);
    const Expr symbol = fresh(var);
    set(activation, var, add({Entry::Kind::Arbitrary, activation, var, {}, symbol, step, {}, {}}));
  }
}

void Store::rename(std::size_t step, ActivationId activation, Expr e) {
  for (const Expr read : map_reads(e)) {
    if (read.arg(0).is(Kind::Var)) rename_element(step, activation, read);
  }
  for (const Expr var : gcl::free_vars(e)) {
    if (is_constant(var) || var.sort().is_map()) continue;
    const Expr value = entries_[current(activation, var)].value;
    if (!value.is(Kind::Var)) havoc(step, activation, std::span(&var, 1));
  }
}

void Store::rename_element(std::size_t step, ActivationId activation, Expr select) {
  const Expr map = select.arg(0);
  if (is_constant(map) || select.sort().is_map()) return;
  const Reading element = read(activation, select);
  const bool symbolic = element.value.is(Kind::Var) ||
                        (element.value.is(Kind::Select) && element.value.arg(0).is(Kind::Var));
  if (symbolic) return;
  const Reading key = read(activation, select.arg(1));
  const Expr base = entries_[current(activation, map)].value;
  const Expr symbol =
      context_.var(map.name() + "[]@" + std::to_string(entries_.size()), select.sort());
  set_layer(step, activation, map, base, key, {symbol, {}, {}}, Entry::Kind::Arbitrary);
}

// --- calls

void Store::enter(std::size_t step, ActivationId caller, const PathEnter& call) {
  const gcl::Procedure& callee = *path_.activations[call.callee].procedure;
  PAWL_ASSERT(call.actuals.size() == callee.parameters.size(), "actuals should match formals");
  for (std::size_t i = 0; i < call.actuals.size(); ++i) {
    const Reading actual = read(caller, call.actuals[i]);
    const EntryId formal = make_initial(call.callee, callee.parameters[i].var);
    entries_[formal].step = step;
    bind(call.callee, formal, actual);
  }
}

void Store::leave(std::size_t step, ActivationId caller, const PathLeave& call) {
  const gcl::Procedure& callee = *path_.activations[call.callee].procedure;
  const std::set<Expr> written = frames_[call.callee].written;
  for (const Expr global : written) {
    return_value(step, caller, call.callee, global, current(call.callee, global));
  }
  for (std::size_t i = 0; i < call.targets.size(); ++i) {
    return_value(step, caller, call.callee, call.targets[i],
                 current(call.callee, callee.results[i].var));
  }
}

/// Layers are written again, on what the caller has.
void Store::return_value(std::size_t step, ActivationId caller, ActivationId callee, Expr target,
                         EntryId source) {
  std::vector<const Layer*> written;
  Expr base = entries_[source].value;
  for (const Layer* next = layer(base); next != nullptr; next = layer(base)) {
    written.push_back(next);
    base = next->base;
  }
  if (written.empty()) {
    const Reading outer = expanded(callee, base, source);
    bind_elements(outer.value);
    return set_value(step, caller, target, outer);
  }
  Expr map = in_caller(callee, base);
  if (map.sort().is_map() && !map.is(Kind::Var)) map = exact(map);
  std::vector<Layer> layers;  // a copy: new ones may move the old
  for (auto it = written.rbegin(); it != written.rend(); ++it) layers.push_back(**it);
  for (const Layer& one : layers) {
    const Reading key = expanded(callee, one.key, one.entry);
    Reading value = expanded(callee, one.value, one.entry);
    bind_elements(key.value);
    bind_elements(value.value);
    set_layer(step, caller, target, map, key, std::move(value), Entry::Kind::Assigned);
    map = entries_[frames_[caller].current.at(target)].value;
  }
}

// --- looking

std::vector<Store::Holder> Store::holders(ActivationId activation) const {
  const auto by_name = [](const Holder& a, const Holder& b) {
    return a.place.name() != b.place.name() ? a.place.name() < b.place.name() : a.place < b.place;
  };
  std::vector<Holder> now;
  for (const auto& [var, entry] : frames_[activation].current) {
    now.push_back({var, entries_[entry].value});
  }
  std::ranges::sort(now, by_name);
  std::vector<Holder> old;
  for (const auto& [var, entry] : frames_[activation].initial) {
    if (is_global(var)) old.push_back({var, entries_[entry].value});
  }
  std::ranges::sort(old, by_name);
  for (Holder& holder : old) {
    holder.place = context_.make(Kind::Old, {holder.place});
    now.push_back(holder);
  }
  return now;
}

}  // namespace pawl::explain
