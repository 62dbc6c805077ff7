# SPDX-License-Identifier: Apache-2.0
"""The tasks of a folder of C programs with known answers.

`expected.tsv` in that folder has the columns file, verdict (true, false or ?), ints, data_model and
verdict_source. `acsl/inventory.tsv`, if there is one, names files with functions whose contracts hold:
their loop annotations are to be inferred again.
"""
import csv
import dataclasses
import pathlib
import re

C_SUFFIXES = (".c", ".i")
ACSL_COMMENT = re.compile(r"/\*@(.*?)\*/|//@([^\n]*)", re.DOTALL)
CONTRACT_CLAUSE = re.compile(r"^[\s@]*(requires|ensures|assigns|terminates|behavior)\b", re.MULTILINE)
OWN_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


class BadCorpus(Exception):
    """The folder is not as described above."""


@dataclasses.dataclass(frozen=True)
class Task:
    name: str  # relative to the corpus
    path: pathlib.Path
    category: str
    expected: str  # true, false or ?
    options: tuple  # what pawl is told beside the file
    contract: bool  # a function of the file has an ACSL contract


def category_of(name):
    """The folder, two levels deep where there are two: svcomp/loops, code2inv, acsl."""
    folders = name.split("/")[:-1]
    return "acsl" if folders[:1] == ["acsl"] else "/".join(folders[:2]) or "."


def read(root):
    """All C tasks in the order of their names, and how many rows are about something else."""
    table = root / "expected.tsv"
    if not table.is_file():
        raise BadCorpus(f"there is no {table}; say where the programs are with --corpus")
    tasks = []
    others = 0
    for row in rows(table, {"file", "verdict", "ints", "data_model"}):
        if row["file"].endswith(C_SUFFIXES):
            options = [f"--ints={row['ints']}", f"--data-model={row['data_model']}"]
            tasks.append(task(root, row["file"], row["verdict"], options))
        else:
            others += 1
    tasks += acsl_tasks(root)
    if len({t.name for t in tasks}) != len(tasks):
        raise BadCorpus(f"{table} names a file twice")
    return sorted(tasks, key=lambda t: t.name), others


def acsl_tasks(root):
    inventory = root / "acsl" / "inventory.tsv"
    if not inventory.is_file():
        return []
    folders = [root / "acsl", *sorted(p for p in (root / "acsl").rglob("*") if p.is_dir())]
    options = ["--ints=machine", "--data-model=LP64", "--ignore-loop-annotations",
               *(f"-I{folder}" for folder in folders)]
    # Published as proved, so `false` would be wrong.
    return [task(root, "acsl/" + row["file"], "true", options)
            for row in rows(inventory, {"file", "function"})]


def task(root, name, expected, options):
    path = root / name
    if not path.is_file():
        raise BadCorpus(f"{name} is listed, but there is no such file")
    if expected not in {"true", "false", "?"}:
        raise BadCorpus(f"{name}: the verdict '{expected}' is not true, false or ?")
    return Task(name, path, category_of(name), expected, tuple(options), has_contract(root, path))


def rows(path, columns):
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if not columns <= set(reader.fieldnames or []):
            raise BadCorpus(f"{path} has no column {', '.join(sorted(columns))}")
        return list(reader)


def has_contract(root, path):
    """Whether the file, or the header of the same name that it includes, has a contract."""
    text = path.read_text(encoding="utf-8", errors="replace")
    texts = [text] + [header.read_text(encoding="utf-8", errors="replace")
                      for name in OWN_INCLUDE.findall(text)
                      if (header := path.parent / name).is_file() and header.stem == path.stem]
    return any(CONTRACT_CLAUSE.search(block or line)
               for t in texts for block, line in ACSL_COMMENT.findall(t))
