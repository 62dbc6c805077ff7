# SPDX-License-Identifier: Apache-2.0
"""Random programs that call functions of the library on known data: library.py SEED

Each step changes memory or asks for something, and prints what there is then. The generator keeps a
picture of the strings and sizes, so that every call is defined: texts end, buffers are long enough,
memcpy does not overlap, no byte is read that was never written.
"""
import random
import sys

HEAD = """#include <ctype.h>
#include <stdlib.h>
#include <string.h>
void pawl_print(long long);
struct item { char kind; int value; short rows[3]; };
char text[3][40] = {"one", "", "a longer text"};
unsigned char bytes[24];
int ints[7] = {1, -2, 3, -4, 5, -6, 7};
int others[7];
short shorts[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1};
long longs[4];
struct item items[4], copies[4];
static void show_text(const char *s) { for (int i = 0; s[i]; i++) pawl_print(s[i]); pawl_print(0); }
static int sign(int x) { return x < 0 ? -1 : x > 0; }
int main(void) {
"""
ROWS = {"bytes": (24, 1), "ints": (7, 4), "others": (7, 4), "shorts": (9, 2), "longs": (4, 8)}
SAME = [("ints", "others"), ("others", "ints"), ("ints", "ints"), ("shorts", "shorts"),
        ("bytes", "bytes"), ("longs", "longs")]
LETTERS = "abcxyz 19"


