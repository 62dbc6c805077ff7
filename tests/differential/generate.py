# SPDX-License-Identifier: Apache-2.0
"""Random C programs that end and whose behaviour is defined: generate.py SEED [--asserts] [--small]

The same seed gives the same program; small ones have one or two loops, and no checksums. Inputs come from __VERIFIER_nondet_*(); pawl_print(long long)
shows values at some points, and at the end all variables. What keeps a program defined:

- signed + - * work on operands reduced to a few bits, or go through unsigned types;
- divisors are odd constants or `| 1`, shift counts are masked, indices are reduced modulo the length;
- calls and inputs are whole statements, so that no order of evaluation is left open;
- every loop has a counter that nothing else writes, and a small bound;
- pointers are never NULL, never outside an object when they are read through, and never to a local
  of an inner block.
"""
import argparse
import random

from expressions import (INPUTS, INT, TYPES, UCHAR, UINT, Expressions, Function, Pointer, Record,
                         Scope, Variable, balanced, can_step, declaration)

PRELUDE = """\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
extern void pawl_print(long long);
"""


class Generator(Expressions):
    def __init__(self, seed, asserts=False, small=False):
        self.random = random.Random(f"small {seed}" if small else seed)
        self.small = small
        self.asserts = asserts
        self.lines = []
        self.depth = 0
        self.count = 0
        self.budget = 0
        self.records = []
        self.functions = []

    # --- text

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def open(self, text):
        self.line(text + " {")
        self.depth += 1

    def close(self, text="}"):
        self.depth -= 1
        self.line(text)

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    # --- statements

    def assign(self, scope):
        targets = [v for v in scope.variables if v.writable]
        if scope.pointers and self.chance(20):
            self.line(f"*{self.pick(scope.pointers).name} = {self.expression(scope)};")
            return
        variable = self.pick(targets)
        left = self.element(scope, variable)
        kind = self.random.randrange(10)
        if kind < 2 and not variable.type.signed:
            self.line(f"{left} {self.pick(['+=', '-=', '^=', '|=', '&='])} "
                      f"(unsigned)({self.expression(scope)});")
        elif kind < 4 and can_step(variable.type):
            self.line(self.pick([f"{left}++;", f"--{left};"]))
        else:
            self.line(f"{left} = {self.expression(scope)};")

    def retarget(self, scope):
        pointer = self.pick(scope.pointers)
        self.line(f"{pointer.name} = {self.address(scope, pointer.type)};")

    def address(self, scope, type):
        """The address of something of this type that lives as long as the pointers do."""
        # Of a struct one member only: a pointer that may lead to several of its parts is refused.
        candidates = {v.name.split(".")[0]: v for v in self.lasting if v.type is type and v.writable}
        return "&" + self.element(scope, self.pick(list(candidates.values())))

    def read_input(self, scope):
        names = sorted(INPUTS)
        targets = [v for v in scope.variables if v.writable]
        self.line(f"{self.element(scope, self.pick(targets))} = "
                  f"__VERIFIER_nondet_{self.pick(names)}();")

    def show(self, scope):
        if self.asserts and self.chance(50):
            self.line(f"__VERIFIER_assert({self.condition(scope)});")
        else:
            self.line(f"pawl_print((long long)({self.leaf(scope)}));")

    def call(self, scope):
        function = self.pick(self.functions)
        arguments = [self.expression(scope, 1) for _ in function.parameters]
        if function.pointer:
            arguments.append(self.address(scope, function.pointer))
        if function.record:
            values = [v for v in self.structs if v[1] is function.record]
            if not values:
                return self.assign(scope)
            arguments.append(self.pick(values)[0])
        target = self.element(scope, self.pick([v for v in scope.variables if v.writable]))
        self.line(f"{target} = {function.name}({', '.join(arguments)});")
        return None

    def copy_struct(self, scope):
        first, record = self.pick(self.structs)
        same = [name for name, r in self.structs if r is record]
        self.line(f"{first} = {self.pick(same)};")

    def branch(self, scope):
        self.open(f"if {self.parenthesised(self.condition(scope))}")
        self.block(scope.inner(), self.random.randrange(1, 3))
        if self.chance(50):
            self.close("} else {")
            self.depth += 1
            self.block(scope.inner(), self.random.randrange(1, 3))
        self.close()

    @staticmethod
    def parenthesised(text):
        return text if text.startswith("(") and text.endswith(")") and balanced(text) else f"({text})"

    def switch(self, scope):
        cases = self.random.randrange(2, 5)
        self.open(f"switch ((unsigned)({self.expression(scope, 1)}) % {cases}u)")
        inner = scope.inner()
        inner.in_loop = False  # a break in a case belongs to the switch
        for case in range(cases):
            last = case == cases - 1
            self.open("default:" if last and self.chance(60) else f"case {case}:")
            self.block(inner.inner(), 1)
            if self.chance(70):
                self.line("break;")
            self.close()
        self.close()

    def leave(self, scope):
        """break or continue, sometimes."""
        self.open(f"if {self.parenthesised(self.condition(scope))}")
        self.line(self.pick(["break;", "continue;"]))
        self.close()

    def block(self, scope, statements):
        if self.chance(25):
            self.declare(scope)
        for _ in range(statements):
            self.statement(scope)

    def statement(self, scope):
        self.budget -= 1
        options = [self.assign] * 6 + [self.show]
        if self.budget > 0:
            options += [self.branch] * 2 + [self.switch]
            if scope.loops < 2:
                options += [self.loop] * 3
            if self.functions and scope.loops < 2:
                options += [self.call] * 2
        if scope.loops < 2:
            options.append(self.read_input)
        if scope.in_loop:
            options.append(self.leave)
        if scope.pointers:
            options.append(self.retarget)
        if self.structs:
            options.append(self.copy_struct)
        self.pick(options)(scope)

    def declare(self, scope):
        type = self.pick(TYPES)
        # A name of an outer block, now and then: shadowing.
        name = self.fresh("t") if self.chance(85) or not self.count else f"t{self.count}"
        # The new variable is in scope in its own initialiser, but has no value there.
        scope.variables = [v for v in scope.variables if v.name != name]
        self.line(f"{type.name} {name} = {self.expression(scope, 1)};")
        scope.variables.append(Variable(name, type))

    # --- loops

    def loop(self, scope):
        maker = self.pick([self.for_loop] * 4 + [self.while_loop] * 2 +
                          [self.do_loop, self.goto_loop, self.array_loop, self.array_loop])
        inner = scope.inner()
        inner.loops += 1
        inner.in_loop = True
        maker(inner)

    def bound(self, scope):
        """A number of turns: a constant, or something between 0 and 7 that depends on a variable."""
        scalars = [v for v in scope.variables if not v.dimensions]
        if self.chance(40) or not scalars:
            return str(self.random.randrange(1, 9))
        return f"(int)((unsigned){self.pick(scalars).name} % 8u)"

    def body(self, scope):
        self.block(scope.inner(), self.random.randrange(1, 4))

    def counter(self, scope, type=INT):
        variable = Variable(self.fresh("i"), type, writable=False)
        scope.variables.append(variable)
        return variable.name

    def for_loop(self, scope):
        limit = self.bound(scope)
        if self.chance(50):
            limit_name = self.fresh("n")
            self.line(f"int {limit_name} = {limit};")
            scope.variables.append(Variable(limit_name, INT, writable=False))
            limit = limit_name
        i = self.counter(scope)
        step = self.pick([f"{i}++"] * 3 + [f"++{i}", f"{i} += 2"])
        header = self.pick([f"for (int {i} = 0; {i} < {limit}; {step})"] * 3 +
                           [f"for (int {i} = {limit}; {i} > 0; {i}--)"])
        self.open(header)
        self.body(scope)
        self.close()

    def while_loop(self, scope):
        i = self.fresh("i")
        down = self.chance(40)
        type = self.pick([INT, UINT, UCHAR])
        self.line(f"{type.name} {i} = {self.bound(scope) if down else 0};")
        limit = self.random.randrange(1, 9)
        condition = f"{i}-- > 0" if down else f"{i}++ < {limit}"
        if self.chance(30):
            condition += f" && {self.condition(scope)}"
        scope.variables.append(Variable(i, type, writable=False))
        self.open(f"while ({condition})")
        self.body(scope)
        self.close()

    def do_loop(self, scope):
        i = self.fresh("i")
        self.line(f"int {i} = 0;")
        condition = f"++{i} < {self.random.randrange(1, 8)}"
        if self.chance(30):
            condition += f" && {self.condition(scope)}"
        scope.variables.append(Variable(i, INT, writable=False))
        self.open("do")
        self.body(scope)
        self.close(f"}} while ({condition});")

    def goto_loop(self, scope):
        i, label = self.fresh("i"), self.fresh("again")
        self.line(f"int {i} = 0;")
        scope.variables.append(Variable(i, INT, writable=False))
        scope.in_loop = False
        self.lines.append(f"{label}:;")
        self.line("{")
        self.depth += 1
        early = self.chance(40)
        if early:
            self.line(f"if ({self.condition(scope)}) goto {label}_out;")
        self.body(scope)
        if early:
            self.lines.append(f"{label}_out:;")
        self.close()
        self.line(f"if (++{i} < {self.random.randrange(2, 6)}) goto {label};")

    def array_loop(self, scope):
        """A loop over one array, the kind that has quantified invariants."""
        arrays = [v for v in self.lasting if len(v.dimensions) == 1 and v in scope.variables]
        if not arrays:
            return self.for_loop(scope)
        array = self.pick(arrays)
        length = array.dimensions[0]
        if self.chance(25):
            p = self.fresh("q")
            self.open(f"for ({array.type.name} *{p} = {array.name}; {p} < {array.name} + {length}; {p}++)")
            self.line(f"*{p} = {self.expression(scope, 1)};")
            self.close()
            return None
        i = self.counter(scope)
        self.open(f"for (int {i} = 0; {i} < {length}; {i}++)")
        value = self.pick([self.constant(array.type), i, self.expression(scope, 1),
                           f"{array.name}[{i}]"])
        if self.chance(30):
            self.open(f"if {self.parenthesised(self.condition(scope))}")
            self.line(f"{array.name}[{i}] = {value};")
            self.close()
        else:
            self.line(f"{array.name}[{i}] = {value};")
        self.close()
        return None

    # --- the program

    def program(self):
        self.lines = PRELUDE.splitlines()
        self.line("")
        self.lasting = []  # variables that pointers may point to
        self.structs = []  # pairs of a variable's name and its record
        for _ in range(self.random.randrange(3)):
            self.record()
        top = Scope()
        for _ in range(self.random.randrange(1, 4)):
            self.object(top, static=True)
        self.lasting = list(top.variables)
        for _ in range(self.random.randrange(2 if self.small else 3)):
            self.function(top)
        self.main(top)
        return "\n".join(self.lines) + "\n"

    def record(self):
        tag = self.fresh("record")
        fields = [Variable(self.fresh("f"), self.pick(TYPES)) for _ in range(self.random.randrange(1, 4))]
        if self.chance(30):
            fields.append(Variable(self.fresh("f"), self.pick(TYPES), (self.random.randrange(1, 4),)))
        self.open(f"struct {tag}")
        for field in fields:
            self.line(f"{declaration(field)};")
        self.close("};")
        self.records.append(Record(tag, tuple(fields)))

    def object(self, scope, static=False):
        """Declares a scalar, an array or a struct, with values."""
        kind = self.random.randrange(10)
        prefix = "static " if static and self.chance(50) else ""
        if kind < 2 and self.records:
            record = self.pick(self.records)
            name = self.fresh("s")
            self.line(f"{prefix}struct {record.tag} {name} = {{{self.constant(record.fields[0].type)}}};")
            self.structs.append((name, record))
            scope.variables += [Variable(f"{name}.{f.name}", f.type, f.dimensions)
                                for f in record.fields]
            return
        dimensions = ()
        if kind < 6:
            dimensions = (self.random.randrange(2, 9),)
        elif kind < 7:
            dimensions = (self.random.randrange(1, 4), self.random.randrange(1, 4))
        variable = Variable(self.fresh("a" if dimensions else "x"), self.pick(TYPES), dimensions)
        value = self.constant(variable.type)
        braces = len(dimensions)
        self.line(f"{prefix}{declaration(variable)} = {'{' * braces}{value}{'}' * braces};")
        scope.variables.append(variable)

    def function(self, top):
        structs, lasting = self.structs, self.lasting
        scope = top.inner()
        result = self.pick(TYPES)
        parameters = [Variable(self.fresh("x"), self.pick(TYPES))
                      for _ in range(self.random.randrange(1, 3))]
        scope.variables += parameters
        texts = [declaration(p) for p in parameters]
        pointer = record = None
        pointed = sorted({v.type.name for v in self.lasting})
        if self.chance(40) and pointed:
            wanted = self.pick(pointed)
            pointer = next(t for t in TYPES if t.name == wanted)
            name = self.fresh("p")
            texts.append(f"{pointer.name} *{name}")
            scope.pointers = [Pointer(name, pointer)]
        elif self.chance(30) and self.records:
            record = self.pick(self.records)
            name = self.fresh("s")
            texts.append(f"struct {record.tag} {name}")
            self.structs = structs + [(name, record)]
            scope.variables += [Variable(f"{name}.{f.name}", f.type, f.dimensions)
                                for f in record.fields]
        # The pointer may be set to globals only: what it pointed to before is the caller's.
        function = Function(self.fresh("fun"), result, tuple(p.type for p in parameters), pointer,
                            record)
        self.line("")
        self.open(f"{'static ' if self.chance(50) else ''}{result.name} {function.name}({', '.join(texts)})")
        self.budget = 0 if self.small else 5
        scope.loops = 1  # at most one loop deep: it may be called in loops
        self.block(scope, self.random.randrange(1, 4))
        self.line(f"return {self.expression(scope)};")
        self.close()
        self.structs, self.lasting = structs, lasting
        self.functions.append(function)

    def main(self, top):
        self.line("")
        self.open("int main(void)")
        scope = top.inner()
        for _ in range(self.random.randrange(2, 5)):
            self.object(scope)
        for name in sorted(INPUTS):
            if self.chance(60):
                variable = Variable(self.fresh("x"), INPUTS[name])
                self.line(f"{declaration(variable)} = __VERIFIER_nondet_{name}();")
                scope.variables.append(variable)
        self.lasting = list(scope.variables)
        if not self.lasting:
            variable = Variable(self.fresh("x"), INT)
            self.line(f"{declaration(variable)} = 1;")
            scope.variables.append(variable)
            self.lasting = [variable]
        for _ in range(self.random.randrange(3)):
            target = self.pick([v for v in self.lasting])
            pointer = Pointer(self.fresh("p"), target.type)
            self.line(f"{target.type.name} *{pointer.name} = {self.address(scope, target.type)};")
            scope.pointers.append(pointer)
        self.budget = 2 if self.small else 14
        for _ in range(self.random.randrange(1, 3) if self.small else self.random.randrange(3, 7)):
            self.statement(scope)
        self.loop(scope.inner())
        self.show_all(scope)
        self.line("return 0;")
        self.close()

    def show_all(self, scope):
        """Every variable of main, arrays as a checksum; of a small program their first elements."""
        for variable in self.lasting:
            if self.small or not variable.dimensions:
                first = "[0]" * len(variable.dimensions)
                self.line(f"pawl_print((long long){variable.name}{first});")
                continue
            total = self.fresh("h")
            self.line(f"unsigned long long {total} = 0;")
            indices = [self.fresh("k") for _ in variable.dimensions]
            for k, n in zip(indices, variable.dimensions):
                self.open(f"for (int {k} = 0; {k} < {n}; {k}++)")
            element = variable.name + "".join(f"[{k}]" for k in indices)
            self.line(f"{total} = {total} * 31u + (unsigned long long){element};")
            for _ in indices:
                self.close()
            self.line(f"pawl_print((long long){total});")


def generate(seed, asserts=False, small=False):
    return Generator(seed, asserts, small).program()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--asserts", action="store_true", help="with assertions, which may fail")
    parser.add_argument("--small", action="store_true", help="one or two loops")
    options = parser.parse_args()
    print(generate(options.seed, options.asserts, options.small), end="")


if __name__ == "__main__":
    main()
