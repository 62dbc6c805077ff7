// SPDX-License-Identifier: Apache-2.0
// A program that uses an installed pawl: parses a loop with its invariant and checks it, once as it
// should be and once broken.
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>

#include "check/check.h"
#include "gcl/parser.h"
#include "prover/query_log.h"
#include "support/diagnostic.h"

namespace {

bool proved(const std::string& guard) {
  const pawl::SourceFile file("count.gcl",
                              "procedure count(n: int) returns (i: int)\n"
                              "  requires 0 <= n;\n"
                              "  ensures i == n;\n"
                              "{\n"
                              "  i := 0;\n"
                              "  while " +
                                  guard +
                                  "\n"
                                  "    invariant i <= n;\n"
                                  "  {\n"
                                  "    i := i + 1;\n"
                                  "  }\n"
                                  "}\n");
  pawl::gcl::Context context;
  pawl::Diagnostics diagnostics;
  const std::optional<pawl::gcl::Program> program =
      pawl::gcl::parse_program(context, file, diagnostics);
  pawl::render(std::cerr, diagnostics);
  if (!program) return false;
  pawl::prover::QueryLog log;
  return pawl::check::check_procedure(context, *program, program->procedures.front(), {}, log)
      .proved();
}

}  // namespace

int main() {
  const bool ok = proved("i < n") && !proved("i <= n");
  std::puts(ok ? "consumer: ok" : "consumer: broken");
  return ok ? 0 : 1;
}
