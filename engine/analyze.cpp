// SPDX-License-Identifier: Apache-2.0
#include "engine/analyze.h"

#include <algorithm>
#include <optional>
#include <set>

#include "check/frames.h"
#include "check/variant.h"
#include "engine/annotate.h"
#include "engine/hints.h"
#include "engine/needed.h"
#include "engine/tidy.h"
#include "engine/to_text.h"
#include "gcl/printer.h"
#include "gcl/targets.h"
#include "heuristics/frames.h"
#include "heuristics/variants.h"
#include "prover/query_log.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

using check::Fate;
using gcl::ObligationKind;

/// A fresh context with the program in it.
struct Loaded {
  gcl::Context context;
  gcl::Program program;
  gcl::Procedure* procedure = nullptr;

  Loaded(const Input& input, const std::string& name, Purpose purpose = Purpose::Prove) {
    Diagnostics diagnostics;
    std::optional<gcl::Program> again = input.load(context, purpose, diagnostics);
    PAWL_ASSERT(again, "a program should load the second time as it did the first");
    program = std::move(*again);
    const auto found = std::ranges::find(program.procedures, name, &gcl::Procedure::name);
    PAWL_ASSERT(found != program.procedures.end(), "the procedure should be in the program");
    procedure = &*found;
  }
};

class Analysis {
 public:
  Analysis(const Input& input, const std::string& procedure, const Options& options)
      : input_(input), name_(procedure), options_(options) {}

  ProcedureResult run() {
    describe_procedure();
    add_hints();
    if (options_.inference == Inference::Always) {
      infer();
      drop_unneeded_hints();
      make_readable();
      describe_rounds();
    } else {
      look(texts());
      if (options_.inference == Inference::WhenNeeded && !decided() && !result_.loops.empty()) {
        infer();
        if (options_.wording == Wording::Readable) make_readable();
      }
      drop_unneeded_hints();
    }
    // A bug shows itself quickly or not at all; more resources help only what the solver gave up.
    if (!decided()) {
      judge(texts(), check::Assertions::Check, real_runs(), Effort::Quick);
      if (!input_.exact() && input_.refutable(name_)) refute();
    }
    if (!decided() && has_undecided_obligation()) {
      judge(texts(), check::Assertions::Check, check::RealRuns::Ignore, Effort::Full);
    }
    doubt_user();
    judge_hints(input_, options_, hold_, log_, result_);
    if (options_.explain == Explain::On && !result_.loops.empty()) {
      find_needed(input_, options_, log_, result_);
      find_fates(input_, options_, log_, result_);
    }
    result_.queries = count_queries(log_);
    return std::move(result_);
  }

 private:
  using Texts = std::vector<std::vector<std::string>>;  // by loop
  enum class Effort { Quick, Full };

  void describe_procedure() {
    Loaded loaded(input_, name_);
    result_.name = name_;
    result_.place = place_of(loaded.procedure->range);
    gcl::for_each_stmt(*loaded.procedure->body, [&](const gcl::Stmt& stmt) {
      const auto* loop = std::get_if<gcl::While>(&stmt.node);
      if (loop == nullptr) return;
      LoopResult one;
      one.id = name_ + "." + std::to_string(result_.loops.size() + 1);
      one.place = place_of(stmt.range);
      for (const gcl::Expr target : gcl::targets(loaded.program, loop->body)) {
        one.targets.push_back(target.name());
      }
      for (const gcl::Located& invariant : loop->invariants) {
        one.invariant.push_back(user_conjunct(invariant.expr));
      }
      result_.loops.push_back(std::move(one));
    });
    user_invariants_.resize(result_.loops.size());
    withdrawn_.resize(result_.loops.size());
    for (std::size_t i = 0; i < result_.loops.size(); ++i) {
      user_invariants_[i] = result_.loops[i].invariant.size();
    }
  }

  /// Nothing is left to find out: all proved, or a real failure.
  bool decided() const { return engine::judge(result_).verdict != Verdict::Unknown; }

  bool has_undecided_obligation() const {
    return std::ranges::find(result_.obligations, "unknown", &ObligationResult::fate) !=
           result_.obligations.end();
  }

  check::RealRuns real_runs() const {
    const bool here = input_.exact() && input_.refutable(name_);
    return here ? options_.check.real_runs : check::RealRuns::Ignore;
  }

  /// Looks for a failing run in the program all of whose runs are real.
  void refute() {
    if (options_.check.real_runs == check::RealRuns::Ignore) return;
    Loaded loaded(input_, name_, Purpose::Refute);
    check::Options options = options_.check;
    options.prover.limits.rlimit /= 10;
    const check::ProcedureReport report =
        check::check_procedure(loaded.context, loaded.program, *loaded.procedure, options, log_);
    for (const check::ObligationReport& one : report.obligations) {
      if (one.fate == Fate::Refuted) result_.obligations.push_back(to_text(one));
    }
  }

