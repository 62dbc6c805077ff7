// SPDX-License-Identifier: Apache-2.0
#include "prover/cvc5_prover.h"

#include <malloc.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "prover/cvc5_translate.h"

// Only there in a program that is instrumented, whose allocator mallinfo2 knows nothing of.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes();

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Sort;
using gcl::SortKind;
using gcl::Value;

constexpr std::size_t megabyte = std::size_t{1} << 20;

/// cvc5 counts coarser steps: on quantified and nonlinear queries one of its units takes about
/// as long as this many of Z3's.
constexpr std::uint64_t z3_units_per_unit = 20;

/// What the process holds. Not what is resident: memory that was freed stays so, and a query that
/// uses it again would go unnoticed.
std::size_t allocated_memory() {
  if (__sanitizer_get_current_allocated_bytes != nullptr) {
    return __sanitizer_get_current_allocated_bytes();
  }
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

UnknownReason reason_of(cvc5::UnknownExplanation explanation) {
  switch (explanation) {
    case cvc5::RESOURCEOUT: return UnknownReason::ResourceLimit;
    case cvc5::TIMEOUT: return UnknownReason::Timeout;
    case cvc5::MEMOUT: return UnknownReason::Memory;
    case cvc5::INTERRUPTED: return UnknownReason::Interrupted;
    case cvc5::REQUIRES_FULL_CHECK:
    case cvc5::INCOMPLETE:
    case cvc5::UNSUPPORTED:
    case cvc5::OTHER:
    case cvc5::REQUIRES_CHECK_AGAIN:
    case cvc5::UNKNOWN_REASON: return UnknownReason::Incomplete;
  }
  return UnknownReason::SolverError;
}

/// cvc5 calls the elements of a sort `@ref_0`, `@ref_1`, ...
std::optional<Value> read_element(const cvc5::Term& term, Sort sort) {
  if (!term.isUninterpretedSortValue()) return std::nullopt;
  const std::string name = term.getUninterpretedSortValue();
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  if (digits >= name.size()) return std::nullopt;
  return Value::element(sort, static_cast<std::uint32_t>(std::stoul(name.substr(digits))));
}

std::optional<Value> read(const cvc5::Term& term, Sort sort);

std::optional<Value> read_map(cvc5::Term term, Sort sort) {
  std::vector<std::pair<Value, Value>> updates;  // outermost, that is strongest, first
  for (; term.getKind() == cvc5::STORE; term = term[0]) {
    std::optional<Value> key = read(term[1], sort.key());
    std::optional<Value> value = read(term[2], sort.value());
    if (!key || !value) return std::nullopt;
    updates.emplace_back(std::move(*key), std::move(*value));
  }
  if (!term.isConstArray()) return std::nullopt;
  std::optional<Value> everywhere = read(term.getConstArrayBase(), sort.value());
  if (!everywhere) return std::nullopt;
  Value map = Value::map(sort, std::move(*everywhere));
  for (auto update = updates.rbegin(); update != updates.rend(); ++update) {
    map = map.store(update->first, update->second);
  }
  return map;
}

/// Recursion over the sort, whose depth the translator bounds.
std::optional<Value> read(const cvc5::Term& term, Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      if (!term.isBooleanValue()) return std::nullopt;
      return Value::boolean(term.getBooleanValue());
    case SortKind::Int:
      if (!term.isIntegerValue()) return std::nullopt;
      return Value::integer(gcl::Integer(term.getIntegerValue()));
    case SortKind::Real:
      if (!term.isRealValue()) return std::nullopt;
      return Value::real(gcl::Rational(term.getRealValue()));
    case SortKind::BitVec:
      if (!term.isBitVectorValue()) return std::nullopt;
      return Value::bitvec(gcl::Integer(term.getBitVectorValue(10)), sort.width());
    case SortKind::Uninterpreted: return read_element(term, sort);
    case SortKind::Map: return read_map(term, sort);
  }
  return std::nullopt;
}

}  // namespace

struct Cvc5Session {
  cvc5::Solver solver;
  Cvc5Builder builder{solver};
  Cvc5Translator translate{builder};
  bool left_out = false;  // some formula is unknown to cvc5: "unsat" is right, "sat" is not
  std::vector<std::optional<cvc5::Term>> assumptions;

  std::optional<cvc5::Term> add(Expr formula) {
    std::optional<cvc5::Term> term = translate(formula);
    for (const cvc5::Term& fact : builder.take_facts()) solver.assertFormula(fact);
    left_out |= !term;
    return term;
  }
};

namespace {

class Cvc5Model final : public Model {
 public:
  enum class Status { Satisfies, Candidate };
  Cvc5Model(std::shared_ptr<Cvc5Session> session, Status status)
      : session_(std::move(session)), status_(status) {}

