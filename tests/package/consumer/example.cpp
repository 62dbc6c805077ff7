// SPDX-License-Identifier: Apache-2.0
// Infers the invariants of a program and prints what is certified of each loop.
#include <iostream>
#include <optional>

#include "engine/engine.h"
#include "gcl/expr.h"
#include "support/diagnostic.h"

int main() {
  const pawl::SourceFile file("count.gcl",
                              "procedure count(n: int) returns (i: int)\n"
                              "  requires 0 <= n;\n"
                              "  ensures i == n;\n"
                              "{\n"
                              "  i := 0;\n"
                              "  while i < n { i := i + 1; }\n"
                              "}\n");
  const pawl::engine::GclInput input(file);
  pawl::gcl::Context context;
  pawl::Diagnostics diagnostics;
  const std::optional<pawl::gcl::Program> program =
      input.load(context, pawl::engine::Purpose::Prove, diagnostics);
  if (!program) {
    render(std::cerr, diagnostics);
    return 2;
  }
  pawl::engine::Options options;
  options.inference = pawl::engine::Inference::Always;
  const pawl::engine::Result result =
      pawl::engine::run(input, context, *program, options, {}, diagnostics);
  for (const auto& procedure : result.procedures) {
    for (const auto& loop : procedure.loops) {
      for (const auto& conjunct : loop.invariant) {
        if (conjunct.certified()) std::cout << loop.id << ": " << conjunct.text << '\n';
      }
    }
  }
  std::cout << to_string(judge(result)) << '\n';
  return judge(result).verdict == pawl::engine::Verdict::True ? 0 : 20;
}
