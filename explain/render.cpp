// SPDX-License-Identifier: Apache-2.0
#include "explain/render.h"

#include "explain/fold.h"
#include "gcl/build.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using gcl::Kind;

/// How many written elements of a map are looked at as places that hold a constant.
constexpr std::size_t max_layers = 32;

/// x@3 was made for x: a place of that name is the one people expect.
bool named_after(Expr symbol, Expr place) {
  const Expr var = place.is(Kind::Old) ? place.arg(0) : place;
  return symbol.is(Kind::Var) && var.is(Kind::Var) && symbol.name().starts_with(var.name() + "@");
}

}  // namespace

Renderer::Renderer(gcl::Context& context, const Store& store, ActivationId activation, Expr except)
    : Renderer(context, store) {
  for (const Store::Holder& holder : store.holders(activation)) {
    if (holder.place == except) continue;
    if (holder.value.sort().is_map()) maps_.push_back(holder);
    hold(holder.value, holder.place);
  }
  for (const Store::Holder& holder : std::vector(maps_)) hold_elements(holder.value, holder.place);
}

Renderer Renderer::at_entry(gcl::Context& context, const Store& store, ActivationId callee) {
  Renderer renderer(context, store);
  for (const Store::Holder& holder : store.holders(store.caller(callee))) {
    if (store.is_global(holder.place)) renderer.hold(holder.value, holder.place);
  }
  for (const Store::Holder& holder : store.holders(callee)) {
    if (!holder.place.is(Kind::Old) && !store.is_global(holder.place)) {
      renderer.hold(store.in_caller(callee, holder.value), holder.place);
    }
  }
  return renderer;
}

void Renderer::hold(Expr value, Expr place) {
  const auto [known, inserted] = place_of_.emplace(value, place);
  const bool better = !place.is(Kind::Old) || known->second.is(Kind::Old);
  if (!inserted && better && named_after(value, place) && !named_after(value, known->second)) {
    known->second = place;
  }
}

/// Elements that certainly still hold what was written to them.
void Renderer::hold_elements(Expr map, Expr place) {
  std::vector<Expr> above;
  const Store::Layer* layer = store_.layer(map);
  for (std::size_t i = 0; i < max_layers && layer != nullptr; ++i) {
    bool visible = layer->value.is(Kind::Var);
    for (const Expr key : above) visible &= alias(key, layer->key) == Alias::Different;
    if (visible && !place_of_.contains(layer->value)) {
      if (const Expr key = (*this)(layer->key)) {
        hold(layer->value, gcl::mk_select(context_, place, key));
        memo_.clear();
      }
    }
    above.push_back(layer->key);
    layer = store_.layer(layer->base);
  }
}

Expr Renderer::operator()(Expr value) {
  gcl::post_order(value, [&](Expr e) {
    if (!memo_.contains(e)) memo_.emplace(e, node(e));
  });
  return memo_.at(value);
}

Expr Renderer::node(Expr e) {
  if (e.is(Kind::Var)) {
    if (store_.is_constant(e)) return e;
    const auto found = place_of_.find(e);
    return found == place_of_.end() ? Expr{} : found->second;
  }
  bool complete = true;
  const auto rendered = [&](std::span<const Expr> parts) {
    std::vector<Expr> result;
    for (const Expr part : parts) {
      result.push_back(memo_.at(part));
      complete &= static_cast<bool>(result.back());
    }
    return result;
  };
  const std::vector<Expr> args = rendered(e.args());
  std::vector<std::vector<Expr>> triggers;
  if (!e.bound().empty()) {
    for (const auto& trigger : e.triggers()) triggers.push_back(rendered(trigger));
  }
  if (complete) {
    return args.empty() ? e : fold_node(context_, context_.with_args(e, args, triggers));
  }
  if (const Expr found = element(e)) return found;
  const auto whole = place_of_.find(e);
  return whole == place_of_.end() ? Expr{} : whole->second;
}

/// match: m@0[k], where m was written since, but certainly not at k      result: m[k]
Expr Renderer::element(Expr e) {
  if (!e.is(Kind::Select) || e.has_bound_vars() || !memo_.at(e.arg(1))) return {};
  for (const Store::Holder& holder : maps_) {
    if (holder.value.sort() == e.arg(0).sort() && store_.element(holder.value, e.arg(1)) == e) {
      return gcl::mk_select(context_, holder.place, memo_.at(e.arg(1)));
    }
  }
  return {};
}

}  // namespace pawl::explain
