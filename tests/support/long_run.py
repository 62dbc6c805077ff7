# SPDX-License-Identifier: Apache-2.0
"""What long runs have in common: processes that end, rows that stay, and two hands at once."""
import concurrent.futures
import csv
import dataclasses
import hashlib
import os
import pathlib
import re
import signal
import subprocess
import time

# What is kept of each stream of a process.
KEPT = 1 << 20


@dataclasses.dataclass
class Ended:
    """How a process ended; `code` is None when it was killed for being late."""
    code: int
    out: str
    err: str
    seconds: float


def run_for(command, seconds, cwd=None, env=None):
    """Runs `command` in a session of its own; after `seconds` it and what it started are killed."""
    begin = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=env,
                               start_new_session=True)
    code = None
    try:
        out, err = process.communicate(timeout=seconds)
        code = process.returncode
    except subprocess.TimeoutExpired:
        out, err = end_session(process)
    except BaseException:
        end_session(process)
        raise
    return Ended(code, text_of(out), text_of(err), time.monotonic() - begin)


def end_session(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return process.communicate()


def text_of(stream):
    return stream[:KEPT].decode(errors="replace")


def fingerprint(path):
    """Which executable it was: the beginning of its hash."""
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:12]


class Rows:
    """A TSV that grows by one row at a time, so that a run that is ended can go on where it was.

    Without a path nothing is kept. `key` are the columns that say what a row is about.
    """

    def __init__(self, path, columns, key):
        self.path = path
        self.columns = columns
        self.key = key
        self.seen = {}
        if path is None:
            return
        if path.exists() and path.stat().st_size > 0:
            self.read()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\t".join(columns) + "\n", encoding="utf-8")

    def read(self):
        text = self.path.read_text(encoding="utf-8")
        if not text.endswith("\n"):  # ended in the middle of a row
            text = text[:text.rfind("\n") + 1]
            self.path.write_text(text, encoding="utf-8")
        reader = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
        if reader.fieldnames != self.columns:
            raise SystemExit(f"{self.path} has other columns; move it away or name another file")
        for row in reader:
            self.seen[self.key_of(row)] = row

    def key_of(self, row):
        return tuple(str(row[column]) for column in self.key)

    def find(self, **about):
        """The row that is there already, or None."""
        return self.seen.get(self.key_of(about))

    def add(self, row):
        row = {column: re.sub(r"[\t\r\n]+", " ", str(row[column])) for column in self.columns}
        self.seen[self.key_of(row)] = row
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\t".join(row[column] for column in self.columns) + "\n")
        return row


def in_parallel(work, items, jobs):
    """(item, work(item)) for each, in the order in which they are finished."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(work, item): item for item in items}
        try:
            for future in concurrent.futures.as_completed(waiting):
                yield waiting[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


PLACE = re.compile(r"^(\S+?):(\d+):(\d+): (?:fatal )?error: (.*)$", re.MULTILINE)


def first_error(text):
    """(place, message) of the first error that has a place, or (None, the first line)."""
    match = PLACE.search(text)
    if match:
        return f"{match.group(1)}:{match.group(2)}:{match.group(3)}", match.group(4)
    lines = [line for line in text.splitlines() if line.strip()]
    return None, next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")


def reason(message):
    """A message without what is particular to one program: names and numbers."""
    message = re.sub(r"'[^']*'", "'...'", message)
    return re.sub(r"\b\d+\b", "N", message)[:110]
