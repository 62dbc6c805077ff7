// SPDX-License-Identifier: Apache-2.0
#include "cli/source_result.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/annotate.h"
#include "engine/consequences.h"
#include "frontends/c/c_terms.h"
#include "frontends/c/loop_assigns.h"
#include "frontends/c/source_terms.h"
#include "gcl/conjuncts.h"
#include "gcl/map_range.h"
#include "gcl/moments.h"
#include "gcl/parser.h"
#include "gcl/targets.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;
using engine::ConjunctResult;
using engine::LoopResult;
using engine::ProcedureResult;
using engine::SourceLoop;
using engine::SourceTerm;

/// An IL loop and the activation it is.
struct Instance {
  const c::LoopActivation* activation = nullptr;
  const gcl::While* loop = nullptr;  // null: it did not become a loop
  LoopResult* result = nullptr;
  bool claimed = false;  // what is certified in its procedure rests on nothing unproved
};

/// Procedures that a run of the program may enter.
std::set<std::string> reachable(const gcl::Program& program, const SourceMap& map) {
  std::set<std::string> found;
  std::vector<std::string> work;
  for (const gcl::Procedure& procedure : program.procedures) {
    if (!map.proof_only.contains(procedure.name)) work.push_back(procedure.name);
  }
  while (!work.empty()) {
    const std::string name = work.back();
    work.pop_back();
    if (!found.insert(name).second) continue;
    const gcl::Procedure* procedure = program.find_procedure(name);
    if (procedure == nullptr || !procedure->body) continue;
    gcl::for_each_stmt(*procedure->body, [&](const gcl::Stmt& stmt) {
      if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) work.push_back(call->procedure);
    });
  }
  return found;
}

bool contracts_proved(const engine::Result& result) {
  return std::ranges::all_of(result.procedures, [](const ProcedureResult& procedure) {
    return procedure.failure.empty() &&
           std::ranges::all_of(procedure.obligations, [](const engine::ObligationResult& one) {
             const bool of_contract = one.kind == "precondition" || one.kind == "postcondition";
             return !of_contract || one.fate == "proved";
           });
  });
}

bool relies_on_contracts(const gcl::Program& program, const gcl::Procedure& procedure) {
  bool found = !procedure.requires_.empty();
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    const auto* call = std::get_if<gcl::Call>(&stmt.node);
    if (call == nullptr) return;
    const gcl::Procedure* callee = program.find_procedure(call->procedure);
    found |= callee == nullptr || !callee->ensures.empty();
  });
  return found;
}

/// A wrong invariant of the user would make anything inductive beside it.
bool user_invariants_proved(const ProcedureResult& procedure) {
  return std::ranges::all_of(procedure.loops, [](const LoopResult& loop) {
    return std::ranges::all_of(loop.invariant, [](const ConjunctResult& conjunct) {
      return conjunct.origin != "user" || conjunct.certified;
    });
  });
}

bool is_unreachable(const Instance& instance) {
  return std::ranges::any_of(instance.result->invariant, [](const ConjunctResult& conjunct) {
    return conjunct.certified && conjunct.text == "false";
  });
}

class Describer {
 public:
  Describer(const SourceMap& map, gcl::Context& context, const gcl::Program& program,
            CTerms c_terms, const prover::ProverOptions& prover, engine::Result& result)
      : map_(map),
        context_(context),
        program_(program),
        c_terms_(c_terms),
        prover_(prover),
        result_(result) {}

  void operator()() {
    find_instances();
    for (const Instance& instance : instances_) {
      if (instance.loop != nullptr) add_terms(instance);
    }
    for (ProcedureResult& procedure : result_.procedures) rename(procedure);
    const std::set<std::string> entered = reachable(program_, map_);
    for (std::size_t site = 0; site < map_.sites.size(); ++site) describe(site, entered);
    std::ranges::stable_sort(result_.source_loops, {}, [](const SourceLoop& loop) {
      return std::pair(loop.place.line, loop.place.column);
    });
  }

