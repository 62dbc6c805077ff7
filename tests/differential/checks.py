# SPDX-License-Identifier: Apache-2.0
"""Turns the loop invariants in a C file into checks that run at the head of each loop.

    match:   //@ loop invariant I;        result:  while (({ pawl_check(I); }), (c))
             while (c)

and likewise for `for`, before each test of its condition, and for `do`, where the body begins. Values
at LoopEntry and Pre are kept in copies made before the loop and at the beginning of the function. The
input is what generate.py writes, annotated: every loop stands in a block.
"""
import dataclasses
import re

import acsl

ANNOTATION = re.compile(r"/\*@(.*?)\*/|//@([^\n]*)", re.DOTALL)
INVARIANT = re.compile(r"^(?:check\s+)?loop\s+invariant\s+(?:[A-Za-z_]\w*\s*:(?!:)\s*)?(.*)$", re.DOTALL)
LOOP = re.compile(r"\s*(while|for|do)\b")
DECLARATION = re.compile(
    r"\b(?:int|unsigned|short|char|long|_Bool|struct \w+)\s+(\**)\s*(\w+)((?:\[\w*\])*)")
FUNCTION = re.compile(r"^(?:static )?[a-z_][\w ]*\b(\w+)\(([^;{}]*)\) \{$", re.MULTILINE)


@dataclasses.dataclass
class Instrumented:
    text: str
    checked: list = dataclasses.field(default_factory=list)  # texts of invariants
    untranslated: list = dataclasses.field(default_factory=list)  # (text, why)


def instrument(source):
    """Never drops an invariant: each is checked or listed as untranslated."""
    result = Instrumented("")
    edits = []  # (position, end, replacement)
    pointers, arrays = declared(source)
    function_copies = {}
    number = 0
    for annotations, after in annotated_loops(source):
        number += 1
        loop = Loop(number, pointers, arrays, source, after)
        for text in annotations:
            try:
                loop.add(text)
                result.checked.append(text)
            except acsl.CannotTranslate as why:
                result.untranslated.append((text, str(why)))
        edits += loop.edits()
        for name in sorted(loop.pre):
            function_copies.setdefault(loop.function_body, set()).add(name)
    for place, names in function_copies.items():
        edits.append((place, place, "".join(copy(f"pawl_pre_{n}", n) for n in sorted(names))))
    result.text = HEADER + apply(source, edits)
    return result


HEADER = """\
extern int pawl_outside;
extern void pawl_check(int, int, const char *);
extern long pawl_index(__int128, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
"""


def declared(source):
    """Names of pointers and of arrays; one name is never both in a generated program."""
    pointers, arrays = set(), set()
    for stars, name, brackets in DECLARATION.findall(source):
        if stars:
            pointers.add(name)
        elif brackets:
            arrays.add(name)
    return pointers, arrays


def annotated_loops(source):
    """Invariant texts and the place after the annotations, for every loop that has some."""
    at = 0
    found = []
    pending = []
    for match in ANNOTATION.finditer(source):
        if pending and source[at:match.start()].strip():
            raise ValueError(f"annotation before something else: {pending}")
        clauses = invariants_of(match.group(1) or match.group(2) or "")
        pending += clauses
        at = match.end()
        if pending and LOOP.match(source, at):
            found.append((pending, at))
            pending = []
    if pending:
        raise ValueError(f"a loop invariant without a loop: {pending}")
    return found


def invariants_of(comment):
    """The predicates of its loop invariants. In a long comment, `@` at a line's start is white space."""
    text = re.sub(r"^\s*@", " ", comment, flags=re.MULTILINE)
    found = []
    for clause in clauses(text):
        if match := INVARIANT.match(clause):
            found.append(" ".join(match.group(1).split()))
        elif re.search(r"\binvariant\b", clause):
            raise ValueError(f"not understood: {clause}")
    return found


def clauses(text):
    """Split at semicolons; the one after the binders of a quantifier does not count."""
    parts, current = [], ""
    in_binders = False
    for piece in re.split(r"(;|\\forall\b|\\exists\b|\\let\b)", text):
        if piece == ";" and not in_binders:
            parts.append(current.strip())
            current = ""
            continue
        in_binders = piece.startswith("\\") or in_binders and piece != ";"
        current += piece
    return [part for part in [*parts, current.strip()] if part]


class Loop:
    def __init__(self, number, pointers, arrays, source, after):
        self.number = number
        self.source = source
        self.head = LOOP.match(source, after)
        self.translator = acsl.Translator(pointers, arrays, self.snapshot)
        self.checks = []
        self.entry = set()
        self.pre = set()
        self.function_body = function_body(source, after)

    def snapshot(self, name, label):
        if label == "LoopEntry":
            self.entry.add(name)
            return f"pawl_entry{self.number}_{name}"
        if label == "Pre" and self.function_body is not None:
            self.pre.add(name)
            return f"pawl_pre_{name}"
        raise acsl.CannotTranslate(f"the label {label}")

    def add(self, text):
        kept = set(self.entry), set(self.pre)
        try:
            condition = self.translator.predicate(text)
            self.require_visible()
        except acsl.CannotTranslate:
            self.entry, self.pre = kept
            raise
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        self.checks.append(f'pawl_check({condition}, {self.number}, "{quoted}");')

    def require_visible(self):
        """A counter declared by the `for` itself does not exist before it."""
        if self.head.group(1) == "for":
            init = self.source[self.head.end():self.source.index(";", self.head.end())]
            for name in self.entry:
                if re.search(rf"\b{name}\b\s*=", init) and DECLARATION.search(init):
                    raise acsl.CannotTranslate(f"'{name}' at LoopEntry, declared by the loop")

    def edits(self):
        if not self.checks:
            return []
        begin = self.head.start(1)
        copies = "".join(copy(f"pawl_entry{self.number}_{n}", n) for n in sorted(self.entry))
        found = [(begin, begin, copies)] if copies else []
        check = " ".join(self.checks)
        if self.head.group(1) == "do":
            brace = self.source.index("{", begin)
            return found + [(brace + 1, brace + 1, f" {check}")]
        opening = self.source.index("(", begin)
        closing = matching(self.source, opening)
        if self.head.group(1) == "while":
            condition = self.source[opening + 1:closing]
            return found + [(opening + 1, closing, f"({{ {check} }}), ({condition})")]
        first = self.source.index(";", opening)
        second = self.source.index(";", first + 1)
        condition = self.source[first + 1:second].strip() or "1"
        return found + [(first + 1, second, f" ({{ {check} }}), ({condition})")]


def function_body(source, place):
    """Where the body of the function around a place begins."""
    starts = [m.end() for m in FUNCTION.finditer(source) if m.end() <= place]
    return starts[-1] if starts else None


def copy(name, original):
    return f"__typeof__({original}) {name}; memcpy(&{name}, &{original}, sizeof {name}); "


def matching(text, opening):
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    raise ValueError("parentheses do not match")


def apply(source, edits):
    # Nested edits do not occur: heads of loops are disjoint.
    for begin, end, text in sorted(edits, key=lambda e: (e[0], e[1]), reverse=True):
        source = source[:begin] + text + source[end:]
    return source
