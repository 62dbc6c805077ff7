// SPDX-License-Identifier: Apache-2.0
#include "engine/readable/necessity.h"

#include <algorithm>
#include <set>

#include "check/certify.h"
#include "check/used.h"
#include "gcl/parser.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

using check::ConjunctId;
using gcl::ObligationKind;

/// More predicates than these are not looked into.
constexpr std::size_t max_predicates = 60;

bool of_loop(ObligationKind kind) {
  return kind == ObligationKind::Initiation || kind == ObligationKind::Consecution;
}

/// The program in a fresh context, without invariants but for those added here.
struct Annotated {
  gcl::Context context;
  gcl::Program program;
  gcl::Procedure* procedure = nullptr;
  std::vector<gcl::While*> loops;

  Annotated(const Input& input, const std::string& name) {
    Diagnostics diagnostics;
    std::optional<gcl::Program> loaded = input.load(context, Purpose::Prove, diagnostics);
    PAWL_ASSERT(loaded, "a program should load again as it did before");
    program = std::move(*loaded);
    const auto found = std::ranges::find(program.procedures, name, &gcl::Procedure::name);
    PAWL_ASSERT(found != program.procedures.end(), "the procedure should be in the program");
    procedure = &*found;
    loops = loops_of(*procedure->body);
    for (gcl::While* loop : loops) loop->invariants.clear();
  }

  /// False: it is no formula over what is in scope here (a skolem constant).
  bool add(std::size_t loop, const std::string& text) {
    const SourceFile file("invariant", text);
    Diagnostics diagnostics;
    const gcl::Expr formula =
        gcl::parse_expr(context, file, program, *procedure, {}, context.bool_sort(), diagnostics);
    if (!formula || diagnostics.has_errors()) return false;
    loops[loop]->invariants.push_back({formula, {}});
    return true;
  }
};

class Needs {
 public:
  Needs(const Input& input, const Options& options, prover::QueryLog& log, ProcedureResult& result)
      : input_(input), options_(options.check), log_(log), result_(result) {
    options_.real_runs = check::RealRuns::Ignore;
  }

  void run() {
    for (const ConjunctId candidate : candidates()) {
      ConjunctResult& conjunct = result_.loops[candidate.loop].invariant[candidate.conjunct];
      conjunct.needed = lost_without(candidate);
    }
  }

 private:
  using Kept = std::set<ConjunctId>;

  Kept all() const {
    Kept kept;
    for (std::size_t l = 0; l < result_.loops.size(); ++l) {
      for (std::size_t c = 0; c < result_.loops[l].invariant.size(); ++c) kept.insert({l, c});
    }
    return kept;
  }

  /// In the order of `kept`: the n-th invariant of a loop is the n-th of its kept conjuncts.
  void annotate(Annotated& program, const Kept& kept) const {
    for (const ConjunctId& id : kept) {
      const bool parsed = program.add(id.loop, result_.loops[id.loop].invariant[id.conjunct].text);
      PAWL_ASSERT(parsed, "a printed invariant should parse again");
    }
  }

  /// What the proof of a property uses, and what the induction of that uses, and so on.
  Kept candidates() {
    Annotated program(input_, result_.name);
    const Kept kept = all();
    annotate(program, kept);
    const std::vector<check::UsedConjuncts> used = check::used_conjuncts(
        program.context, program.program, *program.procedure, program.loops, options_, log_);
    Kept found;
    std::vector<ConjunctId> open;
    for (const check::UsedConjuncts& one : used) {
      if (!of_loop(one.obligation.kind)) open.insert(open.end(), one.used.begin(), one.used.end());
    }
    while (!open.empty()) {
      const ConjunctId id = open.back();
      open.pop_back();
      if (!found.insert(id).second) continue;
      for (const check::UsedConjuncts& one : used) {
        const bool its = of_loop(one.obligation.kind) && one.obligation.loop == id.loop &&
                         one.obligation.conjunct == id.conjunct;
        if (its) open.insert(open.end(), one.used.begin(), one.used.end());
      }
    }
    return found;
  }

  /// Indices of obligations that were proved and are not without the conjunct.
  std::vector<std::size_t> lost_without(const ConjunctId& gone) {
    Kept kept = all();
    kept.erase(gone);
    Annotated program(input_, result_.name);
    annotate(program, kept);
    std::vector<check::Candidates> candidates;
    for (gcl::While* loop : program.loops) candidates.push_back({&loop->invariants});
    const check::Certificate left = check::certify(program.context, program.program, {result_.name},
                                                   candidates, options_, log_);
    return lost(left.procedures().front());
  }