  Texts texts() const {
    Texts all(result_.loops.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
      for (std::size_t c = user_invariants_[i]; c < conjuncts.size(); ++c) {
        all[i].push_back(conjuncts[c].text);
      }
    }
    return all;
  }

  using Claims = std::vector<std::vector<ConjunctResult>>;  // by loop

  Claims claims() const {
    Claims all;
    for (const LoopResult& loop : result_.loops) all.push_back(loop.invariant);
    return all;
  }

  void set_claims(const Claims& all) {
    for (std::size_t i = 0; i < all.size(); ++i) result_.loops[i].invariant = all[i];
  }

  /// Hints are claims like any other; the largest set of them that is inductive stays. First with
  /// the help of the program's assertions, which counts only if all of those are proved as well.
  void add_hints() {
    const std::vector<HintClaim> mine = hints_of(options_, name_, result_.loops.size());
    if (mine.empty()) return;
    {
      Loaded loaded(input_, name_);
      for (const HintClaim& hint : mine) {
        if (says(result_.loops[hint.loop], hint.text)) continue;
        result_.loops[hint.loop].invariant.push_back(
            hint_conjunct(loaded.context, loaded.program, *loaded.procedure, hint));
      }
    }
    const Claims all = claims();
    settle(check::Assertions::Check, Effort::Quick);
    if (!decided()) {
      set_claims(all);
      settle(check::Assertions::Remove, Effort::Quick);
    }
    for (LoopResult& loop : result_.loops) set_status(loop);
    for (const HintClaim& hint : mine) {
      if (says(result_.loops[hint.loop], hint.text)) hold_.push_back(hint);
    }
  }

  static bool says(const LoopResult& loop, const std::string& text) {
    return std::ranges::find(loop.invariant, text, &ConjunctResult::text) != loop.invariant.end();
  }

  void settle(check::Assertions assertions, Effort effort) {
    forget_withdrawn();
    do {
      judge(texts(), assertions, check::RealRuns::Ignore, effort);
    } while (drop_unproved(assertions));
  }

  /// A hint that holds but that nothing rests on is not printed. Only when everything is proved is
  /// it clear what rests on what; and without any property there is nothing to need it for, and it
  /// stays.
  void drop_unneeded_hints() {
    const bool has_property = std::ranges::any_of(
        result_.obligations, [](const ObligationResult& one) { return !one.loop; });
    if (hold_.empty() || !has_property || !all_proved()) return;
    const auto try_without = [&](auto gone) {
      const Claims before = claims();
      for (LoopResult& loop : result_.loops) {
        std::erase_if(loop.invariant, [&](const ConjunctResult& one) {
          return one.origin == "hint" && gone(loop, one.text);
        });
      }
      look(texts());
      if (!all_proved()) set_claims(before);
    };
    try_without([](const LoopResult&, const std::string&) { return true; });
    for (const HintClaim& hint : hold_) {
      if (!says(result_.loops[hint.loop], hint.text)) continue;
      try_without([&](const LoopResult& loop, const std::string& text) {
        return &loop == &result_.loops[hint.loop] && text == hint.text;
      });
    }
    look(texts());
    for (LoopResult& loop : result_.loops) set_status(loop);
  }

  bool all_proved() const { return engine::judge(result_).verdict == Verdict::True; }

  /// On top of the hints that hold; the others are predicates that may be of use in a combination.
  void infer() {
    Loaded loaded(input_, name_);
    if (!options_.hints.empty()) {
      add_invariants(loaded.context, loaded.program, *loaded.procedure, texts());
      add_predicates(loaded.context, loaded.program, *loaded.procedure, options_.hints);
    }
    const std::vector<infer::LoopInvariant> found = infer::infer_procedure(
        loaded.context, loaded.program, *loaded.procedure, options_.infer, log_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t known = result_.loops[i].invariant.size();
      add_claims(found[i], result_.loops[i]);
      drop_repeated(result_.loops[i].invariant, known);
    }
    certify();
  }

  static void drop_repeated(std::vector<ConjunctResult>& conjuncts, std::size_t known) {
    const auto is_known = [&](const ConjunctResult& one) {
      const auto end = conjuncts.begin() + static_cast<std::ptrdiff_t>(known);
      return std::find_if(conjuncts.begin(), end, [&](const ConjunctResult& other) {
               return other.origin == "hint" && other.text == one.text;
             }) != end;
    };
    const auto added = conjuncts.begin() + static_cast<std::ptrdiff_t>(known);
    conjuncts.erase(std::remove_if(added, conjuncts.end(), is_known), conjuncts.end());
  }

