// SPDX-License-Identifier: Apache-2.0
#include "emit/stats.h"

#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

namespace pawl::emit {
namespace {

std::map<std::string, result::CallerCount> by_caller(const result::Result& result) {
  std::map<std::string, result::CallerCount> sums;
  for (const result::ProcedureResult& procedure : result.procedures) {
    for (const result::CallerCount& one : procedure.queries) {
      result::CallerCount& sum = sums[one.caller];
      sum.caller = one.caller;
      sum.queries += one.queries;
      sum.yes += one.yes;
      sum.no += one.no;
      sum.unknown += one.unknown;
      sum.seconds += one.seconds;
    }
  }
  return sums;
}

/// What C2BP did, procedure by procedure.
void write_abstraction(std::ostream& out, const result::Result& result) {
  for (const result::ProcedureResult& procedure : result.procedures) {
    if (!procedure.abstraction) continue;
    const result::AbstractionCount& count = *procedure.abstraction;
    out << "abstraction of " << procedure.name << ": " << count.statements << " statements, "
        << count.queries << " queries, " << count.stored << " answers from --summaries\n";
  }
}

}  // namespace

void write_stats(std::ostream& out, const result::Result& result, const FrontendTime& frontend) {
  out << std::left << std::setw(24) << "caller" << std::right << std::setw(9) << "queries"
      << std::setw(9) << "sat" << std::setw(9) << "unsat" << std::setw(9) << "unknown"
      << std::setw(11) << "seconds" << '\n';
  for (const auto& [caller, sum] : by_caller(result)) {
    out << std::left << std::setw(24) << caller << std::right << std::setw(9) << sum.queries
        << std::setw(9) << sum.yes << std::setw(9) << sum.no << std::setw(9) << sum.unknown
        << std::setw(11) << std::fixed << std::setprecision(3) << sum.seconds << '\n';
  }
  out << std::left << std::setw(24) << "frontend" << std::right << std::setw(47) << std::fixed
      << std::setprecision(3) << frontend.seconds << '\n';
  write_abstraction(out, result);
}

void write_stats_json(std::ostream& out, const result::Result& result,
                      const FrontendTime& frontend) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  json["frontend"] = {
      {"seconds", frontend.seconds}, {"first", frontend.first}, {"loads", frontend.loads}};
  for (const auto& [caller, sum] : by_caller(result)) {
    json[caller] = {{"queries", sum.queries},
                    {"sat", sum.yes},
                    {"unsat", sum.no},
                    {"unknown", sum.unknown},
                    {"seconds", sum.seconds}};
  }
  for (const result::ProcedureResult& procedure : result.procedures) {
    if (!procedure.abstraction) continue;
    json["abstraction"][procedure.name] = {{"statements", procedure.abstraction->statements},
                                           {"queries", procedure.abstraction->queries},
                                           {"stored", procedure.abstraction->stored}};
  }
  out << json.dump(2) << '\n';
}

}  // namespace pawl::emit
