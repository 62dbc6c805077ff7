// SPDX-License-Identifier: Apache-2.0
//
// Does BEBOP's time grow linearly with the program, and with the variables only through the BDDs?
// Families of generated Boolean programs; the size doubles (or so) from line to line, and
// "per node" should stay where it is. Everything is decided twice, by construction and by BEBOP:
// a wrong answer ends the benchmark. With two builds, -DPAWL_BDD=BuDDy and -DPAWL_BDD=CUDD, the
// tables compare the packages.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "abstraction/bdd.h"
#include "slam/bebop.h"
#include "slam/bp_parser.h"

namespace {

using namespace pawl;

struct Generated {
  std::string text;
  slam::BebopVerdict expected = slam::BebopVerdict::Safe;
};

std::string name(const char* stem, int i) { return stem + std::to_string(i); }

std::string names(const char* stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + name(stem, i);
  return text;
}

/// A chain of procedures, each called twice by the one before; eight locals each and one global
/// that a call may set. The same few variables are in scope everywhere.
Generated procedures(int count) {
  std::string text = "decl g;\n";
  for (int i = 0; i < count; ++i) {
    text += (i == 0 ? "void main" : "void p" + std::to_string(i)) + std::string("()\nbegin\n");
    text += "  decl " + names("l", 8) + ";\n  l0 := g;\n";
    for (int j = 1; j < 8; ++j) {
      text += "  " + name("l", j) + " := choose(" + name("l", j - 1) + ", !" + name("l", j - 1) +
              ");\n";
    }
    if (i + 1 < count) {
      const std::string callee = name("p", i + 1) + "();\n";
      text += "  " + callee + "  if (l7) then " + callee + "  else " + callee + "  fi;\n";
    } else {
      text += "  g := !g;\n  g := !g;\n";
    }
    text += "  assert (g = l7);\nend\n";
  }
  return {text};
}

/// Straight-line code over a fixed number of variables.
Generated statements(int count) {
  constexpr int variables = 12;
  std::string text = "decl " + names("x", variables) + ";\nvoid main()\nbegin\n  assume (x0);\n";
  for (int i = 0; i < count; ++i) {
    const std::string a = name("x", 1 + i % (variables - 1));
    const std::string b = name("x", 1 + (i * 7 + 3) % (variables - 1));
    text += "  if (*) then " + a + " := " + b + "; else " + b + " := choose(" + a + ", x0); fi;\n";
  }
  return {text + "  assert (x0);\nend\n"};
}

/// n variables, shuffled about by a loop that keeps their parity in p.
Generated variables(int count) {
  std::string text = "decl p, " + names("x", count) + ";\nvoid main()\nbegin\n  p := F;\n";
  for (int i = 0; i < count; ++i) text += "  p := p ^ " + name("x", i) + ";\n";
  text += "  while (*) do\n";
  for (int i = 0; i < count; ++i) {
    text += "    if (*) then p, " + name("x", i) + " := !p, !" + name("x", i) + "; fi;\n";
  }
  text += "  od;\n";
  for (int i = 0; i < count; ++i) text += "  p := p ^ " + name("x", i) + ";\n";
  return {text + "  assert (!p);\nend\n"};
}

/// Mutual recursion without a bound; each of n procedures calls the next and itself.
Generated recursion(int count) {
  std::string text = "decl a, b;\n";
  for (int i = 0; i < count; ++i) {
    text += "void " + name("p", i) + "(x)\nbegin\n  a, b := b, a;\n";
    text += "  if (x) then " + name("p", i) + "(*); " + name("p", (i + 1) % count) + "(x); fi;\n";
    text += "  a, b := b, a;\nend\n";
  }
  return {text +
          "void main()\nbegin\n  decl c, d;\n  c, d := a, b;\n  p0(*);\n"
          "  assert ((a = c) & (b = d));\nend\n"};
}

/// A k-bit counter that runs until it overflows: 2^k states at the head of the loop, and a loop
/// that goes round as often. Linear in 2^k is all one can ask.
Generated counter(int bits) {
  std::string values;
  std::string carry = "T";
  for (int i = 0; i < bits; ++i) {
    values += (i == 0 ? "" : ", ") + name("c", i) + " ^ (" + carry + ")";
    carry = i == 0 ? name("c", 0) : carry + " & " + name("c", i);
  }
  std::string zeros = "F";
  for (int i = 1; i < bits; ++i) zeros += ", F";
  const std::string all = names("c", bits);
  return {"decl " + all + ";\nvoid main()\nbegin\n  " + all + " := " + zeros + ";\n  while (!(" +
          carry + ")) do\n    " + all + " := " + values + ";\n  od;\n  assert (" + carry +
          ");\nend\n"};
}

/// The same counter, with an assertion that fails at the end: how much the trace costs.
Generated counter_trace(int bits) {
  Generated result = counter(bits);
  result.text.replace(result.text.rfind("assert ("), 8, "assert !(");
  result.expected = slam::BebopVerdict::Violated;
  return result;
}

/// Processor time: what else the machine does must not count.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Family {
  const char* title;
  const char* size;
  std::function<Generated(int)> generate;
  std::vector<int> sizes;
  int rounds;
};

/// Best of several rounds. False when the answer is not the expected one.
bool measure(const Family& family) {
  std::printf("%s\n  %10s %9s %9s %9s %9s %9s %9s %9s\n", family.title, family.size, "nodes", "ms",
              "x before", "us/node", "steps", "BDD nodes", "trace");
  double before = 0;
  for (const int size : family.sizes) {
    const Generated generated = family.generate(size);
    const SourceFile file("generated.bp", generated.text);
    Diagnostics diagnostics;
    const auto program = slam::parse_bp(file, diagnostics);
    if (!program) {
      std::fputs("the generated program should be well-formed\n", stderr);
      return false;
    }
    slam::BebopOptions options;
    options.entry = program->find("main");
    double best = std::numeric_limits<double>::max();
    slam::BebopResult result;
    for (int round = 0; round < family.rounds; ++round) {
      const double start = seconds();
      result = slam::bebop(*program, options);
      best = std::min(best, seconds() - start);
    }
    if (result.verdict != generated.expected) return false;
    const auto nodes = static_cast<double>(result.cfg.nodes.size());
    std::printf("  %10d %9zu %9.1f %9.2f %9.2f %9llu %9llu %9zu\n", size, result.cfg.nodes.size(),
                1e3 * best, before > 0 ? best / before : 0, 1e6 * best / nodes,
                static_cast<unsigned long long>(result.steps),
                static_cast<unsigned long long>(result.live_nodes), result.trace.size());
    before = best;
  }
  return true;
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  std::printf("BEBOP with %s (processor time)\n", abstraction::BddManager::package());
  const std::vector<Family> families = {
      {"procedures, each called twice by the one before",
       "procedures",
       procedures,
       {2, 250, 500, 1000, 2000},
       3},
      {"statements over 12 variables", "ifs", statements, {250, 500, 1000, 2000, 4000}, 3},
      {"mutually recursive procedures", "procedures", recursion, {125, 250, 500, 1000, 2000}, 3},
      {"variables in scope, a loop that keeps their parity",
       "variables",
       variables,
       {8, 16, 32, 64, 128},
       3},
      {"k-bit counter, 2^k rounds", "k", counter, {6, 7, 8, 9, 10, 11}, 1},
      {"k-bit counter that fails at its end", "k", counter_trace, {6, 7, 8, 9, 10, 11}, 1},
  };
  for (const Family& family : families) {
    if (measure(family)) continue;
    std::fprintf(stderr, "wrong answer in family '%s'\n", family.title);
    return 1;
  }
  return 0;
}
