# SPDX-License-Identifier: Apache-2.0
"""Kinds of expressions: each makes the text of one from a place, which is an lvalue, and a value.

`L` stands for the lvalue, `Y` for the value, `T` and `U` for their types and `K` for the number of the
cell. HELPERS are functions and objects that an expression needs, by the words it uses.
"""
ARITHMETIC = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]
RELATIONS = ["<", "<=", ">", ">=", "==", "!="]

SCALAR = {"read": "L", "assign": "L = Y", "++L": "++L", "--L": "--L", "L++": "L++", "L--": "L--",
          "-L": "-L", "+L": "+L", "~L": "~L", "!L": "!L", "!!L": "!!L", "cast": "(U)L",
          "cast twice": "(T)(U)L", "cast value": "(T)Y"}
SCALAR |= {f"L {op}= Y": f"L {op}= Y" for op in ARITHMETIC}
SCALAR |= {f"L {op} Y": f"L {op} Y" for op in ARITHMETIC + RELATIONS + ["&&", "||"]}
SCALAR |= {
    "shift by few": "L << (Y & 7)",
    "divide by odd": "L / (Y | 1)",
    "?:": "one ? L : Y", "?: other": "L ? Y : 3", "?: without middle": "L ?: Y",
    "?: with effects": "one ? (L = Y) : (L++)", "?: both": "(L > 3 ? ++n : --n) + L",
    "comma": "(L = Y, L + 1)", "comma twice": "(n++, L = Y, n)",
    "call": "same_K(L)", "call with effect": "counted_K(Y)", "call through pointer": "pointer_K(Y)",
    "chosen call": "(one ? same_K : counted_K)(Y)",
    "pass address": "bump_K(&L)", "read through address": "*&L", "call twice": "same_K(same_K(Y))",
    "recursive call": "sum_K(3, Y)", "member of result": "pair_K(Y).second",
    "statement expression": "({ T w = L; L = Y; w; })",
    "assignment used": "(L = Y) + 1", "compound used": "(L += Y) > 4", "chain": "n = L = Y",
    "assign and test": "(L = Y) && L", "test and assign": "L && (L = Y)", "or assign": "L || (L = 7)",
    "not and assign": "!(L = Y)", "in parentheses": "((L))",
    "sizeof": "sizeof L", "sizeof a type with an effect": "sizeof(int[++n])",
    "element with effect": "few[n++] + L", "element of literal": '"abcd"[n] + L',
    "compound literal": "(struct pair){L, Y}.second", "array literal": "(int[]){4, 5, 6}[n] + L",
    "minus minus": "- -L", "character": "'a' + L", "expect": "__builtin_expect(L, 1)",
    "nested ?:": "L > Y ? L : L < Y ? Y : 0", "step and read": "(L++, L)",
    "mixed": "L + Y * 2 - n", "complement and shift": "~L >> 1", "bool": "(_Bool)Y + L",
    "generic": "_Generic(L, int: 1, unsigned: 2, default: 3)",
}

