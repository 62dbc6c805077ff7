# SPDX-License-Identifier: Apache-2.0
"""Pawl on programs that others wrote, with known ends: run.py --pawl PAWL --shared DIR [WHAT...]

DIR/attacks holds small programs against corners of the C frontend, with their answers in the head;
DIR/benchmarks/conformance deterministic programs that, compiled, end with exit code 0. WHAT is

    attack  `pawl verify` gives the answer in the head, or none. Where there is no answer in the head,
            `pawl run --inputs=5` prints what the compiled program prints. A failing run that is found
            fails in the compiled program, too (--replay)
    run     `pawl run` prints what the compiled program returns
    abort   `pawl verify`, a call of abort being the error, is never `false`
    end     `pawl verify`, the end of main being the error, is never `true`

An unknown is no failure, nor is a refusal (exit code 2) that has a place; they are counted, refusals by
reason. Rows are appended to the TSV as they come; a run that finds rows of the same executable goes on
where that was ended. `known.tsv` lists the failures that are not mended yet: what fails and is not
listed is red, and so is what is listed and does not fail any more. Exit code 0, 1, or 77 when DIR is
not there (ctest counts it as skipped).
"""
import argparse
import collections
import dataclasses
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import long_run  # noqa: E402  (found on the path just set)
import programs  # noqa: E402

SKIPPED = 77
WHATS = ["attack", "run", "abort", "end"]
COLUMNS = ["name", "what", "outcome", "seconds", "detail", "pawl"]
FAILURES = {"DIFFERENT", "WRONG", "CRASH", "UNPLACED"}
# What a failure that is known has to come to before it counts as mended. An unknown or a timeout may be
# the machine's.
MENDED = {"agrees", "right", "refused"}
VERDICT_OF_EXIT = {0: "true", 10: "false", 20: "unknown"}
EXIT_INPUT = 2
SHOWN = 15


@dataclasses.dataclass
class Found:
    outcome: str
    detail: str = ""
    seconds: float = 0.0


class Judge:
    """Asks pawl about one program at a time and says what the answer is worth."""

    def __init__(self, options):
        self.options = options

    def pawl(self, command, path, seconds, *arguments, include=None):
        more = [] if include is None else ["-I", str(include)]
        return long_run.run_for([self.options.pawl, command, path.name, *arguments, *more], seconds,
                                cwd=path.parent)

    def verify(self, path, *arguments, include=None):
        """(verdict or None, the run); what ends in another way is Found."""
        limit = self.options.timeout
        ended = self.pawl("verify", path, 2 * limit + self.options.grace, f"--timeout={limit:g}",
                          *arguments, include=include)
        verdict = VERDICT_OF_EXIT.get(ended.code)
        if verdict and f"RESULT: {verdict}" in ended.out:
            return verdict, ended
        return None, strange(ended)

    def attack(self, path):
        expected = programs.tag(path, "EXPECT")
        if expected is None:
            return self.attack_run(path)
        more = (programs.tag(path, "OPTIONS") or "").split()
        replay = ["--replay"] if expected == "false" and not more else []
        verdict, ended = self.verify(path, *more, *replay)
        if verdict is None:
            return ended
        if verdict not in (expected, "unknown"):
            return Found("WRONG", f"{verdict}, expected {expected}", ended.seconds)
        if "it did not fail" in ended.out:
            return Found("WRONG", "the failing run does not fail when compiled", ended.seconds)
        return Found("right" if verdict == expected else "unknown", "", ended.seconds)

    def attack_run(self, path):
        with programs.CompileFolder() as workshop:
            inputs = workshop.write("inputs.c", "int __VERIFIER_nondet_int(void) { return 5; }\n"
                                                f'#include "{path}"\n')
            expected = workshop.printed_by(inputs, "-O0")
        if expected is None:
            return Found("no truth", "no answer in the head, and it cannot be compiled and run")
        return self.compare(path, expected, "--inputs=5")

    def compare(self, path, expected, *arguments, include=None):
        ended = self.pawl("run", path, self.options.run_timeout, *arguments, include=include)
        if ended.code in VERDICT_OF_EXIT and "cannot go on" in ended.err:
            return Found("refused", cannot_go_on(ended.err), ended.seconds)
        if ended.code == 20 and "no end in sight" in ended.err:
            return Found("timeout", "too long for the interpreter", ended.seconds)
        if ended.code in VERDICT_OF_EXIT:
            printed = re.findall(r"^(-?\d+)$", ended.out, re.MULTILINE)
            if printed == expected:
                return Found("agrees", "", ended.seconds)
            return Found("DIFFERENT", f"printed {' '.join(printed)[-60:] or 'nothing'}, compiled "
                         f"{' '.join(expected)[-60:]}; exit code {ended.code}: {last_line(ended.err)}",
                         ended.seconds)
        return strange(ended)

    def conformance(self, path, what, call):
        with programs.CompileFolder() as workshop:
            asking = workshop.asking(path, what, call)
            if what == "run":
                return self.compare(asking, ["0"], include=path.parent)
            verdict, ended = self.verify(asking, include=path.parent)
        if verdict is None:
            return ended
        right = {"abort": "true", "end": "false"}[what]
        if verdict == "unknown":
            return Found("unknown", "", ended.seconds)
        return Found("right" if verdict == right else "WRONG", verdict, ended.seconds)


