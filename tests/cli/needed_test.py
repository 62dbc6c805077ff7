# SPDX-License-Identifier: Apache-2.0
"""--explain says which conjunct is needed for what: needed_test.py PAWL SOURCE_DIR

For proved samples of samples/infer, as many as the number below says: whatever conjunct
is marked `needed` is taken out of the program with its invariants, and then whatever is no longer
inductive; after that some property is not proved any more.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

WANTED = 20
LOOP_OBLIGATIONS = ("initiation", "consecution")


class Judge:
    def __init__(self, pawl, folder):
        self.pawl = pawl
        self.folder = folder

    def verify(self, file, *options):
        """The exit code and the procedures of the result."""
        out = self.folder / "result.json"
        code = subprocess.run([self.pawl, "verify", "-q", f"--json={out}", *options, str(file)],
                              capture_output=True, timeout=300, check=False).returncode
        return code, json.loads(out.read_text())["procedures"]


def invariant_lines(lines):
    """By loop, in text order: the numbers of the lines that hold its invariants."""
    loops = []
    for number, line in enumerate(lines):
        text = line.strip()
        if text.startswith("while "):
            loops.append([])
        elif text.startswith("invariant "):
            loops[-1].append(number)
    return loops


def without(lines, gone):
    return [line for number, line in enumerate(lines) if number not in gone]


def loses_something(judge, lines, gone, file):
    """Is some property not proved without these lines, and without what needs them to be inductive?"""
    gone = set(gone)
    while True:
        file.write_text("\n".join(without(lines, gone)) + "\n")
        code, procedures = judge.verify(file, "--infer=never", "--unroll=0")
        if code == 0:
            return False
        left = [number for number in range(len(lines)) if number not in gone]
        more = set()
        base = 0
        loops = invariant_lines(without(lines, gone))
        for procedure in procedures:
            for one in procedure["obligations"]:
                if one["kind"] in LOOP_OBLIGATIONS and one["fate"] != "proved":
                    texts = {without(lines, gone)[n].strip(): left[n]
                             for n in loops[base + one["loop"]]}
                    more.add(texts[f"invariant {one['formula']};"])
            base += len(procedure["loops"])
        if not more:
            return True
        gone |= more


def check(judge, sample, folder):
    """The number of conjuncts that were marked, or None when there is nothing to check."""
    annotated = folder / "annotated.gcl"
    code, procedures = judge.verify(sample, "--infer=always", "--explain",
                                    f"--annotated={annotated}")
    if code != 0:
        return None
    lines = annotated.read_text().splitlines()
    places = invariant_lines(lines)
    loops = [loop for procedure in procedures for loop in procedure["loops"]]
    assert len(loops) == len(places), f"{sample}: loops are lost"
    marked = 0
    for loop, numbers in zip(loops, places):
        for conjunct, number in zip(loop["invariant"], numbers):
            if conjunct["needed"]:
                marked += 1
                assert loses_something(judge, lines, {number}, folder / "less.gcl"), (
                    f"{sample}: '{conjunct['text']}' is marked as needed but is not")
    return marked or None


def main():
    pawl, root = sys.argv[1], pathlib.Path(sys.argv[2])
    checked = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        judge = Judge(pawl, folder)
        for sample in sorted((root / "samples" / "infer").glob("*.gcl")):
            header = sample.read_text()
            if "EXPECT: proved" not in header or "TIME: slow" in header:
                continue
            marked = check(judge, sample, folder)
            if marked is not None:
                checked += 1
                print(f"{sample.name}: {marked} needed")
            if checked == WANTED:
                break
    print(f"{checked} samples")
    return 0 if checked == WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
