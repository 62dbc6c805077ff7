# SPDX-License-Identifier: Apache-2.0
"""The differential tests themselves: that they pass what is right and catch what is wrong."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

import acsl
import checks
import generate

HERE = pathlib.Path(__file__).resolve().parent

# Plays pawl. `infer` puts ANNOTATION before every loop; `run` compiles and runs, then applies CHANGE.
FAKE = """\
    #!{python}
    import pathlib, re, subprocess, sys, tempfile
    text = pathlib.Path(sys.argv[-1]).read_text()
    if {code}:
        print("x.c:1:1: error: not today", file=sys.stderr)
        sys.exit({code})
    if sys.argv[1] == "infer":
        print(re.sub(r"^( *)((?:for|while|do)\\b)", {annotation!r}, text, flags=re.M), end="")
    elif sys.argv[1] == "verify":
        print("RESULT: true")
    else:
        inputs = sys.argv[2].split("=", 1)[1].split(",")
        with tempfile.TemporaryDirectory() as name:
            subprocess.run(["gcc", "-w", "-Dmain=program_main", "-c", sys.argv[-1], "-o", name + "/p.o"],
                           check=True)
            subprocess.run(["gcc", "-w", {runtime!r}, name + "/p.o", "-o", name + "/p"], check=True)
            out = subprocess.run([name + "/p", *inputs], text=True, capture_output=True).stdout
        print({change}, end="")
