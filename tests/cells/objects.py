# SPDX-License-Identifier: Apache-2.0
"""What the cells compute with: the scalar types, and the ways in which C names an object."""
import dataclasses

BITS = {"_Bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16,
        "unsigned short": 16, "int": 32, "unsigned": 32, "long": 64, "unsigned long": 64,
        "long long": 64, "unsigned long long": 64, "enum colour": 32}
UNSIGNED = {"_Bool", "unsigned char", "unsigned short", "unsigned", "unsigned long",
            "unsigned long long", "enum colour"}
TYPES = list(BITS)
# What can be the type of a bit-field everywhere, with a width that is not the whole.
BIT_FIELDS = {"_Bool": 1, "signed char": 5, "unsigned char": 3, "short": 9, "unsigned short": 11,
              "int": 7, "unsigned": 6, "enum colour": 3}


def limits(type):
    bits = BITS[type]
    return (0, 2**bits - 1) if type in UNSIGNED else (-2**(bits - 1), 2**(bits - 1) - 1)


def value_of(type, random):
    """A value of the type: small most of the time, now and then one of the ends."""
    if type == "_Bool":
        return random.randrange(2)
    if type == "enum colour":
        return random.choice([0, 1, 4])
    low, high = limits(type)
    if random.randrange(6) == 0:
        return random.choice([low, high, high - 1])
    return random.randrange(-5 if low < 0 else 0, 12)


def literal(value):
    """The value as a constant expression of C."""
    if value == -2**63:
        return "(-9223372036854775807LL - 1)"
    if value < 0:
        return f"({literal(value + 0) if value >= 0 else '-' + literal(-value)})"
    return str(value) + ("" if value < 2**31 else "LL" if value < 2**63 else "ULL")


@dataclasses.dataclass
class Object:
    """An object with a value, and everything around it that a wrong write could change."""
    left: str  # the lvalue
    type: str
    setup: list  # statements before
    seen: list  # what is printed afterwards
    top: list = dataclasses.field(default_factory=list)  # declarations outside of the function
    parameter: str = None  # declared as a parameter, with what is passed
    argument: str = None
    addressable: bool = True


def make_local(n, t, v, _):
    return Object(f"x{n}", t, [f"{t} x{n} = {v};"], [f"x{n}"])


def make_global(n, t, v, k):
    return Object(f"g{k}_{n}", t, [], [f"g{k}_{n}"], [f"static {t} g{k}_{n} = {v};"])


def make_external(n, t, v, k):
    return Object(f"e{k}_{n}", t, [f"e{k}_{n} = {v};"], [f"e{k}_{n}"], [f"{t} e{k}_{n};"])


def make_static(n, t, v, _):
    return Object(f"x{n}", t, [f"static {t} x{n} = {v};"], [f"x{n}"])


def make_parameter(n, t, v, _):
    return Object(f"x{n}", t, [], [f"x{n}"], parameter=f"{t} x{n}", argument=v)


def make_pointer(n, t, v, _):
    return Object(f"*p{n}", t, [f"{t} o{n} = {v}, *p{n} = &o{n};"], [f"o{n}", f"p{n} == &o{n}"])


def make_heap(n, t, v, _):
    return Object(f"*p{n}", t, [f"{t} *p{n} = malloc(sizeof *p{n});", f"*p{n} = {v};"], [f"*p{n}"])


def make_element(n, t, v, _):
    return Object(f"a{n}[i{n}]", t, [f"{t} a{n}[3] = {{1, {v}, 1}};", f"int i{n} = 1;"],
                  [f"a{n}[0]", f"a{n}[1]", f"a{n}[2]", f"i{n}"])


def make_row(n, t, v, _):
    return Object(f"m{n}[1][i{n}]", t, [f"{t} m{n}[2][2] = {{{{1, 1}}, {{{v}}}}};", f"int i{n} = 0;"],
                  [f"m{n}[0][1]", f"m{n}[1][0]", f"m{n}[1][1]"])


def make_pointed_row(n, t, v, _):
    return Object(f"q{n}[1][1]", t,
                  [f"{t} m{n}[2][2] = {{{{1, 1}}, {{1, {v}}}}}, (*q{n})[2] = m{n};"],
                  [f"m{n}[0][1]", f"m{n}[1][0]", f"m{n}[1][1]"])


def record(t):
    return f"struct {{ char c; {t} f; short z; }}"


def make_member(n, t, v, _):
    return Object(f"s{n}.f", t, [f"{record(t)} s{n} = {{1, {v}, 2}};"],
                  [f"s{n}.c", f"s{n}.f", f"s{n}.z"])


def make_arrow(n, t, v, _):
    return Object(f"p{n}->f", t, [f"{record(t)} s{n} = {{1, {v}, 2}}, *p{n} = &s{n};"],
                  [f"s{n}.c", f"s{n}.f", f"s{n}.z"])


def make_member_of_element(n, t, v, _):
    return Object(f"s{n}[i{n}].f", t,
                  [f"{record(t)} s{n}[2] = {{{{1, 1, 2}}, {{3, {v}, 4}}}};", f"int i{n} = 1;"],
                  [f"s{n}[0].f", f"s{n}[1].c", f"s{n}[1].f", f"s{n}[1].z"])


def make_element_of_member(n, t, v, _):
    return Object(f"s{n}.a[1]", t, [f"struct {{ int b; {t} a[2]; char e; }} s{n} = {{1, {{1, {v}}}, 2}};"],
                  [f"s{n}.b", f"s{n}.a[0]", f"s{n}.a[1]", f"s{n}.e"])


def make_bits(n, t, v, _):
    width = BIT_FIELDS[t]
    value = int(v) % 2**(width - 1) if v.isdigit() else 0
    return Object(f"b{n}.f", t, [f"struct {{ unsigned u : 3; {t} f : {width}; int w : 4; }} b{n} = "
                                 f"{{5, {value}, -3}};"],
                  [f"b{n}.u", f"b{n}.f", f"b{n}.w"], addressable=False)


def make_union(n, t, v, _):
    return Object(f"u{n}.f", t, [f"union {{ {t} f; char c[8]; }} u{n} = {{{v}}};"], [f"u{n}.f"])


FORMS = {"local": make_local, "global": make_global, "external": make_external,
         "static": make_static, "parameter": make_parameter, "pointer": make_pointer,
         "heap": make_heap, "element": make_element, "row": make_row, "pointed row": make_pointed_row,
         "member": make_member, "arrow": make_arrow, "member of element": make_member_of_element,
         "element of member": make_element_of_member, "bits": make_bits, "union": make_union}


def make(form, n, type, value, cell):
    """The object number `n` of a cell; a form that the type cannot have becomes a local variable."""
    if form == "bits" and type not in BIT_FIELDS:
        form = "local"
    return FORMS[form](n, type, literal(value), cell)
