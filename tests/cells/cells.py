# SPDX-License-Identifier: Apache-2.0
"""Cells: one kind of expression in one context, with objects of one form and type. A cell is a C function.

Depth one is complete in four ways: every kind with every context, every kind with every form of object,
every kind with every pair of types, every context with every pair of types that it converts between;
what one of them leaves open goes round. Depth two
puts an expression into another one, by chance. No cell needs to be defined: what compilers do not agree
on is left out by run.py. But expressions that C does not order have no object in common.
"""
import dataclasses
import itertools
import random
import re

import objects
from contexts import SCALAR_CONTEXTS
from kinds import (ELSEWHERE, POINTER_CONTEXTS, POINTERS, SAME_OBJECT, SCALAR, STRUCT_CONTEXTS,
                   STRUCTS)

PRELUDE = """\
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);
enum colour { red, green, blue = 4 };
struct pair { int first; long second; };
struct nest { short before; struct pair inner; };
struct holding { int count; int *at; };
struct chained { struct pair *next; };
"""

# What a cell declares when its text uses the name; `_K` stands for the number of the cell.
LOCALS = {
    "r": "long long r = 0;", "m": "int m = 1;", "n": "int n = 1;", "one": "int one = 1;", "turns": "int turns = 0;",
    "zero": "int zero = 0;", "line": "int line[3] = {4, 5, 6};",
    "few": "int few[3] = {4, 5, 6};", "p": "int *p = few;",
    "grid": "int grid[2][2] = {{1, 2}, {3, 4}};", "rows": "int (*rows)[2] = grid;",
    "both": "int *both[2] = {few, few + 1};", "pp": "int **pp = both;",
    "held": "struct holding held = {3, few + 1};", "holder": "struct holding *holder = &held;",
    "s": "struct pair s = {1, 2};", "t": "struct pair t = {0, 5};",
    "many": "struct pair many[3] = {{0, 7}, {2, 8}, {1, 9}};", "at": "struct pair *at = many;",
    "outer": "struct nest outer = {1, {0, 6}};", "there": "struct nest *there = &outer;",
    "link": "struct chained link = {&t};", "chain": "struct chained *chain = &link;",
}
NEEDED = {"p": ["few"], "rows": ["grid"], "both": ["few"], "pp": ["few", "both"], "held": ["few"],
          "holder": ["few", "held"], "at": ["many"], "there": ["outer"], "chain": ["t", "link"]}
# Printed at the end, where they were used.
SEEN = {"r": ["r"], "m": ["m"], "n": ["n"], "turns": ["turns"], "zero": ["zero"], "line": ["line[0]", "line[1]"],
        "few": ["few[0]", "few[1]", "few[2]"], "p": ["p == few", "p == few + 1"],
        "grid": ["grid[0][0]", "grid[1][0]"], "both": ["both[0] == few"], "held": ["held.count", "held.at == few"],
        "s": ["s.first", "s.second"], "t": ["t.first", "t.second"],
        "many": ["many[0].first", "many[0].second", "many[1].first", "many[1].second", "many[2].second"],
        "at": ["at == many", "at == many + 1"],
        "outer": ["outer.before", "outer.inner.first", "outer.inner.second"]}
