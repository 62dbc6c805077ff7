// SPDX-License-Identifier: Apache-2.0
#include "emit/stages.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gcl/parser.h"

namespace pawl::emit {
namespace {

/// `text` after `stage`, printed; empty when it is no program.
std::string printed(const std::string& text, Stage stage) {
  gcl::Context context;
  Diagnostics diagnostics;
  const SourceFile file("program.gcl", text);
  const std::optional<gcl::Program> program = gcl::parse_program(context, file, diagnostics);
  std::ostringstream out;
  if (program) {
    print_stage(out, stage, context, *program);
  } else {
    render(out, diagnostics);
    UNSCOPED_INFO(out.str());
    return "";
  }
  return out.str();
}

TEST_CASE("every stage of every sample is a program", "[emit][stages]") {
  std::size_t count = 0;
  const std::filesystem::path samples = std::filesystem::path(PAWL_SOURCE_DIR) / "samples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
    if (entry.path().extension() != ".gcl" || entry.path().parent_path().stem() == "bad") continue;
    CAPTURE(entry.path().string());
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const Stage stage : {Stage::Parse, Stage::Desugar, Stage::Passive, Stage::Vc}) {
      CAPTURE(static_cast<int>(stage));
      const std::string once = printed(text, stage);
      REQUIRE(!once.empty());
      const std::string again = printed(once, Stage::Parse);
      CHECK(!again.empty());
      if (stage == Stage::Parse) CHECK(once == again);
    }
    ++count;
  }
  CHECK(count >= 100);
}

TEST_CASE("a stage shows what it introduced", "[emit][stages]") {
  const std::string program =
      "procedure p(n: int) returns (i: int) { i := 0; while i < n { i := i + 1; } }\n";
  CHECK(printed(program, Stage::Parse).find("while i < n") != std::string::npos);
  CHECK(printed(program, Stage::Desugar).find("while") == std::string::npos);
  CHECK(printed(program, Stage::Desugar).find("havoc") != std::string::npos);
  CHECK(printed(program, Stage::Passive).find(":=") == std::string::npos);
  CHECK(printed(program, Stage::Vc).find("{\n      ") == std::string::npos);  // flat
}

}  // namespace
}  // namespace pawl::emit
