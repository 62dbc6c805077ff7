#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pawl executable as a user meets it: usage, bad input, outputs, stages, limits, interrupts.

Usage: cli_test.py PAWL SOURCE_DIR [SUITE]
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema
import yaml

PAWL = ""
SOURCE = pathlib.Path()

SAFE = """procedure count(n: int) returns (i: int)
  requires 0 <= n;
  ensures i == n;
{
  i := 0;
  while i < n
    invariant 0 <= i, i <= n;
  {
    i := i + 1;
  }
}
"""
UNSAFE = SAFE.replace("ensures i == n", "ensures i == n + 1")
# verify looks at runs first; without that it searches as infer does.
WITHOUT_DATA = "--heuristics=targets,atoms,goals,frame,newton"
# True, but no loop invariant in sight proves it: z * z + z is even, and solvers do not multiply.
HARD = """procedure hard(a: int, b: int, c: int, d: int)
  requires 1 <= a && 1 <= b && 1 <= c && 3 <= d;
{
  assert a * a * a * a * d + b * b * b * b * d != c * c * c * c * d + a * b * c * d * 7 + 1;
}
"""


def run(*args, stdin=None, timeout=300):
    """Runs pawl; returns (exit code, stdout, stderr)."""
    done = subprocess.run([PAWL, *args], input=stdin, capture_output=True, timeout=timeout,
                          encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pawl-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def file(self, text, name="program.gcl"):
        path = self.folder / name
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text)
        return str(path)


class Usage(Case):
    def test_no_command_is_wrong_usage_and_says_what_there_is(self):
        code, _, err = run()
        self.assertEqual(code, 1)
        self.assertIn("subcommand", err)

    def test_an_unknown_command_is_answered_with_those_there_are(self):
        for word, meant in (("verfy", "did you mean 'pawl verify'"),
                            ("infre", "did you mean 'pawl infer'"),
                            (self.file(SAFE), "did you mean 'pawl verify "), ("xyzzy", "")):
            with self.subTest(word):
                code, out, err = run(word, self.file(SAFE))
                self.assertEqual((code, out), (1, ""))
                self.assertIn(f"there is no command '{word}'; there are infer, verify, slam", err)
                self.assertIn(meant, err)
                self.assertEqual("did you mean" in err, bool(meant))

    def test_help_teaches(self):
        code, out, _ = run("--help")
        self.assertEqual(code, 0)
        for word in ("infer", "verify", "Exit codes"):
            self.assertIn(word, out)
        code, out, _ = run("verify", "--help")
        self.assertEqual(code, 0)
        for word in ("--json", "--prover", "--rlimit", "--print-after", "--infer"):
            self.assertIn(word, out)

    def test_version_is_one_line(self):
        code, out, _ = run("--version")
        self.assertEqual(code, 0)
        self.assertRegex(out, r"\Apawl \d+\.\d+\.\d+\n\Z")

    def test_a_list_of_values_ends_before_the_file(self):
        path = self.file("int main(void) { int a[2]; a[1] = 0; return a[1]; }\n", "program.c")
        for args in (["--check=bounds,null"], ["--check", "bounds"], ["--certify", "cvc5"],
                     ["-o", str(self.folder / "out"), "--format=json,gcl"]):
            with self.subTest(args):
                code, _, err = run("verify", *args, path)
                self.assertEqual(code, 0, err)

    def test_unknown_option_and_unknown_values(self):
        path = self.file(SAFE)
        for args in (["verify", "--frobnicate", path], ["verify", "--prover=oracle", path],
                     ["verify", "--heuristics=magic", path], ["verify", "-j", "0", path],
                     ["verify"], ["frob", path]):
            with self.subTest(args=args):
                code, out, err = run(*args)
                self.assertEqual(code, 1, err)
                self.assertEqual(out, "")
                self.assertNotEqual(err, "")

    def test_options_reference_is_up_to_date(self):
        _, out, _ = run("--options-reference")
        committed = (SOURCE / "docs" / "options.md").read_text()
        self.assertEqual(out, committed, "run: pawl --options-reference > docs/options.md")


class BadInput(Case):
    def check(self, path, *expected):
        start = time.monotonic()
        code, out, err = run("verify", path)
        self.assertEqual(code, 2, err)
        self.assertNotIn("RESULT", out)
        for text in expected:
            self.assertIn(text, err)
        self.assertLess(len(err), 200_000, "messages should be bounded")
        return err, time.monotonic() - start

    def test_missing_file(self):
        self.check(str(self.folder / "nothing.gcl"), "nothing.gcl")

    def test_missing_specification(self):
        program = self.folder / "program.c"
        program.write_text("int main(void) { return 0; }\n")
        code, _, err = run("verify", "--spec", str(self.folder / "nothing.slic"), str(program))
        self.assertEqual(code, 2, err)
        self.assertIn("nothing.slic", err)

    def test_specification_of_gcl(self):
        code, _, err = run("verify", "--spec", str(SOURCE / "specs" / "lock.slic"),
                           self.file("procedure p() { }"))
        self.assertEqual(code, 2, err)
        self.assertIn("--spec is for C programs", err)

    def test_directory(self):
        self.check(str(self.folder), "directory")

    def test_empty_file(self):
        self.check(self.file(""), "program.gcl")

    def test_binary_data(self):
        noise = bytes((i * 7919 + (i >> 3) * 104729) % 256 for i in range(100_000))
        self.check(self.file(noise), "program.gcl:1:")

    def test_twenty_megabytes_of_nonsense(self):
        self.check(self.file("procedure p() { x := 1 1; }\n" * 750_000), "program.gcl:1:")

    def test_one_line_of_twenty_megabytes(self):
        self.check(self.file("x" * 20_000_000), "program.gcl:1:1")

    def test_deep_statements(self):
        depth = 100_000
        self.check(self.file("procedure p() { " + "if * { " * depth + "} " * depth + "}"),
                   "program.gcl:1:", "nest")

    def test_deep_sorts(self):
        self.check(self.file("var g: " + "[" * 100_000 + "int"), "program.gcl:1:")

    def test_deep_expressions_are_fine(self):
        deep = "(" * 100_000 + "true" + ")" * 100_000
        code, out, err = run("verify", self.file("procedure p() { assert " + deep + "; }"))
        self.assertEqual(code, 0, err)
        self.assertTrue(out.endswith("RESULT: true\n"))

    def test_several_errors_in_one_run(self):
        err, _ = self.check(
            self.file("procedure p() {\n  x := 1;\n  assert 1;\n  exit nowhere;\n}\n"),
            "program.gcl:2:", "program.gcl:3:", "program.gcl:4:", "^")
        self.assertGreaterEqual(err.count("error:"), 3)


class Outputs(Case):
    def setUp(self):
        super().setUp()
        self.schema = json.loads(
            (SOURCE / "docs" / "schema" / "result-1.schema.json").read_text())

    def test_verdicts_and_exit_codes(self):
        weak = SAFE.replace("invariant 0 <= i, i <= n;", "invariant 0 <= i;")
        for text, code, last in ((SAFE, 0, "RESULT: true"),
                                 (UNSAFE, 10, "RESULT: false(postcondition)"),
                                 (weak, 20, "RESULT: unknown(invariant-too-weak)")):
            with self.subTest(last=last):
                got, out, err = run("verify", "--infer=never", self.file(text))
                self.assertEqual(got, code, out + err)
                self.assertEqual(out.splitlines()[-1], last)

    def test_an_induction_failure_is_told_apart_from_a_real_run(self):
        weak = SAFE.replace("invariant 0 <= i, i <= n;", "invariant 0 <= i;")
        _, out, _ = run("verify", "--infer=never", self.file(weak))
        self.assertIn("counterexample to induction", out)
        self.assertIn("not known to be reachable", out)
        self.assertIn("havocked by the loop", out)
        self.assertNotIn("real run", out)
        _, out, _ = run("verify", "--infer=never", self.file(UNSAFE))
        self.assertIn("a real run, replayed in the interpreter", out)

    def test_standard_input(self):
        code, out, _ = run("verify", "-", stdin=SAFE)
        self.assertEqual(code, 0)
        self.assertTrue(out.endswith("RESULT: true\n"))

    def test_standard_input_may_be_c(self):
        for text in ("int main(void) { return 0; }\n", "#define N 3\nint n = N;\n",
                     "/* a */ // b\nconst int x = 1;\nint f(void) { return x; }\n"):
            with self.subTest(text):
                code, out, err = run("verify", "-", stdin=text)
                self.assertEqual(code, 0, err)
                self.assertIn("integers: machine", out)
        code, out, err = run("verify", "-", stdin="const c: int;\nprocedure p() { assert c == c; }\n")
        self.assertEqual(code, 0, err)
        self.assertNotIn("integers: machine", out)

    def test_nothing_to_prove_is_said(self):
        path = self.file("int id(int x) { return x; }\n", "id.c")
        code, out, err = run("verify", path)
        self.assertEqual(code, 0)
        self.assertTrue(out.endswith("RESULT: true\n"))
        self.assertIn("warning: 0 obligations: nothing was checked; use a contract, an assertion or "
                      "--check\n", err)
        for command in ("verify", "slam"):
            code, out, _ = run(command, "--require-obligations", path)
            self.assertEqual(code, 20)
            self.assertTrue(out.endswith("RESULT: unknown(no-obligations)\n"), out)
        code, out, err = run("verify", "--require-obligations", self.file(SAFE))
        self.assertEqual(code, 0)
        self.assertNotIn("0 obligations", err)

    def test_what_is_not_reached_is_not_called_true(self):
        path = self.file("""extern void __VERIFIER_assert(int);
int other(int x) { __VERIFIER_assert(x == 1); return x; }
int callback(int x) { return x; }
int (*table[1])(int) = {callback};
int used(int x) { return x; }
int main(void) { __VERIFIER_assert(used(2) == 2); return 0; }
""", "program.c")
        for command in (["verify"], ["verify", "--engine=slam"]):
            code, out, err = run(*command, path)
            self.assertEqual(code, 0, out + err)
            self.assertIn("function other: not analysed", out)
            self.assertEqual(out.count("not analysed"), 1, out)
        path = self.file("procedure main() { assert true; }\n"
                         "procedure other(x: int) { assert x == 1; }\n")
        _, out, _ = run("verify", "--engine=slam", path)
        self.assertIn("procedure other: not analysed", out)
        _, out, _ = run("verify", path)
        self.assertIn("procedure other: false", out)
        self.assertNotIn("not analysed", out)

    def test_several_files_are_several_runs(self):
        # The same name in two of them: each is a translation unit of its own.
        good = self.file("int f(int x) { //@ assert x == x;\n return x; }\n", "good.c")
        bad = self.file("int f(int x) { //@ assert x == 1;\n return x; }\n", "bad.c")
        wrong = self.file("int f(", "wrong.c")
        code, out, err = run("verify", good, bad)
        self.assertEqual(code, 10, err)
        self.assertEqual(out.count("RESULT: "), 3)
        self.assertTrue(out.endswith(f"2 files\n  {good}: true\n  {bad}: false\nRESULT: false\n"))
        self.assertIn(f"file {bad}:\n", err)
        code, out, _ = run("verify", "-q", good, wrong)
        self.assertEqual(code, 2)
        self.assertTrue(out.endswith(f"  {wrong}: not read\nRESULT: unknown\n"))
        code, out, _ = run("verify", "-q", good, good)
        self.assertEqual(code, 0)
        self.assertTrue(out.endswith("RESULT: true\n"))
        for option in (["--json", str(self.folder / "x")], ["-o", "x"], ["--format=sarif"]):
            code, _, err = run("verify", *option, good, bad)
            self.assertEqual(code, 1)
            self.assertIn("is for one FILE", err)

    def test_json_is_valid_and_alone_on_standard_output(self):
        for command, text in (("verify", SAFE), ("verify", UNSAFE), ("infer", SAFE)):
            with self.subTest(command=command):
                _, out, _ = run(command, "--json", "-", self.file(text))
                jsonschema.validate(json.loads(out), self.schema)

    def test_json_of_samples_follows_the_schema(self):
        samples = sorted((SOURCE / "samples").glob("*/*.gcl"))
        chosen = [s for s in samples if s.parent.name in ("annotated", "broken")][::6]
        self.assertGreaterEqual(len(chosen), 8)
        for sample in chosen:
            with self.subTest(sample=sample.name):
                _, out, _ = run("verify", "--infer=never", "--json", "-", str(sample))
                jsonschema.validate(json.loads(out), self.schema)

    def test_the_schema_can_fail(self):
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate({"schemaVersion": 2}, self.schema)

    def test_infer_prints_a_program_that_verifies_without_inference(self):
        bare = re.sub(r"\n +invariant[^\n]*", "", SAFE)
        code, out, err = run("infer", self.file(bare))
        self.assertEqual(code, 0, err)
        self.assertIn("invariant", out)
        code, out, err = run("verify", "--infer=never", self.file(out, "annotated.gcl"))
        self.assertEqual(code, 0, out + err)

    def test_verify_words_its_invariants_like_infer(self):
        sample = str(SOURCE / "samples" / "infer" / "find_first.gcl")
        inferred = run("infer", "--format=gcl", sample)[1]
        self.assertIn("invariant", inferred)
        self.assertEqual(run("verify", WITHOUT_DATA, "--format=gcl", sample)[1], inferred)

    def test_what_runs_suggest_is_as_little_as_the_proof_needs(self):
        bare = re.sub(r"\n +invariant[^\n]*", "", SAFE)
        code, out, err = run("verify", "--format=gcl", self.file(bare))
        self.assertEqual(code, 0, err)
        self.assertEqual(re.findall(r"invariant (.*);", out), ["i <= n"])

    def test_jobs_do_not_change_a_byte(self):
        program = SAFE + SAFE.replace("count", "count2") + UNSAFE.replace("count", "count3")
        path = self.file(program)
        one = run("verify", "--json", "-", path)
        self.assertEqual(one[1], run("verify", "-j", "3", "--json", "-", path)[1])
        self.assertEqual(run("infer", path)[1], run("infer", "-j", "2", path)[1])

    def test_output_files(self):
        path, target = self.file(SAFE), self.folder / "out.txt"
        code, out, _ = run("verify", "-o", str(target), path)
        self.assertEqual((code, out), (0, ""))
        self.assertTrue(target.read_text().endswith("RESULT: true\n"))
        code, _, err = run("verify", "-o", str(self.folder / "no" / "such" / "place"), path)
        self.assertEqual(code, 2)
        self.assertIn("no/such/place", err)

    def test_the_annotated_program_beside_the_report(self):
        bare = re.sub(r"\n +invariant[^\n]*", "", SAFE)
        path, target = self.file(bare), self.folder / "annotated.gcl"
        code, out, err = run("verify", WITHOUT_DATA, "--annotated", str(target), path)
        self.assertEqual((code, out.splitlines()[-1]), (0, "RESULT: true"), err)
        self.assertEqual(target.read_text(), run("infer", path)[1])
        code, _, err = run("verify", "--annotated", str(self.folder / "no" / "place"), path)
        self.assertEqual(code, 2)
        self.assertIn("no/place", err)

    def test_a_full_disk_is_reported(self):
        if not os.path.exists("/dev/full"):
            self.fail("this test needs /dev/full")
        code, _, err = run("verify", "-o", "/dev/full", self.file(SAFE))
        self.assertEqual(code, 2, err)
        self.assertNotEqual(err, "")

    def test_statistics(self):
        code, _, err = run("verify", "--stats=json", self.file(SAFE))
        self.assertEqual(code, 0)
        stats = json.loads(err)
        self.assertGreater(stats["check.consecution"]["queries"], 0)
        _, _, err = run("verify", "--stats", self.file(SAFE))
        self.assertIn("check.consecution", err)

    def test_dumped_queries_are_accepted_by_both_solvers_from_the_shell(self):
        dump = self.folder / "queries"
        dump.mkdir()
        code, _, err = run("verify", "--dump-queries", str(dump), self.file(SAFE))
        self.assertEqual(code, 0, err)
        files = sorted(dump.glob("*.smt2"))
        self.assertGreater(len(files), 3)
        for solver in ("z3", "cvc5"):
            self.assertIsNotNone(shutil.which(solver), f"{solver} should be installed")
            for file in files:
                done = subprocess.run([solver, str(file)], capture_output=True, text=True,
                                      timeout=60)
                self.assertNotIn("error", done.stdout + done.stderr, f"{solver} {file}")
                self.assertIn(done.stdout.split("\n")[0], ("sat", "unsat"))

    def test_colour_on_a_terminal(self):
        def on_terminal(**variables):
            ours, theirs = os.openpty()
            subprocess.run([PAWL, "verify", self.file(UNSAFE)], stdout=theirs, timeout=300,
                           stderr=subprocess.DEVNULL, env=dict(os.environ, **variables))
            os.close(theirs)
            out = b""
            try:
                while chunk := os.read(ours, 65536):
                    out += chunk
            except OSError:  # all read
                pass
            os.close(ours)
            return out.replace(b"\r\n", b"\n").decode()

        coloured = on_terminal(TERM="xterm", NO_COLOR="")
        self.assertIn("\x1b[1;31mRESULT: false(postcondition)\x1b[0m", coloured)
        plain = run("verify", self.file(UNSAFE))[1]
        self.assertEqual(re.sub(r"\x1b\[[0-9;]*m", "", coloured), plain)
        for variables in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb", "NO_COLOR": ""}):
            self.assertEqual(on_terminal(**variables), plain)

    def test_no_colour_and_no_progress_when_not_on_a_terminal(self):
        _, out, err = run("verify", self.file(UNSAFE))
        self.assertNotIn("\x1b", out + err)


