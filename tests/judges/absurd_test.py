# SPDX-License-Identifier: Apache-2.0
"""Nothing that Pawl writes for others lets them prove what is false.

Usage: absurd_test.py --pawl PAWL --samples DIR [SAMPLE...]

One sample for each kind of what stands before a program for Boogie, Dafny or Why3: maps, maps of maps,
equality of maps, division, axioms, defined functions, references, reals, contracts, summaries. A
verifier has to accept the program as it is, and to refuse it with `assert false` added at the end of
each procedure: an inconsistent axiom, or invariants that contradict each other, would prove that too.
That this test would notice is tried with an axiom that is wrong.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from judges_test import header

SAMPLES = ["annotated/arrays_equal.gcl", "annotated/contract_swap.gcl", "annotated/create_entry.gcl",
           "annotated/defined_functions.gcl", "annotated/identity_matrix.gcl",
           "annotated/integer_division.gcl", "annotated/list_mark.gcl",
           "annotated/monotone_function.gcl", "c/floats/average.c", "c/slam/lock.c"]


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def boogie(folder, name):
    found = re.search(r"finished with (\d+) verified, (\d+) error",
                      run(folder, "boogie", "/noinfer", "/nologo", "/timeLimit:20", name))
    return int(found[1]), int(found[2])


def dafny(folder, name):
    found = re.search(r"finished with (\d+) verified, (\d+) error",
                      run(folder, "dafny", "/compile:0", "/nologo", "/timeLimit:20", name))
    return int(found[1]), int(found[2])


def why3(folder, name):
    if not (folder / "why3.conf").exists():
        run(folder, "why3", "config", "detect", "-C", "why3.conf")
    solver = re.search(r'name = "Z3"\n(?:.*\n)*?version = "([^"]+)"',
                       (folder / "why3.conf").read_text())[1]
    text = run(folder, "why3", "-C", "why3.conf", "prove", "-P", f"Z3,{solver},", "-a", "split_vc",
               "-t", "10", name)
    answers = re.findall(r"(?m)^Prover result is: (\w+)", text)
    return answers.count("Valid"), len(answers) - answers.count("Valid")


def at_the_end(text):
    """Bodies of Boogie and Dafny end with a brace at the start of a line."""
    return re.subn(r"(?m)^}$", "  assert false;\n}", text)


def at_the_start(text):
    """Why3: as long as the precondition can hold, this is no weaker a question of the axioms."""
    return re.subn(r"(?m)^  =$", "  =\n    assert { false };", text)


JUDGES = {"boogie": (".bpl", boogie, at_the_end), "dafny": (".dfy", dafny, at_the_end),
          "why3": (".mlw", why3, at_the_start)}


def complaints(folder, judge, stem):
    ending, ask, make_absurd = JUDGES[judge]
    text = (folder / (stem + ending)).read_text()
    good, bad = ask(folder, stem + ending)
    if bad or not good:
        yield f"{judge} does not accept the program: {good} verified, {bad} not"
    absurd, count = make_absurd(text)
    (folder / ("absurd" + ending)).write_text(absurd)
    _, refused = ask(folder, "absurd" + ending)
    if not count or refused < count:
        yield f"{judge} proves false: {refused} of {count} refused"


def notices(folder, stem):
    """With a wrong axiom Boogie accepts everything; that has to be red."""
    text = (folder / (stem + ".bpl")).read_text()
    (folder / "wrong.bpl").write_text(text + "axiom 1 == 2;\n")
    return any("proves false" in c for c in complaints(folder, "boogie", "wrong"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--samples", type=pathlib.Path, required=True)
    parser.add_argument("chosen", nargs="*", default=SAMPLES)
    options = parser.parse_args()
    judges = [name for name in JUDGES if shutil.which(name)]
    for name in JUDGES.keys() - judges:
        print(f"SKIPPED: {name} is not installed")
    red = 0
    for sample in options.chosen:
        path = options.samples / sample
        command = shlex.split(header(path, "RUN")) or ["verify"]
        with tempfile.TemporaryDirectory() as name:
            subprocess.run([options.pawl, *command, "-q", "--format=boogie,dafny,why3", "-o", name,
                            path], check=True, capture_output=True, timeout=300)
            found = [c for judge in judges for c in complaints(pathlib.Path(name), judge, path.stem)]
            if sample == options.chosen[0] and "boogie" in judges:
                if not notices(pathlib.Path(name), path.stem):
                    found.append("a wrong axiom is not noticed")
        for complaint in found:
            print(f"{sample}: RED {complaint}", flush=True)
        red += bool(found)
    print(f"{len(options.chosen)} samples, {red} red; asked: {', '.join(judges)}")
    return 1 if red or not judges else 0


if __name__ == "__main__":
    sys.exit(main())
