// SPDX-License-Identifier: Apache-2.0
#include "frontends/clauses/names.h"

#include <algorithm>
#include <cctype>

#include "gcl/builtin.h"

namespace pawl::frontend::clauses {
namespace {

constexpr std::size_t longest = 200;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_part(char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string readable(std::string_view name) {
  std::string text(name.substr(0, longest));
  const bool primed = text.size() > 1 && (text.back() == '!' || text.back() == '\'');
  if (primed) text.pop_back();
  std::ranges::replace_if(
      text, [](char c) { return !is_part(c); }, '_');
  if (text.empty() || !is_letter(text.front())) text.insert(0, "v");
  if (primed) text += '\'';
  return gcl::is_reserved(text) ? text + "_" : text;
}

}  // namespace

std::string Names::unique(std::string_view name) {
  const std::string stem = readable(name);
  std::string text = stem;
  for (int n = 2; !used_.insert(text).second; ++n) text = stem + "_" + std::to_string(n);
  return text;
}

gcl::Expr Names::another(std::string_view name, gcl::Sort sort) {
  return context_.var(unique(name), sort);
}

gcl::Expr Names::variable(std::string_view name, gcl::Sort sort) {
  gcl::Expr& var = known_[{std::string(name), sort.id()}];
  if (!var) var = another(name, sort);
  return var;
}

}  // namespace pawl::frontend::clauses
