// SPDX-License-Identifier: Apache-2.0
#include "result/file.h"

#include <nlohmann/json.hpp>

#include "result/json.h"

namespace pawl::result {
namespace {

using Json = nlohmann::ordered_json;

/// What a message of the JSON library says, without its own name and number.
std::string plain_message(const Json::exception& error) {
  std::string text = error.what();  // [json.exception.parse_error.101] parse error at line 1 ...
  if (const std::size_t end = text.find("] "); end != std::string::npos) text.erase(0, end + 2);
  return text;
}

/// Loops are told apart by their number in the procedure, in the order of the text.
void check_loops(const ProcedureResult& procedure, const Json& json) {
  for (std::size_t i = 0; i < procedure.loops.size(); ++i) {
    const std::string expected = procedure.name + "." + std::to_string(i + 1);
    if (procedure.loops[i].id == expected) continue;
    throw Json::other_error::create(
        501, "loop '" + procedure.loops[i].id + "' stands where '" + expected + "' should", &json);
  }
}

ResultFile from_json(const Json& json) {
  ResultFile file;
  file.command = json.at("command");
  file.load = json.at("options").at("load").get<std::vector<std::string>>();
  file.rlimit = json.at("options").at("rlimit");
  file.seed = json.at("options").at("seed");
  file.verdict = json.at("verdict");
  file.result.file = json.at("input").at("file");
  file.result.sha256 = json.at("input").at("sha256");
  file.result.language = {json.at("input").at("language"), json.at("input").at("ints"),
                          json.at("input").at("dataModel"), json.at("input").value("floats", "")};
  for (const Json& procedure : json.at("procedures")) {
    std::optional<ProcedureResult> one = procedure_from_json(procedure.dump());
    if (!one) throw Json::other_error::create(501, "a procedure is not as the schema says", &json);
    check_loops(*one, json);
    file.result.procedures.push_back(std::move(*one));
  }
  auto loops = source_loops_from_json(json.at("sourceLoops").dump());
  if (!loops) throw Json::other_error::create(501, "sourceLoops are not as the schema says", &json);
  file.result.source_loops = std::move(*loops);
  return file;
}

}  // namespace

pawl::Result<ResultFile> read_result_file(const std::string& name, std::string_view text,
                                          Diagnostics& diagnostics) {
  const auto fail = [&](const std::string& why, const std::string& hint = {}) -> Failed {
    diagnostics.error({}, "'" + name + "' " + why, hint);
    return failed;
  };
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("schemaVersion") ||
        !json.at("schemaVersion").is_number_integer()) {
      return fail("is no result of Pawl: it has no schemaVersion");
    }
    const auto written = json.at("schemaVersion").get<std::int64_t>();
    if (written > schema_version) {
      return fail("has schema version " + std::to_string(written) + ", newer than " +
                      std::to_string(schema_version),
                  "use the version of Pawl that wrote it");
    }
    if (written != schema_version) {
      return fail("has schema version " + std::to_string(written) + ", which nobody reads");
    }
    return from_json(json);
  } catch (const Json::parse_error& error) {
    return fail("is no complete JSON: " + plain_message(error));
  } catch (const Json::exception& error) {
    return fail("is not as docs/schema says: " + plain_message(error));
  }
}

}  // namespace pawl::result
