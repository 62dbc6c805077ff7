// SPDX-License-Identifier: Apache-2.0
//
// Random procedures with loops, calls and contracts.
#pragma once

#include "gcl/desugar.h"
#include "tests/support/parsed.h"
#include "tests/support/random_command.h"

namespace pawl::test {

/// `main` has a random body over x, y, b, a and the global g; it may call `up`, which keeps its
/// contract, and `twice`, which calls `up`.
class ProgramWorld {
 public:
  ProgramWorld(std::uint32_t seed, int statements)
      : parsed_(
            "var g: int;\n"
            "procedure up(n: int, m: int) returns (r: int, s: int)\n"
            "  requires n <= m + 50; modifies g;\n"
            "  ensures r > n; ensures g == old(g) + 1 || g == old(g) + 2; ensures s <= r + m - m;\n"
            "{ var i: int; i := n + 1; g := g + 1; r := i; havoc s; assume s <= i;\n"
            "  if m > n { g := g + 1; } }\n"
            "procedure twice(n: int) returns (r: int)\n"
            "  requires n < 40; modifies g; ensures r >= n + 2; ensures g >= old(g) + 2;\n"
            "{ var z: int; call r, z := up(n, n); call r, z := up(r, r); }\n"
            "procedure main() modifies g; {\n"
            "  var x: int, y: int, b: bool, a: [int]int; }\n") {
    gcl::Context& c = context();
    const gcl::Sort ints = c.int_sort();
    RandomCommand::Features features;
    features.variables = {c.var("g", ints), c.var("x", ints), c.var("y", ints),
                          c.var("b", c.bool_sort()), c.var("a", c.map_sort(ints, ints))};
    features.callees = {&parsed_.program.procedures[0], &parsed_.program.procedures[1]};
    features.loops = true;
    features.conditionals = true;
    variables = features.variables;
    RandomCommand random(c, features, seed);
    gcl::Procedure& main = parsed_.program.procedures[2];
    main.body = random.command(statements);
    main.ensures.push_back({gcl::Expr(random.formula(2)), {}});
    desugared = gcl::desugar(c, program(), main);
  }

  gcl::Context& context() { return parsed_.context; }
  const gcl::Program& program() const { return parsed_.program; }
  const gcl::Procedure& main() const { return parsed_.program.procedures[2]; }

  std::vector<gcl::Expr> variables;
  gcl::Desugared desugared;

 private:
  Parsed parsed_;
};

}  // namespace pawl::test