  /// What became of each hint is told by its text: that stays.
  bool has_hints() const {
    return std::ranges::any_of(result_.loops, [](const LoopResult& loop) {
      return std::ranges::find(loop.invariant, "hint", &ConjunctResult::origin) !=
             loop.invariant.end();
    });
  }

  /// Only what is certified again from its new text is kept, all of it or nothing. Where something
  /// is open, it is not worth another round of unknown answers.
  void make_readable() {
    if (engine::judge(result_).verdict != Verdict::True || has_hints()) return;
    const ProcedureResult before = result_;
    Loaded loaded(input_, name_);
    bool changed = false;
    for (std::size_t i = 0; i < result_.loops.size(); ++i) {
      changed |= tidy(loaded.context, loaded.program, *loaded.procedure, options_.check.prover,
                      log_, user_invariants_[i], result_.loops[i]);
    }
    if (!changed) return;
    look(texts());
    if (engine::judge(result_).verdict != Verdict::True) result_ = before;
    for (LoopResult& loop : result_.loops) set_status(loop);
  }

  /// By loop, without what the user wrote. Nothing: what the user claims is not certified.
  std::optional<Texts> certified() const {
    Texts texts(result_.loops.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (const ConjunctResult& conjunct : result_.loops[i].invariant) {
        if (conjunct.origin == "user" && !conjunct.certified) return std::nullopt;
        if (conjunct.origin != "user" && conjunct.certified) texts[i].push_back(conjunct.text);
      }
    }
    return texts;
  }

  /// What counts down, and what stays as it was, under what is certified.
  void describe_rounds() {
    const std::optional<Texts> known = certified();
    if (!known) return;
    Loaded loaded(input_, name_);
    add_invariants(loaded.context, loaded.program, *loaded.procedure, *known);
    check::Options options = options_.check;
    options.prover.limits.rlimit /= 10;
    options.prover.limits.timeout_ms /= 10;
    find_variants(loaded, options);
    options.prover.limits.rlimit /= 10;  // most ranges are plainly right or plainly wrong
    find_frames(loaded, options);
  }

