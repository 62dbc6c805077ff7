// SPDX-License-Identifier: Apache-2.0
#include "emit/witness.h"

#include "emit/identity.h"
#include "emit/text_block.h"
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
  Witness(const engine::Result& result, const SourceFile& file, const WitnessTask& task)
      : result_(result), file_(file), task_(task) {}

  std::string write() {
    const engine::ObligationResult* failure = refuted();
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
  const engine::ObligationResult* refuted() const {
    for (const engine::ProcedureResult& procedure : result_.procedures) {
      for (const engine::ObligationResult& one : procedure.obligations) {
        if (one.fate == "refuted" && one.real_run) return &one;
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

  void location(const engine::Place& place, const std::string& function) {
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
    for (const engine::SourceLoop& loop : result_.source_loops) {
      const std::string value = conjunction(loop);
      if (value.empty()) continue;
      if (told++ == 0) out_.line("content:");
      invariant(loop, value);
    }
    if (told == 0) out_.line("content: []");
  }

  void invariant(const engine::SourceLoop& loop, const std::string& value) {
    const bool has_keyword =
        loop.keyword == "while" || loop.keyword == "for" || loop.keyword == "do";
    out_.indent();
    out_.line("- invariant:");
    out_.indent();
    out_.indent();
    // A loop of gotos has no keyword; what holds at its label is an invariant of that place.
    out_.line(has_keyword ? "type: loop_invariant" : "type: location_invariant");
    location(loop.place, loop.function);
    out_.line("value: " + quoted(value));
    out_.line("format: c_expression");
    out_.outdent();
    out_.outdent();
    out_.outdent();
  }

  static std::string conjunction(const engine::SourceLoop& loop) {
    if (!loop.skipped.empty()) return {};
    std::vector<std::string> terms;
    for (const engine::SourceTerm& term : loop.invariant) {
      if (!term.c.empty()) terms.push_back(term.c);
    }
    if (terms.size() == 1) return terms.front();
    return joined(terms, " && ", [](const std::string& term) { return "(" + term + ")"; });
  }

  // ---- violation

  void violation(const engine::ObligationResult& failure) {
    out_.indent();
    out_.line("content:");
    out_.indent();
    for (const engine::StepText& step : failure.real_run->steps) input(step);
    segment("target", failure.at, "");
  }

  /// An input gets its value where the call stands.
  void input(const engine::StepText& step) {
    for (const engine::NamedText& change : step.changes) {
      if (!change.name.starts_with("input ") || !is_input_call(step.place)) continue;
      engine::Place closing = step.place;
      closing.line = step.place.end_line;
      closing.column = step.place.end_column - 1;
      segment("function_return", closing, "\\result == " + change.value);
    }
  }

  /// Does the source have a call of __VERIFIER_nondet_* exactly there?
  bool is_input_call(const engine::Place& place) const {
    if (place.line != place.end_line) return false;
    const std::string_view line = line_of(place.line);
    if (place.end_column < 2 || place.end_column - 1 > line.size()) return false;
    const std::string_view text = line.substr(place.column - 1, place.end_column - place.column);
    return text.starts_with("__VERIFIER_nondet_") && text.ends_with(")");
  }

  std::string_view line_of(std::uint32_t number) const {
    std::string_view text = file_.text();
    for (std::uint32_t line = 1; line < number; ++line) {
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) return {};
      text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
  }

  void segment(const std::string& type, const engine::Place& place, const std::string& constraint) {
    out_.line("- segment:");
    out_.indent();
    out_.indent();
    out_.line("- waypoint:");
    out_.indent();
    out_.indent();
    out_.line("type: " + type);
    out_.line("action: follow");
    location(place, "");
    if (!constraint.empty()) {
      out_.line("constraint:");
      out_.line("  value: " + quoted(constraint));
      out_.line("  format: acsl_expression");
    }
    for (int i = 0; i < 4; ++i) out_.outdent();
  }

  const engine::Result& result_;
  const SourceFile& file_;
  const WitnessTask& task_;
  TextBlock out_;
};

}  // namespace

std::string to_witness(const engine::Result& result, const SourceFile& file,
                       const WitnessTask& task) {
  return Witness(result, file, task).write();
}

}  // namespace pawl::emit
