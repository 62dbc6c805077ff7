// SPDX-License-Identifier: Apache-2.0
//
// Atoms of the text, and what is one step away from them: the loop's test, one round late; the
// tests inside; what assignments make equal; and, with a skolem for the index, tests of cells
// the loop passes and values it stores.
#include <algorithm>

#include "gcl/build.h"
#include "heuristics/loop_facts.h"
#include "heuristics/relations.h"
#include "heuristics/skolemize.h"
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

/// A variable that is only ever set to few constants is a state; more are just numbers.
constexpr std::size_t max_states = 4;
/// Residues of larger steps are accidents.
constexpr std::int64_t max_step = 64;
/// Guesses of `x <= y`: in a loop with many counters most pairs are unrelated.
constexpr std::size_t max_inequalities = 4;

constexpr const char* late_origin = "atoms: a test of every round, one round late";

class Atoms {
 public:
  Atoms(const LoopView& view, Proposal& proposal)
      : view_(view), context_(view.context), proposal_(proposal), facts_(proposal.facts()) {}

  void run() {
    for (const Expr conjunct : facts_.guard_conjuncts()) one_round_late(conjunct);
    for (const Expr equality : kept_equalities(context_, facts_)) {
      proposal_.add(equality, Rank::Key, "atoms: counters that move together");
    }
    residues();
    propose_assigned(context_, proposal_);
    states();
    for (const BodyPath& path : facts_.paths()) tests(path);
    for (const BodyPath* path : facts_.back_paths()) {
      still_true(*path);
      stores(*path);
    }
    inequalities();
    contracts();
  }

 private:
  /// match:  f <= 0 before a round that adds at most d to f      result: f <= d at the next head
  void one_round_late(Expr conjunct) {
    if (conjunct.is(Kind::Or)) {
      for (const Expr disjunct : conjunct.args()) one_round_late(disjunct);
      return;
    }
    if (facts_.reads_moving_cell(conjunct)) return;
    const auto form = as_inequality(conjunct);
    if (form && moves(*form)) {
      const std::int64_t most = std::max<std::int64_t>(largest_change(*form).value_or(1), 0);
      late(*form, most, Rank::Key);
      if (most > 1) late(*form, 1, Rank::Likely);
    } else if (conjunct.is(Kind::BvUlt) || conjunct.is(Kind::BvSlt)) {
      const Kind late_kind = conjunct.is(Kind::BvUlt) ? Kind::BvUle : Kind::BvSle;
      proposal_.add(context_.make(late_kind, conjunct.args()), Rank::Key, late_origin);
    } else if (!not_equal(conjunct)) {
      proposal_.add_premise(conjunct, Rank::Key, "atoms: a test of every round");
    }
  }

  /// Some variable in it goes one way; others are set now and then, like a position.
  bool moves(const Linear& form) const {
    return std::ranges::any_of(form.terms, [&](const auto& term) {
      const Scalar* scalar = facts_.scalar(term.first);
      if (scalar == nullptr) return false;
      return scalar->is_counter() || !set_from_counter(*scalar);
    });
  }

  bool set_from_counter(const Scalar& scalar) const {
    return std::ranges::any_of(facts_.back_paths(), [&](const BodyPath* path) {
      const Scalar* source = facts_.scalar(path->value_after(scalar.variable));
      return source != nullptr && source->is_counter();
    });
  }

  void late(const Linear& form, std::int64_t by, Rank rank) {
    const auto moved = combine(form, -1, Linear{.constant = by, .terms = {}});
    if (moved) proposal_.add(at_most_zero(context_, *moved), rank, late_origin);
  }

  /// match:  i != n      result: i <= n when i - n grows, n <= i otherwise
  bool not_equal(Expr conjunct) {
    if (!conjunct.is(Kind::Not) || !conjunct.arg(0).is(Kind::Eq)) return false;
    const Expr equality = conjunct.arg(0);
    if (!equality.arg(0).sort().is_int()) return false;
    const auto left = linear_form(equality.arg(0));
    const auto right = linear_form(equality.arg(1));
    const auto apart = left && right ? combine(*left, -1, *right) : std::nullopt;
    const auto change = apart ? largest_change(*apart) : std::nullopt;
    if (!change) return false;
    const auto form = *change > 0 ? apart : combine(Linear{}, -1, *apart);
    if (form) late(*form, 0, Rank::Key);
    return true;
  }

