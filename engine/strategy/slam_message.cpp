// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/slam_message.h"

#include <nlohmann/json.hpp>

namespace pawl::engine {
namespace {

using Json = nlohmann::ordered_json;

Json write(const SlamReport::Entry& entry) {
  Json rounds = Json::array(), predicates = Json::array();
  for (const RefinementRound& one : entry.rounds) {
    rounds.push_back({one.round, one.predicates, one.statements, one.queries, one.trace});
  }
  for (const ScopedText& one : entry.predicates) predicates.push_back({one.scope, one.text});
  return {{"procedure", entry.procedure}, {"rounds", rounds}, {"predicates", predicates}};
}

SlamReport::Entry read_entry(const Json& json) {
  SlamReport::Entry entry;
  entry.procedure = json.at("procedure");
  for (const Json& one : json.at("rounds")) {
    entry.rounds.push_back({one.at(0), one.at(1), one.at(2), one.at(3), one.at(4)});
  }
  for (const Json& one : json.at("predicates")) {
    entry.predicates.push_back({one.at(0), one.at(1)});
  }
  return entry;
}

Json write(const Diagnostic& one) {
  const SourceRange& range = one.range;
  return {{"severity", static_cast<int>(one.severity)},
          {"file", range.known() ? range.file->name() : ""},
          {"range", {range.begin.line, range.begin.column, range.end.line, range.end.column}},
          {"message", one.message},
          {"hint", one.hint}};
}

void read_diagnostic(const Json& json, const SourceFile& file, Diagnostics& into) {
  const Json& at = json.at("range");
  SourceRange range;
  if (json.at("file") == file.name()) {
    range = {&file, {at.at(0), at.at(1)}, {at.at(2), at.at(3)}};
  }
  switch (static_cast<Severity>(json.at("severity").get<int>())) {
    case Severity::Error: into.error(range, json.at("message"), json.at("hint")); break;
    case Severity::Warning: into.warning(range, json.at("message"), json.at("hint")); break;
    case Severity::Note: into.note(range, json.at("message"), json.at("hint")); break;
  }
}

}  // namespace

std::string to_message(const SlamReport& report, const Diagnostics& diagnostics) {
  Json json = {
      {"procedures", Json::array()}, {"entries", Json::array()}, {"diagnostics", Json::array()}};
  for (const ProcedureResult& one : report.result.procedures) {
    json["procedures"].push_back(to_json(one, Statistics::With));
  }
  for (const SlamReport::Entry& one : report.entries) json["entries"].push_back(write(one));
  for (const Diagnostic& one : diagnostics.all()) json["diagnostics"].push_back(write(one));
  return json.dump();
}

std::optional<SlamReport> report_from_message(std::string_view text, const SourceFile& file,
                                              Diagnostics& diagnostics) {
  try {
    const Json json = Json::parse(text);
    SlamReport report;
    for (const Json& one : json.at("procedures")) {
      auto procedure = result::WorkerMessage::read(one.get<std::string>());
      if (!procedure) return std::nullopt;
      report.result.procedures.push_back(std::move(*procedure));
    }
    for (const Json& one : json.at("entries")) report.entries.push_back(read_entry(one));
    for (const Json& one : json.at("diagnostics")) read_diagnostic(one, file, diagnostics);
    return report;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace pawl::engine
