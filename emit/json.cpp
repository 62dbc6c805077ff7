// SPDX-License-Identifier: Apache-2.0
#include "emit/json.h"

#include <nlohmann/json.hpp>

#include "result/file.h"
#include "support/version.h"

namespace pawl::emit {

using Json = nlohmann::ordered_json;

std::string to_json(const result::Result& result, const RunDescription& run,
                    result::Statistics statistics) {
  Json procedures = Json::array();
  for (const result::ProcedureResult& procedure : result.procedures) {
    procedures.push_back(Json::parse(result::to_json(procedure, statistics)));
  }
  Json input = {{"file", result.file},
                {"sha256", result.sha256},
                {"language", result.language.name},
                {"ints", result.language.ints},
                {"dataModel", result.language.data_model}};
  if (!result.language.floats.empty()) input["floats"] = result.language.floats;
  Json json = {{"schemaVersion", result::schema_version},
               {"tool", {{"name", "pawl"}, {"version", version}, {"prover", run.prover}}},
               {"command", run.command},
               {"input", input},
               {"options",
                {{"heuristics", run.heuristics},
                 {"inference", run.inference},
                 {"rlimit", run.rlimit},
                 {"seed", run.seed},
                 {"load", run.load}}},
               {"verdict", result::to_string(result::judge(result))},
               {"judges", Json::parse(result::to_json(result.judges))},
               {"hints", Json::parse(result::hints_to_json(result))},
               {"procedures", procedures},
               {"sourceLoops", Json::parse(result::to_json(result.source_loops))}};
  if (result.functions != 0) json["functions"] = result.functions;
  if (!result.skipped.empty())
    json["skippedFunctions"] = Json::parse(result::to_json(result.skipped));
  if (!result.approximated.empty()) {
    json["overApproximations"] = Json::parse(result::to_json(result.approximated));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pawl::emit
