# SPDX-License-Identifier: Apache-2.0
"""Other verifiers on what Pawl proves: judges_test.py --pawl PAWL --samples DIR FOLDER...

Every sample below the folders that Pawl proves (or --spread so many, evenly) is annotated and given to cvc5, Boogie, Dafny and
Why3. A judge that refuses is red. One that finds no proof in its time is told, and does not count:
every judge that is installed has to verify --at-least so many samples. Bit-vectors go to Boogie and
cvc5 only, since the other formats do not have them. What Pawl wrote is then judged again by
`pawl certify`, and a second run has to give the same bytes.

A judge that is not installed is told, and counts as skipped. The last line has the numbers.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

JUDGES = ["cvc5", "boogie", "dafny", "why3"]


def header(path, key):
    match = re.search(rf"(?m)^// {key}:(.*)$", path.read_text(encoding="utf-8", errors="replace"))
    return match.group(1).strip() if match else ""


def chosen(root, folders):
    paths = sorted(p for folder in folders for p in (root / folder).rglob("*")
                   if p.suffix in (".gcl", ".c"))
    return [p for p in paths if header(p, "EXPECT") == "proved" and header(p, "TIME") != "slow"]


def spread(paths, count):
    """`count` of the paths, as far apart as can be."""
    if not count or count >= len(paths):
        return paths
    return [paths[i * len(paths) // count] for i in range(count)]


def judge(pawl, path):
    """(the judges' answers, list of complaints)"""
    command = shlex.split(header(path, "RUN")) or ["verify"]
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "result.json"
        arguments = [pawl, *command, "-q", "--format=json", "-o", str(target)]
        run = subprocess.run([*arguments, "--certify=" + ",".join(JUDGES), str(path)],
                             capture_output=True, text=True, timeout=900)
        if run.returncode != 0:
            return [], [f"exit code {run.returncode}: {run.stdout}{run.stderr}"]
        result = json.loads(target.read_text())
        complaints = opinions(result)
        again = subprocess.run([pawl, "certify", str(target)], capture_output=True, text=True,
                               timeout=300)
        if again.returncode != 0:
            complaints.append(f"pawl certify: exit code {again.returncode}: {again.stderr}")
        first = target.read_bytes()
        subprocess.run([*arguments, "--certify=" + JUDGES[0], str(path)], capture_output=True,
                       timeout=300, check=True)
        second = json.loads(target.read_text())
        if without_judges(json.loads(first)) != without_judges(second):
            complaints.append("two runs give different results")
    return result["judges"], complaints


def opinions(result):
    complaints = []
    for answer in result["judges"]:
        said = answer["answer"]
        if said in ("verified", "undecided"):
            continue
        if said == "not-asked" and (not answer["version"] or "bit-vectors" in answer["detail"]):
            continue
        complaints.append(f"{answer['judge']}: {said}: {answer['detail']}")
    for procedure in result["procedures"]:
        for loop in procedure["loops"]:
            if [a["judge"] for a in loop["judges"]] != JUDGES:
                complaints.append(f"loop {loop['id']} lacks the answer of a judge")
    return complaints


def without_judges(result):
    if isinstance(result, dict):
        return {k: without_judges(v) for k, v in result.items() if k != "judges"}
    if isinstance(result, list):
        return [without_judges(item) for item in result]
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--samples", type=pathlib.Path, required=True)
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--spread", type=int, default=0)
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    paths = spread(chosen(options.samples, options.folders), options.spread)
    red, verified, installed = 0, dict.fromkeys(JUDGES, 0), set()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (answers, complaints) in zip(
                paths, pool.map(lambda p: judge(options.pawl, p), paths)):
            name = path.relative_to(options.samples)
            for complaint in complaints:
                print(f"{name}: RED {complaint}")
            red += bool(complaints)
            print(f"{name}: " + ", ".join(f"{a['judge']} {a['answer']}" for a in answers))
            installed |= {a["judge"] for a in answers if a["version"]}
            for answer in answers:
                verified[answer["judge"]] += answer["answer"] == "verified"
    for name in JUDGES:
        if name not in installed:
            print(f"SKIPPED: {name} is not installed")
    too_few = [name for name in JUDGES
               if name in installed and verified[name] < options.at_least]
    if too_few or not installed:
        print(f"at least {options.at_least} samples should be verified by {', '.join(too_few)}")
    print(f"{len(paths)} samples, {red} red; verified: "
          + ", ".join(f"{name} {count}" for name, count in verified.items()))
    return 1 if red or too_few or not installed else 0


if __name__ == "__main__":
    sys.exit(main())
