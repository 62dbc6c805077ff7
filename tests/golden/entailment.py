# SPDX-License-Identifier: Apache-2.0
"""From a printed program with invariants to one that asserts what they should imply.

    match:   while e                  result:  while *
               invariant I;                      invariant I;
             {                                 {
               B                                 assert F; assume e;
             }                                   B
                                               }
                                               assume !(e);

The result means the same but for the assertion, and where that stands nothing is known of the loop
but I. `entry(x)` is legal in a loop's own clauses only: in F it becomes a variable that gets its
value just before the loop.
"""
import re

ENTRY = re.compile(r"entry\((\w+)\)")


class CannotAssert(Exception):
    pass


def assert_at_loop(program, number, formula):
    lines = program.splitlines()
    head = [i for i, line in enumerate(lines) if re.match(r"\s*while\b", line)]
    if number > len(head):
        raise CannotAssert(f"there is no loop {number}")
    begin = head[number - 1]
    indent, condition = re.fullmatch(r"(\s*)while (.*)", lines[begin]).groups()
    opening = lines.index(indent + "{", begin)
    closing = lines.index(indent + "}", opening)

    ghosts = []
    for name in dict.fromkeys(ENTRY.findall(formula)):
        ghosts += [f"{indent}var at_entry_{name}: {sort_of(lines[:begin], name)};",
                   f"{indent}at_entry_{name} := {name};"]
    formula = ENTRY.sub(r"at_entry_\1", formula)
    inside = [f"{indent}  assert {formula};"]
    after = []
    if condition != "*":
        inside.append(f"{indent}  assume {condition};")
        after.append(f"{indent}assume !({condition});")
    return "\n".join(lines[:begin] + ghosts + [f"{indent}while *"] + lines[begin + 1:opening + 1]
                     + inside + lines[opening + 1:closing + 1] + after + lines[closing + 1:]) + "\n"


def sort_of(lines, name):
    """The sort of a variable: from the last line before the loop that declares it."""
    for line in reversed(lines):
        if match := re.search(rf"\b{name}: ([^,;)]+)", line):
            return match.group(1)
    raise CannotAssert(f"no declaration of {name} before the loop")
