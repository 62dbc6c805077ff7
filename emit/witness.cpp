// SPDX-License-Identifier: Apache-2.0
#include "emit/witness.h"

#include "emit/identity.h"
#include "emit/text_block.h"
#include "emit/waypoints.h"
#include "support/version.h"

namespace pawl::emit {
namespace {

/// Always in double quotes: a value may begin with anything.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

class Witness {
 public:
  Witness(const result::Result& result, const SourceFile& file, const WitnessTask& task)
      : result_(result), file_(file), task_(task) {}

  std::string write() {
    const result::ObligationResult* failure = refuted();
    if (failure != nullptr) {
      violation(*failure);
    } else {
      invariants();
    }
    const std::string content = out_.text();
    TextBlock entry;
    entry.line(failure != nullptr ? "- entry_type: violation_sequence"
                                  : "- entry_type: invariant_set");
    entry.indent();
    metadata(entry, content);
    return entry.text() + content;
  }

 private:
  const result::ObligationResult* refuted() const {
    for (const result::ProcedureResult& procedure : result_.procedures) {
      for (const result::ObligationResult& one : procedure.obligations) {
        if (one.fate == result::Fate::Refuted && one.real_run) return &one;
      }
    }
    return nullptr;
  }

  void metadata(TextBlock& out, const std::string& content) const {
    out.line("metadata:");
    out.indent();
    out.line("format_version: \"2.0\"");
    out.line("uuid: " + uuid_of(result_.sha256 + "\n" + task_.command_line + "\n" + content));
    out.line("creation_time: " + quoted(task_.creation_time));
    out.line("producer:");
    out.indent();
    out.line("name: pawl");
    out.line("version: " + quoted(version));
    out.line("command_line: " + quoted(task_.command_line));
    out.outdent();
    out.line("task:");
    out.indent();
    out.line("input_files:");
    out.line("  - " + quoted(result_.file));
    out.line("input_file_hashes:");
    out.line("  " + quoted(result_.file) + ": " + result_.sha256);
    out.line("specification: " + quoted(task_.specification));
    out.line("data_model: " + result_.language.data_model);
    out.line("language: C");
  }

  void location(const result::Place& place, const std::string& function) {
    out_.line("location:");
    out_.indent();
    out_.line("file_name: " + quoted(result_.file));
    out_.line("line: " + std::to_string(place.line));
    out_.line("column: " + std::to_string(place.column));
    if (!function.empty()) out_.line("function: " + function);
    out_.outdent();
  }

  void invariants() {
    out_.indent();
    std::size_t told = 0;
    const auto tell = [&](const char* type, const result::Place& place,
                          const result::SourceLoop& loop, const std::string& value) {
      if (told++ == 0) out_.line("content:");
      invariant(type, place, loop.function, value);
    };
    for (const result::SourceLoop& loop : result_.source_loops) {
      const std::string value = conjunction(loop);
      // A label is a place like any other.
      const char* type = loop.keyword == "goto" ? "location_invariant" : "loop_invariant";
      if (!value.empty()) tell(type, loop.place, loop, value);
      if (loop.after.line == 0 || loop.skipped != result::Skipped::No) continue;
      const std::string end = "!(" + loop.condition + ")";
      tell("location_invariant", loop.after, loop,
           value.empty() ? end : "(" + value + ") && " + end);
    }
    if (told == 0) out_.line("content: []");
  }

  void invariant(const char* type, const result::Place& place, const std::string& function,
                 const std::string& value) {
    out_.indent();
    out_.line("- invariant:");
    out_.indent();
    out_.indent();
    out_.line(std::string("type: ") + type);
    location(place, function);
    out_.line("value: " + quoted(value));
    out_.line("format: c_expression");
    out_.outdent();
    out_.outdent();
    out_.outdent();
  }

  static std::string conjunction(const result::SourceLoop& loop) {
    // The body of `do` runs before the condition, which is where the format wants its invariants.
    if (loop.skipped != result::Skipped::No || loop.keyword == "do") return {};
    std::vector<std::string> terms;
    for (const result::SourceTerm& term : loop.invariant) {
      if (!term.c.empty() && term.c != "1") terms.push_back(term.c);
    }
    if (terms.size() == 1) return terms.front();
    return joined(terms, " && ", [](const std::string& term) { return "(" + term + ")"; });
  }

  // ---- violation

  void violation(const result::ObligationResult& failure) {
    out_.indent();
    out_.line("content:");
    out_.indent();
    for (const Waypoint& one : waypoints_of(failure, file_)) segment(one);
  }

  void segment(const Waypoint& waypoint) {
    out_.line("- segment:");
    out_.indent();
    out_.indent();
    out_.line("- waypoint:");
    out_.indent();
    out_.indent();
    out_.line("type: " + waypoint.type);
    out_.line("action: follow");
    location({waypoint.at.line, waypoint.at.column, 0, 0}, "");
    if (!waypoint.value.empty()) {
      out_.line("constraint:");
      out_.line("  value: " + quoted(waypoint.value));
      if (!waypoint.format.empty()) out_.line("  format: " + waypoint.format);
    }
    for (int i = 0; i < 4; ++i) out_.outdent();
  }

  const result::Result& result_;
  const SourceFile& file_;
  const WitnessTask& task_;
  TextBlock out_;
};

}  // namespace

std::string to_witness(const result::Result& result, const SourceFile& file,
                       const WitnessTask& task) {
  return Witness(result, file, task).write();
}

}  // namespace pawl::emit
