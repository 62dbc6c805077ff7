// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/parser.h"

#include "tests/unit/frontends/acsl/acsl_parsed.h"

using namespace pawl;
using namespace pawl::frontend::acsl;
using pawl::test::ParsedAnnotation;

namespace {

std::string errors(const std::string& text) {
  const ParsedAnnotation out(text);
  CHECK(!out.annotation);
  return ParsedAnnotation::messages(out.diagnostics);
}

std::vector<std::string> found(const std::string& text) {
  std::vector<std::string> out;
  for (const TextRange r : find_annotations(text))
    out.push_back(text.substr(r.begin, r.end - r.begin));
  return out;
}

}  // namespace

TEST_CASE("annotations are found among comments and strings", "[acsl][parser]") {
  using Texts = std::vector<std::string>;
  CHECK(found("int x; //@ assert a;\nint y;") == Texts{"//@ assert a;"});
  CHECK(found("/*@ a */ /* @b */ // @c\n/*@ d\n */") == Texts{"/*@ a */", "/*@ d\n */"});
  CHECK(found("\"//@ a\" '\"' //@ b\\\n c\r\nd") == Texts{"//@ b\\\n c"});
  CHECK(found("// no /*@ a */\n/* no //@ b */").empty());
  CHECK(found("#error don't\n//@ a") == Texts{"//@ a"});
  CHECK(found("'\\'' //@ a") == Texts{"//@ a"});
  CHECK(found("/*@ never closed") == Texts{"/*@ never closed"});
  CHECK(found("//@") == Texts{"//@"});
  CHECK(found("").empty());
}

TEST_CASE("a contract with everything", "[acsl][parser]") {
  const ParsedAnnotation parsed(
      "/*@ requires a: n > 0; // a comment\n"
      "  @ check requires b;\n"
      "  @ terminates \\true; decreases n for lexico;\n"
      "  @ assigns *p, a[0..n-1] \\from n, q; assigns \\nothing;\n"
      "  @ allocates p; frees q, r;\n"
      "  @ ensures \\result == \\old(*p); exits \\false;\n"
      "  @ behavior one: assumes n == 1; requires c; assigns \\nothing; admit ensures d;\n"
      "  @ behavior two: ensures e;\n"
      "  @ complete behaviors one, two; disjoint behaviors;\n"
      "  @*/");
  const auto& contract = parsed.as<Contract>();
  CHECK(contract.common.requires_.size() == 2);
  CHECK(contract.common.requires_[1].strength == Strength::Check);
  CHECK(to_string(contract.common.requires_[1].range) == "t:2:5");
  CHECK(contract.terminates.size() == 1);
  REQUIRE(contract.decreases);
  CHECK(contract.decreases->relation->text == "lexico");
  REQUIRE(contract.common.assigns.size() == 2);
  CHECK(contract.common.assigns[0].locations.size() == 2);
  CHECK(contract.common.assigns[0].from->size() == 2);
  CHECK(!contract.common.assigns[1].from);
  CHECK(contract.common.assigns[1].locations[0]->kind == TermKind::Nothing);
  CHECK(contract.common.allocations.size() == 2);
  CHECK(contract.common.ensures.size() == 1);
  CHECK(contract.common.exits.size() == 1);
  REQUIRE(contract.behaviors.size() == 2);
  CHECK(contract.behaviors[0].name == "one");
  CHECK(contract.behaviors[0].assumes.size() == 1);
  CHECK(contract.behaviors[0].requires_.size() == 1);
  CHECK(contract.behaviors[0].ensures[0].strength == Strength::Admit);
  CHECK(contract.behaviors[1].ensures.size() == 1);
  REQUIRE(contract.completeness.size() == 2);
  CHECK(contract.completeness[0].names.size() == 2);
}

TEST_CASE("words are keywords only where a clause begins", "[acsl][parser]") {
  CHECK(ParsedAnnotation("//@ requires requires > behavior;")
            .as<Contract>()
            .common.requires_.size() == 1);
  const ParsedAnnotation check("//@ check ensures: p;");
  CHECK(check.as<Assertions>().assertions[0].predicate->kind == TermKind::Named);
  CHECK(ParsedAnnotation("//@ check ensures p;").as<Contract>().common.ensures.size() == 1);
  CHECK(ParsedAnnotation("//@ check lemma l: p;").as<Declarations>().declarations.size() == 1);
  CHECK(ParsedAnnotation("//@ type invariant;").as<Declarations>().declarations.size() == 1);
}

