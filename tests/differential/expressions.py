# SPDX-License-Identifier: Apache-2.0
"""Types, variables and random expressions without side effects; every one is defined for all values."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Type:
    name: str
    bits: int
    signed: bool


INT = Type("int", 32, True)
UINT = Type("unsigned", 32, False)
LONG = Type("long long", 64, True)
ULONG = Type("unsigned long long", 64, False)
SHORT = Type("short", 16, True)
USHORT = Type("unsigned short", 16, False)
CHAR = Type("signed char", 8, True)
UCHAR = Type("unsigned char", 8, False)
BOOL = Type("_Bool", 1, False)
# As often as they are listed.
TYPES = [INT] * 5 + [UINT] * 4 + [LONG, ULONG, SHORT, USHORT, CHAR, UCHAR, UCHAR, BOOL]
INPUTS = {"int": INT, "uint": UINT, "short": SHORT, "uchar": UCHAR}


@dataclasses.dataclass(frozen=True)
class Variable:
    name: str
    type: Type
    dimensions: tuple = ()
    writable: bool = True


@dataclasses.dataclass(frozen=True)
class Pointer:
    """Always points to an object, an element or a field of its type."""
    name: str
    type: Type


@dataclasses.dataclass(frozen=True)
class Record:
    tag: str
    fields: tuple  # Variables


@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    result: Type
    parameters: tuple  # Types
    pointer: Type = None  # a last parameter that is written through
    record: Record = None  # a last parameter that is passed by value


class Scope:
    """What can be named at a point of the program."""

    def __init__(self, parent=None):
        self.variables = list(parent.variables) if parent else []
        self.pointers = list(parent.pointers) if parent else []
        self.loops = parent.loops if parent else 0
        self.in_loop = parent.in_loop if parent else False

    def inner(self):
        return Scope(self)


class Expressions:
    """Texts of integer expressions over what is in scope; `self.random` decides."""

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, things):
        return things[self.random.randrange(len(things))]

    def constant(self, type=INT):
        value = self.pick([0, 1, 2, 3, 5, 7, 10, 16, 63, 100, 127, self.random.randrange(1000)])
        if type is BOOL:
            return str(value % 2)
        value %= 1 << min(type.bits - type.signed, 31)
        text = str(value) + ("u" if type in (UINT, ULONG) else "")
        return f"-{text}" if type.signed and self.chance(25) else text

    def element(self, scope, variable):
        """The variable, or an element of it when it is an array."""
        return variable.name + "".join(f"[{self.index(scope, n)}]" for n in variable.dimensions)

    def index(self, scope, length):
        if self.chance(30):
            return str(self.random.randrange(length))
        scalars = [v for v in scope.variables if not v.dimensions]
        if not scalars:
            return "0"
        # Unsigned, so that the remainder is not negative.
        return f"(unsigned){self.pick(scalars).name} % {length}u"

    def leaf(self, scope):
        kind = self.random.randrange(10)
        if kind < 2 or not scope.variables:
            return self.constant(self.pick([INT, UINT]))
        if kind < 3 and scope.pointers:
            return f"*{self.pick(scope.pointers).name}"
        return self.element(scope, self.pick(scope.variables))

    def reduced(self, scope, depth):
        """A signed operand of at most 11 bits: sums and products of two fit into an int."""
        return f"(int)({self.expression(scope, depth)}) % {self.pick([10, 100, 1000])}"

    def expression(self, scope, depth=2):
        if depth == 0:
            return self.leaf(scope)
        makers = [self.signed_arithmetic, self.unsigned_arithmetic, self.unsigned_arithmetic,
                  self.division, self.bitwise, self.shift, self.conversion, self.conditional,
                  self.comparison]
        return self.leaf(scope) if self.chance(30) else self.pick(makers)(scope, depth - 1)

    def signed_arithmetic(self, scope, depth):
        operator = self.pick(["+", "-", "+", "-", "*"])
        return f"(({self.reduced(scope, depth)}) {operator} ({self.reduced(scope, depth)}))"

    def unsigned_arithmetic(self, scope, depth):
        wide = self.pick([UINT, UINT, ULONG])
        left, right = self.expression(scope, depth), self.expression(scope, depth)
        return f"(({wide.name})({left}) {self.pick(['+', '-', '*'])} ({wide.name})({right}))"

    def division(self, scope, depth):
        operator = self.pick(["/", "%"])
        if self.chance(50):
            divisor = self.pick([3, 5, 7, 9, -3])
            return f"((int)({self.expression(scope, depth)}) {operator} {divisor})"
        return (f"((unsigned)({self.expression(scope, depth)}) {operator} "
                f"((unsigned)({self.expression(scope, depth)}) | 1u))")

    def bitwise(self, scope, depth):
        operator = self.pick(["&", "|", "^"])
        if self.chance(20):
            return f"(~(unsigned)({self.expression(scope, depth)}))"
        return (f"((unsigned)({self.expression(scope, depth)}) {operator} "
                f"(unsigned)({self.expression(scope, depth)}))")

    def shift(self, scope, depth):
        count = f"((unsigned)({self.expression(scope, depth)}) & {self.pick([3, 7, 31])}u)"
        if self.chance(30):
            return f"((int)({self.expression(scope, depth)}) >> {count})"
        return f"((unsigned)({self.expression(scope, depth)}) {self.pick(['<<', '>>'])} {count})"

    def conversion(self, scope, depth):
        return f"(({self.pick(TYPES).name})({self.expression(scope, depth)}))"

    def conditional(self, scope, depth):
        return (f"({self.condition(scope)} ? {self.expression(scope, depth)} : "
                f"{self.expression(scope, depth)})")

    def comparison(self, scope, depth):
        operator = self.pick(["<", "<=", ">", ">=", "==", "!="])
        return f"({self.expression(scope, depth)} {operator} {self.expression(scope, depth)})"

    def condition(self, scope):
        text = self.comparison(scope, self.random.randrange(2))
        if self.chance(20):
            text = f"({text} {self.pick(['&&', '||'])} {self.comparison(scope, 0)})"
        return f"(!{text})" if self.chance(10) else text


def can_step(type):
    """Whether ++ is defined for all values: it wraps, or is computed in int and converted back."""
    return type is not BOOL and (not type.signed or type.bits < 32)


def declaration(variable):
    return f"{variable.type.name} {variable.name}" + "".join(f"[{n}]" for n in variable.dimensions)


def balanced(text):
    """Whether the first parenthesis is closed by the last one."""
    depth = 0
    for place, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return place == len(text) - 1
    return False
