// SPDX-License-Identifier: Apache-2.0
#include "cli/replay_driver.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "frontends/acsl/parser.h"
#include "frontends/c/translation_unit.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;

/// Where a run does not tell elements apart, there are so many.
constexpr int many = 1024;

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

bool is_number(std::string_view text) {
  if (text.starts_with("-")) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

/// `{5, 3, ...}`: the last one again and again.
std::string initialiser(const std::string& value) {
  constexpr std::string_view dots = ", ...}";
  if (!value.ends_with(dots)) return value;
  std::string text = value.substr(0, value.size() - dots.size());
  const std::string last = text.substr(text.find_last_of(" {") + 1);
  const auto known = static_cast<int>(std::ranges::count(text, ','));
  for (int i = known; i < many; ++i) text += ", " + last;
  return text + "}";
}

/// Written back as `-2147483648`, the lowest number is not one of its type.
std::string scalar(const std::string& value) {
  return value.size() > 9 ? value + (value.starts_with("-") ? "LL" : "ULL") : value;
}

const std::string* value_of(const result::StateText& state, const std::string& name) {
  const auto found = std::ranges::find(state, name, &result::NamedText::name);
  return found == state.end() ? nullptr : &found->value;
}

}  // namespace

ReplayDrivers::ReplayDrivers(const SourceFile& file, const c::Options& options) : file_(file) {
  Diagnostics ignored;
  if (const auto unit = c::TranslationUnit::parse(file, options, ignored)) {
    functions_ = c::outline(*unit);
  }
  for (const frontend::acsl::TextRange& one : frontend::acsl::find_annotations(file.text())) {
    annotations_.emplace_back(one.begin, one.end);
  }
}

bool ReplayDrivers::in_annotation(const result::ObligationResult& obligation) const {
  const result::Place& place = obligation.formula_place;
  if (place.line == 0) return true;  // an inferred invariant
  const std::size_t at = file_.line_begin(place.line) + place.column - 1;
  return std::ranges::any_of(annotations_,
                             [&](const auto& one) { return one.first <= at && at < one.second; });
}

ReplayDriver ReplayDrivers::make(const std::string& function,
                                 const result::RealRunText& run) const {
  const auto found = std::ranges::find(functions_, function, &c::FunctionOutline::name);
  if (found == functions_.end()) return {"", "where the run starts is no function of the file"};
  std::string before, body, arguments;
  for (std::size_t i = 0; i < found->signature.size(); ++i) {
    const c::Parameter& one = found->signature[i];
    const std::string own = "pawl_argument_" + std::to_string(i);
    arguments += (i == 0 ? "" : ", ");
    const std::string* value = value_of(run.inputs, one.name);
    const std::string* behind = value_of(run.inputs, "*" + one.name);
    if (one.pointee.empty()) {
      // What the run does not depend on is not told.
      arguments += value == nullptr ? "0" : scalar(*value);
      if (value != nullptr && !is_number(*value)) {
        return {"", "the value of '" + one.name + "' is not a number"};
      }
    } else if (behind != nullptr) {
      before += "static __typeof__(" + one.pointee + ") " + own + " = " + *behind + ";\n";
      arguments += "&" + own;
    } else if (value != nullptr && *value == "NULL") {
      arguments += "0";
    } else if (value != nullptr && (value->starts_with("{") || value->starts_with("\""))) {
      before +=
          "static __typeof__(" + one.pointee + ") " + own + "[] = " + initialiser(*value) + ";\n";
      arguments += own;
    } else {
      return {"", "what '" + one.name + "' points to is not told"};
    }
  }
  for (const result::NamedText& one : run.inputs) {
    if (!is_name(one.name) || found->parameters.contains(one.name)) continue;
    const std::string own = "pawl_global_" + one.name;
    if (is_number(one.value)) {
      body += "  " + one.name + " = " + scalar(one.value) + ";\n";
    } else if (one.value.starts_with("{.")) {
      body += "  " + one.name + " = (__typeof__(" + one.name + "))" + one.value + ";\n";
    } else if (one.value.starts_with("{") || one.value.starts_with("\"")) {
      before += "static __typeof__(" + one.name + ") " + own + " = " + one.value + ";\n";
      body += "  for (unsigned i = 0; i < sizeof " + own + " / sizeof *" + own + "; i++) " +
              one.name + "[i] = " + own + "[i];\n";
    } else if (one.value != "NULL") {
      return {"", "the value of '" + one.name + "' is not told as C"};
    }
  }
  return {"#define main pawl_main_of_the_file\n#line 1\n" + std::string(file_.text()) +
              "\n#undef main\n" + before + "int main(void) {\n" + body + "  " + function + "(" +
              arguments + ");\n  return 0;\n}\n",
          ""};
}

}  // namespace pawl::cli
