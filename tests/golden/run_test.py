# SPDX-License-Identifier: Apache-2.0
"""The runner itself, against a pawl that answers as the test tells it to."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

import c_entailment
import entailment

RUNNER = pathlib.Path(__file__).resolve().parent / "run.py"

# Answers by the prover it is asked to use; `print` stands for --print-after=parse.
FAKE = """\
    #!{python}
    import pathlib, sys
    ANSWERS = {answers!r}
    DIRECTORY = pathlib.Path(__file__).parent
    text = " ".join(sys.argv)
    if "--print-after=parse" in text:
        body = sys.stdin.read() if sys.argv[-1] == "-" else pathlib.Path(sys.argv[-1]).read_text()
        print({printed})
        sys.exit(ANSWERS.get("print", 0))
    if sys.argv[-1] == "-" and "cvc5" not in text:
        sys.exit(ANSWERS["entailed"])
    if "--annotated" in sys.argv:
        pathlib.Path(sys.argv[sys.argv.index("--annotated") + 1]).write_text(
            "procedure p(i: int)\\n{{\\n  while i < 9\\n  {{\\n  }}\\n}}\\n")
    which = "cvc5" if "cvc5" in text else "none" if "prover=unknown" in text else "z3"
    calls = DIRECTORY / "calls"
    calls.write_text((calls.read_text() if calls.exists() else "") + text + "\\n")
    code, result = ANSWERS[which]
    if code == 2:
        print(sys.argv[-1] + ":7:8: error: " + result, file=sys.stderr)
        sys.exit(code)
    print({extra})
    print("RESULT: " + result)
    sys.exit(code)