class Certify(Case):
    """A result file judged again, and what happens to one that somebody has changed."""

    BARE = re.sub(r"\n +invariant[^\n]*", "", SAFE)

    def result(self, text=None, *options, command="verify"):
        """The program's path, and its result as a dictionary."""
        self.source = self.file(text or self.BARE)
        _, out, err = run(command, *options, "--json", "-", self.source)
        self.assertTrue(out, err)
        return json.loads(out)

    def certify(self, result, *options):
        text = result if isinstance(result, str) else json.dumps(result)
        return run("certify", *options, self.file(text, "result.json"))

    def rejected(self, result, code, message):
        got, _, err = self.certify(result)
        self.assertEqual(got, code, err)
        self.assertIn(message, err)
        self.assertNotIn("internal error", err)

    def test_what_was_found_is_confirmed_by_both_solvers(self):
        for command in ("verify", "infer"):
            result = self.result(command=command)
            for prover in ("z3", "cvc5"):
                code, out, err = self.certify(result, "--prover", prover)
                self.assertEqual((code, out), (0, "CERTIFIED: true\n"), err)

    def test_a_failing_run_is_found_again(self):
        code, out, err = self.certify(self.result(UNSAFE))
        self.assertEqual((code, out), (0, "CERTIFIED: false(postcondition)\n"), err)

    def test_unknown_claims_nothing(self):
        weak = SAFE.replace("invariant 0 <= i, i <= n;", "invariant 0 <= i;")
        code, out, err = self.certify(self.result(weak, "--infer=never"))
        self.assertEqual((code, out.split("(")[0]), (0, "CERTIFIED: unknown"), err)

    def test_what_the_user_says_wrongly_is_no_claim_of_the_result(self):
        wrong = SAFE.replace("invariant 0 <= i, i <= n;", "invariant 0 <= i, i <= 1;")
        for infer in ("--infer=never", "--infer=always"):
            code, out, err = self.certify(self.result(wrong, infer))
            self.assertEqual((code, out.split("(")[0]), (0, "CERTIFIED: false"), err)

    def test_a_stronger_conjunct_is_rejected(self):
        result = self.result()
        conjuncts = result["procedures"][0]["loops"][0]["invariant"]
        conjuncts.append(dict(conjuncts[0], text="i < n"))
        self.rejected(result, 3, "'i < n' of loop count.1")

    def test_a_narrower_range_is_rejected(self):
        fill = """procedure fill(n: int) {
  var a: [int]int, i: int;
  i := 0;
  while i < n { a[i] := 7; i := i + 1; }
}
"""
        source = self.file(fill, "fill.gcl")
        code, out, err = run("infer", "--format=json", source)
        self.assertEqual(code, 0, err)
        result = json.loads(out)
        loop = result["procedures"][0]["loops"][0]
        self.assertEqual(loop["frames"], [{"variable": "a", "low": "0", "high": "i - 1"}])
        code, _, err = run("certify", self.file(out, "result.json"))
        self.assertEqual(code, 0, err)
        for low, high, expected in (("1", "i - 1", 3), ("0", "i - 2", 3), ("0", "j", 3)):
            loop["frames"] = [{"variable": "a", "low": low, "high": high}]
            code, out, err = run("certify", self.file(json.dumps(result), "result.json"))
            self.assertEqual(code, expected, out + err)

    def test_a_conjunct_that_is_no_formula_is_rejected(self):
        for text in ("i <", "j <= n", "i + n"):
            result = self.result()
            result["procedures"][0]["loops"][0]["invariant"][0]["text"] = text
            self.rejected(result, 3, "is no formula at loop count.1")

    def test_a_candidate_that_is_called_certified_is_rejected(self):
        result = self.result()
        for conjunct in result["procedures"][0]["loops"][0]["invariant"]:
            conjunct["certified"] = False
        self.rejected(result, 3, "")

    def fake_judge(self, name, version, answer):
        """PATH with a judge of ours in front."""
        script = self.folder / "bin" / name
        script.parent.mkdir(exist_ok=True)
        script.write_text("#!/bin/sh\ncase \"$*\" in *version*) echo '" + version + "'; exit;; esac\n"
                          + answer)
        script.chmod(0o755)
        return dict(os.environ, PATH=f"{script.parent}:{os.environ['PATH']}")

    def with_judge(self, environment, name):
        done = subprocess.run([PAWL, "verify", "--json", "-", "-q", f"--certify={name}",
                               self.file(self.BARE)], capture_output=True, text=True, timeout=300,
                              env=environment)
        return done.returncode, done.stdout, done.stderr

    def test_a_judge_that_refuses_is_an_error_that_names_the_loop(self):
        answer = ("line=$(grep -n '^ *invariant' program.bpl | head -1 | cut -d: -f1)\n"
                  "echo \"program.bpl($line,5): Error BP5005: This loop invariant might not be "
                  "maintained by the loop.\"\n"
                  "echo 'Boogie program verifier finished with 0 verified, 1 error'\n")
        code, out, err = self.with_judge(self.fake_judge("boogie", "Boogie 9.9.9", answer), "boogie")
        self.assertEqual((code, out), (3, ""), err)
        self.assertIn("boogie refuses what was certified (loop count.1 in line 6)", err)
        self.assertIn("BP5005", err)

    def test_a_judge_that_does_not_know_is_recorded_loop_by_loop(self):
        answer = "echo 'Boogie program verifier finished with 0 verified, 0 errors, 1 time out'\n"
        code, out, err = self.with_judge(self.fake_judge("boogie", "Boogie 9.9.9", answer), "boogie")
        self.assertEqual(code, 0, err)
        judges = json.loads(out)["procedures"][0]["loops"][0]["judges"]
        self.assertEqual([(j["judge"], j["version"], j["answer"]) for j in judges],
                         [("boogie", "9.9.9", "undecided")])

    def test_a_changed_source_is_rejected(self):
        result = self.result()
        pathlib.Path(self.source).write_text(self.BARE.replace("i + 1", "i + 2"))
        got, _, err = run("certify", self.file(json.dumps(result), "result.json"))
        self.assertEqual(got, 2)
        self.assertIn("the bytes differ", err)

    def test_a_source_elsewhere(self):
        result = self.result()
        moved = self.folder / "moved.gcl"
        pathlib.Path(self.source).rename(moved)
        path = self.file(json.dumps(result), "result.json")
        self.assertEqual(run("certify", path)[0], 2)
        self.assertEqual(run("certify", path, str(moved))[0], 0)

    def test_a_changed_verdict_is_rejected(self):
        result = self.result(UNSAFE)
        self.rejected(dict(result, verdict="true"), 3, "the verdict is 'true'")
        for obligation in result["procedures"][0]["obligations"]:
            obligation["fate"] = "proved"
        self.rejected(dict(result, verdict="true"), 3, "not so: postcondition")

    def test_a_procedure_left_out_is_rejected(self):
        result = self.result(SAFE + UNSAFE.replace("count", "count2"))
        result["procedures"].pop()
        self.rejected(dict(result, verdict="true"), 3, "says nothing of procedure 'count2'")

    def test_a_loop_of_another_number_is_rejected(self):
        result = self.result()
        result["procedures"][0]["loops"][0]["id"] = "count.7"
        self.rejected(result, 2, "loop 'count.7' stands where 'count.1' should")
        code, _, err = run("verify", "--hints", self.file(json.dumps(result), "r.json"),
                           self.source)
        self.assertEqual(code, 2, err)

    def test_a_loop_left_out_is_rejected(self):
        result = self.result()
        result["procedures"][0]["loops"] = []
        self.rejected(result, 3, "has 1 loops, the result tells of 0")

    def test_files_that_are_no_results(self):
        text = json.dumps(self.result())
        self.rejected(text[:len(text) // 2], 2, "is no complete JSON")
        self.rejected("[]", 2, "it has no schemaVersion")
        self.rejected("{}", 2, "it has no schemaVersion")
        self.rejected(text.replace('"schemaVersion": 1', '"schemaVersion": 2'), 2, "newer than 1")
        self.rejected(text.replace('"verdict"', '"Verdict"'), 2, "is not as docs/schema says")
        self.rejected("", 2, "is no complete JSON")

    def test_options_of_the_source_are_kept(self):
        source = self.file("int main(void) { unsigned char c = 255; c++; return c + X; }\n", "a.c")
        code, out, err = run("verify", "-D", "X=1", "--check=overflow", "--json", "-", source)
        self.assertEqual(code, 0, err)
        self.assertEqual(json.loads(out)["options"]["load"],
                         ["--check", "overflow", "-D", "X=1"])
        code, out, err = self.certify(out)
        self.assertEqual(code, 0, err)
        self.assertEqual(out, "CERTIFIED: true, read with --check overflow -D X=1\n")

    def test_judges_are_asked_and_recorded(self):
        result = self.result(None, "--certify=z3,cvc5,boogie")
        self.assertEqual([a["judge"] for a in result["judges"]], ["z3", "cvc5", "boogie"])
        loop = result["procedures"][0]["loops"][0]
        self.assertEqual([a["answer"] for a in loop["judges"]][:2], ["verified", "verified"])

    def test_a_judge_that_is_not_installed_is_told(self):
        path = self.file(self.BARE)
        done = subprocess.run([PAWL, "verify", "--certify=boogie", path], capture_output=True,
                              text=True, timeout=300, env=dict(os.environ, PATH="/nowhere"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("judge boogie is not installed", done.stderr)

    def test_a_judge_that_refuses_is_an_internal_error(self):
        fake = self.folder / "boogie"
        fake.write_text("#!/bin/sh\necho 'program.bpl(6,5): Error BP5005: might not be maintained'\n"
                        "echo 'Boogie program verifier finished with 0 verified, 1 error'\n")
        fake.chmod(0o755)
        path = f"{self.folder}:{os.environ['PATH']}"
        done = subprocess.run([PAWL, "verify", "--certify=boogie", self.file(self.BARE)],
                              capture_output=True, text=True, timeout=300,
                              env=dict(os.environ, PATH=path))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("BP5005", done.stderr)
        self.assertNotIn("RESULT", done.stdout)

    def test_what_is_known_to_end_says_so(self):
        self.result()
        for format_name, mark in (("dafny", "decreases *"), ("why3", "diverges")):
            self.assertNotIn(mark, run("infer", f"--format={format_name}", self.source)[1])
            self.assertIn(mark, run("verify", f"--format={format_name}", self.source)[1])

    def test_several_formats_from_one_run(self):
        target = self.folder / "out"
        path = self.file(self.BARE)
        code, out, err = run("verify", "--format=json,boogie,dafny,why3,gcl", "-o", str(target), path)
        self.assertEqual((code, out), (0, ""), err)
        self.assertEqual(sorted(p.name for p in target.iterdir()),
                         ["program.annotated.gcl", "program.bpl", "program.dfy", "program.json",
                          "program.mlw"])
        self.assertEqual(run("verify", "--format=json,gcl", path)[0], 1)
        blocked = self.folder / "blocked"
        blocked.write_text("a file, not a directory")
        self.assertEqual(run("verify", "--format=json,gcl", "-o", str(blocked), path)[0], 2)

    def test_a_format_that_cannot_say_it_leaves_nothing_behind(self):
        target = self.folder / "out"
        path = self.file("procedure p(x: bv8) { assert x == x; }")
        code, _, err = run("verify", "--format=boogie,dafny", "-o", str(target), path)
        self.assertEqual(code, 2)
        self.assertIn("bit-vectors", err)
        self.assertFalse(target.exists())


INIT_C = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[100];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  int i = 0;
  while (i < n) {
    a[i] = 0;
    i = i + 1;
  }
  if (i != n) reach_error();
  return 0;
}
"""
BUG_C = INIT_C.replace("if (i != n)", "if (i == 2)").replace("a[i] = 0;", ";")


class Formats(Case):
    """Formats for other tools: witness, SARIF, CPROVER, the bundle of SMT-LIB files."""

    def written(self, text, format_name, *options, name="init.c", command="verify"):
        path = self.file(text, name)
        _, out, err = run(command, *options, f"--format={format_name}", path)
        self.assertTrue(out, err)
        return path, out

    def check_schema(self, value, name):
        schema = json.loads((SOURCE / "tests" / "cli" / name).read_text())
        jsonschema.validate(value, schema)

    def test_a_correctness_witness(self):
        path, out = self.written(INIT_C, "witness")
        witness = yaml.safe_load(out)
        self.check_schema(witness, "witness.schema.json")
        self.assertEqual(witness[0]["entry_type"], "invariant_set")
        invariant = witness[0]["content"][0]["invariant"]
        self.assertEqual((invariant["type"], invariant["location"]["line"],
                          invariant["location"]["column"]), ("loop_invariant", 8, 3))
        digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
        self.assertEqual(witness[0]["metadata"]["task"]["input_file_hashes"], {path: digest})

    def test_what_a_witness_says_holds_in_compiled_runs(self):
        path, out = self.written(INIT_C, "witness")
        value = yaml.safe_load(out)[0]["content"][0]["invariant"]["value"]
        lines = pathlib.Path(path).read_text().splitlines()
        lines[7] = f"  while (__extension__({{ if (!({value})) abort(); i < n; }})) {{"
        source = self.folder / "instrumented.c"
        source.write_text("#include <stdlib.h>\nint input; int __VERIFIER_nondet_int(void) "
                          "{ return input; }\nvoid reach_error(void) { abort(); }\n"
                          + "\n".join(lines).replace("int main(void)", "int body(void)")
                          + "\nint main(int c, char** v) { input = atoi(v[1]); return body(); }\n")
        program = self.folder / "instrumented"
        subprocess.run(["cc", "-o", str(program), str(source)], check=True, capture_output=True)
        for number in (-5, 0, 1, 2, 50, 99, 100, 101, 2147483647):
            subprocess.run([str(program), str(number)], check=True)

    def test_a_violation_witness(self):
        _, out = self.written(BUG_C, "witness")
        witness = yaml.safe_load(out)
        self.check_schema(witness, "witness.schema.json")
        self.assertEqual(witness[0]["entry_type"], "violation_sequence")
        waypoints = [w["waypoint"] for s in witness[0]["content"] for w in s["segment"]]
        self.assertEqual(
            [w["type"] for w in waypoints],
            ["function_return", "branching", "branching", "assumption", "branching", "assumption",
             "branching", "target"])
        self.assertEqual(waypoints[0]["constraint"]["value"], "\\result == 2")
        self.assertEqual((waypoints[0]["location"]["line"], waypoints[0]["location"]["column"]),
                         (5, 33))
        self.assertEqual([(w["location"]["line"], w["location"]["column"]) for w in waypoints[1:4]],
                         [(6, 3), (8, 3), (10, 5)])
        self.assertEqual(waypoints[1]["constraint"], {"value": "false"})
        self.assertEqual(waypoints[3]["constraint"], {"value": "i == 0", "format": "c_expression"})
        self.assertEqual((waypoints[-1]["location"]["line"], waypoints[-1]["location"]["column"]),
                         (12, 15))
        self.assertTrue(all(w["action"] == "follow" for w in waypoints))

    def test_a_violation_witness_tells_the_tests_as_they_are_written(self):
        _, out = self.written("""#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int() > 5) { x++; if (x == 3) break; }
  if (__VERIFIER_nondet_int()) x = 7;
  do { if (__VERIFIER_nondet_int() == 4 && x != 7) x = 9; } while (x == 1);
  assert(x != 9);
  return 0;
}
""", "witness")
        waypoints = [w["waypoint"] for s in yaml.safe_load(out)[0]["content"]
                     for w in s["segment"]]
        told = [(w["type"], w["location"]["line"], w["location"]["column"],
                 w.get("constraint", {}).get("value")) for w in waypoints]
        self.assertIn(told[0][3], [f"\\result == {n}" for n in range(-9, 6)])
        self.assertEqual(told[1:4], [("branching", 5, 3, "false"),
                                     ("function_return", 6, 29, "\\result == 0"),
                                     ("branching", 6, 3, "false")])
        self.assertEqual(told[4], ("function_return", 7, 34, "\\result == 4"))
        self.assertEqual([t[:3] for t in told[5:]], [("target", 8, 3)])

    def test_witnesses_are_reproducible(self):
        path = self.file(INIT_C, "init.c")
        environment = dict(os.environ, SOURCE_DATE_EPOCH="1794787200")
        texts = {subprocess.run([PAWL, "verify", "--format=witness", path], capture_output=True,
                                timeout=300, env=environment).stdout for _ in range(2)}
        self.assertEqual(len(texts), 1)
        self.assertIn(b"2026-11-16T00:00:00Z", texts.pop())

    def test_witnesses_are_for_c(self):
        code, out, err = run("verify", "--format=witness", self.file(SAFE))
        self.assertEqual((code, out), (2, ""))
        self.assertIn("for C programs", err)

    def test_sarif(self):
        _, out = self.written(INIT_C, "sarif")
        log = json.loads(out)
        self.check_schema(log, "sarif.schema.json")
        result = log["runs"][0]["results"][0]
        self.assertEqual((result["kind"], result["level"]), ("pass", "none"))
        change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
        self.assertIn("loop invariant", change["insertedContent"]["text"])
        lines = INIT_C.splitlines(keepends=True)
        lines.insert(change["deletedRegion"]["startLine"] - 1, change["insertedContent"]["text"])
        code, _, err = run("verify", "--infer=never", self.file("".join(lines), "fixed.c"))
        self.assertEqual(code, 0, err)

    def test_sarif_reads_like_the_annotated_source(self):
        text = ("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
                "  int n = __VERIFIER_nondet_int(), i = 0;\n"
                "  if (n >= 0) /* \u00e4\u00f6\u00fc */ while (i < n) i++;\n"
                "  if (n >= 0) assert(i == n);\n  return 0;\n}\n")
        path, out = self.written(text, "sarif", command="infer")
        results = json.loads(out)["runs"][0]["results"]
        self.assertEqual([(r["ruleId"], r["kind"]) for r in results],
                         [("INV001", "pass"), ("INV005", "pass")])
        self.assertIn("(0 <= i <= n)", results[0]["message"]["text"])
        change = results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0]
        at, comment = change["deletedRegion"], change["insertedContent"]["text"]
        self.assertIn("loop invariant inferred_1: 0 <= i <= n;", comment)
        lines = text.splitlines(keepends=True)
        line = lines[at["startLine"] - 1]  # columns count characters
        lines[at["startLine"] - 1] = (line[:at["startColumn"] - 1] + comment
                                      + line[at["startColumn"] - 1:])
        self.assertEqual("".join(lines), run("infer", "--format=acsl", path)[1])

    def test_sarif_of_a_failure_has_its_steps_unless_told_otherwise(self):
        _, out = self.written(BUG_C, "sarif")
        log = json.loads(out)
        self.check_schema(log, "sarif.schema.json")
        failure = next(r for r in log["runs"][0]["results"] if r["kind"] == "fail")
        self.assertIn("codeFlows", failure)
        _, out = self.written(BUG_C, "sarif", "--no-codeflows")
        self.assertNotIn("codeFlows", out)

    def test_sarif_of_gcl_has_fixes_that_prove_the_program(self):
        bare = re.sub(r"\n +invariant[^\n]*", "", SAFE)
        _, out = self.written(bare, "sarif", name="program.gcl")
        log = json.loads(out)
        self.check_schema(log, "sarif.schema.json")
        change = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0]
        at = change["deletedRegion"]
        lines = bare.splitlines(keepends=True)
        line = lines[at["startLine"] - 1]
        lines[at["startLine"] - 1] = (line[:at["startColumn"] - 1] + change["insertedContent"]["text"]
                                      + line[at["startColumn"] - 1:])
        code, _, err = run("verify", "--infer=never", self.file("".join(lines), "fixed.gcl"))
        self.assertEqual(code, 0, err + "".join(lines))

    def test_cprover_contracts(self):
        _, out = self.written(INIT_C, "cprover")
        contracts = json.loads(out)
        clauses = contracts["functions"][0]["main"]
        self.assertTrue(clauses[0].startswith("loop 1 invariant "), clauses)

    def test_the_bundle_is_answered_by_both_solvers(self):
        target = self.folder / "out"
        bare = re.sub(r"\n +invariant[^\n]*", "", SAFE)
        code, _, err = run("verify", "--format=smtlib", "-o", str(target), self.file(bare))
        self.assertEqual(code, 0, err)
        bundle = target / "program.smt2"
        self.assertGreaterEqual(len(list(bundle.glob("*.smt2"))), 3)  # entry, body, postcondition
        done = subprocess.run(["sh", str(bundle / "check.sh")], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual((done.returncode, done.stdout), (0, "all obligations hold\n"))
        broken = sorted(bundle.glob("*.smt2"))[0]
        broken.write_text("(check-sat)\n")
        done = subprocess.run(["sh", str(bundle / "check.sh"), "z3"], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 1)
        self.assertIn(broken.name, done.stdout)


BP_SAFE = """decl g;
void main()
begin
  g := T;
  if (!g) then ERROR: skip; fi;
  assert (g);
end
void unused() begin skip; end
"""
BP_UNSAFE = BP_SAFE.replace("g := T", "g := *")

CALLS = """extern void reach_error(void);
int state;
void enter(int s) { if (state != s) reach_error(); state = s + 1; }
int main(void) { state = 3; enter(3); enter(4); return 0; }
"""


class Slam(Case):
    def test_verdicts_and_exit_codes(self):
        for text, options, code, last in (
                (CALLS, [], 0, "RESULT: true"),
                (CALLS.replace("enter(4)", "enter(5)"), [], 10, "RESULT: false(assertion)"),
                (CALLS, ["--max-rounds=1"], 20, "RESULT: unknown(refinement-limit)"),
                (CALLS, ["--prover=unknown"], 20, "RESULT: unknown(")):
            with self.subTest(options=options, last=last):
                got, out, err = run("slam", *options, self.file(text, "program.c"))
                self.assertEqual(got, code, out + err)
                self.assertTrue(out.splitlines()[-1].startswith(last), out)

    def test_auto_judges_functions_without_contract_by_the_runs_that_reach_them(self):
        """They also call each other twice, in turn: whoever looks for runs must not follow them all."""
        text = """extern void reach_error(void);
int g(int n);
int f(int n) { if (n < 2) return n; if (n == 77) reach_error(); return g(n - 1) + g(n - 2); }
int g(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }
int main(void) { if (f(1) != 1) reach_error(); return 0; }
"""
        got, out, err = run("verify", "--engine=auto", self.file(text, "program.c"))
        self.assertEqual(got, 0, out + err)
        contract = text.replace("int f(int n) {", "/*@ requires n < 100; */ int f(int n) {")
        got, out, err = run("verify", "--engine=auto", self.file(contract, "program.c"))
        self.assertEqual(got, 10, out + err)

    def test_verify_can_use_it(self):
        for engine in ("slam", "auto"):
            got, out, err = run("verify", f"--engine={engine}", self.file(CALLS, "program.c"))
            self.assertEqual(got, 0, out + err)

    def test_verify_uses_both_engines(self):
        """Recursion without a contract: nothing for loop invariants."""
        path = self.file("extern void reach_error(void);\nextern int nondet(void);\n"
                         "int f(int n) { int l = n; if (n > 0) f(n - 1); return l; }\n"
                         "int main(void) { int n = nondet(); if (f(n) != n) reach_error(); return 0; }\n",
                         "program.c")
        for expected, options in ((0, ["--timeout=60"]), (20, ["--engine=infer"]), (0, [])):
            got, out, err = run("verify", *options, path)
            self.assertEqual(got, expected, out + err)

    def test_a_procedure_of_gcl_has_to_hold_for_all_arguments(self):
        """It fails for 1000, the number in the text; the only call is with 3."""
        path = self.file("procedure p(n: int) { var i: int; i := 0;\n"
                         "  while i < 1000 && i < n { i := i + 1; }\n  assert i < 1000; }\n"
                         "procedure main() { call p(3); }\n")
        for expected, args in ((10, ["verify", "--engine=auto"]), (0, ["slam"])):
            got, out, err = run(*args, path)
            self.assertEqual(got, expected, out + err)

    def test_what_slam_cannot_read_is_no_error_where_inference_can(self):
        path = str(SOURCE / "samples/c/acsl/init_label.c")
        got, out, err = run("verify", "--engine=auto", "--prover=unknown", path)
        self.assertEqual(got, 20, out + err)
        self.assertIn(":8:26: note: not tried by slam: the label 'Init'", err)
        got, out, err = run("slam", path)
        self.assertEqual(got, 2, out + err)

    def test_entry_runs_for_any_arguments(self):
        got, out, err = run("slam", "--entry=enter", self.file(CALLS, "program.c"))
        self.assertEqual(got, 10, out + err)
        got, out, err = run("slam", "--entry=nobody", self.file(CALLS, "program.c"))
        self.assertEqual(got, 2, out + err)

    def test_recursion_without_a_base_case_is_told(self):
        text = ("extern void reach_error(void);\n"
                "int f(int n) { if (n == 0) return BASE; return f(n - 1); }\n"
                "int main(void) { if (f(3) != 0) reach_error(); return 0; }\n")
        got, out, err = run("slam", self.file(text.replace("BASE", "f(n)"), "program.c"))
        self.assertEqual(got, 0, out + err)
        self.assertIn("program.c:2:1: warning: no call of 'f' returns", err)
        got, out, err = run("slam", self.file(text.replace("BASE", "0"), "program.c"))
        self.assertEqual(got, 0, out + err)
        self.assertNotIn("no call of", err)

    def test_the_environment_is_open(self):
        """Arguments may be the same place, and that of a global."""
        text = """extern void reach_error(void);
int g;
void differ(int *p, int *q) { *p = 1; *q = 2; if (*p != 1) reach_error(); }
void last(int *p, int *q) { *p = 1; *q = 2; if (*q != 2) reach_error(); }
void apart(int *p) { g = 1; *p = 2; if (g != 1) reach_error(); }
void after(int *p) { *p = 2; g = 1; if (g != 1) reach_error(); }
"""
        for entry, code in (("differ", 10), ("last", 0), ("apart", 10), ("after", 0)):
            with self.subTest(entry=entry):
                got, out, err = run("slam", "--entry", entry, self.file(text, "program.c"))
                self.assertEqual(got, code, out + err)

    def test_abstract_prints_what_bebop_reads(self):
        predicates = self.file("global:\n  state == 3\n  state == 4\nprocedure enter:\n"
                               "  state == s\n  state == s + 1\n", "p.txt")
        target = self.folder / "out.bp"
        got, _, err = run("abstract", self.file(CALLS, "program.c"), "--predicates", predicates,
                          "-o", str(target))
        self.assertEqual(got, 0, err)
        self.assertIn("{state == 3}", target.read_text())
        got, out, err = run("bebop", str(target))
        self.assertEqual(got, 0, out + err)

    def test_predicates_out_of_scope_are_refused(self):
        predicates = self.file("procedure main:\n  s == 3\n", "p.txt")
        for command in ("abstract", "slam"):
            got, _, err = run(command, self.file(CALLS, "program.c"), "--predicates", predicates)
            self.assertEqual(got, 2)
            self.assertIn("p.txt:2:1: error: unknown name 's'", err)

    def test_what_c_is_not_modelled_is_refused(self):
        for command in ("abstract", "slam"):
            got, _, err = run(command, "--strict",
                              self.file("int main(void) { float y = 1; return y > 0; }\n", "program.c"))
            self.assertEqual(got, 2, err)
            self.assertIn("program.c:1:28: error: a floating-point number", err)


class CertifySlam(Case):
    """A result of slam rests on summaries, which are judged with everything else."""

    ALL = """procedure half(n: int) returns (r: int) requires 0 <= n; { r := n div 2; }
procedure twice(n: int) returns (r: int) requires 0 <= n; {
  call r := half(n);
  assert r <= n;
}
"""

    def result(self, text=CALLS, *options, name="program.c", command="slam"):
        self.source = self.file(text, name)
        _, out, err = run(command, *options, "--json", "-", self.source)
        self.assertTrue(out, err)
        return json.loads(out)

    def certify(self, result, *options):
        return run("certify", *options, self.file(json.dumps(result), "result.json"))

    def rejected(self, result, message):
        code, out, err = self.certify(result)
        self.assertEqual((code, out), (3, "REJECTED\n"), err)
        self.assertIn(message, err)

    @staticmethod
    def of(result, name):
        return next(p for p in result["procedures"] if p["name"] == name)

    def test_what_was_found_is_confirmed_by_both_solvers(self):
        result = self.result()
        schema = json.loads((SOURCE / "docs" / "schema" / "result-1.schema.json").read_text())
        jsonschema.validate(result, schema)
        self.assertTrue(self.of(result, "enter")["summary"]["requires"])
        for prover in ("z3", "cvc5"):
            code, out, err = self.certify(result, "--prover", prover)
            self.assertEqual((code, out), (0, "CERTIFIED: true\n"), err)

    def test_without_main_every_procedure_is_where_runs_start(self):
        result = self.result(self.ALL, name="program.gcl")
        self.assertEqual(result["verdict"], "true")
        self.assertEqual([p["summary"]["requires"] for p in result["procedures"]], [[], []])
        code, out, err = self.certify(result)
        self.assertEqual((code, out), (0, "CERTIFIED: true\n"), err)

    def test_a_failing_run_is_repeated(self):
        result = self.result(CALLS.replace("enter(4)", "enter(5)"))
        code, out, err = self.certify(result)
        self.assertEqual((code, out), (0, "CERTIFIED: false(assertion)\n"), err)
        # The same in another program is not one of its runs.
        failing = self.of(result, "enter")["obligations"][0]["run"]
        failing["start"] = "enter"
        self.rejected(result, "no run starts in 'enter'")

    def test_a_run_that_does_not_fail_is_rejected(self):
        text = CALLS.replace("enter(4)", "enter(__VERIFIER_nondet_int())")
        result = self.result("extern int __VERIFIER_nondet_int(void);\n" + text)
        self.assertEqual(result["verdict"], "false(assertion)")
        failing = self.of(result, "enter")["obligations"][0]["run"]
        for choice in failing["choices"]:
            if re.fullmatch(r"-?\d+", choice["value"]):
                choice["value"] = "4"
        self.rejected(result, "not so: that a run fails in procedure enter")

    def test_stronger_summaries_are_rejected(self):
        for kind, clause, message in (
                ("ensures", "false", "not so: postcondition 'false' in procedure enter"),
                ("requires", "state == 3", "not so: precondition 'state == 3' in procedure main"),
                ("requires", "old(state) == 3", "old() in a requires clause"),
                ("ensures", "nobody == 3", "is no formula of the summary of procedure 'enter'")):
            with self.subTest(clause=clause):
                result = self.result()
                self.of(result, "enter")["summary"][kind].append(clause)
                self.rejected(result, message)

    def test_nothing_is_required_where_runs_start(self):
        result = self.result()
        self.of(result, "main")["summary"]["requires"].append("false")
        self.rejected(result, "runs start in 'main'")

    def test_a_procedure_left_out_is_rejected(self):
        for name in ("enter", "main"):
            result = self.result()
            result["procedures"].remove(self.of(result, name))
            self.rejected(result, f"says nothing of procedure '{name}'")

    def test_inference_has_no_summaries(self):
        result = self.result(SAFE, name="program.gcl", command="verify")
        result["procedures"][0]["summary"]["requires"] = ["false"]
        self.rejected(result, "SLAM took no part")

    def test_summaries_are_contracts_elsewhere(self):
        target = self.folder / "out"
        code, _, err = run("slam", "--format=boogie,dafny,why3,gcl,smtlib", "-o", str(target),
                           "--certify=cvc5", self.file(CALLS, "program.c"))
        self.assertEqual(code, 0, err)
        for name in ("program.bpl", "program.dfy", "program.mlw", "program.annotated.gcl"):
            self.assertIn("requires", (target / name).read_text(), name)
        code, out, err = run("verify", "--infer=never", str(target / "program.annotated.gcl"))
        self.assertEqual(code, 0, out + err)


class Summaries(Case):
    """--summaries: what was abstracted once is not abstracted again."""

    INC = "int inc(int x) { return x + 1; }\n"
    HEAD = "extern void reach_error(void);\n"

    def stats(self, text, *options):
        code, out, err = run("slam", "--summaries", str(self.folder / "store"), "--stats=json",
                             *options, "-q", self.file(text, "program.c"))
        return code, json.loads(err[err.index("{"):])["abstraction"], err

    def program(self, calls):
        return self.HEAD + self.INC + "int main(void) { int a = 2; " + calls + " return 0; }\n"

    TWO = "a = inc(a); a = inc(a); if (a != 4) reach_error();"
    MORE = TWO + " a = inc(a); if (a != 5) reach_error();"

    def test_another_program_with_the_procedure(self):
        code, first, err = self.stats(self.program(self.TWO))
        self.assertEqual((code, first["inc"]["stored"]), (0, 0), err)
        self.assertGreater(first["inc"]["queries"], 0)
        code, again, err = self.stats(self.program(self.TWO))
        self.assertEqual((code, again["inc"]["queries"], again["main"]["queries"]), (0, 0, 0), err)
        other = self.program("int b = inc(a); if (b != 3) reach_error();")
        code, second, err = self.stats(other)
        self.assertEqual((code, second["inc"]["queries"]), (0, 0), err)
        self.assertGreater(second["inc"]["stored"], 0)
        changed = other.replace("x + 1", "1 + 1 * x")
        _, third, err = self.stats(changed)
        self.assertEqual(third["inc"]["stored"], 0, err)

    SWAP = ("void swap(int *p, int *q) { int t; t = *p; *p = *q; *q = t; }\n"
            "void again(int *a, int *b) { swap(a, b); }\n")
    ONCE = "int x = 4, y = 5; swap(&x, &y); if (x != 5) reach_error();"

    def swap(self, calls):
        return self.HEAD + self.SWAP + "int main(void) { " + self.ONCE + calls + " return 0; }\n"

    def test_a_new_caller_does_not_abstract_the_callee_again(self):
        _, first, err = self.stats(self.swap("").replace(self.SWAP, self.SWAP.splitlines()[0]))
        self.assertGreater(first["swap"]["queries"], 0, err)
        code, second, err = self.stats(self.swap(" again(&x, &y);"))
        self.assertEqual((code, second["swap"]["queries"]), (0, 0), err)
        self.assertGreater(second["swap"]["stored"], 0)

    def test_a_caller_that_merges_regions_does(self):
        self.stats(self.swap(""))
        merged = self.swap(" swap(&y, &x); if (x != 4) reach_error();")
        _, lowered, _ = run("slam", "--print-after=parse", self.file(merged, "program.c"))
        memory = re.search(r"t := (\S+)\[p\];", lowered).group(1)
        places = re.search(r"call swap\((\d+), (\d+)\)", lowered).groups()
        predicates = self.file("procedure main:\n" + "".join(
            f"  {memory}[{place}] == {value}\n" for place in places for value in (4, 5)) +
            f"procedure swap:\n  p == q\n  {memory}[p] == old({memory})[q]\n"
            f"  {memory}[q] == old({memory})[p]\n  t == old({memory})[p]\n", "p.txt")
        code, again, err = self.stats(merged, "--predicates", predicates)
        self.assertEqual((code, again["swap"]["stored"]), (0, 0), err)
        self.assertGreater(again["swap"]["queries"], 0)
        kept = [json.loads(f.read_text())["content"] for f in (self.folder / "store").iterdir()]
        self.assertTrue(any("p == q" in c["predicates"] for c in kept if c["procedure"] == "swap"))

    def test_damaged_and_forged_files(self):
        _, first, _ = self.stats(self.program(self.TWO))
        files = sorted((self.folder / "store").iterdir())
        self.assertEqual(len(files), 2)
        texts = [file.read_text() for file in files]
        for damage in (lambda t: t[:len(t) // 2], lambda t: t.replace("inc", "dec"),
                       lambda t: t.replace('"key"', '"kee"'), lambda t: ""):
            for file, text in zip(files, texts):
                file.write_text(damage(text))
            code, again, err = self.stats(self.program(self.TWO))
            self.assertEqual((code, again["inc"]), (0, first["inc"]), err)
            self.assertIn("is damaged", err)

    def test_a_forged_answer_proves_nothing(self):
        wrong = self.program(self.TWO.replace("4", "5"))
        code, _, err = self.stats(wrong)
        self.assertEqual(code, 10, err)
        for file in (self.folder / "store").iterdir():
            forged = json.loads(file.read_text())
            for question in forged["content"]["answers"]:
                forged["content"]["answers"][question] = [[]]  # whatever was asked: always
            content = json.dumps(forged["content"], separators=(",", ":"), ensure_ascii=False)
            forged["sha256"] = hashlib.sha256(content.encode()).hexdigest()
            file.write_text(json.dumps(forged))
        code, second, err = self.stats(wrong)
        self.assertNotIn("is damaged", err)
        self.assertGreater(second["inc"]["stored"], 0)
        self.assertNotEqual(code, 0, err)

    def test_a_directory_that_cannot_be_made(self):
        blocked = self.file("", "store")
        code, _, err = run("slam", "--summaries", blocked, self.file(CALLS, "program.c"))
        self.assertEqual(code, 2, err)


# A loop in a function that is called twice, one in a macro, and the usual one.
C = """#include <assert.h>
#define REPEAT(n) for (int r = 0; r < (n); r++)
extern int __VERIFIER_nondet_int(void);

static int sum(const int *a, int n) {
\tint s = 0;
\tfor (int i = 0; i < n; i++)
\t\ts += a[i] > 0;
\treturn s;
}

int main(void) {
  int a[10];  /* ten */
  int i = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  while (i < n) {
    a[i] = 1;
    i++;
  }
  REPEAT(3) i++;
  if (i > 5) do i--; while (i > 5);
  return sum(a, n) + sum(a, 0);
}
"""
C_UNSAFE = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { int y = x; y += x; return y; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 10 || n > 20) return 0;
  assert(twice(n) != 24);
  return 0;
}
"""
FILL_C = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10], n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 10) return 0;
  while (i < n) {
    a[i] = 7;
    i++;
  }
  int k = __VERIFIER_nondet_int();
  if (0 <= k && k < n) assert(a[k] == 7);
  return 0;
}
"""


class Documents(Case):
    """What the documents tell people to type."""

    def test_the_shell_example_of_integrating(self):
        if shutil.which("jq") is None:
            self.skipTest("jq is not installed")
        text = (SOURCE / "docs" / "integrating.md").read_text()
        script = re.search(r"```sh\n(.*?)```", text, re.DOTALL).group(1)
        self.file(re.sub(r"\n +invariant[^\n]*", "", SAFE))
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "pawl").symlink_to(pathlib.Path(PAWL).resolve())
        done = subprocess.run(["sh", "-c", script], text=True,
                              cwd=self.folder, capture_output=True, timeout=300,
                              env=dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("count.1\t6\ti <= n", done.stdout)
        self.assertIn("invariant i <= n;", (self.folder / "annotated.gcl").read_text())

    def test_the_example_of_integrating_is_the_one_that_is_built(self):
        text = (SOURCE / "docs" / "integrating.md").read_text()
        shown = re.search(r"```cpp\n(.*?)```", text, re.DOTALL).group(1)
        built = (SOURCE / "tests" / "package" / "consumer" / "example.cpp").read_text()
        self.assertEqual(built.removeprefix("// SPDX-License-Identifier: Apache-2.0\n").lstrip("/\n"),
                         shown.lstrip("/\n"))

    def test_the_outputs_are_those_of_the_tool(self):
        """Every block below the heading of a format is what the tool prints, but for lines of dots."""
        text = (SOURCE / "docs" / "outputs.md").read_text()
        for name in ("init.gcl", "init.c"):
            kind = name.split(".")[1]
            self.file(re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL).group(1), name)
        shown = {}
        for section in re.split(r"(?m)^## ", text)[1:]:
            blocks = re.findall(r"(?ms)^```\w*\n(.*?)^```$", section)
            shown[section.split("\n")[0]] = [part for block in blocks
                                             for part in re.split(r"(?m)^\.\.\.\n", block)]
        for name in ("text", "json", "acsl", "gcl", "boogie", "dafny", "why3", "witness", "sarif",
                     "cprover"):
            program = "init.c" if name in ("acsl", "witness", "cprover") else "init.gcl"
            command = ("verify", "-v") if name == "text" else ("infer", "-q")
            done = subprocess.run([pathlib.Path(PAWL).resolve(), *command, f"--format={name}", program],
                                  cwd=self.folder, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(shown[name], name)
            for part in shown[name]:
                self.assertIn(part, done.stdout + "\n", name)

    def test_the_hints_of_outputs_are_in_the_schema(self):
        text = (SOURCE / "docs" / "outputs.md").read_text()
        schema = json.loads((SOURCE / "docs" / "schema" / "result-1.schema.json").read_text())
        told = set(re.findall(r"(?m)^\| `([a-z-]+)` \| (?:it |with |the solver)", text))
        fates = schema["properties"]["hints"]["items"]["properties"]["fate"]["enum"]
        self.assertEqual(told, set(fates))


class Hints(Case):
    """--hints: what others say is tried, used if it is inductive, and reported one by one."""

    BARE = re.sub(r"\n +invariant[^\n]*", "", SAFE)
    OTHER_TOOL = """- entry_type: invariant_set
  metadata:
    format_version: "2.0"
    uuid: 6f1f8f1e-6f0e-5c53-9d9a-0c6a3f2b7b11
    creation_time: "2026-11-16T00:00:00Z"
    producer:
      name: somebody
      version: "1"
    task:
      input_files: [init.c]
      input_file_hashes: {init.c: 00000000000000000000000000000000000000000000000000000000000000ff}
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: LP64
      language: C
  content:
