# SPDX-License-Identifier: Apache-2.0
"""Programs with known ends, and the programs around them that ask pawl about these ends.

A conformance program is deterministic and, compiled, ends with exit code 0. Around its
text, which is not changed, `main`, `exit` and `abort` renamed where one is to see them:

    run    main's result, or what exit is called with, is printed: has to be 0 as in the compiled one
    abort  a call of abort is the error: it is not reached, `false` would be wrong
    end    the end of main, or exit, is the error: it is reached, `true` would be wrong
"""
import pathlib
import re
import shutil
import tempfile

import long_run

HEAD = """\
extern void pawl_print(long long), reach_error(void), __VERIFIER_assume(int), pawl_exit_(int), pawl_abort_(void);
#define exit pawl_exit_
#define __builtin_exit pawl_exit_
#define abort pawl_abort_
#define __builtin_abort pawl_abort_
"""
NEWLINE = "\n"
LINES_BEFORE = HEAD.count("\n") + 1
PRINTED = """\
void pawl_exit_(int code) { pawl_print(code); __VERIFIER_assume(0); }
void pawl_abort_(void) { pawl_print(134); __VERIFIER_assume(0); }
"""
ENDING = """\
void pawl_exit_(int code) { @EXIT@; __VERIFIER_assume(0); }
void pawl_abort_(void) { @ABORT@; __VERIFIER_assume(0); }
"""
# How main is called, in the order in which it is tried: a main without a result, or one that does not
# return any (renamed, it is no longer zero), has nothing to print but that it ended.
CALLS = ["pawl_print(pawl_main_())",
         'pawl_print(pawl_main_(1, (char *[]){"program", 0}))',
         "pawl_main_(), pawl_print(0)",
         '(void)pawl_main_(1, (char *[]){"program", 0}), pawl_print(0)']
RUNTIME = """\
#include <stdio.h>
#include <unistd.h>
void pawl_print(long long value) { printf("\\npawl_print %lld\\n", value); fflush(stdout); }
void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
void reach_error(void) { _exit(99); }
"""
ERROR_REACHED = 99
GCC = ["gcc", "-w", "-std=gnu11"]
LEVELS = ["-O0", "-O2"]
PRINT = re.compile(r"^pawl_print (-?\d+)$", re.MULTILINE)


def conformance(root):
    """name -> path of every program."""
    return {str(p.relative_to(root)): p for p in sorted(root.glob("*/*.c"))}


def attacks(root):
    return {p.name: p for p in sorted(root.glob("*.c"))}


def spread(names, count):
    """`count` of the names, at equal distances."""
    names = sorted(names)
    if not count or count >= len(names):
        return names
    return [names[i * len(names) // count] for i in range(count)]


def tag(path, word):
    """What stands behind `// WORD:` in a program, or None."""
    match = re.search(rf"^// {word}: *(.*)$", path.read_text(errors="replace"), re.MULTILINE)
    return match.group(1).strip() if match else None


def around(path, definitions, main=None):
    """The program as it is, between our head and our definitions; with `main`, called by that."""
    rename, call = ("", "") if main is None else ("#define main pawl_main_\n",
                                                  f"#undef main\nint main(void) {{ {main}; return 0; }}\n")
    text = path.read_text(encoding="latin-1")
    return f"{HEAD}{rename or NEWLINE}{text}\n{definitions}{call}"


def place_in_program(message):
    """A message about what `around` wrote, with the line of the program itself."""
    return re.sub(r"\b(run|abort|end)\.c:(\d+)",
                  lambda match: f"line {int(match.group(2)) - LINES_BEFORE}", message)


class CompileFolder:
    """A folder for what is written and compiled for one program."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="conformance-"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="latin-1")
        return path

    def printed_by(self, path, *options, include=None, inputs=()):
        """What the compiled program gives to pawl_print, or None when there is no such program."""
        runtime = self.write("runtime.c", RUNTIME)
        program = self.folder / "program"
        more = [] if include is None else ["-I", include]
        if long_run.run_for([*GCC, *options, *more, path, runtime, "-o", program, "-lm"], 60).code != 0:
            return None
        ended = long_run.run_for([program, *inputs], 10, cwd=self.folder)
        return PRINT.findall(ended.out) if ended.code in (0, ERROR_REACHED) else None

    def call_of_main(self, path):
        """The first of CALLS with which the program prints 0, optimised or not; None: there is none."""
        for number, call in enumerate(CALLS):
            wrapper = self.write("run.c", around(path, PRINTED, call))
            if all(self.printed_by(wrapper, level, include=path.parent) == ["0"] for level in LEVELS):
                # What is called for nothing but its end has to end with 0 by itself.
                ends = number < 2 or self.printed_by(path, "-O0") == []
                return number if ends else None
        return None

    def asking(self, path, what, call):
        """The program around `path` that asks about `what`; `call` as call_of_main says."""
        if what == "run":
            return self.write("run.c", around(path, PRINTED, CALLS[call]))
        error = {"@EXIT@": "(void)code", "@ABORT@": "(void)0"}
        error["@ABORT@" if what == "abort" else "@EXIT@"] = "reach_error()"
        text = ENDING
        for mark, statement in error.items():
            text = text.replace(mark, statement)
        if what == "abort":
            return self.write("abort.c", around(path, text))
        main = re.sub(r"pawl_print\((.*)\)$", r"\1", CALLS[call])
        return self.write("end.c", around(path, text, f"{main}; reach_error()"))
