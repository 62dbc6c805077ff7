# SPDX-License-Identifier: Apache-2.0
"""What every file and folder of the repository has, and what none of them contains."""
import pathlib
import re
import subprocess
import tempfile
import unittest

import tree

SPDX = "SPDX-License-Identifier: Apache-2.0"
CODE = {".h", ".cpp", ".py", ".cmake"}
CODE_NAMES = {"CMakeLists.txt", "Makefile"}

# Folders whose files are algorithms of papers, or of ours.
ALGORITHMS = {"abstraction", "check", "dataflow", "engine", "explain", "heuristics", "infer", "slam"}

# Every address in the repository has one of these hosts: licence, standards, papers.
KNOWN_HOSTS = {
    "www.apache.org",
    "www.w3.org",
    "doi.org",
    "json-schema.org",
    "json.schemastore.org",
}
ADDRESS = re.compile(r"https?://([A-Za-z0-9.-]+)")

# A place on one particular machine. Written in two parts so that this file has none itself.
MACHINE_PATH = re.compile(
    r"(?<![\w.$}>/-])/(?:" + "|".join(["home", "root", "work", "Users", "mnt", "tmp"]) + r")/\w")


def is_code(path):
    return (path.suffix in CODE or path.name in CODE_NAMES
            or path.parent.name in {"scripts", ".ci"} and path.suffix == "")


def first_lines(path, count=3):
    return (tree.text(path) or "").splitlines()[:count]


def says_what_it_does(path):
    """The licence, and then more comment."""
    lines = first_lines(path) if path.is_file() else []
    return len(lines) > 2 and lines[1] == "//" and lines[2].startswith("// ")


def machine_paths(text):
    return [match.group(0) for match in MACHINE_PATH.finditer(text)]


def unknown_hosts(text):
    return [host for host in ADDRESS.findall(text) if host not in KNOWN_HOSTS]


def links(text):
    """The relative targets of Markdown links, those in code left out."""
    prose = re.sub(r"^ {4}[^\n]*$|^```.*?^```|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", prose)


def citations(text):
    """The keys in "[FlanaganQadeer02, section 3]", wherever a comment or document has them."""
    return [key for group in re.findall(r"\[([^][\n]*)\]", text)
            for key in re.findall(r"\b[A-Z][a-z]+[A-Za-z]*[0-9]{2}\b", group)]


class Hygiene(unittest.TestCase):
    def each_text(self):
        for path in tree.files():
            if "corpus" not in path.parts and (text := tree.text(path)) is not None:
                yield path.relative_to(tree.ROOT).as_posix(), text

    def test_every_source_names_its_licence(self):
        paths = [path for path in tree.files() if is_code(path)]
        self.assertGreater(len(paths), 20)
        bad = [p for p in paths if not any(SPDX in line for line in first_lines(p))]
        self.assertEqual([], [p.relative_to(tree.ROOT).as_posix() for p in bad])

    def test_every_algorithm_says_what_it_does(self):
        """In front of its includes, in the source or in the header beside it."""
        names = [path for path in tree.files() if path.suffix == ".cpp"
                 and path.relative_to(tree.ROOT).parts[0] in ALGORITHMS]
        self.assertGreater(len(names), 20)
        silent = [path.relative_to(tree.ROOT).as_posix() for path in names
                  if not says_what_it_does(path) and not says_what_it_does(path.with_suffix(".h"))]
        self.assertEqual([], silent)

    def test_every_folder_says_what_it_is_for(self):
        with_files = {path.relative_to(tree.ROOT).parts[0] for path in tree.files()
                      if len(path.relative_to(tree.ROOT).parts) > 1}
        folders = [f for f in sorted(with_files) if not f.startswith(".")]
        self.assertIn("gcl", folders)
        self.assertEqual([], [f for f in folders if not (tree.ROOT / f / "README.md").is_file()])

    def test_no_path_of_one_machine(self):
        self.assertEqual([], [(n, p) for n, t in self.each_text() for p in machine_paths(t)])

    def test_no_unknown_host(self):
        self.assertEqual([], [(n, h) for n, t in self.each_text() for h in unknown_hosts(t)])

    def test_every_cited_paper_is_known(self):
        known = set(re.findall(r"@\w+\{(\w+),", tree.text(tree.ROOT / "docs/references.bib")))
        cited = [(n, key) for n, t in self.each_text() if n.endswith((".h", ".cpp", ".md"))
                 for key in citations(t)]
        self.assertGreater(len(cited), 3)
        self.assertEqual([], [c for c in cited if c[1] not in known])

    def test_links_between_documents_hold(self):
        bad = []
        for name, text in self.each_text():
            if name.endswith(".md"):
                for target in links(text):
                    if not (tree.ROOT / name).parent.joinpath(target).exists():
                        bad.append(f"{name}: {target}")
        self.assertEqual([], bad)

    def test_text_files_are_tidy(self):
        bad = []
        for name, text in self.each_text():
            if name == "LICENSE" or not text:
                continue
            if not text.endswith("\n"):
                bad.append(f"{name}: no line end at the end")
            if "\r" in text:
                bad.append(f"{name}: carriage return")
            if is_code(tree.ROOT / name) and re.search(r"[ \t]+$", text, re.MULTILINE):
                bad.append(f"{name}: white space at the end of a line")
        self.assertEqual([], bad)

    def test_scripts_are_executable_and_parse(self):
        scripts = [p for p in tree.files() if (first_lines(p, 1) or [""])[0].startswith("#!")]
        self.assertIn(tree.ROOT / "scripts" / "bootstrap", scripts)
        for path in scripts:
            self.assertTrue(path.stat().st_mode & 0o111, f"{path} is not executable")
            if "bash" in first_lines(path, 1)[0]:
                subprocess.run(["bash", "-n", path], check=True)


class TheCheckItself(unittest.TestCase):
    def test_machine_paths_are_found(self):
        for bad in ["cd " + "/home/" + "me/pawl", '"' + "/tmp/" + 'x"', "=" + "/root/" + "a"]:
            self.assertEqual(1, len(machine_paths(bad)), bad)
        for good in ["/usr/bin/python3", "/dev/null", "${HOME}" + "/work" + "/x", "and/or"]:
            self.assertEqual([], machine_paths(good), good)

    def test_links_are_found(self):
        self.assertEqual(["a.md", "b/c.md"],
                         links("[a](a.md) [d](#d) [b](b/c.md#part)\n```\n[x](y)\n```\n`m[k](e)`"))

    def test_citations_are_found(self):
        self.assertEqual(["GrafSaidi97", "Ramsey22"],
                         citations("as in [GrafSaidi97, section 2] and [Ramsey22]; not a[12]"))

    def test_silent_sources_are_found(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "a.cpp"
            self.assertFalse(says_what_it_does(path))
            path.write_text(f"// {SPDX}\n#include <vector>\n// late\n")
            self.assertFalse(says_what_it_does(path))
            path.write_text(f"// {SPDX}\n//\n// Sorts.\n")
            self.assertTrue(says_what_it_does(path))

    def test_hosts_are_found(self):
        self.assertEqual(["packages.example.org"],
                         unknown_hosts("see http" + "://packages.example.org/simple"))
        self.assertEqual([], unknown_hosts("https://doi.org/10.1145/503272.503291"))

    def test_the_walk_skips_build_trees(self):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name in ["a/x.h", "build/y.h", "out/y.h", "out/CMakeCache.txt", ".git/z.h"]:
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text("\n")
            self.assertEqual([root / "a/x.h"], tree.files(root))


if __name__ == "__main__":
    unittest.main()
