# SPDX-License-Identifier: Apache-2.0
"""Runs pawl on one task and says what came out."""
import dataclasses
import json
import os
import re
import resource
import signal
import subprocess
import time

VERDICT_OF_EXIT = {0: "true", 10: "false", 20: "unknown"}
EXIT_INPUT = 2
RESULT = re.compile(r"RESULT: (true|false|unknown)(?:\((.+)\))?$")

# What a run can end with. `crashed`: a signal, an internal error, or an answer that is none.
OUTCOMES = ["true", "false", "unknown", "timeout", "refused", "crashed"]

# Timers of these names, or below them ("frontend.lower"), are the front end's.
FRONTEND = ("frontend", "parse", "lower")


@dataclasses.dataclass
class Outcome:
    kind: str
    seconds: float
    reason: str = ""  # unknown: why; refused and crashed: the first message
    frontend: float = None  # None: not told
    solver: float = None
    first: float = None  # until the program was lowered for the first time

    @property
    def inference(self):
        """What neither the front end nor the solver took."""
        if self.solver is None:
            return None
        return max(0.0, self.seconds - self.solver - (self.frontend or 0.0))

    @property
    def accepted(self):
        return self.kind not in {"refused", "crashed"}


def run(pawl, task, timeout, memory_mb, extra):
    command = [pawl, "verify", "--stats=json", f"--timeout={timeout:g}", *task.options, *extra,
               str(task.path)]
    begin = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=lambda: limit_memory(memory_mb))
    try:
        # pawl stops itself; the grace is for what cannot be interrupted.
        out, err = process.communicate(timeout=timeout * 1.1 + 2)
    except subprocess.TimeoutExpired:
        end_group(process)
        return Outcome("timeout", time.monotonic() - begin)
    except BaseException:
        end_group(process)
        raise
    seconds = time.monotonic() - begin
    return judge(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"),
                 seconds)


def end_group(process):
    """Ends the process and what it started: the session of its own it was given."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()


def limit_memory(megabytes):
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def judge(code, out, err, seconds):
    frontend, solver, first = times(err)
    if code == EXIT_INPUT:
        return Outcome("refused", seconds, first_message(err), frontend, solver, first)
    lines = out.splitlines()
    result = RESULT.match(lines[-1]) if lines else None
    if code not in VERDICT_OF_EXIT or result is None:
        name = f"signal {-code}" if code < 0 else f"exit code {code}"
        text = first_message(err) or (lines[-1] if lines else "no output")
        return Outcome("crashed", seconds, f"{name}: {text}", frontend, solver, first)
    verdict, reason = result.groups()
    if verdict != VERDICT_OF_EXIT[code]:
        return Outcome("crashed", seconds, f"exit code {code}, but {lines[-1]}", frontend, solver, first)
    return Outcome(verdict, seconds, reason or "", frontend, solver, first)


def first_message(err):
    lines = err.splitlines()
    errors = [line for line in lines if "error:" in line or "ERROR:" in line]
    return (errors or [line for line in lines if line.strip()] or [""])[0].strip()


def times(err):
    """Seconds in the front end, in the solver, and to the first lowering, from what --stats=json prints."""
    stats = stats_of(err)
    if stats is None:
        return None, None, None
    frontend = solver = first = None
    for name, entry in stats.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("seconds"), (int, float)):
            continue
        if name.split(".")[0] in FRONTEND:
            frontend = (frontend or 0.0) + entry["seconds"]
            first = entry.get("first", first)
        elif "queries" in entry:
            solver = (solver or 0.0) + entry["seconds"]
    return frontend, solver, first


def stats_of(err):
    for match in re.finditer(r"^\{", err, re.MULTILINE):
        try:
            found, _ = json.JSONDecoder().raw_decode(err, match.start())
        except ValueError:
            continue
        if isinstance(found, dict):
            return found
    return None