HELPERS = {
    "same": ["static U same_K(U v) { return v; }"],
    "counted": ["static int calls_K;", "static U counted_K(U v) { calls_K++; return v; }"],
    "pointer": ["static U (*pointer_K)(U) = counted_K;"],
    "bump": ["static T bump_K(T *v) { *v += 1; return *v; }"],
    "sum": ["static long sum_K(int n, U v) { if (n == 0) return v; return n + sum_K(n - 1, v); }"],
    "pair": ["static struct pair pair_K(int v) { struct pair one = {v & 1, v}; return one; }"],
    "take": ["static V take_K(V v) { return v; }"],
    "take2": ["static V take2_K(int n, V v) { return n ? v : 0; }"],
    "old": ["static V old_K(v) V v; { return v; }"],
    "read": ["static V read_K(const V *v) { return *v; }"],
    "deep": ["static V deep_K(int n, V v) { V *mine = &v; if (n > 0) deep_K(n - 1, v ^ 1); return *mine; }"],
    "by_pointer": ["static V (*by_pointer_K)(V) = take_K;"],
    "wide": ["static V wide_K;"],
    "next": ["static int *next_K(int *v) { return v + 1; }"],
    "hold": ["static struct holding hold_K(int *v) { struct holding one = {1, v}; return one; }"],
    "first": ["static int first_K(int *v) { return v[0]; }"],
    "set": ["static void set_K(int *v) { *v = 55; }"],
    "through": ["static int *through_K(int *v) { int *w = v; return w; }"],
    "swap": ["static struct pair swap_K(struct pair v) { struct pair w = {v.second, v.first}; v.first = 9; return w; }"],
    "both": ["static long both_K(struct pair v) { v.first++; return v.first + v.second; }"],
    "keep": ["static struct pair keep_K(struct pair v) { return v; }"],
    "nest": ["static struct nest nest_K(struct pair v) { struct nest one = {2, v}; return one; }"],
}
HELPERS_NEEDED = {"pointer": ["counted"], "by_pointer": ["take"]}


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a cell is made of, before it has a number; its name makes its values."""
    family: str
    kind: str
    context: str
    form: str = "local"
    type: str = "int"  # of the place
    second: str = "int"  # of the value
    target: str = "int"  # of what the context converts to
    inner: tuple = ()  # depth two: family and kind of the place and of the value

    def name(self):
        parts = [self.family, self.kind, self.context, self.form, self.type, self.second, self.target]
        return " | ".join(parts + [f"{family}: {kind}" for family, kind in self.inner])


FAMILIES = {"scalar": (SCALAR, SCALAR_CONTEXTS), "pointer": (POINTERS, POINTER_CONTEXTS),
            "struct": (STRUCTS, STRUCT_CONTEXTS)}


def mentions(text, letter):
    return re.search(word(letter), text) is not None


def depth_one():
    """All plans of depth one, each once."""
    types, forms = objects.TYPES, list(objects.FORMS)
    plans = {}
    turn = 0

    def add(**what):
        nonlocal turn
        turn += 1
        free = {"form": forms[turn % len(forms)], "type": types[turn % len(types)],
                "second": types[turn // 3 % len(types)], "target": types[turn // 7 % len(types)]}
        plan = Plan("scalar", **{**free, **what})
        plans[plan] = None

    contexts = list(SCALAR_CONTEXTS)
    for kind, text in SCALAR.items():
        for context in contexts:
            add(kind=kind, context=context)
        for form in forms:
            add(kind=kind, form=form, context=contexts[turn % len(contexts)])
        for type, second in itertools.product(types, types if mentions(text, "Y") else types[:1]):
            add(kind=kind, type=type, second=second, context="initialiser", target="long long")
    kinds = ["read", "assign", "L++", "L + Y", "call with effect"]
    for context, text in SCALAR_CONTEXTS.items():
        for type, target in itertools.product(types, types if mentions(text, "V") else types[:1]):
            add(kind=kinds[turn % len(kinds)], context=context, type=type, target=target)
    for family in ["pointer", "struct"]:
        for kind, context in itertools.product(*FAMILIES[family]):
            if kind not in ELSEWHERE or context not in SAME_OBJECT:
                plans[Plan(family, kind, context)] = None
    return list(plans)


def depth_two(seed):
    """A plan of depth two; the same seed gives the same one."""
    source = random.Random(f"depth two {seed}")
    kinds = [kind for kind, text in SCALAR.items() if mentions(text, "Y")]

    def any_inner(families):
        family = source.choice(families)
        return family, source.choice(list(FAMILIES[family][0]))

    types = [source.choice(objects.TYPES) for _ in range(3)]
    inner = (any_inner(["scalar"] * 3 + ["pointer", "struct"]),
             any_inner(["scalar"] * 3 + ["pointer", "struct"]))
    return Plan("scalar", source.choice(kinds), source.choice(list(SCALAR_CONTEXTS)),
                source.choice(list(objects.FORMS)), *types, inner=inner)


def word(name):
    return rf"(?<![\w.>]){name}(?!\w)"


def put(text, **values):
    """The text with letters replaced, all at the same time."""
    if not values:
        return text
    pattern = re.compile("|".join(word(name) for name in values))
    return pattern.sub(lambda match: values[match.group(0)], text)


def parenthesised(text):
    return text if re.fullmatch(r"\w+", text) else f"({text})"


class Cell:
    """The text of one cell: declarations before it, and a function cell_<number>."""

    def __init__(self, number, plan):
        self.number = number
        self.plan = plan
        self.random = random.Random(plan.name())
        self.top = []
        self.setup = []
        self.seen = []
        self.parameters = []
        self.made = 0
        self.text = self.write()

    def object(self, form, type):
        self.made += 1
        one = objects.make(form, self.made, type, objects.value_of(type, self.random), self.number)
        self.top += one.top
        self.setup += one.setup
        self.seen += one.seen
        if one.parameter:
            self.parameters.append((one.parameter, one.argument))
        return one

    def expression(self, family, kind, form, type, second, level):
        """The text of an expression; its names end with the level where that is not the first."""
        text = FAMILIES[family][0][kind]
        suffix = "bcd"[level - 1] if level else ""
        if family == "scalar":
            place = self.place(form, type, level) if mentions(text, "L") else ""
            value = ""
            if mentions(text, "Y"):
                if level == 0 and self.plan.inner:
                    value = self.inner(*self.plan.inner[1], 2)
                else:
                    value = self.object("local" if level == 0 else form, second).left
            text = put(text, L=place, Y=parenthesised(value))
        text = self.with_helpers(text, suffix, T=type, U=second, V=self.plan.target)
        return self.with_locals(text, suffix)

    def place(self, form, type, level):
        """An lvalue; of depth two often what a pointer leads to, or a member."""
        if level == 0 and self.plan.inner and self.plan.inner[0][0] != "scalar":
            return parenthesised(self.inner(*self.plan.inner[0], 1))
        return parenthesised(self.object(form, type).left)

    def inner(self, family, kind, level):
        """A scalar made of an expression of any family, in objects of its own."""
        source = self.random
        text = self.expression(family, kind, source.choice(list(objects.FORMS)),
                               source.choice(objects.TYPES), source.choice(objects.TYPES), level)
        return {"scalar": "{}", "pointer": "*({})", "struct": "({}).second"}[family].format(text)

    def with_helpers(self, text, suffix, **types):
        """The text with its helpers named after the cell, and these declared."""
        needed = [name for name in HELPERS if re.search(rf"\b{name}_K\b", text)]
        for name in [*itertools.chain(*(HELPERS_NEEDED.get(n, []) for n in needed)), *needed]:
            for line in HELPERS[name]:
                line = put(line, **types).replace("_K", f"_{self.number}{suffix}")
                if line not in self.top:
                    self.top.append(line)
        if "counted_K" in text or "pointer_K(" in text:
            self.see(f"calls_{self.number}{suffix}")
        return put(text, **types).replace("_K", f"_{self.number}{suffix}")

    def with_locals(self, text, suffix):
        used = [name for name in LOCALS if re.search(word(name), text)]
        used += [other for name in used for other in NEEDED.get(name, []) if other not in used]
        names = {name: name + suffix for name in used}
        for name in LOCALS:
            if name in used:
                line = put(LOCALS[name], **names)
                if line not in self.setup:
                    self.setup.append(line)
                for one in SEEN.get(name, []):
                    self.see(put(one, **names))
        return put(text, **names) if suffix else text

    def see(self, text):
        if text not in self.seen:
            self.seen.append(text)

    def write(self):
        plan = self.plan
        text = self.expression(plan.family, plan.kind, plan.form, plan.type, plan.second, 0)
        context = FAMILIES[plan.family][1][plan.context]
        types = {"T": plan.type, "U": plan.second, "V": plan.target}
        declared = "".join(f"{p}, " for p, _ in self.parameters).removesuffix(", ") or "void"
        passed = ", ".join(a for _, a in self.parameters)
        name = f"cell_{self.number}"
        if context == "RETURN":
            body = " ".join([*self.setup, f"return {text};"])
            self.top.append(f"static {plan.target} returned_{self.number}({declared}) {{ {body} }}")
            kept = [one for one in self.seen if re.search(r"[ge]\d+_\d|calls_", one)]
            lines = [f"SHOW(returned_{self.number}({passed}));", *(f"SHOW({one});" for one in kept)]
            declared, passed = "void", ""
        else:
            letter = {"scalar": "E", "pointer": "P", "struct": "S"}[plan.family]
            context = self.with_locals(self.with_helpers(context, "", **types), "")
            lines = [*self.setup, put(context, **{letter: text}), *(f"SHOW({one});" for one in self.seen)]
        self.call = f"{name}({passed});"
        return "\n".join([*self.top, f"static void {name}({declared}) {{ // {plan.name()}",
                          *("  " + line for line in lines), "}"])

    def numbered(self, show):
        """The text with show(site) in place of each SHOW; sites are counted in each cell."""
        parts = self.text.split("SHOW(")
        return parts[0] + "".join(show(site) + part for site, part in enumerate(parts[1:]))
