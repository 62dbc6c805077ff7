// SPDX-License-Identifier: Apache-2.0
#include "emit/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "emit/c_source.h"
#include "emit/text_block.h"
#include "support/sha256.h"
#include "support/version.h"

namespace pawl::emit {
namespace {

using Json = nlohmann::ordered_json;

enum Rule { Invariant, NoInvariant, Violation, NotProved, Holds, NotModelled };

Json rules() {
  const auto rule = [](const char* id, const char* text, const char* level) {
    return Json{{"id", id},
                {"shortDescription", {{"text", text}}},
                {"defaultConfiguration", {{"level", level}}}};
  };
  return Json::array({rule("INV001", "Certified loop invariant inferred.", "note"),
                      rule("INV002", "No certified invariant was found for a loop.", "warning"),
                      rule("INV003", "An assertion or contract fails in a run.", "error"),
                      rule("INV004", "An assertion or contract is not proved.", "warning"),
                      rule("INV005", "An assertion or contract holds.", "note"),
                      rule("INV006", "The model says less than the source.", "note")});
}

class Sarif {
 public:
  Sarif(const result::Result& result, const SourceFile& file, const SarifOptions& options)
      : result_(result), file_(file), options_(options) {}

  Json results() {
    if (result_.language.name == "c") {
      for (const result::SourceLoop& loop : result_.source_loops) source_loop(loop);
    } else {
      for (const result::ProcedureResult& procedure : result_.procedures) {
        for (const result::LoopResult& loop : procedure.loops) this->loop(loop);
      }
    }
    for (const result::ProcedureResult& procedure : result_.procedures) {
      for (const result::ObligationResult& one : procedure.obligations) {
        if (one.fate != result::Fate::Proved) open_.insert({one.at.line, one.at.column});
      }
    }
    for (const result::ProcedureResult& procedure : result_.procedures) {
      for (const result::ObligationResult& one : procedure.obligations) obligation(one);
    }
    for (const result::SkippedFunction& one : result_.skipped) {
      add(NotModelled, "informational", "'" + one.name + "' is skipped: " + one.why, one.construct);
    }
    for (const result::OverApproximation& one : result_.approximated) {
      add(NotModelled, "informational", "Over-approximated: " + one.what, one.place);
    }
    return results_;
  }

  Json artifact() const { return {{"uri", result_.file}, {"uriBaseId", "SRCROOT"}}; }

 private:
  /// The places here count bytes, those of SARIF characters.
  std::size_t column(const SourcePosition& at) const {
    if (at.column == 0 || at.line > file_.line_of(file_.text().size())) return at.column;
    const std::string_view before = file_.line(at.line).substr(0, at.column - 1);
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    return at.column - static_cast<std::size_t>(std::ranges::count_if(before, continues));
  }

  Json region(const SourcePosition& from, const SourcePosition& to) const {
    return {{"startLine", from.line},
            {"startColumn", column(from)},
            {"endLine", to.line},
            {"endColumn", column(to)}};
  }

  Json location(const result::Place& place) const {
    Json physical = {{"artifactLocation", artifact()}};
    if (place.line != 0)
      physical["region"] = region({place.line, place.column}, {place.end_line, place.end_column});
    return {{"physicalLocation", physical}};
  }

  /// `level` must be "none" when the kind is not `fail`.
  Json& add(Rule rule, const char* kind, const std::string& text, const result::Place& place) {
    const std::string id = rules()[rule]["id"];
    const std::string print = sha256_hex(id + "\n" + text);
    results_.push_back({{"ruleId", id},
                        {"ruleIndex", static_cast<int>(rule)},
                        {"kind", kind},
                        {"level", std::string_view(kind) == "fail" ? "error" : "none"},
                        {"message", {{"text", text}}},
                        {"locations", Json::array({location(place)})},
                        {"partialFingerprints", {{"pawl/v1", print.substr(0, 32)}}}});
    return results_.back();
  }

  void loop(const result::LoopResult& loop) {
    std::vector<std::string> terms;
    for (const result::ConjunctResult& conjunct : loop.invariant) {
      if (conjunct.certified()) terms.push_back(conjunct.text);
    }
    if (terms.empty()) {
      add(NoInvariant, "open", "No invariant of loop " + loop.id + " is certified.", loop.place);
      return;
    }
    Json& found = add(Invariant, "pass", "Inferred and certified: " + all_of(terms), loop.place);
    std::vector<std::string> inferred;
    for (const result::ConjunctResult& conjunct : loop.invariant) {
      if (conjunct.certified() && conjunct.origin != result::Origin::User)
        inferred.push_back(conjunct.text);
    }
    const std::optional<SourcePosition> at = before_body(loop.place);
    if (!inferred.empty() && at) found["fixes"] = Json::array({clauses_fix(*at, inferred)});
  }

  /// Where the clauses of a loop in GCL end: at the brace of its body. Expressions have none.
  std::optional<SourcePosition> before_body(const result::Place& place) const {
    const std::string_view text = file_.text();
    std::size_t at = file_.line_begin(place.line) + place.column - 1;
    while (at < text.size() && text[at] != '{') {
      if (text.substr(at).starts_with("//")) at = text.find('\n', at);
      // Triggers stand behind the double colon of their quantifier.
      if (at < text.size() && text.substr(at).starts_with("::")) {
        at = text.find_first_not_of(" \t\r\n", at + 2);
        while (at < text.size() && text[at] == '{') {
          at = text.find_first_not_of(" \t\r\n", std::min(text.find('}', at), text.size()) + 1);
        }
        continue;
      }
      if (at < text.size()) ++at;
    }
    if (at >= text.size()) return std::nullopt;
    const std::uint32_t line = file_.line_of(at);
    return SourcePosition{line, static_cast<std::uint32_t>(at - file_.line_begin(line)) + 1};
  }

