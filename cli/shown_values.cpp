// SPDX-License-Identifier: Apache-2.0
//
// The front end says which IL term is the value of which lvalue of C (source_loops.h); here those
// terms are evaluated in a state, and what belongs together is written in one piece. What cannot
// be evaluated, because a state does not tell, is left as it is.
#include "cli/shown_values.h"

#include <algorithm>

#include "gcl/traverse.h"
#include "gcl/value_parser.h"

namespace pawl::cli {
namespace {

using frontend::c::Lvalue;
using gcl::Value;

/// Of an array, so many elements; of a string, so many characters.
constexpr std::int64_t most_elements = 16, most_characters = 60;
/// In front of a name that is C already.
constexpr char mark = '\x01';

/// The value of the lvalue's term. The state has values of its holes.
std::optional<Value> value_of(const Lvalue& one, const gcl::State& state) {
  gcl::Valuation valuation;
  valuation.now = &state;
  std::optional<Value> value = gcl::evaluate(one.value, valuation).value;
  for (const gcl::Expr key : one.keys) {
    const std::optional<Value> at = gcl::evaluate(key, valuation).value;
    if (!value || !at || !value->is_map()) return std::nullopt;
    value = value->select(*at);
  }
  return value;
}

/// The places of the last map that have a value of their own, as indices of the hole.
std::int64_t last_written(const Lvalue& one, gcl::State& state, gcl::Expr hole) {
  gcl::Valuation valuation;
  valuation.now = &state;
  state.insert_or_assign(hole, Value::integer(0));
  std::optional<Value> map = gcl::evaluate(one.value, valuation).value;
  for (std::size_t i = 0; i + 1 < one.keys.size(); ++i) {
    const std::optional<Value> at = gcl::evaluate(one.keys[i], valuation).value;
    if (!map || !at || !map->is_map()) return 0;
    map = map->select(*at);
  }
  const std::optional<Value> first = gcl::evaluate(one.keys.back(), valuation).value;
  if (!map || !first || !map->is_map() || !first->is_integer()) return 0;
  std::int64_t last = 0;
  for (const auto& [key, value] : map->as_map().updates) {
    if (!key.is_integer()) continue;
    const auto index = (key.as_integer() - first->as_integer()).to_int64();
    if (index && *index >= last && *index < most_elements) last = *index;
  }
  return last;
}

std::optional<std::int64_t> number(const std::optional<Value>& value) {
  return value && value->is_integer() ? value->as_integer().to_int64() : std::nullopt;
}

std::string escaped(std::int64_t character) {
  const auto c = static_cast<unsigned char>(character);
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '"' || c == '\\') return {'\\', static_cast<char>(c)};
  if (c >= ' ' && c < 127) return {static_cast<char>(c)};
  std::string digits;  // three, so that what follows is not read as one more
  for (const unsigned shift : {6U, 3U, 0U}) digits += static_cast<char>('0' + ((c >> shift) & 7U));
  return "\\" + digits;
}

/// `r->count` is the field count behind r; nullopt: it is no field, or one of what a field leads
/// to.
struct Field {
  std::string pointer, variable, name;
};
std::optional<Field> field_of(const std::string& text) {
  const std::size_t arrow = text.find("->");
  if (arrow != std::string::npos) {
    const std::string rest = text.substr(arrow + 2);
    if (rest.find("->") != std::string::npos || text.starts_with("*") || text.starts_with("(")) {
      return std::nullopt;
    }
    return Field{text.substr(0, arrow), "", "." + rest};
  }
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos || text.starts_with("*") || text.starts_with("(")) {
    return std::nullopt;
  }
  return Field{"", text.substr(0, dot), text.substr(dot)};
}

}  // namespace

ShownValues::ShownValues(const frontend::c::SourceScope* scope) : scope_(scope) {
  if (scope == nullptr) return;
  for (const Lvalue& one : scope->lvalues) add(one);
}

ShownValues::View& ShownValues::view(const std::string& text, const std::string& pointer) {
  for (View& one : views_) {
    if (one.text == text) return one;
  }
  views_.push_back({text, pointer, {}, {}, {}, false});
  return views_.back();
}