  /// An expression that needs a constant cvc5 has not seen (too deep, or a constant map of
  /// something unknown) has no value in its model.
  std::optional<Value> value(Expr e) const override {
    std::optional<Value> result;
    session_->translate.push();
    try {
      const std::optional<cvc5::Term> term = session_->translate(e);
      if (session_->builder.take_facts().empty() && term) {
        result = read(session_->solver.getValue(*term), e.sort());
      }
    } catch (const std::exception&) {
      result.reset();
    }
    session_->translate.pop();
    return result;
  }
  bool only_candidate() const override { return status_ == Status::Candidate; }

 private:
  std::shared_ptr<Cvc5Session> session_;
  Status status_;
};

}  // namespace

Cvc5Prover::Cvc5Prover(gcl::Context& context, const ProverOptions& options, QueryLog& log)
    : RecordingProver(context, options, log),
      watchdog_(Watchdog::shared()),
      memory_before_(allocated_memory()) {}

Cvc5Prover::~Cvc5Prover() = default;

Outcome Cvc5Prover::check(std::span<const Expr>) { return ask(Purpose::Model); }

Outcome Cvc5Prover::ask(Purpose purpose) {
  try {
    return ask_watched(purpose);
  } catch (const std::bad_alloc&) {
    session_.reset();
    return unknown(UnknownReason::Memory);
  } catch (const cvc5::CVC5ApiException&) {
    session_.reset();
    return unknown(UnknownReason::SolverError);
  }
}

Outcome Cvc5Prover::ask_watched(Purpose purpose) {
  session_.reset();  // at most one at a time
  session_ = std::make_shared<Cvc5Session>();
  cvc5::Solver& solver = session_->solver;
  const std::uint64_t units = limits().rlimit / z3_units_per_unit + (limits().rlimit != 0 ? 1 : 0);
  solver.setOption("verbosity", "-1");  // no warnings on stderr
  solver.setOption("seed", std::to_string(seed()));
  solver.setOption("rlimit-per", std::to_string(units));
  solver.setOption(purpose == Purpose::Model ? "produce-models" : "produce-unsat-assumptions",
                   "true");
  solver.setLogic("ALL");
  for (const Expr formula : asserted()) {
    const std::optional<cvc5::Term> term = session_->add(formula);
    if (term) solver.assertFormula(*term);
  }
  std::vector<cvc5::Term> assumed;
  for (const Expr assumption : assumptions()) {
    session_->assumptions.push_back(session_->add(assumption));
    if (session_->assumptions.back()) assumed.push_back(*session_->assumptions.back());
  }

  // cvc5 1.0.3 has no call to interrupt it. It reads its resource limit at every step, and this
  // option may be changed at any time: one unit, long spent, ends the query at the next step.
  const auto stop = [&solver] { solver.setOption("reproducible-resource-limit", "1"); };
  const auto memory_used = [before = memory_before_] {
    return std::max(allocated_memory(), before) - before;
  };
  const Watchdog::Watch watch(*watchdog_, {.timeout_ms = limits().timeout_now(),
                                           .memory_limit = limits().memory_mb * megabyte,
                                           .memory_used = memory_used,
                                           .stop = stop});
  const cvc5::Result result = solver.checkSatAssuming(assumed);
  if (result.isUnsat()) return {Answer::No, UnknownReason::None};
  if (result.isSat() && !session_->left_out) return {Answer::Yes, UnknownReason::None};
  if (result.isSat()) return unknown(UnknownReason::Incomplete);
  if (watch.cause() != UnknownReason::None) return unknown(watch.cause());
  return unknown(reason_of(result.getUnknownExplanation()));
}

// Asking for a core makes cvc5 give up much of its preprocessing, so it is asked again only when
// somebody wants one. Should it fail then, all assumptions are a core too.
std::vector<bool> Cvc5Prover::needed() {
  std::vector<bool> all(assumptions().size(), true);
  if (ask(Purpose::Core).answer != Answer::No) return all;
  try {
    std::set<cvc5::Term> core;
    for (const cvc5::Term& term : session_->solver.getUnsatAssumptions()) core.insert(term);
    std::vector<bool> result;
    for (const std::optional<cvc5::Term>& term : session_->assumptions) {
      result.push_back(term && core.erase(*term) == 1);  // given twice, needed once
    }
    return result;
  } catch (const std::exception&) {
    return all;
  }
}

std::unique_ptr<Model> Cvc5Prover::last_model() {
  if (!session_) return nullptr;
  switch (unknown_reason()) {
    case UnknownReason::None:
      return std::make_unique<Cvc5Model>(session_, Cvc5Model::Status::Satisfies);
    case UnknownReason::Incomplete:
      return std::make_unique<Cvc5Model>(session_, Cvc5Model::Status::Candidate);
    case UnknownReason::ResourceLimit:
    case UnknownReason::Timeout:
    case UnknownReason::Memory:
    case UnknownReason::Interrupted:
    case UnknownReason::SolverError:
    case UnknownReason::NotAsked: break;
  }
  return nullptr;
}

std::string cvc5_version() { return "cvc5 " + cvc5::Solver().getVersion(); }

}  // namespace pawl::prover
