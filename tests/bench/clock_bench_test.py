# SPDX-License-Identifier: Apache-2.0
"""bench/clock/run.py with a pawl that is played: it is signalled, its answer is read, files are spread."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUN = pathlib.Path(__file__).resolve().parents[2] / "bench/clock/run.py"
PLAYED = """#!/usr/bin/env python3
import signal, sys
def told(*_):
    print("RESULT: unknown(interrupted)")
    sys.exit(20)
signal.signal(signal.SIGTERM, told)
if "--timeout" not in sys.argv:
    signal.pause()
print("noise")
print("RESULT: true")
"""


class Clock(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pawl = pathlib.Path(folder.name) / "pawl"
        self.pawl.write_text(PLAYED)
        self.pawl.chmod(0o755)

    def run_on(self, *arguments):
        return subprocess.run([sys.executable, RUN, "--pawl", str(self.pawl), *arguments],
                              capture_output=True, text=True, timeout=120, check=False)

    def test_the_answer_is_the_last_line(self):
        done = self.run_on("--timeout", "60", "a.c", "b.c", "c.c", "--spread", "2")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("2 programs, 63 s promised, 0 later", done.stdout)
        self.assertIn("RESULT: true  c.c", done.stdout)
        self.assertNotIn("b.c", done.stdout)

    def test_a_signal_ends_it(self):
        done = self.run_on("--terminate", "10", "a.c")
        self.assertIn("1 programs, 11 s promised", done.stdout)
        self.assertIn("RESULT: unknown(interrupted)  a.c", done.stdout)

    def test_one_of_both_is_needed(self):
        self.assertEqual(2, self.run_on("a.c").returncode)


if __name__ == "__main__":
    unittest.main()
