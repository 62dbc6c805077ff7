// SPDX-License-Identifier: Apache-2.0
#include "gcl/printer.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/support/parsed.h"
#include "tests/support/random_program.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;
using pawl::test::random_program;
using pawl::test::RandomProgramOptions;

namespace {

std::optional<Program> parse(Context& context, const SourceFile& file) {
  Diagnostics diagnostics;
  std::optional<Program> program = parse_program(context, file, diagnostics);
  std::ostringstream messages;
  render(messages, diagnostics);
  UNSCOPED_INFO(messages.str());
  return program;
}

/// parse(print(p)) == p, and printing is stable.
void check_round_trip(Context& context, const Program& program) {
  const std::string text = print(program);
  CAPTURE(text);
  const SourceFile file("printed", text);
  const std::optional<Program> again = parse(context, file);
  REQUIRE(again);
  CHECK(equal(*again, program));
  CHECK(print(*again) == text);
}

}  // namespace

TEST_CASE("no parentheses but those that matter", "[gcl][printer]") {
  Parsed p(
      "procedure p(a: bool, b: bool, c: bool, i: int, j: int, k: int, m: [int]int, s: [int]bool) "
      "{}");
  for (const char* text : {
           "a <==> b <==> c",
           "a <==> (b <==> c)",
           "a ==> b ==> c",
           "(a ==> b) ==> c",
           "a && b || c",
           "a && (b || c)",
           "a && b && c",
           "(a && b) && c",
           "a && (b && c)",
           "!(a && b)",
           "!a && !!b",
           "i < j + k",
           "i != j && !(i < j)",
           "a != b",
           "(a && b) != c",
           "!(a != b)",
           "(i < j) != a",
           "i - (j - k) == i - j - k",
           "i + j + k == (i + j) + k",
           "i + (j + k) == i + j - k",
           "i - j + k == i + -j",
           "i * j * k == (i * j) * k",
           "i div (j div k) == i div j mod k",
           "-(i + j) * k == -(i * j)",
           "--i == -(5)",
           "i - -5 == --5",
           "m[i := k][j := -m[k]] == m ==> a",
           "(if a then i else j) + k == 0",
           "k + (if a then i else j) == 0",
           "0 == k + if a then i else j",
           "(if a then m else m[i := j])[k] == 0",
           "if if a then b else c then b else c",
           "if a then b else if b then c else a && b",
           "(if a then b else c) && a",
           "a && if a then b else c",
           "(forall q: int :: q < i) && a",
           "a && (forall q: int :: q < i) && b",
           "a ==> !forall q: int :: q < i ==> (exists r: int :: r < q) || b",
           "forall q: int, t: int :: {m[q], m[t]} {s[q + t]} m[q] <= m[t]",
           "old(i + 1) == entry(m)[old(i)]",
           "s[i] <==> mapof([int]bool, a)[i := b][j]",
           "bv_add(1bv8, bv_extract(7, 0, int_to_bv(16, i))) == bv_zero_extend(4, 0bv4)",
           "-i < -123456789012345678901234567890",
       }) {
    CAPTURE(text);
    const SourceFile file("expression", text);
    Diagnostics diagnostics;
    const Expr e = parse_expr(p.context, file, p.program, p.procedure(), {}, p.context.bool_sort(),
                              diagnostics);
    if (!e) {
      std::ostringstream messages;
      render(messages, diagnostics);
      FAIL_CHECK(messages.str());
      continue;
    }
    CHECK(print(e) == text);
  }
}

TEST_CASE("a program is printed as one writes it", "[gcl][printer]") {
  const std::string text = R"(sort ref;
const null: ref;
function f(x: int, y: int): bool;
function abs(x: int): int = if x < 0 then -x else x;
axiom forall x: int :: {f(x, 0)} f(x, 0);
var g: int;

procedure p(n: int, a: [int]int) returns (r: int, b: [int][int]int)
  requires 0 <= n;
  modifies g;
  ensures g == old(g) + 1;
{
  var i: int, j: int;
  i, j := j, i;
  b[i] := a;
  b[i][j], r := 0, n;
  b[i] := b[j][i := 1];
  havoc i, j;
  if i < n {
    assume 0 <= i;
  } else if i == n {
  } else {
    assert false;
  }
  if * {
    i := 1;
  }
  {
    skip;
  } [] {
    i := 1;
    {
      i := 2;
    } [] {
      i := 3;
    }
  }
  while i < n
    skolem k: int, o: ref;
    invariant 0 <= i;
    invariant entry(i) <= i;
    predicate a[k] == 0 && o != null;
  {
    block L {
      exit L;
    }
  }
  while * {
  }
  call r := q(i + 1);
  call q2();
}

procedure q(x: int) returns (y: int);
  modifies g;
  ensures y == x;

procedure q2();
)";
  CHECK(print(Parsed(text).program) == text);
}

TEST_CASE("procedures and blocks are printed on their own", "[gcl][printer]") {
  const Parsed p("procedure p(n: int) returns (r: int) { r := n; assert r == n; }");
  std::ostringstream procedure;
  print(procedure, p.procedure());
  CHECK(procedure.str() ==
        "procedure p(n: int) returns (r: int)\n{\n  r := n;\n  assert r == n;\n}\n");
  std::ostringstream block;
  print(block, *p.procedure().body, 4);
  CHECK(block.str() == "    r := n;\n    assert r == n;\n");
}

