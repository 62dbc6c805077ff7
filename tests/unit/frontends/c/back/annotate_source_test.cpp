// SPDX-License-Identifier: Apache-2.0
//
// Where annotations are put. Everything else of the text stays as it is, byte by byte.
#include "frontends/c/back/annotate_source.h"

#include <catch2/catch.hpp>

#include "frontends/acsl/parser.h"

using namespace pawl;
using frontend::c::LoopNote;
using frontend::c::OldAnnotations;

namespace {

const std::vector<std::string> clauses = {"loop invariant inferred_1: 0 <= i;", "loop assigns i;"};

/// The place of the n-th `while` or `for`.
SourcePosition loop_in(const SourceFile& file, std::size_t n = 0) {
  std::size_t at = 0;
  for (std::size_t next = 0; next <= n; ++next) {
    at = std::min(file.text().find("while", at + 1), file.text().find("for (", at + 1));
  }
  const std::uint32_t line = file.line_of(at);
  return {line, static_cast<std::uint32_t>(at - file.line_begin(line) + 1)};
}

std::string annotated(const std::string& text,
                      OldAnnotations old_annotations = OldAnnotations::Keep,
                      std::vector<SourcePosition>* kept = nullptr) {
  const SourceFile file("test.c", text);
  std::vector<SourcePosition> ignored;
  return frontend::c::annotate(file, {{loop_in(file), clauses}}, old_annotations,
                               kept != nullptr ? *kept : ignored);
}

}  // namespace

TEST_CASE("above a loop on a line of its own, with its indentation", "[c][annotate]") {
  CHECK(annotated("{\n  int i;\n  while (i) i--;  // down\n}\n") ==
        "{\n  int i;\n  /*@ loop invariant inferred_1: 0 <= i;\n      loop assigns i; */\n"
        "  while (i) i--;  // down\n}\n");
  CHECK(annotated("{\n\twhile (i)\n\t\ti--;\n}\n") ==
        "{\n\t/*@ loop invariant inferred_1: 0 <= i;\n\t    loop assigns i; */\n"
        "\twhile (i)\n\t\ti--;\n}\n");
}

TEST_CASE("line ends stay what they are", "[c][annotate]") {
  CHECK(annotated("{\r\n  while (i)\r\n    i--;\r\n}\r\n") ==
        "{\r\n  /*@ loop invariant inferred_1: 0 <= i;\r\n      loop assigns i; */\r\n"
        "  while (i)\r\n    i--;\r\n}\r\n");
  CHECK(annotated("{\n  while (i) i--; }") ==
        "{\n  /*@ loop invariant inferred_1: 0 <= i;\n      loop assigns i; */\n"
        "  while (i) i--; }");
}

TEST_CASE("in the line where the loop is not alone", "[c][annotate]") {
  const std::string note = "/*@ loop invariant inferred_1: 0 <= i; loop assigns i; */ ";
  CHECK(annotated("{ if (c) while (i) i--; }\n") == "{ if (c) " + note + "while (i) i--; }\n");
  CHECK(annotated("{ L: while (i) i--; }\n") == "{ L: " + note + "while (i) i--; }\n");
  CHECK(annotated("void f(int i) { while (i) i--; }") ==
        "void f(int i) { " + note + "while (i) i--; }");
}

TEST_CASE("several loops, inner ones too", "[c][annotate]") {
  const SourceFile file("test.c", "{\n  while (i) {\n    for (;;) j++;\n  }\n}\n");
  std::vector<SourcePosition> kept;
  const std::string text = frontend::c::annotate(
      file, {{loop_in(file, 0), {"loop assigns i;"}}, {loop_in(file, 1), {"loop assigns j;"}}},
      OldAnnotations::Keep, kept);
  CHECK(text ==
        "{\n  /*@ loop assigns i; */\n  while (i) {\n    /*@ loop assigns j; */\n"
        "    for (;;) j++;\n  }\n}\n");
}

TEST_CASE("a loop that has an annotation keeps it", "[c][annotate]") {
  const std::string text = "{\n  /*@ loop invariant mine: i >= 0; */\n  while (i) i--;\n}\n";
  std::vector<SourcePosition> kept;
  CHECK(annotated(text, OldAnnotations::Keep, &kept) == text);
  CHECK(kept.size() == 1);
  const std::string once = annotated("{\n  while (i) i--;\n}\n");
  CHECK(annotated(once) == once);
}

TEST_CASE("an old annotation makes room, and the result is the same again", "[c][annotate]") {
  const std::string fresh = annotated("{\r\n  while (i) i--;\r\n}\r\n");
  CHECK(annotated(fresh, OldAnnotations::Replace) == fresh);
  CHECK(annotated("{\r\n  //@ loop invariant i >= 0;\r\n  //@ loop assigns i;\r\n"
                  "  while (i) i--;\r\n}\r\n",
                  OldAnnotations::Replace) == fresh);
}

TEST_CASE("hints and other comments stay", "[c][annotate]") {
  const std::string text = "{\n  // down\n  //@ loop_predicate i >= 0;\n  while (i) i--;\n}\n";
  const std::string result = annotated(text, OldAnnotations::Replace);
  CHECK(result.find("// down\n  //@ loop_predicate i >= 0;\n  /*@ loop inv") != std::string::npos);
  CHECK(annotated(result, OldAnnotations::Replace) == result);
}

TEST_CASE("nothing to say, nothing said", "[c][annotate]") {
  const SourceFile file("test.c", "{\n  while (i) i--;\n}\n");
  std::vector<SourcePosition> kept;
  CHECK(frontend::c::annotate(file, {{loop_in(file), {}}}, OldAnnotations::Keep, kept) ==
        file.text());
}
