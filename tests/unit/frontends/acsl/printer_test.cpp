// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/printer.h"

#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/unit/frontends/acsl/acsl_parsed.h"

using namespace pawl;
using namespace pawl::frontend::acsl;
using pawl::test::ParsedAnnotation;
using pawl::test::ParsedTerm;
using pawl::test::RandomTerm;

namespace {

ParseOptions random_types() { return {.is_type_name = pawl::test::is_random_type_name}; }

}  // namespace

TEST_CASE("no parentheses but those that matter", "[acsl][printer]") {
  for (const char* text : {
           "a <==> b <==> c",
           "a <==> (b <==> c)",
           "a ==> b ==> c",
           "(a ==> b) ==> c",
           "a && b || c",
           "a && (b || c)",
           "(a && b) && c",
           "a && b ^^ c || d",
           "a == b",
           "a == (b == c)",
           "0 <= i < n <= m",
           "a - b - c",
           "a - (b - c)",
           "a * (b + c) % d",
           "-a + -(-b)",
           "&(&x)",
           "**p",
           "(*p).f",
           "*p.f",
           "p->f[i].g",
           "(unsigned int)a[i]",
           "((int)p)[i]",
           "(T *)p",
           "(T)(-x)",
           "(T)x",
           "sizeof(x) + sizeof(int *)",
           "a[0 .. n - 1]",
           "a[..]",
           "a[1 ..]",
           "\\valid(a + (0 .. n - 1))",
           "a ==> \\forall integer i; p ==> q",
           "a ==> (\\forall integer i; p) <==> q",
           "(\\forall integer i; p) && q",
           "p && \\exists int *p, i, integer k; q",
           "c ? \\forall int i; p : q",
           "c ? (n: p) : n: q",
           "(c ? a : b) ? d : e",
           "c ? a : d ? b : e",
           "a ==> (c ? p : q)",
           "\\let x = a + b; x * x",
           "n: a && m: b",
           "(n: a) && b",
           "{ (a | b), c }",
           "{ (a | b) | integer a; a > 0 }",
           "x \\in { a, b }",
           "a & b == c",
           "(a & b) == c",
           "a | b ^ c & d << e",
           "(a --> b) --> c",
           "P{Here,Old}(a, \\at(x, Pre)) && Q{L} && R()",
           "\\sum(0, n, \\lambda integer k; a[k])",
           "\\forall int (*a)[3], *b[2], c[]; p",
           "\\forall list<integer> l, m, set<list<int *>> s; p",
           "(1).f",
           "1 - -1",
       }) {
    CAPTURE(text);
    const ParsedTerm parsed(text);
    INFO(ParsedAnnotation::messages(parsed.diagnostics));
    REQUIRE(parsed.term);
    CHECK(print(parsed.term) == text);
  }
}

TEST_CASE("random terms are the same after printing and parsing", "[acsl][printer]") {
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    const Term term = RandomTerm(seed).term(2 + static_cast<int>(seed % 5));
    const std::string text = print(term);
    CAPTURE(seed, text);
    const ParsedTerm again(text, random_types());
    INFO(ParsedAnnotation::messages(again.diagnostics));
    REQUIRE(again.term);
    REQUIRE(equal(again.term, term));
  }
}

TEST_CASE("no pair of parentheses in a printed term can be left out", "[acsl][printer]") {
  std::size_t tried = 0;
  for (unsigned seed = 0; seed < 6'000; ++seed) {
    const Term term = RandomTerm(seed).term(4);
    const std::string text = print(term);
    for (std::size_t open = text.find('('); open != std::string::npos;
         open = text.find('(', open + 1)) {
      // Only those that the printer added: before an operand, not after a name or type.
      const std::string before = text.substr(0, open);
      const bool operand = before.empty() || before.ends_with("? ") || before.ends_with(": ") ||
                           before.ends_with("; ") || before.ends_with("&& ") ||
                           before.ends_with("==> ");
      if (!operand || text.find('"') != std::string::npos || text.find('\'') != std::string::npos) {
        continue;
      }
      int depth = 0;
      std::size_t close = open;
      for (; close < text.size(); ++close) {
        depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
        if (depth == 0) break;
      }
      std::string without = text;
      without.erase(close, 1).erase(open, 1);
      CAPTURE(seed, text, without);
      const ParsedTerm again(without, random_types());
      REQUIRE((!again.term || !equal(again.term, term)));
      ++tried;
    }
  }
  CHECK(tried > 500);
}

