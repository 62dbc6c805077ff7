// SPDX-License-Identifier: Apache-2.0
//
// Each struct of result/result.h and its JSON form, field by field, in the order of the schema.
#include "result/json.h"

#include <nlohmann/json.hpp>

namespace pawl::result {

using Json = nlohmann::ordered_json;

namespace {

template <class T>
Json write(const std::vector<T>& items);
template <class T>
void read(const Json& json, std::vector<T>& items);

template <class Word>
void read_word(const Json& json, Word& word) {
  const auto text = json.get<std::string>();
  const std::optional<Word> found = word_of<Word>(text);
  if (!found) throw Json::other_error::create(501, "'" + text + "' is none of the words", &json);
  word = *found;
}

Json write(const Place& place) {
  if (place.line == 0) return nullptr;
  return {{"line", place.line},
          {"column", place.column},
          {"endLine", place.end_line},
          {"endColumn", place.end_column}};
}

void read(const Json& json, Place& place) {
  if (json.is_null()) return;
  place = {json.at("line"), json.at("column"), json.at("endLine"), json.at("endColumn")};
}

Json write(const NamedText& named) { return {{"name", named.name}, {"value", named.value}}; }
void read(const Json& json, NamedText& named) { named = {json.at("name"), json.at("value")}; }

Json write(const StepText& step) {
  return {{"location", write(step.place)}, {"text", step.text}, {"changes", write(step.changes)}};
}
void read(const Json& json, StepText& step) {
  read(json.at("location"), step.place);
  step.text = json.at("text");
  read(json.at("changes"), step.changes);
}

Json write(const InductionFailureText& failure) {
  return {{"before", write(failure.before)},
          {"state", write(failure.state)},
          {"havocked", failure.havocked},
          {"loop", failure.loop ? write(*failure.loop) : Json(nullptr)}};
}
void read(const Json& json, InductionFailureText& failure) {
  read(json.at("before"), failure.before);
  read(json.at("state"), failure.state);
  failure.havocked = json.at("havocked").get<std::vector<std::string>>();
  if (!json.at("loop").is_null()) read(json.at("loop"), failure.loop.emplace());
}

Json write(const RealRunText& run) {
  return {{"inputs", write(run.inputs)},  {"steps", write(run.steps)}, {"state", write(run.state)},
          {"chosen", write(run.chosen)},  {"compiled", run.compiled},  {"start", run.start},
          {"choices", write(run.choices)}};
}
void read(const Json& json, RealRunText& run) {
  read(json.at("inputs"), run.inputs);
  read(json.at("steps"), run.steps);
  read(json.at("state"), run.state);
  read(json.at("chosen"), run.chosen);
  run.compiled = json.at("compiled");
  run.start = json.at("start");
  read(json.at("choices"), run.choices);
}

Json write(const ObligationResult& o) {
  return {{"kind", gcl::to_string(o.kind)},
          {"check", o.check},
          {"formula", o.formula},
          {"formulaLocation", write(o.formula_place)},
          {"location", write(o.at)},
          {"loop", o.loop ? Json(*o.loop) : Json(nullptr)},
          {"fate", to_string(o.fate)},
          {"reason", to_string(o.reason)},
          {"counterexampleToInduction",
           o.induction_failure ? write(*o.induction_failure) : Json(nullptr)},
          {"run", o.real_run ? write(*o.real_run) : Json(nullptr)}};
}
void read(const Json& json, ObligationResult& o) {
  read_word(json.at("kind"), o.kind);
  o.check = json.at("check");
  o.formula = json.at("formula");
  read(json.at("formulaLocation"), o.formula_place);
  read(json.at("location"), o.at);
  if (!json.at("loop").is_null()) o.loop = json.at("loop").get<std::size_t>();
  read_word(json.at("fate"), o.fate);
  read_word(json.at("reason"), o.reason);
  const Json& failure = json.at("counterexampleToInduction");
  if (!failure.is_null()) read(failure, o.induction_failure.emplace());
  if (!json.at("run").is_null()) read(json.at("run"), o.real_run.emplace());
}

Json write(const SourceTerm& term) {
  return {{"acsl", term.acsl}, {"c", term.c}, {"weakened", term.weakened}};
}
void read(const Json& json, SourceTerm& term) {
  term = {json.at("acsl"), json.at("c"), json.value("weakened", false)};
}

Json write(const ConjunctResult& c) {
  return {{"text", c.text},
          {"smtlib", c.smtlib},
          {"origin", to_string(c.origin)},
          {"certified", c.certified()},
          {"source", write(c.source)},
          {"needed", c.needed}};
}
void read(const Json& json, ConjunctResult& c) {
  c.text = json.at("text");
  c.smtlib = json.at("smtlib");
  read_word(json.at("origin"), c.origin);
  c.claimed = json.at("certified");
  read(json.at("source"), c.source);
  c.needed = json.at("needed").get<std::vector<std::size_t>>();
}

Json write(const VariantResult& v) { return {{"text", v.text}, {"source", write(v.source)}}; }
void read(const Json& json, VariantResult& v) {
  v.text = json.at("text");
  read(json.at("source"), v.source);
}

Json write(const RedundantResult& r) {
  return {{"text", r.text}, {"followsFrom", r.follows_from}, {"source", write(r.source)}};
}
void read(const Json& json, RedundantResult& r) {
  r = {json.at("text"), json.at("followsFrom").get<std::vector<std::size_t>>(), {}};
  read(json.at("source"), r.source);
}

Json write(const FrameResult& f) {
  return {{"variable", f.variable}, {"low", f.low}, {"high", f.high}};
}
void read(const Json& json, FrameResult& f) {
  f = {json.at("variable"), json.at("low"), json.at("high")};
}

Json write(const PredicateResult& p) {
  return {{"text", p.text}, {"origin", p.origin}, {"used", p.used}, {"fate", to_string(p.fate)}};
}
void read(const Json& json, PredicateResult& p) {
  p = {json.at("text"), json.at("origin"), json.at("used")};
  read_word(json.at("fate"), p.fate);
}

Json write(const JudgeAnswer& a) {
  return {{"judge", a.judge},
          {"version", a.version},
          {"answer", to_string(a.answer)},
          {"detail", a.detail}};
}
void read(const Json& json, JudgeAnswer& a) {
  a.judge = json.at("judge");
  a.version = json.at("version");
  read_word(json.at("answer"), a.answer);
  a.detail = json.at("detail");
}

Json write(const HintResult& h) {
  return {{"number", h.number},
          {"text", h.text},
          {"fate", to_string(h.fate)},
          {"failure", h.failure ? write(*h.failure) : Json(nullptr)}};
}
void read(const Json& json, HintResult& h) {
  h.number = json.at("number");
  h.text = json.at("text");
  read_word(json.at("fate"), h.fate);
  if (!json.at("failure").is_null()) read(json.at("failure"), h.failure.emplace());
}

Json write(const LoopResult& l) {
  return {{"id", l.id},
          {"location", write(l.place)},
          {"status", to_string(l.status)},
          {"skolems", l.skolems},
          {"predicates", write(l.predicates)},
          {"invariant", write(l.invariant)},
          {"precision", l.precision},
          {"incomplete", l.incomplete},
          {"targets", l.targets},
          {"variant", l.variant ? write(*l.variant) : Json(nullptr)},
          {"frames", write(l.frames)},
          {"redundant", write(l.redundant)},
          {"judges", write(l.judges)},
          {"hints", write(l.hints)},
          {"rounds", l.rounds},
          {"queries", l.queries}};
}
void read(const Json& json, LoopResult& l) {
  l.id = json.at("id");
  read(json.at("location"), l.place);
  read_word(json.at("status"), l.status);
  l.skolems = json.at("skolems").get<std::vector<std::string>>();
  read(json.at("predicates"), l.predicates);
  read(json.at("invariant"), l.invariant);
  l.precision = json.at("precision");
  l.incomplete = json.at("incomplete");
  l.targets = json.at("targets").get<std::vector<std::string>>();
  if (!json.at("variant").is_null()) read(json.at("variant"), l.variant.emplace());
  read(json.at("frames"), l.frames);
  read(json.at("redundant"), l.redundant);
  read(json.at("judges"), l.judges);
  if (json.contains("hints")) read(json.at("hints"), l.hints);
  l.rounds = json.at("rounds");
  l.queries = json.at("queries");
}

Json write(const CallerCount& c) {
  return {{"caller", c.caller}, {"queries", c.queries}, {"yes", c.yes},
          {"no", c.no},         {"unknown", c.unknown}, {"seconds", c.seconds}};
}
void read(const Json& json, CallerCount& c) {
  c = {json.at("caller"), json.at("queries"), json.at("yes"),
       json.at("no"),     json.at("unknown"), json.at("seconds")};
}

Json write(const SummaryResult& s) { return {{"requires", s.requires_}, {"ensures", s.ensures}}; }
void read(const Json& json, SummaryResult& s) {
  s.requires_ = json.at("requires").get<std::vector<std::string>>();
  s.ensures = json.at("ensures").get<std::vector<std::string>>();
}

Json write(const AbstractionCount& c) {
  return {{"statements", c.statements}, {"queries", c.queries}, {"stored", c.stored}};
}
void read(const Json& json, AbstractionCount& c) {
  c = {json.at("statements"), json.at("queries"), json.at("stored")};
}

Json write(const ProcedureResult& p) {
  return {{"name", p.name},
          {"location", write(p.place)},
          {"verdict", to_string(judge(p))},
          {"vacuous", p.vacuous},
          {"exhausted", p.exhausted},
          {"failure", to_string(p.failure)},
          {"summary", write(p.summary)},
          {"loops", write(p.loops)},
          {"obligations", write(p.obligations)}};
}
void read(const Json& json, ProcedureResult& p) {
  p.name = json.at("name");
  read(json.at("location"), p.place);
  p.vacuous = json.at("vacuous");
  if (json.contains("exhausted")) p.exhausted = json.at("exhausted");
  read_word(json.at("failure"), p.failure);
  read(json.at("summary"), p.summary);
  read(json.at("loops"), p.loops);
  read(json.at("obligations"), p.obligations);
  if (json.contains("statistics")) read(json.at("statistics"), p.queries);
  if (json.contains("abstraction")) read(json.at("abstraction"), p.abstraction.emplace());
}

Json write(const SourceLoop& l) {
  return {
      {"location", write(l.place)},
      {"keyword", l.keyword},
      {"function", l.function},
      {"invariant", write(l.invariant)},
      {"assigns", l.assigns_known ? write(l.assigns) : Json(nullptr)},
      {"variant", l.variant ? write(*l.variant) : Json(nullptr)},
      {"leftOut", l.left_out},
      {"weakened", l.weakened},
      {"after", l.after.line == 0 ? Json(nullptr)
                                  : Json{{"location", write(l.after)}, {"condition", l.condition}}},
      {"skipped", to_string(l.skipped)}};
}
/// What hints are made of; nothing else is believed.
void read(const Json& json, SourceLoop& l) {
  read(json.at("location"), l.place);
  l.keyword = json.at("keyword");
  l.function = json.at("function");
  read(json.at("invariant"), l.invariant);
}

Json write(const SkippedFunction& f) {
  return {{"name", f.name},
          {"location", write(f.place)},
          {"construct", write(f.construct)},
          {"why", f.why}};
}

Json write(const OverApproximation& step) {
  return {{"location", write(step.place)}, {"what", step.what}};
}

template <class T>
Json write(const std::vector<T>& items) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(write(item));
  return array;
}

template <class T>
void read(const Json& json, std::vector<T>& items) {
  for (const Json& element : json) read(element, items.emplace_back());
}

}  // namespace