  Json clauses_fix(const SourcePosition& at, const std::vector<std::string>& terms) const {
    const std::string indent = indent_of(at.line);
    std::string text;
    for (const std::string& term : terms) text += "invariant " + term + ";\n" + indent;
    return fix("Insert the invariants", at, text);
  }

  void source_loop(const result::SourceLoop& loop) {
    std::vector<std::string> terms;
    for (const result::SourceTerm& term : loop.invariant) {
      if (!term.acsl.empty()) terms.push_back(term.acsl);
    }
    if (terms.empty() || loop.skipped != result::Skipped::No) {
      add(NoInvariant, "open",
          "Nothing is certified of this loop that can be said in C" +
              (loop.skipped == result::Skipped::No
                   ? "."
                   : ": " + std::string(to_string(loop.skipped)) + "."),
          loop.place);
      return;
    }
    if (options_.joined) terms = options_.joined(terms);
    Json& found = add(Invariant, "pass", "Inferred and certified: " + all_of(terms), loop.place);
    if (loop.keyword != "goto") found["fixes"] = Json::array({annotation_fix(loop, terms)});
  }

  static std::string all_of(const std::vector<std::string>& terms) {
    return joined(terms, " && ", [](const std::string& term) { return "(" + term + ")"; });
  }

  /// The annotation on a line of its own above the loop, or before a loop that does not start its
  /// line: `if (c) while ...`.
  Json annotation_fix(const result::SourceLoop& loop, const std::vector<std::string>& terms) const {
    const std::string indent = indent_of(loop.place.line);
    const bool alone = indent.size() + 1 == loop.place.column;
    const std::string text = joined(acsl_clauses(loop, terms), alone ? "\n" + indent + "    " : " ",
                                    [](const std::string& clause) { return clause; });
    const SourcePosition at = {loop.place.line, alone ? 1 : loop.place.column};
    return fix("Insert ACSL loop annotation", at,
               alone ? indent + "/*@ " + text + " */\n" : "/*@ " + text + " */ ");
  }

  Json fix(const char* description, const SourcePosition& at, const std::string& text) const {
    const Json replacement = {{"deletedRegion", region(at, at)},
                              {"insertedContent", {{"text", text}}}};
    const Json change = {{"artifactLocation", artifact()},
                         {"replacements", Json::array({replacement})}};
    return {{"description", {{"text", description}}}, {"artifactChanges", Json::array({change})}};
  }

  std::string indent_of(std::uint32_t number) const {
    std::string_view text = file_.text();
    for (std::uint32_t line = 1; line < number; ++line) {
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) return {};
      text.remove_prefix(end + 1);
    }
    return std::string(text.substr(0, text.find_first_not_of(" \t")));
  }

  void obligation(const result::ObligationResult& one) {
    const std::string what = std::string(gcl::to_string(one.kind)) + " '" + one.formula + "'";
    if (one.fate == result::Fate::Proved) return holds(one, what);
    if (one.fate != result::Fate::Refuted) {
      add(NotProved, "open", "Not proved: " + what, one.at);
      return;
    }
    Json& found = add(Violation, "fail", "Fails in a run: " + what, one.at);
    if (one.real_run && options_.code_flows == CodeFlows::With)
      found["codeFlows"] = Json::array({flow(one)});
  }

  /// Invariants are told of by their loops. A place that is met in several ways (calls, loops that
  /// are written twice) counts when all of them are proved, and once.
  void holds(const result::ObligationResult& one, const std::string& what) {
    if (one.loop || !open_.insert({one.at.line, one.at.column}).second) return;
    add(Holds, "pass", "Holds: " + what, one.at);
  }

  Json flow(const result::ObligationResult& one) const {
    Json steps = Json::array();
    for (const result::StepText& step : one.real_run->steps) {
      Json at = location(step.place);
      at["message"] = {{"text", step.text}};
      steps.push_back({{"location", at}});
    }
    Json last = {{"location", location(one.at)}};
    Json state = Json::object();
    for (const result::NamedText& named : one.real_run->state) {
      state[named.name] = {{"text", named.value}};
    }
    last["state"] = state;
    steps.push_back(last);
    const Json thread = {{"locations", steps}};
    return {{"threadFlows", Json::array({thread})}};
  }

  const result::Result& result_;
  const SourceFile& file_;
  const SarifOptions& options_;
  std::set<std::pair<std::uint32_t, std::uint32_t>>
      open_;  // places that are not proved, or told of
  Json results_ = Json::array();
};

}  // namespace

std::string to_sarif(const result::Result& result, const SourceFile& file,
                     const SarifOptions& options) {
  Sarif sarif(result, file, options);
  const Json driver = {{"name", "pawl"}, {"version", version}, {"rules", rules()}};
  const Json invocation = {{"executionSuccessful", true}, {"exitCode", options.exit_code}};
  const Json artifact = {{"location", sarif.artifact()}, {"hashes", {{"sha-256", result.sha256}}}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"invocations", Json::array({invocation})},
                    {"artifacts", Json::array({artifact})},
                    {"results", sarif.results()}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pawl::emit
