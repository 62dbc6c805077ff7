// SPDX-License-Identifier: Apache-2.0
//
// The store Ω of NEWTON and its history Π: what every variable holds, over symbolic constants, and
// on which earlier entries that depends. A variable that is read before it is written holds a
// symbolic constant. Inside a procedure the parameters and the globals hold constants of its own,
// bound to what the caller has; so what is said there is about the procedure, not about one call.
// Maps are layers of written elements; a read finds its layer, and bindings of maps are bindings
// of the elements that are read, so that nobody depends on a whole memory.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explain/path.h"
#include "gcl/moments.h"
#include "gcl/traverse.h"

namespace pawl::explain {

using EntryId = std::size_t;

/// var = value since `step`, or var[key] = value where there is a key.
struct Entry {
  enum class Kind {
    Initial,   // a symbolic constant: read before it was written
    Assigned,  // by an assignment or a return
    Arbitrary  // a symbolic constant: havocked, or renamed by the explanation
  };
  Kind kind = Kind::Initial;
  ActivationId activation = 0;
  gcl::Expr var;
  gcl::Expr key;
  gcl::Expr value;
  std::size_t step = 0;
  std::vector<EntryId> depends;
  std::vector<gcl::Expr> aliases;  // equations of keys that decide what the value is
};

/// The value of an expression and what it depends on.
struct Reading {
  gcl::Expr value;
  std::vector<EntryId> depends;
  std::vector<gcl::Expr> aliases;
};

/// What a call makes of a callee's symbolic constant: an equation over those of both.
struct Binding {
  gcl::Expr equation;
  std::vector<EntryId> depends;
  std::vector<gcl::Expr> aliases;
};

class Store {
 public:
  Store(gcl::Context& context, const gcl::Program& program, const Path& path);

  Reading read(ActivationId activation, gcl::Expr e);
  void assign(std::size_t step, ActivationId activation, const PathAssign& assign);
  void havoc(std::size_t step, ActivationId activation, std::span<const gcl::Expr> targets);
  void enter(std::size_t step, ActivationId caller, const PathEnter& call);
  void leave(std::size_t step, ActivationId caller, const PathLeave& call);
  /// Whatever `e` reads and holds no symbolic constant holds a new one from now on.
  void rename(std::size_t step, ActivationId activation, gcl::Expr e);

  /// Those made since the last time.
  std::vector<Binding> take_bindings();
  const std::vector<Entry>& entries() const { return entries_; }
  /// The same value with written maps as stores: what a solver can be given.
  gcl::Expr exact(gcl::Expr value) const;

  // What holds what, for those who write values in terms of variables.
  struct Holder {
    gcl::Expr place;  // a variable; old(g) of a global
    gcl::Expr value;
  };
  /// In scope in `activation` now; variables before old constants, each by name.
  std::vector<Holder> holders(ActivationId activation) const;
  /// The value of map[key] where `map` is what a map variable holds; looks only.
  gcl::Expr element(gcl::Expr map, gcl::Expr key) const;
  /// The map that layers were written on, and the layers, last written first.
  struct Layer {
    gcl::Expr base;
    gcl::Expr key;
    gcl::Expr value;
    EntryId entry = 0;
  };
  const Layer* layer(gcl::Expr map) const;
  /// A value of `callee` in terms of its caller: its constants replaced by what they are bound to.
  gcl::Expr in_caller(ActivationId callee, gcl::Expr value) const;

  ActivationId caller(ActivationId activation) const {
    return path_.activations[activation].caller;
  }
  bool is_global(gcl::Expr var) const { return globals_.contains(var); }
  bool is_constant(gcl::Expr var) const { return constants_.contains(var); }
  /// The value that `var` had when `activation` was entered, if anybody asked for it; else null.
  gcl::Expr initial_value(ActivationId activation, gcl::Expr var) const;

 private:
  struct Frame {
    std::unordered_map<gcl::Expr, EntryId> current;
    std::unordered_map<gcl::Expr, EntryId> initial;
    std::set<gcl::Expr> written;  // globals
    /// This activation's constants -> what the caller has.
    gcl::Substitution bound;
    std::unordered_map<gcl::Expr, std::vector<EntryId>> bound_depends;
  };
  struct Walk {
    std::set<EntryId> depends;
    std::set<gcl::Expr> aliases;
  };

  EntryId current(ActivationId activation, gcl::Expr var);
  EntryId initial(ActivationId activation, gcl::Expr var);
  EntryId make_initial(ActivationId activation, gcl::Expr var);
  void bind(ActivationId activation, EntryId constant, const Reading& caller);
  EntryId add(Entry entry);
  void set(ActivationId activation, gcl::Expr var, EntryId entry);
  void set_value(std::size_t step, ActivationId activation, gcl::Expr var, Reading reading);
  void set_layer(std::size_t step, ActivationId activation, gcl::Expr var, gcl::Expr base,
                 const Reading& key, Reading value, Entry::Kind kind);
  gcl::Expr fresh(gcl::Expr var);
  gcl::Expr resolve(gcl::Expr value, Walk& walk) const;
  gcl::Expr resolve_read(gcl::Expr map, gcl::Expr key, Walk& walk) const;
  void depend_on_whole_maps(gcl::Expr value, Walk& walk) const;
  void bind_elements(gcl::Expr value);
  void return_value(std::size_t step, ActivationId caller, ActivationId callee, gcl::Expr target,
                    EntryId source);
  Reading expanded(ActivationId callee, gcl::Expr value, std::optional<EntryId> source);
  void rename_element(std::size_t step, ActivationId activation, gcl::Expr select);

  gcl::Context& context_;
  const Path& path_;
  std::unordered_set<gcl::Expr> globals_;
  std::unordered_set<gcl::Expr> constants_;
  std::vector<Entry> entries_;
  std::vector<Frame> frames_;                    // by activation
  std::unordered_map<gcl::Expr, Layer> layers_;  // by the variable that stands for the map
  gcl::Substitution written_maps_;               // that variable -> stores
  std::unordered_map<gcl::Expr, ActivationId> map_owner_;  // bound map constants
  std::unordered_set<gcl::Expr> whole_bound_;
  std::set<std::pair<gcl::Expr, gcl::Expr>> bound_elements_;
  std::vector<Binding> bindings_;
};

}  // namespace pawl::explain
