// SPDX-License-Identifier: Apache-2.0
#include "emit/bebop.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "slam/bp_printer.h"
#include "support/version.h"

namespace pawl::emit {
namespace {

using namespace slam;
using Json = nlohmann::ordered_json;

/// Statements that no run reaches, next to each other in the text.
struct DeadCode {
  NodeId first = 0;
  NodeId last = 0;
};

class View {
 public:
  View(const BpProgram& program, const BebopResult& result) : program_(program), result_(result) {}

  const CfgNode& node(NodeId v) const { return result_.cfg.nodes[v]; }
  const BpProcedure& procedure(NodeId v) const { return program_.procedures[node(v).procedure]; }
  SourceRange range(NodeId v) const {
    return node(v).stmt != nullptr ? node(v).stmt->range : procedure(v).range;
  }
  std::string place(NodeId v) const { return to_string(range(v)); }

  std::string text(NodeId v) const {
    const CfgNode& n = node(v);
    if (n.stmt == nullptr) return "end of " + shown_name(procedure(v).name);
    // A further condition of an `if` is not its head.
    const auto* conditional = std::get_if<BpIf>(&n.stmt->node);
    if (conditional != nullptr && n.condition != &conditional->arms.front().condition) {
      return "elsif (" + slam::to_string(program_, procedure(v), *n.condition) + ") then";
    }
    return head_of(program_, procedure(v), *n.stmt);
  }

  /// Of the values of a step.
  std::string value_name(const BebopStep& step, std::size_t i) const {
    if (i < program_.globals.size()) return program_.globals[i].name;
    i -= program_.globals.size();
    const BpProcedure& p = procedure(step.node);
    if (i < p.variables.size()) return p.variables[i].name;
    return "result " + std::to_string(i - p.variables.size() + 1);
  }

  std::string invariant(const BebopInvariant& invariant) const {
    if (invariant.kind == BebopInvariant::Kind::Unreachable) return "F";
    if (invariant.kind == BebopInvariant::Kind::TooLarge) return "(too large to be shown)";
    std::string text;
    for (const std::vector<BebopLiteral>& clause : invariant.clauses) {
      std::string part;
      for (const BebopLiteral& literal : clause) {
        part += std::string(part.empty() ? "" : " | ") + (literal.positive ? "" : "!") +
                shown_name(program_.variable(procedure(invariant.node), literal.var).name);
      }
      const bool bare = clause.size() == 1 || invariant.clauses.size() == 1;
      text += std::string(text.empty() ? "" : " & ") + (bare ? part : "(" + part + ")");
    }
    return text.empty() ? "T" : text;
  }

  std::vector<DeadCode> dead_code() const {
    std::vector<DeadCode> found;
    for (const CfgProcedure& p : result_.cfg.procedures) {
      if (!result_.reached[p.entry]) continue;  // reported as a whole
      bool before = true;
      for (NodeId v = p.first; v < p.exit; ++v) {
        const bool reached = result_.reached[v];
        if (!reached && before) found.push_back({v, v});
        if (!reached && !before) found.back().last = v;
        before = reached;
      }
    }
    return found;
  }

  std::vector<const BpProcedure*> dead_procedures() const {
    std::vector<const BpProcedure*> found;
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) {
      if (!result_.reached[result_.cfg.procedures[i].entry]) {
        found.push_back(&program_.procedures[i]);
      }
    }
    return found;
  }

 private:
  const BpProgram& program_;
  const BebopResult& result_;
};

const char* kind_name(BebopStep::Kind kind) {
  switch (kind) {
    case BebopStep::Kind::Statement: return "statement";
    case BebopStep::Kind::StepOver: return "step-over";
    case BebopStep::Kind::Enter: return "enter";
    case BebopStep::Kind::Leave: return "leave";
    case BebopStep::Kind::Failure: return "failure";
  }
  return "statement";
}

/// What people need beside the statement.
const char* remark(BebopStep::Kind kind) {
  switch (kind) {
    case BebopStep::Kind::StepOver: return "   // stepped over";
    case BebopStep::Kind::Enter: return "   // entered";
    case BebopStep::Kind::Failure: return "   // fails here";
    case BebopStep::Kind::Statement:
    case BebopStep::Kind::Leave: return "";
  }
  return "";
}

class TraceWriter {
 public:
  TraceWriter(std::ostream& out, const View& view) : out_(out), view_(view) {}

  void step(const BebopStep& step) {
    const std::string indent(2 * step.depth + 2, ' ');
    const std::string values = changed(step);
    if (!values.empty()) out_ << indent << "  " << values << '\n';
    out_ << indent << view_.place(step.node) << ": " << shown_name(view_.procedure(step.node).name)
         << ": " << view_.text(step.node) << remark(step.kind) << '\n';
    if (step.kind == BebopStep::Kind::Enter) frames_.emplace_back();
    if (step.kind == BebopStep::Kind::Leave) frames_.pop_back();
  }

 private:
  /// All values at the first step of a procedure, then those that are new.
  std::string changed(const BebopStep& step) {
    std::vector<bool>& known = frames_.back();
    std::string text;
    for (std::size_t i = 0; i < step.values.size(); ++i) {
      if (i < known.size() && known[i] == step.values[i]) continue;
      text += (text.empty() ? "" : ", ") + shown_name(view_.value_name(step, i)) + " = " +
              (step.values[i] ? "T" : "F");
    }
    known = step.values;
    return text;
  }

