# SPDX-License-Identifier: Apache-2.0
"""Many cells in one program, and what compilers say they print.

A cell counts when gcc and clang, optimised or not, print the same for it, when the sanitizers of both
are silent, and neither warns of effects that are not ordered.
"""
import re
import shutil
import subprocess

import cells
import long_run

RUNTIME = """\
#include <stdio.h>
#include <stdlib.h>
static char **left_out;
int cell_begins(int number) {
  for (char **one = left_out; *one; one++) if (atoi(*one) == number) return 0;
  printf("BEGIN %d\\n", number);
  fprintf(stderr, "BEGIN %d\\n", number);
  fflush(stdout);
  return 1;
}
void pawl_print(long long value) { printf("%lld\\n", value); }
int program_main(void);
int main(int argc, char **argv) { (void)argc; left_out = argv + 1; program_main(); puts("END"); return 0; }
"""
COMPILED = "extern int cell_begins(int);\n"
SHOW = """\
extern void pawl_print(long long);
static void show(long long site, long long value) { pawl_print(site); pawl_print(value); }
#define SHOW(site, x) show(site, (long long)(x))
"""
SITES = 1000  # per cell, at most
SANITIZE = ["-g1", "-fsanitize=undefined,address", "-fsanitize-recover=undefined,address"]
WAYS = [["gcc", "-O0", *SANITIZE], ["gcc", "-O2"]]
WARNINGS = [["gcc", "-Wsequence-point"]]
# Where there is no clang, gcc alone decides; run.py says so.
CLANG = shutil.which("clang-14") or shutil.which("clang")
if CLANG:
    WAYS += [[CLANG, "-O0", *SANITIZE], [CLANG, "-O2"]]
    WARNINGS += [[CLANG, "-Wno-everything", "-Wunsequenced"]]
ENVIRONMENT = {"ASAN_OPTIONS": "halt_on_error=0:detect_leaks=0", "PATH": "/usr/bin:/bin",
               "UBSAN_OPTIONS": "symbolize=0"}


class Program:
    """The text of a program of cells, and which cell a line belongs to."""

    def __init__(self, chosen, head, show, call, main="int main(void) {", end="return 0;\n}\n"):
        self.lines = {}
        parts = [head + cells.PRELUDE]
        line = parts[0].count("\n") + 1
        for cell in chosen:
            text = cell.numbered(lambda site, cell=cell: show(cell, site)) + "\n"
            for _ in range(text.count("\n")):
                self.lines[line] = cell.number
                line += 1
            parts.append(text)
        parts.append(main + "\n" + "".join(call(cell) + "\n" for cell in chosen) + end)
        self.text = "".join(parts)

    def cells_in(self, messages, pattern=r":(\d+):\d+: (?:fatal )?error: "):
        """Numbers of the cells that messages have a place in."""
        found = (self.lines.get(int(line)) for line in re.findall(pattern, messages))
        return {number for number in found if number is not None}


def shown(cell, site):
    return f"SHOW({cell.number * SITES + site}, "


def compiled_program(chosen):
    return Program(chosen, COMPILED + SHOW, shown,
                   lambda cell: f"if (cell_begins({cell.number})) {cell.call}",
                   main="int program_main(void) {")


def run_program(chosen):
    return Program(chosen, SHOW, shown, lambda cell: cell.call)


class Truth:
    """What the cells of a batch print. `values`: number -> [(site, value)...]; `why`: left out."""

    def __init__(self, chosen, folder):
        self.folder = folder
        self.why = {}
        self.values = {}
        chosen = self.accepted(chosen)
        if chosen:
            self.run(chosen)

    def leave_out(self, numbers, why):
        for number in numbers:
            self.why.setdefault(number, why)

    def accepted(self, chosen):
        """Those that compile, without a warning of unordered effects."""
        source = self.folder / "truth.c"
        for command in WARNINGS * 2:
            program = compiled_program(chosen)
            source.write_text(program.text)
            ended = long_run.run_for([*command, "-std=gnu11", "-fsyntax-only", source], 60)
            self.leave_out(program.cells_in(ended.err), "refused by a compiler")
            self.leave_out(program.cells_in(ended.err, r":(\d+):\d+: warning: .*\[-W(?:seq|unseq)"),
                           "effects without an order")
            chosen = [cell for cell in chosen if cell.number not in self.why]
        return chosen

    def run(self, chosen):
        source, runtime = self.folder / "truth.c", self.folder / "runtime.c"
        source.write_text(compiled_program(chosen).text)
        runtime.write_text(RUNTIME)
        outputs = []
        for number, way in enumerate(WAYS):
            program = self.folder / f"truth{number}"
            subprocess.run([*way, "-std=gnu11", "-w", source, runtime, "-o", program], check=True,
                           timeout=300)
            outputs.append(self.printed(program))
        for cell in chosen:
            values = [output.get(cell.number, []) for output in outputs]
            if cell.number in self.why:
                continue
            if any(value != values[0] for value in values):
                self.leave_out([cell.number], "compilers differ")
            elif not values[0]:
                self.leave_out([cell.number], "shows nothing")
            else:
                self.values[cell.number] = values[0]

    def printed(self, program):
        """number -> [(site, value)...]; cells that are undefined, or do not end, are left out."""
        while True:
            ended = long_run.run_for([program, *self.why], 20, env=ENVIRONMENT)
            self.leave_out(reported(ended.err), "undefined")
            if ended.out.endswith("END\n"):
                return by_cell(ended.out)
            begun = re.findall(r"^BEGIN (\d+)$", ended.err, re.MULTILINE)
            self.leave_out([int(begun[-1])], "crashes" if ended.code is not None else "does not end")


def reported(text):
    """The cells in which a sanitizer had something to say."""
    found, number = set(), None
    for line in text.splitlines():
        if line.startswith("BEGIN "):
            number = int(line.split()[1])
        elif "runtime error" in line or "ERROR: AddressSanitizer" in line:
            found.add(number)
    return found - {None}


def by_cell(text):
    numbers = [int(line) for line in text.splitlines() if re.fullmatch(r"-?\d+", line)]
    found = {}
    for site, value in zip(numbers[::2], numbers[1::2]):
        found.setdefault(site // SITES, []).append((site, value))
    return found
