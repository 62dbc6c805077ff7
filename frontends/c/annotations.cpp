// SPDX-License-Identifier: Apache-2.0
//
// ACSL comments are parsed, and what they say is refused as long as it has no meaning here: an
// annotation that is skipped would be a claim nobody checked.
#include "frontends/acsl/parser.h"
#include "frontends/c/lowering.h"
#include "support/overloaded.h"

namespace pawl::frontend::c {

void Lowering::read_annotations() {
  const SourceFile& file = unit_.file();
  for (const acsl::TextRange& comment : acsl::find_annotations(file.text())) {
    const std::optional<acsl::Annotation> annotation =
        acsl::parse_annotation(file, comment, {}, diagnostics_);
    if (!annotation) continue;  // reported
    const char* what =
        std::visit(overloaded{[](const acsl::Contract&) { return "an ACSL contract"; },
                              [](const acsl::Assertions&) { return "an ACSL assertion"; },
                              [](const acsl::LoopAnnotation&) { return "an ACSL loop annotation"; },
                              [](const acsl::Ghost&) { return "ACSL ghost code"; },
                              [](const acsl::Declarations&) { return "an ACSL declaration"; }},
                   *annotation);
    const bool is_loop = std::holds_alternative<acsl::LoopAnnotation>(*annotation);
    if (is_loop && options_.loop_annotations == LoopAnnotations::Ignore) continue;
    diagnostics_.error(acsl::range_of(*annotation), std::string(what) + " is not supported",
                       is_loop ? "leave it out with --ignore-loop-annotations"
                               : "write it as assert(...), or take the '@' out of the comment");
  }
}

void Lowering::annotations_before(const clang::Stmt*) {}
void Lowering::annotations_before_end(const clang::CompoundStmt*) {}
void Lowering::loop_clauses(const clang::Stmt*, gcl::While&) {}
void Lowering::contract_clauses(const clang::FunctionDecl*, gcl::Procedure&) {}
bool Lowering::has_contract(const clang::FunctionDecl*) { return false; }

}  // namespace pawl::frontend::c
