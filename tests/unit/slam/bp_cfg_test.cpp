// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_cfg.h"

#include <catch2/catch.hpp>

#include "tests/support/parsed_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::ParsedBp;

namespace {

std::vector<NodeId> targets(const BpCfg& cfg, NodeId node) {
  std::vector<NodeId> found;
  for (const CfgEdge& edge : cfg.nodes[node].edges) found.push_back(edge.target);
  return found;
}

}  // namespace

TEST_CASE("nodes are the statements in the order of the text", "[slam][cfg]") {
  const ParsedBp parsed(R"(decl a;
    void main() begin
      L: if a then skip;            // 0, 1
      elsif !a then goto L, M;      // 2, 3
      else while * do f(); od; fi;  // 4, 5
      M: branch skip || return end; // 6, 7, 8
    end                             // 9
    void f() begin end              // 10)");
  const BpCfg cfg = make_cfg(parsed.program);
  REQUIRE(cfg.nodes.size() == 11);
  CHECK(targets(cfg, 0) == std::vector<NodeId>{1, 2});
  CHECK(targets(cfg, 1) == std::vector<NodeId>{6});
  CHECK(targets(cfg, 2) == std::vector<NodeId>{3, 4});
  CHECK(targets(cfg, 3) == std::vector<NodeId>{0, 6});
  CHECK(targets(cfg, 4) == std::vector<NodeId>{5, 6});
  CHECK(targets(cfg, 5) == std::vector<NodeId>{4});
  CHECK(targets(cfg, 6) == std::vector<NodeId>{7, 8});
  CHECK(targets(cfg, 7) == std::vector<NodeId>{9});
  CHECK(targets(cfg, 8) == std::vector<NodeId>{9});
  CHECK(targets(cfg, 9).empty());
  CHECK(cfg.procedures[0].entry == 0);
  CHECK(cfg.procedures[0].exit == 9);
  CHECK(cfg.procedures[1].entry == 10);
  CHECK(cfg.procedures[1].callers == std::vector<NodeId>{5});
}

TEST_CASE("what is enforced holds in the rest of its block", "[slam][cfg]") {
  const ParsedBp parsed(
      "decl a, b; void main() begin skip; if * then enforce a; skip fi; enforce b; skip end");
  const BpCfg cfg = make_cfg(parsed.program);
  std::vector<std::size_t> counts;
  for (const CfgNode& node : cfg.nodes) counts.push_back(node.enforced.size());
  CHECK(counts == std::vector<std::size_t>{0, 0, 1, 1, 1, 1, 0});
}
