# SPDX-License-Identifier: Apache-2.0
"""The table of the paper on dataflow joined with predicates, for the programs there are, and its cost.

    run.py --pawl PAWL --corpus FOLDER [--seconds 60] [--only TEXT]
    run.py --pawl PAWL --cost

For each program of svcomp/{locks,ntdrivers-simplified,ssh-simplified}: plain predicates (slam), the
lattice with refinement, and only the predicates of the specification: none, for these programs. In
each column the answer; abstract post computations where there are some; refinements; predicates;
seconds. `--cost` generates programs of more and more procedures, with the same predicates.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TOPICS = ["locks", "ntdrivers-simplified", "ssh-simplified"]
ROUND = re.compile(r"round (\d+): (\d+) predicates, (\d+)")
RESULT = re.compile(r"RESULT: (true|false|unknown)(\(.*\))?")


def run(arguments, seconds):
    begin = time.monotonic()
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, errors="replace",
                              timeout=seconds * 1.5 + 10)
        out, log = done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        out, log = "RESULT: unknown(timeout)", ""
    spent = time.monotonic() - begin
    rounds = ROUND.findall(log)
    found = RESULT.findall(out)
    return {"answer": "".join(found[-1]) if found else "no answer",
            "refinements": max(0, len(rounds) - 1),
            "predicates": int(rounds[-1][1]) if rounds else 0,
            "work": sum(int(one[2]) for one in rounds), "seconds": spent}


def verdicts(corpus):
    table = {}
    with open(corpus / "expected.tsv", encoding="utf-8") as file:
        for row in csv.reader(file, delimiter="\t"):
            for cell in row[1:]:
                if cell in ("true", "false"):
                    table[row[0]] = cell
    return table


def compare(options):
    expected = verdicts(options.corpus) if (options.corpus / "expected.tsv").exists() else {}
    commands = {"plain predicates": ["slam"], "lattice": ["dataflow"],
                "specification only": ["dataflow", "--no-refinement"]}
    print(f"{'program':42}" + "".join(f"{name + ': answer work ref preds s':>46}" for name in commands))
    decided = dict.fromkeys(commands, 0)
    wrong = 0
    for topic in TOPICS:
        for path in sorted((options.corpus / "svcomp" / topic).glob("*.c")):
            name = f"svcomp/{topic}/{path.name}"
            if options.only not in name:
                continue
            line = f"{topic[:12] + '/' + path.name:42}"
            for column, command in commands.items():
                one = run([options.pawl, *command, "-v", f"--timeout={options.seconds}", str(path)],
                          options.seconds)
                answer = one["answer"].split("(")[0]
                decided[column] += answer in ("true", "false")
                if answer in ("true", "false") and expected.get(name, answer) != answer:
                    wrong += 1
                    answer = "WRONG " + answer
                line += (f"{answer:>18} {one['work']:8} {one['refinements']:5} "
                         f"{one['predicates']:5} {one['seconds']:6.1f}")
            print(line, flush=True)
    print("decided: " + ", ".join(f"{name} {count}" for name, count in decided.items())
          + f"; wrong: {wrong}")
    return 1 if wrong else 0


def generated(procedures):
    """A chain of calls: each procedure opens and closes under the same flag."""
    lines = ["var open: int;", "var total: int;"]
    for i in range(procedures):
        call = f"  call p{i + 1}(flag);\n" if i + 1 < procedures else ""
        lines.append(f"procedure p{i}(flag: int)\n  modifies open, total;\n{{\n"
                     f"  open := 0;\n  if flag != 0 {{ open := 1; }}\n  total := {i};\n"
                     f"  if flag != 0 {{ assert open == 1; }}\n{call}}}")
    lines.append("procedure main(flag: int)\n  modifies open, total;\n{\n  call p0(flag);\n}")
    return "\n".join(lines) + "\n"


def cost(options):
    print("procedures     posts    seconds   ratio")
    before = None
    for procedures in (125, 250, 500, 1000, 2000):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "generated.gcl"
            program.write_text(generated(procedures), encoding="utf-8")
            predicates = pathlib.Path(folder) / "predicates"
            predicates.write_text("".join(f"procedure p{i}:\n  flag == 0\n"
                                          for i in range(procedures)), encoding="utf-8")
            begin = time.monotonic()
            done = subprocess.run([options.pawl, "dataflow", "--format=json", "--no-refinement",
                                   "--lattice=constants", f"--predicates={predicates}",
                                   str(program)], capture_output=True, text=True, check=False)
            spent = time.monotonic() - begin
        try:
            posts = json.loads(done.stdout)["entries"][0]["rounds"][0]["posts"]
        except (ValueError, IndexError, KeyError):
            print(f"{procedures:10}  no answer: {done.stderr[:200]}")
            return 1
        ratio = f"{posts / before:7.2f}" if before else ""
        print(f"{procedures:10} {posts:9} {spent:10.2f} {ratio}", flush=True)
        before = posts
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pawl", required=True)
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--cost", action="store_true")
    options = parser.parse_args()
    if options.cost or options.corpus is None:
        return cost(options)
    return compare(options)


if __name__ == "__main__":
    sys.exit(main())
