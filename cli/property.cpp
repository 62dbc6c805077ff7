// SPDX-License-Identifier: Apache-2.0
#include "cli/property.h"

#include <regex>
#include <string>

namespace pawl::cli {
namespace {

using frontend::c::Hazard;

std::string squeezed(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c != ' ' && c != '\t' && c != '\r') text += c;
  }
  return text;
}

/// As SV-COMP calls them, where that is not the formula.
std::string name_of(const std::string& formula) {
  if (formula == "Fend") return "termination (F end)";
  return formula.starts_with("G!") || !formula.starts_with("G") ? formula : formula.substr(1);
}

const char* reason_of(const std::string& formula) {
  if (formula == "Fend") return "termination is checked by loop variants only; ";
  return "";
}

}  // namespace

PropertyOutcome apply_property(const SourceFile& file, frontend::c::Options& options,
                               Diagnostics& diagnostics) {
  static const std::regex check(R"(CHECK\(init\((\w+)\(\)\),LTL\((.*)\)\))");
  static const std::regex unreachable(R"(G!call\((reach_error|__VERIFIER_error)\(\)\))");
  bool any = false;
  bool assertions = false;
  const auto lines = file.line_of(file.text().size());
  for (std::uint32_t number = 1; number <= lines; ++number) {
    const std::string line = squeezed(file.line(number));
    if (line.empty()) continue;
    const SourceRange range{&file, {number, 1}, {number, 2}};
    std::smatch parts;
    if (!std::regex_match(line, parts, check)) {
      diagnostics.error(range, "this is no property of SV-COMP",
                        "it looks like CHECK( init(main()), LTL(G ! call(reach_error())) )");
      return PropertyOutcome::Refused;
    }
    const std::string formula = parts[2];
    any = true;
    options.entry = parts[1];
    if (std::regex_match(formula, unreachable)) {
      assertions = true;
    } else if (formula == "G!overflow") {
      options.checks.insert(Hazard::Overflow);
    } else if (formula == "Gvalid-deref") {
      options.checks.insert({Hazard::Null, Hazard::Bounds, Hazard::Lifetime});
    } else if (formula == "Gvalid-free") {
      options.checks.insert(Hazard::Free);
    } else if (formula == "Gvalid-memtrack") {
      options.leaks = frontend::c::Leaks::Unreachable;
    } else if (formula == "Gvalid-memcleanup") {
      options.leaks = frontend::c::Leaks::Any;
    } else if (formula == "Gvalid-memsafety") {
      options.checks.insert({Hazard::Null, Hazard::Bounds, Hazard::Lifetime, Hazard::Free});
      options.leaks = frontend::c::Leaks::Unreachable;
    } else {
      diagnostics.error(range, "the property " + name_of(formula) + " is not supported",
                        std::string(reason_of(formula)) +
                            "unreach-call, no-overflow, valid-deref, valid-free, "
                            "valid-memtrack, valid-memcleanup and valid-memsafety are supported");
      return PropertyOutcome::Refused;
    }
  }
  if (!any) {
    diagnostics.error({&file, {1, 1}, {1, 1}}, "there is no property in this file");
    return PropertyOutcome::Refused;
  }
  if (!assertions) options.assertions = frontend::c::Assertions::Assume;
  return PropertyOutcome::Understood;
}

}  // namespace pawl::cli