def strange(ended):
    """What is no verdict: late, refused, or a crash."""
    if ended.code is None:
        return Found("timeout", "had to be killed", ended.seconds)
    if ended.code == EXIT_INPUT:
        place, message = long_run.first_error(ended.err)
        return Found("refused" if place else "UNPLACED", message, ended.seconds)
    name = f"signal {-ended.code}" if ended.code < 0 else f"exit code {ended.code}"
    return Found("CRASH", f"{name}: {ended.err.strip()[-160:]}", ended.seconds)


def last_line(text):
    return (text.strip().splitlines() or [""])[-1][-160:]


def cannot_go_on(text):
    return next((line.split(": note: ")[-1] for line in text.splitlines() if "cannot go on" in line), "")


class Suite:
    def __init__(self, options):
        self.options = options
        self.judge = Judge(options)
        self.pawl = long_run.fingerprint(options.pawl)
        self.rows = long_run.Rows(options.tsv, COLUMNS, ["name", "what", "pawl"])

    def chosen(self):
        """Pairs of a name and what is asked of it."""
        asked = self.options.whats
        found = []
        if "attack" in asked:
            self.attacks = programs.attacks(self.options.shared / "attacks")
            found += [(name, ["attack"]) for name in self.attacks]
        whats = [what for what in asked if what != "attack"]
        if whats:
            self.programs = programs.conformance(self.options.shared / "benchmarks" / "conformance")
            found += [(name, whats) for name in programs.spread(self.programs, self.options.sample)]
        return [(name, whats) for name, whats in found
                if not self.options.filter or any(text in name for text in self.options.filter)]

    def work(self, item):
        """All rows about one program."""
        name, whats = item
        found = []
        for what in whats:
            row = self.rows.find(name=name, what=what, pawl=self.pawl)
            if row is None:
                one = self.look(name, what)
                row = dict(name=name, what=what, outcome=one.outcome, seconds=f"{one.seconds:.2f}",
                           detail=programs.place_in_program(one.detail), pawl=self.pawl)
                row = self.rows.add(row)
            found.append(row)
            if row["outcome"] == "no truth":
                break
        return found

    def look(self, name, what):
        if what == "attack":
            return self.judge.attack(self.attacks[name])
        path = self.programs[name]
        call = self.call_of_main(name, path)
        if call is None:
            return Found("no truth", "with main renamed it does not end with 0")
        return self.judge.conformance(path, what, call)

    def call_of_main(self, name, path):
        source = long_run.fingerprint(path)
        row = self.rows.find(name=name, what="call", pawl=source)
        if row is None:
            with programs.CompileFolder() as workshop:
                call = workshop.call_of_main(path)
            row = dict(name=name, what="call", outcome="none" if call is None else call, seconds=0,
                       detail="", pawl=source)
            self.rows.add(row)
        return None if row["outcome"] == "none" else int(row["outcome"])


