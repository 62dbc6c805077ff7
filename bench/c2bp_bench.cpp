// SPDX-License-Identifier: Apache-2.0
//
// C2BP's headline, side by side: 350 lines of C with 35 predicates took under a minute in 2001
// (800 MHz) [BallMillsteinRajamani05]; SLAM needed 263 prover queries for `partition`. Ours, with
// and without the limit on cubes, with and without an incremental solver, with and without cycles
// (slam/equality_conflicts.h).
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "gcl/parser.h"
#include "slam/c2bp.h"

namespace {

using namespace pawl;

struct Input {
  std::string name;
  std::string text;
  std::string predicates;
};

/// A driver-like state machine: 70 states, each with five lines, and a predicate for every second.
Input machine() {
  constexpr int states = 70;
  Input input{"machine, 350 lines, 35 predicates", "var s: int, locked: int;\n", "global:\n"};
  input.text +=
      "procedure main(n: int) modifies s, locked; {\n  var i: int;\n  s := 0;\n  i := 0;\n";
  input.text += "  locked := 0;\n  while i < n {\n";
  for (int k = 0; k < states; ++k) {
    const std::string here = std::to_string(k);
    input.text += "    if s == " + here + " {\n      locked := 1 - locked;\n      s := s + 1;\n" +
                  "      if i > " + here + " { locked := 0; }\n    }\n";
  }
  input.text += "    i := i + 1;\n  }\n  assert locked <= 1;\n}\n";
  for (int k = 0; k < states; k += 2) {
    const std::string here = std::to_string(k);
    if (k < 60) input.predicates += "  s == " + here + "\n";
  }
  input.predicates += "  locked == 0\n  locked == 1\n  locked <= 1\nprocedure main:\n  i < n\n";
  input.predicates += "  i <= n\n";
  return input;
}

Input partition(const std::string& folder) {
  std::ifstream in(folder + "/partition.gcl");
  std::ostringstream text;
  text << in.rdbuf();
  return {"partition", text.str(),
          "procedure partition:\n  prev == null\n  curr == null\n"
          "  val[prev] > v\n  val[curr] > v\n"};
}

void measure(const Input& input, const char* mode, const slam::C2bpOptions& options) {
  gcl::Context context;
  const SourceFile file(input.name, input.text);
  const SourceFile predicates("predicates", input.predicates);
  Diagnostics diagnostics;
  const std::optional<gcl::Program> program = gcl::parse_program(context, file, diagnostics);
  slam::PredicateSet set;
  if (program) slam::read_predicates(context, *program, predicates, set, diagnostics);
  if (!program || diagnostics.has_errors()) {
    std::fprintf(stderr, "%s does not parse\n", input.name.c_str());
    std::exit(1);
  }
  const gcl::Program internal = gcl::internal_form(context, *program, gcl::LoopInvariants::Check);
  prover::QueryLog log;
  slam::C2bp c2bp(context, internal, options, log);
  const std::clock_t start = std::clock();
  c2bp(set, "");
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("| %s | %zu | %s | %llu | %.2f |\n", input.name.c_str(), set.size(), mode,
              static_cast<unsigned long long>(c2bp.strengthener().counts().queries), seconds);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  std::printf(
      "C2BP (2001: under a minute for 350 lines and 35 predicates; partition: 263 queries)\n");
  std::printf(
      "| input | predicates | cubes, solver | queries | seconds |\n|---|---|---|---|---|\n");
  for (const Input& input : {partition(argv[1]), machine()}) {
    slam::C2bpOptions options;
    measure(input, "3 literals, incremental, cycles", options);
    options.strengthen.cube_length = 0;
    measure(input, "any length, incremental, cycles", options);
    options.strengthen.equalities = slam::StrengthenOptions::Equalities::Never;
    measure(input, "any length, incremental", options);
    options.strengthen.cube_length = 3;
    measure(input, "3 literals, incremental", options);
    options.strengthen.solving = slam::StrengthenOptions::Solving::Fresh;
    measure(input, "3 literals, fresh solver", options);
  }
  return 0;
}
