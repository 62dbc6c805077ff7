// SPDX-License-Identifier: Apache-2.0
#include "dataflow/dataflow.h"

#include <array>

#include "dataflow/lattices/runs.h"

namespace pawl::dataflow {
namespace {

constexpr std::array kinds = {LatticeKind::Constants, LatticeKind::Intervals, LatticeKind::Symbolic,
                              LatticeKind::Typestate};

}  // namespace

const char* to_string(Reason reason) {
  switch (reason) {
    case Reason::None: return "none";
    case Reason::NoNewPredicates: return "no-new-predicates";
    case Reason::PathLimit: return "path-limit";
    case Reason::PathUndecided: return "path-undecided";
    case Reason::PredicateLimit: return "predicate-limit";
    case Reason::RefinementLimit: return "refinement-limit";
    case Reason::BddLimit: return "bdd-limit";
    case Reason::Timeout: return "timeout";
    case Reason::Interrupted: return "interrupted";
  }
  return "none";
}

const char* to_string(LatticeKind kind) {
  switch (kind) {
    case LatticeKind::Constants: return "constants";
    case LatticeKind::Intervals: return "intervals";
    case LatticeKind::Symbolic: return "symbolic";
    case LatticeKind::Typestate: return "typestate";
  }
  return "";
}

std::optional<LatticeKind> lattice_named(std::string_view name) {
  for (const LatticeKind kind : kinds) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

std::string lattice_names() {
  std::string names;
  for (const LatticeKind kind : kinds)
    names += (names.empty() ? "" : ", ") + std::string(to_string(kind));
  return names;
}

Outcome dataflow(gcl::Context& context, const gcl::Program& program, const Options& options,
                 prover::QueryLog& log) {
  gcl::Program internal = gcl::internal_form(context, program, options.invariants);
  switch (options.lattice) {
    case LatticeKind::Constants: return run_constants(context, std::move(internal), options, log);
    case LatticeKind::Intervals: return run_intervals(context, std::move(internal), options, log);
    case LatticeKind::Symbolic: return run_symbolic(context, std::move(internal), options, log);
    case LatticeKind::Typestate: return run_typestate(context, std::move(internal), options, log);
  }
  return {};
}

}  // namespace pawl::dataflow