"""

    def hinted(self, program, hints, *options, command="verify"):
        """(exit code, the JSON, standard error)"""
        code, out, err = run(command, "--json", "-", "-q", "--hints", hints, *options, program)
        return code, json.loads(out) if out else None, err

    def witness(self, *values, location="line: 8, column: 3"):
        entries = "".join(
            "    - invariant: {type: loop_invariant, location: {file_name: init.c, " + location
            + "}, value: \"" + value + "\", format: c_expression}\n" for value in values)
        return self.file(self.OTHER_TOOL + entries, "other.yml")

    def fates(self, result):
        schema = json.loads((SOURCE / "docs" / "schema" / "result-1.schema.json").read_text())
        jsonschema.validate(result, schema)
        return [(hint["text"], hint["fate"]) for hint in result["hints"]]

    def annotated(self, *invariants):
        clauses = "".join(f"    invariant {one};\n" for one in invariants)
        return self.file(self.BARE.replace("while i < n\n", "while i < n\n" + clauses), "hints.gcl")

    def test_each_hint_is_told_its_fate(self):
        hints = self.annotated("i <= n", "0 <= i", "i <= n + 1 || i == 7", "i < n", "i != 5")
        code, result, err = self.hinted(self.file(self.BARE), hints, "--infer=never")
        self.assertEqual(code, 0, err)
        self.assertEqual(self.fates(result), [
            ("i <= n", "used"), ("0 <= i", "not-needed"), ("i <= n + 1 || i == 7", "not-needed"),
            ("i < n", "false"), ("i != 5", "false")])
        loop = result["procedures"][0]["loops"][0]
        self.assertEqual([c["text"] for c in loop["invariant"]], ["i <= n"])
        self.assertEqual(loop["invariant"][0]["origin"], "hint")
        self.assertTrue(loop["hints"][3]["failure"]["run"]["inputs"])

    def test_what_is_true_but_not_inductive_comes_with_its_counterexample(self):
        program = self.file("""procedure f(n: int) returns (i: int, j: int)
  requires 0 <= n;
{
  i, j := 0, 0;
  while i < n { i, j := i + 1, j + i; }
}
""")
        text = pathlib.Path(program).read_text().replace("while i < n", "while i < n invariant 0 <= j;")
        code, result, err = self.hinted(program, self.file(text, "hints.gcl"), "--infer=never")
        self.assertEqual(code, 0, err)
        self.assertEqual(self.fates(result), [("0 <= j", "not-inductive")])
        failure = result["procedures"][0]["loops"][0]["hints"][0]["failure"]
        self.assertEqual(failure["kind"], "consecution")
        self.assertTrue(failure["counterexampleToInduction"]["before"])
        self.assertIsNone(failure["run"])
        _, out, _ = run("verify", "--infer=never", "--hints", str(self.folder / "hints.gcl"), program)
        self.assertRegex(out, r"hint .*hints.gcl:5:\d+: not inductive: 0 <= j")
        self.assertIn("counterexample to induction", out)

    def test_our_own_result_is_a_file_of_hints(self):
        for text, name in ((self.BARE, "program.gcl"), (INIT_C, "init.c")):
            program = self.file(text, name)
            target = str(self.folder / "result.json")
            self.assertEqual(run("infer", "-q", "--json", target, "-o", os.devnull, program)[0], 0)
            code, result, err = self.hinted(program, target, "--infer=never")
            self.assertEqual(code, 0, err)
            self.assertTrue(result["hints"])
            self.assertLessEqual({fate for _, fate in self.fates(result)}, {"used", "not-needed"})

    def test_a_result_of_an_older_version_of_a_c_program(self):
        program = self.file(INIT_C, "init.c")
        target = str(self.folder / "result.json")
        run("infer", "-q", "--json", target, "-o", os.devnull, program)
        self.file(INIT_C.replace("int i = 0;", "int unused = 3; int i = 0;"), "init.c")
        code, result, err = self.hinted(program, target, "--infer=never")
        self.assertEqual(code, 0, err)
        self.assertIn("used", {fate for _, fate in self.fates(result)})

    def test_our_own_witness_and_our_own_annotations(self):
        program = self.file(INIT_C, "init.c")
        target = self.folder / "out"
        code, _, err = run("infer", "-q", "--format=witness,acsl", "-o", str(target), program)
        self.assertEqual(code, 0, err)
        for name in ("init.witness.yml", "init.annotated.c"):
            code, result, err = self.hinted(program, str(target / name), "--infer=never")
            self.assertEqual(code, 0, name + err)
            self.assertIn("used", {fate for _, fate in self.fates(result)}, name)

    def test_our_own_witness_of_an_array_of_variable_length(self):
        program = str(SOURCE / "samples" / "c" / "arrays" / "array_max.c")
        witness = self.folder / "own.yml"
        code, _, err = run("verify", "-q", "--format=witness", "-o", str(witness), program)
        self.assertEqual(code, 0, err)
        self.assertIn("sizeof(a)", witness.read_text())
        code, result, err = self.hinted(program, str(witness), "--infer=never")
        self.assertIn(code, (0, 20), err)
        fates = {fate for _, fate in self.fates(result)}
        self.assertLessEqual(fates, {"used", "not-needed", "not-inductive"})
        self.assertTrue(fates & {"used", "not-needed"}, fates)

    def test_our_own_files_made_stronger_are_not_believed(self):
        for program, name, old, new in (
                (INIT_C, "init.witness.yml", "(i <= n)", "(i < n)"),
                (INIT_C, "init.annotated.c", "0 <= i <= n", "0 <= i < n"),
                (self.BARE, "init.annotated.gcl", "invariant i <= n", "invariant i < n")):
            path = self.file(program, "init.c" if program == INIT_C else "init.gcl")
            code, _, err = run("infer", "-q", "--format=json," + {"yml": "witness", "c": "acsl",
                               "gcl": "gcl"}[name.split(".")[-1]], "-o", str(self.folder), path)
            self.assertEqual(code, 0, err)
            text = (self.folder / name).read_text()
            self.assertIn(old, text)
            forged = self.file(text.replace(old, new), "forged." + name.split(".")[-1])
            code, result, err = self.hinted(path, forged, "--infer=never")
            self.assertEqual(code, 20, name + err)
            fates = {fate for text, fate in self.fates(result) if "i < n" in text}
            self.assertEqual(fates - {"not-asked"}, {"false"}, name)

    def test_the_witness_of_another_tool(self):
        program = self.file(INIT_C, "init.c")
        witness = self.witness("0 <= i && i <= n", "i < n")
        code, result, err = self.hinted(program, witness, "--infer=never")
        self.assertEqual(code, 0, err)
        self.assertIn("other contents", err)
        self.assertEqual(self.fates(result), [("0 <= i && i <= n", "used"), ("i < n", "false")])
        self.assertEqual(result["hints"][1]["location"]["line"], 17)

    def test_a_stronger_hint_changes_no_verdict(self):
        wrong = self.file(BUG_C, "init.c")
        code, result, _ = self.hinted(wrong, self.witness("0", "i == 3"), "--infer=never")
        self.assertNotEqual(code, 0)
        self.assertEqual({fate for _, fate in self.fates(result)}, {"false"})

    def test_a_result_that_was_made_stronger_is_not_believed(self):
        """What a forged result claims of a program that fails, of one that does not, and of neither."""
        for text, name in ((self.BARE, "program.gcl"), (FILL_C, "fill.c")):
            program = self.file(text, name)
            code, out, err = run("verify", "--json", "-", "-q", program)
            self.assertEqual(code, 0, err)
            forged = json.loads(out)
            for loop in [one for p in forged["procedures"] for one in p["loops"]]:
                loop["invariant"] = [dict(loop["invariant"][0], text="false")]
            for loop in forged["sourceLoops"]:
                loop["invariant"] = [dict(loop["invariant"][0], acsl="\\false", c="0")]
            hints = self.file(json.dumps(forged), "forged.json")
            code, result, err = self.hinted(program, hints, "--infer=never")
            self.assertEqual(code, 20, err)
            self.assertEqual({fate for _, fate in self.fates(result)}, {"false"})
            code, result, err = self.hinted(program, hints)
            self.assertEqual(code, 0, err)
            self.assertNotIn("false", [one["text"] for p in result["procedures"]
                                       for loop in p["loops"] for one in loop["invariant"]])
            broken = text.replace("assert(a[k] == 7)", "assert(a[k] == 8)").replace(
                "ensures i == n", "ensures i == n + 1")
            self.assertNotEqual(broken, text)
            code, result, err = self.hinted(self.file(broken, name), hints)
            self.assertEqual(code, 10, err)

    def refused(self, program, hints, message):
        code, out, err = run("verify", "--hints", hints, program)
        self.assertEqual((code, out), (2, ""), err)
        self.assertIn(message, err)
        self.assertNotIn("internal error", err)

    def test_bad_hints(self):
        program = self.file(INIT_C, "init.c")
        self.refused(program, self.witness("i <= m"), "other.yml:16:")
        self.refused(program, self.witness("i <= "), "other.yml:16:")
        self.refused(program, self.witness("i <= n", location="line: 9"), "there is no loop 'line 9'")
        self.refused(program, self.witness("i <= n", location="line: 8, column: 4"), "there is no loop")
        self.refused(program, self.witness("i <= n", location="line: 8, function: f"), "there is no loop")
        self.refused(program, self.file(self.OTHER_TOOL.replace('"2.0"', '"9.0"') + "    []\n", "w.yml"),
                     "w.yml:3:")
        self.refused(program, self.file("- entry_type", "w.yml"), "w.yml:1:")
        self.refused(program, self.file('{"schemaVersion": 99}', "r.json"), "newer than")
        self.refused(program, self.file('{"schemaVersion"', "r.json"), "no complete JSON")
        self.refused(program, str(self.folder / "missing.yml"), "missing.yml")
        self.refused(self.file(self.BARE), self.witness("i <= n"), "about a C program")

    def test_hints_for_what_is_not_there(self):
        program = self.file(self.BARE)
        _, out, _ = run("verify", "--json", "-", "-q", program)
        result = json.loads(out)
        loops = result["procedures"][0]["loops"]
        stranger = dict(result, procedures=[dict(result["procedures"][0],
                                                   loops=loops + [dict(loops[0], id="count.2")])])
        self.refused(program, self.file(json.dumps(stranger), "r.json"), "there is no loop 'count.2'")
        loops[0]["invariant"][0]["text"] = "j <= n"
        self.refused(self.file(self.BARE + "\n"), self.file(json.dumps(result), "r.json"), "no formula at")


class Source(Case):
    """C in, annotated C out."""

    def file(self, text, name="program.c"):
        path = self.folder / name
        path.write_bytes(text.encode())
        return str(path)

    def without_annotations(self, text):
        text = re.sub(r"^[ \t]*/\*@.*?\*/\r?\n", "", text, flags=re.DOTALL | re.MULTILINE)
        return re.sub(r"/\*@.*?\*/ ", "", text, flags=re.DOTALL)

    def infer(self, *args):
        done = subprocess.run([PAWL, "infer", *args], capture_output=True, timeout=300)
        self.assertIn(done.returncode, (0, 20), done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def failing_run(self, text, *args):
        code, out, err = run("verify", *args, self.file(text))
        self.assertEqual(code, 10, out + err)
        return out[out.index("a real run"):]

    def test_runs_show_what_pointers_lead_to(self):
        out = self.failing_run("""/*@ requires n == 2 && \\valid_read(a + (0 .. 1)); */
