// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/term.h"

#include "tests/unit/frontends/acsl/acsl_parsed.h"

using namespace pawl;
using namespace pawl::frontend::acsl;
using pawl::test::ParsedAnnotation;
using pawl::test::ParsedTerm;

namespace {

/// The tree, written with its kinds: Add(Name a, Integer 1) as (+ a 1) would hide what we test.
std::string shape(const Term& term) {
  if (!term) return "_";
  std::string out = term->text;
  out += "#" + std::to_string(static_cast<int>(term->kind));
  for (const Identifier& label : term->labels) out += "@" + label.text;
  for (const Relation relation : term->relations) out += spelling(relation);
  for (const Binder& binder : term->binders) out += "[" + print(binder) + "]";
  if (term->type) out += "<" + print(*term->type) + ">";
  if (term->children.empty()) return out;
  out += "(";
  for (const Term& child : term->children) out += shape(child) + " ";
  return out + ")";
}

Term parsed(const std::string& text, const ParseOptions& options = {}) {
  const ParsedTerm out(text, options);
  INFO(text << '\n' << ParsedAnnotation::messages(out.diagnostics));
  REQUIRE(out.term);
  return out.term;
}

void check_same(const std::string& a, const std::string& b) {
  INFO(a << "   " << b);
  CHECK(shape(parsed(a)) == shape(parsed(b)));
  CHECK(equal(parsed(a), parsed(b)));
}

std::string errors(const std::string& text, const ParseOptions& options = {}) {
  const ParsedTerm out(text, options);
  CHECK(!out.term);
  return ParsedAnnotation::messages(out.diagnostics);
}

std::string repeat(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("operators bind as the reference manual says", "[acsl][term]") {
  check_same("a || b && c", "a || (b && c)");
  check_same("a ==> b <==> c ==> d", "(a ==> b) <==> (c ==> d)");
  check_same("a ==> b ==> c", "a ==> (b ==> c)");
  check_same("a ^^ b && c", "a ^^ (b && c)");
  check_same("a || b ^^ c", "a || (b ^^ c)");
  check_same("a + b * c << d", "(a + (b * c)) << d");
  check_same("a == b & c", "(a == b) & c");
  check_same("a | b ^ c & d", "a | (b ^ (c & d))");
  check_same("a && b --> c", "a && (b --> c)");
  check_same("a <--> b --> c", "a <--> (b --> c)");
  check_same("-a[i].f", "-((a[i]).f)");
  check_same("!a == b", "(!a) == b");
  check_same("a ? b : c ? d : e", "a ? b : (c ? d : e)");
  check_same("a ==> b ? c : d", "(a ==> b) ? c : d");
  check_same("\\forall integer i; a ==> b", "\\forall integer i; (a ==> b)");
  check_same("a && \\forall integer i; b && c", "a && (\\forall integer i; (b && c))");
  check_same("n: a && b", "n: (a && b)");
}

TEST_CASE("comparisons form chains", "[acsl][term]") {
  const Term chain = parsed("0 <= i < n == m");
  CHECK(chain->kind == TermKind::Comparison);
  CHECK(chain->children.size() == 4);
  CHECK(chain->relations ==
        std::vector<Relation>{Relation::LessEqual, Relation::Less, Relation::Equal});
  CHECK(parsed("(0 <= i) < n")->children.size() == 2);
  CHECK(errors("a < b > c") == "1:7: '>' cannot continue this chain of comparisons\n");
  CHECK(errors("a == b != c") == "1:8: '!=' cannot continue this chain of comparisons\n");
  CHECK(errors("a != b == c") == "1:8: '==' cannot continue this chain of comparisons\n");
  CHECK(errors("a == b > c == d < e") == "1:17: '<' cannot continue this chain of comparisons\n");
  CHECK(errors("a --> b --> c") == "1:9: '-->' twice in a row\n");
  CHECK(errors("a == b \\in c") == "1:8: expected the end of the comparison, found '\\in'\n");
}

TEST_CASE("a parenthesis before a name is a cast or not", "[acsl][term]") {
  const ParseOptions types{.is_type_name = [](std::string_view name) { return name == "T"; }};
  CHECK(parsed("(T)(x)")->kind == TermKind::Cast);
  CHECK(parsed("(T)x")->kind == TermKind::Cast);
  CHECK(parsed("(T) \\result")->kind == TermKind::Cast);
  CHECK(parsed("(T)!x")->kind == TermKind::Cast);
  CHECK(parsed("(T *)x")->kind == TermKind::Cast);
  CHECK(parsed("(T **const)x")->kind == TermKind::Cast);
  CHECK(parsed("(T (*)[3])x")->kind == TermKind::Cast);
  CHECK(parsed("(struct S)x")->kind == TermKind::Cast);
  CHECK(parsed("(unsigned long int)-x")->type->name == "unsigned long");
  CHECK(parsed("(integer)-x")->kind == TermKind::Cast);
  CHECK(parsed("(n) - 1")->kind == TermKind::Subtract);
  CHECK(parsed("(n) * x")->kind == TermKind::Multiply);
  CHECK(parsed("(n) & x")->kind == TermKind::BitAnd);
  CHECK(parsed("(n) \\in s")->kind == TermKind::Member);
  CHECK(parsed("(f(*p)) + 1")->kind == TermKind::Add);
  CHECK(parsed("(T) - 1", types)->kind == TermKind::Cast);
  CHECK(parsed("(n) - 1", types)->kind == TermKind::Subtract);
  CHECK(parsed("sizeof(T)", types)->kind == TermKind::SizeofType);
  CHECK(parsed("sizeof(n)", types)->kind == TermKind::SizeofTerm);
  CHECK(parsed("sizeof(T)")->kind == TermKind::SizeofTerm);
  CHECK(parsed("sizeof(unsigned)")->type->name == "unsigned int");
  CHECK(parsed("sizeof (a)[0]")->children[0]->kind == TermKind::Index);
  CHECK(errors("(n)(x)", types) ==
        "1:4: only a logic function or predicate can be called, by its name\n");
}

TEST_CASE("types and binders", "[acsl][term]") {
  const Term term =
      parsed("\\forall value_type *a, v, integer m, n, long unsigned *const p[2][3]; p");
  REQUIRE(term->binders.size() == 5);
  CHECK(print(term->binders[0]) == "value_type *a");
  CHECK(print(term->binders[1]) == "value_type v");
  CHECK(print(term->binders[3]) == "integer n");
  CHECK(print(term->binders[4]) == "unsigned long *const p[2][3]");
  REQUIRE(term->binders[4].type.derivations.size() == 3);
  CHECK(term->binders[4].type.derivations[0].is_const);
  CHECK(print(term->binders[4].type.derivations[1].size) == "3");
  CHECK(parsed("\\forall set<list<int>> s; p")->binders[0].type.arguments.size() == 1);
  CHECK(errors("\\forall i; p") == "1:10: expected a name, found ';'\n");
  CHECK(errors("\\forall short long i; p") == "1:9: C has no such type\n");
  CHECK(errors("\\forall unsigned float i; p") == "1:9: C has no such type\n");
  CHECK(errors("\\forall int (*f)(int); p") ==
        "1:17: pointers to functions are not supported in annotations\n");
  CHECK(errors("(int (int))x") == "1:6: function types are not supported in annotations\n");
}

TEST_CASE("literals", "[acsl][term]") {
  for (const char* text : {"0", "12", "017", "0x7fffffff", "1ull", "0XFFul", "0b101", "1LLU"}) {
    CHECK(parsed(text)->kind == TermKind::Integer);
    CHECK(parsed(text)->text == text);
  }
  for (const char* text : {"1.5", "1.", ".5", "1e10", "1.e-3f", "0x1.8p3", "2.0L", "1.0d"}) {
    CHECK(parsed(text)->kind == TermKind::Real);
  }
  CHECK(parsed("'\\''")->kind == TermKind::Character);
  CHECK(parsed("L\"a\\\"b\"")->kind == TermKind::String);
  CHECK(shape(parsed("a[0..n]")) == shape(parsed("a[0 .. n]")));
  CHECK(shape(parsed("a[1.5..2.]")) == shape(parsed("a[1.5 .. 2.]")));
  for (const char* text : {"12abc", "089", "0x", "1e", "0xe+1", "1.5u", "0x1.8"}) {
    CAPTURE(text);
    CHECK(errors(text) == "1:1: malformed number '" + std::string(text) + "'\n");
  }
  CHECK(errors("'a") == "1:1: this literal is never closed\n");
  CHECK(errors("\"a\" \"b\"") == "1:5: adjacent strings are not supported\n");
}

TEST_CASE("what terms cannot have is named", "[acsl][term]") {
  CHECK(errors("x++") == "1:2: unsupported operator '++'\n");
  CHECK(errors("x += 1") == "1:3: unsupported operator '+='\n");
  CHECK(errors("x = 1") == "1:3: expected the end of the term, found '='\n");
  CHECK(errors("[| a |]").starts_with("1:1: unsupported operator '[|'\n"));
  CHECK(errors("{ s \\with .f = 1 }") == "1:5: functional update with \\with is not supported\n");
  CHECK(errors("\\type(int)") == "1:1: \\type is not supported\n");
  CHECK(errors("\xe2\x88\x80 x") == "1:1: 3 unexpected bytes, the first is byte 0xe2\n");
  CHECK(errors("a + ") == "1:5: expected a term, found the end of the annotation\n");
  CHECK(errors("while") == "1:1: expected a term, found 'while'\n");
  CHECK(errors("\\at(x)") == "1:6: expected ',', found ')'\n");
  CHECK(errors("\\ x") == "1:1: unexpected '\\'\n");
  CHECK(errors("a /* b") == "1:3: this comment is never closed\n");
  CHECK(errors("") == "1:1: expected a term, found the end of the annotation\n");
  CHECK(errors(std::string(2'000, 'x')) == "1:1: name of 2000 characters\n");
}

TEST_CASE("every node knows its place", "[acsl][term]") {
  const ParsedTerm term("a &&\n  f(b) + (c) <= d[1]");
  REQUIRE(term.term);
  const Term& comparison = term.term->children[1];
  CHECK(comparison->range.begin == SourcePosition{2, 3});
  CHECK(comparison->range.end == SourcePosition{2, 21});
  const Term& sum = comparison->children[0];
  CHECK(sum->range.begin == SourcePosition{2, 3});
  CHECK(sum->range.end == SourcePosition{2, 13});
  CHECK(sum->children[1]->range.begin == SourcePosition{2, 11});
  CHECK(term.term->range.begin == SourcePosition{1, 1});
  CHECK(to_string(comparison->children[1]->range) == "t:2:17");
}

TEST_CASE("deep terms are refused where they get too deep", "[acsl][term]") {
  const std::size_t many = 100'000;
  CHECK(errors(repeat("(", many) + "x" + repeat(")", many)).find("nested too deeply") !=
        std::string::npos);
  for (const char* opening : {"!",
                              "(int)",
                              "f(",
                              "a[",
                              "\\old(",
                              "{",
                              "c ? ",
                              "c ? d : ",
                              "n: ",
                              "\\let x = ",
                              "\\let x = 1; ",
                              "\\forall int i; ",
                              "a ==> ",
                              "a --> (",
                              "\\forall int a[",
                              "\\forall t<",
                              "sizeof ",
                              "(int *[",
                              "a[..",
                              "\\forall int (*(*",
                              "0 == (",
                              "a \\in "}) {
    CAPTURE(opening);
    CHECK(!errors(repeat(opening, many) + "x").empty());
  }
  // Wide is not deep; long sums are.
  CHECK(parsed("x" + repeat(" && x", many))->children.size() == many + 1);
  CHECK(parsed("x" + repeat(" + x", max_term_depth - 1))->depth == max_term_depth);
  CHECK(errors("x" + repeat(" + x", many)).starts_with("1:1: the term is more than 1000 deep\n"));
  CHECK(errors("x" + repeat("[0]", many)).find("1000 deep") != std::string::npos);
  CHECK(parsed(repeat("!", max_term_depth - 1) + "x")->depth == max_term_depth);
}

TEST_CASE("trees of any depth are built, compared, printed and freed", "[acsl][term]") {
  const auto deep = [] {
    Term term = make_term(TermKind::Name, {}, {}, "x");
    for (int i = 0; i < 300'000; ++i) term = make_term(TermKind::Not, {}, {std::move(term)});
    return term;
  };
  const Term a = deep();
  CHECK(a->depth == 300'001);
  CHECK(equal(a, deep()));
  CHECK(print(a).size() == 300'001);
  const Term shared = a->children[0];
  CHECK(!equal(a, shared));
}
