# SPDX-License-Identifier: Apache-2.0
"""Results through JSON: round_trip_test.py --pawl PAWL --samples DIR

Every sample with an answer, proved, refuted or unknown, is answered twice, and both results have to
be the same bytes. `pawl certify` then reads the result and has to come to the same answer from the
source, without the engine. The last line has the numbers.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import shlex
import subprocess
import sys
import tempfile

from judges_test import header


def chosen(root):
    return [path for path in sorted(root.rglob("*"))
            if path.suffix in (".gcl", ".c") and header(path, "EXPECT")
            and header(path, "TIME") != "slow"
            and (shlex.split(header(path, "RUN")) or ["verify"])[0] in ("verify", "infer", "slam")]


def round_trip(pawl, path):
    """(what is certified, complaint or None)"""
    command = shlex.split(header(path, "RUN")) or ["verify"]
    with tempfile.TemporaryDirectory() as folder:
        results = [pathlib.Path(folder) / name for name in ("first.json", "second.json")]
        for result in results:
            run = subprocess.run([pawl, *command, "-q", "--format=json", "-o", result, path],
                                 capture_output=True, text=True, timeout=900)
            if run.returncode not in (0, 10, 20):
                return "", f"exit code {run.returncode}: {run.stderr}"
        texts = [result.read_text() for result in results]
        if texts[0].replace("first.json", "second.json") != texts[1]:
            return "", "two runs give different results"
        certified = subprocess.run([pawl, "certify", results[0]], capture_output=True, text=True,
                                   timeout=900)
        said = certified.stdout.removeprefix("CERTIFIED: ").partition(", read with")[0].strip()
        if certified.returncode != 0 or f'"verdict": "{said}"' not in texts[0]:
            return said, f"certify: exit code {certified.returncode}: {certified.stderr}{said}"
        return said, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--samples", type=pathlib.Path, required=True)
    options = parser.parse_args()
    paths = chosen(options.samples)
    red, answers = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (said, complaint) in zip(
                paths, pool.map(lambda p: round_trip(options.pawl, p), paths)):
            answers[said.split("(")[0]] += 1
            red += complaint is not None
            if complaint is not None:
                print(f"{path.relative_to(options.samples)}: RED {complaint}", flush=True)
    print(f"{len(paths)} samples, {red} red; certified: "
          + ", ".join(f"{name} {count}" for name, count in sorted(answers.items())))
    return 1 if red or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