int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  //@ assert a[0] != 5 || a[1] != 3;
  return s;
}
""")
        self.assertRegex(out, r"inputs: a = \{5, 3(, [-\d.]+)*\}, n = 2")
        out = self.failing_run("""struct ring { int count; struct ring *next; };
/*@ requires \\valid(r) && r->next == \\null && \\valid_read(s + (0 .. 2)); */
void f(struct ring *r, const char *s, int *out) {
  r->count++;
  //@ assert r->count != 8 || s[0] != 'a' || s[1] != 'b' || s[2] != 0 || out != 0;
}
""")
        self.assertIn("inputs: *r = {.count = 7", out)
        self.assertIn('s = "ab", out = NULL', out)
        self.assertIn("*r = {.count = 8", out)
        self.assertNotIn("memory", out)

    def test_runs_show_arrays_and_structs_of_main(self):
        out = self.failing_run("""extern int __VERIFIER_nondet_int(void);
struct pair { int x, y; };
int main(void) {
  int a[3] = {1, 2, 3};
  char s[4] = "ab";
  struct pair p = {4, 5};
  a[1] = __VERIFIER_nondet_int();
  //@ assert a[1] != 9;
  return s[0] + p.x;
}
""")
        self.assertIn("a = {1, 9, 3}\n", out)
        fails = out[out.index("fails in:"):]
        self.assertIn("a = {1, 9, 3}", fails)
        self.assertIn('s = "ab"', fails)
        self.assertIn("p = {.x = 4, .y = 5}", fails)

    def test_a_run_of_a_function_is_compiled(self):
        for text in ("""extern void __VERIFIER_assert(int);
