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
WITH_BODY = re.compile(r"(for|while|if|switch)\b")


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
    begin = skip_blanks(code, at)
    if code[begin] == "{":
        return program[:begin + 1] + " " + text + program[begin + 1:]
    end = end_of_statement(code, begin)
    return f"{program[:begin]}{{ {text} {program[begin:end]} }}{program[end:]}"


def end_of_statement(code, begin):
    """Behind the statement that begins at `begin`."""
    if code[begin] == "{":
        return matching(code, begin) + 1
    if re.match(r"do\b", code[begin:]):
        body = end_of_statement(code, skip_blanks(code, begin + len("do")))
        return next_semicolon(code, body)
    keyword = WITH_BODY.match(code, begin)
    if not keyword:
        return next_semicolon(code, begin)
    condition = matching(code, code.index("(", begin))
    end = end_of_statement(code, skip_blanks(code, condition + 1))
    otherwise = skip_blanks(code, end)
    if keyword.group() == "if" and re.match(r"else\b", code[otherwise:]):
        return end_of_statement(code, skip_blanks(code, otherwise + len("else")))
    return end


def next_semicolon(code, begin):
    return next(i for i in top_level(code, begin, len(code)) if code[i] == ";") + 1


def skip_blanks(code, at):
    rest = code[at:]
    return at + len(rest) - len(rest.lstrip())


def loops(code):
    """Keyword and place of every loop, in the order of the text; no `while` that ends a `do`."""
    found = []
    ends_of_do = set()
    for match in KEYWORD.finditer(code):
        if match.start() in ends_of_do:
            continue
        if match.group() == "do":
            body = end_of_statement(code, skip_blanks(code, match.end()))
            ends_of_do.add(skip_blanks(code, body))
        found.append((match.group(), match.start()))
    return found


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