  /// What a round adds to `form` at most; absent when some part does not move by constants.
  std::optional<std::int64_t> largest_change(const Linear& form) const {
    std::optional<std::int64_t> most;
    for (std::size_t i = 0; i < facts_.back_paths().size(); ++i) {
      Linear sum;
      for (const auto& [term, coefficient] : form.terms) {
        if (facts_.is_invariant(term)) continue;
        const Scalar* scalar = facts_.scalar(term);
        const auto change = scalar != nullptr ? scalar->changes[i] : std::nullopt;
        if (!change) return std::nullopt;
        const auto next = combine(sum, coefficient, Linear{.constant = *change, .terms = {}});
        if (!next) return std::nullopt;
        sum = *next;
      }
      most = most ? std::max(*most, sum.constant) : sum.constant;
    }
    return most;
  }

  /// match:  i := i + s on every path, from a literal      result: i mod s == c
  void residues() {
    for (const Scalar& scalar : facts_.scalars()) {
      if (!scalar.is_counter() || !scalar.initial) continue;
      const auto start = linear_form(scalar.initial);
      const std::int64_t step = std::abs(*scalar.changes.front());
      const auto same = [&](const auto& change) { return std::abs(*change) == step; };
      const bool fits = step > 1 && step <= max_step && start && start->is_constant();
      if (!fits || !std::ranges::all_of(scalar.changes, same)) continue;
      const std::int64_t residue = ((start->constant % step) + step) % step;
      const Expr modulo = context_.make(Kind::Mod, {scalar.variable, context_.int_const(step)});
      proposal_.add(gcl::mk_eq(context_, modulo, context_.int_const(residue)), Rank::Key,
                    "atoms: a counter that skips");
    }
  }

  /// match:  x set to constants only      result: x == c for each
  void states() {
    for (const Scalar& scalar : facts_.scalars()) {
      std::vector<Expr> values;
      if (scalar.initial) values.push_back(scalar.initial);
      bool only_constants = scalar.variable.sort().is_int() || scalar.variable.sort().is_bitvec();
      for (const BodyPath* path : facts_.back_paths()) {
        const Expr value = path->value_after(scalar.variable);
        if (value == scalar.variable) continue;
        only_constants &= value.is(Kind::IntConst) || value.is(Kind::BitVecConst);
        if (std::ranges::find(values, value) == values.end()) values.push_back(value);
      }
      if (!only_constants || values.size() > max_states) continue;
      for (const Expr value : values) {
        proposal_.add_premise(gcl::mk_eq(context_, scalar.variable, value), Rank::Key,
                              "atoms: a state");
      }
    }
  }

  void tests(const BodyPath& path) {
    for (const Seen& condition : path.conditions) {
      for (const Expr atom : atoms_of(condition.at_head)) {
        if (!seen_tests_.insert(atom).second) continue;
        if (facts_.reads_moving_cell(atom)) {
          of_passed_cells(path, atom);
        } else if (!is_guard(condition.at_head)) {
          test_of_scalars(atom);
        }
      }
    }
  }

  /// Tests of what the path then leaves alone: in `if a[i] != b[i] { eq := false; }` without a
  /// step of i, `a[i] != b[i]` is why eq is false.
  void still_true(const BodyPath& path) {
    for (const Seen& condition : path.conditions) {
      const auto unchanged = [&](Expr v) { return path.value_after(v) == v; };
      if (!std::ranges::all_of(current_vars(condition.at_head), unchanged)) continue;
      proposal_.add_premise(condition.at_head, Rank::Likely, "atoms: a test that stays true");
    }
  }

  bool is_guard(Expr conjunct) const {
    return std::ranges::find(facts_.guard_conjuncts(), conjunct) != facts_.guard_conjuncts().end();
  }

  /// Comparisons of counters alone are rarely premises; flags and positions are.
  void test_of_scalars(Expr atom) {
    const auto is_state = [&](Expr variable) {
      const Scalar* scalar = facts_.scalar(variable);
      return scalar != nullptr && !scalar->is_counter();
    };
    if (std::ranges::any_of(current_vars(atom), is_state)) {
      proposal_.add_premise(atom, Rank::Likely, "atoms: a test in the loop");
    } else {
      proposal_.add(atom, Rank::Likely, "atoms: a test in the loop");
    }
  }

