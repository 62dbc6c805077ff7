# SPDX-License-Identifier: Apache-2.0
"""Pawl against the compiler on programs of csmith: run.py --pawl PAWL --seeds 1:100

Each level of LEVELS adds a part of C. A program is compiled with gcc, optimised and not; the values of
all globals at its end have to be what `pawl run` prints. A run that takes too long, is refused, or comes
to a step that is not modelled exactly is counted. What differs is kept and made smaller. Rows are
appended to the TSV as they come. Exit code 0, 1 when something differs or pawl crashes, 77 without
csmith (ctest counts it as skipped).
"""
import argparse
import collections
import os
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import long_run  # noqa: E402  (found on the path just set)
import reduce  # noqa: E402

SKIPPED = 77
COLUMNS = ["name", "level", "outcome", "seconds", "detail", "pawl"]
FAILURES = {"DIFFERENT", "CRASH", "UNPLACED"}
PACKAGE = pathlib.Path("/usr/include/csmith")
BASE = ["--no-argc", "--no-float", "--no-volatiles", "--no-volatile-pointers", "--no-packed-struct",
        "--concise"]
SMALL = ["--max-funcs", "2", "--max-block-depth", "2", "--max-block-size", "3"]
MEDIUM = ["--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "3"]
NO_AGGREGATES = ["--no-structs", "--no-unions", "--no-bitfields"]
LEVELS = {
    "scalars": [*SMALL, *NO_AGGREGATES, "--no-pointers", "--no-arrays", "--no-jumps"],
    "jumps": [*MEDIUM, *NO_AGGREGATES, "--no-pointers", "--no-arrays"],
    "arrays": [*SMALL, *NO_AGGREGATES, "--no-pointers"],
    "structs": [*SMALL, "--no-unions", "--no-bitfields", "--no-pointers", "--no-arrays"],
    "pointers": [*SMALL, *NO_AGGREGATES, "--no-arrays"],
    "all": [*SMALL, "--no-unions", "--no-bitfields"],
    "all, larger": [*MEDIUM, "--no-unions", "--no-bitfields"],
}
MORE = {
    "bit-fields": [*SMALL, "--no-unions"],
    "unions": [*SMALL, "--no-bitfields"],
    "packed": [*SMALL, "--packed-struct"],
}
RUNTIME = '#include <stdio.h>\nvoid pawl_print(long long value) { printf("%lld\\n", value); }\n'
ENDED = {0, 10, 20}
EXIT_INPUT = 2


class Found:
    def __init__(self, outcome, detail="", seconds=0.0):
        self.outcome, self.detail, self.seconds = outcome, detail, seconds


class Laboratory:
    """Writes, compiles, runs and compares in one folder."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.include = ["-I", str(HERE / "include"), "-I", str(PACKAGE)]
        self.runtime = folder / "runtime.c"
        self.runtime.write_text(RUNTIME)

    def generate(self, seed, flags):
        path = self.folder / "program.c"
        ended = long_run.run_for(["csmith", "--seed", seed, *BASE, *flags, "-o", path], 30,
                                 cwd=self.folder)
        return path if ended.code == 0 else None

    def compiled(self, path, *flags):
        """What the compiled program prints, or None when it has no end or is none."""
        program = path.with_suffix("")
        ended = long_run.run_for(["gcc", "-w", "-std=gnu11", *flags, *self.include, path, self.runtime,
                                  "-o", program, "-lm"], 60)
        if ended.code != 0:
            return None
        ended = long_run.run_for([program], 2)
        return ended.out.split() if ended.code == 0 else None

    def compare(self, path):
        expected = self.compiled(path, "-O0")
        if expected is None or expected != self.compiled(path, "-O2"):
            return Found("endless")
        ended = long_run.run_for([self.options.pawl, "run", *self.include, path], self.options.timeout)
        return judged(ended, expected)

    def differs(self, text):
        """Is this still a defined program for which pawl is wrong? For the reducer."""
        path = self.folder / "smaller.c"
        path.write_text(text)
        sanitized = self.compiled(path, "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all",
                                  "-Werror=return-type", "-Werror=implicit-function-declaration",
                                  "-Werror=uninitialized")
        return sanitized is not None and self.compare(path).outcome in ("DIFFERENT", "CRASH")


def judged(ended, expected):
    if ended.code is None:
        return Found("timeout", "", ended.seconds)
    if ended.code == EXIT_INPUT:
        place, message = long_run.first_error(ended.err)
        return Found("refused" if place else "UNPLACED", message, ended.seconds)
    if ended.code not in ENDED:
        return Found("CRASH", f"exit code {ended.code}: {ended.err.strip()[-160:]}", ended.seconds)
    printed = ended.out.split()
    if printed == expected:
        return Found("agrees", "", ended.seconds)
    if printed == expected[:len(printed)]:
        if "no end in sight" in ended.err:
            return Found("timeout", "too long for the interpreter", ended.seconds)
        if "cannot go on" in ended.err:
            return Found("refused", ended.err.strip()[-120:], ended.seconds)
    place = next((i for i, (a, b) in enumerate(zip(expected, printed)) if a != b), len(printed))
    return Found("DIFFERENT", f"value {place + 1}: compiled {' '.join(expected[place:place + 1])}, lowered "
                 f"{' '.join(printed[place:place + 1]) or 'none'}; exit code {ended.code}: "
                 f"{ended.err.strip()[-120:]}", ended.seconds)


class Suite:
    def __init__(self, options):
        self.options = options
        self.pawl = long_run.fingerprint(options.pawl)
        self.rows = long_run.Rows(options.tsv, COLUMNS, ["name", "level", "pawl"])
        self.levels = {**LEVELS, **(MORE if options.more else {})}

    def items(self):
        """Seeds, the levels in turn."""
        first, last = self.options.seeds
        names = [name for name in self.levels if not self.options.level or name in self.options.level]
        return [(seed, names[seed % len(names)]) for seed in range(first, last + 1)]

    def work(self, item):
        seed, level = item
        row = self.rows.find(name=seed, level=level, pawl=self.pawl)
        if row is not None:
            return row
        with tempfile.TemporaryDirectory(prefix="csmith-") as folder:
            laboratory = Laboratory(self.options, pathlib.Path(folder))
            path = laboratory.generate(seed, self.levels[level])
            found = laboratory.compare(path) if path else Found("not made")
            if found.outcome in FAILURES and self.options.keep:
                self.keep(laboratory, path, seed, level)
        return self.rows.add(dict(name=seed, level=level, outcome=found.outcome, detail=found.detail,
                                  seconds=f"{found.seconds:.2f}", pawl=self.pawl))

    def keep(self, laboratory, path, seed, level):
        self.options.keep.mkdir(parents=True, exist_ok=True)
        name = f"{level.replace(', ', '_')}_{seed}"
        text = path.read_text()
        (self.options.keep / f"{name}.c").write_text(text)
        smaller = reduce.reduced(text, laboratory.differs, self.options.reduce)
        (self.options.keep / f"{name}_reduced.c").write_text(smaller)


def report(rows, suite):
    counts = collections.Counter((row["level"], row["outcome"]) for row in rows)
    for level in suite.levels:
        told = [f"{n} {outcome}" for (l, outcome), n in sorted(counts.items()) if l == level]
        seconds = sorted(float(row["seconds"]) for row in rows if row["level"] == level
                         and row["outcome"] == "agrees")
        if told:
            middle = f"; median {seconds[len(seconds) // 2]:.2f} s" if seconds else ""
            print(f"{level:12} {', '.join(told)}{middle}")
    reasons = collections.Counter(long_run.reason(row["detail"]) for row in rows
                                  if row["outcome"] == "refused")
    for reason, count in reasons.most_common(15):
        print(f"  {count:4} refused: {reason}")
    failing = [row for row in rows if row["outcome"] in FAILURES]
    for row in failing:
        flags = " ".join(BASE + suite.levels[row["level"]])
        print(f"RED csmith --seed {row['name']} {flags}\n    {row['outcome']} {row['detail']}")
    print(f"{len(rows)} programs, {len(failing)} failures")
    return len(failing)


def seed_range(text):
    first, _, last = text.partition(":")
    return int(first), int(last or first)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--seeds", type=seed_range, default=(1, 20), help="FIRST:LAST")
    parser.add_argument("--level", action="append", help=f"only this one: {', '.join({**LEVELS, **MORE})}")
    parser.add_argument("--more", action="store_true", help="bit-fields, unions, packed structs as well")
    parser.add_argument("--timeout", type=float, default=10, help="seconds per run of pawl")
    parser.add_argument("--reduce", type=float, default=120, help="seconds to make a program smaller")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tsv", type=pathlib.Path, help="where rows are kept")
    parser.add_argument("--keep", type=pathlib.Path, help="where to put programs that went wrong")
    options = parser.parse_args()
    if shutil.which("csmith") is None or not (PACKAGE / "safe_math.h").is_file():
        print("skipped: csmith is not installed (Debian: csmith, libcsmith-dev)")
        return SKIPPED
    suite = Suite(options)
    rows = [row for _, row in long_run.in_parallel(suite.work, suite.items(), options.jobs)]
    return 1 if report(rows, suite) or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
