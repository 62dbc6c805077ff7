// SPDX-License-Identifier: Apache-2.0
//
// States as C writes them: `a = {5, 3}`, `s = "ab"`, `*r = {.count = 8}` instead of maps and
// numbers of objects.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/back/source_loops.h"
#include "gcl/evaluate.h"
#include "result/result.h"

namespace pawl::cli {

class ShownValues {
 public:
  /// Null: nothing is known of the procedure, and states stay as they are. The scope outlives it.
  explicit ShownValues(const frontend::c::SourceScope* scope);

  /// The state with arrays, strings and structs in place of the IL variables they are made of. What
  /// is put in has a name for which is_shown holds.
  result::StateText operator()(const result::StateText& state,
                               const result::StateText& known) const;
  /// The changes of a step, in the same way; `memory` is what is known before it and becomes what
  /// is known after it.
  result::StateText after(const result::StateText& changes, result::StateText& memory) const;

  static bool is_shown(const std::string& name);
  static std::string text_of(const std::string& name);

 private:
  /// What is read in one place of C: a variable, or what a pointer leads to.
  struct View {
    std::string text;                                  // a, *r, q
    std::string pointer;                               // that it is reached through; or empty
    std::vector<const frontend::c::Lvalue*> elements;  // of an array: one
    std::map<std::string, const frontend::c::Lvalue*> arrays;  // fields that are arrays, by name
    std::vector<std::pair<std::string, const frontend::c::Lvalue*>> fields;  // in order
    bool is_array = false;
  };

  /// What a state tells.
  struct Known {
    gcl::State values;
    std::string sizes;  // of objects in bytes, as the state has it; empty: it does not
  };

  Known values(const result::StateText& state) const;
  std::string written(const View& view, const Known& known) const;
  std::string written(const frontend::c::Lvalue& array, const std::string& pointer,
                      const Known& known) const;
  std::optional<std::int64_t> length_behind(const frontend::c::Lvalue& array,
                                            const std::string& pointer, const Known& known) const;
  bool reads(const View& view, const std::string& variable) const;
  View& view(const std::string& text, const std::string& pointer);
  void add(const frontend::c::Lvalue& one);

  const frontend::c::SourceScope* scope_;
  std::vector<View> views_;
  std::map<std::string, const frontend::c::Lvalue*> pointers_;  // by what they are called
  std::map<std::string, gcl::Expr> variables_;                  // IL, that lvalues read
};

}  // namespace pawl::cli
