# SPDX-License-Identifier: Apache-2.0
"""bench/real/run.py on a few files, with a pawl that answers what each file tells it to."""
import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

RUN = pathlib.Path(__file__).resolve().parents[2] / "bench" / "real" / "run.py"

# The first line of a file is `// exit-code`, the rest what is printed.
FAKE = """\
    #!{python}
    import pathlib, sys
    name = sys.argv[sys.argv.index("--") - 1]
    code, _, text = pathlib.Path(name).read_text()[3:].partition("\\n")
    with open({log!r}, "a") as log:
        log.write(" ".join(sys.argv[1:]) + "\\n")
    if code in ("2", "3"):
        print(name + ":1:1: error: " + text.strip(), file=sys.stderr)
    else:
        print(text)
    sys.exit(int(code))
"""

RESULT = {
    "functions": 3,
    "sourceLoops": [{"invariant": [{"acsl": "0 <= i"}, {"acsl": "\\forall integer k; a[k] == 0"}]},
                    {"invariant": [{"acsl": "i <= n"}]}, {"invariant": []}],
    "skippedFunctions": [{"name": "f", "why": "a computed goto"}],
    "overApproximations": [{"what": "what 'g' does, which has no body,"},
                           {"what": "what 'h' does, which has no body,"}],
}


class RealBench(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        self.log = self.root / "log"
        self.pawl = self.root / "pawl"
        self.pawl.write_text(textwrap.dedent(FAKE).format(python=sys.executable, log=str(self.log)))
        self.pawl.chmod(self.pawl.stat().st_mode | stat.S_IXUSR)
        self.rows = []

    def add(self, name, code, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(f"// {code}\n{text}")
        self.rows.append(f"{name}\t-D'a(x)=' -I inc\tfrom somewhere")

    def run_bench(self, *options):
        (self.root / "files.tsv").write_text("\n".join(["file\tflags\tsource", *self.rows]) + "\n")
        run = subprocess.run([sys.executable, "-B", RUN, "--pawl", self.pawl, "--real", self.root,
                              "-j", "1", *options], text=True, capture_output=True, timeout=120)
        return run.returncode, run.stdout

    def test_counts(self):
        self.add("zip/a.c", 0, json.dumps(RESULT))
        self.add("zip/b.c", 2, "a vector of 16 is not supported")
        code, out = self.run_bench()
        self.assertEqual(code, 0)
        self.assertIn("| zip | 2 | 1 | 3 | 1 | 3 | 2 | 1 | 2 |", out)
        self.assertIn("1  refused: a vector of N is not supported", out)
        self.assertIn("1  a computed goto", out)
        self.assertIn("2  what '...' does, which has no body", out)
        self.assertIn("-- -Da(x)= -I inc", self.log.read_text())

    def test_goes_on_where_it_was(self):
        self.add("a.c", 0, json.dumps(RESULT))
        tsv = self.root / "rows.tsv"
        first = self.run_bench("--tsv", tsv)[1]
        self.add("b.c", 20, json.dumps(RESULT))
        second = self.run_bench("--tsv", tsv)[1]
        self.assertEqual(len(self.log.read_text().splitlines()), 2)
        self.assertIn("| all | 1 |", first)
        self.assertIn("| all | 2 | 2 | 6 |", second)

    def test_other_options_begin_anew(self):
        self.add("a.c", 0, json.dumps(RESULT))
        tsv = self.root / "rows.tsv"
        self.run_bench("--tsv", tsv)
        self.run_bench("--tsv", tsv, "--timeout", "7")
        self.assertEqual(len(self.log.read_text().splitlines()), 2)

    def test_crash_fails(self):
        self.add("a.c", 3, "internal error")
        code, out = self.run_bench()
        self.assertEqual(code, 1)
        self.assertIn("crashed: internal error", out)


if __name__ == "__main__":
    unittest.main()
