# SPDX-License-Identifier: Apache-2.0
"""What `frama-c -wp` makes of a file: how many goals of which kind there are, and are proved."""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess

PROVERS = {"z3": "z3", "cvc4": "cvc4"}


class Unusable(Exception):
    """Frama-C did not read the file, or did not finish with it."""


@dataclasses.dataclass
class Count:
    proved: int = 0
    total: int = 0

    def add(self, other):
        self.proved += other.proved
        self.total += other.total

    def whole(self):
        return self.total > 0 and self.proved == self.total

    def __str__(self):
        return f"{self.proved}/{self.total}"


@dataclasses.dataclass
class Goals:
    contract: Count = dataclasses.field(default_factory=Count)
    loop: Count = dataclasses.field(default_factory=Count)
    safety: Count = dataclasses.field(default_factory=Count)
    open: list = dataclasses.field(default_factory=list)
    messages: list = dataclasses.field(default_factory=list)

    def add(self, other):
        self.contract.add(other.contract)
        self.loop.add(other.loop)
        self.safety.add(other.safety)

    def whole(self):
        counts = [self.contract, self.loop, self.safety]
        return self.contract.whole() and all(c.proved == c.total for c in counts)


def missing():
    """The programs that are needed and not there."""
    needed = ["frama-c", "why3", *PROVERS.values()]
    return [program for program in needed if shutil.which(program) is None]


def configure(folder):
    """An environment in which Why3 knows the provers; nothing is written elsewhere."""
    environment = dict(os.environ, HOME=str(folder))
    environment.pop("WHY3CONFIG", None)
    subprocess.run(["why3", "config", "detect"], env=environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return environment


def is_message(line):
    """Said by Frama-C about the file, and not that run time errors are another matter."""
    about = ("Warning:" in line or "rror:" in line) and "Missing RTE guards" not in line
    return about and "Missing assigns clause" not in line


def kind_of(name):
    if "_loop_" in name:
        return "loop"
    return "safety" if "_assert_rte" in name else "contract"


def prove(path, environment, folder, timeout=5, rte=False, cache=None):
    report = pathlib.Path(folder) / "report.json"
    report.unlink(missing_ok=True)
    command = ["frama-c", "-wp", "-wp-prover", ",".join(PROVERS), "-wp-timeout", str(timeout),
               "-wp-par", "2", "-wp-report-json", str(report), str(path)]
    if rte:
        command.insert(1, "-wp-rte")
    if cache is not None:
        command += ["-wp-cache", "update", "-wp-cache-dir", str(cache)]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0 or not report.exists():
        raise Unusable(done.stdout.strip())
    goals = Goals(messages=[line for line in done.stdout.splitlines() if is_message(line)])
    for function in json.loads(report.read_text()).get("wp:functions", {}).values():
        for name, by_prover in function.items():
            if name == "wp:section":
                continue
            main = by_prover["wp:main"]
            count = Count(main.get("valid", 0), main.get("total", 0))
            getattr(goals, kind_of(name)).add(count)
            if not count.whole():
                goals.open.append(name)
    return goals
