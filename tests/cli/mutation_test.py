# SPDX-License-Identifier: Apache-2.0
"""`pawl certify` accepts only what it has proved: every field of four result files is changed, one
at a time, and the file has to be refused, or docs/schema has to say that the field is not certified.

PAWL is the executable, argv[1]."""
import concurrent.futures
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PAWL = os.environ.get("PAWL", "pawl")
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/schema/result-1.schema.json").read_text())

PROVED = """int count(int n) {
  int i = 0;
  while (i < n) {
    i = i + 1;
  }
  //@ assert n < 0 || i == n;
  return i;
}
"""
REFUTED = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) {
    //@ assert x < 7;
  }
  return 0;
}
"""
UNKNOWN = """int fill(int n) {
  int i = 0;
  /*@ loop invariant 0 <= i; */
  while (i < n) {
    i = i + 1;
  }
  //@ assert i >= n;
  //@ assert n < 0 || i == n;
  return i;
}
"""
SUMMARIES = """int locked;
void lock(void) {
  //@ assert locked == 0;
  locked = 1;
}
void unlock(void) {
  //@ assert locked == 1;
  locked = 0;
}
int main(void) {
  int i = 0;
  locked = 0;
  while (i < 10) {
    lock();
    i = i + 1;
    unlock();
  }
  return 0;
}
"""
BEYOND = "something else"


def resolved(schema):
    while "$ref" in schema:
        marks = {key: value for key, value in schema.items() if key == "certified"}
        schema = {**SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], **marks}
    return schema


def below(schema, key):
    """The subschema of a member or an element."""
    for one in [schema] + schema.get("anyOf", []):
        one = resolved(one)
        if isinstance(key, int) and "items" in one:
            return resolved(one["items"])
        if key in one.get("properties", {}):
            return resolved(one["properties"][key])
    raise KeyError(key)


def leaves(value, schema, path=()):
    """(path, schema) of everything that is no object and no array and may be certified."""
    if schema.get("certified") is False:
        return
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, below(schema, key), path + (key,))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from leaves(one, below(schema, index), path + (index,))
    else:
        yield path, schema


def changes(value, schema):
    """Other values for a field: all the words of a list, or what is none of the program's."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if value is None:
        return []
    if "enum" in schema:
        return [word for word in schema["enum"] if word != value]
    return [value + " + 1" if value else BEYOND]


def changed(result, path, value):
    result = copy.deepcopy(result)
    inner = result
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return result


class Mutations(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.folder = pathlib.Path(self.directory.name)

    def certify(self, result, name):
        path = self.folder / name
        path.write_text(json.dumps(result))
        done = subprocess.run([PAWL, "certify", str(path)], capture_output=True, text=True,
                              timeout=300, check=False)
        path.unlink()
        self.assertNotIn("internal error", done.stderr)
        return done.returncode

    def check(self, text, verdict, *options):
        source = self.folder / "program.c"
        source.write_text(text)
        done = subprocess.run([PAWL, "verify", "-q", "--json", "-", *options, str(source)],
                              capture_output=True, text=True, timeout=300, check=False)
        result = json.loads(done.stdout)
        self.assertTrue(result["verdict"].startswith(verdict), result["verdict"])
        self.assertEqual(0, self.certify(result, "same.json"))
        cases = [(path, value, changed(result, path, value))
                 for path, schema in leaves(result, SCHEMA)
                 for value in changes(self.at(result, path), schema)
                 if value in schema.get("certified", [value])]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            codes = pool.map(lambda one: self.certify(one[1][2], f"{one[0]}.json"),
                             enumerate(cases))
            accepted = [(path, value) for (path, value, _), code in zip(cases, codes) if code == 0]
        self.assertEqual([], accepted)

    @staticmethod
    def at(result, path):
        for key in path:
            result = result[key]
        return result

    def test_proved(self):
        self.check(PROVED, "true", "--ints=ideal")

    def test_refuted(self):
        self.check(REFUTED, "false")

    def test_proved_with_summaries(self):
        self.check(SUMMARIES, "true", "--engine=slam", "--entry", "main")

    def test_unknown_in_part(self):
        self.check(UNKNOWN, "unknown", "--infer=never", "--ints=ideal")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        PAWL = sys.argv.pop(1)
    unittest.main()
