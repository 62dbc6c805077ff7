# SPDX-License-Identifier: Apache-2.0
"""Whether TRUTH is the truth: every C sample is compiled and run, without Pawl.

    truth_test.py [--runs N] [SAMPLE...]

- Every sample that is not meant to be refused compiles without a warning, with gcc and with clang.
- A safe sample does not fail in N runs on random inputs.
- An unsafe one fails on the inputs its INPUT line gives.
- What the samples in an `acsl` folder claim stands in comments: they are compiled only. So are samples
  without `main`, whose functions strangers call, and those that call strangers.

What counts as a failure is what Pawl is asked for: an assertion, and with `RUN: verify --check=...`
also undefined arithmetic or an access outside an object. Undefined behaviour that is not asked for
is assumed away by Pawl; a run that has it counts for nothing, but a bad access is always red.
With --find an unsafe sample without an INPUT line gets one, if random runs find a failure.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "golden"))
import sample as samples  # noqa: E402  (found on the path just set)

# Samples compute what nobody uses, compare what is always equal, and store what does not fit.
WARNINGS = ["-std=gnu11", "-Wall", "-Werror", "-Wno-unused", "-Wno-address", "-Wno-overflow",
            "-Wno-tautological-compare", "-Wno-constant-conversion",
            "-Wno-bitfield-constant-conversion"]
SANITIZE = ["-O0", "-g0", "-fsanitize=undefined,float-divide-by-zero,address",
            "-fno-sanitize-recover=all", "-fno-sanitize=leak", "-fno-builtin-memcpy"]
FAILED, ARITHMETIC, ACCESS = 42, 43, 44
# An assumption did not hold: the run says nothing.
LEFT_OUT = 46
# So many runs of a safe sample have to reach the end.
ENOUGH = 5
# SIGVTALRM: the run did not end in time. It counts for nothing.
ENDLESS = 256 + 26
ENVIRONMENT = {
    **os.environ,
    "UBSAN_OPTIONS": f"exitcode={ARITHMETIC}:halt_on_error=1:symbolize=0",
    "ASAN_OPTIONS": f"exitcode={ACCESS}:detect_leaks=0:allocator_may_return_null=1"
                    ":detect_stack_use_after_return=1:handle_segv=1:symbolize=0",
}


class Red(Exception):
    pass


def checks(sample):
    """The exit codes that are failures for this sample."""
    asked = set()
    for option in sample.command:
        if option.startswith("--check="):
            asked |= set(option[len("--check="):].split(","))
    codes = {FAILED}
    if asked & {"overflow", "div0", "shift"}:
        codes.add(ARITHMETIC)
    if asked & {"bounds", "null", "lifetime"}:
        codes |= {ACCESS, ARITHMETIC}
    return codes


def is_annotated(sample):
    return "acsl" in sample.path.parts


def compile_only(sample, compiler):
    run = subprocess.run([compiler, *WARNINGS, "-fsyntax-only", sample.path], text=True,
                         capture_output=True)
    if run.returncode != 0:
        raise Red(f"{compiler}: {run.stderr}")


def build(sample, directory):
    """The program, or None: it calls functions that nobody has."""
    program = directory / "sample"
    run = subprocess.run(["gcc", "-std=gnu11", "-w", *SANITIZE, "-Dmain=sample_main", "-c",
                          sample.path, "-o", directory / "sample.o"], text=True, capture_output=True)
    if run.returncode == 0:
        run = subprocess.run(["gcc", "-fsanitize=undefined,address", directory / "sample.o",
                              directory.parent / "harness.o", "-o", program],
                             text=True, capture_output=True)
        if "undefined reference" in run.stderr:
            return None
    if run.returncode != 0:
        raise Red(run.stderr)
    return program


def ends_of(sample, program, *arguments):
    """Exit code -> how often, and exit code -> inputs of the first such run."""
    label = {"ERROR_LABEL": "1"} if "\nERROR:" in sample.path.read_text() else {}
    run = subprocess.run([program, *arguments], text=True, capture_output=True, timeout=600,
                         env=ENVIRONMENT | label)
    if run.returncode != 0:
        raise Red(f"the harness failed: {run.returncode} {run.stderr}")
    ends, first = {}, {}
    for line in run.stdout.splitlines():
        if match := re.fullmatch(r"ends (\d+) (\d+)", line):
            ends[int(match.group(1))] = int(match.group(2))
        elif match := re.fullmatch(r"first (\d+)((?: -?\d+)*)", line):
            first[int(match.group(1))] = match.group(2).split()
    return ends, first


def require_clean(sample, ends):
    known = {0, 1, LEFT_OUT, ENDLESS, ARITHMETIC} | checks(sample)
    if strange := set(ends) - known:
        raise Red(f"runs end with {sorted(strange)}")


def check(sample, directory, options):
    for compiler in ["gcc", *options.compilers]:
        compile_only(sample, compiler)
    if is_annotated(sample):
        return f"{sample.truth}: compiled only, what it claims stands in comments"
    if not re.search(r"\bmain\s*\(", sample.path.read_text()):
        return f"{sample.truth}: compiled only, strangers call it"
    if re.search(r"=\s*main\s*\(", sample.path.read_text()):
        return f"{sample.truth}: compiled only, main is called again, which only a main can be"
    program = build(sample, directory)
    if program is None:
        return f"{sample.truth}: compiled only, it calls strangers"
    failures = checks(sample)
    if sample.truth == "safe":
        ends, first = ends_of(sample, program, "random", "1", str(options.runs))
        require_clean(sample, ends)
        if bad := failures & set(ends):
            code = min(bad)
            raise Red(f"said to be safe, but fails ({code}) on: {' '.join(first[code])}")
        if ends.get(0, 0) < ENOUGH:
            raise Red(f"too few runs reach the end: {ends}")
        return f"safe: {ends[0]} of {sum(ends.values())} runs reached the end"
    if sample.inputs is None and options.find:
        add_input(sample, program, failures)
    if sample.inputs is None:
        if sample.expect == "unknown":
            return "unsafe: without inputs, see WHY"
        raise Red("an unsafe sample needs a line '// INPUT: values' (or none)")
    ends, _ = ends_of(sample, program, "inputs", *sample.inputs)
    if not failures & set(ends):
        raise Red(f"said to be unsafe, but the given inputs end with {ends}")
    return "unsafe: fails on its inputs"


def add_input(sample, program, failures):
    """Writes the shortest failing inputs of some random runs into the sample."""
    best = None
    for seed in range(1, 20001, 1000):
        _, first = ends_of(sample, program, "random", str(seed), "1000")
        for code in failures & set(first):
            if best is None or len(first[code]) < len(best):
                best = first[code]
        if best is not None and (len(best) < 8 or seed > 5000):
            break
    if best is None:
        return
    text = sample.path.read_text()
    line = "// INPUT: " + (" ".join(best) or "none") + "\n"
    sample.path.write_text(text.replace("// WHY:", line + "// WHY:", 1))
    sample.inputs = best


def run_one(number, path, directory, options):
    """A line to print, and whether it is green."""
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    try:
        sample = samples.read(path)
        if sample.errors:
            return f"{name}: to be refused, not run", True
        mine = directory / str(number)
        mine.mkdir()
        return f"{name}: {check(sample, mine, options)}", True
    except (Red, samples.BadSample) as failure:
        return f"{name}: RED {failure}", False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--find", action="store_true", help="add missing INPUT lines")
    parser.add_argument("samples", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    options.compilers = [c for c in ["clang-14", "clang"] if shutil.which(c)][:1]
    if not options.compilers:
        print("clang is not installed: samples are compiled with gcc alone")
    paths = [p.resolve() for p in options.samples] or sorted((ROOT / "samples" / "c").rglob("*.c"))
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        subprocess.run(["gcc", "-std=gnu11", "-Wall", "-O1", "-w", "-c", HERE / "harness.c", "-o",
                        directory / "harness.o"], check=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = []
            for result in pool.map(lambda item: run_one(*item, directory, options),
                                   enumerate(paths)):
                print(result[0], flush=True)
                results.append(result)
    red = sum(not green for _, green in results)
    print(f"{len(results)} samples, {red} red")
    return 1 if red or not results else 0


if __name__ == "__main__":
    sys.exit(main())
