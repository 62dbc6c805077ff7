# SPDX-License-Identifier: Apache-2.0
"""Runs `pawl bebop` over a folder of Boolean programs: boolean_programs.py --pawl PAWL --corpus DIR

DIR holds expected.tsv (file, verdict, ...) and the programs it names; only the *.bp are run. Every
sequential program has to get its verdict within the time limit and its printed text has to give the
same verdict again. A concurrent one has to be refused, with a place. A table is printed. Exit code 0
when all is right, 1 when not, 77 when there is no such folder (ctest counts it as skipped).
"""
import argparse
import pathlib
import re
import subprocess
import sys
import time

EXIT_OF = {"true": 0, "false": 10}
CONCURRENT = re.compile(r":\d+:\d+: error: .*concurrent Boolean programs")


def tasks(corpus):
    for line in (corpus / "expected.tsv").read_text().splitlines()[1:]:
        name, verdict = line.split("\t")[:2]
        if name.endswith(".bp"):
            yield corpus / name, verdict


def run(pawl, *arguments, limit, text=None):
    return subprocess.run([pawl, "bebop", f"--timeout={limit}", *arguments], input=text,
                          capture_output=True, encoding="utf-8", timeout=10 * limit)


def judge(pawl, path, verdict, limit):
    """What was answered, and whether that is right."""
    done = run(pawl, str(path), limit=limit)
    if done.returncode == 2 and CONCURRENT.search(done.stderr):
        return "refused: concurrent", True
    if done.returncode not in (0, 10, 20):
        return f"exit code {done.returncode}: {done.stderr[:300]}", False
    answer = done.stdout.splitlines()[-1].removeprefix("RESULT: ")
    if verdict == "?":
        return answer, done.returncode != 20
    if EXIT_OF[verdict] != done.returncode:
        return answer, False
    printed = run(pawl, "--print-after=parse", str(path), limit=limit).stdout
    again = run(pawl, "-", limit=limit, text=printed)
    if again.returncode != done.returncode:
        return f"{answer}, but {again.stdout[-40:]} when printed", False
    return answer, True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--corpus", required=True, type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=20, help="seconds per program")
    options = parser.parse_args()
    if not (options.corpus / "expected.tsv").is_file():
        print(f"skipped: there is no corpus in {options.corpus}; configure with -DPAWL_CORPUS=DIR")
        return 77
    right = total = 0
    for path, verdict in tasks(options.corpus):
        start = time.monotonic()
        answer, fine = judge(options.pawl, path, verdict, options.limit)
        seconds = time.monotonic() - start
        print(f"{'ok ' if fine else 'BAD'} {path.name:32} {verdict:6} {answer:24} {seconds:6.2f} s")
        right += fine
        total += 1
    print(f"{right} of {total} as expected")
    return 0 if total > 0 and right == total else 1


if __name__ == "__main__":
    sys.exit(main())