 private:
  /// Runs and states in the names of C; what has none there is left out.
  void rename(ProcedureResult& procedure) const {
    const auto names = map_.names.find(procedure.name);
    if (names == map_.names.end()) return;
    for (engine::ObligationResult& one : procedure.obligations) rename(one, names->second);
    for (LoopResult& loop : procedure.loops) {
      for (engine::HintResult& hint : loop.hints) {
        if (hint.failure) rename(*hint.failure, names->second);
      }
    }
  }

  using Names = std::map<std::string, std::string>;

  static void rename(engine::ObligationResult& obligation, const Names& names) {
    if (obligation.induction_failure) {
      rename(obligation.induction_failure->before, names);
      rename(obligation.induction_failure->state, names);
      rename(obligation.induction_failure->havocked, names);
    }
    if (obligation.real_run) rename(*obligation.real_run, names);
  }

  static std::optional<std::string> name_of(const std::string& variable, const Names& names) {
    if (variable.starts_with("input$")) return "input " + variable.substr(6);
    const auto found = names.find(variable);
    if (found == names.end()) return std::nullopt;
    return found->second;
  }

  static void rename(engine::StateText& state, const Names& names) {
    engine::StateText renamed;
    for (const engine::NamedText& one : state) {
      if (const auto name = name_of(one.name, names)) renamed.push_back({*name, one.value});
    }
    state = std::move(renamed);
  }

  static void rename(std::vector<std::string>& variables, const Names& names) {
    std::vector<std::string> renamed;
    for (const std::string& one : variables) {
      if (const auto name = name_of(one, names)) renamed.push_back(*name);
    }
    variables = std::move(renamed);
  }

  static void rename(engine::RealRunText& run, const Names& names) {
    rename(run.inputs, names);
    for (const engine::NamedText& one : run.chosen) {
      if (one.name.starts_with("input$")) {
        run.inputs.push_back({*name_of(one.name, names), one.value});
      }
    }
    rename(run.state, names);
    std::vector<engine::StepText> steps;
    for (engine::StepText& step : run.steps) {
      const bool of_variables = !step.changes.empty();
      rename(step.changes, names);
      if (of_variables && step.changes.empty()) continue;
      if (of_variables) step.text.clear();
      for (const engine::NamedText& change : step.changes) {
        step.text += (step.text.empty() ? "" : ", ") + change.name + " = " + change.value;
      }
      steps.push_back(std::move(step));
    }
    run.steps = std::move(steps);
  }

