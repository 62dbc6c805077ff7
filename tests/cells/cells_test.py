# SPDX-License-Identifier: Apache-2.0
"""The cells themselves, and run.py with a pawl that is played."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

import cells
from kinds import ELSEWHERE, SAME_OBJECT

HERE = pathlib.Path(__file__).resolve().parent
# `run` compiles and runs, then applies CHANGE; `verify` has one answer for all assertions.
FAKE = """\
    #!{python}
    import json, pathlib, re, subprocess, sys, tempfile
    path = pathlib.Path(sys.argv[-1])
    text = path.read_text()
    for number, line in enumerate(text.splitlines(), 1):
        if {refuses!r} and re.search({refuses!r}, line):
            print(f"{{path}}:{{number}}:1: error: not this '{{line[:9]}}'", file=sys.stderr)
            sys.exit(2)
    if sys.argv[1] == "verify":
        told = [dict(kind="assertion", fate={fate!r}, location=dict(line=number))
                for number, line in enumerate(text.splitlines(), 1) if line.startswith("IS")]
        pathlib.Path(sys.argv[sys.argv.index("--json") + 1]).write_text(
            json.dumps(dict(procedures=[dict(obligations=told)])))
        sys.exit(0)
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name) / "p.c"
        source.write_text(text + '\\nextern int printf(const char *, ...);\\n'
                          'void pawl_print(long long v) {{ printf("%lld\\\\n", v); }}\\n')
        subprocess.run(["gcc", "-w", source, "-o", name + "/p"], check=True)
        lines = subprocess.run([name + "/p"], text=True, capture_output=True).stdout.splitlines()
    {change}
    print("\\n".join(lines))
"""


class Cells(unittest.TestCase):
    def test_depth_one_is_complete(self):
        plans = cells.depth_one()
        self.assertEqual(len(plans), len(set(plans)))
        for family, (kinds, contexts) in cells.FAMILIES.items():
            crossed = {(p.kind, p.context) for p in plans if p.family == family}
            undefined = {(k, c) for k in ELSEWHERE for c in SAME_OBJECT if family == "pointer"}
            self.assertEqual({(k, c) for k in kinds for c in contexts} - undefined, crossed)

    def test_the_same_plan_is_the_same_text(self):
        for seed in range(20):
            plan = cells.depth_two(seed)
            self.assertEqual(plan, cells.depth_two(seed))
            self.assertEqual(cells.Cell(7, plan).text, cells.Cell(7, plan).text)

    def test_letters_are_words(self):
        self.assertEqual("(x) + 3L + L_K + s.T", cells.put("L + 3L + L_K + s.T", L="(x)", T="int"))

    def test_a_local_is_declared_once_and_after_what_it_needs(self):
        text = cells.Cell(1, cells.Plan("pointer", "*pp", "read")).text
        self.assertLess(text.index("int few[3]"), text.index("int *both[2]"))
        self.assertEqual(1, text.count("int few[3]"))


class Runs(unittest.TestCase):
    def run_cells(self, *whats, change="pass", fate="proved", refuses=""):
        with tempfile.TemporaryDirectory() as name:
            fake = pathlib.Path(name) / "pawl"
            fake.write_text(textwrap.dedent(FAKE).format(python=sys.executable, change=change, fate=fate,
                                                         refuses=refuses))
            fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
            run = subprocess.run([sys.executable, "-B", HERE / "run.py", "--pawl", fake, "--one", "12", "-j",
                                  "2", "--tsv", name + "/rows.tsv", "--keep", name + "/kept", *whats],
                                 text=True, capture_output=True, timeout=200)
            self.kept = len(list(pathlib.Path(name, "kept").glob("*.c")))
            self.assertEqual("", run.stderr)
        return run.returncode, run.stdout

    def test_the_same_values_are_green(self):
        code, output = self.run_cells("run")
        self.assertEqual(0, code, output)
        self.assertRegex(output, r"run +\d+ agrees")

    def test_another_value_is_red_in_its_cell_alone(self):
        code, output = self.run_cells("run", change="lines[1] = '123456'")
        self.assertEqual(1, code)
        self.assertIn("RED run DIFFERENT", output)
        self.assertIn("1 failures", output)
        self.assertEqual(1, self.kept)

    def test_a_refused_cell_is_left_out_of_the_program(self):
        code, output = self.run_cells("run", refuses=r"^static void cell_3\b")
        self.assertEqual(0, code, output)
        self.assertIn("1 refused: not this '...'", output)
        self.assertRegex(output, r"\d+ agrees, .*1 refused")

    def test_assertions(self):
        self.assertEqual(0, self.run_cells("right")[0])
        code, output = self.run_cells("wrong")
        self.assertEqual(1, code)
        self.assertIn("RED wrong WRONG", output)
        self.assertEqual(0, self.run_cells("wrong", fate="refuted")[0])
        self.assertEqual(1, self.run_cells("right", fate="refuted")[0])


if __name__ == "__main__":
    unittest.main()
