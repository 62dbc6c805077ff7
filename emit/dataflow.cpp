// SPDX-License-Identifier: Apache-2.0
#include "emit/dataflow.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

namespace pawl::emit {
namespace {

using Json = nlohmann::ordered_json;
using result::DataflowReport;

std::string location(const DataflowReport::Row& row) {
  return std::to_string(row.place.line) + ":" + std::to_string(row.place.column);
}

std::string cell(const DataflowReport::Piece& piece) {
  return piece.when + ": [" + piece.facts + "]";
}

std::string cut(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

void write_table(std::ostream& out, const DataflowReport::Table& table) {
  constexpr std::size_t max_operation = 44;
  std::size_t where = 0;
  std::size_t what = 0;
  for (const DataflowReport::Row& row : table.rows) {
    where = std::max(where, location(row).size());
    what = std::max(what, std::min(row.operation.size(), max_operation));
  }
  const auto pad = [](const std::string& text, std::size_t width) {
    return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
  };
  out << "procedure " << table.procedure << '\n';
  for (const DataflowReport::Row& row : table.rows) {
    out << "  " << pad(location(row), where) << "  " << pad(cut(row.operation, max_operation), what)
        << (row.certified ? " * " : "   ");
    if (row.pieces.empty()) out << "never reached";
    for (std::size_t i = 0; i < row.pieces.size(); ++i) {
      if (i > 0) out << '\n' << std::string(where + what + 7, ' ');
      out << cell(row.pieces[i]);
    }
    out << '\n';
  }
}

}  // namespace

void write_dataflow(std::ostream& out, const DataflowReport& report) {
  bool certified = false;
  for (const DataflowReport::Entry& entry : report.entries) {
    for (const DataflowReport::Table& table : entry.tables) {
      write_table(out, table);
      certified |= std::ranges::any_of(table.rows, &DataflowReport::Row::certified);
    }
    for (const result::Place& place : entry.unproved) {
      out << "not proved by the " << report.lattice << " lattice: the assertion at " << place.line
          << ":" << place.column << '\n';
    }
    if (entry.dropped > 0) out << entry.dropped << " facts that no formula says\n";
  }
  if (certified) out << "* proved again from its text; the others are candidates\n";
}

void write_dataflow_rounds(std::ostream& out, const DataflowReport& report) {
  for (const DataflowReport::Entry& entry : report.entries) {
    out << "dataflow " << entry.procedure << " (" << report.lattice << ")\n";
    for (const DataflowReport::Round& round : entry.rounds) {
      out << "  round " << round.round << ": " << round.predicates << " predicates, " << round.posts
          << " posts, " << round.contexts << " contexts, " << round.unproved << " unproved"
          << (round.refinement.empty() ? "" : ": " + round.refinement) << '\n';
    }
    for (const auto& [scope, text] : entry.predicates) {
      out << "  " << (scope.empty() ? "global" : scope) << ": " << text << '\n';
    }
  }
}

std::string dataflow_json(const DataflowReport& report) {
  Json all;
  all["lattice"] = report.lattice;
  all["verdict"] = result::to_string(result::judge(report.result));
  all["entries"] = Json::array();
  for (const DataflowReport::Entry& entry : report.entries) {
    Json one = {{"procedure", entry.procedure}, {"reason", entry.reason}};
    one["rounds"] = Json::array();
    for (const DataflowReport::Round& round : entry.rounds) {
      one["rounds"].push_back({{"predicates", round.predicates},
                               {"posts", round.posts},
                               {"contexts", round.contexts},
                               {"unproved", round.unproved},
                               {"refinement", round.refinement}});
    }
    one["predicates"] = Json::array();
    for (const auto& [scope, text] : entry.predicates) {
      one["predicates"].push_back({{"scope", scope}, {"text", text}});
    }
    one["tables"] = Json::array();
    for (const DataflowReport::Table& table : entry.tables) {
      Json rows = Json::array();
      for (const DataflowReport::Row& row : table.rows) {
        Json pieces = Json::array();
        for (const auto& [when, facts] : row.pieces) {
          pieces.push_back({{"when", when}, {"facts", facts}});
        }
        rows.push_back({{"line", row.place.line},
                        {"column", row.place.column},
                        {"operation", row.operation},
                        {"status", row.certified ? "certified" : "candidate"},
                        {"pieces", std::move(pieces)}});
      }
      one["tables"].push_back({{"procedure", table.procedure}, {"rows", std::move(rows)}});
    }
    one["unproved"] = Json::array();
    for (const result::Place& place : entry.unproved) {
      one["unproved"].push_back({{"line", place.line}, {"column", place.column}});
    }
    one["dropped"] = entry.dropped;
    all["entries"].push_back(std::move(one));
  }
  return all.dump(2) + "\n";
}

}  // namespace pawl::emit