TEST_CASE("assertions", "[acsl][parser]") {
  const ParsedAnnotation parsed("/*@ assert(a[i] != 0); for x, y: check b; admit c; */");
  const auto& list = parsed.as<Assertions>().assertions;
  REQUIRE(list.size() == 3);
  CHECK(list[0].strength == Strength::Both);
  CHECK(list[1].for_behaviors.size() == 2);
  CHECK(list[1].strength == Strength::Check);
  CHECK(list[2].for_behaviors.empty());
  CHECK(list[2].strength == Strength::Admit);
  CHECK(errors("//@ for a: ") == "1:12: expected an annotation, found the end of the annotation\n");
  CHECK(!errors("//@ assert a; for b:").empty());
}

TEST_CASE("loop annotations and Pawl's hints", "[acsl][parser]") {
  const ParsedAnnotation parsed(
      "/*@ loop invariant i >= 0; loop assigns i, a[0..i];\n"
      "    for b: check loop invariant p; loop assigns \\nothing; loop frees q;\n"
      "    loop variant n - i; */");
  const auto& loop = parsed.as<LoopAnnotation>();
  REQUIRE(loop.invariants.size() == 2);
  CHECK(loop.invariants[0].for_behaviors.empty());
  CHECK(loop.invariants[1].for_behaviors[0].text == "b");
  CHECK(loop.invariants[1].strength == Strength::Check);
  CHECK(loop.assigns.size() == 2);
  CHECK(loop.assigns[1].for_behaviors.size() == 1);
  CHECK(loop.allocations.size() == 1);
  CHECK(loop.variant.has_value());
  const ParsedAnnotation hints(
      "/*@ loop_predicate i == k, a[k] == 0; skolem_constant int k, *j; loop_invariant i > 0; */");
  CHECK(hints.as<LoopAnnotation>().predicates.size() == 2);
  CHECK(hints.as<LoopAnnotation>().skolem_constants.size() == 2);
  CHECK(hints.as<LoopAnnotation>().candidate_invariants.size() == 1);
  CHECK(errors("//@ loop unroll 3;") == "1:10: 'loop' followed by 'unroll' is not supported\n");
  CHECK(errors("//@ loop variant a; loop variant b;") == "1:26: a second 'loop variant'\n");
  CHECK(errors("//@ check loop assigns a;") == "1:16: expected 'invariant', found 'assigns'\n");
}

TEST_CASE("ghost code is recognised, not read", "[acsl][parser]") {
  const ParsedAnnotation code("/*@ ghost int x = 0; x++;\n  @ # \\ \x80 @*/");
  CHECK(code.as<Ghost>().code == "int x = 0; x++;\n  @ # \\ \x80");
  CHECK(!code.as<Ghost>().label);
  CHECK(to_string(code.as<Ghost>().range) == "t:1:5");
  const ParsedAnnotation label("//@ ghost Epilogue: ;");
  REQUIRE(label.as<Ghost>().label);
  CHECK(label.as<Ghost>().label->text == "Epilogue");
  CHECK(!ParsedAnnotation("//@ ghost L: x = 1;").as<Ghost>().label);
  CHECK(ParsedAnnotation("//@ ghost").as<Ghost>().code.empty());
}

