// SPDX-License-Identifier: Apache-2.0
//
// How fast programs run: the register machine and the interpreter that it is compared with. A step
// is a statement or a test of a loop. The aim is 5 million simple steps per second.
// Usage: bench_interpreter [STEPS]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "gcl/parser.h"
#include "gcl/register_machine.h"

namespace {

using namespace pawl;
using Clock = std::chrono::steady_clock;

struct Case {
  const char* name;
  const char* text;
};

constexpr Case cases[] = {
    {"counter", "procedure main() { var i: int; i := 0; while true { i := i + 1; } }"},
    {"branches",
     "procedure main() { var i: int, s: int; i := 0; s := 0; while true { i := i + 1;"
     " if i mod 3 == 0 { s := s + i; } else { s := (s * 31 + 7) mod 65536; } } }"},
    {"array of 100,000",
     "procedure main() { var i: int, a: [int]int; i := 0; while true {"
     " a[i] := a[i] + i; i := if i < 99999 then i + 1 else 0; } }"},
    {"array in a heap",
     "procedure main() { var i: int, m: [int][int]int, o: int; i := 0; o := 7; while true {"
     " m[o][i] := m[o][i] + i; i := if i < 99999 then i + 1 else 0; } }"},
    {"calls",
     "procedure next(n: int) returns (r: int) { r := n + 1; }"
     "procedure main() { var i: int; i := 0; while true { call i := next(i); } }"},
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double millions_per_second(std::uint64_t steps, double seconds) {
  return static_cast<double>(steps) / seconds / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t steps = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 3'000'000;
  std::printf("%-18s %22s %22s\n", "millions of steps/s", "register machine", "interpreter");
  for (const Case& one : cases) {
    const SourceFile file(one.name, one.text);
    gcl::Context context;
    Diagnostics diagnostics;
    const auto program = gcl::parse_program(context, file, diagnostics);
    if (!program) {
      std::cerr << "bench_interpreter: " << one.name << " does not parse\n";
      return 1;
    }
    const gcl::Procedure& main = *program->find_procedure("main");
    gcl::SeededChooser chooser(1);
    const auto start = Clock::now();
    gcl::RegisterMachine(*program, {.fuel = steps}).run(main, chooser);
    const double fast = seconds_since(start);
    // It copies whole maps: few steps tell.
    const std::uint64_t few = steps / 100;
    gcl::InterpreterOptions options;
    options.fuel = few;
    options.tracing = gcl::Tracing::Off;
    const auto again = Clock::now();
    gcl::run(*program, main, chooser, options);
    const double slow = seconds_since(again);
    std::printf("%-18s %22.2f %22.3f\n", one.name, millions_per_second(steps, fast),
                millions_per_second(few, slow));
  }
  return 0;
}