int limit;
/*@ requires \\valid_read(a + (0 .. 1)) && \\valid_read(s + (0 .. 1)); */
int last(const int *a, int n, const char *s) {
  __VERIFIER_assert(!(n == 2 && a[0] == 5 && a[1] == 3 && s[1] == 'b' && limit == -4));
  return 0;
}
""", """extern void __VERIFIER_assert(int);
struct pair { int x, y; };
/*@ requires \\valid(p); */
void set(struct pair *p) { p->x++; __VERIFIER_assert(p->x != 8 || p->y != 7); }
"""):
            code, out, err = run("verify", "--replay", self.file(text))
            self.assertEqual(code, 10, out + err)
            self.assertIn("compiled and run on these inputs: it fails there, too", out)
        # The sanitizers see what --check is about.
        code, out, err = run("verify", "--replay", "--check=div0", self.file(
            "int quotient(int a, int b) { return a / b; }\nint main(void) { return 0; }\n"),
            "--entry=quotient")
        self.assertEqual(code, 10, out + err)
        self.assertIn("it fails there, too", out)
        # Compilers do not see annotations.
        _, out, _ = run("verify", "--replay", self.file(
            "int one(int a) {\n  //@ assert a == 1;\n  return a;\n}\n"))
        self.assertIn("not compiled: what fails is an annotation", out)

    def test_annotations_are_all_that_is_added(self):
        for text in (C, C.replace("\n", "\r\n")):
            out, _ = self.infer(self.file(text))
            self.assertNotEqual(out, text)
            self.assertEqual(self.without_annotations(out), text)
            self.assertEqual(out.count("\r"), out.count("\n") if "\r" in text else 0)

    def test_what_is_said_of_the_loops(self):
        out, err = self.infer(self.file(C))
        self.assertIn("  /*@ loop invariant inferred_1: 0 <= i <= n;\n", out)
        self.assertRegex(out, r"\\forall integer k; 0 <= k < i && k < 10 ==> a\[k\] == 1;")
        self.assertIn("loop assigns a[0 .. 9], i;", out)
        self.assertIn("loop variant n - i; */\n  while", out)
        self.assertIn("\t/*@ loop invariant", out)
        self.assertRegex(out, r"if \(i > 5\) /\*@ loop invariant [^\n]* \*/ do i--;")
        self.assertIn("program.c:20:3: note: not annotated: the loop comes out of a macro", err)
        self.assertIn("integers: machine, data model: LP64", err)
        self.assertNotIn("$", out)

    # Little work is enough for what is right; what is wrong may stay undecided.
    JUDGE = ("verify", "--infer=never", "--rlimit=200000")

    def changed(self, text, old, new):
        self.assertIn(old, text)
        return self.file(text.replace(old, new), "changed.c")

    def test_what_is_printed_is_enough_and_what_is_weakened_is_not(self):
        out, _ = self.infer(self.file(FILL_C))
        code, told, err = run(*self.JUDGE, self.file(out))
        self.assertEqual(code, 0, told + err)
        filled = next(line for line in out.splitlines(True) if "forall" in line)
        for old, new in ((filled, ""), ("k < i &&", "k < i - 1 &&"), ("a[k] == 7;", "a[k] <= 7;")):
            code, told, err = run(*self.JUDGE, self.changed(out, old, new))
            self.assertEqual(code, 20, old + told + err)

    def test_addresses_of_variables_can_be_said(self):
        text = ("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
                "  int cell = 0, *spine[10], i;\n"
                "  for (i = 0; i < 10; i++) spine[i] = &cell;\n"
                "  int k = __VERIFIER_nondet_int();\n"
                "  if (0 <= k && k < 10) assert(spine[k] == &cell);\n  return 0;\n}\n")
        code, out, err = run("infer", self.file(text, "spine.c"))
        self.assertEqual(code, 0, err)
        self.assertIn("0 <= k < i ==> spine[k] == &cell;", out)
        self.assertNotIn("cannot be written", err)
        code, out, err = run("verify", "--infer=never", self.file(out, "annotated.c"))
        self.assertEqual(code, 0, out + err)

    def test_what_was_dropped_is_said_where_it_does_not_follow_from_what_is(self):
        """5 <= max follows from 5 <= a[k] <= max: if that is said of all k, and of all there is."""
        text = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 100);
  int a[n];
  for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); __VERIFIER_assume(a[i] >= 5); }
  int max = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > max) max = a[i];
  assert(max >= 5);
  int k = __VERIFIER_nondet_int();
  if (0 <= k && k < n) assert(5 <= a[k] && a[k] <= max);
  return 0;
}
"""
        for length, of_all, said in (("n", "0 <= k < i ==>", 0), ("100", "0 <= k < i && k < 100 ==>", 1)):
            program = self.file(text.replace("a[n]", f"a[{length}]"))
            code, _, err = run("infer", "-q", "--format=acsl,json,witness", "-o", str(self.folder), program)
            self.assertEqual(code, 0, err)
            annotated = (self.folder / "program.annotated.c").read_text()
            self.assertIn(of_all + " 5 <= a[k] <= max", annotated)
            self.assertEqual(len(re.findall(r"inferred_\d: 5 <= max;", annotated)), said)
            loops = json.loads((self.folder / "program.json").read_text())["procedures"][0]["loops"]
            self.assertEqual([one["text"] for one in loops[1]["redundant"]], ["5 <= max"])
            # There are no quantifiers, so that it follows from nothing there.
            self.assertIn("(5 <= max)", (self.folder / "program.witness.yml").read_text())

    def test_what_is_printed_and_made_false_is_not_believed(self):
        out, _ = self.infer(self.file(FILL_C))
        for old, new in (("0 <= i <= n", "0 <= i < n"), ("k < i &&", "k <= i &&"),
                         ("a[k] == 7;", "a[k] == 8;"), ("a[k] == 7;", "\\false;"),
                         ("a[0 .. i - 1]", "a[0 .. i - 2]"), ("a[0 .. i - 1]", "a[1 .. i - 1]"),
                         ("a[0 .. i - 1], i", "a[0 .. i - 1]"), ("variant n - i", "variant i")):
            code, told, err = run(*self.JUDGE, self.changed(out, old, new))
            self.assertIn(code, (10, 20), new + told + err)

    def test_loops_that_strangers_come_to_hold_for_them_as_well(self):
        out, _ = self.infer(self.file("extern void g(void);\nint f(int n) {\n  int i = 0;\n"
                                      "  while (i < n) i++;\n  return i;\n}\n"
                                      "int main(void) {\n  g();\n  return f(3);\n}\n"))
        self.assertIn("loop invariant inferred_1: 0 <= i;", out)  # g may call f(10)

    def test_what_is_not_modelled_is_told(self):
        program = self.file("void g(int *);\nstatic int f(void) {\n  void *where = &&here;\n"
                            "  goto *where;\nhere:\n  return 1;\n}\nint main(void) {\n"
                            "  int x = 0;\n  g(&x);\n  return f();\n}\n")
        code, out, err = run("verify", "--format=json", program)
        self.assertEqual(code, 20, err)
        result = json.loads(out)
        self.assertEqual(result["verdict"], "unknown(skipped)")
        self.assertEqual(result["functions"], 2)
        self.assertEqual([(one["name"], one["construct"]["line"], one["why"])
                          for one in result["skippedFunctions"]], [("f", 3, "a computed goto")])
        self.assertIn((10, "what 'g' does, which has no body"),
                      [(one["location"]["line"], one["what"]) for one in result["overApproximations"]])
        self.assertNotIn("invariant-too-weak", run("verify", program)[1].splitlines()[-1])
        self.assertIn("\n1 of 2 functions, 0 of 0 loops\n", run("verify", program)[1])
        self.assertIn('"INV006"', run("verify", "--format=sarif", program)[1])
        self.assertEqual(run("verify", "--strict", program)[0], 2)

    def test_functions_that_a_skipped_main_calls_have_invariants(self):
        out, _ = self.infer(self.file("static int f(int n) {\n  int i = 0;\n"
                                      "  while (i < n) i++;\n  return i;\n}\n"
                                      "int main(void) {\n  void *where = &&here;\n  goto *where;\n"
                                      "here:\n  return f(3);\n}\n"))
        self.assertIn("loop invariant inferred_1: 0 <= i;", out)

    def test_a_failure_is_found_whatever_the_annotations_say(self):
        out, _ = self.infer(self.file(FILL_C))
        wrong = out.replace("assert(a[k] == 7)", "assert(a[k] == 8)")
        for old, new in (("a[k] == 7;", "a[k] == 8;"), ("0 <= i <= n", "\\false")):
            code, told, err = run("verify", "--rlimit=200000", self.changed(wrong, old, new))
            self.assertIn(code, (10, 20), new + told + err)

    def test_loops_of_gotos_have_assertions_behind_the_label(self):
        path = str(SOURCE / "samples" / "c" / "control" / "goto_loop.c")
        out, _ = self.infer(path)
        self.assertIn("again:\n  /*@ assert inferred_1: 0 <= i <= n; */\n  if (i >= n)", out)
        again, _ = self.infer(self.file(out))
        self.assertEqual(again, out)
        wrong = self.changed(out, "0 <= i <= n", "0 <= i < n")
        code, told, err = run("verify", wrong)
        self.assertEqual(code, 10, told + err)
        _, out, _ = run("verify", "--format=witness", path)
        label = yaml.safe_load(out)[0]["content"][0]["invariant"]
        self.assertEqual((label["type"], label["location"]["line"], label["value"]),
                         ("location_invariant", 13, "i <= n"))

    def test_ideal_integers_are_told_in_the_file(self):
        out, _ = self.infer("--ints=ideal", self.file(C))
        self.assertTrue(out.startswith("// Invariants by Pawl; integers: ideal"), out)
        again, _ = self.infer("--ints=ideal", self.file(out))
        self.assertEqual(again, out)

    def test_the_second_run_changes_nothing(self):
        path = self.file(C)
        for option in ("--ignore-loop-annotations", "--ignore-loop-annotations"):
            self.infer("--in-place", option, path)
            once = pathlib.Path(path).read_text()
            self.assertIn("loop invariant inferred_1", once)
            self.infer("--in-place", option, path)
            self.assertEqual(pathlib.Path(path).read_text(), once)

    def test_the_patch_gives_the_same_text(self):
        path = self.file(C)
        out, _ = self.infer(path)
        patch, _ = self.infer("--diff", path)
        (self.folder / "p.diff").write_text(patch)
        subprocess.run(["patch", "-s", path, self.folder / "p.diff"], check=True)
        self.assertEqual(pathlib.Path(path).read_text(), out)

    def test_json_has_the_loops_of_the_source(self):
        schema = json.loads((SOURCE / "docs" / "schema" / "result-1.schema.json").read_text())
        out, _ = self.infer("--json", "-", "--ints=ideal", "--data-model=ILP32", self.file(C))
        result = json.loads(out)
        jsonschema.validate(result, schema)
        self.assertEqual(result["input"]["ints"], "ideal")
        self.assertEqual(result["input"]["dataModel"], "ILP32")
        loops = result["sourceLoops"]
        self.assertEqual([(l["location"]["line"], l["keyword"], l["function"], l["skipped"])
                          for l in loops],
                         [(7, "for", "sum", ""), (16, "while", "main", ""),
                          (20, "for", "main", "macro"), (21, "do", "main", "")])

    def test_only_what_holds_in_every_call_is_said(self):
        text = """extern int __VERIFIER_nondet_int(void);
static void count(int n) { for (int i = 0; i < n; i++) ; }
int main(void) { int n = __VERIFIER_nondet_int(); count(3); if (n < 2000) count(n); return 0; }
"""
        out, _ = self.infer(self.file(text))
        self.assertIn("loop variant n - i;", out)
        self.assertNotIn("i <= 3", out)
        self.assertEqual(out.count("2000"), 1)  # in the text itself

    def test_what_the_only_call_passes_is_said_with_entry_only(self):
        text = """static int last(const int *a, int n, int x) {
  int r = 0;
  for (int i = 0; i < n; i++) if (a[i] == x) r = i;
  return r;
}
int main(void) { int a[5] = {1, 2, 3, 4, 5}; return last(a, 5, 3); }
"""
        path = self.file(text)
        self.assertNotIn("i <= 5", self.infer(path)[0])
        self.assertIn("0 <= i <= 5", self.infer("--entry=main", path)[0])

    def test_a_failing_run_in_the_terms_of_c(self):
        code, out, err = run("verify", "--replay", self.file(C_UNSAFE))
        self.assertEqual(code, 10, out + err)
        self.assertIn("input 1 = 12", out)
        self.assertIn("y in twice = 24", out)
        self.assertNotIn("$", out)
        self.assertIn("compiled and run on these inputs: it fails there, too", out)
        self.assertIn("integers: machine", out)

    def test_a_run_takes_one_input_for_each_that_is_asked_for(self):
        text = """extern int __VERIFIER_nondet_int(void);
extern void pawl_print(long long);
static int add(int n) { int m = __VERIFIER_nondet_int(); return n + m; }
int main(void) {
  pawl_print(add(10));
  pawl_print(add(__VERIFIER_nondet_int()));
  pawl_print(__VERIFIER_nondet_int());
  return 0;
}
"""
        code, out, err = run("run", "--inputs=1,2,3,4,5", self.file(text))
        self.assertEqual((code, out.split()), (0, ["11", "5", "4"]), err)

    def test_checks_are_named_and_located(self):
        text = """int main(void) {
  int a[4], s = 0;
  for (int i = 0; i < 4; i++) a[i] = i;
  for (int i = 0; i <= 4; i++) s += a[i];
  return 10 / (s + 1);
}
"""
        code, out, err = run("verify", "-v", "--check=bounds,div0",
                             self.file(text.replace("<= 4", "< 4")))
        self.assertEqual(code, 0, out + err)
        self.assertRegex(out, r"program.c:3:31: note: this check of the bounds holds")
        code, out, err = run("verify", "-v", "--check=bounds,div0", self.file(text))
        self.assertEqual(code, 10, out + err)
        self.assertRegex(out, r"program.c:4:37: error: this check of the bounds is violated")
        self.assertIn("this check for division by zero", out)

    def test_in_place_needs_a_file(self):
        code, _, err = run("infer", "--in-place", "--language=c", "-", stdin=C)
        self.assertEqual(code, 2)
        self.assertIn("--in-place", err)


