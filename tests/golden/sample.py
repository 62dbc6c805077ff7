# SPDX-License-Identifier: Apache-2.0
"""A sample: a program with its answer in comment lines at the top (`;` instead of `//` for clauses).

    // RUN: verify --option        how to run it; when left out `verify`, or `bebop` for a .bp
    // TRUTH: safe                 safe or unsafe: what is the case, independent of Pawl
    // EXPECT: proved              proved, refuted or unknown: what Pawl answers today
    // INVARIANT 1: e              e follows from the invariant of the first loop of the file; in C
                                   e is ACSL, and the invariant what `pawl infer` writes there
    // INPUT: 3 -1                 for an unsafe C program: what its inputs return, one by one, in a
                                   run that fails; `none` if it needs none (tests/truth runs it)
    // TIME: slow                  left out of `make test`; `ctest -L slow` runs it
    // WHY: ...                    why the answer is what it is; needed when EXPECT is unknown

or, for an input that has to be refused, instead of TRUTH and EXPECT

    // ERROR: unknown name 'y'     part of the message
    // AT: 7:8                     its line and column; may be left out
"""
import dataclasses
import pathlib
import re
import shlex

# The answer that would be unsound.
WRONG_ANSWER = {"safe": "refuted", "unsafe": "proved"}

# How a sample is run when it does not say.
DEFAULT = {".gcl": "verify", ".c": "verify", ".bp": "bebop", ".sl": "verify", ".smt2": "verify"}
COMMENTS = ("//", ";")

LINE = re.compile(r"(?://|;)\s*(RUN|TRUTH|EXPECT|TIME|INVARIANT|INPUT|WHY|ERROR|AT)\b\s*([^:]*):(.*)")


class BadSample(Exception):
    """The header is not as described above."""


@dataclasses.dataclass
class Invariant:
    loop: int
    formula: str


@dataclasses.dataclass
class Error:
    message: str
    place: str = ""


@dataclasses.dataclass
class Sample:
    path: pathlib.Path
    command: list
    truth: str = ""
    expect: str = ""
    invariants: list = dataclasses.field(default_factory=list)
    inputs: list = None  # None: not given
    errors: list = dataclasses.field(default_factory=list)  # not empty: has to be refused

    @property
    def by_procedures(self):
        """Does an engine that looks into calls decide it? Its result is rechecked by certify."""
        return self.command[0] == "slam" or "--engine=dataflow" in self.command


def read(path):
    lines = header_lines(path)
    runs = [value for key, _, value in lines if key == "RUN"]
    if len(runs) > 1:
        raise BadSample("more than one RUN line")
    sample = Sample(path=path, command=shlex.split(runs[0]) if runs else [DEFAULT[path.suffix]])
    sample.errors = errors(lines)
    if sample.errors:
        if any(key in {"TRUTH", "EXPECT", "INVARIANT", "INPUT"} for key, _, _ in lines):
            raise BadSample("a program with an ERROR has no TRUTH, EXPECT, INVARIANT or INPUT")
        return sample
    sample.truth = one_of(lines, "TRUTH", ["safe", "unsafe"])
    sample.expect = one_of(lines, "EXPECT", ["proved", "refuted", "unknown"])
    sample.invariants = invariants(lines)
    sample.inputs = inputs(lines, sample)
    if sample.expect == WRONG_ANSWER[sample.truth]:
        raise BadSample(f"EXPECT {sample.expect} cannot be right with TRUTH {sample.truth}")
    if sample.expect == "unknown" and not any(key == "WHY" for key, _, _ in lines):
        raise BadSample("EXPECT unknown needs a WHY line")
    if sample.invariants and path.suffix == ".c" and sample.command[0] != "verify":
        raise BadSample("INVARIANT lines of C are for what `verify` proves")
    if sample.invariants and sample.expect != "proved":
        raise BadSample("INVARIANT lines are checked on proved programs only")
    return sample


def header_lines(path):
    found = []
    # Bytes that are no UTF-8 are part of some samples; the header is plain.
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if not line.startswith(COMMENTS):
            break
        if match := LINE.match(line):
            found.append([part.strip() for part in match.groups()])
    return found


def one_of(lines, key, choices):
    values = [value for k, _, value in lines if k == key]
    if len(values) != 1 or values[0] not in choices:
        raise BadSample(f"exactly one line '// {key}: {'|'.join(choices)}' is needed")
    return values[0]


def errors(lines):
    found = []
    for key, _, value in lines:
        if key == "ERROR":
            found.append(Error(value))
        elif key == "AT":
            if not found or found[-1].place or not re.fullmatch(r"\d+:\d+", value):
                raise BadSample("an AT line reads '// AT: line:column' and follows its ERROR")
            found[-1].place = value
    return found


def inputs(lines, sample):
    """Whole numbers as texts, or None when there is no INPUT line."""
    values = [value for key, _, value in lines if key == "INPUT"]
    if not values:
        return None
    if len(values) > 1 or not re.fullmatch(r"none|-?\d+( -?\d+)*", values[0]):
        raise BadSample("an INPUT line reads '// INPUT: 3 -1' or '// INPUT: none'")
    if sample.truth != "unsafe" or sample.path.suffix != ".c":
        raise BadSample("INPUT lines are for unsafe C programs")
    return [] if values[0] == "none" else values[0].split()


def invariants(lines):
    found = []
    for key, loop, formula in lines:
        if key == "INVARIANT":
            if not loop.isdecimal() or loop == "0" or not formula:
                raise BadSample("an INVARIANT line reads '// INVARIANT <number of the loop>: e'")
            found.append(Invariant(int(loop), formula))
    return found