std::string to_json(const ProcedureResult& result, Statistics statistics) {
  Json json = write(result);
  if (statistics == Statistics::With) {
    json["statistics"] = write(result.queries);
    if (result.abstraction) json["abstraction"] = write(*result.abstraction);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const std::vector<JudgeAnswer>& answers) {
  return write(answers).dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const std::vector<SourceLoop>& loops) {
  return write(loops).dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const std::vector<SkippedFunction>& functions) {
  return write(functions).dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const std::vector<OverApproximation>& steps) {
  return write(steps).dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string hints_to_json(const Result& result) {
  Json json = Json::array();
  for (std::size_t i = 0; i < result.hints.size(); ++i) {
    const HintSource& hint = result.hints[i];
    json.push_back({{"file", result.hints_file},
                    {"location", write(hint.place)},
                    {"text", hint.written},
                    {"loop", hint.loop},
                    {"fate", to_string(fate_of_hint(result, i))},
                    {"ignored", hint.ignored}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::vector<SourceLoop>> source_loops_from_json(std::string_view text) {
  try {
    std::vector<SourceLoop> loops;
    read(Json::parse(text), loops);
    return loops;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<ProcedureResult> procedure_from_json(std::string_view text) {
  try {
    ProcedureResult result;
    read(Json::parse(text), result);
    return result;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<ProcedureResult> WorkerMessage::read(std::string_view text) {
  std::optional<ProcedureResult> result = procedure_from_json(text);
  if (!result) return result;
  for (LoopResult& loop : result->loops) {
    for (ConjunctResult& conjunct : loop.invariant) {
      if (std::exchange(conjunct.claimed, false)) conjunct.certificate = Certified();
    }
  }
  return result;
}

}  // namespace pawl::result
