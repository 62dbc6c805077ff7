// SPDX-License-Identifier: Apache-2.0
//
// The only way to ask a solver. Answers are never Boolean: what is not known is said to be
// unknown, with the reason, and each caller says why treating Unknown its way is sound.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gcl/expr.h"
#include "gcl/value.h"
#include "support/budget.h"

namespace pawl::prover {

enum class Answer { Yes, No, Unknown };

enum class UnknownReason {
  None,           // the answer is not Unknown
  ResourceLimit,  // rlimit: reproducible
  Timeout,        // wall clock: not reproducible
  Memory,         // not reproducible
  Incomplete,     // the solver gave up (quantifiers, nonlinear arithmetic)
  Interrupted,    // the user asked us to stop
  SolverError,    // an exception inside the solver
  NotAsked,       // the always-unknown prover
};
const char* to_string(UnknownReason reason);

/// Per query, but for the budget. 0: no limit.
struct Limits {
  std::uint64_t rlimit = 5'000'000;   // in Z3's units; about a million a second, or far less
  std::uint32_t timeout_ms = 60'000;  // a cap, far above what rlimit allows on most questions
  std::uint32_t memory_mb = 4096;     // what the solver holds in this process, over all its queries
  /// Of whatever the queries are for. No query outlasts it, and when it is over there are no
  /// answers.
  Budget budget{};

  /// For what is worth less work. A limit stays one: 0 would be none.
  void divide_rlimit(std::uint64_t by) {
    if (rlimit != 0) rlimit = std::max<std::uint64_t>(1, rlimit / by);
  }
  void divide_timeout(std::uint32_t by) {
    if (timeout_ms != 0) timeout_ms = std::max<std::uint32_t>(1, timeout_ms / by);
  }
  /// Milliseconds for a query that begins now; 0: no limit. Of the time that is left it gets a
  /// part, so that a question nobody can answer leaves something to the others.
  std::uint32_t timeout_now() const;
};

/// An assignment that satisfies what was asserted and assumed. Valid until the prover is used
/// again.
class Model {
 public:
  virtual ~Model() = default;
  /// The value of `e` (any sort, maps included), completed where the model leaves it open.
  /// nullopt when it cannot be expressed as an IL value.
  virtual std::optional<gcl::Value> value(gcl::Expr e) const = 0;
  /// True when the solver said "unknown" and this is only its last candidate: it may weaken a
  /// result (drop a conjunct), never support a verdict.
  virtual bool only_candidate() const = 0;
};

/// One incremental solver context. Formulas are Boolean, without Old, Entry and free BoundVars.
class Prover {
 public:
  virtual ~Prover() = default;

  virtual void push() = 0;
  virtual void pop() = 0;
  virtual void assert_formula(gcl::Expr formula) = 0;

  /// Is what is asserted satisfiable together with the assumptions? Yes: model() works.
  /// No: unsat_core() works. Unknown: unknown_reason() works, and model() may give a candidate.
  /// An assumption is any Boolean formula; what is neither a variable nor a negated one is named
  /// by a new literal, so asking again with the same assumption costs nothing new.
  virtual Answer satisfiable(std::span<const gcl::Expr> assumptions) = 0;
  /// A subset of the last assumptions, in their order, that is unsatisfiable with what is
  /// asserted (after entails: that implies the fact). Not necessarily minimal.
  virtual std::vector<gcl::Expr> unsat_core() = 0;
  /// Null when there is none: after No, and mostly after Unknown.
  virtual std::unique_ptr<Model> model() = 0;
  virtual UnknownReason unknown_reason() const = 0;

  virtual void set_limits(const Limits& limits) = 0;
  /// Who asks from now on: statistics and dumped queries are filed under this name.
  virtual void set_caller(std::string_view caller) = 0;

  /// Does what is asserted, with the assumptions, imply `fact`? No: model() is a counterexample.
  Answer entails(std::span<const gcl::Expr> assumptions, gcl::Expr fact);
  Answer satisfiable() { return satisfiable(std::span<const gcl::Expr>()); }

 protected:
  explicit Prover(gcl::Context& context) : context_(context) {}
  gcl::Context& context_;
  gcl::Expr goal_;  // the last question was whether this negated fact is possible; else null
};

enum class ProverKind { Z3, Cvc5, Unknown };

class QueryLog;  // prover/query_log.h

struct ProverOptions {
  ProverKind kind = ProverKind::Z3;
  Limits limits{};
  std::uint32_t seed = 0;
  std::string dump_directory{};  // empty: no dumps. Each query becomes an SMT-LIB file.
};

/// `context` and `log` outlive the prover. A prover stays on the thread that made it.
std::unique_ptr<Prover> make_prover(gcl::Context& context, const ProverOptions& options,
                                    QueryLog& log);

/// Name and version, for reports: "Z3 4.8.12".
std::string version(ProverKind kind);

/// `formula` as one SMT-LIB term, shared parts named by `let`, without declarations; for reports.
std::string to_smtlib(gcl::Expr formula);

}  // namespace pawl::prover
