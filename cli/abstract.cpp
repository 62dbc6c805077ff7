// SPDX-License-Identifier: Apache-2.0
#include "cli/abstract.h"

#include <iostream>

#include "cli/input.h"
#include "cli/terminal.h"
#include "slam/bp_check.h"
#include "slam/bp_printer.h"
#include "slam/c2bp.h"
#include "support/assert.h"
#include "support/file.h"
#include "support/statistics.h"

namespace pawl::cli {
namespace {

class Run {
 public:
  explicit Run(const Options& options) : options_(options) {}

  int operator()() {
    const Result<std::string> text = read_file(options_.file, diagnostics_);
    if (!text) return input_error();
    const SourceFile file(display_name(options_.file), *text);
    const std::unique_ptr<SourceInput> input = open_input(options_, file, diagnostics_);
    if (!input) return input_error();
    gcl::Context context;
    const std::optional<gcl::Program> program =
        input->load(context, engine::Purpose::Procedures, diagnostics_);
    if (!program) return input_error();
    slam::PredicateSet predicates;
    slam::add_clauses(context, *program, predicates);
    if (!read_predicates(context, *program, predicates)) return input_error();
    return abstract(context, *program, predicates);
  }

 private:
  bool read_predicates(gcl::Context& context, const gcl::Program& program,
                       slam::PredicateSet& predicates) {
    const SourceFile* file = scope_predicates(options_, diagnostics_);
    if (file != nullptr) {
      slam::read_predicates(context, program, *file, predicates, diagnostics_);
    }
    return !diagnostics_.has_errors();
  }

  int abstract(gcl::Context& context, const gcl::Program& program, slam::PredicateSet& predicates) {
    const gcl::Program internal = gcl::internal_form(context, program, gcl::LoopInvariants::Check);
    slam::add_binding_predicates(context, internal, predicates);
    prover::QueryLog log;
    slam::C2bp c2bp(context, internal, options_.slam.c2bp, log);
    const slam::Abstraction result = c2bp(predicates, options_.c.entry);
    Diagnostics ours;
    slam::check_bp(result.program, ours);
    PAWL_ASSERT(!ours.has_errors(), "C2BP should make well-formed Boolean programs");
    write_statistics(c2bp);
    tell(diagnostics_);
    if (write_file(options_.output, slam::to_string(result.program), diagnostics_) !=
        WriteOutcome::Written) {
      return input_error();
    }
    return exit_true;
  }

  void write_statistics(slam::C2bp& c2bp) const {
    if (options_.stats == StatsFormat::None) return;
    Statistics statistics;
    statistics.add("c2bp.statements", c2bp.counts().statements);
    statistics.add("c2bp.abstracted", c2bp.counts().abstracted);
    statistics.add("c2bp.queries", c2bp.strengthener().counts().queries);
    statistics.add("c2bp.unknowns", c2bp.strengthener().counts().unknowns);
    print_table(std::cerr, statistics);
  }

  int input_error() const {
    tell(diagnostics_);
    return exit_input;
  }

  const Options& options_;
  Diagnostics diagnostics_;
};

}  // namespace

int run_abstract(const Options& options) { return Run(options)(); }

}  // namespace pawl::cli
