# SPDX-License-Identifier: Apache-2.0
"""Pawl against the compiler, on random C programs: run.py --pawl PAWL --seeds 1:100 [MODE...]

    self        without Pawl: the programs are defined. gcc accepts them, they run clean under the
                sanitizers, and optimised they print the same
    lowering    the compiled program and `pawl run` print the same values
    invariants  what `pawl infer` finds holds: as checks at run time no invariant fires
    verdicts    of programs with assertions that `pawl verify` calls true, none fails
    library     like lowering, for programs that call functions of the library on known data

Each program is run on several vectors of random inputs; the same seed gives the same program and
inputs. Invariants that cannot be turned into C are counted and shown with the reason. A program is
finished when pawl ended in time and everything was compared; with --finish N seeds are taken beyond
the last one until N programs are. Exit code 1 when something differs, fires, is refused or crashes, or
when fewer than N programs, or none, were compared.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

import checks
import generate
import library

HERE = pathlib.Path(__file__).resolve().parent
# Random programs have constants and names that nobody would write.
WARNINGS = ["-Wall", "-Werror", "-Wno-unused", "-Wno-tautological-compare", "-Wno-bool-compare",
            "-Wno-overflow", "-Wno-bool-operation", "-Wno-int-in-bool-context"]
SANITIZE = ["-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
ASSERTION_FAILED, CHECK_FIRED = 42, 45
ANSWERED = {0, 10, 20}
EXIT_INPUT = 2
FINISHED = "programs finished"
# With --finish: so many seeds are tried for each program that is wanted.
PATIENCE = 3
# Failures that are printed; all are counted.
SHOWN = 20


class Red(Exception):
    """What went wrong with one program."""


class Bench:
    """Compiles and runs in one folder; counts what was looked at."""

    def __init__(self, options, directory):
        self.options = options
        self.directory = directory
        self.counts = collections.Counter()

    def vectors(self, seed):
        """Inputs: small ones mostly, and the ends of the types."""
        source = random.Random(f"inputs {seed}")
        ends = [0, 1, -1, 127, 128, 255, 32767, -32768, 65535, 2**31 - 1, -2**31, 2**32 - 1]
        return [[source.choice(ends) if source.randrange(5) == 0 else source.randrange(-20, 120)
                 for _ in range(40)] for _ in range(self.options.vectors)]

    def write(self, name, text):
        path = self.directory / name
        path.write_text(text)
        return path

    def compile(self, path, *flags):
        program = path.with_suffix("")
        run = subprocess.run(["gcc", "-std=gnu11", *flags, "-Dmain=program_main", path,
                              self.options.runtime, "-o", program], text=True, capture_output=True)
        if run.returncode != 0:
            raise Red(f"gcc refuses {path.name}:\n{run.stderr[:3000]}")
        return program

    def execute(self, program, inputs):
        try:
            return subprocess.run([program, *map(str, inputs)], text=True, capture_output=True,
                                  timeout=60)
        except subprocess.TimeoutExpired:
            raise Red(f"{program.name} does not end on {inputs}") from None

    def pawl(self, *arguments):
        """The finished run, or None when it took too long."""
        command = [self.options.pawl, *arguments]
        try:
            run = subprocess.run(command, text=True, capture_output=True, timeout=self.options.timeout,
                                 stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.counts["timeouts"] += 1
            return None
        if run.returncode == EXIT_INPUT:
            raise Red(f"refused: {shlex.join(map(str, command))}\n{run.stderr[:1500]}")
        if run.returncode not in ANSWERED:
            raise Red(f"exit code {run.returncode}: {shlex.join(map(str, command))}\n{run.stderr[:1500]}")
        return run

    # --- the modes

    def self_check(self, seed):
        text = generate.generate(seed, small=self.options.small)
        if generate.generate(seed, small=self.options.small) != text:
            raise Red("the same seed gives two programs")
        path = self.write(f"p{seed}.c", text)
        checked = self.compile(path, *WARNINGS, *SANITIZE)
        plain = self.compile(self.write(f"p{seed}_fast.c", text), "-w", "-O2")
        for inputs in self.vectors(seed):
            first, second = self.execute(checked, inputs), self.execute(plain, inputs)
            if first.returncode != 0:
                raise Red(f"exit code {first.returncode} on {inputs}\n{first.stderr[:1500]}")
            if first.stdout != second.stdout:
                raise Red(f"-O0 and -O2 differ on {inputs}")
            self.counts["values compared"] += len(first.stdout.split())
        self.counts[FINISHED] += 1

    def lowering(self, seed):
        path = self.write(f"p{seed}.c", generate.generate(seed, small=self.options.small))
        self.compare_runs(path, self.compile(path, "-w", "-O1"), self.vectors(seed))

    def library(self, seed):
        path = self.write(f"p{seed}.c", library.generate(seed))
        self.compare_runs(path, self.compile(path, "-w", *SANITIZE), [[0]])

    def compare_runs(self, path, program, vectors):
        all_ended = True
        for inputs in vectors:
            expected = self.execute(program, inputs).stdout.split()
            text = self.options.run.format(file=path, inputs=",".join(map(str, inputs)))
            run = self.pawl(*shlex.split(text))
            if run is None:
                all_ended = False
                continue
            if run.stdout.split() != expected:
                raise Red(f"compiled and lowered differ on {inputs}\n"
                          + first_difference(expected, run.stdout.split()))
            self.counts["values compared"] += len(expected)
        self.counts[FINISHED] += all_ended

    def invariants(self, seed):
        source = generate.generate(seed, small=self.options.small)
        run = self.pawl("infer", *shlex.split(self.options.infer),
                        self.write(f"p{seed}.c", source))
        if run is not None:
            self.check_annotated(f"p{seed}_checked.c", run.stdout, self.vectors(seed))
            self.counts[FINISHED] += 1

    def check_annotated(self, name, text, vectors):
        """Runs an annotated program with its invariants as checks."""
        try:
            instrumented = checks.instrument(text)
        except ValueError as error:
            raise Red(f"the annotated program is not understood: {error}\n{text[:3000]}") from None
        self.counts["invariants checked"] += len(instrumented.checked)
        self.counts["invariants not translated"] += len(instrumented.untranslated)
        for invariant, why in instrumented.untranslated:
            self.counts[f"not translated: {why}"] += 1
            if self.options.verbose:
                print(f"{name}: not translated ({why}): {invariant}")
        program = self.compile(self.write(name, instrumented.text), "-w", "-O1")
        for inputs in vectors:
            run = self.execute(program, inputs)
            if run.returncode == CHECK_FIRED:
                raise Red(f"an invariant is false on {inputs}\n{run.stderr}")
            if run.returncode != 0:
                raise Red(f"exit code {run.returncode} on {inputs}\n{run.stderr}")
            evaluated, outside = map(int, run.stderr.split("CHECKS ")[1].split())
            self.counts["checks evaluated"] += evaluated
            self.counts["checks without a value"] += outside

    def verdicts(self, seed):
        path = self.write(f"p{seed}.c", generate.generate(seed, asserts=True, small=self.options.small))
        run = self.pawl("verify", *shlex.split(self.options.verify), path)
        if run is None:
            return
        self.counts[f"verify answered {run.returncode}"] += 1
        program = self.compile(path, "-w", "-O1")
        for inputs in self.vectors(seed):
            code = self.execute(program, inputs).returncode
            if code == ASSERTION_FAILED and run.returncode == 0:
                raise Red(f"SOUNDNESS: called true, but an assertion fails on {inputs}")
            self.counts["verdicts compared"] += run.returncode == 0
        self.counts[FINISHED] += 1


MODES = {"self": Bench.self_check, "lowering": Bench.lowering, "invariants": Bench.invariants,
         "verdicts": Bench.verdicts, "library": Bench.library}
# What has to be above zero for a mode to have shown anything.
EVIDENCE = {"self": "values compared", "lowering": "values compared",
            "invariants": "checks evaluated", "library": "values compared"}


def first_difference(expected, got):
    for place, (a, b) in enumerate(zip(expected, got)):
        if a != b:
            return f"value {place + 1}: compiled {a}, lowered {b}"
    return f"{len(expected)} values compiled, {len(got)} lowered"


def run_seed(mode, seed, options):
    """Counts, and what went wrong or None."""
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(options, pathlib.Path(name))
        try:
            MODES[mode](bench, seed)
        except Red as failure:
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                for path in bench.directory.glob("*.c"):
                    (options.keep / f"{mode}_{path.name}").write_text(path.read_text())
            return bench.counts, str(failure)
        return bench.counts, None


def run_seeds(mode, seeds, options, total):
    """How many went wrong; counts are added to `total`."""
    red = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, counts, failure in pool.map(lambda s: (s, *run_seed(mode, s, options)), seeds):
            total += counts
            if failure is None:
                continue
            red += 1
            if red <= SHOWN:
                asked = " --asserts" * (mode == "verdicts") + " --small" * options.small
                print(f"{mode} RED seed {seed} (generate.py {seed}{asked}): {failure}", flush=True)
    return red


def run_mode(mode, options):
    first, last = options.seeds
    total = collections.Counter()
    red = run_seeds(mode, range(first, last + 1), options, total)
    limit = first + PATIENCE * options.finish
    while total[FINISHED] < options.finish and last < limit and not red:
        more = range(last + 1, min(last + options.finish - total[FINISHED], limit) + 1)
        red += run_seeds(mode, more, options, total)
        last = more[-1]
    print(f"{mode}: {last - first + 1} programs, {total[FINISHED]} finished, {red} red")
    for name, count in sorted(total.items()):
        print(f"  {count:8} {name}")
    if total[FINISHED] < options.finish:
        print(f"{mode}: RED, {options.finish} programs were to finish")
        red += 1
    if mode in EVIDENCE and not total[EVIDENCE[mode]]:
        print(f"{mode}: RED, there are no {EVIDENCE[mode]}")
        red += 1
    return red


def seed_range(text):
    first, _, last = text.partition(":")
    return int(first), int(last or first)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", help="the executable")
    parser.add_argument("--seeds", type=seed_range, default=(1, 20), help="FIRST:LAST")
    parser.add_argument("--small", action="store_true", help="programs with one or two loops")
    parser.add_argument("--finish", type=int, default=0, metavar="N",
                        help="take more seeds until N programs are finished in time")
    parser.add_argument("--vectors", type=int, default=4, help="inputs per program")
    parser.add_argument("--run", default="run --inputs={inputs} {file}",
                        help="how pawl interprets a program; {file} and {inputs} are filled in")
    parser.add_argument("--infer", default="", help="more options of pawl infer")
    parser.add_argument("--verify", default="", help="more options of pawl verify")
    parser.add_argument("--timeout", type=float, default=60, help="seconds per run of pawl")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path, help="where to put programs that went wrong")
    parser.add_argument("--verbose", action="store_true", help="show what is not translated")
    parser.add_argument("modes", nargs="*", metavar="MODE", help=f"{', '.join(MODES)}; all if none")
    options = parser.parse_args()
    modes = options.modes or list(MODES)
    for mode in modes:
        if mode not in MODES:
            parser.error(f"there is no mode '{mode}'")
        if mode != "self" and not options.pawl:
            parser.error(f"{mode} needs --pawl")
    with tempfile.TemporaryDirectory() as directory:
        options.runtime = pathlib.Path(directory) / "runtime.o"
        subprocess.run(["gcc", "-std=gnu11", "-O1", "-Wall", "-Werror", "-c", HERE / "runtime.c", "-o",
                        options.runtime], check=True)
        return 1 if sum(run_mode(mode, options) for mode in modes) else 0


if __name__ == "__main__":
    sys.exit(main())
