# SPDX-License-Identifier: Apache-2.0
"""Goals that `frama-c -wp` proves of C functions, bare and with what `pawl infer` writes into them:
run.py --pawl PAWL samples/c/wp/*.c

"contract" are the goals of the functions' contracts, "loop" those of the annotations that Pawl wrote,
"safety" what `-wp-rte` adds. With --contracts the contracts are taken out first, and `pawl infer
--contracts` has to propose others; "contract" are the goals of those. A function is whole if all its
goals are proved. Exit code 0; 1 when
Frama-C cannot read what Pawl wrote, or Pawl fails, or the sums are below what --at-least asks for;
77, with a line on standard error, when a program that is needed is not installed.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import wp


class Row:
    def __init__(self, path):
        self.name = path.stem
        self.bare = None
        self.annotated = None
        self.problem = ""


def without_contracts(path, folder):
    """The file in a folder of its own, comments of ACSL left out."""
    target = pathlib.Path(folder) / "bare"
    target.mkdir(exist_ok=True)
    text = re.sub(r"/\*@.*?\*/\n?", "", path.read_text(), flags=re.DOTALL)
    (target / path.name).write_text(text)
    return target / path.name


def annotated(pawl, path, timeout, more):
    """What Pawl makes of the file. Some functions cannot be proved: no failure."""
    done = subprocess.run([pawl, "infer", *more, f"--timeout={timeout}", "--query-timeout=0",
                           path.name], cwd=path.parent,
                          text=True, capture_output=True)
    if done.returncode not in (0, 10, 20) or not done.stdout:
        raise wp.Unusable(f"pawl infer: exit code {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


def measure(path, options, environment, folder):
    row = Row(path)
    proof = {"timeout": options.wp_timeout, "rte": options.rte, "cache": options.cache}
    try:
        more = []
        if options.contracts:
            path = without_contracts(path, folder)
            more = ["--contracts"]
        row.bare = wp.prove(path, environment, folder, **proof)
        text = annotated(options.pawl, path, options.timeout, more)
        target = (options.keep or pathlib.Path(folder)) / path.name
        target.write_text(text)
        row.annotated = wp.prove(target, environment, folder, **proof)
    except wp.Unusable as problem:
        row.problem = str(problem)
    return row


def line(name, bare, with_pawl, rest=""):
    safety = f"{bare.safety!s:>9} {with_pawl.safety!s:>9}"
    return (f"{name:<18} {bare.contract!s:>9} {with_pawl.contract!s:>9} {with_pawl.loop!s:>9} "
            f"{safety}  {rest}").rstrip()


def header():
    return (f"{'':<18} {'contract':>9} {'contract':>9} {'loop':>9} {'safety':>9} {'safety':>9}\n"
            f"{'function':<18} {'bare':>9} {'Pawl':>9} {'Pawl':>9} {'bare':>9} {'Pawl':>9}  whole")


def show(row, show_open):
    if row.annotated is None:
        print(f"{row.name:<18} {row.problem.splitlines()[0]}", flush=True)
        return
    print(line(row.name, row.bare, row.annotated, "yes" if row.annotated.whole() else ""))
    if show_open:
        for name in row.annotated.open:
            print(f"    open: {name}")
        for message in row.annotated.messages:
            print(f"    says: {message}")
    sys.stdout.flush()


def totals(rows):
    """Without and with Pawl, and how many functions are whole."""
    bare, with_pawl, whole = wp.Goals(), wp.Goals(), 0
    for row in rows:
        if row.bare is not None:
            bare.add(row.bare)
        if row.annotated is not None:
            with_pawl.add(row.annotated)
            whole += row.annotated.whole()
        elif row.bare is not None:
            with_pawl.contract.add(wp.Count(0, row.bare.contract.total))
    return bare, with_pawl, whole


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, help="the executable",
                        type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--timeout", type=int, default=0,
                        help="seconds that Pawl has for a file; 0: its own, reproducible limits")
    parser.add_argument("--wp-timeout", type=int, default=5, help="seconds that a prover has for a goal")
    parser.add_argument("--rte", action="store_true", help="absence of run time errors as well")
    parser.add_argument("--contracts", action="store_true",
                        help="take the contracts out, and let Pawl propose some")
    parser.add_argument("--open", action="store_true", help="list what is not proved")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the annotated files")
    parser.add_argument("--cache", type=pathlib.Path,
                        help="a folder where Frama-C keeps answers of the provers")
    parser.add_argument("--at-least", type=int, default=0, metavar="N",
                        help="so many contract goals have to be proved, and all loop goals")
    return parser.parse_args()


def main():
    options = arguments()
    absent = wp.missing()
    if absent:
        print(f"SKIPPED: not installed: {', '.join(absent)} (scripts/bootstrap wp)", file=sys.stderr)
        return 77
    for folder in (options.keep, options.cache):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        environment = wp.configure(folder)
        print(header())
        rows = []
        for path in options.files:
            rows.append(measure(path.resolve(), options, environment, folder))
            show(rows[-1], options.open)
    bare, total, whole = totals(rows)
    print(line("all", bare, total, f"{whole} of {len(rows)}"))
    problems = [row for row in rows if row.problem]
    for row in problems:
        print(f"\n{row.name}: {row.problem}", file=sys.stderr)
    below = options.at_least > 0 and (total.contract.proved < options.at_least
                                      or total.loop.proved < total.loop.total)
    if below:
        print(f"\nfewer than {options.at_least} contract goals, or an open loop goal", file=sys.stderr)
    return 1 if problems or below else 0


if __name__ == "__main__":
    sys.exit(main())
