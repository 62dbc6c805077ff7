// SPDX-License-Identifier: Apache-2.0
#include "frontends/slic/parser.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace pawl::frontend::slic {
namespace {

/// "2:11: message" of every error, in the order of the text.
std::vector<std::string> errors(const std::string& text) {
  const SourceFile file("x.slic", text);
  Diagnostics diagnostics;
  CHECK_FALSE(parse_spec(file, diagnostics));
  std::vector<std::string> result;
  for (const Diagnostic& one : diagnostics.all()) {
    std::ostringstream out;
    out << one.range.begin.line << ':' << one.range.begin.column << ": " << one.message;
    result.push_back(out.str());
  }
  return result;
}

Spec parsed(const std::string& text) {
  static std::vector<std::unique_ptr<SourceFile>> files;  // ranges point into them
  files.push_back(std::make_unique<SourceFile>("x.slic", text));
  Diagnostics diagnostics;
  std::optional<Spec> spec = parse_spec(*files.back(), diagnostics);
  REQUIRE(spec);
  return *spec;
}

TEST_CASE("a specification has variables and events", "[slic]") {
  const Spec spec = parsed(
      "state { enum { Off, On } mode = On; int n = -1; bool b = true; pointer p = null; }\n"
      "f.entry when $2 > n { if (mode == Off) abort \"off\"; else { n = n + 1; b = !b; } }\n"
      "f.exit { p = $return; }");
  REQUIRE(spec.variables.size() == 4);
  CHECK(spec.variables[0].initial.text == "1");
  CHECK(spec.variables[1].initial.op == Op::Negate);
  CHECK(spec.variables[3].type == Type::Pointer);
  REQUIRE(spec.events.size() == 2);
  CHECK(spec.events[0].function == "f");
  CHECK(spec.events[0].moment == Moment::Entry);
  CHECK(arguments_used(spec.events[0]) == 2);
  CHECK(arguments_used(spec.events[1]) == 0);
  const auto& branch = std::get<Conditional>(spec.events[0].body.at(0).node);
  CHECK(std::get<Abort>(branch.then_body.at(0).node).message == "off");
  CHECK(branch.else_body.size() == 2);
}

TEST_CASE("operators bind as in C, and > is < the other way round", "[slic]") {
  const Spec spec = parsed(
      "state { int n = 0; bool b = false; }\n"
      "f.entry { b = n > 1 + 2 && n == 0 || b; }");
  const Expression& e = std::get<Set>(spec.events[0].body.at(0).node).value;
  REQUIRE(e.op == Op::Or);
  REQUIRE(e.args[0].op == Op::And);
  const Expression& greater = e.args[0].args[0];
  REQUIRE(greater.op == Op::Less);
  CHECK(greater.args[0].op == Op::Add);
  CHECK(greater.args[1].op == Op::Variable);
}

TEST_CASE("each item has its error, where it is", "[slic]") {
  CHECK(errors("state { int n = 0 }\n"
               "f.entered { n = 1; }\n"
               "g.entry { abort twice; }\n"
               "h.entry { m = 1; }") ==
        std::vector<std::string>{
            "1:19: expected ';', found '}'", "2:3: expected 'entry' or 'exit', found 'entered'",
            "3:17: expected a message, found 'twice'", "4:11: 'm' is no state variable"});
}

TEST_CASE("types are checked where they are known", "[slic]") {
  CHECK(errors("state { bool on = 0; } f.entry { abort \"x\"; }") ==
        std::vector<std::string>{"1:19: this is an integer, but should be a truth value"});
  CHECK(errors("state { pointer p = null; } f.entry { if (p == 1) abort \"x\"; }") ==
        std::vector<std::string>{"1:48: this is an integer, but should be a pointer"});
  CHECK(errors("f.entry { if ($return == 0) abort \"x\"; }") ==
        std::vector<std::string>{"1:15: nothing has been returned on entry"});
  CHECK(errors("state { int n = $1; } f.entry { abort \"x\"; }") ==
        std::vector<std::string>{"1:17: the first value should be a constant"});
}

TEST_CASE("a state can be that of an object", "[slic]") {
  const Spec spec = parsed(
      "state { enum { Free, Held } lock[pointer] = Free; int n = 0; }\n"
      "f.entry { if (lock[$2] == Held) abort \"twice\"; lock[$1] = Held; }\n"
      "main.exit { if (any lock == Held) abort \"held\"; }");
  CHECK(spec.variables[0].per_object);
  CHECK_FALSE(spec.variables[1].per_object);
  CHECK(arguments_used(spec.events[0]) == 2);
  const auto& set = std::get<Set>(spec.events[0].body[1].node);
  REQUIRE(set.object);
  CHECK(set.object->op == Op::Argument);
  const auto& test = std::get<Conditional>(spec.events[1].body[0].node);
  CHECK(test.condition.op == Op::Any);
}

TEST_CASE("objects are named where they have to be", "[slic]") {
  const std::string state = "state { int lock[pointer] = 0; int n = 0; } ";
  CHECK(errors(state + "f.entry { lock = 1; }") ==
        std::vector<std::string>{"1:60: 'lock' is the state of an object: which one?"});
  CHECK(errors(state + "f.entry { n[$1] = 1; }") ==
        std::vector<std::string>{"1:56: 'n' is not the state of an object"});
  CHECK(errors(state + "f.entry { if (any n == 1) abort \"x\"; }") ==
        std::vector<std::string>{"1:63: 'n' is no state of objects"});
  CHECK(errors("state { pointer p[pointer] = null; } f.entry { abort \"x\"; }").size() == 1);
}

TEST_CASE("whatever the text is, the parser ends", "[slic]") {
  CHECK(errors("") ==
        std::vector<std::string>{"1:1: a specification without an event says nothing"});
  CHECK(errors("f.entry {").size() == 1);
  CHECK(errors("f.entry { abort \"open; }").size() == 1);
  CHECK(errors("/* open").size() == 1);
  CHECK(errors("state { int n = 0; int n = 1; } f.entry { n = 0; }").size() == 1);
  const std::string deep = "f.entry { if (" + std::string(5000, '(') + "1 == 1";
  CHECK(errors(deep) == std::vector<std::string>{"1:113: this is nested too deeply"});
}

}  // namespace
}  // namespace pawl::frontend::slic
