// SPDX-License-Identifier: Apache-2.0
//
// The structure is that of the format's own description: every key is known, or an error. What
// yaml-cpp throws ends here.
#include "hints/witness_hints.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace pawl::hints {
namespace {

/// Thrown after an error was reported; never leaves this file.
struct Refused {};

using Keys = std::set<std::string>;

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

class Reader {
 public:
  Reader(const SourceFile& file, const std::string& program, Diagnostics& diagnostics)
      : file_(file), program_(program), diagnostics_(diagnostics) {}

  WitnessHints read() {
    const YAML::Node document = YAML::Load(std::string(file_.text()));
    if (!document.IsSequence()) refuse(document, "a witness is a list of entries");
    for (const YAML::Node& one : document) entry(one);
    return std::move(found_);
  }

  SourceRange range(const YAML::Mark& mark) const {
    if (mark.is_null()) return {&file_, {1, 1}, {1, 1}};
    const SourcePosition at = {static_cast<std::uint32_t>(mark.line) + 1,
                               static_cast<std::uint32_t>(mark.column) + 1};
    return {&file_, at, {at.line, at.column + 1}};
  }

 private:
  [[noreturn]] void refuse(const YAML::Node& node, const std::string& message,
                           const std::string& hint = {}) {
    diagnostics_.error(range(node.Mark()), message, hint);
    throw Refused{};
  }

  /// A mapping with these keys and no others.
  void mapping(const YAML::Node& node, const std::string& what, const Keys& required,
               const Keys& optional = {}) {
    if (!node.IsMap()) refuse(node, what + " is a mapping");
    for (const auto& one : node) {
      const YAML::Node& key = one.first;
      if (!key.IsScalar()) refuse(key, "a key of " + what + " is a word");
      const std::string& name = key.Scalar();
      if (!required.contains(name) && !optional.contains(name)) {
        refuse(key, "unknown key '" + name + "' in " + what);
      }
    }
    for (const std::string& name : required) {
      if (node[name]) continue;
      std::string message = what;
      refuse(node, message.append(" has no '").append(name).append("'"));
    }
  }

  std::string scalar(const YAML::Node& node, const std::string& what) {
    if (!node.IsScalar()) refuse(node, what + " is a text");
    return node.Scalar();
  }

  std::uint32_t number(const YAML::Node& node, const std::string& what) {
    const std::string text = scalar(node, what);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value == 0) {
      refuse(node, what + " is a number from 1 on");
    }
    return value;
  }

  void entry(const YAML::Node& node) {
    mapping(node, "an entry", {"entry_type", "metadata", "content"});
    metadata(node["metadata"]);
    const std::string type = scalar(node["entry_type"], "entry_type");
    const YAML::Node content = node["content"];
    if (type == "violation_sequence") {
      refuse(node["entry_type"], "this witness is about a violation; it has no invariants");
    }
    if (type == "ghost_instrumentation") {
      Hint hint = at(node["entry_type"]);
      hint.ignored = "ghost variables are nothing of the program";
      found_.hints.push_back(std::move(hint));
      return;
    }
    if (type != "invariant_set") {
      refuse(node["entry_type"], "unknown entry_type '" + type + "'");
    }
    if (!content.IsSequence()) refuse(content, "the content is a list");
    for (const YAML::Node& one : content) element(one);
  }

  void metadata(const YAML::Node& node) {
    mapping(node, "metadata", {"format_version", "uuid", "creation_time", "producer", "task"});
    const std::string version = scalar(node["format_version"], "format_version");
    if (version != "2.0" && version != "2.1") {
      refuse(node["format_version"], "witnesses of version " + version + " are not understood",
             "2.0 and 2.1 are");
    }
    mapping(node["producer"], "producer", {"name", "version"},
            {"configuration", "command_line", "description"});
    const YAML::Node task = node["task"];
    mapping(task, "task",
            {"input_files", "input_file_hashes", "specification", "data_model", "language"});
    if (!task["input_file_hashes"].IsMap()) {
      refuse(task["input_file_hashes"], "input_file_hashes is a mapping");
    }
    for (const auto& one : task["input_file_hashes"]) {
      found_.hashes[scalar(one.first, "a file")] = scalar(one.second, "a hash");
    }
  }

  void element(const YAML::Node& node) {
    mapping(node, "an element of the content", {}, {"invariant", "contract"});
    if (node["contract"]) {
      Hint hint = at(node["contract"]);
      hint.ignored = "a contract of a function is no invariant of a loop";
      found_.hints.push_back(std::move(hint));
    }
    if (node["invariant"]) invariant(node["invariant"]);
  }

  void invariant(const YAML::Node& node) {
    mapping(node, "an invariant", {"type", "location", "value", "format"}, {"labels"});
    const std::string type = scalar(node["type"], "type");
    Hint hint = at(node["value"]);
    hint.text = scalar(node["value"], "the value of an invariant");
    if (type == "location_invariant") {
      hint.ignored = location_only;
    } else if (type == "loop_transition_invariant" || type == "location_transition_invariant") {
      hint.ignored = "it is about two states";
    } else if (type != "loop_invariant") {
      refuse(node["type"], "unknown type of an invariant: '" + type + "'");
    }
    const std::string format = scalar(node["format"], "format");
    if (format != "c_expression" && format != "ext_c_expression" && format != "acsl_expression") {
      refuse(node["format"], "unknown format '" + format + "'");
    }
    location(node["location"], hint);
    found_.hints.push_back(std::move(hint));
  }

  void location(const YAML::Node& node, Hint& hint) {
    mapping(node, "a location", {"file_name", "line"}, {"column", "function", "file_hash"});
    hint.line = number(node["line"], "line");
    if (node["column"]) hint.column = number(node["column"], "column");
    if (node["function"]) hint.function = scalar(node["function"], "function");
    const std::string name = scalar(node["file_name"], "file_name");
    if (base_name(name) != base_name(program_)) hint.ignored = "it is about '" + name + "'";
  }

  /// Where the text begins: behind a quotation mark.
  Hint at(const YAML::Node& node) const {
    Hint hint;
    const SourceRange here = range(node.Mark());
    hint.at = here.begin;
    const std::string_view line = file_.line(hint.at.line);
    const std::size_t column = hint.at.column - 1;
    if (column < line.size() && (line[column] == '"' || line[column] == '\'')) ++hint.at.column;
    return hint;
  }

  const SourceFile& file_;
  const std::string& program_;
  Diagnostics& diagnostics_;
  WitnessHints found_;

  static constexpr const char* location_only = "it is about a place, not about a loop";
};

}  // namespace

std::optional<WitnessHints> read_witness(const SourceFile& file, const std::string& program,
                                         Diagnostics& diagnostics) {
  Reader reader(file, program, diagnostics);
  try {
    return reader.read();
  } catch (const Refused&) {
    return std::nullopt;
  } catch (const YAML::Exception& error) {
    diagnostics.error(reader.range(error.mark), "this is no YAML: " + error.msg,
                      "a file that was cut off looks like this, too");
    return std::nullopt;
  }
}

}  // namespace pawl::hints
