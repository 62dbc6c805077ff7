// SPDX-License-Identifier: Apache-2.0
//
// A program given as text, one of its loops, and questions about what is proposed for it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gcl/desugar.h"
#include "gcl/parser.h"
#include "gcl/program.h"
#include "heuristics/loop_facts.h"
#include "heuristics/predicate_source.h"

namespace pawl::heuristics {

class LoopFixture {
 public:
  /// The last procedure with a body is the one that is looked at. Fails the test on bad text.
  explicit LoopFixture(std::string text);

  gcl::Context& context() { return context_; }
  const gcl::Program& program() const { return *program_; }
  const gcl::Procedure& procedure() const { return *procedure_; }
  const gcl::Desugared& desugared() const { return desugared_; }
  std::size_t loop_count() const { return desugared_.loops.size(); }
  LoopView view(std::size_t loop = 0);
  Proposal propose(std::size_t loop = 0, std::string_view selection = "all");

  /// A variable of the procedure, or a global.
  gcl::Expr variable(std::string_view name) const;
  /// An expression over the procedure's names and the proposal's skolems.
  gcl::Expr expr(std::string_view text, const std::vector<gcl::Expr>& skolems = {},
                 gcl::Sort sort = {});

  /// The proposed predicate that is `text` up to negation and spelling; null when there is none.
  const Predicate* find(const Proposal& proposal, std::string_view text);

 private:
  gcl::Context context_;
  SourceFile file_;
  std::optional<gcl::Program> program_;
  const gcl::Procedure* procedure_ = nullptr;
  gcl::Desugared desugared_;
  std::vector<std::unique_ptr<SourceFile>> snippets_;
};

/// One per line, for messages of failed tests.
std::string to_string(const Proposal& proposal);

}  // namespace pawl::heuristics
