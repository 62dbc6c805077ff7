// SPDX-License-Identifier: Apache-2.0
#include "cli/source_result.h"

#include <algorithm>

#include "cli/source_names.h"
#include "frontends/c/back/written_terms.h"
#include "gcl/targets.h"
#include "result/annotate.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;
using result::ConjunctResult;
using result::LoopResult;
using result::ProcedureResult;
using result::SourceLoop;
using result::SourceTerm;

/// Procedures that a run of the program may enter.
std::set<std::string> reachable(const gcl::Program& program, const SourceMap& map) {
  std::set<std::string> found;
  std::vector<std::string> work;
  for (const gcl::Procedure& procedure : program.procedures) {
    const bool by_strangers = map.called_by_strangers.contains(procedure.name);
    if (by_strangers || !map.proof_only.contains(procedure.name)) work.push_back(procedure.name);
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

/// The procedures that the body calls.
std::set<std::string> callees(const gcl::Procedure& procedure) {
  std::set<std::string> found;
  if (!procedure.body) return found;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) found.insert(call->procedure);
  });
  return found;
}

/// What is promised of a procedure with a body has been proved.
bool keeps_promises(const gcl::Procedure& procedure, const result::Result& result) {
  if (procedure.ensures.empty() || !procedure.body) return true;
  const auto own = std::ranges::find(result.procedures, procedure.name, &ProcedureResult::name);
  if (own == result.procedures.end() || own->failure != result::Reason::None) return false;
  return std::ranges::all_of(own->obligations, [](const result::ObligationResult& one) {
    return one.kind != gcl::ObligationKind::Postcondition || one.fate == result::Fate::Proved;
  });
}

/// What is found of a procedure rests on what its callees promise, and they on theirs. Its own
/// promise is nothing that it rests on, unless it comes back to itself; that a call breaks a
/// precondition ends the run, like an assertion that fails.
bool rests_on_proofs(const gcl::Program& program, const gcl::Procedure& procedure,
                     const result::Result& result) {
  const std::set<std::string> first = callees(procedure);
  std::vector<std::string> work(first.begin(), first.end());
  std::set<std::string> seen;
  while (!work.empty()) {
    const std::string name = work.back();
    work.pop_back();
    if (!seen.insert(name).second) continue;
    const gcl::Procedure* callee = program.find_procedure(name);
    if (callee == nullptr || !keeps_promises(*callee, result)) return false;
    const std::set<std::string> next = callees(*callee);
    work.insert(work.end(), next.begin(), next.end());
  }
  return true;
}

/// A wrong invariant of the user would make anything inductive beside it.
bool user_invariants_proved(const ProcedureResult& procedure) {
  return std::ranges::all_of(procedure.loops, [](const LoopResult& loop) {
    return std::ranges::all_of(loop.invariant, [](const ConjunctResult& conjunct) {
      return conjunct.origin != result::Origin::User || conjunct.certified();
    });
  });
}

bool is_unreachable(const Instance& instance) {
  return std::ranges::any_of(instance.result->invariant, [](const ConjunctResult& conjunct) {
    return conjunct.certified() && conjunct.text == "false";
  });
}

class Describer {
 public:
  Describer(const SourceMap& map, gcl::Context& context, const gcl::Program& program,
            CTerms c_terms, Callers callers, const prover::ProverOptions& prover,
            result::Result& result)
      : map_(map),
        callers_(callers),
        program_(program),
        describer_(context, program, map, c_terms, prover),
        result_(result) {}

  void operator()() {
    find_instances();
    for (Instance& instance : instances_) {
      if (instance.loop != nullptr) describer_.describe(instance);
    }
    for (ProcedureResult& procedure : result_.procedures) rename_runs(map_, procedure);
    const std::set<std::string> entered = reachable(program_, map_);
    for (std::size_t site = 0; site < map_.sites.size(); ++site) describe(site, entered);
    std::ranges::stable_sort(result_.source_loops, {}, [](const SourceLoop& loop) {
      return std::pair(loop.place.line, loop.place.column);
    });
  }

