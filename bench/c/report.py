# SPDX-License-Identifier: Apache-2.0
"""What the runs were like: a table by category, lists of files, a TSV, and the way from an older one."""
import collections
import csv

import corpus
from outcome import OUTCOMES, Outcome

COLUMNS = ["file", "category", "expected", "contract", "outcome", "reason", "seconds", "frontend",
           "inference", "solver"]
DECIDED = {"true", "false"}


def is_wrong(expected, kind):
    return kind in DECIDED and expected in DECIDED and kind != expected


def wrong_runs(runs):
    return [(t, o) for t, o in runs if is_wrong(t.expected, o.kind)]


def table(runs):
    """One line per category, then all together. `runs` are pairs of Task and Outcome."""
    by_category = collections.defaultdict(list)
    for task, outcome in runs:
        by_category[task.category].append((task, outcome))
    lines = [["category", "files", "accepted", *OUTCOMES[:4], "wrong", "crashed",
              "frontend s", "inference s", "solver s", "wall s"]]
    lines += [row(name, by_category[name]) for name in sorted(by_category)]
    lines.append(row("all", runs))
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                               for i, (cell, w) in enumerate(zip(line, widths))).rstrip()
                     for line in lines)


def row(name, runs):
    kinds = collections.Counter(o.kind for _, o in runs)
    accepted = sum(o.accepted for _, o in runs)
    return [name, str(len(runs)), f"{accepted} ({100 * accepted // max(1, len(runs))} %)",
            *(str(kinds[kind]) for kind in OUTCOMES[:4]), str(len(wrong_runs(runs))),
            str(kinds["crashed"]), *(total(runs, what) for what in
                                     ["frontend", "inference", "solver", "seconds"])]


def total(runs, what):
    """A sum; `-` where no run told, `*` where not all of them did."""
    values = [getattr(o, what) for _, o in runs]
    told = [v for v in values if v is not None]
    if not told:
        return "-"
    return f"{sum(told):.1f}" + ("" if len(told) == len(values) else "*")


def largest(runs):
    """What it took to lower the largest file of each category, in bytes, that told."""
    by_category = collections.defaultdict(list)
    for task, outcome in runs:
        if outcome.first is not None:
            by_category[task.category].append((task.path.stat().st_size, task.name, task, outcome))
    if not by_category:
        return ""
    lines = ["Reading and lowering the largest file of each category, once:"]
    for name in sorted(by_category):
        size, _, task, outcome = max(by_category[name], key=lambda one: one[:2])
        lines.append(f"  {outcome.first:7.3f} s  {size:8} bytes  {task.name}")
    return "\n".join(lines)


def contracts(runs):
    """The functions with contracts: how many there are, and what became of each."""
    found = [(t, o) for t, o in runs if t.contract]
    if not found:
        return ""
    accepted = sum(o.accepted for _, o in found)
    lines = [f"Files with ACSL contracts: {len(found)}, accepted {accepted}"]
    return "\n".join(lines + [f"  {o.kind:8} {t.name}" for t, o in found])


def listing(title, runs):
    if not runs:
        return ""
    return "\n".join([f"{title} ({len(runs)}):", *(f"  {t.name}: {text(o)}" for t, o in runs)])


def text(outcome):
    return outcome.kind + (f", {outcome.reason}" if outcome.reason else "")


def wrong(runs):
    found = wrong_runs(runs)
    if not found:
        return ""
    bar = "!" * 78
    return "\n".join([bar, f"WRONG VERDICTS ({len(found)}):",
                      *(f"  {t.name}: answered {o.kind}, expected {t.expected}" for t, o in found),
                      bar])


def write_tsv(path, runs):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = tsv_writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(cells(t, o) for t, o in runs)


def append_tsv(path, task, outcome):
    """Adds one row, and the head where there is none, so that a run that is ended can go on."""
    begin = not path.exists() or path.stat().st_size == 0
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = tsv_writer(file)
        if begin:
            writer.writerow(COLUMNS)
        writer.writerow(cells(task, outcome))


def mend_tsv(path):
    """Takes out the last row where it was ended in the middle."""
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        path.write_text(text[:text.rfind("\n") + 1], encoding="utf-8")


def tsv_writer(file):
    return csv.writer(file, delimiter="\t", lineterminator="\n")


def cells(t, o):
    return [t.name, t.category, t.expected, "yes" if t.contract else "no", o.kind,
            o.reason.replace("\t", " "), *(seconds(v) for v in
            [o.seconds, o.frontend, o.inference, o.solver])]


def seconds(value):
    return "" if value is None else f"{value:.3f}"


def read_tsv(path):
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t")
        if not {"file", "outcome", "seconds"} <= set(reader.fieldnames or []):
            raise corpus.BadCorpus(f"{path} was not written by this program")
        return {row["file"]: row for row in reader}


def earlier(row):
    """The outcome that a row of a TSV tells of."""
    def number(text):
        return float(text) if text else None
    return Outcome(row["outcome"], float(row["seconds"]), row["reason"], number(row["frontend"]),
                   number(row["solver"]))


def comparison(old, runs):
    """What changed since `old` (see read_tsv), over the files both have."""
    both = [(t, o) for t, o in runs if t.name in old]
    gained = [(t, o) for t, o in both if decided(t, o.kind) and not decided(t, was(old, t))]
    lost = [(t, o) for t, o in both if not decided(t, o.kind) and decided(t, was(old, t))]
    moved = [(t, o) for t, o in both if o.kind != was(old, t)
             and decided(t, o.kind) == decided(t, was(old, t))]
    before = sum(float(old[t.name]["seconds"]) for t, _ in both)
    now = sum(o.seconds for _, o in both)
    lines = [f"Compared over {len(both)} files: {len(gained)} gained, {len(lost)} lost, "
             f"{len(moved)} changed otherwise; {before:.1f} s before, {now:.1f} s now"]
    for title, changed in [("gained", gained), ("lost", lost), ("changed", moved)]:
        lines += [f"  {title:8} {t.name}: {was(old, t)} -> {text(o)}" for t, o in changed]
    return "\n".join(lines)


def was(old, task):
    return old[task.name]["outcome"]


def decided(task, kind):
    """A verdict, and not a wrong one."""
    return kind in DECIDED and not is_wrong(task.expected, kind)
