// SPDX-License-Identifier: Apache-2.0
//
// Does everything from the text to the verification condition grow linearly? Generated
// straight-line code with k ifs over a fixed set of variables; k doubles from line to line, so a
// ratio near 2 is linear. Best of several rounds; size is the number of distinct nodes. Each round
// has a process of its own, as a program has that is checked: what another left of the heap would
// be measured with it.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <limits>
#include <optional>
#include <string>

#include "gcl/parser.h"
#include "gcl/traverse.h"
#include "gcl/vc.h"

namespace {

using namespace pawl;

constexpr int variables = 20;
constexpr int rounds = 15;

std::string generate(int ifs) {
  std::string text = "procedure p(n: int)\n{\n  var ";
  for (int v = 0; v < variables; ++v) text += (v == 0 ? "x" : ", x") + std::to_string(v) + ": int";
  text += ";\n";
  for (int i = 0; i < ifs; ++i) {
    const std::string a = "x" + std::to_string(i % variables);
    const std::string b = "x" + std::to_string((i * 7 + 3) % variables);
    text += "  if " + a + " < n + " + std::to_string(i) + " {\n    " + a + " := " + a + " + " + b +
            ";\n  } else {\n    " + b + " := " + b + " - 1;\n  }\n";
    if (i % 10 == 9) text += "  assert " + a + " <= " + b + " + n;\n";
  }
  return text + "}\n";
}

struct Figures {
  double parse = std::numeric_limits<double>::max();  // seconds
  double vc = std::numeric_limits<double>::max();
  std::size_t nodes = 0;
  std::size_t lines = 0;
  double total() const { return parse + vc; }
};

/// Processor time: what else the machine does must not count.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// One round; nothing when the generated program does not parse.
std::optional<Figures> measure(const SourceFile& file) {
  Figures figures;
  gcl::Context context;
  Diagnostics diagnostics;
  const double start = seconds();
  const std::optional<gcl::Program> program = gcl::parse_program(context, file, diagnostics);
  if (!program) return std::nullopt;
  const double parsed = seconds();
  const gcl::Desugared desugared = gcl::desugar(context, *program, program->procedures[0]);
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  const gcl::Vc vc = gcl::make_vc(context, passive);
  const std::vector<gcl::Expr> constraints = gcl::all_constraints(context, vc);
  figures.vc = seconds() - parsed;
  figures.parse = parsed - start;
  figures.nodes = gcl::dag_size(constraints);
  figures.lines = static_cast<std::size_t>(std::ranges::count(file.text(), '\n'));
  return figures;
}

/// The same in a process of its own, whose figures come back through a pipe.
std::optional<Figures> measure_apart(int ifs) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    const std::optional<Figures> figures = measure(SourceFile("generated.gcl", generate(ifs)));
    const bool told = figures && write(ends[1], &*figures, sizeof *figures) == sizeof *figures;
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  Figures figures;
  const bool heard = child > 0 && read(ends[0], &figures, sizeof figures) == sizeof figures;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return heard ? std::optional(figures) : std::nullopt;
}

void keep_best(Figures& best, const Figures& now) {
  best.vc = std::min(best.vc, now.vc);
  best.parse = std::min(best.parse, now.parse);
  best.nodes = now.nodes;
  best.lines = now.lines;
}

void print_row(int ifs, const Figures& now, const Figures* before) {
  const double time_ratio = before != nullptr ? now.total() / before->total() : 0;
  const double size_ratio =
      before != nullptr ? static_cast<double>(now.nodes) / static_cast<double>(before->nodes) : 0;
  std::printf("%6d %8zu %8.2f %8.2f %8.2f %9.2f %8zu %9.2f %9.0f\n", ifs, now.lines,
              1e3 * now.parse, 1e3 * now.vc, 1e3 * now.total(), time_ratio, now.nodes, size_ratio,
              static_cast<double>(now.lines) / now.parse);
}

}  // namespace

int main() {
  constexpr std::array sizes = {500, 1000, 2000, 4000};
  std::array<Figures, sizes.size()> figures;
  // Round by round through all sizes, so that a slow moment of the machine hits none in all.
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::optional<Figures> now = measure_apart(sizes[i]);
      if (!now) {
        std::fputs("the generated program should be well-formed\n", stderr);
        return 1;
      }
      keep_best(figures[i], *now);
    }
  }
  std::puts("parse + check + VC of straight-line code with k ifs (processor time in ms)");
  std::puts("     k    lines    parse       vc    total  x before    nodes  x before   lines/s");
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    print_row(sizes[i], figures[i], i == 0 ? nullptr : &figures[i - 1]);
  }
  return 0;
}
