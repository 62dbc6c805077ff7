# SPDX-License-Identifier: Apache-2.0
"""cross_check/run.py on a small corpus, with a pawl that answers what each program tells it to."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# `// CODE INPUT...`: the exit code, and the inputs of the failing run.
FAKE = """\
    #!{python}
    import json, pathlib, sys
    code, *values = pathlib.Path(sys.argv[-1]).read_text().splitlines()[0][3:].split()
    chosen = [dict(name=f"input${{i}}", value=value) for i, value in enumerate(values)]
    refuted = [dict(fate="refuted", run=dict(chosen=chosen))] if code == "10" else []
    pathlib.Path(sys.argv[sys.argv.index("--json") + 1]).write_text(
        json.dumps(dict(procedures=[dict(obligations=refuted)])))
    sys.exit(int(code))
"""
FAILS_AT_3 = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }
"""
NEVER_FAILS = FAILS_AT_3.replace("== 3", "!= 3 && 0")
LABEL = """\
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 3) goto ERROR; return 0;
ERROR: goto ERROR; }
"""
EMPTY_ERROR = "void reach_error(void) {}\n" + FAILS_AT_3.replace("extern void reach_error(void);\n", "")
UNDEFINED_FIRST = FAILS_AT_3.replace("{ if", "{ int z = 0; z = 1 / z; if")


class CrossCheck(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        self.pawl = self.root / "pawl"
        self.pawl.write_text(textwrap.dedent(FAKE).format(python=sys.executable))
        self.pawl.chmod(self.pawl.stat().st_mode | stat.S_IXUSR)

    def check(self, answer, text, expected="?", *more):
        (self.root / "p.c").write_text(f"// {answer}\n{text}")
        (self.root / "expected.tsv").write_text("file\tverdict\tints\tdata_model\tverdict_source\n"
                                                f"p.c\t{expected}\tmachine\tLP64\there\n")
        run = subprocess.run([sys.executable, "-B", HERE / "run.py", "--pawl", self.pawl, "--corpus",
                              self.root, "--seconds", "1", *more], text=True, capture_output=True)
        self.assertEqual("", run.stderr)
        return run.returncode, run.stdout

    def test_true_and_no_failure(self):
        code, output = self.check("0", NEVER_FAILS)
        self.assertEqual(0, code, output)
        self.assertIn("true   compiled: 1 no failure", output)

    def test_true_but_it_fails(self):
        for text in [FAILS_AT_3, LABEL, EMPTY_ERROR]:
            code, output = self.check("0", text)
            self.assertEqual(1, code, text)
            self.assertIn("fails on inputs 3", output)

    def test_what_is_undefined_before_counts_for_nothing(self):
        code, output = self.check("0", UNDEFINED_FIRST)
        self.assertEqual(0, code, output)
        self.assertIn("undefined p.c", self.check("10 3", UNDEFINED_FIRST)[1])

    def test_false_with_its_run(self):
        for text in [FAILS_AT_3, LABEL, EMPTY_ERROR]:
            code, output = self.check("10 3", text)
            self.assertEqual(0, code, output)
            self.assertIn("false  compiled: 1 fails", output)

    def test_false_but_the_run_does_not_fail(self):
        code, output = self.check("10 4", FAILS_AT_3)
        self.assertEqual(1, code)
        self.assertIn("ends with 0 on inputs 4", output)

    def test_a_verdict_that_is_not_the_listed_one(self):
        self.assertEqual(1, self.check("10 3", FAILS_AT_3, "true")[0])

    def test_it_goes_on_where_it_was(self):
        rows = self.root / "rows.tsv"
        self.check("0", NEVER_FAILS, "?", "--tsv", rows)
        self.assertIn("1 of them looked at before", self.check("0", NEVER_FAILS, "?", "--tsv", rows)[1])


if __name__ == "__main__":
    unittest.main()
