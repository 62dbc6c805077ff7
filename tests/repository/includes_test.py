# SPDX-License-Identifier: Apache-2.0
"""Who may include whom. The tables are the architecture: change them only with a decision record.

The direction is also enforced by the linker (external packages are linked PRIVATE to one target),
but an include that happens to compile is caught only here.
"""
import pathlib
import re
import tempfile
import unittest

import tree

# Folder -> the other folders it may include; "slam/bp_" stands for the headers beginning so.
# What is not listed here may include everything.
ALLOWED = {
    "support": [],
    "gcl": ["support"],
    # What was found out, as plain data. Below everything that finds out.
    "result": ["gcl", "support"],
    "judges": ["support"],
    "prover": ["gcl", "support"],
    "abstraction": ["prover", "gcl", "support"],
    "explain": ["prover", "gcl", "support"],
    "heuristics": ["explain", "prover", "gcl", "support"],
    "infer": ["heuristics", "explain", "abstraction", "prover", "gcl", "support"],
    "slam": ["heuristics", "explain", "abstraction", "prover", "gcl", "support"],
    "dataflow": ["explain", "abstraction", "prover", "gcl", "support"],
    "check": ["prover", "result", "gcl", "support"],
    "engine": ["check", "infer", "slam", "dataflow", "heuristics", "explain", "abstraction", "prover",
               "result", "gcl", "support"],
    # Claims of others: the types of the result, which is one of the files that have some.
    "hints": ["result", "gcl", "support"],
    # A result as text: the types of the result, nothing that searches or proves.
    "emit": ["result", "slam/bebop_result", "slam/bp_", "gcl", "support"],
    "frontends": ["gcl", "support"],
    # Guesses about C functions, judged by somebody else.
    "contracts": ["frontends/c/outline", "result", "gcl", "support"],
}
# A part of a folder that may include less than the whole: the beginning of file names -> of headers.
PARTS = {
    "frontends/acsl/": ["frontends/acsl/", "support/"],
    "frontends/slic/": ["frontends/slic/", "gcl/", "support/"],
    "frontends/clauses/": ["frontends/clauses/", "gcl/", "support/"],
    "frontends/sygus/": ["frontends/sygus/", "frontends/clauses/", "gcl/", "support/"],
    "frontends/horn/": ["frontends/horn/", "frontends/clauses/", "gcl/", "support/"],
}
# Our folders that nobody includes.
NOT_INCLUDED = ["cli", "bench"]
OURS = set(ALLOWED) | set(NOT_INCLUDED) | {"tests"}

