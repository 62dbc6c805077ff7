// SPDX-License-Identifier: Apache-2.0
#include "frontends/clauses/sexpr.h"

#include <catch2/catch.hpp>

namespace pawl::frontend::clauses {
namespace {

std::string shown(const Sexpr& e) {
  if (!e.is_list()) return std::string(e.text);
  std::string text = "(";
  for (const Sexpr& one : e.items) text += (text.size() == 1 ? "" : " ") + shown(one);
  return text + ")";
}

/// What is read, then the errors.
std::string read(const std::string& text) {
  const SourceFile file("x.sl", text);
  gcl::Reporter reporter(file);
  std::string result;
  for (const Sexpr& one : read_sexprs(file, reporter)) result += shown(one) + ";";
  Diagnostics diagnostics;
  reporter.flush(diagnostics);
  for (const Diagnostic& one : diagnostics.all()) {
    result += " " + std::to_string(one.range.begin.line) + ":" +
              std::to_string(one.range.begin.column) + " " + one.message + ";";
  }
  return result;
}

TEST_CASE("lists, names and numbers", "[clauses]") {
  CHECK(read("(a b! (c-1 |d e| 17 :k) ()) x") == "(a b! (c-1 d e 17 :k) ());x;");
  CHECK(read("; comment (\n(a ; )\n b)") == "(a b);");
  CHECK(read("(<= x -1 1.5 #x1f \"s\")") == "(<= x -1 1.5 #x1f \"s\");");
}

TEST_CASE("what is wrong is said, with its place", "[clauses]") {
  CHECK(read("(a\n (b)") == " 1:1 this list is never closed;");
  CHECK(read("a)") == "a; 1:2 there is no list to close here;");
  CHECK(read("(|a b)") == " 1:1 this list is never closed; 1:2 this name is never closed;");
  CHECK(read("(\"a") == " 1:1 this list is never closed; 1:2 this text is never closed;");
  CHECK(read("(a { b)") == "(a b); 1:4 unexpected character '{';");
  CHECK(read("(a : b)") == "(a b); 1:4 unexpected character ':';");
}

TEST_CASE("nesting has a limit", "[clauses]") {
  const std::string deep = std::string(max_nesting, '(') + "x" + std::string(max_nesting, ')');
  CHECK(read(deep).find("nested") == std::string::npos);
  CHECK(read("(" + deep + ")").find("lists are nested too deeply here") != std::string::npos);
  CHECK(read(std::string(200'000, '(')).find("nested too deeply") != std::string::npos);
}

}  // namespace
}  // namespace pawl::frontend::clauses
