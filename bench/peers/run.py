# SPDX-License-Identifier: Apache-2.0
"""Pawl beside z3 and cvc5 on the same problems: run.py --pawl PAWL --corpus DIR --tsv FILE

One process at a time. A row for each problem and tool is appended to the TSV as soon as it is known, and
what is there is not run again, so that a run can be stopped and goes on. Problems come from expected.tsv
in the corpus; a suite is a folder in it.

What is given to whom: SyGuS problems (.sl) go to Pawl and to cvc5 as they are (cvc5 reads version 2 only,
so declare-primed-var, which says nothing, is left out), to z3 as the Horn clauses that `pawl verify
--format=horn` writes; Horn clauses (.smt2) go to Pawl and z3; C goes to Pawl, and to z3 as clauses, where
Pawl can write them. What z3 is given was read and written by Pawl: its answers are about the same clauses only as far
as that is right.

The limit and the times are processor time, so that a machine with other work changes little; what has not
ended after several times as long by the clock (--patience) is ended, too. What came later than the limit does not count.
Exit code 1 when a verdict is wrong.
"""
import argparse
import csv
import dataclasses
import os
import pathlib
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

COLUMNS = ["problem", "tool", "timeout", "expected", "answer", "seconds", "wall"]
PRIMED = re.compile(r"^\s*\(declare-primed-var [^()]*(\([^()]*\))?[^()]*\)\s*$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Problem:
    name: str
    path: pathlib.Path
    suite: str
    expected: str  # true, false or ?
    options: tuple  # of Pawl


def suite_of(name):
    folders = name.split("/")[:-1]
    return "/".join(folders[:2])


def problems(root, suites):
    with open(root / "expected.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    found = []
    for row in rows:
        name = row["file"]
        if not name.endswith((".sl", ".smt2", ".c", ".i")):
            continue
        if suites and not any(name.startswith(suite.rstrip("/") + "/") for suite in suites):
            continue
        options = ()
        if name.endswith((".c", ".i")):
            options = (f"--ints={row['ints']}", f"--data-model={row['data_model']}")
        found.append(Problem(name, root / name, suite_of(name), row["verdict"], options))
    return sorted(found, key=lambda problem: problem.name)


def version(command):
    """Of an installed program, or None."""
    try:
        text = subprocess.run([command, "--version"], capture_output=True, encoding="utf-8").stdout
    except OSError:
        return None
    return text.splitlines()[0] if text else "unknown version"


def run(arguments, seconds, patience):
    """Standard output, processor and wall seconds; the tool and its children end with the time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               start_new_session=True, preexec_fn=limit)
    try:
        output, _ = process.communicate(timeout=patience * seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        output = b""
    wall = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return output.decode(errors="replace"), used, wall


class Tools:
    """What each tool is given for a problem, and what its output means."""

    def __init__(self, pawl, seconds, patience, folder):
        self.pawl_path = pawl
        self.seconds = seconds
        self.patience = patience
        self.folder = pathlib.Path(folder)
        self.commands = {"pawl": self.pawl, "z3": self.z3, "cvc5": self.cvc5}

    def names(self, problem):
        tools = {".sl": ["pawl", "z3", "cvc5"], ".smt2": ["pawl", "z3"]}
        return tools.get(problem.path.suffix, ["pawl", "z3"])

    def answer(self, tool, problem):
        """true, false or unknown, with processor and wall seconds."""
        arguments = self.commands[tool](problem)
        if arguments is None:
            return "unknown", 0.0, 0.0
        output, used, wall = run(arguments, self.seconds, self.patience)
        late = used > self.seconds
        read = ".smt2" if tool == "z3" else problem.path.suffix
        return "unknown" if late else meaning(problem, read, output), used, wall

    def pawl(self, problem):
        clauses = problem.path.suffix in (".sl", ".smt2")
        return [self.pawl_path, "verify", "--quiet", *problem.options,
                *(["--format=answer"] if clauses else []), str(problem.path)]

    def z3(self, problem):
        if problem.path.suffix == ".smt2":
            return ["z3", str(problem.path)]
        written = self.folder / "problem.smt2"
        done = subprocess.run([self.pawl_path, "verify", "--format=horn", "-o", str(written),
                               *problem.options, str(problem.path)], capture_output=True)
        return ["z3", str(written)] if done.returncode == 0 else None

    def cvc5(self, problem):
        text = PRIMED.sub("", problem.path.read_text(encoding="utf-8"))
        written = self.folder / "problem.sl"
        written.write_text(text, encoding="utf-8")
        return ["cvc5", "--lang=sygus2", str(written)]


def meaning(problem, read, output):
    """`read`: the ending of what the tool was given."""
    lines = output.strip().splitlines()
    first = lines[0].strip() if lines else ""
    if read == ".sl":
        if "(define-fun" in output or first == "sat":
            return "true"
        return "false" if first in ("infeasible", "unsat") else "unknown"
    if read == ".smt2":
        rules = problem.path.suffix == ".smt2" and "(query" in problem.path.read_text(encoding="utf-8", errors="replace")
        safe = "unsat" if rules else "sat"
        return {safe: "true", "unsat" if safe == "sat" else "sat": "false"}.get(first, "unknown")
    last = lines[-1] if lines else ""
    for answer in ("true", "false"):
        if last.startswith(f"RESULT: {answer}"):
            return answer
    return "unknown"


def known_rows(path):
    if not path.is_file():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {(row["problem"], row["tool"], row["timeout"]): row
                for row in csv.DictReader(file, delimiter="\t")}


def measure(options, wanted, tools):
    """All rows of what is wanted, known ones included."""
    known = known_rows(options.tsv)
    rows = []
    is_new = not options.tsv.is_file()
    options.tsv.parent.mkdir(parents=True, exist_ok=True)
    with open(options.tsv, "a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        if is_new:
            writer.writeheader()
        for number, problem in enumerate(wanted, 1):
            for tool in tools.names(problem):
                if options.tool and tool not in options.tool:
                    continue
                key = (problem.name, tool, str(options.timeout))
                if key not in known:
                    answer, used, wall = tools.answer(tool, problem)
                    known[key] = dict(zip(COLUMNS, [*key, problem.expected, answer, f"{used:.2f}",
                                                    f"{wall:.2f}"]))
                    writer.writerow(known[key])
                    file.flush()
                rows.append((problem, known[key]))
                if sys.stderr.isatty():
                    print(f"\r\033[K{number}/{len(wanted)} {tool} {problem.name}", end="",
                          file=sys.stderr, flush=True)
    return rows


def is_wrong(row):
    return {row["expected"], row["answer"]} == {"true", "false"}


def table(rows):
    """A line for each suite and tool."""
    print(f"{'suite':32} {'tool':5} {'safe':>5} {'unsafe':>6} {'unknown':>7} {'wrong':>5} "
          f"{'median s':>8} {'total s':>8} {'alone':>5}")
    for suite in sorted({problem.suite for problem, _ in rows}):
        here = [row for problem, row in rows if problem.suite == suite]
        tools = sorted({row["tool"] for row in here}, key=["pawl", "z3", "cvc5"].index)
        solved = {tool: {row["problem"] for row in here
                         if row["tool"] == tool and row["answer"] != "unknown" and not is_wrong(row)}
                  for tool in tools}
        for tool in tools:
            own = [row for row in here if row["tool"] == tool]
            others = set().union(*(solved[other] for other in tools if other != tool))
            count = {answer: sum(row["answer"] == answer for row in own)
                     for answer in ("true", "false", "unknown")}
            times = [float(row["seconds"]) for row in own]
            decided = [float(row["seconds"]) for row in own if row["problem"] in solved[tool]]
            median = statistics.median(decided) if decided else 0.0
            alone = len(solved[tool] - others) if len(tools) > 1 else 0
            print(f"{suite:32} {tool:5} {count['true']:5} {count['false']:6} {count['unknown']:7} "
                  f"{sum(map(is_wrong, own)):5} {median:8.2f} {sum(times):8.1f} {alone:5}")
            for name in sorted(solved[tool] - others) if len(tools) > 1 else []:
                print(f"{'':38} alone: {name}")


def main():
    parser = argparse.ArgumentParser(description="Pawl beside z3 and cvc5, one process at a time")
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--corpus", required=True, type=pathlib.Path)
    parser.add_argument("--suite", action="append", default=[], help="a folder; may be repeated")
    parser.add_argument("--timeout", type=int, default=10)
    parser.add_argument("--patience", type=float, default=10,
                        help="a tool is ended after so many times the limit by the clock")
    parser.add_argument("--tsv", required=True, type=pathlib.Path, help="rows are appended to it")
    parser.add_argument("--tool", action="append", default=[], help="pawl, z3 or cvc5; all if none")
    options = parser.parse_args()
    if not (options.corpus / "expected.tsv").is_file():
        print(f"there is no {options.corpus / 'expected.tsv'}", file=sys.stderr)
        return 2
    for peer in ("z3", "cvc5"):
        found = version(peer)
        print(found or f"{peer} is not installed")
        if found is None:
            return 2
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(options, problems(options.corpus, options.suite),
                       Tools(options.pawl, options.timeout, options.patience, folder))
    if sys.stderr.isatty():
        print(file=sys.stderr)
    table(rows)
    return 1 if any(is_wrong(row) for _, row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
