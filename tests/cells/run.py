# SPDX-License-Identifier: Apache-2.0
"""Pawl against compilers, cell by cell (see cells.py): run.py --pawl PAWL [--one N] [--two N]

    run     `pawl run` prints what the compiled cell prints
    right   with assertions that each printed value is what it is, `pawl verify` says refuted of none
    wrong   with one assertion that a value is not what it is, `pawl verify` says proved of none

Cells are looked at many in a program; what goes wrong is told, and kept, as a program of one cell. Rows
are appended to the TSV as they come, and a run that finds rows of the same executable goes on. A
refusal is counted by reason. Exit code 1 when something differs, or pawl crashes.
"""
import argparse
import collections
import dataclasses
import json
import os
import pathlib
import random
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import batch  # noqa: E402  (found on the path just set)
import cells  # noqa: E402
import long_run  # noqa: E402

COLUMNS = ["name", "what", "outcome", "detail", "pawl"]
WHATS = ["run", "right", "wrong"]
FAILURES = {"DIFFERENT", "WRONG", "CRASH", "UNPLACED"}
ENDED = {0, 10, 20}
EXIT_INPUT = 2
SHOWN = 30


@dataclasses.dataclass
class Found:
    outcome: str
    detail: str = ""


class Batch:
    """Cells in a folder of their own, and what is found out about each."""

    def __init__(self, options, chosen, folder):
        self.options = options
        self.folder = folder
        self.truth = batch.Truth(chosen, folder)
        self.defined = [cell for cell in chosen if cell.number in self.truth.values]

    def ask(self, what):
        """number -> Found, of the defined cells."""
        found = {}
        ask = self.run if what == "run" else lambda chosen: self.verify(chosen, what)
        waiting = [self.defined] if what == "run" else in_parts(self.defined, self.options.verify_size)
        while waiting:
            chosen = waiting.pop()
            if chosen:
                new, parts = ask(chosen)
                found.update(new)
                waiting += parts
        return found

    # --- pawl run

    def run(self, chosen):
        """(what was found out, which cells are to be looked at again in which company)."""
        program = batch.run_program(chosen)
        path = self.folder / "cells.c"
        path.write_text(program.text)
        ended = long_run.run_for([self.options.pawl, "run", path], self.options.run_timeout)
        if trouble := self.trouble(program, chosen, ended):
            return trouble
        printed = batch.by_cell(ended.out)
        found = {}
        for place, cell in enumerate(chosen):
            expected, got = self.truth.values[cell.number], printed.get(cell.number, [])
            if got == expected:
                found[cell.number] = Found("agrees")
                continue
            if ended.code == 0 or got != expected[:len(got)]:
                found[cell.number] = Found("DIFFERENT", difference(expected, got))
                continue
            # Here the run ended.
            if "cannot go on" in ended.err:
                found[cell.number] = Found("refused", ended.err.strip()[-160:])
            elif "no end in sight" in ended.err:
                found[cell.number] = Found("timeout", "too long for the interpreter")
            else:
                found[cell.number] = Found("DIFFERENT", f"the run ends: {ended.err.strip()[-160:]}")
            return found, [chosen[place + 1:]]
        return found, []

    def trouble(self, program, chosen, ended):
        """What a run without an answer says, or None when there is an answer."""
        if ended.code in ENDED:
            return None
        if ended.code == EXIT_INPUT:
            refused = program.cells_in(ended.err)
            if refused:
                found = {number: Found("refused", message_in(program, ended.err, number))
                         for number in refused}
                return found, [[cell for cell in chosen if cell.number not in refused]]
        if len(chosen) > 1:
            return {}, in_parts(chosen, (len(chosen) + 1) // 2)
        number = chosen[0].number
        if ended.code is None:
            return {number: Found("timeout", "had to be killed")}, []
        if ended.code == EXIT_INPUT:
            place, message = long_run.first_error(ended.err)
            return {number: Found("refused" if place else "UNPLACED", message)}, []
        return {number: Found("CRASH", f"exit code {ended.code}: {ended.err.strip()[-200:]}")}, []

    # --- pawl verify

    def verify(self, chosen, what):
        program = self.verify_program(chosen, what)
        path, result = self.folder / "verify.c", self.folder / "result.json"
        path.write_text(program.text)
        result.unlink(missing_ok=True)
        limit = self.options.timeout
        ended = long_run.run_for([self.options.pawl, "verify", "-q", f"--timeout={limit:g}", "--json",
                                  result, path], 2 * limit + 5)
        if trouble := self.trouble(program, chosen, ended):
            return trouble
        fates = collections.defaultdict(set)
        for procedure in json.loads(result.read_text())["procedures"]:
            for one in procedure["obligations"]:
                if one["kind"] == "assertion":
                    fates[program.lines.get(one["location"]["line"])].add(one["fate"])
        bad = {"right": "refuted", "wrong": "proved"}[what]
        found = {}
        for cell in chosen:
            told = fates.get(cell.number, set())
            if (bad in told) if what == "right" else told == {bad}:
                found[cell.number] = Found("WRONG", f"{what}: {bad}")
            elif told == {"proved" if what == "right" else "refuted"}:
                found[cell.number] = Found("right")
            else:
                found[cell.number] = Found("unknown")
        return found, []

    def verify_program(self, chosen, what):
        head = ("extern void __VERIFIER_assert(int);\nextern int __VERIFIER_nondet_int(void);\n"
                "#define IS(value, x) __VERIFIER_assert((long long)(x) == (value))\n"
                "#define IS_NOT(value, x) __VERIFIER_assert((long long)(x) != (value))\n"
                "#define SKIP(x) ((void)(long long)(x))\n")
        show = self.right if what == "right" else self.wrong
        return batch.Program(chosen, head, show,
                             lambda cell: f"case {cell.number}: {cell.call} break;",
                             main="int main(void) { switch (__VERIFIER_nondet_int()) {",
                             end="}\nreturn 0; }\n")

    def right(self, cell, site):
        values = {v for s, v in self.truth.values[cell.number] if s == cell.number * batch.SITES + site}
        return f"\nIS({literal(values.pop())}, " if len(values) == 1 else "\nSKIP("

    def wrong(self, cell, site):
        shown = self.truth.values[cell.number]
        # One only: after an assertion that fails a run is over.
        first, value = random.Random(cell.plan.name()).choice(shown)
        if first == cell.number * batch.SITES + site:
            return f"\nIS_NOT({literal(value)}, "
        return "\nSKIP("


def literal(value):
    return "(-9223372036854775807LL - 1)" if value == -2**63 else f"{value}LL"


def in_parts(chosen, size):
    return [chosen[i:i + size] for i in range(0, len(chosen), max(1, size))]


def message_in(program, messages, number):
    for line in messages.splitlines():
        if number in program.cells_in(line):
            return line.split("error: ", 1)[1]
    return ""


def difference(expected, got):
    for (site, value), (other, printed) in zip(expected, got):
        if site != other:
            return f"shows {other % batch.SITES} instead of {site % batch.SITES}"
        if value != printed:
            return f"value {site % batch.SITES}: compiled {value}, lowered {printed}"
    return f"{len(expected)} values compiled, {len(got)} lowered"


class Suite:
    def __init__(self, options):
        self.options = options
        self.pawl = long_run.fingerprint(options.pawl)
        self.rows = long_run.Rows(options.tsv, COLUMNS, ["name", "what", "pawl"])
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.failures = 0

    def work(self, numbered):
        """Rows of one batch; what was looked at before is taken as it is."""
        chosen = [cells.Cell(number, plan) for number, plan in numbered]
        known = {what: {cell.number: row for cell in chosen
                        if (row := self.rows.find(name=cell.plan.name(), what=what, pawl=self.pawl))}
                 for what in self.options.whats}
        rows = [row for what in known for row in known[what].values()]
        if all(len(known[what]) == len(chosen) for what in known):
            return rows
        rows = []
        with tempfile.TemporaryDirectory(prefix="cells-") as folder:
            one = Batch(self.options, chosen, pathlib.Path(folder))
            for what in self.options.whats:
                found = one.ask(what)
                for cell in chosen:
                    result = found.get(cell.number) or Found("left out", one.truth.why[cell.number])
                    row = dict(name=cell.plan.name(), what=what, outcome=result.outcome,
                               detail=result.detail, pawl=self.pawl)
                    rows.append(row)
                    if result.outcome in FAILURES:
                        self.keep(one, cell, what)
        for row in rows:
            self.rows.add(row)
        return rows

    def keep(self, one, cell, what):
        if self.options.keep is None:
            return
        self.options.keep.mkdir(parents=True, exist_ok=True)
        program = (batch.run_program([cell]) if what == "run" else one.verify_program([cell], what))
        path = self.options.keep / f"{what}_{re.sub(r'[^a-z0-9]+', '_', cell.plan.name().lower())[:80]}.c"
        expected = " ".join(str(value) for _, value in one.truth.values[cell.number])
        path.write_text(f"{program.text}// compiled: {expected}\n")

    def tell(self, row):
        self.counts[row["what"], row["outcome"]] += 1
        if row["outcome"] in ("refused", "left out"):
            self.reasons[row["what"], row["outcome"], long_run.reason(row["detail"])] += 1
        if row["outcome"] in FAILURES:
            self.failures += 1
            if self.failures <= SHOWN:
                print(f"RED {row['what']} {row['outcome']} [{row['name']}] {row['detail']}", flush=True)

    def report(self):
        for what in self.options.whats:
            told = [f"{n} {outcome}" for (w, outcome), n in sorted(self.counts.items()) if w == what]
            print(f"{what:6} {', '.join(told)}")
        for (what, outcome, reason), count in self.reasons.most_common(20):
            if what == self.options.whats[0]:
                print(f"  {count:5} {outcome}: {reason}")
        print(f"{self.failures} failures")


def chosen_plans(options):
    plans = cells.depth_one()
    if options.one is not None:
        plans = random.Random(options.seed).sample(plans, min(options.one, len(plans)))
    plans += [cells.depth_two(seed) for seed in range(options.seed, options.seed + options.two)]
    if options.filter:
        plans = [plan for plan in plans if options.filter in plan.name()]
    return list(dict.fromkeys(plans))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--one", type=int, help="so many cells of depth one, by chance; all if left out")
    parser.add_argument("--two", type=int, default=0, help="so many cells of depth two")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", help="only cells whose name contains this")
    parser.add_argument("--size", type=int, default=64, help="cells in one program")
    parser.add_argument("--verify-size", type=int, default=16, help="cells in one program to verify")
    parser.add_argument("--timeout", type=float, default=10, help="seconds per run of verify")
    parser.add_argument("--run-timeout", type=float, default=60, help="seconds per run of run")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tsv", type=pathlib.Path, help="where rows are kept")
    parser.add_argument("--keep", type=pathlib.Path, help="where to put cells that went wrong")
    parser.add_argument("whats", nargs="*", metavar="WHAT", help=f"{', '.join(WHATS)}; all if none")
    options = parser.parse_args()
    options.whats = [what for what in WHATS if what in (options.whats or WHATS)]
    return options


def main():
    options = arguments()
    plans = chosen_plans(options)
    print(f"{len(plans)} cells, seed {options.seed}"
          + ("" if batch.CLANG else "; clang is not installed: gcc alone decides"), flush=True)
    suite = Suite(options)
    batches = in_parts(list(enumerate(plans, 1)), options.size)
    for done, (_, rows) in enumerate(long_run.in_parallel(suite.work, batches, options.jobs), 1):
        for row in rows:
            suite.tell(row)
        if sys.stderr.isatty():
            print(f"\r{done}/{len(batches)} batches", end="", file=sys.stderr)
    suite.report()
    return 1 if suite.failures or not plans else 0


if __name__ == "__main__":
    sys.exit(main())