class Program:
    def __init__(self, seed):
        self.random = random.Random(f"library {seed}")
        self.lines = []
        self.text = ["one", "", "a longer text"]
        self.heap = 0

    def say(self, line):
        self.lines.append("  " + line)

    def number(self, value):
        """A constant, or an input that the analysis does not know: both have the same value."""
        name = f"n{len(self.lines)}"
        if self.random.randrange(3):
            return str(value)
        self.say(f"unsigned long {name} = {value};")
        return name

    def show(self, row):
        count, _ = ROWS[row]
        self.say(f"for (int i = 0; i < {count}; i++) pawl_print({row}[i]);")

    def show_items(self, name):
        self.say(f"for (int i = 0; i < 4; i++) {{ pawl_print({name}[i].kind); "
                 f"pawl_print({name}[i].value); pawl_print({name}[i].rows[i % 3]); }}")

    def set_row(self):
        row = self.random.choice(list(ROWS))
        count, size = ROWS[row]
        first = self.random.randrange(count)
        length = self.random.randrange((count - first) * size + 1)
        byte = self.random.choice([0, 1, 0x5a, 0x80, 0xff, -1, 300])
        self.say(f"memset({row} + {first}, {byte}, {self.number(length)});")
        self.show(row)

    def copy_row(self):
        to, source = self.random.choice(SAME)
        count, size = ROWS[to]
        first, second = self.random.randrange(count), self.random.randrange(count)
        length = self.random.randrange((count - max(first, second)) * size + 1)
        apart = to != source or abs(first - second) * size >= length
        how = self.random.choice(["memcpy", "memmove"]) if apart else "memmove"
        self.say(f"{how}({to} + {first}, {source} + {second}, {self.number(length)});")
        self.show(to)

    def structs(self):
        name = self.random.choice(["items", "copies"])
        index, value = self.random.randrange(4), self.random.randrange(-99, 99)
        self.say(f"{name}[{index}].value = {value}; {name}[{index}].rows[{index % 3}] = {value};")
        choice = self.random.randrange(4)
        if choice == 0:
            byte = self.random.choice([0, 255])
            count = self.random.randrange(4 - index + 1)
            self.say(f"memset({name} + {index}, {byte}, {count} * sizeof(struct item));")
        elif choice == 1:
            count = self.random.randrange(1, 5)
            self.say(f"memcpy(copies, items, {count} * sizeof(struct item)); ")
        elif choice == 2:
            self.say(f"memmove(items + 1, items, {self.random.randrange(4)} * sizeof *items);")
        else:
            length = self.random.randrange(2, 16)
            self.say(f"memset(&{name}[{index}], 0, {length});")
        self.show_items("items")
        self.show_items("copies")

    def word(self):
        return "".join(self.random.choice(LETTERS) for _ in range(self.random.randrange(8)))

    def write_text(self):
        to = self.random.randrange(3)
        source = self.random.randrange(3)
        literal = self.random.randrange(2)
        word = self.word() if literal or source == to else self.text[source]
        given = f'"{word}"' if literal or source == to else f"text[{source}]"
        limit = self.random.randrange(12)
        old = self.text[to]
        how = self.random.choice(["strcpy", "stpcpy", "strncpy", "strcat", "strncat"])
        if how in ("strcat", "strncat") and len(old) + len(word) > 38:
            how = "strcpy"
        if how == "strncpy":
            self.say(f"strncpy(text[{to}], {given}, {limit}); text[{to}][{limit}] = 0;")
            self.text[to] = word[:limit]
        elif how == "strncat":
            self.say(f"strncat(text[{to}], {given}, {limit});")
            self.text[to] = old + word[:limit]
        elif how == "strcat":
            self.say(f"strcat(text[{to}], {given});")
            self.text[to] = old + word
        elif how == "stpcpy":
            self.say(f"pawl_print(stpcpy(text[{to}], {given}) - text[{to}]);")
            self.text[to] = word
        else:
            self.say(f"strcpy(text[{to}], {given});")
            self.text[to] = word
        self.say(f"show_text(text[{to}]);")

    def ask_text(self):
        a, b = f"text[{self.random.randrange(3)}]", f"text[{self.random.randrange(3)}]"
        letter, limit = ord(self.random.choice(LETTERS)), self.random.randrange(10)
        found = self.random.choice([f"strchr({a}, {letter})", f"strrchr({a}, {letter})",
                                    f"memchr({a}, {letter}, {limit})"])
        word = self.word()
        self.say(self.random.choice([
            f"pawl_print(strlen({a}));",
            f"pawl_print(strnlen({a}, {limit}));",
            f"pawl_print(sign(strcmp({a}, {b})));",
            f"pawl_print(sign(strncmp({a}, {b}, {limit})));",
            f"pawl_print(sign(memcmp({a}, {b}, {limit})));",
            f'pawl_print(strspn({a}, "{word}"));',
            f'pawl_print(strcspn({a}, "{word}"));',
            f"{{ char *at = {found}; pawl_print(at ? at - {a} : -1); }}"]))

    def ask_character(self):
        name = self.random.choice(["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower",
                                   "print", "punct", "space", "upper", "xdigit"])
        c = self.random.randrange(128)
        self.say(self.random.choice([f"pawl_print(!!is{name}({c}));", f"pawl_print(toupper({c}));",
                                     f"pawl_print(tolower({c}));", f"pawl_print(abs({c} - 64));"]))

    def allocate(self):
        self.heap += 1
        p, count, more = f"p{self.heap}", self.random.randrange(1, 6), self.random.randrange(1, 9)
        kind = self.random.choice(["int", "short", "struct item"])
        part = ".value" if kind == "struct item" else ""
        self.say(f"{kind} *{p} = calloc({count}, sizeof *{p});")
        self.say(f"for (int i = 0; i < {count}; i++) {p}[i]{part} += i * 3 + 1;")
        self.say(f"{p} = realloc({p}, {self.number(more)} * sizeof *{p});")
        self.say(f"for (int i = 0; i < {min(count, more)}; i++) pawl_print({p}[i]{part});")
        self.say(f"free({p});")

    def duplicate(self):
        self.heap += 1
        which = self.random.randrange(3)
        how = self.random.choice([f"strdup(text[{which}])",
                                  f"strndup(text[{which}], {self.random.randrange(6)})"])
        self.say(f"char *d{self.heap} = {how};")
        self.say(f"show_text(d{self.heap}); free(d{self.heap});")

    def program(self):
        steps = [self.set_row, self.set_row, self.copy_row, self.copy_row, self.structs,
                 self.write_text, self.write_text, self.ask_text, self.ask_text,
                 self.ask_character, self.allocate, self.duplicate]
        for _ in range(12):
            self.random.choice(steps)()
        return HEAD + "\n".join(self.lines) + "\n  return 0;\n}\n"


def generate(seed):
    return Program(seed).program()


if __name__ == "__main__":
    print(generate(int(sys.argv[1])), end="")
