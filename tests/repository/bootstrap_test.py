# SPDX-License-Identifier: Apache-2.0
"""scripts/bootstrap on machines of all kinds, played by small programs put before it on PATH."""
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

import tree

SCRIPT = tree.ROOT / "scripts" / "bootstrap"
BASH = shutil.which("bash")


class Machine:
    """A PATH that holds exactly the given commands; each logs its call."""

    def __init__(self, directory, user=0, installed=(), commands=("dpkg-query", "apt-get"),
                 apt_fails_on=()):
        self.bin = pathlib.Path(directory)
        self.log = self.bin / "calls"
        self.log.write_text("")
        self.command("id", f"echo {user}")
        self.command("env", 'while [[ $1 == *=* ]]; do shift; done; "$@"')
        if "dpkg-query" in commands:
            lines = "\n".join(f"echo -n '{name}:installed '" for name in installed)
            self.command("dpkg-query", f"{lines}\nexit 1")
        if "apt-get" in commands:
            checks = "\n".join(f'[[ $* == *{word}* ]] && exit 100' for word in apt_fails_on)
            self.command("apt-get", f'echo "apt-get $*" >>{self.log}\n{checks}\nexit 0')
        if "sudo" in commands:
            self.command("sudo", f'echo "sudo" >>{self.log}\n"$@"')

    def command(self, name, body):
        path = self.bin / name
        path.write_text(f"#!{BASH}\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run(self, *arguments, **variables):
        environment = {"PATH": str(self.bin), **variables}
        run = subprocess.run([BASH, SCRIPT, *arguments], env=environment, text=True,
                             capture_output=True, timeout=60)
        return run.returncode, run.stdout + run.stderr, self.log.read_text()


class Bootstrap(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def packages(self, goal):
        """What a machine with nothing on it is told to install."""
        code, text, _ = Machine(self.directory, commands=()).run(goal)
        self.assertEqual(1, code)
        for name in os.listdir(self.directory):
            os.remove(os.path.join(self.directory, name))
        return text.splitlines()[-1].split()[1:]

    def test_silent_when_nothing_is_missing(self):
        machine = Machine(self.directory, installed=self.packages("test"))
        self.assertEqual((0, "", ""), machine.run("test"))

    def test_installs_exactly_what_is_missing(self):
        installed = [p for p in self.packages("run") if p not in {"libz3-dev", "libbdd-dev"}]
        code, text, calls = Machine(self.directory, installed=installed).run("run")
        self.assertEqual(0, code)
        self.assertIn("installing for 'make run': libz3-dev libbdd-dev", text)
        update, install = calls.splitlines()
        self.assertTrue(update.endswith(" update"))
        self.assertTrue(install.endswith(" install -y --no-install-recommends libz3-dev libbdd-dev"))

    def test_a_similar_name_does_not_count(self):
        installed = [p for p in self.packages("run") if p != "cmake"] + ["cmake-data"]
        _, text, _ = Machine(self.directory, installed=installed).run("run")
        self.assertIn("'make run': cmake\n", text)

    def test_sudo_when_not_root(self):
        machine = Machine(self.directory, user=1000, commands=("dpkg-query", "apt-get", "sudo"))
        code, _, calls = machine.run("format")
        self.assertEqual(0, code)
        self.assertEqual(2, calls.count("sudo"))

    def test_neither_root_nor_sudo(self):
        code, text, calls = Machine(self.directory, user=1000).run("format")
        self.assertEqual((1, ""), (code, calls))
        self.assertIn("apt-get install clang-format-14", text)

    def test_not_debian(self):
        code, text, _ = Machine(self.directory, commands=()).run("run")
        self.assertEqual(1, code)
        self.assertIn("not a Debian system", text)
        self.assertIn("libz3-dev", text)

    def test_switched_off(self):
        machine = Machine(self.directory, commands=())
        self.assertEqual((0, "", ""), machine.run("run", PAWL_BOOTSTRAP="no"))

    def test_without_network_it_still_tries(self):
        machine = Machine(self.directory, apt_fails_on=["update"])
        code, text, calls = machine.run("format")
        self.assertEqual(0, code)
        self.assertIn("apt-get update failed", text)
        self.assertIn("install", calls)

    def test_a_failed_installation_fails(self):
        code, text, _ = Machine(self.directory, apt_fails_on=["install"]).run("format")
        self.assertEqual(1, code)
        self.assertIn("could not install: clang-format-14", text)

    def test_unknown_goal(self):
        code, text, _ = Machine(self.directory).run("everything")
        self.assertEqual(1, code)
        self.assertIn("unknown goal 'everything'", text)

    def test_run_is_light(self):
        light, full = set(self.packages("run")), set(self.packages("all"))
        self.assertLess(light, set(self.packages("test")))
        self.assertLess(set(self.packages("test")), full)
        self.assertFalse(light & {"catch2", "clang-14", "librapidcheck-dev", "python3"})


if __name__ == "__main__":
    unittest.main()
