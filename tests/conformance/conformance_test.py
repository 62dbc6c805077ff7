# SPDX-License-Identifier: Apache-2.0
"""conformance/run.py on a small folder, with a pawl that answers what each program tells it to."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# `// run CODE TEXT`, `// verify CODE TEXT`: what is answered; `hang` sleeps.
FAKE = """\
    #!{python}
    import pathlib, re, sys, time
    text = pathlib.Path(sys.argv[2]).read_text()
    with open({log!r}, "a") as log: log.write(sys.argv[2] + "\\n")
    code, line = re.search(r"^// " + sys.argv[1] + r" (\\w+) ?(.*)$", text, re.M).groups()
    if code == "hang":
        time.sleep(60)
    print(line, file=sys.stderr if code == "2" else sys.stdout)
    sys.exit(int(code))
"""
GOOD = "int main(void) { return 0; }\n"


class Suite(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        for folder in ["attacks", "benchmarks/conformance/suite"]:
            (self.root / folder).mkdir(parents=True)
        self.log = self.root / "log"
        self.log.write_text("")
        self.pawl = self.root / "pawl"
        self.pawl.write_text(textwrap.dedent(FAKE).format(python=sys.executable, log=str(self.log)))
        self.pawl.chmod(self.pawl.stat().st_mode | stat.S_IXUSR)
        self.known = self.root / "known.tsv"
        self.known.write_text("# name, what, outcome\n")

    def program(self, name, *answers, text=GOOD):
        lines = "".join(f"// {answer}\n" for answer in answers)
        (self.root / "benchmarks/conformance/suite" / name).write_text(lines + text)

    def attack(self, name, expect, answer):
        (self.root / "attacks" / name).write_text(f"// EXPECT: {expect}\n// verify {answer}\n{GOOD}")

    def run_suite(self, *arguments):
        run = subprocess.run([sys.executable, "-B", HERE / "run.py", "--pawl", self.pawl, "--shared",
                              self.root, "--known", self.known, "--timeout", "1", "--grace", "0", "-j", "2",
                              *arguments], text=True, capture_output=True, timeout=120)
        self.assertEqual("", run.stderr)
        return run.returncode, run.stdout

    def test_right_answers(self):
        self.attack("a.c", "true", "0 RESULT: true")
        self.attack("b.c", "false", "20 RESULT: unknown(limit)")
        self.attack("c.c", "true", "2 c.c:1:2: error: not modelled")
        self.program("p.c", "run 0 0", "verify 20 RESULT: unknown")
        code, output = self.run_suite()
        self.assertEqual(0, code, output)
        self.assertIn("attack  1 refused, 1 right, 1 unknown", output)
        self.assertIn("run     1 agrees", output)
        self.assertIn("not modelled (attack)", output)

    def test_the_opposite_answer_is_red(self):
        self.attack("a.c", "true", "10 RESULT: false(assertion)")
        code, output = self.run_suite("attack")
        self.assertEqual(1, code)
        self.assertIn("RED attack a.c: WRONG false, expected true", output)

    def test_another_value_is_red(self):
        self.program("p.c", "run 0 1")
        code, output = self.run_suite("run")
        self.assertEqual(1, code)
        self.assertIn("RED run suite/p.c: DIFFERENT", output)

    def test_a_run_that_ends_early_is_red(self):
        self.program("p.c", "run 20")
        self.assertEqual(1, self.run_suite("run")[0])

    def test_a_refusal_needs_a_place(self):
        self.program("p.c", "run 2 run.c:7:1: error: a union is not supported")
        self.assertEqual(0, self.run_suite("run")[0])
        self.program("p.c", "run 2 something")
        self.assertEqual(1, self.run_suite("run")[0])

    def test_false_for_an_abort_that_is_not_reached(self):
        self.program("p.c", "run 0 0", "verify 10 RESULT: false(assertion)")
        code, output = self.run_suite("abort", "end")
        self.assertEqual(1, code)
        self.assertIn("RED abort suite/p.c: WRONG", output)
        self.assertIn("end     1 right", output)

    def test_a_program_without_truth_is_left_out(self):
        self.program("p.c", "run 0 0", text="int main(void) { return 3; }\n")
        self.assertIn("run     1 no truth", self.run_suite("run")[1])

    def test_headers_beside_a_program_are_found(self):
        (self.root / "benchmarks/conformance/suite/beside.h").write_text("#define END 0\n")
        self.program("p.c", "run 0 0", text='#include "beside.h"\nint main(void) { return END; }\n')
        self.assertIn("run     1 agrees", self.run_suite("run")[1])

    def test_known_failures(self):
        self.program("p.c", "run 0 1")
        self.known.write_text("# name, what, outcome\nsuite/p.c\trun\tDIFFERENT\n")
        code, output = self.run_suite("run")
        self.assertEqual(0, code, output)
        self.assertIn("1 fail, 1 of them known", output)
        self.program("p.c", "run 0 0")
        code, output = self.run_suite("run")
        self.assertEqual(1, code)
        self.assertIn("take it out", output)
        self.assertEqual(0, self.run_suite("--update-known", "run")[0])
        self.assertEqual("# name, what, outcome\n", self.known.read_text())

    def test_it_goes_on_where_it_was(self):
        self.program("p.c", "run 0 0")
        self.program("q.c", "run 0 0")
        rows = self.root / "rows.tsv"
        self.run_suite("--tsv", rows, "--filter", "p.c", "run")
        self.log.write_text("")
        with rows.open("a") as file:
            file.write("suite/q.c\tru")  # ended in the middle of a row
        self.assertIn("run     2 agrees", self.run_suite("--tsv", rows, "run")[1])
        self.assertEqual(1, len(self.log.read_text().splitlines()))
        self.run_suite("--tsv", rows, "run")
        self.assertEqual(1, len(self.log.read_text().splitlines()))

    def test_what_hangs_is_ended(self):
        self.program("p.c", "run hang")
        code, output = self.run_suite("--run-timeout", "1", "run")
        self.assertEqual(0, code)
        self.assertIn("run     1 timeout", output)

    def test_without_programs_it_is_skipped(self):
        run = subprocess.run([sys.executable, "-B", HERE / "run.py", "--pawl", self.pawl, "--shared",
                              self.root / "nowhere"], text=True, capture_output=True)
        self.assertEqual(77, run.returncode)
        self.assertIn("skipped", run.stdout)


if __name__ == "__main__":
    unittest.main()