TEST_CASE("annotations are printed one clause per line", "[acsl][printer]") {
  const std::string contract =
      "/*@\n"
      "  requires n > 0;\n"
      "  check requires m: \\valid(p);\n"
      "  terminates \\true;\n"
      "  decreases n for R;\n"
      "  assigns *p, a[0 .. n - 1] \\from n, \\nothing;\n"
      "  allocates \\nothing;\n"
      "  frees p;\n"
      "  ensures \\result == \\old(n);\n"
      "  exits \\false;\n"
      "  behavior b:\n"
      "    assumes n > 1;\n"
      "    requires q;\n"
      "    assigns \\nothing;\n"
      "    admit ensures r;\n"
      "  behavior c:\n"
      "  complete behaviors;\n"
      "  disjoint behaviors b, c;\n"
      "*/";
  const std::string loop =
      "/*@\n"
      "  loop invariant 0 <= i <= n;\n"
      "  check loop invariant p;\n"
      "  loop assigns i;\n"
      "  for a, b: loop invariant q;\n"
      "  for a: loop assigns \\nothing;\n"
      "  for a: loop allocates p;\n"
      "  loop variant n - i for R;\n"
      "  loop_predicate i == k, a[k] == 0;\n"
      "  skolem_constant int k;\n"
      "  skolem_constant integer *j;\n"
      "  loop_invariant i >= 0;\n"
      "*/";
  const std::string declarations =
      "/*@\n"
      "  predicate P{K,L}<A>(A *a, integer n) = \\at(a[n], K) == \\at(a[n], L);\n"
      "  logic integer *f(int x) reads \\nothing;\n"
      "  logic integer c = 5;\n"
      "  predicate Q;\n"
      "  admit lemma l{L}: \\true;\n"
      "  inductive I{L}(integer n) {\n"
      "    case zero{L}: I(0);\n"
      "    case next: \\forall integer n; I(n) ==> I(n + 2);\n"
      "  }\n"
      "  type t;\n"
      "  type u<A> = list<A>;\n"
      "  global invariant g: x > 0;\n"
      "  strong type invariant s(struct S x) = x.f > 0;\n"
      "  axiomatic Ax {\n"
      "    logic integer f(integer n);\n"
      "    axiom zero: f(0) == 0;\n"
      "  }\n"
      "*/";
  for (const std::string& text :
       {contract, loop, declarations, std::string("/*@ assert \\true; */"),
        std::string("/*@\n  for b: check p;\n  admit q;\n*/"),
        std::string("//@ assert \"*/\" == p;"), std::string("/*@ ghost int x = 0; x++; */"),
        std::string("/*@ ghost L: ; */"),
        std::string(
            "/*@\n  for a:\n  requires p;\n  breaks q;\n  continues r;\n  returns s;\n*/")}) {
    CAPTURE(text);
    const ParsedAnnotation parsed(text);
    INFO(ParsedAnnotation::messages(parsed.diagnostics));
    REQUIRE(parsed.annotation);
    CHECK(print(*parsed.annotation) == text);
    const ParsedAnnotation again(print(*parsed.annotation));
    REQUIRE(again.annotation);
    CHECK(equal(*again.annotation, *parsed.annotation));
  }
}

TEST_CASE("the examples of the documentation are annotations and terms", "[acsl][printer]") {
  std::ifstream in(std::filesystem::path(PAWL_SOURCE_DIR) / "docs/acsl.md");
  std::string code;
  std::size_t terms = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("    ")) code += line + "\n";
    if (!line.starts_with("| ")) continue;
    static const std::regex quoted("`([^`]*)`");
    const std::string unescaped = std::regex_replace(line, std::regex(R"(\\\|)"), "|");
    for (std::sregex_iterator at(unescaped.begin(), unescaped.end(), quoted), end; at != end;
         ++at) {
      const ParsedTerm term((*at)[1]);
      INFO((*at)[1] << '\n' << ParsedAnnotation::messages(term.diagnostics));
      CHECK(term.term);
      ++terms;
    }
  }
  CHECK(terms >= 50);
  std::size_t annotations = 0;
  for (const TextRange comment : find_annotations(code)) {
    const std::string text = code.substr(comment.begin, comment.end - comment.begin);
    const ParsedAnnotation parsed(text);
    INFO(text << '\n' << ParsedAnnotation::messages(parsed.diagnostics));
    REQUIRE(parsed.annotation);
    const ParsedAnnotation again(print(*parsed.annotation));
    REQUIRE(again.annotation);
    CHECK(equal(*again.annotation, *parsed.annotation));
    ++annotations;
  }
  CHECK(annotations == 12);
}