class Annotations(Case):
    """What is said about a C program besides its text: headers, properties, hints, flags."""

    def verify(self, text, *options, name="program.c"):
        code, out, err = run("verify", *options, self.file(text, name))
        return code, out + err

    def test_contracts_in_headers_count(self):
        self.file("/*@ requires n > 0; assigns \\nothing; ensures \\result == n; */\n"
                  "int f(int n);\n", "f.h")
        wrong = '#include "f.h"\nint f(int n) { return n; }\nint main(void) { return f(0); }\n'
        code, said = self.verify(wrong)
        self.assertEqual(code, 10, said)
        self.assertIn("precondition", said)
        self.assertEqual(self.verify(wrong.replace("f(0)", "f(1)"))[0], 0)

    def test_an_error_in_a_header_is_told_there(self):
        self.file("//@ predicate P(integer n) = n > ;\n", "f.h")
        code, said = self.verify('#include "f.h"\nint main(void) { return 0; }\n')
        self.assertEqual(code, 2)
        self.assertIn("f.h:1:34: error", said)

    def test_lemmas(self):
        text = ("/*@ axiomatic A { logic integer f(integer n); }\n"
                "    lemma zero: \\forall integer n; f(n) == 0; */\n"
                "int main(void) {\n  //@ assert f(3) == 0;\n  return 0;\n}\n")
        self.assertEqual(self.verify(text)[0], 20)
        code, said = self.verify(text, "--lemmas=assume")
        self.assertEqual(code, 0, said)
        self.assertIn("assumed, not proved", said)

    def test_properties(self):
        text = ("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                "int main(void) {\n  int x = __VERIFIER_nondet_int();\n"
                "  if (x > 5) reach_error();\n  return x + 1;\n}\n")
        def answer(formula):
            prp = self.file(f"CHECK( init(main()), LTL({formula}) )\n", "p.prp")
            return self.verify(text, "--property", prp)
        self.assertIn("false(assertion)", answer("G ! call(reach_error())")[1])
        # Larger values end the run: nothing overflows.
        self.assertEqual(answer("G ! overflow")[0], 0)
        for refused, name in [("F end", "termination (F end)"), ("G ! data-race", "G!data-race")]:
            code, said = answer(refused)
            self.assertEqual(code, 2, said)
            self.assertIn(f"p.prp:1:1: error: the property {name} is not supported", said)
        # Of several properties none is left out.
        prp = self.file("CHECK( init(main()), LTL(G valid-deref) )\n"
                        "CHECK( init(main()), LTL(F end) )\n", "p.prp")
        code, said = self.verify(text, "--property", prp)
        self.assertEqual(code, 2, said)
        self.assertIn("p.prp:2:1: error: the property termination", said)

    def test_valid_pointers(self):
        prp = self.file("CHECK( init(main()), LTL(G valid-deref) )\n", "p.prp")
        def answer(body, before="int *f(int *p) { return p; }\n"):
            text = ("typedef unsigned long size_t;\nextern void *malloc(size_t);\n"
                    "extern void free(void *);\nextern int __VERIFIER_nondet_int(void);\n" + before +
                    "int main(void) {\n" + body + "  return 0;\n}\n")
            return self.verify(text, "--property", prp)
        index = "  int a[4]; int i = __VERIFIER_nondet_int();\n  if (0 <= i && i {} 4) a[i] = 1;\n"
        self.assertEqual(answer(index.format("<"))[0], 0)
        self.assertEqual(answer(index.format("<="))[0], 10)
        self.assertEqual(answer("  int x = 1; int *p = &x;\n  *f(p) = 2;\n")[0], 0)
        self.assertEqual(answer("  int *p = 0;\n  *f(p) = 2;\n")[0], 10)
        for body, before, what in [
                ("  int *p = malloc(sizeof(int));\n  if (!p) return 1;\n  free(p);\n  *p = 1;\n", "", 10),
                ("  *g() = 1;\n", "int *g(void) { int x; int *p = &x; return p; }\n", 10),
                ("  int *p; { int x; p = &x; }\n  *p = 1;\n", "", 10),
                ("  int *p = malloc(1);\n  if (p) *p = 1;\n", "", 10),
                ("  int *p = malloc(sizeof(int));\n  if (!p) return 1;\n  *p = 1;\n  free(p);\n", "", 0)]:
            code, said = answer(body, before)
            self.assertEqual(code, what, said)

    def test_properties_of_memory(self):
        def answer(name, body):
            prp = self.file(f"CHECK( init(main()), LTL(G {name}) )\n", "p.prp")
            text = ("typedef unsigned long size_t;\nextern void *malloc(size_t);\n"
                    "extern void free(void *);\nint *kept;\nint main(void) {\n" + body +
                    "  return 0;\n}\n")
            return self.verify(text, "--property", prp)[0]
        once = "  int *p = malloc(4);\n  free(p);\n"
        twice = once + "  free(p);\n"
        lost = "  int *p = malloc(4);\n  p = 0;\n"
        held = "  kept = malloc(4);\n"
        self.assertEqual(answer("valid-free", once), 0)
        self.assertEqual(answer("valid-free", twice), 10)
        self.assertEqual(answer("valid-memcleanup", once), 0)
        self.assertEqual(answer("valid-memcleanup", held), 10)
        self.assertEqual(answer("valid-memtrack", once), 0)
        self.assertEqual(answer("valid-memtrack", held), 0)
        # What only other objects lead to is not looked for: no run is claimed.
        self.assertEqual(answer("valid-memtrack", lost), 20)
        self.assertEqual(answer("valid-memsafety", once), 0)
        self.assertEqual(answer("valid-memsafety", twice), 10)

    def test_hints_from_a_file(self):
        c = ("int main(void) {\n  int a[9], i = 0;\n  while (i < 9) {\n    a[i] = 7;\n    i++;\n  }\n"
             "  //@ assert \\forall integer j; 0 <= j < 9 ==> a[j] == 7;\n  return 0;\n}\n")
        for where in ["1", "line 3"]:
            hints = self.file(f"# for the only loop\nloop main {where}:\n  skolem_constant int k;\n"
                              "  loop_predicate 0 <= i, i <= 9, 0 <= k, k < i, a[k] == 7;\n", "h.txt")
            code, said = self.verify(c, "--heuristics=none", "--predicates", hints)
            self.assertEqual(code, 0, said)
        self.assertEqual(self.verify(c, "--heuristics=none", "--no-exhaustion")[0], 20)
        program = SAFE.replace("    invariant 0 <= i, i <= n;\n", "")
        hints = self.file("loop count 1:\n  predicate 0 <= i, i <= n;\n", "h.txt")
        code, said = self.verify(program, "--heuristics=none", "--predicates", hints, name="p.gcl")
        self.assertEqual(code, 0, said)
        self.assertEqual(self.verify(program, "--heuristics=none", name="p.gcl")[0], 20)

    def test_one_file_for_loops_and_scopes(self):
        both = self.file("// for slam\nglobal:\n  state == 3\n# for the loop\nloop main 1:\n"
                         "  loop_predicate i <= 3;\n", "p.txt")
        text = ("int state;\nint main(void) {\n  int i = 0;\n  while (i < 3) i++;\n  state = i;\n"
                "  return 0;\n}\n")
        got, out, err = run("abstract", self.file(text, "p.c"), "--predicates", both)
        self.assertEqual(got, 0, err)
        self.assertIn("state == 3", out)
        self.assertIn("i <= 3", out)
        for command in [["infer"], ["verify", "--engine=infer"]]:
            code, out, err = run(*command, self.file(text, "p.c"), "--predicates", both)
            self.assertEqual(code, 2, err)
            self.assertIn("p.txt:2:1: error: predicates of a scope are for slam", err)

    def test_hints_for_no_loop_are_refused(self):
        for text, name in [("int main(void) { return 0; }\n", "p.c"), (SAFE, "p.gcl")]:
            hints = self.file("loop nobody 1:\n  predicate true;\n" if name == "p.gcl" else
                              "loop nobody 1:\n  loop_predicate \\true;\n", "h.txt")
            code, said = self.verify(text, "--predicates", hints, name=name)
            self.assertEqual(code, 2, said)
            self.assertIn("no such loop", said)

    def test_a_compilation_database(self):
        (self.folder / "include").mkdir()
        self.file("#define LIMIT 7\n", "include/limit.h")
        program = self.file('#include "limit.h"\n#ifndef WANTED\n#error flags are missing\n#endif\n'
                            "int main(void) {\n  //@ assert LIMIT == 7;\n  return 0;\n}\n", "p.c")
        commands = [{"directory": str(self.folder), "file": "p.c",
                     "arguments": ["cc", "-Iinclude", "-DWANTED", "-O2", "-c", "p.c", "-o", "p.o"]}]
        self.file(json.dumps(commands), "compile_commands.json")
        self.assertEqual(run("verify", program)[0], 2)
        for database in [self.folder, self.folder / "compile_commands.json"]:
            code, out, err = run("verify", "-p", str(database), program)
            self.assertEqual(code, 0, out + err)
        code, _, err = run("verify", "-p", str(self.folder / "include"), program)
        self.assertEqual(code, 2)
        self.assertIn("cannot be read", err)

    def test_preprocessed_files(self):
        self.assertEqual(self.verify("# 1 \"x.c\"\nint main(void) { return 0; }\n", name="p.i")[0], 0)


class Explain(Case):
    def test_explain_what_is_needed(self):
        code, _, err = run("verify", "--explain", "--infer=always",
                           str(SOURCE / "samples" / "infer" / "count_up.gcl"))
        self.assertEqual(code, 0, err)
        self.assertRegex(err, r"count_up\.1 at .*: its invariant is enough\n(.*\n)*"
                              r"  i <= n\n    needed for the postcondition at ")

    def test_c_is_explained_in_its_own_names(self):
        program = self.file("extern int __VERIFIER_nondet_int(void);\n"
                            "#include <assert.h>\n"
                            "int main(void) { int i = 1; { int i = 0; while (i < 9) i++;\n"
                            "  assert(i == 9); } return i; }\n", "names.c")
        code, _, err = run("verify", "--explain", "--infer=always", program)
        self.assertEqual(code, 0, err)
        self.assertIn("  i <= 9\n    needed for the assertion at ", err)
        self.assertNotIn("$", err)

    def test_explain_what_is_missing(self):
        program = self.file("procedure p(n: int) { var i: int, j: int; i := 0; j := 0;\n"
                            "  while i < n { i := i + 1; j := j + 1; }\n"
                            "  assert i == j; }")
        code, _, err = run("verify", "--explain", "--engine=infer", "--heuristics=none", program)
        self.assertEqual(code, 20, err)
        self.assertRegex(err, r"loop p\.1 at .*program\.gcl:2:3: its invariant is too weak")
        self.assertIn("counterexample to induction, a state that no run is known to reach", err)
        self.assertIn("a predicate relating i, j that holds whenever", err)
        self.assertIn("no predicates were tried", err)

    def test_explain_what_was_tried(self):
        program = self.file("procedure p(n: int) { var i: int; i := 0;\n"
                            "  while i < n predicate i == 0; predicate i == 5; { i := i + 2; }\n"
                            "  assert i != 7; }")
        code, _, err = run("verify", "--explain", "--engine=infer", "--heuristics=none", program)
        self.assertEqual(code, 20, err)
        self.assertIn("i == 0: is not maintained by the body", err)
        self.assertIn("i == 5: does not hold when the loop is reached", err)


class Bebop(Case):
    def setUp(self):
        super().setUp()
        self.schema = json.loads((SOURCE / "docs" / "schema" / "bebop-1.schema.json").read_text())

    def bp(self, text):
        return self.file(text, "program.bp")

    def test_verdicts_and_exit_codes(self):
        counter = ("decl " + ", ".join(f"c{i}" for i in range(20)) + ";\nvoid main() begin "
                   + "while * do " + ", ".join(f"c{i}" for i in range(20)) + " := "
                   + ", ".join(f"c{i} ^ c{(i * 7 + 3) % 20} & c{(i * 3 + 1) % 20}"
                               for i in range(20))
                   + " od; assert T end")
        for text, options, code, last in (
                (BP_SAFE, [], 0, "RESULT: true"),
                (BP_UNSAFE, [], 10, "RESULT: false(assertion)"),
                (BP_UNSAFE, ["--error-label=ERROR"], 10, "RESULT: false("),
                (BP_SAFE, ["--error-label=ERROR"], 0, "RESULT: true"),
                (BP_SAFE, ["--entry=unused"], 0, "RESULT: true"),
                (counter, ["--bdd-nodes=1000"], 20, "RESULT: unknown(bdd-limit)"),
                (counter, ["--timeout=0.000001"], 20, "RESULT: unknown(timeout)")):
            with self.subTest(options=options, last=last):
                got, out, err = run("bebop", *options, self.bp(text))
                self.assertEqual(got, code, out + err)
                self.assertTrue(out.splitlines()[-1].startswith(last), out)

    def test_reports(self):
        _, out, _ = run("bebop", "--invariants", "--unreachable", self.bp(BP_SAFE))
        self.assertIn("program.bp:8:6: procedure unused is never entered", out)
        self.assertIn("program.bp:5:23: never reached: skip", out)
        self.assertRegex(out, r"program.bp:6:3: assert \(g\)\n    g\n")
        _, out, _ = run("bebop", self.bp(BP_UNSAFE))
        self.assertIn("this can fail", out)
        self.assertIn("g = F", out)
        _, out, _ = run("bebop", "--quiet", self.bp(BP_UNSAFE))
        self.assertEqual(out, "RESULT: false(assertion)\n")

    def test_json_follows_the_schema(self):
        for text in (BP_SAFE, BP_UNSAFE):
            for options in ([], ["--invariants", "--unreachable", "--unfold"], ["--bdd-nodes=50"]):
                _, out, _ = run("bebop", "--format=json", *options, self.bp(text))
                jsonschema.validate(json.loads(out), self.schema)
        target = self.folder / "out.json"
        _, out, _ = run("bebop", "--json", str(target), "-o", str(self.folder / "o"),
                        self.bp(BP_SAFE))
        self.assertEqual(out, "")
        self.assertEqual(json.loads(target.read_text())["verdict"], "true")

    def test_standard_input_and_statistics(self):
        code, out, err = run("bebop", "--stats=json", "-", stdin=BP_SAFE)
        self.assertEqual((code, out.splitlines()[-1]), (0, "RESULT: true"))
        self.assertGreater(json.loads(err)["bebop.steps"], 0)

    def test_bad_input(self):
        noise = bytes((i * 7919 + (i >> 3) * 104729) % 256 for i in range(100_000))
        for text, part in (("", "without procedures"), (noise, "program.bp:1:"),
                           ("void main() begin " + "if * then " * 100_000, "nested"),
                           ("x" * 20_000_000, "program.bp:1:1"),
                           ("void f() begin end", "--entry")):
            code, out, err = run("bebop", self.bp(text))
            self.assertEqual(code, 2, err[:500])
            self.assertIn(part, err)
            self.assertNotIn("RESULT", out)
            self.assertLess(len(err), 200_000)
        self.assertEqual(run("bebop", str(self.folder / "nothing.bp"))[0], 2)
        self.assertEqual(run("bebop", "--prover=z3", self.bp(BP_SAFE))[0], 1)


class Stages(Case):
    """Whether every stage of every sample is a program is asked in tests/unit/emit."""

    def test_every_stage_is_printed_and_parses_again(self):
        for stage, text in (("parse", "while i < n"), ("desugar", "havoc"), ("passive", "assume"),
                            ("vc", "assert")):
            with self.subTest(stage=stage):
                code, out, err = run("verify", "--print-after", stage, self.file(SAFE))
                self.assertEqual(code, 0, err)
                self.assertIn(text, out)
                code, again, err = run("verify", "--print-after=parse", "-", stdin=out)
                self.assertEqual(code, 0, err)
                self.assertEqual(out, again)


class Limits(Case):
    def test_with_a_prover_that_never_knows_nothing_is_true(self):
        code, out, _ = run("verify", "--prover=unknown", self.file(SAFE))
        self.assertEqual(code, 20)
        self.assertEqual(out.splitlines()[-1], "RESULT: unknown(not-asked)")

    def test_a_resource_limit_gives_unknown_not_a_guess(self):
        code, out, err = run("verify", "--rlimit=1000", self.file(HARD))
        self.assertEqual(code, 20, out + err)
        self.assertRegex(out.splitlines()[-1], r"RESULT: unknown\(")

    def test_the_same_limit_gives_the_same_bytes(self):
        path = self.file(HARD)
        first = run("verify", "--rlimit=5000", "--json", "-", path)
        self.assertEqual(first, run("verify", "--rlimit=5000", "--json", "-", path))

    def test_contradictory_axioms_are_an_input_error(self):
        code, out, err = run("verify", self.file("axiom false;\n" + UNSAFE))
        self.assertEqual(code, 2)
        self.assertIn("axioms are contradictory", err)
        self.assertNotIn("RESULT: true", out)

    def test_a_contradictory_precondition_is_pointed_out(self):
        _, out, _ = run("verify", self.file(SAFE.replace("0 <= n", "n < n")))
        self.assertIn("contradictory", out)


class FramaC(Case):
    """What `pawl infer` writes into C, read by the tool that ACSL was made for."""

    def test_it_reads_the_annotations(self):
        if shutil.which("frama-c") is None:
            self.skipTest("Frama-C is not installed")
        for sample in ("arrays/array_max.c", "arrays/partition.c", "pointers/struct_array.c"):
            code, out, err = run("infer", str(SOURCE / "samples/c" / sample))
            self.assertEqual(code, 0, err)
            self.assertIn("loop invariant", out)
            done = subprocess.run(["frama-c", "-kernel-warn-key=annot-error=error",
                                   self.file(out, "annotated.c")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Contracts(Case):
    """`pawl infer --contracts`, and what `verify --check=bounds` says of it."""

    MAX = """int max(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}
"""
    CALLS = MAX + """int three[3];
int good(void) { return max(three, 3); }
int bad(void) { return max(three, 4); }
"""
    CHECKS = "--check=bounds,null,div0,overflow,shift"

    def propose(self, text, *args, name="program.c"):
        path = self.file(text, name)
        code, out, err = run("infer", "--contracts", *args, path)
        self.assertEqual(code, 0, err)
        return path, out, err

    def test_a_contract_is_written_and_makes_the_function_safe(self):
        _, out, err = self.propose(self.MAX)
        self.assertTrue(out.startswith("/*@ requires \\valid_read(a + (0 .. n - 1));\n"
                                       "    requires n >= 1;\n    assigns \\nothing;\n"), out)
        self.assertIn(" <= \\result;\n*/\nint max", out)
        self.assertIn("loop invariant", out)
        self.assertIn("callers have to show \\valid_read(a + (0 .. n - 1)); n >= 1", err)
        again = self.file(out, "again.c")
        code, _, err = run("verify", self.CHECKS, again)
        self.assertEqual(code, 0, err)
        # Without one of its clauses it is not.
        for clause in ("requires \\valid_read(a + (0 .. n - 1));", "requires n >= 1;"):
            code, _, _ = run("verify", "-q", self.CHECKS, self.file(out.replace(clause, ""), "less.c"))
            self.assertNotEqual(code, 0)
        # A second run has nothing to propose.
        code, second, _ = run("infer", "--contracts", again)
        self.assertEqual(second, out)

    def test_what_holds_at_the_end_is_promised(self):
        _, out, _ = self.propose("int fill(int *a, int n) {\n  int i = 0;\n  while (i < n) {\n"
                                 "    a[i] = 7;\n    i++;\n  }\n  return i;\n}\n")
        self.assertIn("    assigns a[0 .. n - 1];\n    ensures 0 <= \\result;\n", out)
        said = "ensures \\forall integer k; 0 <= k < \\result ==> a[k] == 7;"
        self.assertIn(said, out)
        code, _, err = run("verify", self.CHECKS, self.file(out, "again.c"))
        self.assertEqual(code, 0, err)
        wrong = out.replace(said, said.replace("== 7", "== 8"))
        code, _, _ = run("verify", "-q", self.CHECKS, self.file(wrong, "wrong.c"))
        self.assertNotEqual(code, 0)

    def test_calls_that_do_not_keep_it_are_listed(self):
        path, out, err = self.propose(self.CALLS)
        self.assertIn(f"{path}:9:24: warning: this call violates a precondition that is proposed", err)
        self.assertIn("proposed: \\valid_read(a + (0 .. n - 1))\n", err)
        self.assertNotIn(f"{path}:8:24", err)
        self.assertEqual(out.count("requires"), 2)

    def test_a_contradiction_is_no_proposal(self):
        # The only way to the access is undefined, whatever is required.
        _, out, err = self.propose("int f(int x) { int *p = 0; return *p + x; }\n")
        self.assertNotIn("requires", out)
        self.assertIn("no contract is proposed for 'f'", err)
        # An assertion that fails is no reason.
        _, out, _ = self.propose("int g(int x) {\n  //@ assert x == 1;\n  return 0;\n}\n")
        self.assertNotIn("requires", out)
        # Nor does it stand in the way of one.
        text = self.MAX.replace("  for", "  //@ assert m == 7;\n  for", 1)
        _, out, _ = self.propose(text)
        self.assertTrue(out.startswith("/*@ requires \\valid_read(a + (0 .. n - 1));\n"
                                       "    requires n >= 1;\n"), out)

    def test_verdicts_stay_and_a_suggestion_is_made(self):
        path = self.file(self.MAX, "max.c")
        code, out, err = run("verify", "--check=bounds", path)
        self.assertEqual(code, 10)
        self.assertTrue(out.endswith("RESULT: false(assertion)\n"))
        self.assertIn("nothing in 'max' is undefined if it requires \\valid_read(a + (0 .. n - 1)); "
                      "n >= 1", err)
        _, _, err = run("verify", "--check=bounds", "-q", path)
        self.assertEqual(err, "")

    def test_a_patch_is_against_the_file_as_it_is(self):
        path, out, _ = self.propose(self.MAX, "--diff")
        self.assertIn("+/*@ requires", out)
        self.assertNotIn("\n-", out.split("@@", 1)[1])
        code, _, err = run("infer", "--contracts", "--in-place", path)
        self.assertEqual(code, 0, err)
        self.assertIn("requires", pathlib.Path(path).read_text())

    def test_only_for_c(self):
        code, _, err = run("infer", "--contracts", self.file(SAFE))
        self.assertEqual(code, 1)
        self.assertIn("for C", err)


class Clauses(Case):
    """SyGuS problems and Horn clauses: the answers, judged by the z3 of the shell."""

    def answer(self, name, *options):
        return run("verify", "--quiet", "--format=answer", *options, str(SOURCE / "samples" / name))

    def z3(self, text):
        # Bounded by Z3's own count of steps: no clock decides.
        done = subprocess.run(["z3", "-in", "rlimit=20000000"], input=text, capture_output=True,
                              encoding="utf-8")
        return done.stdout.split()

    def require_solution(self, name, horn, answer):
        """The clauses with the answer's definitions in place of the declarations hold."""
        defined = answer[answer.index("(define-fun"):]
        kept = [line for line in horn.splitlines()
                if not line.startswith(("(set-logic", "(declare-fun"))]
        self.assertEqual(self.z3(defined + "\n".join(kept)), ["sat"], name + "\n" + answer)

    def test_solutions_are_solutions(self):
        first = {"sygus/step.sl": "(define-fun", "sygus/branches.sl": "(define-fun",
                 "sygus/constraints.sl": "(define-fun", "horn/two_loops.smt2": "sat\n",
                 "horn/nested.smt2": "sat\n", "horn/chosen.smt2": "sat\n",
                 "horn/between.smt2": "sat\n",
                 "horn/rules.smt2": "unsat\n"}
        for name, begin in first.items():
            code, out, err = self.answer(name)
            self.assertEqual(code, 0, out + err)
            self.assertTrue(out.startswith(begin), out)
            code, horn, err = run("verify", "--format=horn", str(SOURCE / "samples" / name))
            self.assertEqual(code, 0, err)
            self.require_solution(name, horn, out)

    def test_there_is_none(self):
        for name, word, fact in [("sygus/constraints_wrong.sl", "infeasible", "; (inv 51), by line 8"),
                                 ("horn/between_wrong.smt2", "unsat", "; (between ")]:
            code, out, err = self.answer(name)
            self.assertEqual(code, 10, out + err)
            self.assertEqual(out.splitlines()[0], word)
            self.assertIn(fact, out)
            self.assertRegex(out.splitlines()[-1], r"^; false, by line \d+$")

    def test_nobody_knows(self):
        for name, word in [("sygus/step.sl", "fail"), ("horn/rules.smt2", "unknown")]:
            code, out, err = self.answer(name, "--prover=unknown")
            self.assertEqual((code, out), (20, word + "\n"), err)

    def test_what_was_read_is_read_again(self):
        for name in ["sygus/branches.sl", "horn/fill.smt2"]:
            for format_, ending in [("horn", "a.smt2"), ("sygus", "a.sl")]:
                path = str(self.folder / ending)
                code, _, err = run("verify", f"--format={format_}", "-o", path,
                                   str(SOURCE / "samples" / name))
                self.assertEqual(code, 0, err)
                code, out, err = run("verify", "--quiet", path)
                self.assertEqual((code, out), (0, "RESULT: true\n"), err)
                again = run("verify", f"--format={format_}", path)[1]
                self.assertEqual(pathlib.Path(path).read_text(encoding="utf-8"), again)

    def test_a_program_as_clauses(self):
        """z3 says of them what Pawl says of the program."""
        for bound, answer, code in [(10, "sat", 0), (9, "unsat", 10)]:
            path = self.file("extern void reach_error(void);\n"
                             "extern int __VERIFIER_nondet_int(void);\n"
                             "int main(void) {\n"
                             "  int n = __VERIFIER_nondet_int(), i = 0, odd = 0;\n"
                             "  while (i < 10) {\n"
                             "    if (__VERIFIER_nondet_int()) { odd = 1; break; }\n"
                             "    i++;\n"
                             "  }\n"
                             f"  if (i > {bound} || (!odd && i != 10)) reach_error();\n"
                             "  return n;\n"
                             "}\n", "a.c")
            self.assertEqual(run("verify", "--ints=ideal", "--quiet", path)[0], code)
            done, horn, err = run("verify", "--ints=ideal", "--format=horn", path)
            self.assertEqual(done, 0, err)
            self.assertEqual(self.z3(horn), [answer], horn)

    def test_programs_have_no_such_answer(self):
        code, out, err = run("verify", "--format=answer", self.file(SAFE))
        self.assertEqual((code, out), (1, ""))
        self.assertIn("is for clauses", err)
        for format_ in ["horn", "sygus"]:
            code, out, err = run("verify", f"--format={format_}", self.file(SAFE))
            self.assertEqual((code, out), (2, ""))
            self.assertIn("contracts are not written as clauses", err)
        code, _, err = run("verify", "--spec", self.file("state {}"),
                           str(SOURCE / "samples/sygus/step.sl"))
        self.assertEqual(code, 2)
        self.assertIn("--spec is for programs", err)


class Leaks(Case):
    """In an instrumented build, where a leak makes the exit code another one: all that pawl can do."""
    C = """extern void abort(void);
int main(void) {
  int i = 0, n = 5;
  while (i < n) { i++; }
  if (i != n) abort();
  return 0;
}
"""
    BP = "decl a; void main() begin a := 0; while (*) do a := !a; od assert(!a); end\n"

    def test_no_command_loses_memory(self):
        safe, unsafe = self.file(SAFE), self.file(UNSAFE, "unsafe.gcl")
        bare = self.file(SAFE.replace("invariant 0 <= i, i <= n;", ""), "bare.gcl")
        source = self.file(self.C, "program.c")
        predicates = self.file("procedure main:\n i == n\n", "predicates.txt")
        result, out = str(self.folder / "result.json"), str(self.folder / "out")
        for expected, args in ((0, ["verify", safe, "--json", result, "-q"]),
                               (0, ["certify", result]),
                               (10, ["verify", unsafe, "--explain"]),
                               (0, ["verify", bare, f"--hints={result}", "--explain"]),
                               (0, ["infer", source, "--stats", "-o", out, "--format=" + ",".join(
                                   ("text", "json", "acsl", "boogie", "dafny", "why3", "witness",
                                    "sarif", "gcl", "smtlib", "cprover"))]),
                               (0, ["slam", source, "--summaries", str(self.folder / "store")]),
                               (0, ["abstract", source, "--predicates", predicates]),
                               (10, ["bebop", self.file(self.BP, "program.bp"), "--invariants"]),
                               (0, ["run", safe, "--entry=count"]),
                               (2, ["verify", self.file("procedure {", "bad.gcl")]),
                               (2, ["verify", self.file("int main(void) { return x; }", "bad.c")]),
                               (1, ["verify", "--frobnicate"])):
            with self.subTest(args=args):
                code, out_text, err = run(*args)
                self.assertEqual(code, expected, out_text + err)


class Interrupts(Case):
    def test_control_c_ends_cleanly(self):
        process = subprocess.Popen(
            [PAWL, "verify", "--rlimit=0", "--query-timeout=0", self.file(HARD)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        time.sleep(2)
        if process.poll() is not None:
            self.fail("the program should keep the solver busy: " + process.communicate()[0])
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 20, out + err)
        self.assertEqual(out.splitlines()[-1], "RESULT: unknown(interrupted)")


if __name__ == "__main__":
    PAWL, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
