# SPDX-License-Identifier: Apache-2.0
"""Runs `pawl infer` over C that people run and prints what became of it: run.py --pawl PAWL --real DIR

DIR/files.tsv names the files with their flags. A row is added to the TSV after each file; files it has
already are not run again. Times are wall clock. Exit code 1 if a run crashed, else 0: that a file is
refused, or that a loop has no invariant, is what is measured.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

FIELDS = ["file", "outcome", "reason", "functions", "skipped", "loops", "invariant", "quantified",
          "approximated", "seconds"]
EXIT_INPUT = 2
EXIT_INTERNAL = 3


def files_of(folder):
    """Pairs of a file and its flags."""
    lines = (folder / "files.tsv").read_text().splitlines()
    if not lines or lines[0].split("\t")[:2] != ["file", "flags"]:
        raise ValueError(f"{folder / 'files.tsv'} should begin with the columns file and flags")
    return [(line.split("\t")[0], shlex.split(line.split("\t")[1])) for line in lines[1:] if line]


def kind_of(text):
    """What differs from place to place is left out, so that kinds can be counted."""
    text = re.sub(r"'[^']*'", "'...'", text)
    return re.sub(r"\d+", "N", text).rstrip(", ")


def first_error(err):
    for line in err.splitlines():
        if "error:" in line:
            return line.split("error:", 1)[1].strip()
    return (err.strip().splitlines() or ["no message"])[0]


def row_of(name, code, out, err, seconds):
    row = dict.fromkeys(FIELDS, "")
    row.update(file=name, seconds=f"{seconds:.1f}")
    if code is None:
        row.update(outcome="over", reason="did not end within its limit")
        return row
    if code < 0 or code == EXIT_INTERNAL:
        row.update(outcome="crashed", reason=first_error(err) if code > 0 else f"signal {-code}")
        return row
    try:
        result = json.loads(out)
    except ValueError:
        refused = code == EXIT_INPUT
        row.update(outcome="refused" if refused else "over",
                   reason=kind_of(first_error(err)) if refused else "no result within its limit")
        return row
    return {**row, **counts_of(result)}


def counts_of(result):
    said = [[term["acsl"] for term in loop["invariant"] if term["acsl"]]
            for loop in result["sourceLoops"]]
    kinds = collections.Counter(kind_of(step["what"])
                                for step in result.get("overApproximations", []))
    return {
        "outcome": "done",
        "functions": str(result.get("functions", 0)),
        "skipped": json.dumps([f"{one['name']}: {one['why']}"
                               for one in result.get("skippedFunctions", [])]),
        "loops": str(len(said)),
        "invariant": str(sum(bool(terms) for terms in said)),
        "quantified": str(sum(any("\\forall" in t or "\\exists" in t for t in terms)
                              for terms in said)),
        "approximated": json.dumps(dict(sorted(kinds.items()))),
    }


def run(options, name, flags):
    command = [options.pawl, "infer", "--format=json", "--quiet", f"--timeout={options.timeout:g}",
               *shlex.split(options.options), name, "--", *flags]
    begin = time.monotonic()
    process = subprocess.Popen(command, cwd=options.real, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        # pawl stops itself; the grace is for what cannot be interrupted.
        out, err = process.communicate(timeout=options.timeout * 1.1 + 10)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        out, err, code = b"", b"", None
    return row_of(name, code, out.decode(errors="replace"), err.decode(errors="replace"),
                  time.monotonic() - begin)


def identity(options):
    """What rows of one TSV have in common: the executable, and how it was called."""
    digest = hashlib.sha256(pathlib.Path(options.pawl).read_bytes()).hexdigest()
    return f"# {digest[:16]} --timeout={options.timeout:g} {options.options}".strip()


def read_rows(path, own):
    """What an earlier run of the same kind has written; a line that was cut off is not a row."""
    if path is None or not path.exists():
        return {}
    lines = path.read_text().splitlines()
    if not lines or lines[0] != own:
        path.unlink()
        return {}
    rows = {}
    for line in lines[2:]:
        values = line.split("\t")
        if len(values) == len(FIELDS):
            rows[values[0]] = dict(zip(FIELDS, values))
    return rows


def append_row(path, own, row):
    begins = not path.exists()
    with path.open("a") as out:
        if begins:
            out.write(own + "\n")
            out.write("\t".join(FIELDS) + "\n")
        out.write("\t".join(row[field].replace("\t", " ") for field in FIELDS) + "\n")


def number(row, field):
    return int(row[field] or 0)


def skipped_of(row):
    return json.loads(row["skipped"] or "[]")


def table(rows):
    heads = ["folder", "files", "done", "functions", "skipped", "loops", "invariant", "quantified",
             "over-approx.", "seconds"]
    lines = []
    folders = sorted({folder_of(row["file"]) for row in rows})
    for folder in folders + ["all"]:
        own = [r for r in rows if folder in ("all", folder_of(r["file"]))]
        steps = sum(sum(json.loads(r["approximated"] or "{}").values()) for r in own)
        lines.append([folder, len(own), sum(r["outcome"] == "done" for r in own),
                      sum(number(r, "functions") for r in own), sum(len(skipped_of(r)) for r in own),
                      sum(number(r, "loops") for r in own), sum(number(r, "invariant") for r in own),
                      sum(number(r, "quantified") for r in own), steps,
                      f"{sum(float(r['seconds']) for r in own):.0f}"])
    body = "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
    return "| " + " | ".join(heads) + " |\n|" + "---|" * len(heads) + "\n" + body


def folder_of(name):
    return str(pathlib.PurePosixPath(name).parent)


def counted(title, counter):
    if not counter:
        return ""
    return f"{title}:\n" + "\n".join(f"{count:6}  {what}" for what, count in
                                     sorted(counter.items(), key=lambda one: (-one[1], one[0])))


def report(rows):
    refused = collections.Counter(f"{r['outcome']}: {r['reason']}" for r in rows
                                  if r["outcome"] != "done")
    skipped = collections.Counter(kind_of(one.split(": ", 1)[1]) for r in rows
                                  for one in skipped_of(r))
    steps = collections.Counter()
    for row in rows:
        steps.update(json.loads(row["approximated"] or "{}"))
    parts = [table(rows), counted("Not done", refused), counted("Functions skipped", skipped),
             counted("Over-approximated", steps)]
    return "\n\n".join(part for part in parts if part)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--real", required=True, type=pathlib.Path, help="the folder with files.tsv")
    parser.add_argument("--filter", action="append", default=[],
                        help="only files whose name contains this; may be repeated")
    parser.add_argument("--timeout", type=float, default=60, help="seconds per file")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="runs at a time")
    parser.add_argument("--options", default="", help="more options for pawl, in one string")
    parser.add_argument("--tsv", type=pathlib.Path, help="rows are added here; what it has is kept")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        files = files_of(options.real)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    files = [(name, flags) for name, flags in files
             if not options.filter or any(text in name for text in options.filter)]
    if not files:
        print("nothing is selected", file=sys.stderr)
        return 2
    own = identity(options)
    rows = read_rows(options.tsv, own)
    pending = [(name, flags) for name, flags in files if name not in rows]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(run, options, name, flags) for name, flags in pending]
        for finished in concurrent.futures.as_completed(runs):
            row = finished.result()
            rows[row["file"]] = row
            if options.tsv:
                append_row(options.tsv, own, row)
    shown = [rows[name] for name, _ in files]
    print(report(shown))
    return 1 if any(row["outcome"] == "crashed" for row in shown) else 0


if __name__ == "__main__":
    sys.exit(main())
