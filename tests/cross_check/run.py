# SPDX-License-Identifier: Apache-2.0
"""Verdicts against compiled programs: run.py --pawl PAWL --corpus DIR --tsv FILE

Every C program that DIR/expected.tsv lists is verified. For each `true` the program is compiled with
sanitizers and run on random inputs for some seconds: an error that is reached, with no sanitizer report
before it, contradicts. For each `false` the inputs of the run that was found are given to the compiled
program: if it does not fail, that contradicts; if a sanitizer stops it before, the run was undefined,
which is counted and listed. A verdict that is not the listed one is wrong.

Rows are appended as they come, and a run that finds rows of the same executable and time limit goes on.
Exit code 1 when a verdict is contradicted or wrong, or pawl crashed.
"""
import argparse
import collections
import dataclasses
import json
import os
import pathlib
import re
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "support"), str(ROOT / "bench" / "c")]
import corpus  # noqa: E402  (found on the path just set)
import long_run  # noqa: E402

COLUMNS = ["name", "expected", "verdict", "compiled", "seconds", "detail", "pawl"]
HARNESS = ROOT / "tests" / "truth" / "harness.c"
# How a run ends, see the harness.
FAILED, ARITHMETIC, ACCESS, LEFT_OUT, ENDLESS = 42, 43, 44, 46, 256 + 26
ENVIRONMENT = {
    **os.environ,
    "UBSAN_OPTIONS": f"exitcode={ARITHMETIC}:halt_on_error=1:symbolize=0",
    "ASAN_OPTIONS": f"exitcode={ACCESS}:detect_leaks=0:allocator_may_return_null=1:symbolize=0",
}
SANITIZE = ["-O1", "-g0", "-fsanitize=undefined,float-divide-by-zero,address",
            "-fno-sanitize-recover=all"]
VERDICT_OF_EXIT = {0: "true", 10: "false", 20: "unknown", 2: "refused"}
# Where unbounded integers are meant, a run that wraps around is none.
IDEAL = ["-fsanitize=unsigned-integer-overflow,implicit-conversion"]
CONTRADICTED = "CONTRADICTED"


@dataclasses.dataclass
class Row:
    verdict: str
    compiled: str = ""
    detail: str = ""
    seconds: float = 0.0


def with_errors(text):
    """The program with every way to its error ending in ours: labels, and functions with a body."""
    text = re.sub(r"(?m)^(\s*|.*[;{}]\s*)ERROR\s*:(?!:)", r"\1ERROR: cross_check_error_();", text)
    text = re.sub(r"(\bvoid\s+(?:reach_error|__VERIFIER_error)\s*\([^)]*\)\s*\{)",
                  r"\1 cross_check_error_();", text)
    return f"extern void cross_check_error_(void);\n#line 1\n{text}"


class Compiled:
    """A corpus program with the harness, or why there is none."""

    def __init__(self, task, folder):
        self.folder = folder
        self.program = folder / "program"
        self.problem = None
        source = folder / "program.c"
        source.write_text(with_errors(task.path.read_text(errors="replace")))
        errors = folder / "errors.c"
        errors.write_text(f"extern void _exit(int);\nvoid cross_check_error_(void) {{ _exit({FAILED}); }}\n")
        ideal = "--ints=ideal" in task.options
        flags = ["-m32"] if "--data-model=ILP32" in task.options else []
        compiler = ["clang-14", *IDEAL] if ideal else ["gcc"]
        includes = [option for option in task.options if option.startswith("-I")]
        self.step([*compiler, "-std=gnu11", "-w", *SANITIZE, *flags, *includes, f"-I{task.path.parent}",
                   "-Dmain=sample_main", "-c", source, "-o", folder / "program.o"])
        self.step([compiler[0], "-std=gnu11", "-w", "-O1", *flags, "-c", HARNESS, "-o", folder / "harness.o"])
        self.step([compiler[0], *SANITIZE, *flags, folder / "program.o", errors, folder / "harness.o", "-o",
                   self.program, "-lm"])

    def step(self, command):
        if self.problem is not None:
            return
        try:
            ended = long_run.run_for(command, 120)
        except FileNotFoundError:
            self.problem = f"there is no {command[0]}"
            return
        if ended.code != 0:
            errors = [line for line in ended.err.splitlines() if "error" in line or "undefined" in line]
            self.problem = (errors or ["refused"])[0].split(": ", 1)[-1][-140:]

    def ends(self, *arguments):
        """code -> how often, code -> inputs of the first run with that end; None when it took too long."""
        ended = long_run.run_for([self.program, *arguments], 30, cwd=self.folder, env=ENVIRONMENT)
        if ended.code is None:
            return None, None
        ends, first = {}, {}
        for line in ended.out.splitlines():
            if match := re.fullmatch(r"ends (\d+) (\d+)", line):
                ends[int(match.group(1))] = int(match.group(2))
            elif match := re.fullmatch(r"first (\d+)((?: -?\d+)*)", line):
                first[int(match.group(1))] = match.group(2).strip()
        return ends, first

    def search(self, seconds):
        """(outcome, detail) of random runs for a program that is said to be right."""
        deadline = time.monotonic() + seconds
        seed, total = 1, collections.Counter()
        while time.monotonic() < deadline:
            ends, first = self.ends("random", str(seed), "20")
            if ends is None:
                break
            if FAILED in ends:
                return CONTRADICTED, f"fails on inputs {first[FAILED]}"[:300]
            total.update(ends)
            seed += 20
        runs = sum(total.values())
        return ("no failure" if total[0] else "no end"), f"{total[0]} of {runs} runs reached the end"

    def replay(self, values):
        ends, _ = self.ends("inputs", *values)
        if ends is None or ENDLESS in ends:
            return "no end", ""
        if FAILED in ends:
            return "fails", ""
        if {ARITHMETIC, ACCESS} & set(ends):
            return "undefined", f"a sanitizer stops the run on inputs {' '.join(values)}"[:300]
        return CONTRADICTED, f"ends with {min(ends)} on inputs {' '.join(values)}"[:300]