# Expressions whose value is a pointer to int: into `few`, or to `n`.
POINTERS = {
    "p": "p", "&n": "&n", "array": "few", "array + 1": "few + 1", "1 + p": "1 + p", "p - 1": "p + 1 - 1",
    "&few[1]": "&few[1]", "p++": "p++", "++p": "++p", "p += 1": "p += 1", "p--": "(p++, p--)",
    "assign": "p = few + 2", "?:": "one ? p : &n", "?: null": "one ? p : 0", "comma": "(n++, p)",
    "call": "next_K(p)", "call twice": "next_K(next_K(p))", "member": "held.at", "->": "holder->at",
    "element": "both[1]", "*pp": "*pp", "**": "*&p", "&*": "&*p", "void": "(int *)(void *)p",
    "bytes": "(int *)((char *)p + sizeof(int))", "&member": "&held.count", "row": "grid[1]",
    "row of pointer": "rows[1]", "&row": "*&grid[0]", "chosen row": "grid[n - n]",
    "element with effect": "both[zero++]", "statement expression": "({ int *w = p; p++; w; })",
    "assignment used": "(p = few) + 1", "cast of number": "(int *)(unsigned long)p",
    "compound literal": "(int[]){7, 8, 9}", "?: without middle": "p ?: &n", "member of result": "hold_K(p).at",
}
# Those that do not lead into `few`, and what C defines for pointers into one object only.
ELSEWHERE = {"&n", "&member", "row", "row of pointer", "&row", "chosen row", "compound literal"}
SAME_OBJECT = {"difference", "order", "loop"}
# What a pointer is used for; `P` stands for the expression.
POINTER_CONTEXTS = {
    "statement": "P;", "void": "(void)(P);", "read": "SHOW(*(P));", "index": "SHOW((P)[0]);",
    "write": "*(P) = 77;", "step": "(*(P))++;", "compound": "*(P) += 3;",
    "post-increment": "int *w = P; SHOW(*w++); SHOW(w == few + 1);",
    "initialiser": "int *w = P; SHOW(*w);", "assignment": "int *w; w = P; SHOW(*w);",
    "equal": "SHOW((P) == few);", "unequal": "SHOW((P) != &n);", "null": "SHOW((P) == 0);",
    "not": "SHOW(!(P));", "condition": "if (P) SHOW(1); else SHOW(2);", "and": "SHOW((P) && one);",
    "difference": "long w = (P) - few; if (w >= -2 && w < 4) SHOW(w);",
    "order": "SHOW((P) < few + 2);", "argument": "SHOW(first_K(P));", "write in callee": "set_K(P);",
    "returned": "SHOW(*through_K(P));", "while": "while (P) { if (++turns > 1) break; }",
    "for": "for (int *w = P; turns < 1; turns++, w++) SHOW(*w);",
    "loop": "for (int *w = P; w < few + 3 && w >= few; w++) turns += *w;",
    "stored": "held.at = P; SHOW(*held.at);", "array initialiser": "int *w[2] = {0, P}; SHOW(*w[1]);",
    "struct initialiser": "struct holding w = {.at = P}; SHOW(*w.at);",
    "plus n": "SHOW((P) + 1 == few + 1);", "as void": "void *w = P; SHOW(*(int *)w);",
    "as bytes": "char *w = (char *)(P); SHOW(*w);", "sizeof": "SHOW(sizeof(P));",
    "?:": "SHOW(*(one ? P : few));", "comma": "SHOW(*(n, P));", "memset": "memset(P, 0, sizeof(int));",
    "memcpy": "int w = 0; memcpy(&w, P, sizeof w); SHOW(w);", "address of element": "SHOW(&(P)[0] == few);",
}

# Expressions whose value is a struct pair; `s`, `t` are such, `many` is an array, `at` a pointer into it.
STRUCTS = {
    "s": "s", "*p": "*at", "element": "many[1]", "element with effect": "many[zero++]",
    "element by member": "many[s.first]", "pointer step": "*at++", "step pointer": "*++at",
    "call": "pair_K(6)", "call of copy": "swap_K(s)", "?:": "one ? s : t", "comma": "(n++, s)",
    "assignment": "s = t", "assignment of call": "s = pair_K(9)", "compound literal": "(struct pair){n, 8}",
    "member": "outer.inner", "member of pointer": "there->inner", "statement expression": "({ s.first++; s; })",
    "assign to element": "many[0] = s", "assign through pointer": "*at = t", "chain": "s = t = many[1]",
    "assign itself": "s = many[s.first]", "?: of calls": "one ? pair_K(1) : swap_K(t)",
    "read after write": "(s.first = 0, s)", "next": "*chain->next",
    "through address": "*&s", "through cast": "*(struct pair *)(void *)&t", "member of call": "nest_K(s).inner",
}
STRUCT_CONTEXTS = {
    "statement": "S;", "void": "(void)(S);", "comma statement": "m = 3, S;", "copy": "t = S;",
    "initialiser": "struct pair u = S; SHOW(u.first); SHOW(u.second);",
    "member": "SHOW((S).second);", "member plus": "SHOW((S).first + (int)t.second);",
    "argument": "SHOW(both_K(S));", "returned": "struct pair u = keep_K(S); SHOW(u.second);",
    "to element": "many[1] = S;", "through pointer": "*at = S;", "to member": "outer.inner = S;",
    "array initialiser": "struct pair u[2] = {{1, 2}, S}; SHOW(u[1].first); SHOW(u[1].second);",
    "struct initialiser": "struct nest u = {4, S}; SHOW(u.inner.first); SHOW(u.before);",
    "designated": "struct nest u = {.inner = S, .before = 5}; SHOW(u.inner.second);",
    "?:": "struct pair u = one ? S : t; SHOW(u.first);", "member condition": "if ((S).first) SHOW(1);",
    "compound with member": "m += (S).second;", "two copies": "struct pair u; t = u = S; SHOW(u.second);",
    "for": "for (struct pair u = S; turns < 1; turns++) SHOW(u.first);",
    "loop step": "for (; turns < 2; turns++, S) ;", "call and return": "SHOW(swap_K(S).first);",
    "index": "SHOW(few[(S).first & 1]);", "in block": "{ struct pair s2 = S; s = s2; }",
}