# External header -> where it may be included: a folder, or the beginning of file names.
EXTERNAL = {
    r"z3(\+\+|_\w+)?\.h$": ["prover/"],
    r"cvc5/": ["prover/"],
    r"(bdd|fdd|bvec)\.h$": ["abstraction/bdd"],
    r"(cudd|cuddObj\.hh|cuddInt|mtr|epd|dddmp)(\.h)?$": ["abstraction/bdd"],
    r"boost/spirit/": ["support/lexing.h"],
    r"support/lexing\.h$": ["gcl/lexer", "slam/bp_lexer", "frontends/acsl/lexer", "frontends/slic/lexer",
                               "frontends/clauses/lexer"],
    r"(clang|llvm)/": ["frontends/c/"],
    r"yaml-cpp/": ["hints/"],
    r"CLI/": ["cli/"],
    r"catch2/": ["tests/"],
    r"rapidcheck(/|\.h$)": ["tests/"],
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def violations(root):
    found = []
    for path in tree.sources(root):
        name = path.relative_to(root).as_posix()
        folder = name.split("/")[0]
        for bracket, header in INCLUDE.findall(tree.text(path) or ""):
            target = header.split("/")[0] if "/" in header else None
            if target in OURS:
                found += own_violation(name, folder, header, target)
            elif bracket == '"' and not is_fixture(path, folder, header):
                found.append(f'{name}: "{header}" should be written from the root, "folder/x.h"')
            for pattern, places in EXTERNAL.items():
                if re.match(pattern, header) and not name.startswith(tuple(places)):
                    found.append(f"{name}: {header} may only be included in {' '.join(places)}")
    return found


def own_violation(name, folder, header, target):
    for part, below in PARTS.items():
        if name.startswith(part) and not header.startswith(tuple(below)):
            return [f"{name}: {part} may not include {header}"]
    if target == folder:
        return []
    if target in NOT_INCLUDED:
        return [f"{name}: nobody includes {target}/ ({header})"]
    if folder in ALLOWED and not any(header.startswith(below + "/") or
                                     "/" in below and header.startswith(below)
                                     for below in ALLOWED[folder]):
        return [f"{name}: {folder}/ may not include {target}/ ({header})"]
    return []


def is_fixture(path, folder, header):
    """Tests and benchmarks may have headers of their own beside them."""
    return folder in {"tests", "bench"} and (path.parent / header).is_file()


class Includes(unittest.TestCase):
    def test_directions(self):
        self.assertGreater(len(tree.sources()), 10)
        self.assertEqual([], violations(tree.ROOT))

    def test_every_library_is_in_the_table(self):
        for path in tree.files():
            if path.name == "CMakeLists.txt" and "pawl_library(" in tree.text(path):
                self.assertIn(path.relative_to(tree.ROOT).parts[0], ALLOWED)

    def test_the_table_has_no_cycle(self):
        done = set()
        while len(done) < len(ALLOWED):
            ready = {f for f, below in ALLOWED.items()
                     if f not in done and {name.split("/")[0] for name in below} <= done}
            self.assertTrue(ready, f"cycle among {set(ALLOWED) - done}")
            done |= ready

    def test_the_table_is_closed_downwards(self):
        for folder, below in ALLOWED.items():
            for other in set(below) & set(ALLOWED):
                self.assertLessEqual(set(ALLOWED[other]), set(below), f"{folder} via {other}")


class TheCheckItself(unittest.TestCase):
    def check(self, name, line, expected):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            (root / name).parent.mkdir(parents=True)
            (root / name).write_text(line + "\n")
            self.assertEqual(expected, len(violations(root)), f"{name}: {line}")

    def test_bad_includes_are_found(self):
        self.check("gcl/a.cpp", '#include "prover/prover.h"', 1)
        self.check("gcl/a.cpp", "#include <prover/prover.h>", 1)
        self.check("check/a.h", ' # include "abstraction/bdd.h"', 1)
        self.check("infer/a.cpp", "#include <z3++.h>", 1)
        self.check("tests/unit/infer/a.cpp", "#include <z3.h>", 1)
        self.check("cli/a.cpp", "#include <cvc5/cvc5.h>", 1)
        self.check("abstraction/region.cpp", "#include <bdd.h>", 1)
        self.check("abstraction/region.cpp", "#include <cudd.h>", 1)
        self.check("gcl/a.cpp", "#include <catch2/catch.hpp>", 1)
        self.check("tests/unit/cli/a.cpp", '#include "cli/options.h"', 1)
        self.check("hints/a.cpp", '#include "engine/engine.h"', 1)
        self.check("cli/a.cpp", "#include <yaml-cpp/yaml.h>", 1)
        self.check("gcl/a.cpp", '#include "expr.h"', 1)
        self.check("tests/unit/gcl/a.cpp", '#include "expr.h"', 1)
        self.check("emit/a.cpp", '#include "engine/engine.h"', 1)
        self.check("emit/a.cpp", '#include "prover/prover.h"', 1)
        self.check("emit/a.cpp", '#include "engine/result.h"', 1)
        self.check("result/a.cpp", '#include "check/certify.h"', 1)
        self.check("frontends/acsl/a.cpp", '#include "gcl/expr.h"', 1)
        self.check("frontends/acsl/a.cpp", '#include "frontends/c/a.h"', 1)
        self.check("frontends/acsl/parser.cpp", "#include <boost/spirit/home/x3.hpp>", 1)

    def test_good_includes_are_not(self):
        self.check("infer/a.cpp", '#include "abstraction/bdd.h"', 0)
        self.check("prover/z3_prover.cpp", "#include <z3++.h>", 0)
        self.check("abstraction/bdd_buddy.cpp", "#include <bdd.h>", 0)
        self.check("tests/unit/infer/a.cpp", '#include "infer/infer.h"', 0)
        self.check("frontends/c/a.cpp", '#include "frontends/c/ast.h"', 0)
        self.check("frontends/c/a.cpp", '#include "frontends/acsl/ast.h"', 0)
        self.check("frontends/acsl/a.cpp", '#include "support/source.h"', 0)
        self.check("gcl/a.cpp", "#include <vector>", 0)
        self.check("emit/a.cpp", '#include "result/result.h"', 0)
        self.check("tests/unit/gcl/a.cpp", '#include "a.cpp"', 0)


if __name__ == "__main__":
    unittest.main()
