// SPDX-License-Identifier: Apache-2.0
#include "dataflow/dataflow.h"

#include <array>

#include "dataflow/lattices/runs.h"
#include "dataflow/lattices/shape.h"

namespace pawl::dataflow {
namespace {

constexpr std::array kinds = {LatticeKind::Constants, LatticeKind::Intervals,
                              LatticeKind::Octagons,  LatticeKind::Polyhedra,
                              LatticeKind::Symbolic,  LatticeKind::Typestate};

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
    case Reason::LatticeLimit: return "lattice-limit";
    case Reason::Timeout: return "timeout";
    case Reason::Interrupted: return "interrupted";
  }
  return "none";
}

const char* to_string(LatticeKind kind) {
  switch (kind) {
    case LatticeKind::Constants: return "constants";
    case LatticeKind::Intervals: return "intervals";
    case LatticeKind::Octagons: return "octagons";
    case LatticeKind::Polyhedra: return "polyhedra";
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

bool is_available(LatticeKind kind) {
  const bool is_shape = kind == LatticeKind::Octagons || kind == LatticeKind::Polyhedra;
  return !is_shape || has_shapes();
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
    case LatticeKind::Octagons:
    case LatticeKind::Polyhedra: return run_relational(context, std::move(internal), options, log);
    case LatticeKind::Symbolic: return run_symbolic(context, std::move(internal), options, log);
    case LatticeKind::Typestate: return run_typestate(context, std::move(internal), options, log);
  }
  return {};
}

std::vector<std::vector<gcl::Expr>> loop_facts(gcl::Context& context, const gcl::Program& program,
                                               const std::string& procedure, LatticeKind lattice,
                                               const std::function<bool()>& stop,
                                               prover::QueryLog& log) {
  Options options;
  options.entry = procedure;
  options.lattice = lattice;
  options.refine = false;
  options.stop = stop;
  Outcome found = dataflow(context, program, options, log);
  const auto own = found.proof.find(procedure);
  return own == found.proof.end() ? std::vector<std::vector<gcl::Expr>>()
                                  : std::move(own->second.invariants);
}

}  // namespace pawl::dataflow
