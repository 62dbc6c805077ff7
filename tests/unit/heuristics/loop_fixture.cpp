// SPDX-License-Identifier: Apache-2.0
#include "loop_fixture.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "gcl/printer.h"
#include "heuristics/formula.h"

namespace pawl::heuristics {

LoopFixture::LoopFixture(std::string text) : file_("loop.gcl", std::move(text)) {
  Diagnostics diagnostics;
  program_ = gcl::parse_program(context_, file_, diagnostics);
  if (!program_) {
    std::ostringstream out;
    render(out, diagnostics);
    FAIL(out.str());
  }
  for (const gcl::Procedure& procedure : program_->procedures) {
    if (procedure.body) procedure_ = &procedure;
  }
  REQUIRE(procedure_ != nullptr);
  desugared_ = gcl::desugar(context_, *program_, *procedure_);
}

LoopView LoopFixture::view(std::size_t loop) {
  return {context_, *program_, *procedure_, desugared_, loop};
}

Proposal LoopFixture::propose(std::size_t loop, std::string_view selection) {
  std::string error;
  const auto sources = make_sources(selection, error);
  REQUIRE(error.empty());
  return heuristics::propose(view(loop), sources);
}

gcl::Expr LoopFixture::variable(std::string_view name) const {
  for (const auto* declarations :
       {&procedure_->parameters, &procedure_->results, &procedure_->locals, &program_->globals}) {
    for (const gcl::VarDecl& declaration : *declarations) {
      if (declaration.var.name() == name) return declaration.var;
    }
  }
  FAIL("no variable " << name);
  return {};
}

gcl::Expr LoopFixture::expr(std::string_view text, const std::vector<gcl::Expr>& skolems,
                            gcl::Sort sort) {
  snippets_.push_back(std::make_unique<SourceFile>("snippet", std::string(text)));
  Diagnostics diagnostics;
  const gcl::Expr parsed =
      gcl::parse_expr(context_, *snippets_.back(), *program_, *procedure_, skolems,
                      sort ? sort : context_.bool_sort(), diagnostics);
  if (!parsed) {
    std::ostringstream out;
    render(out, diagnostics);
    FAIL(out.str());
  }
  return parsed;
}

const Predicate* LoopFixture::find(const Proposal& proposal, std::string_view text) {
  const gcl::Expr wanted = canonical(context_, expr(text, proposal.skolems()));
  for (const Predicate& predicate : proposal.predicates()) {
    if (canonical(context_, predicate.formula) == wanted) return &predicate;
  }
  return nullptr;
}

std::string to_string(const Proposal& proposal) {
  std::string text;
  for (const Predicate& predicate : proposal.predicates()) {
    text += gcl::print(predicate.formula) + "    -- " + predicate.origin + "\n";
  }
  return text;
}

}  // namespace pawl::heuristics
