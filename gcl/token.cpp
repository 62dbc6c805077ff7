// SPDX-License-Identifier: Apache-2.0
#include "gcl/token.h"

#include <array>
#include <functional>

namespace pawl::gcl {

std::string_view spelling(Tok tok) {
  static constexpr std::array<std::string_view, tok_count> spellings = {
      "",         "",         "",          "",          "",      "",          "(",       ")",
      "[",        "]",        "{",         "}",         "[]",    ",",         ";",       ":",
      "::",       ":=",       "=",         "<==>",      "==>",   "||",        "&&",      "==",
      "!=",       "<",        "<=",        ">",         ">=",    "+",         "-",       "*",
      "/",        "!",        "assert",    "assume",    "axiom", "block",     "bool",    "call",
      "const",    "div",      "else",      "ensures",   "entry", "exists",    "exit",    "false",
      "forall",   "function", "havoc",     "if",        "int",   "invariant", "mapof",   "mod",
      "modifies", "old",      "predicate", "procedure", "real",  "requires",  "returns", "skip",
      "skolem",   "sort",     "then",      "true",      "var",   "while"};
  static_assert(!spellings.back().empty());
  return spellings[static_cast<std::size_t>(tok)];
}

Names::Names() : slots_(1024) {}

Name Names::intern(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(text));
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  // At most half of the slots are taken, so a free one ends the search.
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Name known = slots_[slot] - 1;
    if (hashes_[known] == hash && texts_[known] == text) return known;
  }
  const auto name = static_cast<Name>(texts_.size());
  texts_.push_back(text);
  hashes_.push_back(hash);
  slots_[slot] = name + 1;
  if (texts_.size() * 2 > slots_.size()) grow();
  return name;
}

void Names::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t name = 0; name < texts_.size(); ++name) {
    std::size_t slot = hashes_[name] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(name) + 1;
  }
}

}  // namespace pawl::gcl
