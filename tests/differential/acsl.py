# SPDX-License-Identifier: Apache-2.0
"""ACSL predicates as C expressions that can be run.

Logic integers become __int128: every variable is widened where it is read. Quantifiers become loops
over the bounds that stand in their guards. `CannotTranslate` says what has no such form; callers
count it.
"""
import dataclasses
import re

TOKEN = re.compile(r"""\s*(?:
    (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)
  | (?P<char>'(?:\\.|[^'\\])')
  | (?P<name>\\?[A-Za-z_]\w*)
  | (?P<op><==>|==>|->|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|\.\.|[-+*/%<>!~&|^?:;,.()\[\]{}=])
)""", re.VERBOSE)

COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
# Binding strength of binary operators, weakest first.
LEVELS = [["<==>"], ["==>"], ["||"], ["^^"], ["&&"], ["|"], ["^"], ["&"], COMPARISONS,
          ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]


INTEGER_WORDS = {"integer", "int", "unsigned", "char", "long", "short", "_Bool", "signed"}


class CannotTranslate(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Node:
    kind: str  # name number unary binary index field arrow at cast quantifier conditional
    text: str = ""  # the name, number, operator, field or label
    args: tuple = ()
    names: tuple = ()  # of bound variables


class Parser:
    def __init__(self, text):
        self.tokens = tokens(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        if self.at == len(self.tokens) or wanted is not None and self.peek() != wanted:
            raise CannotTranslate(f"'{wanted or 'more'}' is expected before '{self.peek()}'")
        self.at += 1
        return self.tokens[self.at - 1]

    def predicate(self):
        if self.peek() in {"\\forall", "\\exists"}:
            return self.quantifier()
        return self.conditional()

    def quantifier(self):
        kind = self.take()[1]
        names = []
        while True:
            if self.take()[1] != "integer":
                raise CannotTranslate("a binder of a C type")
            names.append(self.take()[1])
            while self.peek() == ",":
                self.take()
                if self.peek() == "integer":
                    break
                names.append(self.take()[1])
            else:
                break
        self.take(";")
        return Node("quantifier", kind, (self.predicate(),), tuple(names))

    def conditional(self):
        test = self.binary(0)
        if self.peek() != "?":
            return test
        self.take()
        left = self.predicate()
        self.take(":")
        return Node("conditional", "?", (test, left, self.predicate()))

    def binary(self, level):
        if self.peek() in {"\\forall", "\\exists"}:
            return self.quantifier()
        if level == len(LEVELS):
            return self.unary()
        if LEVELS[level] is COMPARISONS:
            return self.comparison(level)
        left = self.binary(level + 1)
        while self.peek() in LEVELS[level]:
            operator = self.take()[1]
            # ==> is right-associative.
            right = self.binary(level if operator == "==>" else level + 1)
            left = Node("binary", operator, (left, right))
        return left

    def comparison(self, level):
        """0 <= i < n is a conjunction."""
        operands = [self.binary(level + 1)]
        operators = []
        while self.peek() in COMPARISONS:
            operators.append(self.take()[1])
            operands.append(self.binary(level + 1))
        if not operators:
            return operands[0]
        parts = [Node("binary", op, (operands[i], operands[i + 1])) for i, op in enumerate(operators)]
        result = parts[0]
        for part in parts[1:]:
            result = Node("binary", "&&", (result, part))
        return result

    def unary(self):
        if self.peek() in {"-", "+", "!", "~", "*", "&"}:
            operator = self.take()[1]
            return Node("unary", operator, (self.unary(),))
        return self.postfix()

    def postfix(self):
        node = self.primary()
        while self.peek() in {"[", ".", "->"}:
            operator = self.take()[1]
            if operator == "[":
                node = Node("index", "", (node, self.predicate()))
                self.take("]")
            else:
                node = Node("field" if operator == "." else "arrow", self.take()[1], (node,))
        return node

    def primary(self):
        kind, text = self.take()
        if kind in {"number", "char"}:
            return Node("number", text)
        if text == "(":
            if self.peek() in INTEGER_WORDS:
                return self.cast()
            inner = self.predicate()
            self.take(")")
            return inner
        if text in {"\\true", "\\false"}:
            return Node("number", "1" if text == "\\true" else "0")
        if text == "\\at":
            self.take("(")
            inner = self.predicate()
            self.take(",")
            label = self.take()[1]
            self.take(")")
            return Node("at", label, (inner,))
        if kind == "name" and not text.startswith("\\") and self.peek() != "(":
            return Node("name", text)
        raise CannotTranslate(f"'{text}'")


    def cast(self):
        """After `(`: conversion to a C type wraps around, to `integer` it does nothing."""
        words = []
        while self.peek() in INTEGER_WORDS:
            words.append(self.take()[1])
        if self.peek() != ")":
            raise CannotTranslate("a cast to something else than an integer type")
        self.take(")")
        operand = self.unary()
        return operand if words == ["integer"] else Node("cast", " ".join(words), (operand,))


def tokens(text):
    found = []
    at = 0
    text = text.strip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise CannotTranslate(f"'{text[at:at + 10]}'")
        found.append((match.lastgroup, match.group(match.lastgroup)))
        at = match.end()
    return found


def parse(text):
    parser = Parser(text)
    result = parser.predicate()
    if parser.peek():
        raise CannotTranslate(f"'{parser.peek()}' after the end")
    return result


# --- bounds of quantified variables

def conjuncts(node):
    if node.kind == "binary" and node.text == "&&":
        return conjuncts(node.args[0]) + conjuncts(node.args[1])
    if node.kind == "unary" and node.text == "!":
        return denied(node.args[0])
    return [node]


def denied(node):
    """Conjuncts of the negation, as far as they are comparisons."""
    if node.kind == "binary" and node.text == "||":
        return denied(node.args[0]) + denied(node.args[1])
    if node.kind == "binary" and node.text == "==>":
        return conjuncts(node.args[0]) + denied(node.args[1])
    if node.kind == "binary" and node.text in NEGATED:
        return [Node("binary", NEGATED[node.text], node.args)]
    if node.kind == "unary" and node.text == "!":
        return conjuncts(node.args[0])
    return []


def guards(node):
    """What has to hold of the bound variables for the body to matter."""
    body = node.args[0]
    while body.kind == "quantifier" and body.text == node.text:
        body = body.args[0]
    return denied(body) if node.text == "\\forall" else conjuncts(body)


def mentions(node, names):
    return node.kind == "name" and node.text in names or any(mentions(a, names) for a in node.args)


def bounds(name, others, comparisons, seen=()):
    """Lower and upper bounds (both inclusive) of a name as (node, offset), free of `others`.

    j < k with k not yet bound is followed to the bounds of k.
    """
    lower, upper = [], []
    for c in comparisons:
        if c.kind != "binary" or c.text not in COMPARISONS or c.text == "!=":
            continue
        for (a, b), operator in [(c.args, c.text),
                                 (c.args[::-1], c.text.translate(str.maketrans("<>", "><")))]:
            if a != Node("name", name) or mentions(b, {name}):
                continue
            if operator in {"<", "<=", "=="}:
                upper += reach(b, -(operator == "<"), 1, others, comparisons, (*seen, name))
            if operator in {">", ">=", "=="}:
                lower += reach(b, operator == ">", 0, others, comparisons, (*seen, name))
    return lower, upper


def reach(node, offset, side, others, comparisons, seen):
    if not mentions(node, others):
        return [(node, int(offset))]
    if node.kind == "name" and node.text in others and node.text not in seen:
        further = bounds(node.text, others, comparisons, seen)[side]
        return [(n, o + int(offset)) for n, o in further]
    return []


# --- C text

class Translator:
    """`pointers`: names of pointers; `arrays`: names of arrays, whose accesses are guarded;
    `snapshot(name, label)`: the name of a copy made at that label."""

    def __init__(self, pointers=(), arrays=(), snapshot=None):
        self.pointers = set(pointers)
        self.arrays = set(arrays)
        self.snapshot = snapshot
        self.bound = {}
        self.label = None
        self.count = 0

    def predicate(self, text):
        return f"(({self.value(parse(text))}) != 0)"

    def value(self, node):
        """An __int128."""
        return getattr(self, "of_" + node.kind)(node)

    def of_number(self, node):
        return f"(__int128){node.text}"

    def of_name(self, node):
        if node.text in self.bound:
            return self.bound[node.text]
        if node.text in self.pointers or node.text in self.arrays:
            return f"(__int128)(unsigned long)({self.lvalue(node)})"
        return f"(__int128)({self.lvalue(node)})"

    def of_index(self, node):
        return f"(__int128)({self.lvalue(node)})"

    of_field = of_arrow = of_index

    def of_at(self, node):
        if self.label is not None and self.label != node.text:
            raise CannotTranslate("nested \\at")
        if node.text in {"Here"}:
            return self.value(node.args[0])
        outer, self.label = self.label, node.text
        try:
            return self.value(node.args[0])
        finally:
            self.label = outer

    def of_cast(self, node):
        return f"(__int128)({node.text})({self.value(node.args[0])})"

    def of_conditional(self, node):
        test, left, right = (self.value(a) for a in node.args)
        return f"(({test}) != 0 ? {left} : {right})"

    def of_unary(self, node):
        if node.text == "*":
            return f"(__int128)({self.lvalue(node)})"
        if node.text == "&":
            return f"(__int128)(unsigned long)({self.pointer(node)})"
        return f"({'(__int128)' if node.text == '!' else ''}{node.text}({self.value(node.args[0])}))"

    def of_binary(self, node):
        left, right = node.args
        if self.is_pointer(left) or self.is_pointer(right):
            return self.on_pointers(node)
        a, b = self.value(left), self.value(right)
        if node.text == "==>":
            return f"(!({a}) || ({b}))"
        if node.text == "<==>":
            return f"(!({a}) == !({b}))"
        if node.text == "^^":
            return f"(!({a}) != !({b}))"
        if node.text in {"<<", ">>"} and right.kind != "number":
            raise CannotTranslate("a shift by a variable")
        if node.text in {"/", "%"}:
            # By zero it has no value in the logic.
            self.count += 1
            d = f"pawl_d{self.count}"
            return (f"({{ __int128 {d} = {b}; if ({d} == 0) {{ pawl_outside = 1; {d} = 1; }} "
                    f"({a}) {node.text} {d}; }})")
        return f"(({a}) {node.text} ({b}))"

    def on_pointers(self, node):
        left, right = node.args
        if node.text == "-" and self.is_pointer(left) and self.is_pointer(right):
            return f"(__int128)({self.pointer(left)} - {self.pointer(right)})"
        if node.text in {"+", "-"}:
            return f"(__int128)(unsigned long)({self.pointer(node)})"
        if node.text in COMPARISONS:
            a, b = (self.pointer(x) if self.is_pointer(x) else f"(unsigned long)({self.value(x)})"
                    for x in node.args)
            return f"(__int128)((unsigned long)({a}) {node.text} (unsigned long)({b}))"
        raise CannotTranslate(f"'{node.text}' on pointers")

    def is_pointer(self, node):
        if node.kind == "name":
            return node.text in self.pointers or node.text in self.arrays
        if node.kind == "unary" and node.text == "&":
            return True
        if node.kind == "binary" and node.text in {"+", "-"}:
            return self.is_pointer(node.args[0]) != self.is_pointer(node.args[1])
        return node.kind == "at" and self.is_pointer(node.args[0])

    def pointer(self, node):
        """A C expression of pointer type."""
        if node.kind == "name":
            return self.lvalue(node)
        if node.kind == "unary" and node.text == "&":
            return f"(&{self.lvalue(node.args[0])})"
        if node.kind == "binary":
            left, right = node.args
            if self.is_pointer(left):
                return f"({self.pointer(left)} {node.text} (long)({self.value(right)}))"
            return f"({self.pointer(right)} + (long)({self.value(left)}))"
        raise CannotTranslate("a pointer expression")

    def lvalue(self, node):
        if node.kind == "name":
            if node.text in self.bound:
                raise CannotTranslate("a bound variable as an object")
            if self.label is None:
                return node.text
            if node.text in self.pointers or self.snapshot is None:
                raise CannotTranslate(f"memory behind a pointer at {self.label}")
            return self.snapshot(node.text, self.label)
        if node.kind == "index":
            base = self.lvalue(node.args[0])
            index = self.value(node.args[1])
            if self.rooted_in_pointer(node.args[0]):
                return f"{base}[(long)({index})]"
            return f"{base}[pawl_index({index}, sizeof({base}) / sizeof({base}[0]))]"
        if node.kind == "field":
            return f"{self.lvalue(node.args[0])}.{node.text}"
        if node.kind == "arrow":
            return f"{self.lvalue(node.args[0])}->{node.text}"
        if node.kind == "unary" and node.text == "*":
            return f"(*{self.pointer(node.args[0])})"
        raise CannotTranslate(f"an object made by '{node.text or node.kind}'")

    def rooted_in_pointer(self, node):
        return node.kind == "name" and node.text in self.pointers

    def of_quantifier(self, node):
        comparisons = guards(node)
        loops = []
        outer = dict(self.bound)
        for place, name in enumerate(node.names):
            later = set(node.names[place:])
            lower, upper = bounds(name, later, comparisons)
            if not lower or not upper:
                raise CannotTranslate(f"'{name}' without bounds")
            self.count += 1
            mine = f"pawl_q{self.count}_{name}"
            loops.append((mine, [f"({self.value(n)} + {o})" for n, o in lower],
                          [f"({self.value(n)} + {o})" for n, o in upper]))
            self.bound[name] = mine
        body = self.value(node.args[0])
        self.bound = outer
        return self.loops(node.text == "\\forall", loops, body)

    def loops(self, universal, loops, body):
        """Statement expressions: one loop in the other, left as soon as the answer is known."""
        self.count += 1
        r = f"pawl_r{self.count}"
        go_on = f"{r}" if universal else f"!{r}"
        text = f"{r} = ({body}) != 0;"
        for name, lower, upper in reversed(loops):
            text = (f"{{ __int128 {name}_hi = {least(upper)}; "
                    f"for (__int128 {name} = {greatest(lower)}; {go_on} && {name} <= {name}_hi; "
                    f"{name}++) {{ {text} }} }}")
        return f"({{ int {r} = {int(universal)}; {text} (__int128){r}; }})"


def least(texts):
    result = texts[0]
    for text in texts[1:]:
        result = f"({result} < {text} ? {result} : {text})"
    return result


def greatest(texts):
    result = texts[0]
    for text in texts[1:]:
        result = f"({result} > {text} ? {result} : {text})"
    return result