TEST_CASE("declarations", "[acsl][parser]") {
  const ParsedAnnotation parsed(
      "/*@ predicate P{K,L}<A>(A* a, integer n) = \\true;\n"
      "    logic integer f(int *p) reads *p;\n"
      "    lemma l{L}: \\forall integer i; i == i;\n"
      "    inductive E(integer n) { case zero: E(0); case next{L}: E(1); }\n"
      "    type t; type u<A> = A*;\n"
      "    global invariant g: x > 0; weak type invariant w(struct S s) = s.f > 0;\n"
      "    axiomatic Ax { logic t c; axiom a: c == c; }\n"
      "    predicate Last; */");
  const auto& list = parsed.as<Declarations>().declarations;
  REQUIRE(list.size() == 10);
  const auto& predicate = std::get<LogicFunction>(list[0].value);
  CHECK(!predicate.result);
  CHECK(predicate.labels.size() == 2);
  CHECK(predicate.type_parameters.size() == 1);
  CHECK(predicate.parameters.size() == 2);
  const auto& function = std::get<LogicFunction>(list[1].value);
  CHECK(function.result->is_logic("integer"));
  CHECK(function.reads->size() == 1);
  CHECK(!function.body);
  CHECK(std::get<Inductive>(list[3].value).cases.size() == 2);
  CHECK(std::get<Axiomatic>(list[8].value).declarations.size() == 2);
  CHECK(to_string(range_of(list[8])) == "t:7:5");
  CHECK(errors("//@ axiom a: p;") == "1:5: an axiom outside of 'axiomatic'\n");
  CHECK(errors("/*@ axiomatic A { axiomatic B { } } */").starts_with("1:19: 'axiomatic' inside"));
  CHECK(errors("//@ type l = Nil | Cons(integer);") ==
        "1:14: types with constructors are not supported\n");
  CHECK(errors("//@ volatile x reads f;") == "1:5: the declaration 'volatile' is not supported\n");
  CHECK(errors("//@ model int x;") == "1:5: the declaration 'model' is not supported\n");
  CHECK(errors("//@ predicate p(n) = n;") == "1:18: expected a name, found ')'\n");
}

TEST_CASE("several errors in one run, each once", "[acsl][parser]") {
  CHECK(errors("/*@ requires a +;\n"
               "    ensures \\forall integer; x; y;\n"
               "    assigns p\n"
               "    ensures b c;\n"
               "    behavior : assumes d;\n"
               "    ensures fine; */") ==
        "1:17: expected a term, found ';'\n"
        "2:28: expected a name, found ';'\n"
        "4:5: expected ';', found 'ensures'\n"
        "4:15: expected ';', found 'c'\n"
        "5:14: expected the name of the behavior, found ':'\n");
  CHECK(errors("/*@ lemma a: ; predicate P(int = 3; logic integer f = 3 +; lemma b: c; */") ==
        "1:14: expected a term, found ';'\n"
        "1:32: expected a name, found '='\n"
        "1:58: expected a term, found ';'\n");
}

TEST_CASE("what does not belong together is said", "[acsl][parser]") {
  CHECK(errors("//@ requires a; assert b;") == "1:17: 'assert' does not belong into a contract\n");
  CHECK(errors("//@ loop invariant a; ensures b;") ==
        "1:23: 'ensures' does not belong into a loop annotation\n");
  CHECK(errors("//@ assumes a;") == "1:5: 'assumes' outside of any behavior\n");
  CHECK(errors("//@ behavior b: terminates \\true;") ==
        "1:17: 'terminates' inside of behavior 'b'\n");
  CHECK(errors("//@ behavior b: ensures c; behavior b: ensures d;") ==
        "1:37: a second behavior 'b'\n");
  CHECK(errors("//@ slevel 3;") == "1:5: the annotation 'slevel' is not supported\n");
  CHECK(errors("//@ invariant x > 0;") == "1:5: the annotation 'invariant' is not supported\n");
  CHECK(errors("/*@ */") == "1:4: an annotation that says nothing\n");
  CHECK(errors("//@{") == "1:4: expected an annotation, found '{'\n");
  CHECK(errors("/*@ assert a;") == "1:1: this annotation is never closed\n");
  CHECK(errors("/*@/") == "1:1: this annotation is never closed\n");
}

TEST_CASE("errors end", "[acsl][parser]") {
  std::string text = "/*@ ";
  for (int i = 0; i < 1'000; ++i) text += "requires ;\n";
  const ParsedAnnotation parsed(text + "*/");
  CHECK(parsed.diagnostics.error_count() == 50);
}

TEST_CASE("a comment inside of a larger file", "[acsl][parser]") {
  const SourceFile file("f.c", "int x;\n\n  //@ assert x +;\n");
  const std::vector<TextRange> comments = find_annotations(file.text());
  REQUIRE(comments.size() == 1);
  Diagnostics diagnostics;
  CHECK(!parse_annotation(file, comments[0], {}, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(to_string(diagnostics.all()[0].range) == "f.c:3:17");
}
