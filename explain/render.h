// SPDX-License-Identifier: Apache-2.0
//
// Symbolic values in terms of the variables that hold them at one point of a path.
#pragma once

#include <unordered_map>
#include <vector>

#include "explain/store.h"

namespace pawl::explain {

class Renderer {
 public:
  /// For `activation` in the state that `store` is in. `except`: a variable that is not used as a
  /// name for what it holds itself (null: none).
  Renderer(gcl::Context& context, const Store& store, ActivationId activation, gcl::Expr except);

  /// Over variables of the activation and globals, with Old for what globals held on entry; null
  /// when nothing in scope holds a constant that occurs in it.
  gcl::Expr operator()(gcl::Expr value);

  /// At the entry of `callee`, whose caller is the activation: a value of the caller in terms of
  /// parameters and globals of the callee.
  static Renderer at_entry(gcl::Context& context, const Store& store, ActivationId callee);

 private:
  Renderer(gcl::Context& context, const Store& store) : context_(context), store_(store) {}
  void hold(gcl::Expr value, gcl::Expr place);
  void hold_elements(gcl::Expr map, gcl::Expr place);
  gcl::Expr node(gcl::Expr value);
  gcl::Expr element(gcl::Expr select);

  gcl::Context& context_;
  const Store& store_;
  std::unordered_map<gcl::Expr, gcl::Expr> place_of_;  // value -> the first place that holds it
  std::vector<Store::Holder> maps_;
  std::unordered_map<gcl::Expr, gcl::Expr> memo_;  // null: cannot be written
};

}  // namespace pawl::explain
