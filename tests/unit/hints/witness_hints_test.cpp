// SPDX-License-Identifier: Apache-2.0
#include "hints/witness_hints.h"

#include <catch2/catch.hpp>

using namespace pawl;

namespace {

const std::string head = R"(- entry_type: invariant_set
  metadata:
    format_version: "2.0"
    uuid: 6f1f8f1e-6f0e-5c53-9d9a-0c6a3f2b7b11
    creation_time: "2026-11-16T00:00:00Z"
    producer:
      name: somebody
      version: "1"
    task:
      input_files:
        - init.c
      input_file_hashes:
        init.c: 53146b3e195d99b46cc55f26619718174e29afc97730e7398e4d5ffb31d6ef69
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: LP64
      language: C
)";

const std::string body = R"(  content:
    - invariant:
        type: loop_invariant
        location:
          file_name: ./init.c
          line: 8
          column: 3
          function: main
        value: "0 <= i"
        format: c_expression
    - invariant: {type: location_invariant, location: {file_name: init.c, line: 12}, value: i == n, format: c_expression}
    - invariant: {type: loop_invariant, location: {file_name: other.c, line: 2}, value: '1', format: c_expression}
)";

struct Read {
  std::optional<hints::WitnessHints> witness;
  std::string message;
  SourcePosition at;
};

Read read(const std::string& text) {
  const SourceFile file("w.yml", text);
  Diagnostics diagnostics;
  Read result;
  result.witness = hints::read_witness(file, "dir/init.c", diagnostics);
  if (!diagnostics.all().empty()) {
    result.message = diagnostics.all().front().message;
    result.at = diagnostics.all().front().range.begin;
  }
  return result;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a witness has its loop invariants, and says where they stand", "[hints][witness]") {
  const Read result = read(head + body);
  INFO(result.message);
  REQUIRE(result.witness);
  const auto& hints = result.witness->hints;
  REQUIRE(hints.size() == 3);
  CHECK(hints[0].text == "0 <= i");
  CHECK(hints[0].at == SourcePosition{25, 17});
  CHECK(hints[0].line == 8);
  CHECK(hints[0].column == 3);
  CHECK(hints[0].function == "main");
  CHECK(hints[0].ignored.empty());
  CHECK(hints::loop_name(hints[0]) == "main, line 8");
  CHECK(hints[1].text == "i == n");
  CHECK_FALSE(hints[1].ignored.empty());
  CHECK(hints[2].ignored == "it is about 'other.c'");
  CHECK(result.witness->hashes.at("init.c").starts_with("53146b"));
}

TEST_CASE("version 2.1 says more than we ask for", "[hints][witness]") {
  const std::string text = replaced(head, "\"2.0\"", "\"2.1\"") + R"(  content:
    - contract: {type: function_contract, requires: "1"}
    - invariant: {type: loop_transition_invariant, location: {file_name: init.c, line: 8}, value: 'i >= \at(i, AnyPrev)', format: ext_c_expression, labels: [a]}
)";
  const Read result = read(text);
  INFO(result.message);
  REQUIRE(result.witness);
  REQUIRE(result.witness->hints.size() == 2);
  for (const auto& hint : result.witness->hints) CHECK_FALSE(hint.ignored.empty());
}

TEST_CASE("what is no witness is refused with a place", "[hints][witness]") {
  const auto refused = [](const std::string& text, const std::string& message, std::uint32_t line) {
    const Read result = read(text);
    INFO(result.message);
    CHECK_FALSE(result.witness);
    CHECK(result.message.find(message) != std::string::npos);
    CHECK(result.at.line == line);
  };
  const std::string all = head + body;
  refused(replaced(all, "value:", "valeu:"), "unknown key 'valeu' in an invariant", 25);
  refused(replaced(all, "\"2.0\"", "\"3.0\""), "version 3.0", 3);
  refused(replaced(all, "line: 8", "line: -8"), "line is a number", 22);
  refused(replaced(all, "loop_invariant", "loop_invariants"), "unknown type", 19);
  refused(replaced(all, "invariant_set", "violation_sequence"), "about a violation", 1);
  refused(all.substr(0, all.find("        value")), "has no '", 19);
  refused(all.substr(0, all.find("<= i")), "no YAML", 25);
  refused("{}", "a list of entries", 1);
  refused("- [" + std::string(10000, '['), "no YAML", 1);
}