"""


class Modes(unittest.TestCase):
    def run_mode(self, mode, annotation=r"\1\2", change="out", code=0, seeds="1:4"):
        with tempfile.TemporaryDirectory() as name:
            fake = pathlib.Path(name) / "pawl"
            fake.write_text(textwrap.dedent(FAKE).format(
                python=sys.executable, annotation=annotation, change=change, code=code,
                runtime=str(HERE / "runtime.c")))
            fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
            run = subprocess.run([sys.executable, "-B", HERE / "run.py", "--pawl", fake, "--seeds",
                                  seeds, "--vectors", "2", mode], text=True, capture_output=True)
            self.assertEqual("", run.stderr)
            return run.returncode, run.stdout

    def test_the_same_values_are_green(self):
        code, output = self.run_mode("lowering")
        self.assertEqual(0, code, output)

    def test_other_values_are_red(self):
        code, output = self.run_mode("lowering", change="out.replace('1', '2')")
        self.assertEqual(1, code)
        self.assertIn("compiled and lowered differ", output)
        self.assertEqual(1, self.run_mode("lowering", change="out[:-2]")[0])

    def test_true_invariants_are_green(self):
        code, output = self.run_mode("invariants", r"\1/*@ loop invariant one: 0 <= 1; */ \2")
        self.assertEqual(0, code, output)
        self.assertRegex(output, r"\d+ checks evaluated")

    def test_false_invariants_are_red(self):
        code, output = self.run_mode("invariants", r"\1//@ loop invariant 1 < 0;\n\1\2")
        self.assertEqual(1, code)
        self.assertIn("VIOLATED loop", output)

    def test_what_is_not_translated_is_counted(self):
        code, output = self.run_mode(
            "invariants", r"\1/*@ loop invariant \\valid(p); loop invariant 1 == 1; */ \2")
        self.assertEqual(0, code, output)
        self.assertRegex(output, r"\d+ invariants not translated")
        self.assertIn(r"not translated: '\valid'", output)

    def test_more_seeds_until_enough_are_finished(self):
        command = [sys.executable, "-B", HERE / "run.py", "--seeds", "1:1", "--vectors", "1"]
        run = subprocess.run([*command, "--finish", "3", "self"], text=True, capture_output=True)
        self.assertEqual(0, run.returncode, run.stdout)
        self.assertIn("self: 3 programs, 3 finished, 0 red", run.stdout)
        command += ["--pawl", "/bin/sleep", "--run", "60", "--timeout", "0.1"]
        run = subprocess.run([*command, "--finish", "1", "lowering"], text=True, capture_output=True)
        self.assertEqual(1, run.returncode, run.stdout)
        self.assertRegex(run.stdout, r"lowering: RED, 1 programs were to finish")

    def test_nothing_evaluated_is_red(self):
        code, output = self.run_mode("invariants")
        self.assertEqual(1, code)
        self.assertIn("there are no checks evaluated", output)

    def test_a_refusal_or_a_crash_is_red(self):
        for code in [2, 3]:
            for mode in ["lowering", "invariants", "verdicts"]:
                self.assertEqual(1, self.run_mode(mode, code=code, seeds="1:1")[0])

    def test_true_for_a_program_that_fails_is_red(self):
        code, output = self.run_mode("verdicts", seeds="1:8")
        self.assertEqual(1, code)
        self.assertIn("SOUNDNESS", output)


class Invariants(unittest.TestCase):
    PROGRAM = """\
    int main(void) {{
      int n = 6, x = -1;
      int a[6] = {{0}};
      int *p = a;
      int i = 0;
      {annotation}
      while (i < n) {{
        a[i] = i * i;
        x = x + 2;
        i++;
      }}
      return p[0];
    }}
    """

    def holds(self, predicate):
        """Whether the check of this invariant stays silent; None when it is not translated."""
        annotation = f"//@ loop invariant {predicate};"
        found = checks.instrument(textwrap.dedent(self.PROGRAM).format(annotation=annotation))
        if found.untranslated:
            return None
        with tempfile.TemporaryDirectory() as name:
            source = pathlib.Path(name) / "p.c"
            source.write_text(found.text)
            program = pathlib.Path(name) / "p"
            subprocess.run(["gcc", "-std=gnu11", "-w", "-Dmain=program_main", "-c", source, "-o",
                            f"{program}.o"], check=True)
            subprocess.run(["gcc", "-w", HERE / "runtime.c", f"{program}.o", "-o", program], check=True)
            code = subprocess.run([program], capture_output=True).returncode
            self.assertIn(code, {0, 45}, predicate)
            return code == 0

    def test_true_ones(self):
        for predicate in [r"0 <= i <= n", r"bounds: i >= 0 && i <= 6", r"x == 2 * i - 1",
                          r"\forall integer k; 0 <= k < i ==> a[k] == k * k",
                          r"\forall integer k; k < 0 || k >= i || a[k] >= 0",
                          r"\forall integer j, k; 0 <= j < k < i ==> a[j] < a[k]",
                          r"\forall integer k; i <= k < n ==> a[k] == \at(a[k], LoopEntry)",
                          r"i > 2 ==> (\exists integer k; 0 <= k && k < i && a[k] == 4)",
                          r"p == a && p + 1 == &a[1] && *p == 0", r"\at(x, LoopEntry) == -1",
                          r"x % 2 == 1 || x == -1", r"!(i > n) && (i == 0 ? x == -1 : x > 0)",
                          r"i < n <==> n > i", r"(unsigned char)(x + 256) == (unsigned char)x",
                          r"(integer)x < 4294967296", r"(unsigned)x >= 0", r"x + 2147483647 * 4 > 2147483647"]:
            self.assertIs(True, self.holds(predicate), predicate)

    def test_false_ones(self):
        for predicate in [r"0 <= i < n", r"i <= 5", r"x == 2 * i",
                          r"\forall integer k; 0 <= k <= i && k < n ==> a[k] == k * k && k < 5",
                          r"\forall integer j, k; 0 <= j < k < n ==> a[j] < a[k]",
                          r"\exists integer k; 0 <= k && k < i && a[k] == 4",
                          r"i == \at(i, LoopEntry)", r"p == a + 1", r"(unsigned)x == x", r"i < 6 ^^ x < 11 ^^ i < 6"]:
            self.assertIs(False, self.holds(predicate), predicate)

    def test_what_cannot_be_run(self):
        for predicate in [r"\valid(p + (0 .. 3))", r"\forall integer k; a[k] == 0",
                          r"\forall int *q; *q == 0", r"p[1] == \at(p[1], LoopEntry)",
                          r"x == \at(x, Before)", r"Sorted(a, n)", r"*(int *)p == x"]:
            self.assertIsNone(self.holds(predicate), predicate)

    def test_for_and_do(self):
        text = checks.instrument(textwrap.dedent("""\
            void f(int n) {
              //@ loop invariant i <= n || n < 0;
              for (int i = 0; i < n; i++) { }
              /*@ loop invariant n == \\at(n, Pre);
                @ loop assigns \\nothing; */
              do { } while (0);
            }
            """)).text
        self.assertIn("for (int i = 0; ({ pawl_check(", text)
        self.assertIn("; }), (i < n); i++)", text)
        self.assertIn("do { pawl_check(", text)
        self.assertIn("__typeof__(n) pawl_pre_n;", text)

    def test_clauses(self):
        self.assertEqual(["a < b", r"\forall integer k; k == k"], checks.invariants_of(
            "loop invariant a < b; loop assigns a;\n @ loop invariant x1: \\forall integer k; k == k;"
            "\n loop variant n - i;"))
        with self.assertRaises(ValueError):
            checks.annotated_loops("//@ loop invariant x > 0;\n x = 1;")

    def test_precedence(self):
        same = [(r"a ==> b ==> c", r"a ==> (b ==> c)"), ("a || b && c", "a || (b && c)"),
                ("a - b - c", "(a - b) - c"), ("-a * b", "(-a) * b"), ("a & b == c", "a & (b == c)")]
        for left, right in same:
            self.assertEqual(acsl.parse(left), acsl.parse(right))


class Programs(unittest.TestCase):
    def test_a_seed_is_a_program(self):
        texts = [generate.generate(seed) for seed in range(30)]
        self.assertEqual(texts, [generate.generate(seed) for seed in range(30)])
        self.assertEqual(30, len(set(texts)))

    def test_every_construct_occurs(self):
        text = "".join(generate.generate(seed) for seed in range(200))
        for construct in ["for (", "while (", "do {", "switch (", "goto ", "break;", "continue;",
                          "struct ", "_Bool ", "long long ", "unsigned char ", "] = ", "*p", "<<",
                          "__VERIFIER_nondet_", "static ", " ? ", "++;", "&a", "&x", "return "]:
            self.assertIn(construct, text)
        self.assertIn("__VERIFIER_assert(", "".join(generate.generate(s, True).split("main")[1]
                                                    for s in range(20)))


if __name__ == "__main__":
    unittest.main()