def inputs_of_run(result):
    """What the failing run that was found reads, or None."""
    for procedure in result["procedures"]:
        for obligation in procedure["obligations"]:
            if obligation["fate"] == "refuted" and obligation["run"]:
                return [one["value"] for one in obligation["run"]["chosen"]
                        if one["name"].startswith("input")]
    return None


class Check:
    def __init__(self, options):
        self.options = options

    def __call__(self, task):
        with tempfile.TemporaryDirectory(prefix="cross-check-") as name:
            folder = pathlib.Path(name)
            json_file = folder / "result.json"
            limit = self.options.timeout
            ended = long_run.run_for([self.options.pawl, "verify", "-q", f"--timeout={limit:g}", "--json",
                                      json_file, *task.options, task.path], 1.1 * limit + 3)
            if ended.code is None:
                return Row("timeout", seconds=ended.seconds)
            verdict = VERDICT_OF_EXIT.get(ended.code)
            if verdict is None:
                return Row("crashed", detail=f"exit code {ended.code}: {ended.err.strip()[-160:]}",
                           seconds=ended.seconds)
            row = Row(verdict, seconds=ended.seconds)
            if verdict == "refused":
                row.detail = long_run.first_error(ended.err)[1]
            if verdict in ("true", "false"):
                row.compiled, row.detail = self.compile_and_run(task, verdict, json_file, folder)
            return row

    def compile_and_run(self, task, verdict, json_file, folder):
        if any("contract" in option or "ignore-loop" in option for option in task.options):
            return "not compiled", "contracts, no program"
        inputs = None
        if verdict == "false":
            inputs = inputs_of_run(json.loads(json_file.read_text()))
            if inputs is None:
                return "no run", "false without a run"
        compiled = Compiled(task, folder)
        if compiled.problem is not None:
            return "not compiled", compiled.problem
        return compiled.search(self.options.seconds) if inputs is None else compiled.replay(inputs)


def is_wrong(row):
    return {row["expected"], row["verdict"]} == {"true", "false"}


def report(rows):
    verdicts = collections.Counter(row["verdict"] for row in rows)
    print(", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items())))
    for verdict in ["true", "false"]:
        told = collections.Counter(row["compiled"] for row in rows if row["verdict"] == verdict)
        print(f"{verdict:6} compiled: {', '.join(f'{n} {what}' for what, n in sorted(told.items()))}")
    bad = 0
    for row in sorted(rows, key=lambda row: row["name"]):
        if row["compiled"] == CONTRADICTED or row["verdict"] == "crashed":
            bad += 1
            print(f"RED {row['name']}: {row['verdict']} {row['compiled']} {row['detail']}")
        elif is_wrong(row):
            bad += 1
            print(f"RED {row['name']}: {row['verdict']}, listed as {row['expected']}; {row['compiled']}")
        elif row["compiled"] in ("undefined", "no run"):
            print(f"{row['compiled']} {row['name']}: {row['detail']}")
    print(f"{len(rows)} programs, {bad} red")
    return bad


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--corpus", required=True, type=pathlib.Path)
    parser.add_argument("--filter", action="append", default=[], help="names that contain this")
    parser.add_argument("--sample", type=int, default=0, help="so many, at equal distances")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for verify")
    parser.add_argument("--seconds", type=float, default=2, help="of random runs for each true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tsv", type=pathlib.Path, help="where rows are kept")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        tasks, _ = corpus.read(options.corpus)
    except (corpus.BadCorpus, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    tasks = [t for t in tasks
             if not options.filter or any(text in t.name for text in options.filter)]
    if options.sample:
        tasks = [tasks[i * len(tasks) // options.sample] for i in range(min(options.sample, len(tasks)))]
    check = Check(options)
    pawl = f"{long_run.fingerprint(options.pawl)} {options.timeout:g} s"
    rows = long_run.Rows(options.tsv, COLUMNS, ["name", "pawl"])
    found = [row for task in tasks if (row := rows.find(name=task.name, pawl=pawl))]
    waiting = [task for task in tasks if rows.find(name=task.name, pawl=pawl) is None]
    print(f"{len(tasks)} programs, {len(found)} of them looked at before", flush=True)
    for task, row in long_run.in_parallel(check, waiting, options.jobs):
        found.append(rows.add(dict(name=task.name, expected=task.expected, pawl=pawl,
                                   **{**dataclasses.asdict(row), "seconds": f"{row.seconds:.2f}"})))
        if found[-1]["compiled"] == CONTRADICTED:
            print(f"RED {task.name}: {row.verdict} {row.detail}", flush=True)
    return 1 if report(found) or not found else 0


if __name__ == "__main__":
    sys.exit(main())
