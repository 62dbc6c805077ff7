# SPDX-License-Identifier: Apache-2.0
"""From a C program with loop invariants to one that asserts what they should imply.

    match:   /*@ loop invariant I; */           result:  /*@ loop invariant I; */
             for (s; e; t) B                             for (s; ; t) { /*@ assert F; */ ; if (!(e)) break; B }

The same for `while`; the body of a `do` begins with the assertion. Where that stands, nothing is known of
the loop but I.
"""
import re

from entailment import CannotAssert

NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#[^\n]*""",
                     re.DOTALL | re.MULTILINE)
KEYWORD = re.compile(r"\b(for|while|do)\b")
STATEMENT = re.compile(r"(for|while|do|if|switch)\b")


def assert_at_loop(program, number, formula):
    """`formula` is ACSL, of the variables of the loop with that number, counted from 1."""
    code = NO_CODE.sub(lambda match: " " * len(match.group()), program)
    heads = loops(code)
    if number > len(heads):
        raise CannotAssert(f"there is no loop {number}")
    keyword, begin = heads[number - 1]
    check = f"/*@ assert {formula}; */ ;"
    if keyword == "do":
        return replaced(program, code, begin + len("do"), check)
    opening = code.index("(", begin)
    closing = matching(code, opening)
    first, last = opening + 1, closing
    condition = program[first:last]
    head = "while (1)"
    if keyword == "for":
        semicolons = [at for at in top_level(code, first, last) if code[at] == ";"]
        first, last = semicolons[0] + 1, semicolons[1]
        condition = program[first:last]
        head = f"{program[begin:first]} {program[last:closing + 1]}"
    test = f" if (!({condition})) break;" if condition.strip() else ""
    rest = replaced(program, code, closing + 1, check + test)
    return program[:begin] + head + rest[closing + 1:]


def replaced(program, code, at, text):
    """The statement behind `at` as a block that begins with `text`."""
    begin = at + len(code[at:]) - len(code[at:].lstrip())
    if code[begin] == "{":
        return program[:begin + 1] + " " + text + program[begin + 1:]
    if STATEMENT.match(code, begin):
        raise CannotAssert("the body of the loop is neither a block nor simple")
    end = next(i for i in top_level(code, begin, len(code)) if code[i] == ";") + 1
    return f"{program[:begin]}{{ {text} {program[begin:end]} }}{program[end:]}"


def loops(code):
    """Keyword and place of every loop, in the order of the text; no `while` that ends a `do`."""
    found = []
    ends_of_do = set()
    for match in KEYWORD.finditer(code):
        if match.start() in ends_of_do:
            continue
        if match.group() == "do":
            ends_of_do.add(end_of_do(code, match.end()))
        found.append((match.group(), match.start()))
    return found


def end_of_do(code, at):
    """Where the `while` of a `do` stands, whose body is a block."""
    opening = at + len(code[at:]) - len(code[at:].lstrip())
    if code[opening] != "{":
        raise CannotAssert("the body of a 'do' is no block")
    closing = matching(code, opening)
    return code.index("while", closing)


def matching(code, opening):
    """Where the bracket at `opening` is closed."""
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            return at
    raise CannotAssert("a bracket is never closed")


def top_level(code, begin, end):
    """The places between `begin` and `end` that are in no bracket."""
    depth = 0
    for at in range(begin, end):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            yield at