"""

TRUE, FALSE, UNKNOWN = (0, "true"), (10, "false(assert)"), (20, "unknown(prover)")


class Runner(unittest.TestCase):
    def run_sample(self, header, z3=TRUE, cvc5=UNKNOWN, none=UNKNOWN, printed="body.strip()",
                   extra="'report'", answers=(), suffix=".gcl",
                   program="procedure p() {}", options=()):
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            fake = directory / "pawl"
            table = {"z3": z3, "cvc5": cvc5, "none": none, **dict(answers)}
            fake.write_text(textwrap.dedent(FAKE).format(
                python=sys.executable, answers=table, printed=printed, extra=extra))
            fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
            sample = directory / f"sample{suffix}"
            sample.write_text("".join(f"// {line}\n" for line in header) + program + "\n")
            run = subprocess.run([sys.executable, "-B", RUNNER, "--pawl", fake, *options, sample],
                                 text=True, capture_output=True, timeout=120)
            self.assertEqual("", run.stderr)
            calls = directory / "calls"
            self.calls = calls.read_text().splitlines() if calls.exists() else []
            return run.returncode, run.stdout

    def assert_red(self, outcome, *texts):
        code, output = outcome
        self.assertEqual(1, code, output)
        for text in texts:
            self.assertIn(text, output)

    def assert_green(self, outcome, *texts):
        code, output = outcome
        self.assertEqual(0, code, output)
        for text in texts:
            self.assertIn(text, output)

    SAFE = ["TRUTH: safe", "EXPECT: proved"]
    UNSAFE = ["TRUTH: unsafe", "EXPECT: refuted"]
    OPEN = ["TRUTH: safe", "EXPECT: unknown", "WHY: needs i <= j"]

    def test_all_testers_run_and_are_named(self):
        self.assert_green(self.run_sample(self.SAFE), "verdict", "recheck", "roundtrip",
                          "determinism", "unknown-prover", "5 of 5 testers passed")
        self.assertEqual(4, len(self.calls))
        self.assertTrue(all(" verify " in call for call in self.calls))

    def test_refuted(self):
        self.assert_green(self.run_sample(self.UNSAFE, z3=FALSE, cvc5=FALSE, none=FALSE))

    def test_unexpected_unknown_is_red(self):
        self.assert_red(self.run_sample(self.SAFE, z3=UNKNOWN), "expected proved, got unknown")

    def test_improvement_is_green_and_told(self):
        self.assert_green(self.run_sample(self.OPEN), "IMPROVED: unknown -> proved")

    def test_expected_unknown(self):
        self.assert_green(self.run_sample(self.OPEN, z3=UNKNOWN))

    def test_unsound_answers_are_red_whatever_is_expected(self):
        unsafe_open = ["TRUTH: unsafe", "EXPECT: unknown", "WHY: x"]
        self.assert_red(self.run_sample(unsafe_open, z3=TRUE), "SOUNDNESS: proved")
        self.assert_red(self.run_sample(self.OPEN, z3=FALSE), "SOUNDNESS: refuted")
        self.assert_red(self.run_sample(self.SAFE, cvc5=FALSE), "SOUNDNESS: refuted")
        self.assert_red(self.run_sample(self.SAFE, none=FALSE), "SOUNDNESS: refuted")

    def test_proof_without_a_prover_is_red(self):
        self.assert_red(self.run_sample(self.SAFE, none=TRUE), "proved without a prover")

    def test_result_line_and_exit_code(self):
        self.assert_red(self.run_sample(self.SAFE, z3=(0, "unknown(x)")), "disagree")
        self.assert_red(self.run_sample(self.SAFE, z3=(0, "maybe")), "not a RESULT line")
        self.assert_red(self.run_sample(self.SAFE, z3=(3, "true")), "no answer")
        self.assert_red(self.run_sample(self.SAFE, z3=(2, "true")), "exit code 2")

    def test_roundtrip_that_changes_the_text_is_red(self):
        self.assert_red(self.run_sample(self.SAFE, printed="body + 'x'"), "roundtrip       RED")
        self.assert_red(self.run_sample(self.SAFE, answers={"print": 2}), "roundtrip       RED")

    def test_roundtrip_of_c(self):
        program = "int main(void) { while (0) {} return 0; }"
        self.assert_green(self.run_sample(self.SAFE, suffix=".c", program=program),
                          "roundtrip       ok", "5 of 5 testers passed")
        self.assert_red(self.run_sample(self.SAFE, suffix=".c", program=program,
                                        printed="body + 'x'"), "roundtrip       RED")

    def test_headers_for_c_only(self):
        unsafe = self.UNSAFE + ["INPUT: 1 -2"]
        wrong = dict(z3=FALSE, cvc5=FALSE, none=FALSE)
        self.assert_green(self.run_sample(unsafe, suffix=".c", program="int x;", **wrong))
        for header in [unsafe[:2] + ["INPUT: a"], unsafe + ["INPUT: none"], self.SAFE + unsafe[2:],
                       self.SAFE + ["RUN: slam", "INVARIANT 1: x == 0"]]:
            self.assertEqual(2, self.run_sample(header, suffix=".c", program="int x;")[0], header)
        self.assertEqual(2, self.run_sample(unsafe)[0])

    def test_two_different_runs_are_red(self):
        self.assert_red(self.run_sample(self.SAFE, extra="len(calls.read_text())"),
                        "determinism     RED   two runs differ")

    def test_determinism_of_some(self):
        safe = ["TRUTH: safe", "EXPECT: proved"]
        code, output = self.run_sample(safe, options=["--spread", "1000003"])
        self.assertEqual(0, code, output)
        self.assertNotIn("determinism", output)
        self.assertIn("4 of 4 testers", output)
        code, output = self.run_sample(safe, options=["--testers", "verdict,error,determinism"])
        self.assertIn("2 of 2 testers", output)
        self.assertIn("determinism", output)

    def test_run_line(self):
        self.assert_green(self.run_sample(["RUN: verify --loop='a b'", *self.SAFE]))
        self.assertIn("verify --loop=a b ", self.calls[0])

    def test_bad_headers(self):
        for header in [[], ["TRUTH: safe"], ["TRUTH: maybe", "EXPECT: proved"],
                       ["TRUTH: unsafe", "EXPECT: proved"], ["TRUTH: safe", "EXPECT: refuted"],
                       ["TRUTH: safe", "EXPECT: unknown"], self.SAFE + self.SAFE,
                       self.SAFE + ["INVARIANT: i <= n"], ["RUN: a", "RUN: b"] + self.SAFE,
                       self.SAFE + ["INVARIANT one: i <= n"], self.OPEN + ["INVARIANT 1: true"],
                       self.SAFE + ["ERROR: unknown name"], ["AT: 7:8", "ERROR: unknown name"],
                       ["ERROR: unknown name", "AT: 7"]]:
            code, output = self.run_sample(header)
            self.assertEqual(2, code, f"{header}: {output}")

    def test_invariants(self):
        header = self.SAFE + ["INVARIANT 1: i <= 9"]
        program = "procedure p(i: int)\n{\n  while i < 9\n  {\n  }\n}"
        inferred = "print(" + repr(program) + ") if 'infer' in sys.argv else 'report'"
        self.assert_green(self.run_sample(header, extra=inferred, answers={"entailed": 0}),
                          "invariant       ok    1 entailed", "6 of 6")
        self.assert_red(self.run_sample(header, extra=inferred, answers={"entailed": 20}),
                        "loop 1: 'i <= 9' does not follow")
        self.assert_red(self.run_sample(self.SAFE + ["INVARIANT 2: i <= 9"], extra=inferred,
                                        answers={"entailed": 0}), "there is no loop 2")

    def test_invariants_of_c(self):
        header = self.SAFE + ["INVARIANT 1: x == 0"]
        program = "int main(void) { while (0) {} return 0; }"
        annotated = "print(" + repr(program) + ") if 'infer' in sys.argv else 'report'"
        self.assert_green(self.run_sample(header, suffix=".c", program=program, extra=annotated,
                                          answers={"entailed": 0}),
                          "invariant       ok    1 entailed", "6 of 6")
        self.assert_red(self.run_sample(header, suffix=".c", program=program, extra=annotated,
                                        answers={"entailed": 20}), "'x == 0' does not follow")

    def test_errors(self):
        unknown = (2, "unknown name 'y'")
        good = ["ERROR: unknown name 'y'", "AT: 7:8"]
        self.assert_green(self.run_sample(good, z3=unknown), "2 of 2 testers passed")
        self.assert_green(self.run_sample(good[:1], z3=unknown))
        self.assert_red(self.run_sample(good[:1] + ["AT: 7:9"], z3=unknown), "no error at 7:9")
        self.assert_red(self.run_sample(["ERROR: unknown sort"], z3=unknown), "no error at any place")
        self.assert_red(self.run_sample(good + ["ERROR: and another"], z3=unknown), "and another")
        self.assert_red(self.run_sample(good, z3=TRUE), "exit code 2 is wanted")


class Entailment(unittest.TestCase):
    PROGRAM = """\
    procedure p(n: int, a: [int]int) returns (i: int)
    {
      i := 0;
      while i < n
        invariant entry(i) <= i;
      {
        while *
        {
          i := i + 1;
        }
      }
      return;
    }
    """

    def transformed(self, number, formula):
        return entailment.assert_at_loop(textwrap.dedent(self.PROGRAM), number, formula)

    def test_condition_moves_into_the_loop(self):
        self.assertIn("""\
  while *
    invariant entry(i) <= i;
  {
    assert i <= n;
    assume i < n;
    while *
    {
      i := i + 1;
    }
  }
  assume !(i < n);
  return;
