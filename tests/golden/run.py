# SPDX-License-Identifier: Apache-2.0
"""Runs samples (see sample.py) through every tester: run.py --pawl PAWL SAMPLE...

For a program with an answer:
    verdict         the answer is the expected one; "unknown -> proved" is IMPROVED, not red
    recheck         cvc5 does not contradict it, on the program with its invariants; for slam
                    and dataflow: `pawl certify`, which needs no engine, with cvc5 on the result in JSON
    roundtrip       that program, parsed and printed, is the same text; for C: the lowered program is
    determinism     a second run, with -j 2, gives the same bytes, files and exit code
    unknown-prover  with a prover that never knows, nothing is said to be true
    invariant       what INVARIANT lines say follows from the invariants that `pawl infer` writes into the
                    program, in ACSL into one of C
Whatever EXPECT says, `proved` on an unsafe program and `refuted` on a safe one are red, in every run
of every tester.

A Boolean program goes through verdict, roundtrip and determinism: no prover has a part in it.

For an input with an error:
    error           it is refused, with exit code 2, and the messages and places are as told
    determinism     as above

With --spread N determinism is looked at for one sample in N only, chosen by its name: it takes as long as
the first run. All of them are in `ctest -L slow` (golden.determinism, --testers verdict,determinism).

Each tester that ran is printed with what it found. Exit code 0 when all pass, 1 when one does not,
2 for a bad sample.

An instrumented pawl looks for leaks in the first run only: looking takes as long as everything else
it does for a small program.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

import c_entailment
import entailment
import sample as samples

ANSWER_OF_EXIT = {0: "proved", 10: "refuted", 20: "unknown"}
ANSWER_OF_RESULT = {"true": "proved", "false": "refuted", "unknown": "unknown"}
EXIT_INPUT = 2
EXIT_FALSE = 10
EXIT_UNKNOWN = 20

RESULT = re.compile(r"RESULT: (true|false|unknown)(\(.+\))?$")


class Red(Exception):
    """A tester that failed, with what to tell about it."""


@dataclasses.dataclass
class Run:
    arguments: list
    code: int
    stdout: bytes
    stderr: bytes
    annotated: bytes = b""  # the program with its invariants
    json: bytes = b""  # of slam and dataflow: the result

    def shown(self):
        text = self.stdout.decode(errors="replace") + self.stderr.decode(errors="replace")
        if len(text) > 8000:
            text = text[:4000] + "\n[...]\n" + text[-4000:]
        return f"$ {shlex.join(self.arguments)}   (exit code {self.code})\n{text}"


class Testers:
    def __init__(self, pawl, sample, timeout):
        self.pawl = pawl
        self.sample = sample
        self.timeout = timeout
        self.first = None

    def run(self, *options, leaks=True):
        if self.sample.command[0] == "bebop":
            return self.execute(*self.sample.command, str(self.sample.path), leaks=leaks)
        with tempfile.TemporaryDirectory() as folder:
            annotated = pathlib.Path(folder) / "annotated.gcl"
            result = pathlib.Path(folder) / "result.json"
            more = ["--json", str(result)] if self.sample.by_procedures else []
            run = self.execute(*self.sample.command, *options, *more, "--annotated",
                               str(annotated), str(self.sample.path), leaks=leaks)
            if annotated.exists():
                run.annotated = annotated.read_bytes()
            if result.exists():
                run.json = result.read_bytes()
        return run

    def execute(self, *options, text=None, leaks=False):
        """`text`, if there is one, is given on standard input."""
        arguments = [self.pawl, *options]
        environment = dict(os.environ)
        if not leaks:
            environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        try:
            run = subprocess.run(arguments, capture_output=True, timeout=self.timeout,
                                 input=text or b"", env=environment)
        except subprocess.TimeoutExpired:
            raise Red(f"$ {shlex.join(arguments)}\nno answer within {self.timeout} s") from None
        return Run(arguments, run.returncode, run.stdout, run.stderr)

    def answer(self, run):
        """proved, refuted or unknown; red when the run is no answer or contradicts TRUTH."""
        answer = ANSWER_OF_EXIT.get(run.code)
        if answer is None:
            raise Red(f"no answer\n{run.shown()}")
        lines = run.stdout.decode(errors="replace").splitlines()
        result = RESULT.match(lines[-1]) if lines else None
        # Other commands than verify may write a program or a report only.
        if result is None and self.sample.command[0] in ("verify", "bebop"):
            raise Red(f"the last line of stdout is not a RESULT line\n{run.shown()}")
        if result is not None and ANSWER_OF_RESULT[result.group(1)] != answer:
            raise Red(f"RESULT line and exit code disagree\n{run.shown()}")
        if answer == samples.WRONG_ANSWER[self.sample.truth]:
            raise Red(f"SOUNDNESS: {answer}, but TRUTH is {self.sample.truth}\n{run.shown()}")
        return answer

    def verdict(self):
        self.first = self.run()
        answer = self.answer(self.first)
        expect = self.sample.expect
        if answer == expect:
            return answer
        if expect == "unknown":
            return f"IMPROVED: unknown -> {answer}; change EXPECT"
        raise Red(f"expected {expect}, got {answer}\n{self.first.shown()}")

    def recheck(self):
        """The program as Z3 left it, invariants in place, judged by cvc5: a fresh solver, no search."""
        annotated = self.with_invariants()
        run = self.execute("verify", "--infer=never", "--prover=cvc5", "--query-timeout=500",
                           "--unroll=0", "-", text=annotated)
        # What stands for C may have more runs than the C: that one of them fails says nothing.
        is_c = self.sample.path.suffix == ".c"
        if is_c and self.answer(self.first) == "unknown" and run.code == EXIT_FALSE:
            return "refuted, perhaps in a run that C does not have"
        return self.compare(run)

    def recheck_slam(self):
        """The result from its text: summaries and invariants proved again, a failing run repeated."""
        if not self.first.json:
            raise Red(f"no result in JSON\n{self.first.shown()}")
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            file.write(self.first.json)
            file.flush()
            run = self.execute("certify", "--prover=cvc5", "--query-timeout=500", file.name)
        if run.code == EXIT_UNKNOWN:
            return "not confirmed"
        if run.code != 0:
            raise Red(f"{self.answer(self.first)}, but it is not certified\n{run.shown()}")
        return run.stdout.decode().strip()

    def compare(self, run):
        second = self.answer(run)
        first = self.answer(self.first)
        if "unknown" not in (first, second) and first != second:
            raise Red(f"{first}, but with cvc5 {second}\n{self.first.shown()}{run.shown()}")
        return second

    def roundtrip(self):
        # Candidates that were not certified stand in comments, which no parser keeps.
        return self.same_text(re.sub(rb"(?m)^//.*\n", b"", self.with_invariants()))

    def roundtrip_source(self):
        reading = [option for option in self.sample.command
                   if option.startswith(("--floats", "--ints", "--data-model"))]
        return self.same_text(self.printed(*reading, str(self.sample.path)))

    def same_text(self, first):
        second = self.printed("-", text=first)
        if first != second:
            raise Red("printing what was parsed from the printed text differs\n--- first\n"
                      f"{first.decode(errors='replace')}\n--- second\n"
                      f"{second.decode(errors='replace')}")
        return f"{len(first)} bytes"

    def printed(self, *arguments, text=None):
        run = self.execute(samples.DEFAULT[self.sample.path.suffix], "--print-after=parse",
                           *arguments, text=text)
        if run.code != 0 or not run.stdout:
            raise Red(run.shown())
        return run.stdout

    def with_invariants(self):
        if not self.first.annotated:
            raise Red(f"no annotated program\n{self.first.shown()}")
        return self.first.annotated

    def determinism(self):
        second = self.run("-j", "2", leaks=False)
        if ((second.stdout, second.annotated, second.code)
                != (self.first.stdout, self.first.annotated, self.first.code)):
            raise Red(f"two runs differ\n{self.first.shown()}{second.shown()}")
        return f"{len(second.stdout)} bytes"

    def unknown_prover(self):
        run = self.run("--prover=unknown", leaks=False)
        answer = self.answer(run)
        if answer == "proved":
            raise Red(f"proved without a prover\n{run.shown()}")
        return answer

    def invariant(self):
        is_c = self.sample.path.suffix == ".c"
        program = self.for_readers()
        for wanted in self.sample.invariants:
            self.require_entailed(program, wanted, c_entailment if is_c else entailment)
        return f"{len(self.sample.invariants)} entailed"

    def for_readers(self):
        """What `pawl infer` prints; verify keeps as little as its proof needs."""
        options = [option for option in self.sample.command[1:]
                   if not option.startswith(("--infer=", "--engine="))]
        if self.sample.path.suffix != ".c":
            options.append("--format=gcl")  # of clauses, too
        run = self.execute("infer", "--quiet", *options, str(self.sample.path))
        if run.code not in ANSWER_OF_EXIT or not run.stdout:
            raise Red(f"no annotated program\n{run.shown()}")
        return run.stdout.decode()

    def require_entailed(self, program, wanted, language):
        try:
            text = language.assert_at_loop(program, wanted.loop, wanted.formula)
        except entailment.CannotAssert as reason:
            raise Red(f"{reason}\n{program}") from None
        reading = ["--language=c" if self.sample.path.suffix == ".c" else "--language=gcl",
                   *(option for option in self.sample.command[1:]
                     if option != "--ignore-loop-annotations"
                     and not option.startswith("--infer="))]
        run = self.execute("verify", *reading, "--infer=never", "-", text=text.encode())
        if run.code != 0:
            raise Red(f"loop {wanted.loop}: '{wanted.formula}' does not follow\n{text}{run.shown()}")

    def error(self):
        self.first = self.run()
        if self.first.code != EXIT_INPUT:
            raise Red(f"exit code {EXIT_INPUT} is wanted\n{self.first.shown()}")
        lines = self.first.stderr.decode(errors="replace").splitlines()
        for error in self.sample.errors:
            start = f"{self.sample.path}:{error.place}" if error.place else ""
            if not any(line.startswith(start) and ": error: " in line and error.message in line
                       for line in lines):
                raise Red(f"no error at {error.place or 'any place'} that says "
                          f"'{error.message}'\n{self.first.shown()}")
        return f"{len(self.sample.errors)} as told"


def testers_for(sample):
    if sample.errors:
        return {"error": Testers.error, "determinism": Testers.determinism}
    if sample.path.suffix == ".bp":
        return {"verdict": Testers.verdict, "roundtrip": Testers.roundtrip_source,
                "determinism": Testers.determinism}
    testers = {
        "verdict": Testers.verdict,
        "recheck": (Testers.recheck_slam if sample.by_procedures else Testers.recheck),
        "roundtrip": (Testers.roundtrip_source if sample.path.suffix == ".c"
                      else Testers.roundtrip),
        "determinism": Testers.determinism,
        "unknown-prover": Testers.unknown_prover,
    }
    if sample.invariants:
        testers["invariant"] = Testers.invariant
    return testers


def chosen_testers(sample, options):
    """Those of the sample that are asked for."""
    testers = testers_for(sample)
    if options.testers:
        testers = {name: tester for name, tester in testers.items() if name in options.testers}
    elif zlib.crc32(sample.path.name.encode()) % options.spread != 0:
        del testers["determinism"]
    return testers


def run_testers(testers, chosen):
    """Prints a line per tester; the number of those that passed."""
    passed = 0
    for name, tester in chosen.items():
        try:
            print(f"{name:15} ok    {tester(testers)}")
            passed += 1
        except Red as failure:
            print(f"{name:15} RED   {failure}")
            if testers.first is None:
                print("the other testers did not run: there is no first answer")
                break
    return passed


def run_sample(path, options):
    """0 when all testers pass, 1 when one does not, 2 for a bad sample."""
    try:
        sample = samples.read(path)
    except (samples.BadSample, OSError) as error:
        print(f"{path}: {error}")
        return 2
    chosen = chosen_testers(sample, options)
    passed = run_testers(Testers(options.pawl, sample, options.timeout), chosen)
    print(f"{path}: {passed} of {len(chosen)} testers passed", flush=True)
    return 0 if passed == len(chosen) else 1


def main():
    parser = argparse.ArgumentParser(description="run samples through every tester")
    parser.add_argument("--pawl", required=True, help="the executable")
    parser.add_argument("--timeout", type=float, default=120, help="seconds per run")
    parser.add_argument("--spread", type=int, default=1, metavar="N",
                        help="determinism of one sample in N only")
    parser.add_argument("--testers", type=lambda text: set(text.split(",")), metavar="NAMES",
                        help="only these, separated by commas; the first run is 'verdict' or 'error'")
    parser.add_argument("samples", nargs="+", metavar="SAMPLE", type=pathlib.Path)
    options = parser.parse_args()
    return max(run_sample(path, options) for path in options.samples)


if __name__ == "__main__":
    sys.exit(main())