def read_known(path):
    """(name, what) -> why, of the failures that are not mended yet."""
    if path is None or not path.is_file():
        return {}
    lines = [line.split("\t") for line in path.read_text().splitlines()
             if line and not line.startswith("#")]
    return {(line[0], line[1]): line[2] for line in lines}


def write_known(path, rows, known):
    """Known failures and new ones, without those that are mended."""
    looked = {(row["name"], row["what"]): row for row in rows}
    kept = {key: why for key, why in known.items()
            if key not in looked or looked[key]["outcome"] not in MENDED}
    kept.update({key: row["outcome"] for key, row in looked.items() if row["outcome"] in FAILURES})
    head = [line for line in path.read_text().splitlines() if line.startswith("#")]
    body = ["\t".join([*key, why]) for key, why in sorted(kept.items())]
    path.write_text("\n".join(head + body) + "\n")


def report(rows, known):
    """Prints tables; the number of failures that are new and of known ones that are none any more."""
    counts = collections.Counter((row["what"], row["outcome"]) for row in rows)
    outcomes = sorted({row["outcome"] for row in rows})
    for what in WHATS:
        told = [f"{counts[what, outcome]} {outcome}" for outcome in outcomes if counts[what, outcome]]
        if told:
            print(f"{what:7} {', '.join(told)}")
    reasons = collections.Counter((row["what"] == "attack", long_run.reason(row["detail"]))
                                  for row in rows
                                  if row["outcome"] == "refused" and row["what"] in ("run", "attack"))
    if reasons:
        print("refused:")
    for (attack, reason), count in reasons.most_common(SHOWN):
        print(f"  {count:4}  {reason}{' (attack)' if attack else ''}")
    failing = [row for row in rows if row["outcome"] in FAILURES]
    fresh = [row for row in failing if (row["name"], row["what"]) not in known]
    mended = [row for row in rows
              if (row["name"], row["what"]) in known and row["outcome"] in MENDED]
    print(f"{len(failing)} fail, {len(failing) - len(fresh)} of them known")
    for row in sorted(fresh, key=lambda row: (row["what"], row["name"])):
        print(f"RED {row['what']} {row['name']}: {row['outcome']} {row['detail'].strip()[:200]}")
    for row in mended:
        print(f"RED {row['what']} {row['name']}: {row['outcome']}, but listed as known: take it out")
    return len(fresh) + len(mended)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--shared", required=True, type=pathlib.Path,
                        help="the folder with attacks/ and benchmarks/conformance/")
    parser.add_argument("--sample", type=int, default=0,
                        help="so many conformance programs, spread over all")
    parser.add_argument("--filter", action="append", default=[], help="names that contain this")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for verify")
    parser.add_argument("--run-timeout", type=float, default=20, help="seconds for run")
    parser.add_argument("--grace", type=float, default=5,
                        help="seconds beyond twice --timeout before pawl is killed")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tsv", type=pathlib.Path, help="where rows are kept")
    parser.add_argument("--known", type=pathlib.Path, default=HERE / "known.tsv")
    parser.add_argument("--update-known", action="store_true", help="write the list anew")
    parser.add_argument("whats", nargs="*", metavar="WHAT", help=f"{', '.join(WHATS)}; all if none")
    options = parser.parse_args()
    options.whats = [what for what in WHATS if what in (options.whats or WHATS)]
    options.shared = options.shared.resolve()
    return options


def main():
    options = arguments()
    if not (options.shared / "benchmarks" / "conformance").is_dir():
        print(f"skipped: there is no {options.shared}/benchmarks/conformance")
        return SKIPPED
    suite = Suite(options)
    chosen = suite.chosen()
    rows = []
    for done, (_, found) in enumerate(long_run.in_parallel(suite.work, chosen, options.jobs), 1):
        rows += found
        if sys.stderr.isatty():
            print(f"\r{done}/{len(chosen)} {found[0]['name'][:60]:60}", end="", file=sys.stderr)
    known = read_known(options.known)
    if options.update_known:
        write_known(options.known, rows, known)
        known = read_known(options.known)
    red = report(rows, known)
    return 1 if red or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
