# SPDX-License-Identifier: Apache-2.0
"""bench/c/run.py on a small corpus, with a pawl that answers what each file tells it to."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "bench" / "c"
sys.path.insert(0, str(FOLDER))
import corpus  # noqa: E402  (found on the path just set)

# The first line of a file is `// exit-code last-line`; `hang` sleeps.
FAKE = """\
    #!{python}
    import pathlib, sys, time
    text = pathlib.Path(sys.argv[-1]).read_text()
    code, _, line = text.splitlines()[0][3:].partition(" ")
    if code == "hang":
        time.sleep(60)
    print("arguments: " + " ".join(sys.argv), file=sys.stderr)
    print('{{"frontend": {{"seconds": 0.001, "first": 0.0005, "loads": 2}},\\n"infer": {{"queries": 2, "seconds": 0.002}}}}',
          file=sys.stderr)
    if code == "2":
        print(sys.argv[-1] + ":1:1: error: " + line, file=sys.stderr)
    print(line)
    sys.exit(int(code))
"""


class Bench(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        self.pawl = self.root / "pawl"
        self.pawl.write_text(textwrap.dedent(FAKE).format(python=sys.executable))
        self.pawl.chmod(self.pawl.stat().st_mode | stat.S_IXUSR)
        self.rows = []

    def add(self, name, first_line, verdict="true", rest=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"// {first_line}\n{rest}int x;\n")
        self.rows.append(f"{name}\t{verdict}\tmachine\tILP32\twhere from")

    def run_bench(self, *options):
        header = "file\tverdict\tints\tdata_model\tverdict_source"
        (self.root / "expected.tsv").write_text("\n".join([header, *self.rows]) + "\n")
        run = subprocess.run([sys.executable, "-B", FOLDER / "run.py", "--pawl", self.pawl,
                              "--corpus", self.root, "-j", "2", *options],
                             text=True, capture_output=True, timeout=120)
        return run.returncode, run.stdout + run.stderr

    def test_right_answers(self):
        self.add("suite/loops/a.c", "0 RESULT: true")
        self.add("suite/loops/b.i", "10 RESULT: false(assert)", verdict="false")
        self.add("suite/loops/c.c", "20 RESULT: unknown(limit)")
        self.add("suite/loops/d.c", "0 RESULT: true", verdict="?")
        self.add("flat/e.c", "2 float is not supported")
        self.add("flat/f.sl", "0 RESULT: true")
        code, output = self.run_bench()
        self.assertEqual(0, code, output)
        self.assertIn("5 of 5 C files (1 rows of the corpus are not about C)", output)
        self.assertRegex(output, r"suite/loops +4 +4 \(100 %\) +2 +1 +1 +0 +0 +0 +0.0 ")
        self.assertRegex(output, r"flat +1 +0 \(0 %\)")
        self.assertRegex(output, r"Refused \(1\):\n  flat/e.c: refused, .*:1:1: error: float")
        self.assertNotIn("WRONG", output)
        self.assertRegex(output, r"largest file of each category.*\n +0.001 s +\d+ bytes  flat/e.c\n"
                                 r" +0.001 s +\d+ bytes  suite/loops/c.c\n")

    def test_wrong_verdicts_are_loud(self):
        for verdict, line in [("false", "0 RESULT: true"), ("true", "10 RESULT: false(assert)")]:
            self.rows = []
            self.add("a.c", line, verdict=verdict)
            code, output = self.run_bench()
            self.assertEqual(1, code, output)
            self.assertIn("WRONG VERDICTS (1):\n  a.c: answered", output)

    def test_what_is_no_answer_is_a_crash(self):
        for line in ["3 internal error", "0 RESULT: unknown(x)", "0 no result line", "1 usage"]:
            self.rows = []
            self.add("a.c", line)
            code, output = self.run_bench()
            self.assertEqual(1, code, line)
            self.assertIn("Crashed (1):\n  a.c: crashed, exit code", output)

    def test_timeout(self):
        self.add("a.c", "hang")
        code, output = self.run_bench("--timeout", "0.2", "--list-unknown")
        self.assertEqual(0, code, output)
        self.assertIn("Not decided (1):\n  a.c: timeout", output)

    def test_selection(self):
        for name in ["s/x/1.c", "s/x/2.c", "s/xy/3.c", "t/4.c"]:
            self.add(name, "0 RESULT: true")
        for options, count in [([], 4), (["--category", "s/x"], 2), (["--category", "s"], 3),
                               (["--filter", "2", "--filter", "4"], 2), (["--limit", "1"], 3)]:
            self.assertIn("\n\ncategory", self.run_bench(*options)[1])
            self.assertTrue(self.run_bench(*options)[1].startswith(f"{count} of 4 "), options)
        self.assertEqual(2, self.run_bench("--filter", "nothing")[0])

    def test_it_goes_on_where_it_was(self):
        self.add("suite/a.c", "0 RESULT: true")
        self.add("suite/b.c", "0 RESULT: true")
        tsv = self.root / "rows.tsv"
        self.run_bench("--tsv", tsv, "--filter", "a.c")
        with tsv.open("a") as file:
            file.write("suite/b.c\tsuite\tt")  # ended in the middle of a line
        (self.root / "suite/a.c").write_text("// 10 RESULT: false(assert)\n")
        code, output = self.run_bench("--tsv", tsv, "--resume")
        self.assertEqual(0, code, output)
        self.assertEqual(["file", "suite/a.c", "suite/b.c"],
                         [line.split("\t")[0] for line in tsv.read_text().splitlines()])
        self.assertEqual(1, self.run_bench("--tsv", tsv)[0])

    def test_tsv_and_comparison(self):
        self.add("a.c", "20 RESULT: unknown(limit)")
        self.add("b.c", "0 RESULT: true")
        self.add("c.c", "20 RESULT: unknown(limit)")
        old = self.root / "old.tsv"
        self.run_bench("--tsv", old)
        lines = old.read_text().splitlines()
        self.assertEqual(4, len(lines))
        self.assertRegex(lines[1], r"a.c\t\.\ttrue\tno\tunknown\tlimit\t[0-9.]+\t0.001\t[0-9.]+\t0.002")
        self.rows = []
        self.add("a.c", "0 RESULT: true")
        self.add("b.c", "2 no more")
        self.add("c.c", "2 no more")
        _, output = self.run_bench("--compare", old)
        self.assertIn("3 files: 1 gained, 1 lost, 1 changed otherwise", output)
        self.assertIn("  gained   a.c: unknown -> true", output)
        self.assertIn("  lost     b.c: true -> refused", output)

    def test_options_of_the_corpus_are_passed_on(self):
        self.add("a.c", "1")
        _, output = self.run_bench("--options=--more=1 --last")
        # The fake prints its arguments; without a message they are what a crash shows.
        task = corpus.read(self.root)[0][0]
        self.assertEqual(("--ints=machine", "--data-model=ILP32"), task.options)
        self.assertIn("--ints=machine --data-model=ILP32 --more=1 --last", output)

    def test_contracts(self):
        self.add("acsl/A/f.c", "0 RESULT: true", rest='#include "f.h"\n')
        self.rows = []
        (self.root / "acsl/A/f.h").write_text("/*@\n  requires n > 0;\n*/\nint f(int n);\n")
        (self.root / "acsl/inventory.tsv").write_text("file\tfunction\nA/f.c\tf\n")
        self.add("b/main.c", "0 RESULT: true", rest="//@ requires n > 0;\n")
        self.add("b/other.c", "0 RESULT: true", rest="//@ loop invariant n > 0;\n")
        code, output = self.run_bench()
        self.assertEqual(0, code, output)
        self.assertIn("contracts: 2, accepted 2\n  true     acsl/A/f.c\n  true     b/main.c", output)
        self.assertIn("--ignore-loop-annotations", corpus.acsl_tasks(self.root)[0].options)
        self.assertIn(f"-I{self.root}/acsl/A", corpus.acsl_tasks(self.root)[0].options)

    def test_a_bad_corpus_is_told(self):
        self.add("a.c", "0 RESULT: true", verdict="maybe")
        self.assertEqual(2, self.run_bench()[0])
        self.rows = ["b.c\ttrue\tmachine\tILP32\tx"]
        code, output = self.run_bench()
        self.assertEqual(2, code)
        self.assertIn("there is no such file", output)


if __name__ == "__main__":
    unittest.main()