void ShownValues::add(const Lvalue& one) {
  std::vector<gcl::Expr> terms = one.keys;
  terms.push_back(one.value);
  for (const gcl::Expr variable : gcl::free_vars(terms)) variables_[variable.name()] = variable;
  if (one.pieces.size() == 1 && one.keys.empty() && one.is_pointer && !one.followed) {
    pointers_[one.pieces[0]] = &one;
  }
  const bool array = one.pieces.size() == 2 && one.pieces[1] == "]" && one.pieces[0].ends_with("[");
  if (one.pieces.size() > 1 && !array) return;
  const std::string text =
      array ? one.pieces[0].substr(0, one.pieces[0].size() - 1) : one.pieces[0];
  if (const auto field = field_of(text)) {
    const bool behind = !field->pointer.empty();
    View& of = view(behind ? "*" + field->pointer : field->variable, field->pointer);
    // What a pointer in a field leads to is written in place of the pointer.
    if (array) of.arrays[field->name] = &one;
    const auto same =
        std::ranges::find(of.fields, field->name, [](const auto& known) { return known.first; });
    if (same == of.fields.end()) of.fields.emplace_back(field->name, &one);
  } else if (array && text.find_first_of("*(") == std::string::npos) {
    View& of = view(text, one.followed ? text : "");
    of.is_array = true;
    of.elements = {&one};
  } else if (!one.keys.empty() && !one.followed && !one.is_pointer &&
             text.find_first_of("*(.-") == std::string::npos) {
    view(text, "").elements = {&one};  // a variable that is part of memory
  } else if (text.starts_with("*") && text.find_first_of("*(.-", 1) == std::string::npos) {
    View& of = view(text, text.substr(1));
    of.elements = {&one};
  }
}

ShownValues::Known ShownValues::values(const result::StateText& state) const {
  Known found;
  for (const result::NamedText& one : state) {
    if (one.name == "object$size") found.sizes = one.value;
    const auto variable = variables_.find(one.name);
    if (variable == variables_.end()) continue;
    if (auto value = gcl::parse_value(one.value, variable->second.sort())) {
      found.values.insert_or_assign(variable->second, std::move(*value));
    }
  }
  return found;
}

/// How many elements there are from where the pointer points on, if sizes are part of the state.
std::optional<std::int64_t> ShownValues::length_behind(const Lvalue& array,
                                                       const std::string& pointer,
                                                       const Known& known) const {
  const auto from = pointers_.find(pointer);
  // A map from numbers to numbers, as sizes are.
  const bool plain = array.value.sort().kind() == gcl::SortKind::Map &&
                     array.value.sort().value().kind() == gcl::SortKind::Int;
  if (from == pointers_.end() || known.sizes.empty() || !plain || array.is_pointer) return {};
  const auto sizes = gcl::parse_value(known.sizes, array.value.sort());
  gcl::Valuation valuation;
  valuation.now = &known.values;
  const std::optional<Value> object = value_of(*from->second, known.values);
  if (!sizes || !object) return {};
  std::int64_t offset = 0;
  if (from->second->offset) {
    const auto value = number(gcl::evaluate(from->second->offset, valuation).value);
    if (!value) return {};
    offset = *value;
  }
  const auto bytes = number(sizes->select(*object));
  const std::int64_t each = std::max<std::int64_t>(1, array.type.bits / 8);
  if (!bytes || *bytes / each <= offset || offset < 0) return {};
  return *bytes / each - offset;
}

std::string ShownValues::written(const Lvalue& array, const std::string& pointer,
                                 const Known& known) const {
  gcl::State state = known.values;
  const gcl::Expr hole = scope_->holes.front();
  gcl::Valuation valuation;
  valuation.now = &state;
  std::optional<std::int64_t> extent = length_behind(array, pointer, known);
  if (!array.extents.empty() && array.extents.back() && array.pointer_hole != 0) {
    extent = number(gcl::evaluate(array.extents.back(), valuation).value);
  }
  const auto element = [&](std::int64_t index) {
    state.insert_or_assign(hole, Value::integer(index));
    return value_of(array, state);
  };
  if (array.type.bits == 8 && !array.is_pointer) {
    std::string text;
    for (std::int64_t i = 0; i < std::min(extent.value_or(most_characters), most_characters); ++i) {
      const auto character = number(element(i));
      if (!character) return {};
      if (*character == 0) return "\"" + text + "\"";
      text += escaped(*character);
    }
  }
  // What the type tells is shown whole; else the elements that are told apart, and one more.
  const bool known_extent = extent && array.pointer_hole != 0;
  const std::int64_t most =
      known_extent ? most_elements : std::min(last_written(array, state, hole) + 2, most_elements);
  const std::int64_t shown = std::min(extent.value_or(most), most);
  std::string text;
  for (std::int64_t i = 0; i < shown; ++i) {
    const std::optional<Value> value = element(i);
    if (!value) return {};
    text += (i == 0 ? "" : ", ") + gcl::to_string(*value);
  }
  if (!extent || *extent > shown) text += text.empty() ? "..." : ", ...";
  return "{" + text + "}";
}

