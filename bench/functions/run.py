# SPDX-License-Identifier: Apache-2.0
"""N functions cost N times one: infers and verifies files of 50, 100, 200 and 400 copies of one
function with a loop of four lines, and prints wall-clock and processor times. The ratio is that of the
processor times: on a busy machine the others say little.

    python3 bench/functions/run.py --pawl build/release/bin/pawl [-j 2]
"""
import argparse
import pathlib
import resource
import subprocess
import tempfile
import time

FUNCTION = """int sum_{i}(int n) {{
  int i = 0, s = 0;
  while (i < n) {{
    s = s + 2;
    i = i + 1;
  }}
  //@ assert n < 0 || i == n;
  return s;
}}
"""
NOTHING = """int plus_{i}(int n) {{
  int r = n;
  if (n < 1000)
    r = n + {i};
  return r;
}}
"""


def of_processor():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(command):
    """By the clock, and of the processor."""
    begin, used = time.monotonic(), of_processor()
    done = subprocess.run(command, capture_output=True, check=False)
    return time.monotonic() - begin, of_processor() - used, done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", default="build/release/bin/pawl")
    parser.add_argument("-j", "--jobs", default="2")
    parser.add_argument("--sizes", type=int, nargs="*", default=[50, 100, 200, 400])
    arguments = parser.parse_args()
    print(f"| {'command':28} | functions | seconds | processor | x before | exit code |\n"
          "|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for what, text in (("verify, a loop in each", FUNCTION), ("verify, nothing to prove", NOTHING)):
            before = None
            for size in arguments.sizes:
                source = pathlib.Path(folder) / f"functions_{size}.c"
                source.write_text("".join(text.format(i=i) for i in range(size)))
                spent, used, code = seconds([arguments.pawl, "verify", "--ints=ideal", "-q", "-j",
                                             arguments.jobs, str(source)])
                ratio = f"{used / before:.2f}" if before else ""
                print(f"| {what:28} | {size:9} | {spent:7.1f} | {used:9.1f} | {ratio:8} | {code:9} |",
                      flush=True)
                before = used


if __name__ == "__main__":
    main()
