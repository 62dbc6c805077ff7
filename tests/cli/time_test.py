# SPDX-License-Identifier: Apache-2.0
"""--timeout and signals bound the wall clock: time_test.py PAWL

The one test that looks at the clock. What is promised is T + max(0.5 s, 5 %), and 1 s after a
signal; here a busy machine is given FACTOR times as long.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PAWL = ""
SECONDS = 2
FACTOR = 3
PROMISED = SECONDS + 0.5
AFTER_SIGNAL = 1.0

HEAD = """extern int nondet(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
"""

# Sums of powers: true, and every question is about products of four variables.
NONLINEAR = HEAD + """
int main(void) {
  long long n = nondet(), i = 0, s = 0, c = 0, p = 0;
  __VERIFIER_assume(0 <= n && n <= 100);
  while (i < n) {
    i++; s += i; c += i * i * i; p += i * i;
    if (nondet()) p = p + s * s - c;
  }
  __VERIFIER_assert(c == s * s);
  __VERIFIER_assert(6 * p == i * (i + 1) * (2 * i + 1));
  __VERIFIER_assert(4 * c * p * 3 == i * i * i * (i + 1) * (i + 1) * (i + 1) * (2 * i + 1) / 2);
  return 0;
}
"""

# A product of two numbers in bits, as a Boolean program: no order of the variables is good.
def multiplier(bits):
    a = [f"a{i}" for i in range(bits)]
    b = [f"b{i}" for i in range(bits)]
    p = [f"p{i}" for i in range(2 * bits)]
    lines = [f"decl {', '.join(a + b + p)}, carry, bit;", "void main() begin"]
    lines.append("  " + ", ".join(p) + " := " + ", ".join("F" for _ in p) + ";")
    for i in range(bits):
        lines.append("  carry := F;")
        for j in range(2 * bits - i):
            addend = f"({a[j]} & {b[i]})" if j < bits else "F"
            at = p[i + j]
            lines.append(f"  bit := {addend};")
            lines.append(f"  {at}, carry := ({at} != bit) != carry,"
                         f" ({at} & bit) | (carry & ({at} | bit));")
    lines.append(f"  assert(!({' & '.join(p)}));")
    lines.append("end")
    return "\n".join(lines) + "\n"


def procedures(count):
    text = HEAD
    for i in range(count):
        text += f"""
int count{i}(int n) {{
  int k = 0, twice = 0;
  while (k < n) {{ k++; twice += 2; }}
  return twice;
}}
"""
    return text


def nested_calls(depth):
    text = HEAD + "int g;\nvoid f0(void) { g++; if (g < 0) __VERIFIER_assert(0); }\n"
    for i in range(1, depth + 1):
        text += f"void f{i}(void) {{ f{i - 1}(); if (nondet()) f{i - 1}(); else f{i - 1}(); }}\n"
    return text + f"int main(void) {{ f{depth}(); return 0; }}\n"


def nested_loops(depth):
    names = [f"i{k}" for k in range(depth)]
    text = HEAD + "int a[64];\nint main(void) {\n  int n = nondet(), s = 0, " + ", ".join(names) + ";\n"
    for k, name in enumerate(names):
        upper = "n" if k == 0 else names[k - 1] + " + n"
        text += "  " * k + f"  for ({name} = 0; {name} < {upper}; {name}++) {{\n"
    text += "  s += a[(unsigned)(s + " + " + ".join(names) + ") % 64] > s ? 1 : -1;\n"
    return text + "  " + "}" * depth + "\n  __VERIFIER_assert(s < 1000000 || s > n);\n  return 0;\n}\n"


# One loop that is done at once, and one that is not.
EASY_AND_HARD = HEAD + """
int easy(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}
""" + NONLINEAR.replace(HEAD, "")


class Timed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def start(self, *arguments):
        return subprocess.Popen([PAWL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, start_new_session=True)

    def ends(self, promised, *arguments):
        """Exit code and output of a run that has to keep its promise."""
        begin = time.monotonic()
        process = self.start(*arguments)
        try:
            out, err = process.communicate(timeout=20 * promised)
        finally:
            self.kill(process)
        taken = time.monotonic() - begin
        self.assertLess(taken, FACTOR * promised, f"{arguments}\n{err}")
        return process.returncode, out, err

    def kill(self, process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def signalled(self, number, after, *arguments):
        process = self.start(*arguments)
        try:
            time.sleep(after)
            process.send_signal(number)
            begin = time.monotonic()
            out, err = process.communicate(timeout=20)
        finally:
            self.kill(process)
        self.assertLess(time.monotonic() - begin, FACTOR * AFTER_SIGNAL, f"{arguments}\n{err}")
        return process.returncode, out, err


class Timeout(Timed):
    LIMIT = f"--timeout={SECONDS}"

    def decides(self, name, text, command="verify"):
        code, out, err = self.ends(PROMISED, command, self.LIMIT, self.file(name, text))
        self.assertIn(code, (0, 20), out + err)
        last = out.splitlines()[-1]
        self.assertTrue(last == "RESULT: true" if code == 0 else
                        last.startswith("RESULT: unknown("), out + err)

    def test_nonlinear_arithmetic(self):
        self.decides("nonlinear.c", NONLINEAR)

    def test_large_bdds(self):
        self.decides("multiplier.bp", multiplier(14), "bebop")

    def test_nested_calls(self):
        self.decides("calls.c", nested_calls(25))

    def test_nested_loops(self):
        self.decides("loops.c", nested_loops(7))

    def test_many_procedures(self):
        out = self.folder / "result.json"
        self.ends(PROMISED, "infer", "-q", self.LIMIT, f"--json={out}",
                  self.file("many.c", procedures(250)))
        if not out.exists():  # the file could not even be read in time
            return
        found = json.loads(out.read_text())["procedures"]
        self.assertEqual(len(found), 250)
        for one in found:
            if one["failure"]:
                self.assertEqual((one["failure"], one["loops"]), ("timeout", []))

    def test_finished_part(self):
        out = self.folder / "result.json"
        code, text, err = self.ends(PROMISED, "infer", "-q", self.LIMIT, f"--json={out}",
                                    self.file("both.c", EASY_AND_HARD))
        self.assertIn(code, (0, 20), err)
        self.assertIn("loop invariant", text)
        found = {one["name"]: one for one in json.loads(out.read_text())["procedures"]}
        self.assertEqual(found["easy"]["loops"][0]["status"], "certified")


class Signals(Timed):
    def test_one_hard_procedure(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                code, out, err = self.signalled(number, 1, "verify",
                                                self.file("nonlinear.c", NONLINEAR))
                self.assertEqual(code, 20, out + err)
                self.assertTrue(out.splitlines()[-1].startswith("RESULT: unknown("), out + err)

    def test_what_nobody_looked_at(self):
        out = self.folder / "result.json"
        code, text, err = self.signalled(signal.SIGTERM, 1.5, "verify", f"--json={out}",
                                         "--infer=always", self.file("many.c", procedures(250)))
        self.assertEqual(code, 20, text + err)
        self.assertIn("RESULT: unknown(", text)
        if not out.exists():
            return
        found = json.loads(out.read_text())["procedures"]
        self.assertEqual(found[-1]["failure"], "not-analysed")


if __name__ == "__main__":
    PAWL = sys.argv.pop(1)
    unittest.main()