TEST_CASE("a bound variable never hides what is in scope", "[gcl][printer]") {
  Context c;
  const Sort integer = c.int_sort();
  const Expr k = c.var("k", integer);
  const Expr bound = c.bound_var("k", integer);
  const Expr inner = c.bound_var("k#2", integer);
  const auto less = [&](Expr a, Expr b) { return c.make(Kind::Lt, {a, b}); };
  const Expr captured = c.make_quantifier(Kind::Forall, {&bound, 1}, {}, less(bound, k));
  CHECK(print(captured) == "forall k#2: int :: k#2 < k");
  const Expr nested = c.make_quantifier(Kind::Exists, {&inner, 1}, {}, less(inner, bound));
  const Expr outer =
      c.make_quantifier(Kind::Forall, {&bound, 1}, {}, c.make(Kind::And, {nested, less(bound, k)}));
  CHECK(print(outer) == "forall k#3: int :: (exists k#2: int :: k#2 < k#3) && k#3 < k");
  CHECK(print(c.make_quantifier(Kind::Forall, {&bound, 1}, {}, less(bound, bound))) ==
        "forall k: int :: k < k");

  // In a program the names in scope count, used or not; and the text is a program again.
  Parsed p("procedure p() { var i: int, j: int; }");
  const Expr i = p.context.bound_var("i", p.context.int_sort());
  const Expr clash =
      p.context.make_quantifier(Kind::Forall, {&i, 1}, {}, p.context.make(Kind::Le, {i, i}));
  p.program.procedures[0].body->push_back({Assert{{clash, {}}, {}}, {}});
  const std::string text = print(p.program);
  CHECK(text ==
        "procedure p()\n{\n  var i: int, j: int;\n"
        "  assert forall i#2: int :: i#2 <= i#2;\n}\n");
  CHECK(print(Parsed(text).program) == text);
}

TEST_CASE("many locals are declared on many lines", "[gcl][printer]") {
  std::string text = "procedure p() {\n";
  for (int i = 0; i < 100; ++i) text += "  var local" + std::to_string(i) + ": [int]int;\n";
  Parsed p(text + "}\n");
  const std::string printed = print(p.program);
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
  check_round_trip(p.context, p.program);
}

TEST_CASE("the deepest program is printed and read again", "[gcl][printer]") {
  std::string text = "procedure p(b: bool) {";
  const char* const openings[] = {"while b invariant b; {", "if b {} else {", "block L {",
                                  "{ assume b; } [] {"};
  for (int i = 0; i < 999; ++i) {
    std::string opening = openings[i % 4];
    if (i % 4 == 2) opening.insert(opening.find('L') + 1, std::to_string(i));
    text += opening;
  }
  Parsed p(text + std::string(999, '}') + "}");
  check_round_trip(p.context, p.program);
}

TEST_CASE("a printed program is the same program", "[gcl][printer][property]") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Context context;
    RandomProgramOptions options;
    options.seed = seed;
    options.size = seed % 10 == 0 ? 60 : 15;
    options.depth = 1 + static_cast<int>(seed % 6);
    check_round_trip(context, random_program(context, options));
  }
}

TEST_CASE("restricted random programs keep to their restrictions", "[gcl][printer][property]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Context context;
    RandomProgramOptions options;
    options.seed = seed;
    options.loops = RandomProgramOptions::Loops::None;
    options.ints = RandomProgramOptions::Ints::Small;
    options.quantifiers = RandomProgramOptions::Quantifiers::None;
    options.calls = RandomProgramOptions::Calls::None;
    options.sorts = RandomProgramOptions::Sorts::IntsAndBools;
    options.past = RandomProgramOptions::Past::None;
    const Program program = random_program(context, options);
    check_round_trip(context, program);
    const std::string text = print(program);
    for (const char* word : {"while", "call", "forall", "exists", "old", "[", "bv", "ref"}) {
      CAPTURE(word, text);
      // Choices are the only brackets.
      std::size_t at = text.find(word);
      while (at != std::string::npos && text.compare(at, 2, "[]") == 0)
        at = text.find(word, at + 1);
      CHECK(at == std::string::npos);
    }
  }
}

TEST_CASE("equal seeds give equal programs", "[gcl][printer][property]") {
  Context a;
  Context b;
  RandomProgramOptions options;
  options.seed = 42;
  const std::string text = print(random_program(a, options));
  CHECK(text == print(random_program(b, options)));
  options.seed = 43;
  CHECK(text != print(random_program(b, options)));
}

TEST_CASE("samples survive printing", "[gcl][printer]") {
  std::size_t count = 0;
  const std::filesystem::path samples = std::filesystem::path(PAWL_SOURCE_DIR) / "samples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
    if (entry.path().extension() != ".gcl") continue;
    std::ifstream in(entry.path());
    const SourceFile file(entry.path().string(), {std::istreambuf_iterator<char>(in), {}});
    Context context;
    Diagnostics diagnostics;
    const std::optional<Program> program = parse_program(context, file, diagnostics);
    if (!program) continue;  // the samples of bad input, which have their own test
    CAPTURE(file.name());
    check_round_trip(context, *program);
    ++count;
  }
  CHECK(count >= 30);
}

TEST_CASE("the examples of the documentation are programs", "[gcl][printer]") {
  std::ifstream in(std::filesystem::path(PAWL_SOURCE_DIR) / "docs/gcl.md");
  std::size_t count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line != "```gcl") continue;
    std::string example;
    while (std::getline(in, line) && line != "```") example += line + "\n";
    // Some show declarations only, and a program has a procedure.
    Parsed p(example + "procedure last() {}\n");
    CAPTURE(example);
    check_round_trip(p.context, p.program);
    ++count;
  }
  CHECK(count == 5);
}
