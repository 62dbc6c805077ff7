// SPDX-License-Identifier: Apache-2.0
#include "gcl/chooser.h"

#include "support/assert.h"

namespace pawl::gcl {
namespace {

constexpr std::size_t max_map_updates = 4;
constexpr std::size_t element_count = 4;

}  // namespace

// SplitMix64 [SteeleLeaFlood14]: any seed is good, and the numbers are ours on every platform.
std::uint64_t SeededChooser::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::size_t SeededChooser::below(std::size_t bound) {
  PAWL_ASSERT(bound > 0, "there should be something to choose from");
  return static_cast<std::size_t>(next() % bound);
}

Value SeededChooser::value(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool: return Value::boolean(below(2) != 0);
    case SortKind::Int: {
      // Mostly 0..7, where array indices and counters live; sometimes negative or larger.
      const std::size_t shape = below(8);
      if (shape == 0) return Value::integer(-static_cast<std::int64_t>(below(8)) - 1);
      return Value::integer(static_cast<std::int64_t>(below(shape == 1 ? 64 : 8)));
    }
    case SortKind::Real:
      // Halves around 0: integers are likely to meet, and not everything is one.
      return Value::real(Rational(static_cast<std::int64_t>(below(32)) - 8, 2));
    case SortKind::BitVec: return Value::bitvec(static_cast<std::int64_t>(next()), sort.width());
    case SortKind::Uninterpreted:
      return Value::element(sort, static_cast<std::uint32_t>(below(element_count)));
    case SortKind::Map: {
      Value map = Value::map(sort, value(sort.value()));
      for (std::size_t i = below(max_map_updates + 1); i > 0; --i) {
        Value key = value(sort.key());
        map = map.store(key, value(sort.value()));
      }
      return map;
    }
  }
  PAWL_UNREACHABLE("every sort should have values");
}

Value ScriptedChooser::initial(Expr var) {
  const auto found = script_.initial.find(var);
  return found == script_.initial.end() ? Value::default_of(var.sort()) : found->second;
}

const Script::Decision* ScriptedChooser::next_decision() {
  if (diverged_ || next_ == script_.decisions.size()) return nullptr;
  return &script_.decisions[next_++];
}

Value ScriptedChooser::havoc(Expr var) {
  const Script::Decision* decision = next_decision();
  const Value* value = decision == nullptr ? nullptr : std::get_if<Value>(decision);
  diverged_ |= value == nullptr || !has_sort(*value, var.sort());
  return diverged_ ? Value::default_of(var.sort()) : *value;
}

std::size_t ScriptedChooser::branch(std::size_t branches) {
  const Script::Decision* decision = next_decision();
  const auto* chosen = decision == nullptr ? nullptr : std::get_if<std::size_t>(decision);
  diverged_ |= chosen == nullptr || *chosen >= branches;
  return diverged_ ? 0 : *chosen;
}

Value ScriptedChooser::function(const std::string& name, Sort result, std::span<const Value> args) {
  return script_.functions.apply(name, result, args);
}

}  // namespace pawl::gcl