std::string ShownValues::written(const View& view, const Known& known) const {
  if (view.is_array) return written(*view.elements.front(), view.pointer, known);
  if (!view.elements.empty()) {
    const std::optional<Value> value = value_of(*view.elements.front(), known.values);
    return value ? gcl::to_string(*value) : std::string();
  }
  std::string text;
  for (const auto& [name, lvalue] : view.fields) {
    const auto array = view.arrays.find(name);
    std::string value;
    if (array == view.arrays.end()) {
      const std::optional<Value> field = value_of(*lvalue, known.values);
      if (field) value = lvalue->is_pointer && number(field) == 0 ? "NULL" : gcl::to_string(*field);
      if (lvalue->is_pointer && value != "NULL") continue;  // the number of an object
    } else {
      value = written(*array->second, "", known);
    }
    if (!value.empty()) text += (text.empty() ? "" : ", ") + name + " = " + value;
  }
  return text.empty() ? text : "{" + text + "}";
}

bool ShownValues::reads(const View& view, const std::string& variable) const {
  const auto read = [&](const Lvalue* one) { return one->value.name() == variable; };
  return std::ranges::any_of(view.elements, read) ||
         std::ranges::any_of(view.fields, [&](const auto& one) { return read(one.second); }) ||
         std::ranges::any_of(view.arrays, [&](const auto& one) { return read(one.second); });
}

result::StateText ShownValues::operator()(const result::StateText& state,
                                          const result::StateText& known) const {
  const Known values_of_all = values(known);
  result::StateText result;
  std::set<std::string> taken;
  std::map<std::string, std::string> is_null;
  for (const auto& [name, lvalue] : pointers_) {
    if (number(value_of(*lvalue, values_of_all.values)) == 0) is_null[lvalue->value.name()] = name;
  }
  // In place of the first IL variable that it is made of, or of the pointer to it.
  for (const result::NamedText& one : state) {
    if (const auto null = is_null.find(one.name); null != is_null.end()) {
      result.push_back({one.name, "NULL"});
      continue;
    }
    bool replaced = false;
    for (const View& view : views_) {
      const auto pointer = pointers_.find(view.pointer);
      const bool own = view.pointer.empty() && reads(view, one.name);
      const bool through = pointer != pointers_.end() && pointer->second->value.name() == one.name;
      if (!own && !through) continue;
      if (taken.contains(view.text)) {
        replaced = true;
        continue;
      }
      const std::string text = written(view, values_of_all);
      if (text.empty()) continue;
      taken.insert(view.text);
      result.push_back({mark + view.text, text});
      replaced = true;
    }
    if (!replaced) result.push_back(one);
  }
  return result;
}

result::StateText ShownValues::after(const result::StateText& changes,
                                     result::StateText& memory) const {
  if (scope_ == nullptr || changes.empty()) return changes;
  const Known before = values(memory);
  for (const result::NamedText& one : changes) {
    const auto known = std::ranges::find(memory, one.name, &result::NamedText::name);
    if (known == memory.end()) {
      memory.push_back(one);
    } else {
      known->value = one.value;
    }
  }
  const Known now = values(memory);
  result::StateText result;
  std::set<std::string> taken;
  for (const result::NamedText& one : changes) {
    bool replaced = false;
    for (const View& view : views_) {
      if (!reads(view, one.name)) continue;
      const auto pointer = pointers_.find(view.pointer);
      if (pointer != pointers_.end() && number(value_of(*pointer->second, now.values)) == 0)
        continue;
      const std::string text = written(view, now);
      if (text.empty()) continue;
      replaced = true;
      if (text == written(view, before) && !view.pointer.empty()) continue;
      if (taken.insert(view.text).second) result.push_back({mark + view.text, text});
    }
    if (!replaced) result.push_back(one);
  }
  return result;
}

bool ShownValues::is_shown(const std::string& name) { return name.starts_with(mark); }

std::string ShownValues::text_of(const std::string& name) { return name.substr(1); }

}  // namespace pawl::cli