""", self.transformed(1, "i <= n"))

    def test_a_loop_without_condition(self):
        text = self.transformed(2, "0 <= i")
        self.assertIn("    while *\n    {\n      assert 0 <= i;\n      i := i + 1;\n    }\n  }\n", text)
        self.assertNotIn("assume", text)

    def test_entry_becomes_a_variable(self):
        text = self.transformed(1, "entry(i) <= i && entry(a)[0] == a[0] && entry(i) <= n")
        self.assertIn("  var at_entry_i: int;\n  at_entry_i := i;\n"
                      "  var at_entry_a: [int]int;\n  at_entry_a := a;\n  while *\n", text)
        self.assertIn("assert at_entry_i <= i && at_entry_a[0] == a[0] && at_entry_i <= n;", text)

    def test_what_cannot_be_said(self):
        with self.assertRaises(entailment.CannotAssert):
            self.transformed(3, "true")
        with self.assertRaises(entailment.CannotAssert):
            self.transformed(1, "entry(unknown) == 0")


class EntailmentOfC(unittest.TestCase):
    PROGRAM = """\
    // while (the comment lasts) {}
    int main(void) {
      /*@ loop invariant 0 <= i; */
      for (int i = 0; i < n; i++) a[f(";")] = i;
      while (x) {
        if (y) break;
      }
      do {
        x = 1;
      } while (x);
      for (;;) if (y) return 0; else do y++; while (x);
    }
    """

    def transformed(self, number, formula):
        return c_entailment.assert_at_loop(textwrap.dedent(self.PROGRAM), number, formula)

    def test_the_condition_of_a_for_moves_into_its_body(self):
        self.assertIn("for (int i = 0; ; i++) { /*@ assert i <= n; */ ; if (!( i < n)) break; "
                      "a[f(\";\")] = i; }\n", self.transformed(1, "i <= n"))

    def test_while_and_do(self):
        self.assertIn("while (1) { /*@ assert \\true; */ ; if (!(x)) break;\n    if (y) break;",
                      self.transformed(2, "\\true"))
        self.assertIn("do { /*@ assert x == 0; */ ;\n    x = 1;\n  } while (x);",
                      self.transformed(3, "x == 0"))

    def test_a_body_without_braces(self):
        self.assertIn("for (; ;) { /*@ assert \\true; */ ; if (y) return 0; else do y++; while (x); }"
                      "\n", self.transformed(4, "\\true"))

    def test_what_cannot_be_said(self):
        with self.assertRaises(entailment.CannotAssert):
            self.transformed(6, "\\true")


if __name__ == "__main__":
    unittest.main()
