// SPDX-License-Identifier: Apache-2.0
//
// One interface for everything that guesses predicates. A bad guess may cost time, never
// soundness: what is guessed only enters an invariant after it was proved.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gcl/desugar.h"
#include "gcl/program.h"

namespace pawl::heuristics {

/// How much is lost without it; abstraction has room for few.
enum class Rank {
  Given,   // the user's
  Key,     // what the invariant is likely to consist of
  Likely,  // often a premise, or one conjunct more
  Maybe,   // cheap to guess, seldom needed: only while there is room
};

struct Predicate {
  gcl::Expr formula;   // an atom, or closed and quantified; over variables in scope at the loop,
                       // skolems, Old and Entry nodes
  std::string origin;  // "targets: i does not fall": the source's name and the reason, for people
  Rank rank = Rank::Given;
  /// Without skolems, but a premise of quantified facts: `found` in `found || forall sc. ...`.
  /// Abstract it together with predicates over skolems too.
  bool is_premise = false;
};

/// What is known about one loop. `loop.source` is the While, in the body of `procedure`;
/// `loop.targets` is what it may change.
struct LoopView {
  gcl::Context& context;
  const gcl::Program& program;
  const gcl::Procedure& procedure;
  const gcl::Desugared& desugared;
  std::size_t loop = 0;  // index into desugared.loops
  /// What the source `newton` proposes (path_predicates.h); over the context.
  std::span<const gcl::Expr> path_predicates = {};
};

class LoopFacts;

/// Grows as sources are asked one after the other; later sources see earlier proposals.
/// Predicates are distinct; skolems have names that clash with nothing in the program.
class Proposal {
 public:
  explicit Proposal(const LoopView& view);

  /// Adds the atoms of `formula`. Ignores what is there already (up to negation and spelling;
  /// the better rank wins), what is constant, and what cannot be part of an invariant: over
  /// variables that mean nothing at the loop head, or over nothing that the loop changes.
  void add(gcl::Expr formula, Rank rank, const std::string& origin);
  /// The same for a predicate that quantified facts depend on.
  void add_premise(gcl::Expr formula, Rank rank, const std::string& origin);
  /// A quantified formula without skolems, kept whole.
  void add_closed(gcl::Expr formula, Rank rank, std::string origin);
  /// What the user wrote, as it is.
  void add_given(gcl::Expr formula, std::string origin);

  /// The `index`-th skolem of this sort, made when first asked for. The user's come first.
  gcl::Expr skolem(gcl::Sort sort, std::size_t index);
  void add_given_skolem(gcl::Expr skolem);
  bool is_skolem(gcl::Expr variable) const;
  bool mentions_skolem(gcl::Expr e) const;

  const LoopFacts& facts() const { return *facts_; }
  const std::vector<Predicate>& predicates() const { return predicates_; }
  const std::vector<gcl::Expr>& skolems() const { return skolems_; }

  /// Best rank first, otherwise in the order they came in; predicates that may be needed only
  /// where few are; only skolems that occur.
  void finish();

 private:
  enum class Role { Plain, Premise };
  void add_atom(gcl::Expr atom, Rank rank, const std::string& origin, Role role);
  bool can_be_invariant(gcl::Expr atom) const;
  void insert(Predicate predicate);
  std::string new_name();
  void collect_taken_names();
  void drop_unused_skolems();
  void drop_where_crowded(const std::vector<gcl::Expr>& over, std::size_t room);
  std::vector<gcl::Expr> skolems_in(gcl::Expr e) const;

  LoopView view_;
  std::shared_ptr<const LoopFacts> facts_;
  std::vector<Predicate> predicates_;
  std::unordered_map<gcl::Expr, std::size_t> index_of_;  // canonical atom -> predicates_
  std::vector<gcl::Expr> skolems_;
  std::unordered_set<std::string> taken_names_;  // empty until the first skolem is made
};

class PredicateSource {
 public:
  virtual ~PredicateSource() = default;
  virtual std::string_view name() const = 0;
  virtual void propose(const LoopView& view, Proposal& proposal) const = 0;
};

/// Every source, in the order in which they are asked: user, targets, atoms, goals, frame,
/// newton, data, lattices.
/// `selection` is what --heuristics was given: "all", "none" (user predicates only) or a comma
/// list of names. nullptr-free; empty with `error` set when a name is unknown.
std::vector<std::unique_ptr<PredicateSource>> make_sources(std::string_view selection,
                                                           std::string& error);

/// Asks all sources, then, when goals are among them, inherits from the loops around. Best first.
Proposal propose(const LoopView& view,
                 const std::vector<std::unique_ptr<PredicateSource>>& sources);

/// What `outer`, proposed for a loop around this one, says about maps that this loop writes, with
/// this loop's own skolems: such facts must survive the inner loop to be of use outside.
void inherit(const LoopView& view, const Proposal& outer, Proposal& proposal);

}  // namespace pawl::heuristics