 private:
  void find_instances() {
    instances_.resize(map_.activations.size());
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      instances_[i].activation = &map_.activations[i];
      instances_[i].alone = std::ranges::count(map_.activations, map_.activations[i].site,
                                               &c::LoopActivation::site) == 1;
    }
    for (ProcedureResult& procedure : result_.procedures) {
      const gcl::Procedure* source = program_.find_procedure(procedure.name);
      if (source == nullptr || !source->body || procedure.failure != result::Reason::None) continue;
      std::vector<const gcl::While*> loops;
      gcl::for_each_stmt(*source->body, [&](const gcl::Stmt& stmt) {
        if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) loops.push_back(loop);
      });
      if (loops.size() != procedure.loops.size()) continue;
      const bool claimed =
          user_invariants_proved(procedure) && rests_on_proofs(program_, *source, result_);
      for (std::size_t i = 0; i < loops.size(); ++i) {
        if (loops[i]->origin == 0) continue;
        Instance& instance = instances_[loops[i]->origin - 1];
        instance.loop = loops[i];
        instance.result = &procedure.loops[i];
        instance.claimed = claimed;
      }
    }
  }

  void describe(std::size_t index, const std::set<std::string>& entered) {
    const c::LoopSite& site = map_.sites[index];
    SourceLoop loop;
    loop.place = result::place_of(site.place);
    loop.keyword = site.keyword;
    loop.function = site.function;
    loop.after = result::place_of(site.next);
    loop.condition = site.next.known() ? site.condition : "";
    std::vector<const Instance*> roots, active;
    for (const Instance& instance : instances_) {
      if (instance.activation->site != index) continue;
      if (instance.activation->is_root) roots.push_back(&instance);
      if (entered.contains(instance.activation->procedure)) active.push_back(&instance);
    }
    if (callers_ == Callers::Any && !roots.empty()) active.clear();
    if (site.origin == c::LoopSite::Origin::Macro) {
      loop.skipped = result::Skipped::Macro;
    } else if (site.origin == c::LoopSite::Origin::Include) {
      loop.skipped = result::Skipped::Include;
    } else if (roots.empty() && active.empty()) {
      loop.skipped = result::Skipped::NotAnalysed;
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
      loop.skipped = never ? result::Skipped::NeverRepeated : result::Skipped::NotAllActivations;
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
  void add_common(const std::vector<const Instance*>& instances, SourceLoop& loop) {
    std::vector<const Instance*> reached;
    for (const Instance* one : instances) {
      if (!is_unreachable(*one)) reached.push_back(one);
    }
    if (reached.empty()) reached = {instances.front()};
    const auto is_common = [&](const Statement& statement) {
      return std::ranges::all_of(reached, [&](const Instance* one) {
        return std::ranges::any_of(one->says, [&](const Statement& other) {
          return other.kind != Statement::Kind::User && other.term.acsl == statement.term.acsl;
        });
      });
    };
    std::vector<Statement> common;
    for (const Statement& one : reached.front()->says) {
      const bool user = one.kind == Statement::Kind::User;
      if (one.kind == Statement::Kind::Inferred && one.term.acsl.empty()) ++loop.left_out;
      if (user || (!one.term.acsl.empty() && is_common(one))) common.push_back(one);
    }
    say(common, loop);
  }

  /// What follows from what is said already is not said: in ACSL, and as an expression of C.
  void say(const std::vector<Statement>& statements, SourceLoop& loop) {
    Known in_acsl = describer_.known({}), in_c = describer_.known({});
    const auto add = [&](const Statement& one) {
      const bool user = one.kind == Statement::Kind::User;
      if (user || (!one.term.acsl.empty() && one.exact)) in_acsl.add(one.formula);
      if (!one.term.c.empty() && !one.term.weakened) in_c.add(one.formula);
      if (!user) loop.invariant.push_back(one.term);
    };
    for (const Statement& one : statements) {
      if (one.kind != Statement::Kind::Redundant) add(one);
    }
    for (Statement one : statements) {
      if (one.kind != Statement::Kind::Redundant) continue;
      if (one.term.acsl == "\\true" || in_acsl.implies(one.formula)) one.term.acsl.clear();
      if (one.term.c == "1" || (!one.term.c.empty() && in_c.implies(one.formula))) {
        one.term.c.clear();
      }
      if (!one.term.acsl.empty() || !one.term.c.empty()) add(one);
    }
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
      const auto own = describer_.assigns(*one);
      if (!own.locations) {
        if (!own.unbounded.empty()) loop.assigns = {{own.unbounded, {}}};
        return;
      }
      locations.insert(own.locations->begin(), own.locations->end());
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
  const Callers callers_;
  const gcl::Program& program_;
  LoopDescriber describer_;
  result::Result& result_;
  std::vector<Instance> instances_;
};

}  // namespace

void add_source_terms(const SourceMap& map, gcl::Context& context, const gcl::Program& program,
                      CTerms c_terms, Callers callers, const prover::ProverOptions& prover,
                      result::Result& result) {
  Describer(map, context, program, c_terms, callers, prover, result)();
}

}  // namespace pawl::cli
