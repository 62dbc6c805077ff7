# SPDX-License-Identifier: Apache-2.0
"""Runs `pawl verify` over a folder of C programs and prints a table: run.py --pawl PAWL --corpus DIR

Times are wall clock of a run; "solver" is what --stats=json counts as queries, "frontend" its timers
of that name, "inference" the rest; `*` marks a sum that not every run contributed to. Exit code 0, or
1 when a verdict is wrong or a run crashed; that a program is refused or unknown is no failure.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shlex
import sys

import corpus
import outcome
import report


class Progress:
    """One line on a terminal, rewritten; nothing anywhere else."""

    def __init__(self, total):
        self.total = total
        self.done = 0
        self.wrong = 0
        self.shown = sys.stderr.isatty()

    def step(self, task, result):
        self.done += 1
        self.wrong += report.is_wrong(task.expected, result.kind)
        if self.shown:
            line = f"{self.done}/{self.total}  wrong {self.wrong}  {result.kind:8} {task.name}"
            print(f"\r\033[K{line[:100]}", end="", file=sys.stderr, flush=True)

    def finish(self):
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def selected(tasks, options):
    """Those asked for; with a limit, that many of each category."""
    kept = []
    counts = {}
    for task in tasks:
        if options.category and not any(is_below(task.category, c) for c in options.category):
            continue
        if options.filter and not any(text in task.name for text in options.filter):
            continue
        counts[task.category] = counts.get(task.category, 0) + 1
        if options.limit and counts[task.category] > options.limit:
            continue
        kept.append(task)
    return kept


def is_below(category, wanted):
    return category == wanted or category.startswith(wanted.rstrip("/") + "/")


def run_all(tasks, options):
    """Pairs of task and outcome, in the order of the tasks whatever finishes first."""
    progress = Progress(len(tasks))
    extra = shlex.split(options.options)
    results = results_so_far(tasks, options)
    for task in tasks:
        if task.name in results:
            progress.step(task, results[task.name])
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(outcome.run, options.pawl, task, options.timeout, options.memory,
                               extra): task for task in tasks if task.name not in results}
        try:
            for future in concurrent.futures.as_completed(pending):
                task = pending[future]
                results[task.name] = future.result()
                if options.tsv:
                    report.append_tsv(options.tsv, task, results[task.name])
                progress.step(task, results[task.name])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            progress.finish()
    return [(task, results[task.name]) for task in tasks]


def results_so_far(tasks, options):
    """With --resume what the TSV has already; without, the TSV begins anew."""
    if not options.tsv or not options.tsv.exists():
        return {}
    if not options.resume:
        options.tsv.unlink()
        return {}
    report.mend_tsv(options.tsv)
    rows = report.read_tsv(options.tsv)
    return {t.name: report.earlier(rows[t.name]) for t in tasks if t.name in rows}


def print_report(runs, options, old):
    parts = [report.table(runs), report.largest(runs), report.contracts(runs)]
    for title, kind in [("Refused", "refused"), ("Crashed", "crashed")]:
        parts.append(report.listing(title, [(t, o) for t, o in runs if o.kind == kind]))
    if options.list_unknown:
        parts.append(report.listing("Not decided", [(t, o) for t, o in runs
                                                    if o.kind in {"unknown", "timeout"}]))
    if old is not None:
        parts.append(report.comparison(old, runs))
    parts.append(report.wrong(runs))
    print("\n\n".join(part for part in parts if part))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", required=True, help="the executable")
    parser.add_argument("--corpus", required=True, type=pathlib.Path,
                        help="the folder with expected.tsv")
    parser.add_argument("--category", action="append", default=[],
                        help="only this folder (svcomp, svcomp/loops); may be repeated")
    parser.add_argument("--filter", action="append", default=[],
                        help="only files whose name contains this; may be repeated")
    parser.add_argument("--limit", type=int, default=0, help="at most so many of each category")
    parser.add_argument("--timeout", type=float, default=60, help="seconds per file")
    parser.add_argument("--memory", type=int, default=4096,
                        help="megabytes per run; 0: no limit (needed with sanitizers)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="runs at a time")
    parser.add_argument("--options", default="", help="more options for pawl, in one string")
    parser.add_argument("--tsv", type=pathlib.Path, help="write one line per file here, as they come")
    parser.add_argument("--resume", action="store_true",
                        help="take over the lines that the TSV has, and go on")
    parser.add_argument("--compare", type=pathlib.Path, help="a TSV of an earlier run")
    parser.add_argument("--list-unknown", action="store_true", help="list what is not decided")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        tasks, others = corpus.read(options.corpus)
        old = report.read_tsv(options.compare) if options.compare else None
    except (corpus.BadCorpus, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    chosen = selected(tasks, options)
    print(f"{len(chosen)} of {len(tasks)} C files ({others} rows of the corpus are not about C), "
          f"{options.timeout:g} s each, {options.jobs} at a time\n", flush=True)
    if not chosen:
        print("nothing is selected", file=sys.stderr)
        return 2
    runs = run_all(chosen, options)
    if options.tsv and not options.resume:
        report.write_tsv(options.tsv, runs)  # in the order of the names
    print_report(runs, options, old)
    return 1 if report.wrong_runs(runs) or any(o.kind == "crashed" for _, o in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