  /// match:  p(a[i])      result: p(a[sc]), with sc placed against how far the loop has come
  /// Only for maps that somebody asks about.
  void of_passed_cells(const BodyPath& path, Expr atom) {
    const std::vector<MapRead> reads = reads_in(atom);
    for (const Access& access : path.accesses) {
      if (access.is_write() || !is_among(access, reads)) continue;
      if (!facts_.is_target(access.map) && !facts_.is_in_a_goal(access.map)) continue;
      const Expr general = skolemize_keys(context_, proposal_, access, atom);
      if (!general || facts_.reads_moving_cell(general)) continue;
      proposal_.add(general, Rank::Likely, "atoms: a test of a cell the loop passes");
      place(access);
      return;
    }
  }

  static bool is_among(const Access& access, const std::vector<MapRead>& reads) {
    return std::ranges::any_of(reads, [&](const MapRead& read) {
      return read.map == access.map &&
             std::ranges::equal(read.keys, access.keys, {}, {}, &Seen::at_head);
    });
  }

  void place(const Access& access) {
    for (std::size_t dimension = 0; dimension < access.keys.size(); ++dimension) {
      if (facts_.is_invariant(access.keys[dimension].at_head)) continue;
      propose_bounds(context_, proposal_, skolem_for(proposal_, access.map, dimension),
                     facts_.frontiers_of(access.map, dimension), Ends::Both, "atoms");
    }
  }

  void stores(const BodyPath& path) {
    for (const Access& access : path.accesses) {
      if (access.is_write() && facts_.in_scope(access.map)) stored(path, access);
    }
  }

  /// match:  a[i] := v      result: a[sc] == v where v is as steady as i lets it be
  ///         (`b[i] := a[i]` gives `b[sc] == a[sc]`), otherwise the tests v has passed, of a[sc]
  void stored(const BodyPath& path, const Access& access) {
    Expr cell = access.map;
    for (const Seen& key : access.keys) cell = gcl::mk_select(context_, cell, key.at_head);
    const Expr value = access.value.at_head;
    const Expr general_cell = skolemize_keys(context_, proposal_, access, cell);
    const Expr general_value = skolemize_keys(context_, proposal_, access, value);
    if (!general_cell || !general_value || value.sort().is_map()) return;
    const Expr steady = with_entry_values(access.map, general_value);
    if (facts_.is_invariant(steady)) {
      proposal_.add(gcl::mk_eq(context_, general_cell, steady), stored_rank(access, cell),
                    "atoms: a stored value");
      place(access);
      return;
    }
    for (const Seen& condition : path.conditions) {
      if (!gcl::occurs(value, condition.at_head)) continue;
      const Expr of_cell = replace_node(context_, condition.at_head, value, general_cell);
      if (!facts_.reads_moving_cell(of_cell)) {
        proposal_.add(of_cell, Rank::Key, "atoms: a test of a stored value");
        place(access);
      }
    }
  }

  /// One of several values is rarely all there is to say; nor is a shift within one map.
  Rank stored_rank(const Access& access, Expr cell) const {
    for (const MapRead& read : reads_in(access.value.at_head)) {
      if (read.map == access.map && !(read.term == cell)) return Rank::Maybe;
    }
    for (const BodyPath* path : facts_.back_paths()) {
      for (const Access& other : path->accesses) {
        const bool differs = !(other.value.at_head == access.value.at_head);
        if (other.is_write() && other.map == access.map && differs) return Rank::Likely;
      }
    }
    return Rank::Key;
  }

  /// `a[i] := a[i] + 1` makes a[sc] one more than it was on entry.
  Expr with_entry_values(Expr map, Expr value) {
    return substitute_now(context_, value, {{map, facts_.value_on_entry(map)}});
  }

  void inequalities() {
    std::vector<Expr> kept = kept_inequalities(context_, facts_);
    if (kept.size() > max_inequalities) kept.resize(max_inequalities);
    for (const Expr inequality : kept) {
      proposal_.add(inequality, Rank::Likely, "atoms: a counter that never overtakes another");
    }
  }

  void contracts() {
    for (const gcl::Located& clause : view_.procedure.requires_) {
      for (const Expr atom : atoms_of(clause.expr)) {
        if (!facts_.reads_moving_cell(atom))
          proposal_.add(atom, Rank::Maybe, "atoms: of a requires");
      }
    }
  }

  const LoopView& view_;
  gcl::Context& context_;
  Proposal& proposal_;
  const LoopFacts& facts_;
  ExprSet seen_tests_;  // at the head; paths share most of theirs
};

class AtomsSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "atoms"; }
  void propose(const LoopView& view, Proposal& proposal) const override {
    Atoms(view, proposal).run();
  }
};

}  // namespace

std::unique_ptr<PredicateSource> make_atoms_source() { return std::make_unique<AtomsSource>(); }

}  // namespace pawl::heuristics