  /// Properties stand in the same order whatever the invariants are.
  std::vector<std::size_t> lost(const check::ProcedureReport& report) const {
    std::vector<check::Fate> fates;
    for (const check::ObligationReport& one : report.obligations) {
      if (!of_loop(one.obligation.kind)) fates.push_back(one.fate);
    }
    std::vector<std::size_t> found;
    std::size_t next = 0;
    for (std::size_t i = 0; i < result_.obligations.size() && next < fates.size(); ++i) {
      if (result_.obligations[i].loop) continue;
      const bool now = fates[next++] == check::Fate::Proved;
      if (result_.obligations[i].fate == Fate::Proved && !now) found.push_back(i);
    }
    return found;
  }

  const Input& input_;
  check::Options options_;
  prover::QueryLog& log_;
  ProcedureResult& result_;
};

/// What was not used is claimed to be invariant, all of it at once, beside the invariants. What is
/// dropped then says why by the obligation that failed.
class Fates {
 public:
  Fates(const Input& input, const Options& options, prover::QueryLog& log, ProcedureResult& result)
      : input_(input), options_(options.check), log_(log), result_(result) {
    options_.real_runs = check::RealRuns::Ignore;
    options_.assertions = check::Assertions::Remove;
    options_.prover.limits.divide_rlimit(10);
  }

  void run() {
    std::size_t open = 0;
    for (LoopResult& loop : result_.loops) {
      for (PredicateResult& predicate : loop.predicates) {
        const bool wanted = !predicate.used && open < max_predicates;
        predicate.fate = predicate.used ? PredicateFate::Used : PredicateFate::NotUsed;
        if (wanted) open_.insert(&predicate);
        open += wanted ? 1 : 0;
      }
    }
    if (open == 0) return;
    Annotated program(input_, result_.name);
    std::vector<std::vector<PredicateResult*>> claimed(result_.loops.size());
    std::vector<check::Candidates> candidates;
    for (std::size_t l = 0; l < claimed.size(); ++l) {
      claim(program, l, claimed[l]);
      const auto known = std::ranges::count(claimed[l], nullptr);
      candidates.push_back({&program.loops[l]->invariants, static_cast<std::size_t>(known)});
    }
    check::certify(program.context, program.program, {result_.name}, candidates, options_, log_);
    for (std::size_t l = 0; l < claimed.size(); ++l) {
      for (const check::Candidates::Dropped& one : candidates[l].dropped) {
        claimed[l][one.index]->fate = fate_of(one);
        open_.erase(claimed[l][one.index]);
      }
    }
    for (PredicateResult* predicate : open_) predicate->fate = PredicateFate::OfNoUse;
  }

 private:
  static PredicateFate fate_of(const check::Candidates::Dropped& dropped) {
    if (dropped.fate == Fate::Unknown) return PredicateFate::NotUsed;
    return dropped.kind == ObligationKind::Initiation ? PredicateFate::NotOnEntry
                                                      : PredicateFate::NotMaintained;
  }

  /// By invariant clause: the predicate it is, or null for a conjunct of the invariant.
  void claim(Annotated& program, std::size_t index, std::vector<PredicateResult*>& claimed) {
    LoopResult& loop = result_.loops[index];
    for (const ConjunctResult& conjunct : loop.invariant) {
      if (program.add(index, conjunct.text)) claimed.push_back(nullptr);
    }
    for (PredicateResult& predicate : loop.predicates) {
      if (!open_.contains(&predicate)) continue;
      if (program.add(index, predicate.text)) {
        claimed.push_back(&predicate);
      } else {
        open_.erase(&predicate);  // about a skolem constant: no claim by itself
      }
    }
  }

  const Input& input_;
  check::Options options_;
  prover::QueryLog& log_;
  ProcedureResult& result_;
  std::set<PredicateResult*> open_;  // of these nobody has said anything yet
};

}  // namespace

void find_needed(const Input& input, const Options& options, prover::QueryLog& log,
                 ProcedureResult& result) {
  Needs(input, options, log, result).run();
}

void find_fates(const Input& input, const Options& options, prover::QueryLog& log,
                ProcedureResult& result) {
  Fates(input, options, log, result).run();
}

}  // namespace pawl::engine