  void find_variants(Loaded& loaded, const check::Options& options) {
    std::vector<std::vector<gcl::Expr>> candidates;
    for (const gcl::While* loop : loops_of(*loaded.procedure->body)) {
      candidates.push_back(heuristics::propose_variants(loaded.context, loaded.program, *loop));
    }
    const auto found = check::find_variants(loaded.context, loaded.program, *loaded.procedure,
                                            candidates, options, log_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i]) result_.loops[i].variant = {gcl::print(*found[i]), {}};
    }
  }

  /// Leaves what it finds among the invariants of the loaded program.
  void find_frames(Loaded& loaded, const check::Options& options) {
    const std::vector<gcl::While*> loops = loops_of(*loaded.procedure->body);
    std::vector<std::vector<gcl::MapRange>> candidates;
    candidates.reserve(loops.size());
    for (const gcl::While* loop : loops) {
      candidates.push_back(heuristics::propose_frames(loaded.context, loaded.program, *loop));
    }
    const auto found = check::find_frames(loaded.context, loaded.program, *loaded.procedure, loops,
                                          candidates, options, log_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const gcl::MapRange& one : found[i]) {
        result_.loops[i].frames.push_back(
            {one.map.name(), gcl::print(one.low), gcl::print(one.high)});
      }
    }
  }

  /// What check/ cannot re-prove from the printed text is dropped, until everything left is
  /// inductive together. With its own assertions removed, and what the user says of loops as soon
  /// as it is not proved, the program cannot lend its claims to the invariants; but when every
  /// assertion is proved as well, they may.
  void certify() {
    look(texts());
    if (!decided()) {
      settle(check::Assertions::Remove, Effort::Full);
      settled_ = true;
      look(texts());
    }
    for (LoopResult& loop : result_.loops) set_status(loop);
  }

  /// A first look, with a fraction of the resources: what it cannot prove may need other
  /// invariants rather than more time. The last word has the full limits.
  void look(const Texts& invariants) {
    judge(invariants, check::Assertions::Check, check::RealRuns::Ignore, Effort::Quick);
  }

  /// Judges the program with these invariants added, in a fresh context, and keeps the report.
  void judge(const Texts& invariants, check::Assertions assertions, check::RealRuns real_runs,
             Effort effort) {
    Loaded loaded(input_, name_);
    if (assertions == check::Assertions::Remove) withdraw(loops_of(*loaded.procedure->body));
    if (!invariants.empty()) {
      add_invariants(loaded.context, loaded.program, *loaded.procedure, invariants);
    }
    check::Options options = options_.check;
    options.assertions = assertions;
    options.real_runs = real_runs;
    if (effort == Effort::Quick) options.prover.limits.rlimit /= 10;
    const check::ProcedureReport report =
        check::check_procedure(loaded.context, loaded.program, *loaded.procedure, options, log_);
    result_.vacuous = report.vacuous;
    result_.obligations.clear();
    mark_certified(report, assertions);
    for (const check::ObligationReport& one : report.obligations) {
      result_.obligations.push_back(to_text(one));
    }
  }

  void mark_certified(const check::ProcedureReport& report, check::Assertions assertions) {
    const bool removed = assertions == check::Assertions::Remove;
    std::vector<std::vector<ConjunctResult*>> judged(result_.loops.size());
    for (std::size_t i = 0; i < judged.size(); ++i) {
      std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
      for (std::size_t c = 0; c < conjuncts.size(); ++c) {
        conjuncts[c].certified = !(removed && withdrawn_[i].contains(c));
        if (conjuncts[c].certified) judged[i].push_back(&conjuncts[c]);
      }
    }
    for (const check::ObligationReport& one : report.obligations) {
      const gcl::Obligation& obligation = one.obligation;
      const bool of_loop = obligation.kind == ObligationKind::Initiation ||
                           obligation.kind == ObligationKind::Consecution;
      if (!of_loop || one.fate == Fate::Proved) continue;
      judged[obligation.loop][obligation.conjunct]->certified = false;
    }
  }

  /// Inferred claims that are not proved go; those of the user stay in the source, and are
  /// withdrawn from the program without assertions.
  bool drop_unproved(check::Assertions assertions) {
    bool dropped = false;
    for (std::size_t i = 0; i < result_.loops.size(); ++i) {
      std::vector<ConjunctResult>& conjuncts = result_.loops[i].invariant;
      const auto inferred = conjuncts.begin() + static_cast<std::ptrdiff_t>(user_invariants_[i]);
      const auto gone = std::remove_if(inferred, conjuncts.end(),
                                       [](const ConjunctResult& c) { return !c.certified; });
      dropped |= gone != conjuncts.end();
      conjuncts.erase(gone, conjuncts.end());
      if (assertions != check::Assertions::Remove) continue;
      for (std::size_t c = 0; c < user_invariants_[i]; ++c) {
        if (!conjuncts[c].certified) dropped |= withdrawn_[i].insert(c).second;
      }
    }
    return dropped;
  }

  void forget_withdrawn() {
    for (std::set<std::size_t>& loop : withdrawn_) loop.clear();
  }

  void withdraw(const std::vector<gcl::While*>& loops) const {
    for (std::size_t i = 0; i < loops.size(); ++i) {
      std::vector<gcl::Located> kept;
      for (std::size_t c = 0; c < loops[i]->invariants.size(); ++c) {
        if (!withdrawn_[i].contains(c)) kept.push_back(loops[i]->invariants[c]);
      }
      loops[i]->invariants = std::move(kept);
    }
  }

  /// Unless everything is proved, an invariant of the user may be proved with the help of another
  /// one, or of an assertion, that is wrong.
  void doubt_user() {
    const bool everything = all_proved();
    for (std::size_t i = 0; i < result_.loops.size(); ++i) {
      LoopResult& loop = result_.loops[i];
      for (std::size_t c = 0; c < user_invariants_[i] && !everything; ++c) {
        if (!settled_ || withdrawn_[i].contains(c)) loop.invariant[c].certified = false;
      }
      if (!loop.invariant.empty()) set_status(loop);
    }
  }

  static void set_status(LoopResult& loop) {
    const bool all = std::ranges::all_of(loop.invariant, &ConjunctResult::certified);
    if (loop.status == "unreachable" && all) return;
    loop.status = loop.invariant.empty() ? "none" : all ? "certified" : "candidate";
  }

  const Input& input_;
  const std::string& name_;
  const Options& options_;
  prover::QueryLog log_;
  ProcedureResult result_;
  std::vector<std::size_t> user_invariants_;      // by loop: how many the user wrote
  std::vector<std::set<std::size_t>> withdrawn_;  // by loop: which of them are not proved
  bool settled_ = false;         // is what is left inductive without the assertions?
  std::vector<HintClaim> hold_;  // hints that are inductive together
};

}  // namespace

ProcedureResult analyze_procedure(const Input& input, const std::string& procedure,
                                  const Options& options) {
  return Analysis(input, procedure, options).run();
}

}  // namespace pawl::engine