  std::ostream& out_;
  const View& view_;
  std::vector<std::vector<bool>> frames_{1};  // the values last shown, one frame per call entered
};

Json location(const SourceRange& range) {
  if (!range.known()) return nullptr;
  return {{"file", range.file->name()},
          {"line", range.begin.line},
          {"column", range.begin.column},
          {"endLine", range.end.line},
          {"endColumn", range.end.column}};
}

Json place_json(const View& view, NodeId v) {
  return {{"procedure", view.procedure(v).name},
          {"location", location(view.range(v))},
          {"statement", view.text(v)}};
}

Json trace_json(const View& view, const std::vector<BebopStep>& trace) {
  Json steps = Json::array();
  for (const BebopStep& step : trace) {
    Json json = place_json(view, step.node);
    json["kind"] = kind_name(step.kind);
    json["depth"] = step.depth;
    json["values"] = Json::array();
    for (std::size_t i = 0; i < step.values.size(); ++i) {
      json["values"].push_back(
          {{"name", view.value_name(step, i)}, {"value", static_cast<bool>(step.values[i])}});
    }
    steps.push_back(std::move(json));
  }
  return steps;
}

void write_unreachable(std::ostream& out, const View& view) {
  for (const BpProcedure* procedure : view.dead_procedures()) {
    out << to_string(procedure->range) << ": procedure " << shown_name(procedure->name)
        << " is never entered\n";
  }
  for (const DeadCode& code : view.dead_code()) {
    out << view.place(code.first) << ": never reached: " << view.text(code.first);
    if (code.last > code.first) {
      out << " (and " << code.last - code.first << " more up to line "
          << view.range(code.last).begin.line << ")";
    }
    out << '\n';
  }
}

}  // namespace

void write_bebop(std::ostream& out, const BpProgram& program, const BebopResult& result,
                 Unreachable unreachable) {
  const View view(program, result);
  if (result.verdict == BebopVerdict::Unknown) {
    out << "no answer: " << slam::to_string(result.reason) << "; nothing is known of the "
        << result.checked.size() << " assertions\n";
    return;
  }
  for (const BebopInvariant& invariant : result.invariants) {
    out << view.place(invariant.node) << ": " << view.text(invariant.node) << "\n    "
        << view.invariant(invariant) << '\n';
  }
  if (unreachable == Unreachable::Reported) write_unreachable(out, view);
  for (const NodeId v : result.failing) {
    out << view.place(v) << ": this can fail: " << view.text(v) << '\n';
  }
  if (!result.trace.empty()) {
    // Calls that were unfolded have been taken apart after the shortest trace was found.
    const bool unfolded = std::ranges::any_of(
        result.trace, [](const BebopStep& step) { return step.kind == BebopStep::Kind::Leave; });
    out << (unfolded ? "a trace, " : "a shortest trace, ") << result.trace.size()
        << " steps; values hold before a step:\n";
    TraceWriter writer(out, view);
    for (const BebopStep& step : result.trace) writer.step(step);
  }
  out << result.checked.size() - result.failing.size() << " of " << result.checked.size()
      << " assertions hold\n";
}

std::string bebop_verdict(const BebopResult& result) {
  switch (result.verdict) {
    case BebopVerdict::Safe: return "true";
    case BebopVerdict::Violated: {
      const CfgNode& last = result.cfg.nodes[result.trace.back().node];
      return last.kind == CfgNode::Kind::Assert ? "false(assertion)" : "false(error-label)";
    }
    case BebopVerdict::Unknown: break;
  }
  return std::string("unknown(") + slam::to_string(result.reason) + ")";
}

std::string bebop_json(const BpProgram& program, const BebopResult& result,
                       Unreachable unreachable) {
  const View view(program, result);
  Json json = {{"schemaVersion", 1},
               {"tool", {{"name", "pawl"}, {"version", version}}},
               {"command", "bebop"},
               {"verdict", bebop_verdict(result)}};
  json["assertions"] = Json::array();
  for (const NodeId v : result.checked) {
    Json one = place_json(view, v);
    const bool fails = std::ranges::find(result.failing, v) != result.failing.end();
    one["fate"] = result.verdict == BebopVerdict::Unknown ? "unknown" : fails ? "fails" : "holds";
    json["assertions"].push_back(std::move(one));
  }
  json["trace"] = trace_json(view, result.trace);
  json["invariants"] = Json::array();
  for (const BebopInvariant& invariant : result.invariants) {
    Json one = place_json(view, invariant.node);
    const bool shown = invariant.kind != BebopInvariant::Kind::TooLarge;
    one["invariant"] = shown ? Json(view.invariant(invariant)) : Json(nullptr);
    json["invariants"].push_back(std::move(one));
  }
  json["unreachable"] = Json::array();
  if (unreachable == Unreachable::Reported && result.verdict != BebopVerdict::Unknown) {
    for (const BpProcedure* procedure : view.dead_procedures()) {
      json["unreachable"].push_back({{"procedure", procedure->name},
                                     {"location", location(procedure->range)},
                                     {"statement", nullptr}});
    }
    for (const DeadCode& code : view.dead_code()) {
      for (NodeId v = code.first; v <= code.last; ++v) {
        json["unreachable"].push_back(place_json(view, v));
      }
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pawl::emit
