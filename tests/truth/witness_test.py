# SPDX-License-Identifier: Apache-2.0
"""Whether witnesses tell the truth: what they say of loops is put into the program, which is run.

    witness_test.py --pawl PAWL [--runs N] [SAMPLE...]

Every safe C sample, or each of those given, gets a witness. Each loop invariant becomes a test that the loop makes whenever it
is about to evaluate its condition; a location invariant one before its statement. With the sanitizers,
the changed program has to do on the same random inputs what the sample does: an invariant that is
wrong, or undefined where it is evaluated, ends a run in another way. Locations have to be those of the
loop's keyword. The last line has the numbers.
"""
import argparse
import dataclasses
import pathlib
import subprocess
import sys
import tempfile

import jsonschema
import json
import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import truth_test  # noqa: E402  (found on the path just set)
from truth_test import ROOT, Red, samples  # noqa: E402

# The end of a run in which an invariant does not hold.
WRONG = 47
SCHEMA = json.loads((ROOT / "tests" / "cli" / "witness.schema.json").read_text())


def closing(text, at):
    """The index of the parenthesis that closes the one at `at`. Samples have none in strings there."""
    depth = 0
    for index in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    raise Red("a parenthesis is not closed")


def check(value):
    return f"__extension__({{ if (!({value})) _exit({WRONG}); 1; }})"


def instrument_loop(text, at, value):
    keyword = next((k for k in ("while", "for") if text.startswith(k, at)), None)
    if keyword is None:
        raise Red(f"no loop begins at '{text[at:at + 20]}'")
    opening = text.index("(", at)
    end = closing(text, opening)
    inside = text[opening + 1:end]
    if keyword == "while":
        return text[:opening + 1] + f"{check(value)} && ({inside})" + text[end:]
    parts = inside.split(";")
    if len(parts) != 3:
        raise Red("this loop has semicolons of its own")
    parts[1] = f" {check(value)} && ({parts[1].strip() or '1'})"
    return text[:opening + 1] + ";".join(parts) + text[end:]


def instrumented(text, witness):
    """The program with its invariants as tests; from the last to the first, so that places stay, and
    of a loop before what holds in front of it."""
    lines = text.splitlines(keepends=True)
    places = []
    for element in witness[0]["content"]:
        invariant = element["invariant"]
        location = invariant["location"]
        offset = sum(len(line) for line in lines[:location["line"] - 1]) + location["column"] - 1
        places.append((offset, invariant["type"] == "loop_invariant", invariant))
    for offset, is_loop, invariant in sorted(places, key=lambda place: place[:2], reverse=True):
        if is_loop:
            text = instrument_loop(text, offset, invariant["value"])
        else:
            text = f"{text[:offset]}{{ (void){check(invariant['value'])}; }} {text[offset:]}"
    return text, len(places)


def witness_of(pawl, sample, directory):
    command = ["verify", "--infer=always", "--timeout=20", *sample.command[1:]]
    target = directory / "witness.yml"
    run = subprocess.run([pawl, *command, "-q", "--format=witness", "-o", target, sample.path],
                         capture_output=True, text=True, timeout=1200)
    if run.returncode not in (0, 20):
        raise Red(f"exit code {run.returncode}: {run.stderr}")
    witness = yaml.safe_load(target.read_text())
    jsonschema.validate(witness, SCHEMA)
    return witness


def compare(pawl, sample, directory, runs):
    """How many invariants were tried."""
    witness = witness_of(pawl, sample, directory)
    if witness[0]["entry_type"] != "invariant_set":
        raise Red("a safe program has a violation witness")
    text, count = instrumented(sample.path.read_text(), witness)
    if count == 0:
        return 0
    changed = directory / "changed.c"
    changed.write_text(f"extern void _exit(int);\n#line 1\n{text}")
    ends = []
    for path in (sample.path, changed):
        mine = directory / path.stem
        mine.mkdir()
        one = dataclasses.replace(sample, path=path)
        program = truth_test.build(one, mine)
        ends.append(truth_test.ends_of(one, program, "random", "1", str(runs))[0])
    before, after = [{code: n for code, n in e.items() if code != truth_test.ENDLESS} for e in ends]
    if WRONG in after or (truth_test.ENDLESS not in ends[0] and truth_test.ENDLESS not in ends[1]
                          and before != after):
        raise Red(f"runs end with {after} instead of {before}: "
                  + "; ".join(e["invariant"]["value"] for e in witness[0]["content"]))
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("samples", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    paths = [p.resolve() for p in options.samples] or sorted((ROOT / "samples" / "c").rglob("*.c"))
    chosen = []
    for path in paths:
        sample = samples.read(path)
        plain = sample.command[0] in ("verify", "infer") and "--engine" not in " ".join(sample.command)
        if sample.truth == "safe" and sample.expect == "proved" and plain \
                and not sample.errors and not truth_test.is_annotated(sample) \
                and "--spec" not in " ".join(sample.command):
            chosen.append(sample)
    red, tried = 0, 0
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        subprocess.run(["gcc", "-std=gnu11", "-O1", "-w", "-c", HERE / "harness.c", "-o",
                        directory / "harness.o"], check=True)
        for number, sample in enumerate(chosen):
            mine = directory / str(number)
            mine.mkdir()
            (mine / "harness.o").symlink_to(directory / "harness.o")
            try:
                count = compare(options.pawl, sample, mine, options.runs)
                tried += count
                print(f"{sample.path.relative_to(ROOT)}: {count} invariants hold", flush=True)
            except Red as failure:
                red += 1
                print(f"{sample.path.relative_to(ROOT)}: RED {failure}", flush=True)
    print(f"{len(chosen)} samples, {tried} invariants, {red} red")
    return 1 if red or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
