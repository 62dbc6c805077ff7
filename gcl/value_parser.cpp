// SPDX-License-Identifier: Apache-2.0
#include "gcl/value_parser.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "support/assert.h"

namespace pawl::gcl {
namespace {

class ValueParser {
 public:
  explicit ValueParser(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  std::optional<Value> value(Sort sort) {
    switch (sort.kind()) {
      case SortKind::Bool: return boolean();
      case SortKind::Int: return integer();
      case SortKind::Real: return real();
      case SortKind::BitVec: return bitvec(sort);
      case SortKind::Uninterpreted: return element(sort);
      case SortKind::Map: return map(sort);
    }
    PAWL_UNREACHABLE("every sort should have values");
  }

 private:
  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  std::string_view digits() {
    const auto end = std::ranges::find_if(rest_, [](char c) { return c < '0' || c > '9'; });
    const std::string_view found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(found.size());
    return found;
  }

  std::optional<std::uint32_t> small() {
    const std::string_view text = digits();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc()) return std::nullopt;
    return number;
  }

  std::optional<Value> boolean() {
    if (take("true")) return Value::boolean(true);
    if (take("false")) return Value::boolean(false);
    return std::nullopt;
  }

  std::optional<Value> integer() {
    const std::string sign = take("-") ? "-" : "";
    const std::string_view text = digits();
    if (text.empty()) return std::nullopt;
    return Value::integer(Integer(std::string_view(sign + std::string(text))));
  }

  /// 1.5 or -7/3.
  std::optional<Value> real() {
    std::string text = take("-") ? "-" : "";
    const std::string_view whole = digits();
    const char between = rest_.empty() ? ' ' : rest_.front();
    if (whole.empty() || (!take(".") && !take("/"))) return std::nullopt;
    const std::string_view second = digits();
    const bool nothing = second.find_first_not_of('0') == std::string_view::npos;
    if (second.empty() || (between == '/' && nothing)) return std::nullopt;
    text += whole;
    text += between;
    text += second;
    return Value::real(Rational(std::string_view(text)));
  }

  std::optional<Value> bitvec(Sort sort) {
    const std::string_view bits = digits();
    if (bits.empty() || !take("bv") || small() != sort.width()) return std::nullopt;
    return Value::bitvec(Integer(bits), sort.width());
  }

  std::optional<Value> element(Sort sort) {
    if (!take(sort.name()) || !take("!")) return std::nullopt;
    const std::optional<std::uint32_t> index = small();
    if (!index) return std::nullopt;
    return Value::element(sort, *index);
  }

  /// The default stands last, the updates before it.
  std::optional<Value> map(Sort sort) {
    if (!take("[")) return std::nullopt;
    std::vector<std::pair<Value, Value>> updates;
    while (!take("else -> ")) {
      const std::optional<Value> key = value(sort.key());
      if (!key || !take(" -> ")) return std::nullopt;
      const std::optional<Value> mapped = value(sort.value());
      if (!mapped || !take(", ")) return std::nullopt;
      updates.emplace_back(*key, *mapped);
    }
    const std::optional<Value> otherwise = value(sort.value());
    if (!otherwise || !take("]")) return std::nullopt;
    Value result = Value::map(sort, *otherwise);
    for (const auto& [key, mapped] : updates) result = result.store(key, mapped);
    return result;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<Value> parse_value(std::string_view text, Sort sort) {
  ValueParser parser(text);
  std::optional<Value> value = parser.value(sort);
  if (!value || !parser.at_end()) return std::nullopt;
  return value;
}

}  // namespace pawl::gcl