  void find_instances() {
    instances_.resize(map_.activations.size());
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      instances_[i].activation = &map_.activations[i];
    }
    const bool contracts = contracts_proved(result_);
    for (ProcedureResult& procedure : result_.procedures) {
      const gcl::Procedure* source = program_.find_procedure(procedure.name);
      if (source == nullptr || !source->body || !procedure.failure.empty()) continue;
      std::vector<const gcl::While*> loops;
      gcl::for_each_stmt(*source->body, [&](const gcl::Stmt& stmt) {
        if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) loops.push_back(loop);
      });
      if (loops.size() != procedure.loops.size()) continue;
      const bool claimed = user_invariants_proved(procedure) &&
                           (contracts || !relies_on_contracts(program_, *source));
      for (std::size_t i = 0; i < loops.size(); ++i) {
        if (loops[i]->origin == 0) continue;
        Instance& instance = instances_[loops[i]->origin - 1];
        instance.loop = loops[i];
        instance.result = &procedure.loops[i];
        instance.claimed = claimed;
      }
    }
  }

  gcl::Expr parsed(const std::string& text, const gcl::Procedure& procedure, gcl::Sort sort) {
    const SourceFile file("invariant", text);
    Diagnostics ignored;
    const gcl::Expr formula =
        gcl::parse_expr(context_, file, program_, procedure, {}, sort, ignored);
    return ignored.has_errors() ? gcl::Expr() : formula;
  }

  /// What is proved to be all that the loop changes in a map.
  std::vector<gcl::MapRange> ranges_of(const Instance& instance) {
    const gcl::Procedure& procedure = *program_.find_procedure(instance.activation->procedure);
    std::vector<gcl::MapRange> ranges;
    for (const gcl::Expr target : gcl::targets(program_, instance.loop->body)) {
      const auto frame =
          std::ranges::find(instance.result->frames, target.name(), &engine::FrameResult::variable);
      if (frame == instance.result->frames.end()) continue;
      const gcl::Expr low = parsed(frame->low, procedure, context_.int_sort());
      const gcl::Expr high = parsed(frame->high, procedure, context_.int_sort());
      if (low && high) ranges.push_back({target, low, high});
    }
    return ranges;
  }

  /// What follows from some facts. The solver is started when somebody asks.
  class Known {
   public:
    Known(Describer& of, std::vector<gcl::Expr> facts) : of_(of), facts_(std::move(facts)) {}

    bool implies(gcl::Expr fact) {
      if (!consequences_) {
        consequences_.emplace(of_.context_, of_.program_, of_.prover_, of_.log_);
        for (const gcl::Expr one : facts_) consequences_->assume(one);
      }
      return consequences_->implies(fact);
    }

   private:
    Describer& of_;
    std::vector<gcl::Expr> facts_;
    std::optional<engine::Consequences> consequences_;
  };

  /// That all the loop changes in a map is a range is said by `loop assigns`.
  std::vector<gcl::Expr> said_by_assigns(const Instance& instance) {
    const c::SourceScope& scope = instance.activation->scope;
    const std::vector<gcl::MapRange> ranges = ranges_of(instance);
    std::vector<gcl::Expr> said;
    if (is_goto(instance)) return said;
    if (!c::assigned_locations(program_, *instance.loop, scope, {context_, {}}, ranges))
      return said;
    for (const gcl::MapRange& range : ranges) {
      const bool printed =
          !c::assigned_range(range, scope, changed_by(instance), {context_, {}}).empty();
      if (printed) said.push_back(gcl::unchanged_outside(context_, range));
    }
    return said;
  }

  /// The formula, or what of its conclusion can be said. Parts of it that cannot are not counted:
  /// the conjunct is in the text.
  std::string sayable(gcl::Expr formula, const c::SourceScope& scope,
                      const std::set<std::string>& changed, const c::Certified& certified) {
    std::string whole = c::to_acsl(formula, scope, changed, certified);
    if (!whole.empty()) return whole;
    std::vector<gcl::Expr> parts = gcl::split_conclusion(context_, formula);
    std::erase_if(
        parts, [&](gcl::Expr one) { return c::to_acsl(one, scope, changed, certified).empty(); });
    if (parts.empty()) return {};
    return c::to_acsl(gcl::merge_premises(context_, parts).front(), scope, changed, certified);
  }

  /// What was dropped because it follows from others is said if one of those cannot be.
  void add_redundant(const Instance& instance, const c::Certified& certified) {
    const gcl::Procedure& procedure = *program_.find_procedure(instance.activation->procedure);
    const std::vector<ConjunctResult>& conjuncts = instance.result->invariant;
    for (engine::RedundantResult& one : instance.result->redundant) {
      const bool said = std::ranges::none_of(one.follows_from, [&](std::size_t i) {
        return conjuncts[i].source.acsl.empty() && conjuncts[i].origin != "user";
      });
      const gcl::Expr formula = parsed(one.text, procedure, context_.bool_sort());
      if (said || !formula) continue;
      if (is_goto(instance) && gcl::mentions(formula, gcl::Kind::Entry)) continue;
      one.source.acsl =
          sayable(formula, instance.activation->scope, changed_by(instance), certified);
    }
  }

  /// Assertions at a label: no `loop assigns`, no variant, no state on entry to the loop.
  bool is_goto(const Instance& instance) const {
    return map_.sites[instance.activation->site].keyword == "goto";
  }

  std::set<std::string> changed_by(const Instance& instance) const {
    std::set<std::string> changed;
    for (const gcl::Expr target : gcl::targets(program_, instance.loop->body)) {
      changed.insert(target.name());
    }
    return changed;
  }

  void add_terms(const Instance& instance) {
    const c::SourceScope& scope = instance.activation->scope;
    const gcl::Procedure& procedure = *program_.find_procedure(instance.activation->procedure);
    const std::set<std::string> changed = changed_by(instance);
    std::vector<gcl::Expr> formulas, facts;
    for (const ConjunctResult& conjunct : instance.result->invariant) {
      formulas.push_back(parsed(conjunct.text, procedure, context_.bool_sort()));
      if (formulas.back() && conjunct.certified) facts.push_back(formulas.back());
    }
    Known known(*this, facts);
    const c::Certified certified = {context_, [&](gcl::Expr fact) { return known.implies(fact); }};
    const std::vector<gcl::Expr> assigns = said_by_assigns(instance);
    Known by_assigns(*this, assigns);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const bool of_entry = formulas[i] && gcl::mentions(formulas[i], gcl::Kind::Entry);
      if (!formulas[i] || (of_entry && is_goto(instance))) continue;
      SourceTerm& source = instance.result->invariant[i].source;
      const bool is_frame = !assigns.empty() && of_entry && by_assigns.implies(formulas[i]);
      source.acsl = is_frame ? "\\true" : sayable(formulas[i], scope, changed, certified);
      if (c_terms_ == CTerms::Without) continue;
      c::CTerm term = c::to_c(context_, formulas[i], scope);
      source.c = std::move(term.text);
      source.weakened = !source.c.empty() && !term.exact;
    }
    add_redundant(instance, certified);
    if (!instance.result->variant) return;
    engine::VariantResult& variant = *instance.result->variant;
    const gcl::Expr term = parsed(variant.text, procedure, context_.int_sort());
    if (term) variant.source.acsl = c::term_to_acsl(term, scope, changed, certified);
  }

  void describe(std::size_t index, const std::set<std::string>& entered) {
    const c::LoopSite& site = map_.sites[index];
    SourceLoop loop;
    loop.place = engine::place_of(site.place);
    loop.keyword = site.keyword;
    loop.function = site.function;
    loop.after = engine::place_of(site.next);
    loop.condition = site.next.known() ? site.condition : "";
    std::vector<const Instance*> roots, active;
    for (const Instance& instance : instances_) {
      if (instance.activation->site != index) continue;
      if (instance.activation->is_root) roots.push_back(&instance);
      if (entered.contains(instance.activation->procedure)) active.push_back(&instance);
    }
    if (site.origin == c::LoopSite::Origin::Macro) {
      loop.skipped = "macro";
    } else if (site.origin == c::LoopSite::Origin::Include) {
      loop.skipped = "include";
    } else if (roots.empty() && active.empty()) {
      loop.skipped = "not-analysed";
    } else {
      fill(loop, roots, active);
    }
    if (loop.place.line != 0) result_.source_loops.push_back(std::move(loop));
  }

  /// All of them became loops about which something is known.
  static bool usable(const std::vector<const Instance*>& instances) {
    return !instances.empty() && std::ranges::all_of(instances, [](const Instance* one) {
      return one->loop != nullptr && one->claimed;
    });
  }

  void fill(SourceLoop& loop, const std::vector<const Instance*>& roots,
            const std::vector<const Instance*>& active) {
    const bool by_root = usable(roots), by_active = usable(active);
    if (!by_root && !by_active) {
      const bool never = std::ranges::none_of(active, &Instance::loop) &&
                         std::ranges::none_of(roots, &Instance::loop);
      loop.skipped = never ? "never-repeated" : "not-all-activations";
      return;
    }
    if (by_root) add_common(roots, loop);
    if (by_active) add_common(active, loop);
    drop_weaker(loop);
    if (loop.keyword == "goto") return;
    set_assigns(by_root ? roots : active, loop);
    if (by_root) set_variant(roots, loop);
    if (by_active && !loop.variant) set_variant(active, loop);
  }

  /// What is certified in all of them. One that is never reached has nothing against anything.
  static void add_common(const std::vector<const Instance*>& instances, SourceLoop& loop) {
    std::vector<const Instance*> reached;
    for (const Instance* one : instances) {
      if (!is_unreachable(*one)) reached.push_back(one);
    }
    if (reached.empty()) reached = {instances.front()};
    const auto says = [](const Instance* instance, const SourceTerm& term) {
      return std::ranges::any_of(terms_of(*instance),
                                 [&](const SourceTerm& one) { return one.acsl == term.acsl; });
    };
    for (const SourceTerm& term : terms_of(*reached.front())) {
      if (term.acsl.empty()) ++loop.left_out;
      if (term.acsl.empty()) continue;
      if (std::ranges::all_of(reached, [&](const Instance* one) { return says(one, term); })) {
        loop.invariant.push_back(term);
      }
    }
  }

  /// What is certified and not the user's; of what was dropped, what has to be said nevertheless.
  static std::vector<SourceTerm> terms_of(const Instance& instance) {
    std::vector<SourceTerm> terms;
    for (const ConjunctResult& conjunct : instance.result->invariant) {
      if (conjunct.certified && conjunct.origin != "user") terms.push_back(conjunct.source);
    }
    for (const engine::RedundantResult& one : instance.result->redundant) {
      if (!one.source.acsl.empty()) terms.push_back(one.source);
    }
    return terms;
  }

  static void drop_weaker(SourceLoop& loop) {
    std::vector<SourceTerm> kept;
    for (std::size_t i = 0; i < loop.invariant.size(); ++i) {
      std::vector<std::string> others;
      for (std::size_t j = 0; j < loop.invariant.size(); ++j) {
        const bool same = loop.invariant[j].acsl == loop.invariant[i].acsl;
        if (same ? j < i : j != i) others.push_back(loop.invariant[j].acsl);
      }
      if (!c::follows(loop.invariant[i].acsl, others)) kept.push_back(loop.invariant[i]);
    }
    loop.invariant = std::move(kept);
    loop.weakened =
        static_cast<std::size_t>(std::ranges::count_if(loop.invariant, &SourceTerm::weakened));
  }

  void set_assigns(const std::vector<const Instance*>& instances, SourceLoop& loop) {
    std::set<std::string> locations;
    for (const Instance* one : instances) {
      const auto own = c::assigned_locations(program_, *one->loop, one->activation->scope,
                                             {context_, {}}, ranges_of(*one));
      if (!own) return;
      locations.insert(own->begin(), own->end());
    }
    loop.assigns_known = true;
    for (const std::string& location : locations) loop.assigns.push_back({location, {}});
  }

  static void set_variant(const std::vector<const Instance*>& instances, SourceLoop& loop) {
    const auto& first = instances.front()->result->variant;
    if (!first || first->source.acsl.empty()) return;
    const bool common = std::ranges::all_of(instances, [&](const Instance* one) {
      return one->result->variant && one->result->variant->source.acsl == first->source.acsl;
    });
    if (common) loop.variant = first->source;
  }

  const SourceMap& map_;
  gcl::Context& context_;
  const gcl::Program& program_;
  CTerms c_terms_;
  const prover::ProverOptions& prover_;
  prover::QueryLog log_;
  engine::Result& result_;
  std::vector<Instance> instances_;
};

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// Every name of the IL that has one in C by that.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_char(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    const std::string name = text.substr(at, end - at);
    const auto found = names.find(name);
    result += found == names.end() ? name : found->second;
    at = end;
  }
  return result;
}

}  // namespace

void add_source_terms(const SourceMap& map, gcl::Context& context, const gcl::Program& program,
                      CTerms c_terms, const prover::ProverOptions& prover, engine::Result& result) {
  Describer(map, context, program, c_terms, prover, result)();
}

engine::Result in_source_names(const SourceMap& map, engine::Result result) {
  for (ProcedureResult& procedure : result.procedures) {
    const auto names = map.names.find(procedure.name);
    if (names == map.names.end()) continue;
    for (engine::ObligationResult& one : procedure.obligations) {
      one.formula = renamed(one.formula, names->second);
    }
    for (LoopResult& loop : procedure.loops) {
      for (ConjunctResult& one : loop.invariant) {
        const bool said = !one.source.acsl.empty() && one.source.acsl != "\\true";
        one.text = said ? one.source.acsl : renamed(one.text, names->second);
      }
      for (engine::PredicateResult& one : loop.predicates) {
        one.text = renamed(one.text, names->second);
      }
    }
  }
  return result;
}

}  // namespace pawl::cli
